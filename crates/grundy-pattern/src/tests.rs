//! The results for games with and without a rule. Nothing wrong may be claimed.

use std::time::Duration;

use dashu_int::UBig;

use super::emit::Language;
use super::{Pattern, Request, Status};
use fastrand::Rng;
use grundy_core::answer::Outcome;
use grundy_core::error::{Error, Result};
use grundy_core::limits::{Budget, Limits};
use grundy_core::notation::parse_game;
use grundy_core::position::Position;
use grundy_core::text::Lang;
use grundy_sequence::engine::{Engine as _, engine_for};
use grundy_solver::Solver;

fn pattern(game: &str, heaps: usize, to: usize) -> Result<Pattern> {
    let heaps = (heaps > 0).then_some(heaps);
    let to = (to > 0).then_some(to);
    super::find(&Solver::default(), &parse_game(game).unwrap(), Request { heaps, to })
}

/// Game, heaps and last heap (0 for the default), status, lost positions, value.
const GAMES: &[(&str, usize, usize, Status, &str, &str)] = &[
    ("bash(7)", 0, 3000, Status::Theorem, "n mod 8 = 0", "n mod 8"),
    ("take 1, 3, 4", 0, 3000, Status::Proved, "n mod 7 in {0, 2}", "period 7: 0 1 0 1 2 3 2"),
    ("take 1, primes", 0, 3000, Status::Theorem, "n mod 4 = 0", "n mod 4"),
    ("take fibonacci", 0, 3000, Status::None, "", ""),
    ("nim", 0, 3000, Status::Theorem, "n = 0", "n"),
    ("nim", 3, 3000, Status::Theorem, "a xor b xor c = 0", "n"),
    ("bash(3)", 3, 3000, Status::Theorem, "(a mod 4) xor (b mod 4) xor (c mod 4) = 0", "n mod 4"),
    ("wythoff", 0, 120, Status::Theorem, "a = floor((b - a) * (1 + sqrt(5)) / 2)", ""),
    (
        "misere wythoff",
        0,
        120,
        Status::Theorem,
        "(a, b) in {(0, 1), (2, 2)} or (a = floor((b - a) * (1 + sqrt(5)) / 2) and not (a, b) in {(0, 0), (1, 2)})",
        "",
    ),
    ("fibonacci", 0, 600, Status::Theorem, "n = 0 or n is a Fibonacci number (1, 2, 3, 5, 8, ...)", ""),
    ("lasker", 0, 400, Status::Theorem, "n = 0", "period 4 from 1 on, rising by 4 each time: 1 2 4 3"),
    (
        "moore(2)",
        4,
        14,
        Status::Theorem,
        "in binary, the number of ones in every column is a multiple of 3",
        "",
    ),
    (
        "matches",
        0,
        40,
        Status::Theorem,
        "a mod 2 = 1 and b mod 2 = 1",
        "z((a - 1) or (b - 1)); z: the place of the lowest binary 0, from 0; or: bitwise",
    ),
    ("matches", 3, 20, Status::Theorem, "v2(a) = v2(b) = v2(c); v2: how often 2 divides the number", ""),
    ("kayles", 0, 2000, Status::Proved, "n = 0", "period 12 from 71 on: 7 4 1 2 8 1 4 7 2 1 8 2"),
    ("grundy", 0, 1000, Status::None, "", ""),
    ("take 1..3; win most", 0, 200, Status::Theorem, "never", "period 6: 0 1 2 3 2 1"),
    // User-defined games: with a rule ...
    ("take 1, 2 or take 1 from 2 heaps", 0, 0, Status::Proved, "(a + b) mod 3 = 0", "(a + b) mod 3"),
    ("take odd or take odd from 2 heaps", 0, 60, Status::Proved, "a mod 2 = 0 and b mod 2 = 0", ""),
    (
        "take any or take odd from 2 heaps",
        0,
        80,
        Status::Proved,
        "(a, b) = (0, 0) or (b - a = 1 and a mod 2 = 1)",
        "",
    ),
    (
        "misere take any or take odd from 2 heaps",
        0,
        80,
        Status::Proved,
        "(a, b) = (0, 1) or (((b - a = 0 and a mod 4 in {0, 2}) or (b - a = 2 and a mod 4 = 3)) and not (a, b) = (0, 0))",
        "",
    ),
    ("misere take 1, 3, 4", 0, 2000, Status::Proved, "n mod 7 in {1, 3}", ""),
    (
        "take 1, 4, 10; win most",
        0,
        300,
        Status::Proved,
        "never",
        "period 20: 0 1 0 1 4 3 4 3 0 1 10 9 10 9 6 7 6 7 10 9",
    ),
    ("race(1000, 1, 3, 4)", 0, 0, Status::Proved, "n mod 7 in {4, 6}", "period 7: 2 3 2 1 0 1 0"),
    (
        "take 1..n/2",
        0,
        40_000,
        Status::Conjecture,
        "n = 0 or n in {1, 3, 7, 15, 31, 63, 127, 255, ...}, x(k) = 2x(k-1) + 1",
        "g(0) = 0, g(1) = 0, g(2m) = m, g(2m + 1) = g(m)",
    ),
    (
        "take 1, 2 or take even from 2 heaps",
        0,
        80,
        Status::Proved,
        "(a, b) is accepted by an automaton with 14 states that reads the digits of all heaps in parallel, in base 3",
        "",
    ),
    // A formula that an automaton proves.
    ("take any from max heap", 0, 80, Status::Proved, "a xor b = 0", ""),
    // ... and without.
    ("take squares", 0, 3000, Status::None, "", ""),
    ("take 1..root(n)", 0, 3000, Status::None, "", ""),
    ("octal(0.106)", 0, 1000, Status::None, "", ""),
    ("take 2, 5 or take 3 from 2 heaps", 0, 120, Status::None, "", ""),
    (
        "take any or take 1 from 2 heaps",
        0,
        120,
        Status::Proved,
        "(b - a = 0 and a mod 3 = 0) or (b - a = 1 and a mod 3 = 1)",
        "",
    ),
    ("take any or take any from 2 heaps", 3, 24, Status::None, "", ""),
    ("misere kayles", 0, 30, Status::None, "", ""),
];

