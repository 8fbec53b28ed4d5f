//! Both languages say everything, with the same values; and every code has its sentence.

use std::collections::{BTreeMap, BTreeSet};

fn sentences(toml: &str) -> BTreeMap<String, String> {
    let table: toml::Table = toml.parse().unwrap();
    table.into_iter().filter_map(|(key, value)| Some((key, value.as_str()?.to_owned()))).collect()
}

fn values(sentence: &str) -> BTreeSet<&str> {
    sentence.split("%{").skip(1).map(|rest| rest.split_once('}').unwrap().0).collect()
}

#[test]
fn both_languages_have_the_same_sentences_with_the_same_values() {
    let en = sentences(include_str!("../locales/en.toml"));
    let zh = sentences(include_str!("../locales/zh.toml"));
    assert!(en.keys().eq(zh.keys()));
    for (key, sentence) in &en {
        assert_eq!(values(sentence), values(&zh[key]), "{key}");
        assert!(zh[key].chars().any(|c| c > '\u{2e80}'), "{key} is not in Chinese");
    }
}

#[test]
fn every_code_in_the_source_has_a_sentence() {
    let en = sentences(include_str!("../locales/en.toml"));
    let mut used = 0;
    let files = ["/src", "/src/stress"].map(|folder| format!("{}{folder}", env!("CARGO_MANIFEST_DIR")));
    let files = files.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    for path in files.map(|file| file.unwrap().path()).filter(|path| path.is_file()) {
        let text = std::fs::read_to_string(path).unwrap();
        for call in
            ["Error::new(\"", "Fault::new(\"", "from_io(\"", "Err(fault(\"", "|| fault(\"", "unfit(\""]
        {
            for rest in text.split(call).skip(1) {
                let code = rest.split('"').next().unwrap();
                assert!(code.is_empty() || en.contains_key(code), "{code}");
                used += 1;
            }
        }
    }
    assert!(used > 40);
}

#[test]
fn chinese_sentences_quote_what_was_given_as_chinese_does() {
    // Between backticks stands what is written as it stands there.
    for (key, sentence) in sentences(include_str!("../locales/zh.toml")) {
        let mut code = sentence.split('`').skip(1).step_by(2);
        assert!(code.all(|code| !code.starts_with("%{") || !code.ends_with('}')), "{key}: {sentence}");
    }
}
