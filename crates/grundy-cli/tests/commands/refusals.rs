//! The command's promises about errors: exit codes, streams, and messages.

use crate::common::{Run, command, finish, grundy, piped, refused};
use serde_json::{Value as Json, json};

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for lang in ["en", "zh"] {
        let mut command = command();
        command.args(["solve", "--json", "--lang", lang]).arg(OsStr::from_bytes(b"nim\xff"));
        let run = finish(command, "");
        assert_eq!(run.code, 2);
        assert_eq!(run.error()["code"], "not-text");
        assert!(run.error()["message"].as_str().is_some_and(|message| message.contains("UTF-8")));
    }
}

#[test]
fn bad_input_is_refused_with_a_code_and_a_place() {
    let cases: [(&[&str], &str, Json); 12] = [
        (&["solve", "wythof[8, 15]"], "unknown-game", json!([0, 6])),
        (&["solve", "nim[3, 4"], "unclosed", json!([3, 4])),
        (&["solve", "nim[3, 4]]"], "unopened", json!([9, 10])),
        (&["solve", "nim", "-3", "4"], "negative-heap", json!([0, 2])),
        (&["solve", "nim[3, -4]"], "negative-heap", json!([7, 9])),
        (&["solve", "nim"], "heaps-missing", Json::Null),
        (&["solve", "bash(0)[3]"], "empty-set", json!([0, 7])),
        (&["solve", "take 3..1[4]"], "empty-set", json!([5, 9])),
        (&["solve", "matches[5]"], "too-few-heaps", json!([7, 10])),
        (&["solve", "race(10, 1..2)[1, 2]"], "race-one-total", json!([14, 20])),
        (&["solve", "race(10, 1..2)[11]"], "race-past-goal", json!([14, 18])),
        (&["solve", "nim[3]", "4"], "heaps-twice", Json::Null),
    ];
    for (words, code, span) in cases {
        let (_, error) = refused(words, "", 2);
        assert_eq!((&error["code"], &error["span"]), (&json!(code), &span), "{words:?} {error}");
    }
}

#[test]
fn an_error_points_at_the_place_and_suggests() {
    let (text, error) = refused(&["solve", "wythof[8, 15]"], "", 2);
    assert_eq!(text.err, "error: unknown game `wythof`\n  wythof[8, 15]\n  ^^^^^^ did you mean `wythoff`?\n");
    assert_eq!(error["suggestion"], "wythoff");
    let (_, error) = refused(&["solev", "nim", "3"], "", 2);
    assert_eq!((&error["code"], &error["suggestion"]), (&json!("unknown-command"), &json!("solve")));
    // `sql` is similar too, but only one suggestion is shown.
    let (_, error) = refused(&["solv", "nim", "3"], "", 2);
    assert_eq!(error["suggestion"], "solve");
    let (_, error) = refused(&["solve", "nim", "3", "--mvoes", "3"], "", 2);
    assert_eq!((&error["code"], &error["suggestion"]), (&json!("unknown-argument"), &json!("--moves")));
}

#[test]
fn rules_without_quotes_and_heaps_with_commas_are_suggested_as_they_should_be() {
    for (words, suggestion) in [
        (&["solve", "take", "1,", "3,", "4", "100"][..], "'take 1, 3, 4' 100"),
        (&["solve", "take", "1,", "3", "from", "2", "heaps", "4", "5"], "'take 1, 3 from 2 heaps' 4 5"),
        (&["solve", "nim", "3,5"], "nim 3 5"),
        (&["explain", "nim", "3,", "5,", "7"], "nim 3 5 7"),
    ] {
        let (text, error) = refused(words, "", 2);
        assert!(text.err.contains(&format!("did you mean `{suggestion}`?")), "{}", text.err);
        assert_eq!(error["suggestion"], suggestion);
    }
    let (_, error) = refused(&["solve", "take", "1,", "x", "4"], "", 2);
    assert_eq!(error["suggestion"], Json::Null);
}

#[test]
fn a_table_of_coins_is_refused_with_what_answers_instead() {
    let (text, error) = refused(&["table", "turtles", "--size", "4x4"], "", 2);
    assert_eq!(error["code"], "table-coins");
    assert!(text.err.contains("values of single coins"), "{}", text.err);
    assert_eq!(grundy(&["values", "turtles", "--to", "4"]).code, 0);
    assert_eq!(grundy(&["solve", "turtles", "1", "3"]).code, 0);
}

