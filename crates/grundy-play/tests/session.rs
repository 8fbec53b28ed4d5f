//! Games played out: the laws of a session, of moves read from text, of the engine and its verdicts, over
//! random rules and positions.

use std::time::Duration;

use dashu_int::{IBig, UBig};
use grundy_campaign::generator::{self, Random};
use grundy_play::{Choice, End, Engine, Hints, Seat, Session, choices, puzzle, read, rules_in_words};
use grundy_solver::answer::Doing;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::notation::parse_position;
use grundy_solver::own::{OwnGame, Typed};
use grundy_solver::position::Position;
use grundy_solver::text::Lang;
use grundy_solver::{Outcome, Solver};

/// Positions with more moves are skipped.
const MOST_MOVES: usize = 300;

/// Limits that suffice for every position below, even on a busy machine.
fn limits() -> Limits {
    Limits { memory: 1 << 26, time: Some(Duration::from_mins(1)), threads: 1 }
}

/// Small random positions that the solver can solve, with their outcomes.
fn random_positions(seed: u64, count: usize) -> Vec<(Position, Outcome)> {
    let mut random = Random::new(seed);
    let quick = Some(Duration::from_secs(5));
    let solver = Solver::new(Limits { memory: 1 << 20, time: quick, threads: 1 });
    let mut found = Vec::new();
    while found.len() < count {
        let Ok(position) = parse_position(&generator::position(&mut random)) else { continue };
        let Ok((_, true)) = choices(&position, MOST_MOVES, &Budget::new(limits())) else { continue };
        if let Ok(outcome) = solver.outcome(&position) {
            found.push((position, outcome));
        }
    }
    found
}

fn pick(random: &mut Random, mut from: Vec<Choice>) -> Choice {
    let index = random.below(from.len() as u64);
    from.swap_remove(usize::try_from(index).unwrap())
}

/// Plays the engine in this seat against random moves; returns how it ended.
fn played_out(
    session: &mut Session,
    engine: &mut Engine,
    seat: Seat,
    random: &mut Random,
    solver: &Solver,
) -> End {
    let budget = Budget::new(limits());
    loop {
        if let Some(end) = session.end(solver).unwrap() {
            return end;
        }
        let choice = if session.to_move() == seat {
            engine.choose(session, solver).unwrap()
        } else {
            pick(random, choices(session.position(), MOST_MOVES, &budget).unwrap().0)
        };
        session.play(choice).unwrap();
    }
}

#[test]
fn a_perfect_engine_never_does_worse_than_its_position() {
    let mut random = Random::new(7);
    let mut won = 0;
    for (index, (position, outcome)) in random_positions(1, 400).into_iter().enumerate() {
        let seat = if index % 2 == 0 { Seat::First } else { Seat::Second };
        let solver = Solver::new(limits());
        let mut session = Session::new(position.clone());
        let start = session.standing(0, &solver).unwrap();
        assert_eq!(start.outcome, outcome);
        let end = played_out(&mut session, &mut Engine::perfect(), seat, &mut random, &solver);
        let line: Vec<String> = session.moves().iter().map(Choice::text).collect();
        if let Some(margin) = start.margin {
            // The engine's lead at the end must be at least that of best play.
            let promised = if seat == Seat::First { margin } else { -margin };
            let got = match end {
                End::Won { winner, by: Some(by) } if winner == seat => by,
                End::Won { by: Some(by), .. } => -by,
                _ => IBig::ZERO,
            };
            // In misère scoring, fewer stones win.
            if !position.is_misere() {
                assert!(got >= promised, "{position} {line:?}");
            }
            continue;
        }
        match (start.winner(Seat::First), end.winner()) {
            (Some(winner), real) if winner == seat => {
                assert_eq!(real, Some(seat), "{position} {line:?}");
                won += 1;
            }
            (None, Some(real)) => assert_eq!(real, seat, "{position} {line:?}"),
            _ => {}
        }
    }
    assert!(won > 100, "only {won} games were there to be won");
}

