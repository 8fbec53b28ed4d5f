//! Every text is well formed and used.

use std::fs;
use std::path::Path;

use grundy_text::Catalogue;

static TEXTS: Catalogue = grundy_text::catalogue!("web");

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
fn every_text_is_used() {
    let mut code = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
    for id in TEXTS.ids() {
        let (_, name) = id.split_once('.').unwrap();
        let rest = name.split_once('-').map_or(name, |(_, rest)| rest);
        let mut made = [id, name, rest].into_iter().map(|name| format!("\"{name}\""));
        let numbered = rest.parse::<u16>().is_ok() && code.contains(&format!(" {rest}"));
        let outcome = name.starts_with("outcome-");
        let endpoint = grundy_api::endpoint(&name.replacen('-', "/", 1)).is_some();
        assert!(made.any(|used| code.contains(&used)) || numbered || outcome || endpoint, "{id} is unused");
    }
}
