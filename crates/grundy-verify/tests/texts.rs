//! Every reason and error has its sentence in both languages, with the same blanks, and none is left over.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn blanks(text: &str) -> BTreeSet<&str> {
    text.split("%{").skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

/// The codes that stand behind these calls, in all sources.
fn used(calls: &[&str], folder: &Path, out: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            used(calls, &path, out);
            continue;
        }
        let code = fs::read_to_string(&path).unwrap();
        for call in calls {
            out.extend(code.split(call).skip(1).filter_map(|rest| {
                let (code, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
                Some(code.to_owned())
            }));
        }
    }
}

#[test]
fn sentences_and_codes_are_the_same() {
    let file = include_str!("../locales/verify.toml");
    let texts: toml::Table = toml::from_str(file).unwrap();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (family, calls) in [
        ("reason", &["Reason::new("][..]),
        ("error", &["Self::new(", "let code = if error.is_data() {", "} else {"]),
    ] {
        let mut codes = BTreeSet::new();
        used(calls, &sources, &mut codes);
        let family: BTreeMap<String, toml::Value> = texts[family].clone().try_into().unwrap();
        assert_eq!(family.keys().cloned().collect::<BTreeSet<_>>(), codes);
        for (code, by_language) in family {
            let text = |language: &str| by_language[language].as_str().expect("a text").to_owned();
            let (en, zh) = (text("en"), text("zh"));
            assert_eq!(blanks(&en), blanks(&zh), "{code}");
            assert!(en.is_ascii() && zh.chars().any(|c| c > '\u{2e80}'), "{code}");
        }
    }
}