/// A coin on a circle of seven squares with an exit: it moves one square or two, or leaves from the first.
struct Circle;

impl OwnGame for Circle {
    type Position = u64;

    fn start(&self) -> u64 {
        3
    }

    fn options(&self, &square: &u64) -> Vec<u64> {
        match square {
            7 => vec![],
            0 => vec![7, 1],
            _ => vec![(square + 1) % 7, (square + 2) % 7],
        }
    }
}

#[test]
fn a_game_that_goes_round_in_circles_is_won_or_ends_by_repetition() {
    let mut random = Random::new(3);
    let game = Typed::new("circle", Circle);
    let solver = Solver::new(limits());
    for square in 0..7 {
        for seat in [Seat::First, Seat::Second] {
            let mut session = Session::new(game.at(square).unwrap());
            let start = session.standing(0, &solver).unwrap();
            let end = played_out(&mut session, &mut Engine::perfect(), seat, &mut random, &solver);
            match start.winner(Seat::First) {
                Some(winner) if winner == seat => assert_eq!(end.winner(), Some(seat), "{square}"),
                None => assert_ne!(end.winner(), Some(seat.other()), "{square}"),
                Some(_) => {}
            }
        }
    }
}

#[test]
fn what_a_move_is_written_as_reads_back_as_that_move() {
    let budget = Budget::new(Limits { time: None, ..limits() });
    let mut checked = 0;
    for (position, _) in random_positions(2, 300) {
        let (listed, all) = choices(&position, MOST_MOVES, &budget).unwrap();
        assert!(all);
        for (index, choice) in listed.iter().enumerate() {
            for text in [choice.text(), choice.typed().render(Lang::Zh)] {
                match read(&position, &text, &budget) {
                    Ok(again) => {
                        assert_eq!(again.result(), choice.result(), "{position} {text}");
                        checked += 1;
                    }
                    // Two histories with the same heaps: the number in the list distinguishes them.
                    Err(error) => assert_eq!(error.code(), "play-ambiguous", "{position} {text}"),
                }
            }
            if index < grundy_play::LISTED {
                let numbered = read(&position, &format!("#{}", index + 1), &budget).unwrap();
                assert_eq!(numbered.result(), choice.result(), "{position}");
            }
        }
    }
    assert!(checked > 1000, "only {checked} moves");
}

#[test]
fn a_vertex_with_signs_in_its_name_can_be_chosen() {
    let budget = Budget::new(limits());
    let position = parse_position("graph(\"a: b #b #1 #3 alas:\")[a]").unwrap();
    let (listed, _) = choices(&position, MOST_MOVES, &budget).unwrap();
    assert_eq!(listed.len(), 5);
    for choice in &listed {
        assert_eq!(
            read(&position, &choice.text(), &budget).unwrap().result(),
            choice.result(),
            "{}",
            choice.text()
        );
    }
    let second = read(&position, "#2", &budget).unwrap();
    assert_eq!(second.result(), listed[1].result());
    assert_eq!(read(&position, "#6", &budget).unwrap_err().code(), "play-illegal");
}

