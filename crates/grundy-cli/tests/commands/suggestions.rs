//! Input by users who have not read the notation, and the suggestions of the command.

use crate::common::{grundy, refused};
use serde_json::{Value as Json, json};

#[test]
fn a_position_written_in_another_way_is_suggested_as_it_should_be() {
    for (words, suggestion) in [
        (&["solve", "nim(3,4,5)"][..], "nim[3, 4, 5]"),
        (&["solve", "wythoff(8,15)"], "wythoff[8, 15]"),
        (&["solve", "nim 3 4 5"], "nim[3, 4, 5]"),
        (&["explain", "nim", "misere", "3", "4"], "'misere nim' 3 4"),
        (&["solve", "bash", "7", "100"], "bash(7)[100]"),
        (&["solve", "take", "any", "from", "2", "heaps", "5", "5"], "'take any from 2 heaps' 5 5"),
        (&["solve", "take", "1", "3", "4", "100"], "'take 1, 3, 4' 100"),
        (&["solve", "take 1-3", "10"], "'take 1..3' 10"),
        (&["solve", "3", "4", "5"], "nim[3, 4, 5]"),
        (&["solve", "fibonacci[20, last 3]"], "fibonacci[20; last 3]"),
        (&["solve", "'nim[3, 4]'"], "nim[3, 4]"),
        (&["solve", "take 1, 3-5", "10"], "'take 1, 3..5' 10"),
        (&["solve", "take 1, 3", "1,000,000"], "'take 1, 3' 1000000"),
        (&["solve", "take any or split in two", "5"], "'take any or split into 2 heaps' 5"),
        (&["solve", "take 1..3 from one heap", "5"], "'take 1..3' 5"),
        (&["quotient", "0.77"], "octal(0.77)"),
        (&["solve", "take 1、3 或 4", "5"], "'take 1, 3, 4' 5"),
        (&["period", "remove 1..3"], "take 1..3"),
        (&["period", "取1到3"], "take 1..3"),
    ] {
        let (text, error) = refused(words, "", 2);
        assert!(text.err.contains(&format!("did you mean `{suggestion}`?")), "{words:?} {}", text.err);
        assert_eq!(error["suggestion"], suggestion, "{words:?}");
    }
    let (_, error) = refused(&["solve", "-"], "nim 3 4 5", 2);
    assert_eq!(error["suggestion"], "nim[3, 4, 5]");
    // No suggestion is better than one that is other rules.
    for words in [&["solve", "take 5..1", "5"], &["solve", "take -1", "5"]] {
        let (_, error) = refused(words, "", 2);
        assert_eq!(error["suggestion"], Json::Null, "{words:?}");
    }
    let (_, error) = refused(&["solve", "wythoff", "-"], "1 2\n3 5\n", 2);
    assert_eq!(error["code"], "several-positions");
    let (text, error) = refused(&["solve", "nim", "3.5", "4"], "", 2);
    assert_eq!((&error["code"], &error["suggestion"]), (&json!("decimal"), &Json::Null));
    assert!(text.err.contains("`3.5` is not a whole number"), "{}", text.err);
}

#[test]
fn a_command_written_in_another_way_is_suggested_as_it_should_be() {
    for (words, code, suggestion) in [
        (&["wythoff", "646", "583"][..], "unknown-command", json!("grundy solve wythoff 646 583")),
        (&["take 1, 3", "9"], "unknown-command", json!("grundy solve 'take 1, 3' 9")),
        (&["solev", "nim", "3"], "unknown-command", json!("solve")),
        (
            &["stress", "POJ 1067", "./prog"],
            "too-many-arguments",
            json!("grundy stress 'POJ 1067' -- ./prog"),
        ),
        (&["judge", "POJ", "1067"], "profile-in-quotes", json!("'POJ 1067'")),
        (&["solve", "nim", "3", "--heaps", "4"], "unknown-argument", Json::Null),
    ] {
        let (_, error) = refused(words, "", 2);
        assert_eq!((&error["code"], &error["suggestion"]), (&json!(code), &suggestion), "{words:?}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("positions");
    std::fs::write(&file, "1 2\n").expect("a file");
    let file = file.to_str().expect("a path");
    let (_, error) = refused(&["batch", file, "wythoff"], "", 2);
    assert_eq!(error["code"], "file-before-game");
    assert_eq!(error["suggestion"], format!("grundy batch wythoff {file}"));
    let (_, error) = refused(&["batch", file, "take 1, 3"], "", 2);
    assert_eq!(error["suggestion"], format!("grundy batch 'take 1, 3' {file}"));
}

#[test]
fn what_is_missing_is_shown_in_an_example() {
    for (words, says) in [
        (&["solve"][..], "for example: `grundy solve nim 3 4 5`"),
        (&["values", "kayles"], "for example: `grundy values kayles --to 12`"),
        (&["table", "wythoff"], "for example: `grundy table wythoff --size 12x24`"),
        (&["solve", "nim", "3", "--moves"], "--moves <K|all> needs a value"),
    ] {
        let (text, _) = refused(words, "", 2);
        assert!(text.err.contains(says), "{words:?} {}", text.err);
    }
}

#[test]
fn help_is_a_command_too() {
    for (words, same) in [
        (&["help"][..], &["--help"][..]),
        (&["help", "solve"], &["solve", "--help"]),
        (&["help", "batch", "merge", "--lang", "zh"], &["batch", "merge", "--help", "--lang", "zh"]),
    ] {
        let (asked, page) = (grundy(words), grundy(same));
        assert_eq!((asked.code, asked.out), (0, page.out), "{words:?}");
    }
}

#[test]
fn the_system_is_quoted_in_both_languages() {
    for (lang, says) in [("en", "no such file or folder"), ("zh", "文件或文件夹不存在")] {
        let run = grundy(&["batch", "nim", "/no/such/file", "--lang", lang]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(says) && !run.err.contains("os error"), "{}", run.err);
    }
}
