//! `play` from a pipe: whole games as transcripts, in both languages and as JSON; errors on the way.

use crate::common::{Run, grundy, piped};
use serde_json::Value as Json;

/// Parses one JSON object for each line.
fn events(run: &Run) -> Vec<Json> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

fn of_kind<'a>(events: &'a [Json], kind: &str) -> Vec<&'a Json> {
    events.iter().filter(|event| event["event"] == kind).collect()
}

const WON: &str = "take 2 from 3\ntake 1 from 5\ntake 1 from 4\n";

#[test]
fn a_game_from_a_pipe_is_a_transcript() {
    let run = piped(&["play", "nim", "1", "2"], "take 1 from 2\n0 0\n");
    let expected = "\
Type a move such as `take 1 from 2`, ? for help, quit to leave.
Take any number of stones from one heap. Whoever makes the last move wins.
nim[1, 2]
   1  o
   2  oo
> take 1 from 2
You: take 1 from the heap of 2, leaving [1, 1]
nim[1, 1]
   1  o
   1  o
Engine: take 1 from the heap of 1, leaving [0, 1]
nim[0, 1]
   0
   1  o
> 0 0
You: take 1 from the heap of 1, leaving [0, 0]
nim[0, 0]
   0
   0
You win
The game is over. `history` shows who was winning, `undo` takes moves back, `quit` leaves.
";
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, expected);
    assert_eq!(piped(&["play", "nim", "1", "2"], "take 1 from 2\n0 0\n").out, run.out);
}

#[test]
fn the_same_game_in_chinese() {
    let run = piped(&["play", "nim", "1", "2", "--lang", "zh"], "从 2 取 1\n0\n历史\n退出\n");
    let expected = "\
请输入走法，例如“从 2 取 1”；输入 ? 看帮助，“退出”离开。
从一堆中取走任意正整数枚石子。走最后一步者胜。
nim[1, 2]
   1  o
   2  oo
> 从 2 取 1
你：从 2 枚的堆取 1 枚，留下 [1, 1]
nim[1, 1]
   1  o
   1  o
电脑：从 1 枚的堆取 1 枚，留下 [0, 1]
nim[0, 1]
   0
   1  o
> 0
你：从 1 枚的堆取 1 枚，留下 [0, 0]
nim[0, 0]
   0
   0
你赢了
对局结束。“历史”显示各步局势，“悔棋”退回，“退出”离开。
> 历史
  0. 开局 -- 必胜：你
  1. 你：从 2 取 1 -- 必胜：你
  2. 电脑：从 1 取 1 -- 必胜：你
> 3. 你：从 1 取 1 -- 必胜：你
> 退出
";
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, expected);
}

#[test]
fn an_illegal_move_is_explained_and_the_game_goes_on() {
    let run = piped(&["play", "bash:3", "9"], "take 4\ntake 12\n9\nfish\n#99\n: 3\n\ntake 1\n");
    assert_eq!(run.code, 0);
    for reason in [
        "no single move",
        "12 cannot be taken",
        "must change",
        "write what is done",
        "numbers 1 to",
        "1 to 1",
    ] {
        assert!(run.out.contains(reason), "{reason}: {}", run.out);
    }
    assert_eq!(run.out.matches("is not a legal move").count(), 6, "{}", run.out);
    assert!(run.out.contains("You: take 1 from the heap of 9, leaving [8]"), "{}", run.out);
    assert!(
        run.out.contains("Legal moves include `take 3 from 9`, `take 2 from 9`, `take 1 from 9`"),
        "{}",
        run.out
    );
}

#[test]
fn a_mistake_is_named_with_the_reply_and_taken_back() {
    let run = piped(&["play"], "take 1 from 5\nundo\nhint\nhint\nhint\nwhy\ntake 2 from 3\n");
    assert!(run.out.contains("A mistake: the win is gone."), "{}", run.out);
    assert!(run.out.contains("The reply that punishes it: take 3 from the heap of 3"), "{}", run.out);
    let at = |text: &str| run.out.find(text).unwrap_or_else(|| panic!("{text}: {}", run.out));
    assert!(at("You can win from here; winning moves: 1.") < at("Move in the heap of 3."));
    assert!(at("Move in the heap of 3.") < at("This wins: take 2 from the heap of 3"));
    assert!(run.out.contains("Method: nim (C. L. Bouton 1901)."), "{}", run.out);
    assert_eq!(run.out.matches("A mistake").count(), 1);
}