#[test]
fn every_game_has_its_status_and_its_rule() {
    for (game, heaps, to, status, lost, value) in GAMES {
        let found = pattern(game, *heaps, *to).unwrap();
        assert_eq!(found.status(), *status, "{game}: {:?}", found.lost_in_words(Lang::En));
        assert_eq!(found.lost_in_words(Lang::En).unwrap_or_default(), *lost, "{game}");
        // The table of values has its own rules; only named games count here.
        if !value.is_empty() {
            assert_eq!(found.value_in_words(Lang::En).unwrap_or_default(), *value, "{game}");
        }
        let json = found.to_json();
        assert_eq!(json["status"], status.word());
        assert_eq!(json["p_positions"].is_null(), *status == Status::None, "{json}");
        assert_eq!(json["method"].is_null(), *status == Status::None, "{json}");
        if *to > 0 && *status != Status::Proved {
            assert_eq!(found.checked_to(), *to, "{game}");
        }
    }
}

#[test]
fn both_languages_have_words_for_every_rule() {
    for (game, heaps, to, ..) in GAMES {
        let found = pattern(game, *heaps, (*to).min(60)).unwrap();
        let report = found.report(Lang::Zh);
        assert!(!report.contains("pattern."), "{report}");
        assert!(report.contains('：') || report.contains("没有找到"), "{report}");
    }
}

/// A random set of one to four amounts up to eight, or an unbounded one.
fn amounts(random: &mut Rng) -> String {
    match random.u64(..8) {
        0 => "any".to_owned(),
        1 => "odd".to_owned(),
        2 => format!("{}..", 1 + random.u64(..4)),
        _ => {
            let list: Vec<String> =
                (0..=random.u64(..3)).map(|_| (1 + random.u64(..6)).to_string()).collect();
            list.join(", ")
        }
    }
}

#[test]
fn what_is_proved_on_two_heaps_holds_far_beyond() {
    let mut random = Rng::with_seed(17);
    let (mut proved, mut conjectures) = (0, 0);
    for _ in 0..120 {
        let misere = if random.u64(..3) == 0 { "misere " } else { "" };
        let how = ["from 2 heaps", "from all heaps", "from up to 2 heaps freely"][random.u64(..3) as usize];
        let text = format!("{misere}take {} or take {} {how}", amounts(&mut random), amounts(&mut random));
        let line = parse_game(&text).unwrap();
        let found = pattern(&text, 2, 45).unwrap();
        conjectures += usize::from(found.status() == Status::Conjecture);
        if found.status() < Status::Proved {
            continue;
        }
        proved += 1;
        let side = 170;
        let lattice = Solver::default().recognise(&line).lattice().unwrap().clone();
        let truth = lattice.sieve(&[side, side], &Budget::default()).unwrap();
        let rule = found.lost().unwrap();
        for a in 0..side {
            for b in a..side {
                let stated = rule.holds(&[a as i128, b as i128]);
                assert_eq!(stated, Some(truth.contains(&[a, b])), "{text} at {a}, {b}: {rule:?}");
            }
        }
    }
    assert!(proved >= 20 && conjectures < proved, "{proved} proved, {conjectures} conjectures");
}

