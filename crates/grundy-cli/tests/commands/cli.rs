//! The command's promises about its answers: the forms of a question, the structure of the JSON, formats and
//! languages.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::common::{command, finish, grundy, piped};
use serde_json::{Value as Json, json};

#[test]
fn a_question_may_be_written_in_several_ways() {
    let spelled = |forms: &[&[&str]]| {
        let answers: Vec<String> = forms.iter().map(|words| grundy(words).out).collect();
        assert!(answers[0].starts_with(|c: char| c.is_ascii_lowercase()), "{answers:?}");
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
    };
    spelled(&[
        &["solve", "wythoff", "8", "15"],
        &["solve", "wythoff[8, 15]"],
        &["solve", "Wythoff", "15", "8"],
        &["solve", "威佐夫［８，15］".replace('８', "8").as_str()],
    ]);
    spelled(&[&["solve", "bash:7", "100"], &["solve", "bash(7)", "100"], &["solve", "bash(7)[100]"]]);
    spelled(&[
        &["solve", "take 1..7", "100"],
        &["solve", "take", "1..7", "100"],
        &["solve", "take 1..7[1e2]"],
    ]);
    spelled(&[
        &["solve", "misere nim[3, 3]"],
        &["solve", "nim", "3", "3", "--misere"],
        &["solve", "misere", "nim", "3", "3"],
    ]);
}

#[test]
fn heaps_and_positions_come_from_standard_input_too() {
    let answer = grundy(&["solve", "wythoff", "8", "15"]).out;
    assert_eq!(piped(&["solve", "wythoff", "-"], "8 15\n").out, answer);
    assert_eq!(piped(&["solve", "wythoff"], "8,15").out, answer);
    assert_eq!(piped(&["solve", "wythoff"], "8\n15\n").out, answer);
    assert_eq!(piped(&["solve", "-"], "wythoff[8, 15]\n").out, answer);
    // A race needs no total, and so does not wait for input.
    assert_eq!(grundy(&["solve", "race(30, 1..2)"]).code, 0);
}

#[test]
fn the_json_of_solve_is_that_of_the_contract() {
    let answer = grundy(&["solve", "wythoff", "646", "583", "--json"]).json();
    let expected = json!({
        "schema": 1, "game": "wythoff", "name": "wythoff", "rules": "take any or take any from 2 heaps",
        "convention": "normal", "position": [583, 646], "state": {},
        "outcome": "N", "value": null, "remoteness": null,
        "moves": [
            {"to": [101, 164], "take": [482, 482]},
            {"to": [360, 583], "take": [0, 286]},
            {"to": [399, 646], "take": [184, 0]}
        ],
        "moves_total": 3, "moves_complete": true,
        "method": {"name": "wythoff", "kind": "theorem", "reference": "W. A. Wythoff 1907"}
    });
    assert_eq!(answer, expected);
    let keys = |json: &Json| json.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&answer), keys(&expected), "the fields come in the same order");
}

#[test]
fn a_sum_has_components_and_each_move_says_which() {
    let answer = grundy(&["solve", "wythoff[8, 15] + bash(7)[100] + nim[3, 4]", "--json"]).json();
    assert!(answer.get("position").is_none());
    let components = answer["components"].as_array().expect("components");
    let names: Vec<&Json> = components.iter().map(|c| &c["name"]).collect();
    assert_eq!(names, ["wythoff", "bash(7)", "nim"]);
    for key in ["game", "name", "rules", "position", "state", "value"] {
        assert!(components.iter().all(|c| c.get(key).is_some()), "{key}");
    }
    assert_eq!(components[1]["value"], 4);
    assert_eq!(components[2]["value"], 7);
    assert_eq!(answer["method"]["parts"].as_array().map(Vec::len), Some(3));
    for found in answer["moves"].as_array().expect("moves") {
        assert!(found["component"].as_u64().is_some_and(|c| c < 3), "{found}");
    }
}

#[test]
fn past_and_changes_are_shown() {
    let answer = grundy(&["solve", "fibonacci[20; last 3]", "--json"]).json();
    assert_eq!(answer["state"], json!({"last": 3}));
    assert_eq!(answer["moves"], json!([{"to": [18], "state": {"last": 2}, "take": [2]}]));
    let answer = grundy(&["solve", "matches", "4", "4", "8", "--json"]).json();
    assert_eq!(answer["moves"][0]["to"], json!([4, 4, 4]));
    assert_eq!(
        answer["moves"][0]["changes"],
        json!([{"heap": 1, "from": 4, "to": []}, {"heap": 3, "from": 8, "to": [4, 4]}])
    );
}

