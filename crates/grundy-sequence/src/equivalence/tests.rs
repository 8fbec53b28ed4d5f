//! Compares equivalent codes with values from the definition, for every octal code of up to three
//! digits.

use std::collections::BTreeMap;

use super::*;
use grundy_core::notation::parse_game;

fn equivalents(text: &str) -> Vec<(String, i64, Option<String>)> {
    let rules = parse_game(text).unwrap().game.rules().unwrap().clone();
    let found = equivalences(&rules).unwrap();
    found.into_iter().map(|e| (e.code, e.shift, e.title.map(|title| title.en.clone()))).collect()
}

#[test]
fn known_equivalent_codes() {
    for (text, code, shift, title) in [
        ("kayles", "octal(0.77)", 0, "Kayles"),
        ("octal(4.4)", "octal(0.77)", 1, "Kayles"),
        ("octal(4.6)", "octal(0.77)", 1, "Kayles"),
        ("octal(0.07)", "octal(0.137)", 1, "Dawson's Chess"),
        ("octal(0.137)", "octal(0.07)", -1, "Dawson's Kayles"),
        ("octal(0.4)", "octal(0.137)", 2, "Dawson's Chess"),
        ("octal(0.423)", "octal(0.07)", 1, "Dawson's Kayles"),
        ("octal(0.04)", "octal(0.007)", 1, "Treblecross"),
        ("octal(0.15)", "octal(0.15)", 0, "Guiles"),
        ("octal(0.63)", "octal(0.6)", 0, "Officers"),
        ("octal(0.37)", "octal(0.6)", -1, "Officers"),
    ] {
        let found = equivalents(text);
        let wanted = (code.to_owned(), shift, Some(title.to_owned()));
        assert!(found.contains(&wanted), "{text}: {found:?}");
    }
    // Equivalent codes without a name.
    assert!(equivalents("octal(0.63)").contains(&("octal(0.37)".to_owned(), 1, None)));
    for none in ["nim", "grundy", "wythoff", "take squares", "take 1, 99"] {
        assert_eq!(equivalents(none), [], "{none}");
    }
}

#[test]
fn every_entry_can_be_read() {
    let file: File = toml::from_str(include_str!("codes.toml")).unwrap();
    assert_eq!(file.code.len(), named().len());
    for (code, entry) in named() {
        assert_eq!(code.to_string(), format!("octal({})", entry.code));
    }
}

/// Every claim about a code with up to three digits holds far beyond the digits.
#[test]
fn equivalent_codes_have_the_values_they_should() {
    const FAR: usize = 70;
    let mut values = BTreeMap::new();
    let mut shifts = 0;
    for number in 1..1024u32 {
        let code =
            Code::parse(&format!("{}.{:03o}", if number < 512 { 0 } else { 4 }, number % 512)).unwrap();
        let own = code.values(FAR).unwrap();
        assert_eq!(code.reduced().unwrap().values(FAR).unwrap(), own, "{code}");
        for (other, shift) in [(code.shifted_up().unwrap(), -1), (code.shifted_down().unwrap(), 1)] {
            let Some(other) = other else { continue };
            shifts += 1;
            let theirs = other.values(FAR).unwrap();
            if shift < 0 {
                assert_eq!(own[..FAR], theirs[1..], "{code} {other}");
            } else {
                assert_eq!(own[1..], theirs[..FAR], "{code} {other}");
            }
        }
        values.insert(code.to_string(), (code, own));
    }
    assert!(shifts > 300, "{shifts}");
    // Codes of one form have the same values.
    let mut same = 0;
    let all: Vec<_> = values.values().step_by(7).collect();
    for (a, of_a) in &all {
        for (b, of_b) in &all {
            if of_a[..8] == of_b[..8] && a.same_values(b).unwrap() {
                same += 1;
                assert_eq!(of_a, of_b, "{a} {b}");
            }
        }
    }
    assert!(same > all.len() + 20, "{same}");
}

#[test]
fn codes_that_are_near_are_not_equivalent() {
    // .161 differs from .36 first at 519, .27 from .06 at 2, .314 from .31 at 5.
    for (a, b) in [("0.161", "0.36"), ("0.27", "0.06"), ("0.314", "0.31"), ("0.36", "0.37")] {
        let (a, b) = (Code::parse(a).unwrap(), Code::parse(b).unwrap());
        assert!(!a.same_values(&b).unwrap(), "{a} {b}");
    }
}
