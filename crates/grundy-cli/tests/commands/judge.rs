//! `judge` with the real solver: moves as the profile lists them, outputs checked.

use crate::common::{grundy, piped, refused};
use std::fs;

#[test]
fn a_move_that_two_rules_allow_is_one_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let profile = folder.path().join("twice.toml");
    let toml = r#"
        game = "take 1, 2 or take 1 from max heap"
        position = "a b"
        [input]
        pattern = "(a b)*"
        [output]
        N = "N {{ count }} {{ moves | length }}"
        P = "P"
        move = "{{ heap }} {{ amount }}"
        order = "heap"
    "#;
    fs::write(&profile, toml).expect("a profile");
    let run = piped(&["judge", profile.to_str().expect("a path")], "4 0 1 0 3 4\n");
    assert_eq!((run.code, run.out.as_str()), (0, "N 1 1\n1 1\nN 1 1\n1 1\nN 2 2\n1 2\n2 1\n"), "{}", run.err);
}

#[test]
fn the_output_to_check_may_come_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("in.txt");
    fs::write(&input, "2 1\n8 4\n4 7\n").expect("an input");
    let input = input.to_str().expect("a path");
    let right = grundy(&["judge", "POJ 1067", input]).out;
    assert_eq!(piped(&["judge", "POJ 1067", input, "--check", "-"], &right).code, 0);
    assert_eq!(piped(&["judge", "POJ 1067", input, "--check", "-"], "1\n").code, 1);
    let (_, error) = refused(&["judge", "POJ 1067", "--check", "-"], "", 2);
    assert_eq!(error["code"], "one-standard-input");
}

#[test]
fn problems_are_found_and_described_in_the_language_of_the_reader() {
    let found = grundy(&["judge", "--search", "wythoff size"]);
    assert_eq!((found.code, found.out.lines().count()), (0, 1), "{}", found.out);
    assert_eq!(found.out, "HDU 5973\tHDU 5973\tGame of Taking Stones\twythoff\t4\n");
    let none = grundy(&["judge", "--search", "no such thing"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert!(none.err.contains("no such thing"), "{}", none.err);
    let none = grundy(&["judge", "--search", "no such thing", "--json"]);
    assert_eq!((none.code, none.json()["profiles"].as_array().map(Vec::len)), (1, Some(0)));

    let about = grundy(&["judge", "--about", "hdu5973"]);
    assert_eq!(about.code, 0);
    for text in ["Wythoff's game (`wythoff`), level 4 of 5", "a = 1..10^100", "from memory", "W. A. Wythoff"]
    {
        assert!(about.out.contains(text), "{text}\n{}", about.out);
    }
    assert!(about.out.lines().all(|line| line.chars().count() <= 80), "{}", about.out);
    let zh = grundy(&["judge", "--about", "hdu5973", "--lang", "zh"]).out;
    assert!(zh.contains("威佐夫博弈（`wythoff`），难度 4/5") && zh.contains("凭记忆"), "{zh}");

    let profile = &grundy(&["judge", "--about", "POJ 2311", "--json"]).json()["profile"];
    assert_eq!((profile["level"].as_u64(), profile["format"].as_str()), (Some(4), Some("statement")));
    assert!(profile["script"].as_str().expect("a script").contains("fn options"));
    assert_eq!(profile["about-theme"]["name"], "own");
    assert!(profile["sample"]["input"].is_string() && profile["limits"]["w"].is_string());

    let list = grundy(&["judge", "--list", "--json"]).json();
    assert!(list["profiles"].as_array().expect("a list").len() >= 150);
    let (_, error) = refused(&["judge", "--about", "HDU 5937"], "", 2);
    assert_eq!(error["code"], "unknown-profile");
    assert!(error["message"].as_str().is_some_and(|text| text.contains("HDU 5973")), "{error}");
}

#[test]
fn a_profile_of_your_own_is_described_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let profile = folder.path().join("own.toml");
    let toml = "title = 'Mine'\nsource = 'Club'\nrules = \"Take.\\n取。\"\ngame = 'nim'\nposition = 'x'\n[about]\n\
        theme = 'cards'\nidea = 'Count.'\n[input]\npattern = '(x)*'\n[output]\nN = '1'\nP = '0'\n";
    fs::write(&profile, toml).expect("a profile");
    let about = grundy(&["judge", "--about", profile.to_str().expect("a path")]).out;
    assert_eq!(
        about,
        "Club · Mine\n\nRules\n  Take.\n\nInput\n  (x)*\n\nIn the notation\n  nim\n\nIdea\n  Count.\n"
    );
}