#[test]
fn numbers_above_2_to_53_are_strings() {
    let answer = grundy(&["solve", "nim[2^53, 2^53-1, 0]", "--json"]).json();
    assert_eq!(answer["position"], json!([0, 9_007_199_254_740_991_u64, "9007199254740992"]));
    assert_eq!(answer["moves"][0]["take"], json!([0, 0, 1]));
}

#[test]
fn the_list_of_moves_is_cut_and_says_so() {
    let full = grundy(&["solve", "matches[1000, 1001, 1003]", "--json", "--moves", "all"]).json();
    let moves = full["moves"].as_array().expect("moves");
    assert_eq!(
        (moves.len(), &full["moves_total"], &full["moves_complete"]),
        (500, &json!(500), &json!(true))
    );
    let cut = grundy(&["solve", "matches[1000, 1001, 1003]", "--json", "--moves", "3"]).json();
    assert_eq!(cut["moves"].as_array().expect("moves")[..], moves[..3]);
    assert_eq!((&cut["moves_total"], &cut["moves_complete"]), (&json!(500), &json!(false)));
    let text = grundy(&["solve", "matches[1000, 1001, 1003]", "--moves", "3"]).out;
    assert_eq!(text.lines().filter(|line| line.starts_with("  ")).count(), 3, "{text}");
    assert!(text.contains("3 of 500"), "{text}");
}

#[test]
fn explain_adds_steps_to_the_fields_of_solve() {
    let answer = grundy(&["explain", "wythoff", "646", "583", "--json"]).json();
    assert_eq!(answer["moves_total"], 3);
    let steps = answer["steps"].as_array().expect("steps");
    let difference = steps.iter().find(|step| step["id"] == "wythoff.difference").expect("the difference");
    assert_eq!(difference["values"], json!({"difference": 63}));
    assert!(difference["text"].as_str().is_some_and(|text| text.contains("63")));
    // A lost position is explained by the replies to its moves, and one move by its refutation.
    let lost = grundy(&["explain", "nim", "1", "2", "3"]);
    assert!(lost.out.contains("reply"), "{}", lost.out);
    let one = grundy(&["explain", "nim", "1", "2", "3", "--move", "1 2 2"]);
    assert_eq!(one.code, 0, "{}", one.err);
    assert!(one.out.contains("[1, 2, 2]"), "{}", one.out);
}

#[test]
fn values_have_four_formats_and_far_heaps_answer_at_once() {
    let kayles =
        |format: &str| grundy(&["values", "kayles", "--from", "1", "--to", "3", "--format", format]).out;
    assert_eq!(kayles("text"), "1 1\n2 2\n3 3\n");
    assert_eq!(kayles("bfile"), "1 1\n2 2\n3 3\n");
    assert_eq!(kayles("csv"), "n,value\n1,1\n2,2\n3,3\n");
    let json: Json = serde_json::from_str(&kayles("json")).expect("JSON");
    assert_eq!((&json["game"], &json["values"]), (&json!("kayles"), &json!([1, 2, 3])));
    assert_eq!((&json["from"], &json["to"]), (&json!(1), &json!(3)));
    let far = grundy(&["values", "take 1, 3, 4", "--from", "7*10^17+5", "--to", "7*10^17+6"]);
    assert_eq!(far.out, "700000000000000005 3\n700000000000000006 2\n", "{}", far.err);
}