/// Moves that leave all heaps as they are have no heaps to name them.
#[test]
fn stones_put_back_are_typed_and_said() {
    let budget = Budget::new(limits());
    let (two, one) = ("nim; put back 1..3 up to 2 times[2, 5]", "take 1; put back 2 up to 1 time[4]");
    let sum = "nim; put back 2 up to 1 time[5] + nim[5]";
    for (from, said, to) in [
        (two, "put back 2 on 5", "nim; put back 1..3 up to 2 times[2, 7; put 1]"),
        (two, "put 3 stones on the heap of 2", "nim; put back 1..3 up to 2 times[5, 5; put 1]"),
        (two, "往 5 枚的堆放回 2 枚", "nim; put back 1..3 up to 2 times[2, 7; put 1]"),
        (two, "放回2到5", "nim; put back 1..3 up to 2 times[2, 7; put 1]"),
        (two, "2 7", "nim; put back 1..3 up to 2 times[2, 7; put 1]"),
        (two, "take 1 from 2", "nim; put back 1..3 up to 2 times[1, 5]"),
        (one, "put back 2", "take 1; put back 2 up to 1 time[6; put 1]"),
        (sum, "1: put back 2 on 5", "nim; put back 2 up to 1 time[7; put 1] + nim[5]"),
    ] {
        let choice = read(&parse_position(from).unwrap(), said, &budget).unwrap();
        assert_eq!(choice.result().to_string(), to, "{from} {said}");
        assert_eq!(read(choice.from(), &choice.text(), &budget).unwrap(), choice, "{}", choice.text());
    }
    for (from, said) in [
        (two, "put back 4 on 5"),
        (two, "put back 2 on 3"),
        (two, "put back 2"),
        ("nim[5]", "put back 2 on 5"),
        ("take 1; put back 2 up to 1 time[4; put 1]", "put back 2"),
    ] {
        let error = read(&parse_position(from).unwrap(), said, &budget).unwrap_err();
        assert_eq!(error.code(), "play-illegal", "{from} {said}");
    }
    let choice = read(&parse_position(two).unwrap(), "put back 2 on 5", &budget).unwrap();
    assert_eq!(choice.in_words().render(Lang::En), "put back 2 on the heap of 5, leaving [2, 7; put 1]");
    assert_eq!(choice.in_words().render(Lang::Zh), "往 5 枚的堆放回 2 枚，留下 [2, 7; put 1]");
    assert_eq!(choice.typed().render(Lang::Zh), "往 5 放回 2");
}

#[test]
fn passes_and_openings_are_typed_and_said() {
    let budget = Budget::new(limits());
    let (nim, two) = ("nim; pass 1 time[3, 4]", "nim; pass 1 time[3] + nim[2]");
    let closed = "nim; heaps closed[3, 5, 5]";
    for (from, said, to) in [
        (nim, "pass", "nim; pass 1 time[3, 4; passed 1]"),
        (nim, "过", "nim; pass 1 time[3, 4; passed 1]"),
        (closed, "open 3 5", "nim; heaps closed[3, 5, 5; open 1, open 3]"),
        (closed, "打开 3 和 5", "nim; heaps closed[3, 5, 5; open 1, open 3]"),
        (closed, "open the heap of 5", "nim; heaps closed[3, 5, 5; open 3]"),
        ("nim; heaps closed[3, 5; open 2]", "take 2 from 5", "nim; heaps closed[3, 3; open 2]"),
        (two, "1: pass", "nim; pass 1 time[3; passed 1] + nim[2]"),
        (two, "pass", "nim; pass 1 time[3; passed 1] + nim[2]"),
    ] {
        let choice = read(&parse_position(from).unwrap(), said, &budget).unwrap();
        assert_eq!(choice.result().to_string(), to, "{from} {said}");
        assert_eq!(read(choice.from(), &choice.text(), &budget).unwrap(), choice, "{}", choice.text());
    }
    for (from, said) in [
        ("nim[3]", "pass"),
        ("nim; pass 1 time[0]", "pass"),
        ("nim; pass 1 time[3; passed 1]", "pass"),
        ("nim; heaps closed[3; open 1]", "open 3"),
        (closed, "open 4"),
        (closed, "3 5 5"),
    ] {
        let error = read(&parse_position(from).unwrap(), said, &budget).unwrap_err();
        assert_eq!(error.code(), "play-illegal", "{from} {said}");
    }
    let words = |from: &str, said: &str, lang| {
        read(&parse_position(from).unwrap(), said, &budget).unwrap().in_words().render(lang)
    };
    assert_eq!(words(nim, "pass", Lang::En), "pass, leaving [3, 4; passed 1]");
    assert_eq!(words(nim, "pass", Lang::Zh), "过（不取），留下 [3, 4; passed 1]");
    let opened = "open the heap of 3, and open the heap of 5, leaving [3, 5, 5; open 1, open 3]";
    assert_eq!(words(closed, "open 3 5", Lang::En), opened);
}

