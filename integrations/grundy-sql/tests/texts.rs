//! Every text exists in both languages with the same blanks, and is used.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn blanks(text: &str) -> BTreeSet<&str> {
    text.split("%{").skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

fn sources(folder: &Path, out: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else {
            out.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_text_exists_in_both_languages_and_is_used() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = fs::read_to_string(here.join("locales/sql.toml")).unwrap();
    let table: toml::Table = toml::from_str(&file).unwrap();
    let mut code = String::new();
    sources(&here.join("src"), &mut code);
    let mut used = BTreeSet::new();
    for (group, texts) in table.iter().filter(|(name, _)| *name != "_version") {
        for (name, languages) in texts.as_table().unwrap() {
            let text = |lang: &str| languages[lang].as_str().unwrap();
            assert_eq!(blanks(text("en")), blanks(text("zh")), "{group}.{name}");
            assert!(!text("zh").is_ascii(), "{group}.{name}");
            let made = [format!("\"{group}.{name}\""), format!("Refusal::new(\"{name}\")")];
            assert!(made.iter().any(|used| code.contains(used)), "{group}.{name} is unused");
            used.insert(name.as_str());
        }
    }
    for named in code.split("Refusal::new(\"").skip(1) {
        let name = named.split_once('"').unwrap().0;
        assert!(used.contains(name), "no text for {name}");
    }
}