#[test]
fn values_have_statistics_and_a_picture() {
    let json = grundy(&["values", "kayles", "--to", "300", "--stats", "--json"]).json();
    assert_eq!(
        (&json["count"], &json["largest"]),
        (&json!(301), &json!({"value": 8, "first": 27, "last": 297}))
    );
    assert_eq!(json["period"], json!({"period": 12, "preperiod": 71, "saltus": 0, "last_exception": 70}));
    assert_eq!(json["frequencies"][0], json!([0, 1]));
    let counted: u64 =
        json["frequencies"].as_array().expect("a list").iter().filter_map(|f| f[1].as_u64()).sum();
    assert_eq!(counted, 301);
    // The checksum is that of the list, whatever part is requested and whatever method computes it.
    for (game, from, to) in [("kayles", "0", "300"), ("kayles", "10^18", "10^18+40"), ("nim", "3", "90")] {
        let words = ["values", game, "--from", from, "--to", to];
        let sum = grundy(&words).out.lines().fold(0_u64, |sum, line| {
            let value: u64 = line.split(' ').nth(1).expect("a value").parse().expect("a number");
            sum.wrapping_mul(31).wrapping_add(value)
        });
        let stats = grundy(&[&words[..], &["--stats", "--json"]].concat()).json();
        assert_eq!(stats["checksum"], format!("{sum:016x}"), "{words:?}");
    }
    // Stopped in the middle of a list, the output is still one JSON object, with the values so far.
    let stopped = grundy(&["values", "nim", "--to", "10^12", "--json", "--time", "300ms"]);
    let json: Json = serde_json::from_str(&stopped.out).expect("one object");
    assert_eq!((stopped.code, json["error"]["code"].as_str()), (3, Some("time-limit")), "{}", stopped.err);
    assert_eq!(json["values"][1000], json!(1000));
    let text = grundy(&["values", "kayles", "--to", "300", "--stats", "--lang", "zh"]).out;
    assert!(text.contains("最大值：8") && text.contains("周期"), "{text}");
    let path = std::env::temp_dir().join(format!("grundy-plot-{}.svg", std::process::id()));
    let name = path.to_str().expect("a path");
    for (lang, word) in [("en", "period 12"), ("zh", "以 12 为周期")] {
        let run = grundy(&["values", "kayles", "--to", "150", "--plot", name, "--lang", lang]);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
        let svg = std::fs::read_to_string(&path).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.contains(word) && svg.ends_with("</svg>\n"), "{svg}");
    }
    std::fs::remove_file(&path).expect("the picture is there");
}

#[test]
fn a_period_is_that_of_the_contract() {
    let kayles = grundy(&["period", "kayles", "--json"]);
    assert_eq!(
        kayles.out,
        "{\"schema\":1,\"game\":\"kayles\",\"period\":12,\"preperiod\":71,\"saltus\":0,\"max_value\":8,\
         \"checked_to\":167,\"proof\":\"Guy and Smith 1956\"}\n"
    );
    assert_eq!(grundy(&["period", "kayles", "--limit", "167"]).code, 0);
    let seen = grundy(&["period", "kayles", "--limit", "166", "--json"]);
    assert_eq!(seen.code, 3);
    let seen = seen.json();
    assert_eq!((&seen["period"], &seen["checked_to"]), (&Json::Null, &json!(166)));
    assert_eq!(seen["seen"], json!({"period": 12, "preperiod": 71, "saltus": 0, "to": 166}));
    let text = grundy(&["period", "kayles", "--limit", "166"]);
    assert!(
        text.code == 3 && text.out.contains("observed so far: period 12") && text.out.contains("167"),
        "{text:?}"
    );
    let none = grundy(&["period", "take 1..n/2", "--limit", "1e3", "--lang", "zh"]);
    assert!(none.code == 3 && none.out.contains("没有能为这类规则证明周期的定理"), "{none:?}");
    let nim = grundy(&["period", "nim", "--json"]).json();
    assert_eq!((&nim["period"], &nim["saltus"], &nim["max_value"]), (&json!(1), &json!(1), &Json::Null));
    // A long code is a rule set like any other.
    let code = format!("octal(0.{})", "137".repeat(100));
    let long = grundy(&["period", &code, "--json", "--limit", "2000"]);
    assert!([0, 3].contains(&long.code), "{long:?}");
    assert_eq!(long.json()["game"], code);
}

#[test]
fn batch_answers_line_by_line_in_columns() {
    let run = piped(&["batch", "nim", "--show", "outcome,value,moves,first-move,method"], "3 4\n1, 1\n");
    assert_eq!(run.out, "N\t7\t3 3\t3 3\tnim\nP\t0\t\t\tnim\n", "{}", run.err);
    let run = piped(&["batch", "wythoff", "--show", "outcome,moves", "-"], "646 583\n");
    assert_eq!(run.out, "N\t101 164;360 583;399 646\n", "{}", run.err);
    let run = piped(&["batch", "wythoff", "--keep-going"], "1 2\n\n1 x\n-1 2\n5 7\n");
    assert_eq!((run.code, run.out.as_str()), (0, "P\nerror\nerror\nerror\nN\n"), "{}", run.err);
    let one = piped(&["batch", "wythoff", "--threads", "1"], "1 2\n5 7\n");
    assert_eq!(one.out, piped(&["batch", "wythoff", "--threads", "3"], "1 2\n5 7\n").out);
}