#[test]
fn a_folder_instead_of_a_file_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("a path");
    for words in [
        &["batch", "wythoff", folder][..],
        &["batch", "wythoff", folder, "--input-format", "csv"],
        &["judge", "POJ 1067", folder],
        &["nash", folder],
    ] {
        let (text, error) = refused(words, "", 2);
        assert!(text.err.starts_with(&format!("error: {folder}: ")), "{words:?} {}", text.err);
        assert!(text.err.contains("this is a folder, not a file"), "{words:?} {}", text.err);
        assert_eq!(error["code"], "file");
    }
}

#[test]
fn a_file_too_long_is_refused_before_it_is_read_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.toml");
    let profile = include_str!("../../../grundy-judge/profiles/poj-1067.toml");
    let write = |fill: &str, length: usize| {
        let mut text = format!("{profile}\n# ");
        while text.len() + fill.len() <= length {
            text.push_str(fill);
        }
        std::fs::write(&path, text).expect("a file");
    };
    let path = path.to_str().expect("a path");
    let most = grundy_judge::Profile::LARGEST;
    write("x", most);
    let run = piped(&["judge", path], "2 1\n8 4\n4 7\n");
    assert_eq!((run.code, run.out.as_str()), (0, "0\n1\n0\n"), "{}", run.err);
    // Slightly longer; also cut in the middle of a character, which must not change the error.
    for (fill, length) in [("x", most + 1), ("局", most + 4), ("局", most + 5), ("局", most + 6)] {
        write(fill, length);
        for words in [&["judge", path][..], &["pattern", "--emit", "python", "--profile", path]] {
            let (text, error) = refused(words, "", 2);
            assert_eq!(error["code"], "file-too-long", "{words:?} {}", text.err);
            assert!(text.err.contains(path) && text.err.contains("1 MiB"), "{}", text.err);
        }
    }
    std::fs::write(path, b"title = '\xff'").expect("a file");
    let (_, error) = refused(&["judge", path], "", 2);
    assert_eq!(error["code"], "file");
}

#[test]
fn a_file_without_a_name_is_refused() {
    for words in
        [&["batch", "nim", "--out", ""][..], &["table", "nim", "--size", "2", "--csv", ""], &["verify", ""]]
    {
        let (text, error) = refused(words, "1 2\n", 2);
        assert!(text.err.contains("a file name is empty"), "{words:?} {}", text.err);
        assert_eq!(error["code"], "file-name-empty");
    }
}

#[test]
fn one_argument_too_many_is_named() {
    for words in [&["batch", "wythoff", "a", "b"][..], &["verify", "a", "b"], &["sweep", "octal", "b"]] {
        let (text, error) = refused(words, "", 2);
        assert!(text.err.starts_with("error: unexpected argument `b`"), "{words:?} {}", text.err);
        assert_eq!(error["code"], "too-many-arguments");
    }
}

#[test]
fn misere_play_is_refused_where_no_game_is_meant() {
    for words in [&["nash", "1 2; 3 4"][..], &["verify", "cert.json"], &["sql", "select 1"]] {
        let (_, error) = refused(&[words, &["--misere"]].concat(), "", 2);
        assert_eq!(error["code"], "misere-unused", "{words:?}");
    }
}

#[test]
fn wrong_usage_is_refused() {
    for words in [
        &["solve"][..],
        &["solve", "nim", "3", "--moves", "x"],
        &["solve", "nim", "3", "--memory", "4cats"],
        &["solve", "nim", "3", "--time", "soon"],
        &["solve", "nim", "3", "--lang", "fr"],
        &["values", "nim"],
        &["values", "nim", "--from", "5", "--to", "3"],
        &["values", "misere nim", "--to", "3"],
        &["values", "take any; win most", "--to", "3"],
        &["table", "wythoff"],
        &["table", "wythoff", "--size", "64xy"],
        &["table", "wythoff", "--size", "0"],
        &["table", "wythoff", "--size", "5x1000"],
        &["table", "wythoff", "--size", "5", "--show", "colour"],
        &["table", "misere wythoff", "--size", "5", "--show", "value"],
        &["table", "race(20, 1..3)", "--size", "5"],
        &["batch", "nim", "--show", "winner"],
        &["batch", "nim", "/no/such/file"],
        &["games", "no such game"],
        &["completions", "no-such-shell"],
        &["judge", "no such problem"],
        &["judge", "/no/such/profile.toml"],
    ] {
        // Only the rejection is checked: one of these contains `--lang`, so its Chinese message is not.
        let run = grundy(words);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words:?}");
        assert!(run.err.starts_with("error: "), "{words:?} {}", run.err);
    }
}