#[test]
fn text_is_a_legal_move_or_a_reason_and_never_anything_else() {
    let budget = Budget::new(Limits { time: None, ..limits() });
    let mut random = Random::new(5);
    let pieces = [
        "take", "1", "2", "3", "0", "from", " ", " ", ";", ":", "-", "+", "#", "取", "->", "2^70", "从", ",",
    ];
    let (mut legal, mut refused) = (0, 0);
    for (position, _) in random_positions(4, 200) {
        let (listed, _) = choices(&position, MOST_MOVES, &budget).unwrap();
        let session = Session::new(position.clone());
        for _ in 0..40 {
            let length = 1 + random.below(7);
            let text: String =
                (0..length).map(|_| pieces[usize::try_from(random.below(18)).unwrap()]).collect();
            let mut tried = session.clone();
            match read(session.position(), &text, &budget) {
                Ok(choice) => {
                    legal += 1;
                    assert!(listed.iter().any(|c| c.result() == choice.result()), "{position} `{text}`");
                    tried.play(choice).unwrap();
                    assert_eq!(tried.at(), 1);
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.code().starts_with("play-"), "{position} `{text}` {error}");
                    let said = error.message().render(Lang::Zh);
                    assert!(!said.contains("%{") && !said.is_ascii(), "{said}");
                }
            }
        }
    }
    assert!(legal > 100 && refused > 1000, "{legal} {refused}");
}

#[test]
fn a_move_of_another_position_changes_nothing() {
    let budget = Budget::default();
    let other = parse_position("nim[9]").unwrap();
    let stray = read(&other, "3", &budget).unwrap();
    let mut session = Session::new(parse_position("nim[3, 5]").unwrap());
    let before = session.clone();
    assert_eq!(session.play(stray).unwrap_err().code(), "play-elsewhere");
    assert_eq!(session.goto(1).unwrap_err().code(), "play-goto");
    assert_eq!(session, before);
}

#[test]
fn undo_and_redo_walk_along_the_line_and_a_new_move_cuts_it() {
    let budget = Budget::new(limits());
    let solver = Solver::new(limits());
    let mut random = Random::new(11);
    for (position, _) in random_positions(6, 60) {
        let mut session = Session::new(position.clone());
        played_out(&mut session, &mut Engine::new(50, 3), Seat::First, &mut random, &solver);
        let (full, length) = (session.clone(), session.at());
        assert!(!session.redo());
        for at in (0..length).rev() {
            assert!(session.undo());
            assert_eq!((session.at(), session.to_move()), (at, Seat::after(at)));
        }
        assert!(!session.undo() && *session.position() == position);
        assert_eq!(session.moves().len(), length);
        while session.redo() {}
        assert_eq!(session, full);
        if length > 0 {
            let at = usize::try_from(random.below(length as u64)).unwrap();
            session.goto(at).unwrap();
            assert_eq!(session.position(), &full.positions()[at]);
            let choice = pick(&mut random, choices(session.position(), MOST_MOVES, &budget).unwrap().0);
            session.play(choice).unwrap();
            assert_eq!((session.moves().len(), session.at()), (at + 1, at + 1));
            assert!(!session.redo());
        }
    }
}

