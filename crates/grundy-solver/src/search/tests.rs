//! The fast search against the plain one: random rules of every form, random small positions.

use std::collections::BTreeSet;
use std::time::Duration;

use grundy_campaign::generator::{self, Random};

use super::engine::{Engine, words_of};
use super::halt::Halt;
use super::moves::Program;
use super::verdicts::Asked;
use super::walk::Room;
use super::words::Words;
use crate::oracle::Oracle;
use crate::theorem::testing::cases;
use grundy_core::limits::{Budget, Limits};
use grundy_core::notation::parse_position;
use grundy_core::position::{Component, Position, for_each_move};
use grundy_core::rules::MoveRule;
use grundy_core::text::Lang;

/// Random positions that the notation accepts.
fn each_case(cases: u64, seed: u64, mut each: impl FnMut(&str, &Position)) {
    for case in 0..cases {
        let mut random = Random::new(seed ^ case.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        let text = generator::position(&mut random);
        if let Ok(position) = parse_position(&text) {
            each(&text, &position);
        }
    }
}

/// The options of one component by both, as sets of states with the stones taken.
fn options(component: &Component) -> Result<(), String> {
    let budget = Budget::default();
    let Some(rules) = component.rules() else { return Ok(()) };
    let Ok(words) = Words::new(rules, &component.state) else { return Ok(()) };
    let most = words.heaps.iter().sum();
    let program = match Program::new(rules, most, &budget) {
        Ok(program) => program,
        Err(Halt::Unfit) => return Ok(()),
        Err(other) => return Err(format!("{other:?}")),
    };
    let mut fast = BTreeSet::new();
    let walked = program.for_each(&words, &mut Room::default(), &budget, &mut |words, stones| {
        fast.insert((words.clone(), stones));
        Ok(())
    });
    let mut plain = BTreeSet::new();
    let listed = for_each_move(&component.game, &component.state, &budget, &mut |played| {
        let state = component.after(&played);
        let stones = u64::try_from(&played.stones()).unwrap();
        plain.insert((Words::new(rules, &state).unwrap(), stones));
        Ok(())
    });
    match (walked, listed) {
        (Ok(()), Ok(())) if fast == plain => Ok(()),
        (Ok(()), Ok(())) => Err(format!("fast {fast:?}\nplain {plain:?}")),
        (Err(Halt::Unfit), _) => Ok(()),
        (walked, listed) => Err(format!("{walked:?} {listed:?}")),
    }
}

#[test]
fn options_are_those_of_the_rules() {
    let mut compared = 0;
    each_case(6000, 11, |text, position| {
        for component in position.components() {
            options(component).unwrap_or_else(|why| panic!("{text}: {component}\n{why}"));
            compared += 1;
        }
    });
    assert!(compared > 3000, "{compared}");
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Chosen,
    Table,
    Keys,
    Filled,
}

#[test]
fn verdicts_are_those_of_the_plain_search() {
    let (mut compared, mut unfit, mut filled) = (0, 0, 0);
    each_case(cases(800, 2500), 12, |text, position| {
        let small = Budget::new(Limits { memory: 600_000, time: None, threads: 0 });
        let mut oracle = Oracle::new(position, &small);
        let Ok(truth) = oracle.verdict(position) else { return };
        let asked: &[Asked] =
            if position.is_scoring() { &[Asked::Margin] } else { &[Asked::Outcome, Asked::Everything] };
        for &asked in asked {
            for place in [Place::Chosen, Place::Table, Place::Keys, Place::Filled] {
                let budget = Budget::default();
                let found = Engine::new(position, asked, false, &budget).and_then(|mut engine| {
                    match place {
                        Place::Chosen => {}
                        Place::Table => engine.lay_table(&budget)?,
                        Place::Keys => engine.lay_keys(&budget),
                        Place::Filled => {
                            engine.lay_table(&budget)?;
                            if engine.fills() {
                                filled += 1;
                                engine.fill(&words_of(position)?, &budget)?;
                            }
                        }
                    }
                    engine.verdict(position, &budget)
                });
                let found = match found {
                    Ok(found) => found,
                    Err(Halt::Unfit) => {
                        // Boards, games in turn, amounts that are used up, stones put back and moves that make heaps
                        // into others are never compiled.
                        let plain = |c: &Component| {
                            let Some(rules) = c.rules() else { return true };
                            let remakes = |rule: &MoveRule| matches!(rule, MoveRule::Remake(_));
                            let settings = rules.settings();
                            settings.once.is_some()
                                || settings.put_back.is_some()
                                || rules.moves().iter().any(remakes)
                        };
                        let in_turn = ["round(", "skip("].iter().any(|how| text.contains(how));
                        unfit += u32::from(!in_turn && !position.components().iter().any(plain));
                        continue;
                    }
                    Err(other) => panic!("{text}: {other:?}"),
                };
                compared += 1;
                let what = format!("{text}: {asked:?} {place:?} {found:?}, not {truth:?}");
                match asked {
                    Asked::Margin => {
                        assert_eq!(
                            i128::from(found.margin),
                            i128::try_from(&truth.margin).unwrap(),
                            "{what}"
                        );
                    }
                    _ => assert_eq!(found.wins, truth.wins, "{what}"),
                }
                if asked == Asked::Everything {
                    assert_eq!(found.remoteness, truth.remoteness, "{what}");
                    assert!(position.is_misere() || u64::from(found.value) == truth.value, "{what}");
                }
            }
        }
    });
    assert!(compared > cases(1200, 4000) && unfit < compared / 50, "{compared} compared, {unfit} unfit");
    assert!(filled > cases(30, 100), "{filled}");
}

/// Tables filled row by row, with any number of threads, hold what the plain search finds.
#[test]
fn filled_tables_hold_the_verdicts_of_the_plain_search() {
    let rules = [
        "take 1..2*last; first 1..n-1",
        "take any except last; first any",
        "take last..2*last; first 1..3",
        "take last-1, last, last+1; first 2, 3",
        "take 1..n/2 except last; first 1, n-1",
        "take divisors of n except last or take 1 leaving 0 heaps; first any",
        "take 1..last from max heap or take multiples of last from min heap; first 1..2",
        "take any or take any from 2 heaps",
        "take any or take 1..3 from 3 heaps",
    ];
    let mut random = Random::new(32);
    let mut filled = 0;
    for case in 0..240 {
        let rules = rules[case % rules.len()];
        let heaps: Vec<String> = (0..=random.below(3)).map(|_| random.below(9).to_string()).collect();
        let convention = if case % 2 == 1 { "misere " } else { "" };
        let text = format!("{convention}{rules}[{}]", heaps.join(", "));
        let position = parse_position(&text).unwrap();
        let truth = Oracle::new(&position, &Budget::default()).verdict(&position).unwrap();
        for (threads, asked) in
            [1, 2, 4].into_iter().flat_map(|t| [(t, Asked::Outcome), (t, Asked::Everything)])
        {
            let budget = Budget::new(Limits { threads, ..Limits::default() });
            let mut engine = Engine::new(&position, asked, false, &budget).unwrap();
            engine.lay_table(&budget).unwrap();
            assert!(engine.fills() && !engine.is_filled(), "{text}");
            engine.fill(&words_of(&position).unwrap(), &budget).unwrap();
            let solved = engine.solved();
            let found = engine.verdict(&position, &budget).unwrap();
            assert_eq!(engine.solved(), solved, "{text}: the table has the position");
            assert_eq!(found.wins, truth.wins, "{text} {threads}");
            if asked == Asked::Everything {
                assert_eq!(found.remoteness, truth.remoteness, "{text} {threads}");
                assert!(position.is_misere() || u64::from(found.value) == truth.value, "{text} {threads}");
            }
            filled += solved;
        }
    }
    assert!(filled > 100_000, "{filled}");
}

/// Rows kept as runs hold the same as the plain search, for the position and for what each turn leaves.
#[test]
fn rows_of_runs_hold_the_verdicts_of_the_plain_search() {
    let rules = [
        "take 1..2*last; first 1..n-1",
        "take 1..last; first any",
        "take 1..last+1; first 2, 3",
        "take 1..3*last-1 leaving 1 heap; first any",
        "take 1..7-last from max heap; first 1..2",
        "take 1..last from min heap; first 1, n",
    ];
    let mut random = Random::new(33);
    let mut compared = 0;
    for case in 0..180 {
        let rules = rules[case % rules.len()];
        let heaps: Vec<String> = (0..=random.below(3)).map(|_| random.below(11).to_string()).collect();
        let convention = if case % 4 > 1 { "misere " } else { "" };
        let text = format!("{convention}{rules}[{}]", heaps.join(", "));
        let position = parse_position(&text).unwrap();
        let budget = Budget::default();
        let mut oracle = Oracle::new(&position, &budget);
        let mut engine = Engine::new(&position, Asked::Everything, false, &budget).unwrap();
        assert!(engine.lay_rows(&budget).unwrap(), "{text}");
        let turns = position.turns(&budget).unwrap();
        let after = turns.iter().map(|turn| position.after(turn));
        for position in [position.clone()].into_iter().chain(after) {
            let truth = oracle.verdict(&position).unwrap();
            let found = engine.verdict(&position, &budget).unwrap();
            let what = format!("{text}: {position} {found:?}, not {truth:?}");
            assert_eq!((found.wins, found.remoteness), (truth.wins, truth.remoteness), "{what}");
            assert!(position.is_misere() || u64::from(found.value) == truth.value, "{what}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// A search of a game with history moves to a table, and counts its positions whatever the number of threads.
#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    for text in ["take any except last; first any[14, 15, 17]", "take last..2*last; first any[300]"] {
        let answers = [1, 2, 4].map(|threads| {
            let solver = crate::Solver::new(Limits { threads, ..Limits::default() });
            let answer = solver.solve_text(text).unwrap();
            (answer.to_json(Lang::En).to_string(), solver.search_cost())
        });
        assert!(answers[0].1.is_some() && answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    }
}

/// Without room for the lists that threads share, one thread fills the table.
#[test]
fn several_threads_need_no_more_memory_than_one() {
    let position = parse_position("take any or take any from 2 heaps[40, 41, 42]").unwrap();
    let fill = |threads, memory| {
        let budget = Budget::new(Limits { threads, memory, ..Limits::default() });
        let mut engine = Engine::new(&position, Asked::Everything, false, &budget)?;
        engine.lay_table(&budget)?;
        engine.fill(&words_of(&position)?, &budget)
    };
    let least = (0..1000).map(|step| step * 4096).find(|&memory| fill(1, memory).is_ok()).unwrap();
    for threads in [2, 4] {
        assert!(fill(threads, least).is_ok(), "{threads} threads, {least} bytes");
    }
}

#[test]
fn threads_hear_the_clock_and_the_flag() {
    use grundy_core::limits::Cancel;
    let text = "take any except last; first any[90, 90, 90]";
    for threads in [1, 2, 4] {
        let limits = Limits { threads, time: Some(Duration::from_millis(100)), ..Limits::default() };
        let error = crate::Solver::new(limits).solve_text(text).unwrap_err();
        assert_eq!(error.code(), "time-limit");
        let cancel = Cancel::default();
        let solver = crate::Solver::new(Limits { threads, ..Limits::default() }).cancelled_by(cancel.clone());
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            cancel.cancel();
        });
        assert_eq!(solver.solve_text(text).unwrap_err().code(), "interrupted");
        stopper.join().unwrap();
    }
}

/// One engine for many positions, as a solver uses it.
#[test]
fn what_is_kept_between_questions_stays_right() {
    let searches = super::Searches::default();
    for rules in [
        "take any or take any from 2 heaps",
        "fibonacci",
        "take 1..2 leaving 0, 1, 2 heaps or take 1 from 2 heaps",
        "misere nimble",
    ] {
        for (a, b) in [(3u32, 2u32), (9, 9), (0, 1), (14, 4), (15, 30), (2, 2), (1, 31)] {
            if rules.contains("leaving") && a + b > 20 {
                continue;
            }
            let text = format!("{rules}[{a}, {b}]");
            let position = parse_position(&text).unwrap();
            let budget = Budget::default();
            let truth = Oracle::new(&position, &budget).verdict(&position).unwrap();
            let searched = super::Searched::new(&position, &budget, &searches).unwrap();
            assert_eq!(searched.verdict.wins, truth.wins, "{text}");
            assert_eq!(searched.verdict.remoteness, truth.remoteness, "{text}");
            assert_eq!(searches.wins(&position, &budget).unwrap(), truth.wins, "{text}");
            if !position.is_misere() {
                assert_eq!(searches.value(&position, &budget).unwrap(), truth.value.into(), "{text}");
            }
        }
    }
}

#[test]
fn a_table_that_cannot_fit_is_named_before_it_is_begun() {
    let solver = crate::Solver::new(Limits { memory: 1 << 20, time: None, threads: 0 });
    let error = solver.solve_text("take any or take any from 2 heaps; win most[900, 900, 900]").unwrap_err();
    assert_eq!(error.code(), "memory-limit");
    assert!(!error.to_string().contains("solved") && error.to_string().contains("MiB"), "{error}");
    assert!(solver.search_cost().is_none_or(|cost| cost.positions == 0));
}

#[test]
fn a_search_that_ends_at_the_limit_says_how_far_it_came() {
    let solver = crate::Solver::new(Limits { memory: 1 << 20, time: None, threads: 0 });
    let error = solver.solve_text("misere kayles[60] + wythoff[3, 4]").unwrap_err();
    assert_eq!(error.code(), "memory-limit");
    assert!(error.to_string().contains("solved"), "{error}");
}

#[test]
fn who_wins_alone_needs_fewer_positions() {
    let (quick, full) = (crate::Solver::default(), crate::Solver::default());
    let position = parse_position("take 1..2 leaving 0, 1, 2 heaps or take 1 from 2 heaps[7, 8]").unwrap();
    let answer = full.solve(&position).unwrap();
    assert_eq!(quick.outcome(&position).unwrap(), answer.outcome);
    assert!(quick.search_cost().unwrap().positions < full.search_cost().unwrap().positions);
}

#[test]
fn a_search_without_hope_is_given_up_and_a_thin_one_is_not() {
    let solver = crate::Solver::default();
    let endless = "take any or take 1..3 from 2 heaps[3000000, 4000000, 5000000]";
    let error = solver.solve_text(endless).unwrap_err();
    assert_eq!(error.code(), "search-hopeless", "{error}");
    assert!(error.to_string().contains("EiB") && error.to_string().contains("4.0 GiB"), "{error}");
    // As large a box, but only few of its positions are reachable.
    let thin = "take 1000000 or take 1500000 from 3 heaps[3000000, 4000000, 5000000]";
    assert!(solver.solve_text(thin).is_ok());
}

/// Sums of heaps under misère play that neither a quotient nor a search decides end soon, whatever their sizes.
#[test]
fn misere_sums_without_hope_are_given_up() {
    let solver = crate::Solver::default();
    for text in ["misere kayles[100] + octal(0.123)[50]", "misere octal(0.07)[150]"] {
        let error = solver.solve_text(text).unwrap_err();
        assert_eq!(error.code(), "search-too-long", "{text}: {error}");
    }
    assert!(solver.solve_text("misere octal(0.07)[30] + octal(4.7)[9]").is_ok());
}

#[test]
fn what_is_taken_away_from_a_set_is_listed_no_further_than_the_set() {
    // A race has no largest total, and the multiples would be listed until no memory is left.
    let text = "multiply 2 or take 2 except n, 5.., multiples of n; to at least 18[2]";
    let position = parse_position(text).unwrap();
    let budget = Budget::default();
    let truth = Oracle::new(&position, &budget).verdict(&position).unwrap();
    let found = Engine::new(&position, Asked::Outcome, false, &budget)
        .and_then(|mut engine| engine.verdict(&position, &budget))
        .unwrap();
    assert_eq!((found.wins, truth.wins), (false, false));
}

/// Walks the options of a one-heap game and returns their number.
fn count_options(text: &str, time: Duration) -> Result<u64, Halt> {
    let position = parse_position(text).unwrap();
    let component = position.single().unwrap();
    let budget = Budget::new(Limits { time: Some(time), ..Limits::default() });
    let rules = component.rules().unwrap();
    let words = Words::new(rules, &component.state)?;
    let program = Program::new(rules, words.heaps.iter().sum(), &budget)?;
    let mut count = 0;
    program.for_each(&words, &mut Room::default(), &budget, &mut |_, _| {
        count += 1;
        Ok(())
    })?;
    Ok(count)
}

#[test]
fn amounts_that_lead_nowhere_do_not_outlast_the_clock() {
    let different: Vec<String> = (1..=60).map(|heap| heap.to_string()).collect();
    for text in [
        "take any from 3 heaps freely leaving 0 heaps[1000000, 1000001, 1000002]",
        // Each heap has an amount, and no two the same.
        &format!("take n from 30 heaps[{}]", different.join(", ")),
    ] {
        let ended = count_options(text, Duration::from_millis(50));
        assert!(matches!(&ended, Err(Halt::Failed(error)) if error.code() == "time-limit"), "{ended:?}");
    }
}

#[test]
fn amounts_too_far_apart_are_not_tried() {
    let text = "take any from 3 heaps within 1[30000, 30001, 30002]";
    // All three the same, or one or two of them one more.
    let count = count_options(text, Duration::from_secs(100)).unwrap();
    assert!((200_000..=210_000).contains(&count), "{count}");
}

#[test]
fn heaps_that_no_amount_fits_are_not_chosen() {
    let heaps: Vec<String> = (1..=60).map(|heap| heap.to_string()).collect();
    for (rules, count) in
        [("take 100 from 30 heaps", 0), ("take 31 from 29 heaps", 30), ("take 58, 59 from 2 heaps", 4)]
    {
        let text = format!("{rules}[{}]", heaps.join(", "));
        assert_eq!(count_options(&text, Duration::from_secs(100)).unwrap(), count, "{rules}");
    }
}

#[test]
fn equal_heaps_are_chosen_once() {
    let heaps = "4, ".repeat(40) + "5, 6";
    let text = format!("take 5 from 20 heaps or take 4 from 20 heaps[{heaps}]");
    // Of 5 and 6 none, either or both are among the twenty.
    assert_eq!(count_options(&text, Duration::from_secs(100)).unwrap(), 4);
}