#[test]
fn a_bad_line_is_named_by_line_and_column() {
    let (text, error) = refused_after(&["batch", "nim"], "3 4\n5 x\n", "N\n");
    assert!(text.err.contains("line 2, column 3"), "{}", text.err);
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(3)));
    let (text, _) = refused_after(&["batch", "nim"], "3 4\n\n", "N\n");
    assert!(text.err.contains("line 2, column 1"), "{}", text.err);
    let (text, error) = refused_after(&["judge", "POJ 1067"], "1 2\n3 x\n", "0\n");
    assert!(text.err.contains("line 2, column 3") && text.err.contains("`x`"), "{}", text.err);
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(3)));
    let (text, _) = refused_after(&["judge", "POJ 1067"], "1 2\n2 1\n4 -7\n", "0\n0\n");
    assert!(text.err.contains("line 3, column 3"), "{}", text.err);
    let (text, _) = refused_after(&["judge", "POJ 1067"], "1 2\n3\n", "0\n");
    assert!(text.err.contains("line ") && text.err.contains("`b`"), "{}", text.err);
}

/// Like `refused`, but earlier answers are kept, and come before the error under `--json`.
fn refused_after(words: &[&str], input: &str, kept: &str) -> (Run, Json) {
    let text = piped(words, input);
    assert_eq!((text.code, text.out.as_str()), (2, kept), "{words:?}");
    let mut json_words = words.to_vec();
    json_words.push("--json");
    let json = piped(&json_words, input);
    let last = json.out.lines().last().unwrap_or_default();
    let error: Json = serde_json::from_str(last).unwrap_or_else(|error| panic!("{error}: {json:?}"));
    (text, error["error"].clone())
}

#[test]
fn a_move_that_is_none_is_refused_with_one_that_is() {
    let cases: [(&[&str], &str, &str); 4] = [
        (&["wythoff", "3", "5"], "1 2", "no move leaves 1, 2 here; "),
        (&["nim", "3", "5"], "", "no move leaves nothing here; "),
        (&["nim[0, 3] + bash(2)[5]"], "2: 9", "no move leaves 9 here; "),
        (&["all(nim[3], nim[4])"], "2: 4", "no move leaves 4 here; "),
    ];
    for (game, wrong, told) in cases {
        let words = |to| [&["explain"], game, &["--move", to]].concat();
        let (text, error) = refused(&words(wrong), "", 2);
        assert!(text.err.contains(told), "{}", text.err);
        assert_eq!(error["code"], "no-such-move");
        let example = text.err.split('`').nth(1).unwrap_or_else(|| panic!("{text:?}"));
        assert_eq!(grundy(&words(example)).code, 0, "{game:?} {example}");
    }
    let (text, _) = refused(&["explain", "nim", "0", "--move", "1"], "", 2);
    assert_eq!(text.err, "error: no move leaves 1 here: this position has no moves\n");
}

#[test]
fn the_answer_no_is_exit_1() {
    let check = |words: &[&str]| grundy(words).code;
    assert_eq!(check(&["solve", "nim", "3", "--check"]), 0);
    assert_eq!(check(&["solve", "nim", "3", "3", "--check"]), 1);
    assert_eq!(check(&["solve", "nim", "3", "3"]), 0);
    assert_eq!(check(&["solve", "take 1..5; win most[10]", "--check"]), 1);
    assert_eq!(check(&["solve", "take 1..5; win most[13]", "--check"]), 0);
    let given = std::env::temp_dir().join(format!("grundy-refusals-{}.out", std::process::id()));
    let path = given.to_str().expect("a path");
    for (output, exit, difference) in [
        ("0\n1\n0\n", 0, Json::Null),
        ("0\n1\n0", 0, Json::Null),
        ("0\n1\n1\n", 1, json!({"line": 3, "expected": "0", "given": "1"})),
        ("0\n1\n", 1, json!({"line": 3, "expected": "0", "given": null})),
    ] {
        std::fs::write(&given, output).expect("a file");
        let run = piped(&["judge", "POJ 1067", "--check", path, "--json"], "2 1\n8 4\n4 7\n");
        assert_eq!(run.code, exit, "{output:?} {run:?}");
        assert_eq!(run.json()["difference"], difference, "{output:?}");
    }
    std::fs::remove_file(&given).expect("the file is there");
}