#[test]
fn a_verdict_names_a_mistake_and_a_reply_that_wins() {
    let solver = Solver::new(limits());
    let mut random = Random::new(13);
    let mut mistakes = 0;
    for (position, _) in random_positions(8, 120) {
        if position.is_scoring() {
            continue;
        }
        let mut session = Session::new(position);
        played_out(&mut session, &mut Engine::new(100, 5), Seat::First, &mut random, &solver);
        let mut found = Vec::new();
        for number in 1..=session.at() {
            let verdict = session.verdict(number, &solver).unwrap();
            let (before, after) = (verdict.before.outcome, verdict.after.outcome);
            let lost = (before, after) == (Outcome::N, Outcome::N);
            assert_eq!(verdict.is_mistake(), lost);
            assert_eq!(verdict.messages().is_empty(), !lost);
            // In misère play a player without a move has won and needs no reply.
            let has_reply = session.positions()[number].has_turn(&Budget::new(limits())).unwrap();
            assert_eq!(verdict.punished_by.is_some(), lost && has_reply, "{}", session.positions()[number]);
            found.extend(lost.then_some(number));
            if let Some(reply) = verdict.punished_by {
                assert_eq!(solver.outcome(&reply.result()).unwrap(), Outcome::P);
                mistakes += 1;
            }
        }
        session.goto(0).unwrap();
        let mut walked = Vec::new();
        while let Some(number) = session.next_mistake(&solver).unwrap() {
            walked.push(number);
            session.goto(number).unwrap();
        }
        assert_eq!(walked, found);
    }
    assert!(mistakes > 50, "only {mistakes} mistakes");
}

#[test]
fn an_engine_with_a_seed_repeats_itself_and_one_without_mistakes_resists() {
    let solver = Solver::default();
    let game = |seed| {
        let mut session = Session::new(parse_position("nim[5, 6, 7]").unwrap());
        let mut engine = Engine::new(40, seed);
        while session.end(&solver).unwrap().is_none() {
            let choice = engine.choose(&session, &solver).unwrap();
            session.play(choice).unwrap();
        }
        session.moves().iter().map(Choice::text).collect::<Vec<_>>()
    };
    assert_eq!(game(1), game(1));
    assert!((2..10).any(|seed| game(seed) != game(1)));
    // The result is known whatever is taken; taking one stone keeps most of the heap.
    let lost = Session::new(parse_position("bash(3)[8]").unwrap());
    let resists = Engine::perfect().choose(&lost, &solver).unwrap();
    assert_eq!(resists.text(), "take 1 from 8");
    let over = Session::new(parse_position("nim[0]").unwrap());
    assert_eq!(Engine::perfect().choose(&over, &solver).unwrap_err().code(), "play-over");
}

#[test]
fn hints_come_in_steps_and_end_with_the_reasons() {
    let solver = Solver::default();
    let mut hints = Hints::new(&parse_position("nim[3, 4, 5]").unwrap(), &solver).unwrap();
    let mut ids = || hints.give().iter().map(grundy_solver::text::Message::id).collect::<Vec<_>>();
    assert_eq!(ids(), ["play.hint-won-by"]);
    assert_eq!(ids(), ["play.hint-heap"]);
    assert_eq!(ids(), ["play.hint-wins"]);
    let reasons = ids();
    assert_eq!(reasons.last(), Some(&"play.hint-method"));
    assert!(reasons.len() > 1);
    assert_eq!(ids(), reasons);
    // With one heap there is no hint about the heap. A lost position has a best move all the same.
    let mut hints = Hints::new(&parse_position("bash(3)[8]").unwrap(), &solver).unwrap();
    assert_eq!(hints.give()[0].id(), "play.hint-lost");
    assert_eq!(hints.give()[0].id(), "play.hint-resists");
}