#[test]
fn json_has_one_event_a_line() {
    let run = piped(&["play", "--json"], &format!("?\nfish\n{WON}history\nmoves\nhint\nnext\ngoto 99\n"));
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let events = events(&run);
    assert_eq!((&events[0]["event"], &events[0]["you"]), (&"start".into(), &1.into()));
    assert_eq!(of_kind(&events, "refused")[0]["error"]["code"], "play-illegal");
    assert_eq!(of_kind(&events, "refused")[1]["error"]["code"], "play-goto");
    let moves = of_kind(&events, "move");
    let by: Vec<u64> = moves.iter().filter_map(|event| event["by"].as_u64()).collect();
    assert!(by.len() == moves.len() && by.chunks(2).all(|pair| [1, 2].starts_with(pair)), "{by:?}");
    assert_eq!(moves[0]["position"], "nim[1, 4, 5]");
    let history = of_kind(&events, "history")[0];
    assert_eq!(history["places"].as_array().map(Vec::len), Some(moves.len() + 1));
    assert!(history["places"].as_array().is_some_and(|places| places[0]["outcome"] == "N"));
}

#[test]
fn engines_begin_blunder_and_win() {
    let first = piped(&["play", "--first", "engine", "--json"], "");
    assert_eq!(of_kind(&events(&first), "move")[0]["move"], "take 2 from 3");
    // An engine that always errs gives away a won position.
    let blunder = piped(&["play", "--first", "engine", "--mistakes", "100%", "--hints"], "");
    assert!(blunder.out.contains("A mistake: the win is gone."), "{}", blunder.out);
    let again =
        |seed: &str| piped(&["play", "--first", "engine", "--mistakes", "100%", "--seed", seed], "").out;
    assert_eq!(again("5"), again("5"));
    // Under misère play the player who takes the last stone loses, here because no other move is left.
    let lost = piped(&["play", "nim", "2", "2", "--misere", "--json"], "take 2 from 2\ntake 1\n");
    assert_eq!(of_kind(&events(&lost), "end")[0]["winner"], 2);
}

#[test]
fn two_people_play_and_are_told_nothing_they_did_not_ask_for() {
    let run =
        piped(&["play", "wythoff", "3", "5", "--two"], "take 1 from 5\n1 2\nhistory\nnext\ngoto 1\nnext\n");
    assert!(run.out.contains("Player 1 to move") && run.out.contains("Player 2: "), "{}", run.out);
    let before_history = run.out.split("> history").next().unwrap_or_default();
    assert!(!before_history.contains("mistake") && !before_history.contains("winning"), "{}", run.out);
}

#[test]
fn a_puzzle_is_tried_until_it_is_solved() {
    let run = piped(&["play", "--puzzle"], "take 1 from 3\ntake 2 from 3\ntake 1 from 5\n");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("That is not the best move; try again."), "{}", run.out);
    assert!(run.out.ends_with("Solved: this move keeps the best result.\n"), "{}", run.out);
    let lost = grundy(&["play", "nim", "2", "2", "--puzzle", "--json"]);
    assert_eq!((lost.code, lost.error()["code"].as_str()), (2, Some("puzzle-lost")));
}

#[test]
fn any_game_can_be_played() {
    for (words, lines, shown) in [
        (&["take 1, 3", "4"][..], "+1\ntake 3\n", "leaving [1]"),
        (&["kayles", "3"], "1 1\n", "leaving [1, 1]"),
        (&["grundy", "7"], "split 7 into 3 4\n", "leaving [3, 4]"),
        (&["race(10, 1..3)"], "+2\n", "making [2]"),
        (&["nim[2] + kayles[3]"], "2: 1 1\ntake 1 from 2\n", "leaving [1, 1] in kayles"),
        (&["graph(\"a: b c; b: c; c:\")", "a"], "c\n", "You: go to [c]"),
        (&["take any; win most", "3"], "take 3\n", "You win, 3 ahead"),
        (&["nim", "10^30", "2^100"], "take 1 from 10^30\n", "leaving [999999999999999999999999999999"),
    ] {
        let run = piped(&[&["play"], words].concat(), lines);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
        assert!(run.out.contains(shown), "{words:?}: {}", run.out);
    }
}