#[test]
fn a_limit_is_exit_3_and_says_what_to_do() {
    // No theorem covers such a sum under misère play, so every position is searched.
    let searched = "misere kayles[90] + wythoff[30, 31]";
    let (text, error) = refused(&["solve", searched, "--time", "200ms"], "", 3);
    assert_eq!(error["code"], "time-limit");
    assert!(text.err.contains("--time"), "{}", text.err);
    let (_, error) = refused(&["table", "wythoff", "--size", "9000x200", "--memory", "1MB"], "", 3);
    assert_eq!(error["code"], "memory-limit");
    let large = ["table", "nim", "--size", "1000", "--memory", "20MiB", "--json"];
    assert_eq!(grundy(&large).error()["code"], "memory-limit", "the picture fits, its JSON does not");
    let (text, _) = refused(&["table", "wythoff", "--size", "200x200", "--memory", "479999"], "", 3);
    assert!(text.err.contains("480000 B") && text.err.contains("479999 B"), "{}", text.err);
    let (text, error) = refused(&["solve", searched, "--memory", "1MB"], "", 3);
    assert_eq!(error["code"], "memory-limit");
    assert!(text.err.contains("--memory"), "{}", text.err);
}

#[test]
fn who_wins_is_said_though_the_value_is_out_of_reach() {
    let words = ["solve", "wythoff", "3000000", "4000000", "--value"];
    let run = grundy(&words);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("N: the player to move wins"), "{}", run.out);
    assert!(run.err.starts_with("error: ") && run.err.contains("--memory"), "{}", run.err);
    let run = grundy(&[&words[..], &["--json"]].concat());
    assert_eq!((run.code, run.err.as_str()), (3, ""));
    let json = run.json();
    assert_eq!((&json["outcome"], &json["value"]), (&json!("N"), &Json::Null));
    assert_eq!(json["error"]["code"], "memory-limit");
}

#[test]
fn too_many_values_are_refused_at_once_with_what_they_would_take() {
    let (text, error) = refused(&["values", "octal(0.007)", "--to", "1e12"], "", 3);
    assert_eq!(error["code"], "values-too-many");
    for word in ["TiB", "about", "--memory"] {
        assert!(text.err.contains(word), "{}", text.err);
    }
    // A limit during the run: the values so far are kept, and are correct.
    let run = grundy(&["values", "octal(0.6)", "--to", "10^7", "--time", "300ms"]);
    assert_eq!(run.code, 3);
    assert!(run.out.starts_with("0 0\n1 0\n2 1\n") && run.err.contains("--state"), "{}", run.err);
    let run = grundy(&["values", "octal(0.6)", "--to", "10^7", "--time", "300ms", "--json"]);
    assert_eq!((run.code, &run.error()["code"]), (3, &json!("time-limit")));
    let values = run.json()["values"].clone();
    assert_eq!((&values[2], values.as_array().map(Vec::len) > Some(100)), (&json!(1), true), "{}", run.err);
    let run = grundy(&["values", "octal(0.6)", "--to", "10^6", "--memory", "1MB", "--json"]);
    assert_eq!((run.code, &run.error()["code"]), (3, &json!("values-too-many")));
}

#[test]
fn a_period_is_refused_where_values_are_not_all() {
    let cases: [(&[&str], &str); 9] = [
        (&["period", "misere kayles"], "values-misere"),
        (&["period", "kayles", "--misere"], "values-misere"),
        (&["period", "take any; win most"], "values-scoring"),
        (&["period", "wythoff"], "period-of-one-heap"),
        (&["period", "kayles; ring"], "period-of-ring"),
        (&["period", "octal(0.8)"], "code-digit-octal"),
        (&["period", "octal(0.)"], "code-form"),
        (&["period", "octal(0.00)"], "code-empty"),
        (&["period", "lasker", "--out", "/no/such/file"], "certificate-closed"),
    ];
    for (words, code) in cases {
        let (_, error) = refused(words, "", 2);
        assert_eq!(error["code"], code, "{words:?} {error}");
    }
}

#[test]
fn a_bomb_of_digits_is_refused_at_once() {
    let (_, error) = refused(&["solve", "nim[10^10^9]"], "", 2);
    assert!(error["span"].is_array(), "{error}");
    let deep = format!("take {}1{}[3]", "(".repeat(2000), ")".repeat(2000));
    refused(&["solve", &deep], "", 2);
}

#[test]
fn colour_is_only_where_it_is_wanted() {
    let run = |words: &[&str], variable: Option<(&str, &str)>| {
        let mut command = command();
        command.args(words).envs(variable);
        finish(command, "").err
    };
    let escape = '\u{1b}';
    assert!(!run(&["solve", "x", "3"], None).contains(escape), "a pipe is not coloured");
    assert!(run(&["solve", "x", "3", "--color", "always"], None).contains(escape));
    assert!(!run(&["solve", "x", "3", "--color", "never"], Some(("CLICOLOR_FORCE", "1"))).contains(escape));
    assert!(run(&["solve", "x", "3"], Some(("CLICOLOR_FORCE", "1"))).contains(escape));
    assert!(!run(&["solve", "x", "3"], Some(("NO_COLOR", "1"))).contains(escape));
}