#[test]
fn a_puzzle_has_a_win_and_other_moves_and_is_the_same_for_the_same_seed() {
    let solver = Solver::new(limits());
    for text in [
        "nim[3, 4, 5]",
        "misere nim[3, 4]",
        "wythoff[8, 15]",
        "chomp[3, 4]",
        "fibonacci[20]",
        "kayles[9] + nim[4]",
    ] {
        let start = parse_position(text).unwrap();
        let mut different = std::collections::BTreeSet::new();
        for seed in 0..6 {
            let session = puzzle(&start, seed, &solver).unwrap();
            let (moves, _) = choices(session.position(), 1000, &Budget::new(limits())).unwrap();
            let wins = moves.iter().filter(|c| solver.outcome(&c.result()).unwrap() == Outcome::P).count();
            assert!(wins > 0 && wins < moves.len(), "{text} {seed}: {}", session.position());
            assert_eq!(session, puzzle(&start, seed, &solver).unwrap());
            different.insert(session.position().to_string());
        }
        assert!(different.len() > 1, "{text}");
    }
    assert_eq!(puzzle(&parse_position("nim[]").unwrap(), 1, &solver).unwrap_err().code(), "play-no-puzzle");
}

#[test]
fn a_session_as_json_says_what_was_played_and_its_review_finds_the_mistake() {
    let (solver, budget) = (Solver::new(limits()), Budget::new(limits()));
    let mut session = Session::new(parse_position("nim[1, 2, 4]").unwrap());
    for text in ["take 3 from 4", "take 1 from 2"] {
        session.play(read(session.position(), text, &budget).unwrap()).unwrap();
    }
    session.goto(1).unwrap();
    let json = session.to_json(&solver, 2, Lang::En).unwrap();
    assert_eq!(json["position"], "nim[1, 1, 2]");
    assert_eq!(
        (&json["at"], &json["to_move"], &json["end"]),
        (&1.into(), &2.into(), &serde_json::Value::Null)
    );
    assert_eq!(json["line"][1]["text"], "take 1 from 2");
    assert_eq!(json["line"][1]["components"][0]["heaps"], serde_json::json!([1, 1, 1]));
    assert_eq!((json["moves"].as_array().unwrap().len(), &json["moves_complete"]), (2, &false.into()));
    // 1, 2, 4 is won by taking 1 from the 4; taking 3 lets the other player take the 2.
    let review = session.review(&solver, Lang::En).unwrap();
    let winners: Vec<u64> =
        review["standings"].as_array().unwrap().iter().map(|s| s["winner"].as_u64().unwrap()).collect();
    assert_eq!(winners, [1, 2, 1]);
    assert_eq!(review["mistakes"][0]["number"], 1);
    assert_eq!(review["mistakes"][0]["reply"]["text"], "take 2 from 2");
    assert_eq!(review["mistakes"].as_array().unwrap().len(), 2);
}

#[test]
fn a_session_as_json_says_what_counts_beside_the_heaps() {
    let solver = Solver::new(limits());
    for (text, key, value) in [
        ("nim; heaps closed[2, 3]", "marks", serde_json::json!("open")),
        ("nim; heaps alternating[2, 3]", "marks", serde_json::json!("touched")),
        ("kayles; ring[5]", "marks", serde_json::json!("row")),
        (
            "take 1..seat; seats 2, 10^30[9]",
            "seats",
            serde_json::json!([2, "1000000000000000000000000000000"]),
        ),
        ("nim; pass 2 times[1, 2]", "passes", serde_json::json!(2)),
        ("nim; put back 1 up to 2 times[1, 2]", "put_backs", serde_json::json!(2)),
    ] {
        let session = Session::new(parse_position(text).unwrap());
        let json = session.to_json(&solver, 2, Lang::En).unwrap();
        let component = json["components"][0].as_object().unwrap();
        for known in ["marks", "seats", "passes", "put_backs"] {
            assert_eq!(component.get(known), (known == key).then_some(&value), "{text} {known}");
        }
    }
}