#[test]
fn very_many_heaps_answer() {
    let mut line = String::new();
    let mut sum = 0_u64;
    let heaps = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 1_000_000_u64 } else { 200_000 };
    for heap in 1..=heaps {
        sum ^= heap;
        let _ = write!(line, "{heap} ");
    }
    let answer = piped(&["solve", "nim", "--json", "--moves", "2"], &line).json();
    assert_eq!(answer["value"], sum);
    assert_eq!(answer["outcome"], "N");
    assert_eq!(piped(&["batch", "nim"], &line).out, "N\n");
    let _ = write!(line, "{sum}");
    assert_eq!(piped(&["batch", "nim", "--show", "outcome,value"], &line).out, "P\t0\n");
}

#[test]
fn the_catalogue_is_listed_and_shown_in_full() {
    let list = grundy(&["games"]).out;
    for name in ["nim", "bash(m)", "wythoff", "matches", "nimble"] {
        assert!(list.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name} in {list}");
    }
    let one = grundy(&["games", "wythoff"]).out;
    assert!(one.contains("take any or take any from 2 heaps") && one.contains("W. A. Wythoff"), "{one}");
    let chinese = grundy(&["games", "wythoff", "--lang", "zh"]).out;
    assert!(chinese.contains("威佐夫博弈"), "{chinese}");
    assert_eq!(grundy(&["games", "威佐夫"]).out, one);
    let json = grundy(&["games", "wythoff", "--json"]).json();
    assert_eq!(json["games"][0]["rules"], "take any or take any from 2 heaps");
}

#[test]
fn completions_and_manual_name_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = grundy(&["completions", shell]).out;
        for name in ["solve", "explain", "games", "values", "table", "judge", "stress", "batch"] {
            assert!(script.contains(name), "{name} in {shell}");
        }
    }
    let manual = grundy(&["man"]).out;
    assert!(manual.contains(".TH"), "{manual}");
    for name in ["solve", "explain", "games", "values", "table", "judge", "stress", "batch"] {
        assert!(manual.contains(&format!("grundy\\-{name}")), "{name}");
    }
    let help = grundy(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    assert!(help.out.contains("solve"));
}

