//! `nash`: its arguments, its output, and its exit codes.

use std::fs;

use crate::common::{grundy, piped};
use serde_json::{Value as Json, json};

const DILEMMA: &str = "-1,-1 -9,0; 0,-9 -6,-6";

#[test]
fn the_json_is_that_of_the_contract() {
    let answer = grundy(&["nash", "1 -1; -1 1", "--json"]).json();
    let expected = json!({
        "schema": 1,
        "game": {"row": [["1", "-1"], ["-1", "1"]], "column": [["-1", "1"], ["1", "-1"]]},
        "method": "all",
        "equilibria": [{"row": ["1/2", "1/2"], "column": ["1/2", "1/2"], "payoff": ["0", "0"], "pure": false}],
        "complete": true,
        "components": [[0]],
        "pure": [],
        "mixed": [{"row": ["1/2", "1/2"], "column": ["1/2", "1/2"], "payoff": ["0", "0"], "pure": false}],
        "value": "0",
        "dominated": [],
        "dominance": "mixed",
        "degenerate": false
    });
    assert_eq!(answer, expected);
    let keys = |json: &Json| json.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&answer), keys(&expected), "the fields come in the same order");
    let dominated = grundy(&["nash", DILEMMA, "--json"]).json()["dominated"][0].clone();
    let expected = json!({"player": "row", "strategy": 0, "by": ["0", "1"], "strict": true, "round": 1});
    assert_eq!(dominated, expected);
}

#[test]
fn a_game_may_come_in_several_ways() {
    let answer = grundy(&["nash", DILEMMA, "--json"]).out;
    let game = serde_json::from_str::<Json>(&answer).expect("JSON")["game"].to_string();
    assert_eq!(piped(&["nash", "--json"], DILEMMA).out, answer);
    assert_eq!(piped(&["nash", "-", "--json"], &game).out, answer);
    assert_eq!(grundy(&["nash", "--json", "-1 -9; 0 -6 | -1 0; -9 -6"]).out, answer);
    let folder = tempfile();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let nfg = file("game.nfg", "NFG 1 R \"\" { \"\" \"\" } { 2 2 } -1 -1 0 -9 -9 0 -6 -6");
    let read = grundy(&["nash", &nfg, "--json"]).json();
    assert_eq!(read["equilibria"], serde_json::from_str::<Json>(&answer).expect("JSON")["equilibria"]);
    let (row, column) = (file("row.csv", "-1,-9\n0,-6\n"), file("column.csv", "-1,0\n-9,-6\n"));
    assert_eq!(grundy(&["nash", &row, &column, "--json"]).out, answer);
    assert_eq!(grundy(&["nash", &row, "--json"]).json()["value"], "-6");
    fs::remove_dir_all(folder).expect("the folder goes");
}

fn tempfile() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-nash-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn known_games_have_names_in_both_languages() {
    let (english, chinese) = (grundy(&["nash", "prisoners"]), grundy(&["nash", "囚徒困境", "--lang", "zh"]));
    assert!(english.out.contains("confess | confess: payoffs -6 and -6"), "{}", english.out);
    assert!(chinese.out.contains("坦白 | 坦白：收益 -6 与 -6"), "{}", chinese.out);
    assert_eq!(grundy(&["nash", "stag", "hunt"]).out, grundy(&["nash", "stag hunt"]).out);
    let list = grundy(&["nash", "--list"]).out;
    assert!(list.lines().count() >= 7 && list.lines().all(|line| line.split('\t').count() == 3), "{list}");
}

#[test]
fn methods_answer_what_they_are_for() {
    let method = |name: &str| grundy(&["nash", "battle", "--method", name, "--json"]);
    assert_eq!(method("all").json()["equilibria"].as_array().map(Vec::len), Some(3));
    assert_eq!(method("pure").json()["equilibria"].as_array().map(Vec::len), Some(2));
    let paths = method("lemke-howson").json();
    assert_eq!(paths["paths"].as_array().map(Vec::len), Some(4));
    assert_eq!((&paths["complete"], &paths["degenerate"]), (&json!(false), &Json::Null));
    let refused = method("zero-sum");
    assert_eq!((refused.code, refused.error()["code"].as_str()), (2, Some("payoff-not-zero-sum")));
    assert_eq!(grundy(&["nash", "pennies", "--method", "zero-sum", "--json"]).json()["value"], "0");
}

#[test]
fn wrong_input_is_refused_with_its_place() {
    for (words, code) in [
        (vec!["1 2; 3"], "payoff-ragged"),
        (vec!["1 2; 3 1/0"], "payoff-zero"),
        (vec!["1,-1; -1,1"], "payoff-ambiguous"),
        (vec!["1 | 2 | 3"], "payoff-players"),
        (vec!["no-such-file.nfg"], "file"),
        (vec!["--metod", "pure"], "unknown-argument"),
    ] {
        let run = grundy(&[vec!["nash", "--json"], words.clone()].concat());
        assert_eq!((run.code, run.error()["code"].as_str()), (2, Some(code)), "{words:?}");
    }
    let run = grundy(&["nash", "prisonners", "--json"]);
    assert_eq!(run.error()["suggestion"], "prisoners");
    let run = piped(&["nash", "--json"], "NFG 1 R \"\" { \"\" \"\" } { 1000000 1000000 }");
    assert_eq!(run.error()["code"], "payoff-too-large");
}

/// Coordination on the diagonal has 2^24 - 1 equilibria, too many for a second. However slow the machine is, enough time is reserved to
/// check and write the results, so the watchdog never ends the program.
#[test]
fn a_limit_keeps_what_was_found() {
    let row = |i: usize| (0..24).map(|j| u8::from(i == j).to_string()).collect::<Vec<_>>().join(" ");
    let matrix = (0..24).map(row).collect::<Vec<_>>().join("; ");
    let run = grundy(&["nash", &format!("{matrix} | {matrix}"), "--time", "1s", "--json"]);
    assert_eq!(run.code, 3);
    let answer = run.json();
    assert_eq!((&answer["complete"], &answer["reason"]), (&json!(false), &json!("time-limit")));
    assert!(answer["equilibria"].as_array().is_some_and(|found| !found.is_empty()));
    let run = grundy(&["nash", &format!("{matrix} | {matrix}"), "--time", "1s"]);
    assert_eq!(run.code, 3);
    assert!(run.out.contains("there may be more") && run.err.contains("time limit"), "{}", run.err);
}
