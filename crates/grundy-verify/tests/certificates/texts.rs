//! Every reason and error has a sentence, and no sentence is unused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grundy_text::Catalogue;

static TEXTS: Catalogue = grundy_text::catalogue!("verify");

/// The codes in these calls, in all sources.
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
fn texts_have_no_faults() {
    assert_eq!(TEXTS.faults(), Vec::<String>::new());
}

#[test]
fn sentences_and_codes_are_the_same() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut expected = BTreeSet::new();
    for (family, calls) in [
        ("reason", &["Reason::new("][..]),
        ("error", &["Self::new(", "let code = if error.is_data() {", "} else {"]),
    ] {
        let mut codes = BTreeSet::new();
        used(calls, &sources, &mut codes);
        expected.extend(codes.into_iter().map(|code| format!("{family}.{code}")));
    }
    assert!(TEXTS.ids().into_iter().eq(&expected), "{:?} {expected:?}", TEXTS.ids());
}