#[test]
fn wrong_usage_is_refused_before_anything_is_said() {
    for (words, code) in [
        (&["play", "nim"][..], "heaps-missing-here"),
        (&["play", "--mistakes", "120%"], "mistakes"),
        (&["play", "--two", "--puzzle"], "conflict"),
        (&["play", "--two", "--two"], "repeated"),
        (&["play", "nym", "3"], "unknown-game"),
    ] {
        let run = piped(&[words, &["--json"]].concat(), "take 1\n");
        assert_eq!((run.code, run.error()["code"].as_str()), (2, Some(code)), "{words:?}");
    }
    let run = piped(&["play", "--two", "--mistakes", "20%"], "");
    assert_eq!(run.err, "error: --two and --mistakes <20%> cannot be used together\n");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_130() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut child = crate::common::command()
        .args(["play"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // Held open: at the end of the input the game would end too.
    let input = child.stdin.take();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    // After the first line the signal handler is installed.
    out.read_line(&mut String::new()).expect("a line");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    drop(input);
}

#[test]
fn a_game_is_saved_replayed_and_taken_up_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let file = path.to_str().expect("UTF-8");
    for (start, typed) in [
        (&["nim", "3", "4", "5"][..], "take 2 from 3\n"),
        (&["misere nim[1, 2] + kayles[5]"], "2: 1 2\nundo\n2: 1 3\n"),
        (&["graph(\"a: b c; b: c d; c: d; d:\")", "a"], "b\n"),
        (&["fibonacci", "13"], "take 1\n"),
        (&["turtles[1, 3, 5]"], "#1\n"),
        (&["race(30, 1..3)"], "+2\n"),
    ] {
        let first = piped(&[&["play", "--json", "--save", file], start].concat(), typed);
        assert_eq!(first.code, 0, "{first:?}");
        let position =
            |run: &Run| of_kind(&events(run), "position").last().expect("a position")["position"].clone();
        let saved = std::fs::read_to_string(&path).expect("a game");
        assert!(saved.starts_with("new ") && saved.lines().count() == 3, "{saved}");
        let replayed = piped(&["play", "--json", "--two"], &saved);
        assert_eq!(position(&replayed), position(&first), "{start:?}");
        let again = piped(&["play", "--json", "--load", file, "--save", file], "");
        assert_eq!(position(&again), position(&first), "{start:?}");
        assert_eq!(std::fs::read_to_string(&path).expect("a game"), saved);
        let back = piped(&["play", "--json", "--load", file], "undo\n");
        assert_eq!(of_kind(&events(&back), "position").last().expect("a position")["at"], 0);
    }
    for (text, code, line) in [
        ("take 2 from 3\n", "no-game", None),
        ("", "no-game", None),
        ("new nym[3]\n", "unknown-game", Some(1)),
        ("new nim[3]\n\ntake 4 from 3\n", "play-illegal", Some(3)),
    ] {
        std::fs::write(&path, text).expect("written");
        let run = piped(&["play", "--json", "--load", file], "");
        assert_eq!((run.code, run.error()["code"].as_str()), (2, Some(code)), "{text}");
        assert_eq!(run.error()["line"].as_u64(), line, "{text}");
    }
}

#[test]
fn another_game_begins_where_it_is_asked_for() {
    let lines = "take 2 from 3\nnew\nnew wythoff 3 5\ntake 1 from 5\nnew nym 3\nnew nim\n";
    let run = piped(&["play", "--json"], lines);
    let events = events(&run);
    let games: Vec<&str> =
        of_kind(&events, "start").iter().filter_map(|event| event["game"].as_str()).collect();
    assert_eq!(games, ["nim[3, 4, 5]", "nim[3, 4, 5]", "wythoff[3, 5]"]);
    let refused: Vec<&str> =
        of_kind(&events, "refused").iter().filter_map(|event| event["error"]["code"].as_str()).collect();
    assert_eq!(refused, ["unknown-game", "heaps-missing-here"]);
}

#[test]
fn a_screen_is_refused_where_there_is_none() {
    let run = piped(&["play", "--screen"], "");
    assert_eq!(run.code, 2);
    let said = if cfg!(feature = "tui") { "--screen needs a terminal" } else { "--features tui" };
    assert!(run.err.contains(said), "{}", run.err);
}