#[test]
fn the_locale_chooses_the_language_and_the_option_overrules_it() {
    let with = |variables: &[(&str, &str)], words: &[&str]| {
        let mut command = command();
        command.envs(variables.iter().copied()).args(words);
        finish(command, "").out
    };
    let question = ["solve", "nim", "3"];
    assert!(with(&[], &question).contains("the player to move wins"));
    assert!(with(&[("LANG", "zh_CN.UTF-8")], &question).contains("先手必胜"));
    assert!(with(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")], &question).contains("the player to move wins"));
    assert!(with(&[("LANG", "en_US.UTF-8")], &["solve", "nim", "3", "--lang", "zh"]).contains("先手必胜"));
    assert!(with(&[("LANG", "zh_CN.UTF-8")], &["solve", "--lang=en", "nim", "3"]).contains("player"));
    assert!(with(&[("LANG", "zh_CN.UTF-8")], &["solve", "--help"]).contains("必胜"));
}

#[test]
fn quiet_commands_still_say_what_is_wrong() {
    let run = grundy(&["solve", "wytof", "3", "5", "-q"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("did you mean `wythoff`?"), "{run:?}");
    let brackets = grundy(&["solve", "chomp(3,5)"]);
    assert!(brackets.err.contains("`chomp[3, 5]`"), "{brackets:?}");
}

#[test]
fn a_closed_pipe_is_quiet() {
    for words in [&["values", "nim", "--to", "3000000"][..], &["batch", "nim"], &["judge", "POJ 1067"]] {
        let mut command = command();
        let mut child = command
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut input = child.stdin.take().expect("a pipe");
        let writer = std::thread::spawn(move || {
            let lines = "1 2\n".repeat(1 << 16);
            for _ in 0..64 {
                if std::io::Write::write_all(&mut input, lines.as_bytes()).is_err() {
                    break;
                }
            }
        });
        let mut first = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut first).expect("a line");
        drop(out);
        let ended = child.wait_with_output().expect("the command ends");
        writer.join().expect("the writer ends");
        assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "{words:?}");
        assert_eq!(ended.status.code(), Some(0), "{words:?}");
    }
}

#[test]
fn a_table_is_drawn_in_every_form() {
    let table = |more: &[&str]| {
        let words = [&["table", "wythoff", "--size", "4x6"], more].concat();
        let run = grundy(&words);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
        run
    };
    let json = table(&["--show", "value", "--json"]).json();
    assert_eq!(json["size"], json!([4, 6]));
    assert_eq!(
        (&json["schema"], &json["show"], &json["game"]),
        (&json!(1), &json!("value"), &json!("wythoff"))
    );
    assert_eq!(json["rows"][1], json!([1, 2, 0, 4, 5, 3]));
    let json = table(&["--json"]).json();
    assert_eq!(json["rows"][1], json!(["N", "N", "P", "N", "N", "N"]));
    let text = table(&[]).out;
    assert!(text.contains("wythoff") && text.contains('▀') && !text.contains('\u{1b}'), "{text}");
    assert!(table(&["--color", "always"]).out.contains('\u{1b}'));
    assert!(table(&["--lang", "zh"]).out.contains("第一堆"));
    let place = std::env::temp_dir().join(format!("grundy-table-{}", std::process::id()));
    std::fs::create_dir_all(&place).expect("a folder");
    let path = |name: &str| place.join(name).to_str().expect("a path").to_owned();
    let (svg, png, csv) = (path("t.svg"), path("t.png"), path("t.csv"));
    let quiet = table(&["--show", "remoteness", "--svg", &svg, "--png", &png, "--csv", &csv]);
    assert_eq!(quiet.out, "");
    assert!(std::fs::read_to_string(&svg).expect("a file").starts_with("<svg "));
    assert!(std::fs::read(&png).expect("a file").starts_with(b"\x89PNG"));
    assert!(std::fs::read_to_string(&csv).expect("a file").starts_with(",0,1,2,3,4,5\n0,0,1,1,1,1,1\n"));
    std::fs::remove_dir_all(&place).expect("the folder is there");
}

#[test]
fn coupled_heaps_are_answered_from_everything_below() {
    let sum = grundy(&["solve", "wythoff[100, 200] + nim[3]", "--json"]).json();
    assert_eq!((&sum["outcome"], &sum["method"]["kind"]), (&json!("N"), &json!("computation")));
    let value = grundy(&["solve", "--value", "wythoff", "1", "3", "--json"]).json();
    assert_eq!((&value["value"], &value["method"]["name"]), (&json!(4), &json!("wythoff")));
    let large = grundy(&["solve", "take 1..n/2 or take any from 2 heaps[300, 400]", "--json"]).json();
    assert_eq!(large["method"]["kind"], "computation");
    assert_eq!(large["moves_complete"], true);
}

#[test]
fn a_turn_of_very_many_moves_is_put_into_words_in_short() {
    let text = format!("some({})", vec!["nim[1]"; 20_000].join(", "));
    let mut command = command();
    command.args(["solve", "-", "--moves", "1"]);
    let run = finish(command, &text);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("19988 more changes of this kind"), "{run:?}");
}

#[test]
fn a_byte_order_mark_is_no_part_of_what_is_read() {
    let nim = grundy(&["solve", "nim", "3", "5"]).out;
    assert_eq!(piped(&["solve", "nim", "-"], "\u{feff}3 5\n").out, nim);
    assert_eq!(piped(&["solve", "-"], "\u{feff}nim[3, 5]\n").out, nim);
    let certificate = include_str!("../../../../docs/src/en/certificates.in/kayles.json");
    assert_eq!(piped(&["verify", "-"], &format!("\u{feff}{certificate}")).code, 0);
    let folder = tempfile::tempdir().expect("a folder");
    let profile = folder.path().join("mine.toml");
    let text = include_str!("../../../grundy-judge/profiles/poj-1067.toml");
    std::fs::write(&profile, format!("\u{feff}{text}")).expect("a file");
    assert_eq!(piped(&["judge", profile.to_str().expect("a path")], "2 1\n").out, "0\n");
    assert_eq!(piped(&["nash", "-"], "\u{feff}1 2; 3 4\n").code, 0);
}