#[test]
fn the_rules_and_the_goal_are_told_in_both_languages() {
    for (position, en, zh) in [
        (
            "nim[3, 4]",
            "Take any number of stones from one heap. Whoever makes the last move wins.",
            "从一堆中取走任意正整数枚石子。走最后一步者胜。",
        ),
        (
            "misere bash(3)[9]",
            "bash(3): Take 1 to m stones from one heap. Whoever makes the last move loses.",
            "bash(3)：从一堆中取走 1 到 m 枚石子。走最后一步者输。",
        ),
        (
            "take 2, 5; win most[9]",
            "Rules: `take 2, 5; win most`. Whoever takes more stones wins.",
            "规则：“take 2, 5; win most”。取得石子多者胜。",
        ),
        (
            "nim[3] + nim[4]",
            "Every move is made in one of the games. Whoever makes the last move wins. \
             nim: Take any number of stones from one heap.",
            "每步在其中一个游戏里走。走最后一步者胜。nim：从一堆中取走任意正整数枚石子。",
        ),
    ] {
        let position = parse_position(position).unwrap();
        assert_eq!(rules_in_words(&position, Lang::En), en);
        assert_eq!(rules_in_words(&position, Lang::Zh), zh);
    }
}

/// A move on a board is named by what is done, not only by what it leaves.
#[test]
fn moves_on_boards_are_named_in_words() {
    let budget = Budget::new(limits());
    for (position, text, en, zh) in [
        (
            "chomp[4, 4, 4]",
            "4 2 2",
            "take the square at row 2, column 3 and all beyond, leaving [4, 2, 2]",
            "取第 2 行第 3 列的方格及其右下的全部，留下 [4, 2, 2]",
        ),
        ("turtles[2, 5]", "2", "turn over coin 5, leaving [2]", "翻第 5 枚硬币，留下 [2]"),
    ] {
        let choice = read(&parse_position(position).unwrap(), text, &budget).unwrap();
        assert_eq!(choice.in_words().render(Lang::En), en);
        assert_eq!(choice.in_words().render(Lang::Zh), zh);
        assert_eq!(choice.to_json(Lang::En)["words"], en);
    }
}

#[test]
fn a_list_has_every_way_to_a_result() {
    let budget = Budget::new(limits());
    for (game, result, wanted) in [
        ("wythoff[3, 5]", vec![1u8, 3], vec![vec![2u8, 2], vec![0, 4]]),
        ("nim[3, 5]", vec![2, 3], vec![vec![0, 3]]),
        ("moore(2)[3, 5]", vec![2, 3], vec![vec![0, 3], vec![1, 2]]),
        // Which of two equal heaps is touched makes no difference.
        ("nim[4, 4]", vec![1, 4], vec![vec![3, 0]]),
    ] {
        let position = parse_position(game).unwrap();
        let (listed, _) = choices(&position, MOST_MOVES, &budget).unwrap();
        let result: Vec<UBig> = result.into_iter().map(UBig::from).collect();
        let choice = listed.iter().find(|choice| choice.shown().played[0].to == result).unwrap();
        let ways = std::iter::once(choice.shown()).chain(choice.others());
        let mut taken: Vec<Vec<UBig>> = ways
            .map(|way| match &way.played[0].doing {
                Doing::Take(take) => take.clone(),
                other => panic!("{other:?}"),
            })
            .collect();
        let mut wanted: Vec<Vec<UBig>> =
            wanted.into_iter().map(|way| way.into_iter().map(UBig::from).collect()).collect();
        for list in [&mut taken, &mut wanted] {
            list.iter_mut().filter(|_| game.starts_with("nim[4")).for_each(|way| way.sort());
            list.sort();
        }
        assert_eq!(taken, wanted, "{game}");
        let json = choice.to_json(Lang::En);
        assert_eq!(json["also"].as_array().map_or(0, Vec::len), choice.others().len(), "{game}");
    }
}

/// Each move of a list is written out, with the position before and after it: of numbers this long only some fit.
#[test]
fn few_moves_of_long_numbers_are_listed() {
    let position = parse_position("nim[10^600000]").unwrap();
    let (few, all) = choices(&position, 20, &Budget::default()).unwrap();
    assert!(!all && (3..20).contains(&few.len()), "{} moves", few.len());
}