#[test]
fn what_is_proved_of_one_heap_holds_far_beyond() {
    let mut random = Rng::with_seed(5);
    let mut proved = 0;
    for _ in 0..40 {
        let leaving = ["", " leaving 2 heaps", " leaving 1 heap"][random.u64(..3) as usize];
        let text = format!("take {}{leaving} or take {}", amounts(&mut random), amounts(&mut random));
        let rules = parse_game(&text).unwrap().game.rules().unwrap().clone();
        let found = pattern(&text, 1, 300).unwrap();
        if found.value_status() < Status::Proved {
            continue;
        }
        proved += 1;
        let mut engine = engine_for(&rules);
        engine.grow(1200, &Budget::default()).unwrap();
        let (value, lost) = (found.value().unwrap(), found.lost().unwrap());
        for (n, truth) in engine.values().iter().enumerate() {
            let heap = [n as i128];
            assert_eq!(value.at(&heap), Some(i128::from(truth)), "{text} at {n}");
            assert_eq!(lost.holds(&heap), Some(truth == 0), "{text} at {n}");
        }
    }
    assert!(proved >= 15, "{proved}");
}

#[test]
fn misere_rules_of_one_heap_hold_far_beyond() {
    let mut random = Rng::with_seed(9);
    let solver = Solver::default();
    for _ in 0..40 {
        let text = format!("misere take {}", amounts(&mut random));
        let line = parse_game(&text).unwrap();
        let found = pattern(&text, 1, 80).unwrap();
        assert!(found.status() >= Status::Proved, "{text}: {:?}", found.status());
        for n in (0..400u32).step_by(7) {
            let position = Position::start(&line, vec![UBig::from(n)]).unwrap();
            let lost = solver.outcome(&position).unwrap().letter() == "P";
            assert_eq!(found.lost().unwrap().holds(&[n.into()]), Some(lost), "{text} at {n}");
        }
    }
}

#[test]
fn margins_that_are_proved_hold_far_beyond() {
    let mut random = Rng::with_seed(2);
    let solver = Solver::default();
    for _ in 0..12 {
        let list: Vec<String> = (0..=random.u64(..3)).map(|_| (1 + random.u64(..7)).to_string()).collect();
        let text = format!("take {}; win most", list.join(", "));
        let line = parse_game(&text).unwrap();
        let found = pattern(&text, 1, 150).unwrap();
        if found.value_status() < Status::Proved {
            continue;
        }
        for n in (150..260u32).step_by(11) {
            let answer = solver.solve_heaps(&line, vec![UBig::from(n)]).unwrap();
            let margin = found.value().unwrap().at(&[n.into()]).map(dashu_int::IBig::from);
            assert_eq!(answer.margin, margin, "{text} at {n}");
        }
    }
}

#[test]
fn what_has_no_heaps_is_refused_and_so_are_too_many() {
    let code = |game: &str, heaps: usize| pattern(game, heaps, 0).unwrap_err().code();
    assert_eq!(code("graph(\"a: b; b:\")", 0), "pattern-no-heaps");
    assert_eq!(code("matches", 1), "too-few-heaps");
    assert_eq!(code("nim", 7), "pattern-heaps");
    assert_eq!(pattern("nim", 1, 3).unwrap_err().code(), "pattern-too-short");
}

#[test]
fn what_a_script_may_do_further_on_is_not_proved() {
    let script = |far: u32| {
        format!(
            "script(\"fn options(p) {{ let all = []; let most = if p[0] > {far} {{ 4 }} else {{ 3 }}; \
             for k in 1..(most + 1) {{ if p[0] >= k {{ all.push([p[0] - k]); }} }} all }}\")"
        )
    };
    for misere in ["", "misere "] {
        let found = pattern(&format!("{misere}{}", script(60)), 1, 50).unwrap();
        assert_eq!(found.status(), Status::Conjecture, "{misere}");
    }
}

/// Takes 1 to 3, after a loop of `rounds` rounds.
fn slow(rounds: u32) -> String {
    format!(
        "script(\"fn options(p) {{ let all = []; let n = 0; for i in 0..{rounds} {{ n += i; }} \
         for k in 1..4 {{ if p[0] >= k {{ all.push([p[0] - k]); }} }} all }}\")"
    )
}

