//! Every text is well formed and used.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grundy_text::Catalogue;

static TEXTS: Catalogue = grundy_text::catalogue!("sql");

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
fn texts_have_no_faults() {
    assert_eq!(TEXTS.faults(), Vec::<String>::new());
}

#[test]
fn every_text_is_used_and_every_used_text_exists() {
    let mut code = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
    let refusals = ["Refusal::new(\"", "Refusal::limit(\""];
    let mut known = BTreeSet::new();
    for id in TEXTS.ids() {
        let (_, name) = id.split_once('.').unwrap();
        let refused = refusals.iter().any(|call| code.contains(&format!("{call}{name}\"")));
        assert!(refused || code.contains(&format!("\"{id}\"")), "{id} is unused");
        known.insert(name);
    }
    for call in refusals {
        for named in code.split(call).skip(1) {
            let name = named.split_once('"').unwrap().0;
            assert!(known.contains(name), "no text for {name}");
        }
    }
}
