//! Every text is well formed and used.

use std::fs;
use std::path::Path;

use grundy_text::Catalogue;

static TEXTS: Catalogue = grundy_text::catalogue!("api");

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
        // A field is used if an endpoint has it.
        let name = id.strip_prefix("request.").or_else(|| id.strip_prefix("field.")).unwrap();
        assert!(code.contains(&format!("\"{name}\"")), "{id} is unused");
    }
}