#[test]
fn a_rule_is_still_found_when_the_time_for_heaps_is_over() {
    let limits = Limits { time: Some(Duration::from_secs(4)), ..Limits::default() };
    let request = Request { heaps: Some(1), to: Some(90_000) };
    let found = super::find(&Solver::new(limits), &parse_game(&slow(10_000)).unwrap(), request).unwrap();
    assert!(found.report(Lang::En).contains("n mod 4 = 0"), "{}", found.report(Lang::En));
    assert_eq!(found.limit().map(Error::code), Some("time-limit"));
}

#[test]
fn the_sample_of_a_script_ends_after_a_fixed_amount_of_work() {
    let found = pattern(&slow(300_000), 1, 0).unwrap();
    assert!((20..200).contains(&found.checked_to()), "{}", found.checked_to());
    assert!(found.report(Lang::En).contains("n mod 4 = 0"), "{}", found.report(Lang::En));
}

#[test]
fn rules_for_heaps_none_of_which_is_empty_say_so() {
    for (game, heaps, none_empty) in [
        ("matches", 2, true),
        ("take max - min leaving 0, 1, 2 heaps", 2, true),
        ("kayles", 1, false),
        ("wythoff", 2, false),
    ] {
        let found = pattern(game, heaps, 20).unwrap();
        assert_eq!(found.none_empty(), none_empty, "{game}");
        assert_eq!(found.report(Lang::En).contains("without empty heaps"), none_empty, "{game}");
        assert_eq!(found.to_json().get("none_empty").is_some(), none_empty, "{game}");
    }
}

#[test]
fn programs_say_how_large_heaps_may_be() {
    let exact = |game: &str| {
        let program = pattern(game, 0, 0).unwrap().emit(Language::Cpp, None, Lang::En).unwrap();
        let (_, rest) = program.split_once("Exact for heaps up to 10^").expect("a limit");
        rest.split_once('.').unwrap().0.parse::<u32>().unwrap()
    };
    assert_eq!(exact("wythoff"), 18);
    assert_eq!(exact("nim"), 18);
    // The radicand is 1 + 10^20 / 4, times the square of a heap.
    assert_eq!(exact("wythoff(10^10)"), 9);
    let python = pattern("wythoff(10^10)", 0, 0).unwrap().emit(Language::Python, None, Lang::En).unwrap();
    assert!(!python.contains("Exact"), "{python}");
}

#[test]
fn a_race_that_may_be_passed_is_over_beyond_its_target() {
    for text in ["take 1, 2; to at least 20", "misere take 1..3; to at least 17"] {
        let line = parse_game(text).unwrap();
        let found = pattern(text, 1, 300).unwrap();
        assert!(found.status() >= Status::Proved && found.value().is_none(), "{text}");
        for n in 0..34_u8 {
            let position = Position::start(&line, vec![n.into()]).unwrap();
            let lost = Solver::default().outcome(&position).unwrap() == Outcome::P;
            assert_eq!(found.lost().unwrap().holds(&[n.into()]), Some(lost), "{position}");
        }
    }
}

/// Lost at multiples of 3, drawn at primes, for which no rule exists.
const DRAWN_AT_PRIMES: &str = "script(\"fn ends(p) { let n = p[0]; if n % 3 == 0 { return `P`; } \
     for k in 2..n { if n % k == 0 { return `N`; } } `D` } fn options(p) { [] }\")";

#[test]
fn draws_without_a_rule_are_told_and_no_program_calls_them_won() {
    let found = pattern(DRAWN_AT_PRIMES, 1, 90).unwrap();
    assert_eq!(found.lost_in_words(Lang::En).as_deref(), Some("n mod 3 = 0"));
    assert!(found.has_other_draws() && found.report(Lang::En).contains("Some positions are draws"));
    assert_eq!(found.to_json().get("d_positions"), Some(&serde_json::Value::Null));
    assert_eq!(found.emit(Language::Python, None, Lang::En).unwrap_err().code(), "pattern-other-draws");
    let without = pattern("nim", 2, 20).unwrap();
    assert!(!without.has_other_draws() && without.to_json().get("d_positions").is_none());
}

#[test]
fn a_limit_met_while_rules_are_looked_for_keeps_what_was_found() {
    let mut found = pattern("take 1, 3, 4", 1, 100).unwrap();
    found.keep_what_was_found(Err(Error::limit("error.stopped"))).unwrap();
    assert_eq!((found.status(), found.limit().map(Error::code)), (Status::Proved, Some("stopped")));
    let mut found = pattern(DRAWN_AT_PRIMES, 1, 90).unwrap();
    found.status = Status::Proved;
    found.keep_what_was_found(Err(Error::limit("error.stopped"))).unwrap();
    assert_eq!(found.status(), Status::Conjecture);
    assert!(found.keep_what_was_found(Err(Error::input("error.empty-line"))).is_err());
}
