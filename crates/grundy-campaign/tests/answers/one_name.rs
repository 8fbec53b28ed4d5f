//! All interfaces name the same method for a game: answers, decisions, batches, values of one heap, kernels, the judge
//! and patterns. Tables name none, so their outcomes are compared. The server is asked in the tests of `grundy-api`.

use std::sync::Arc;

use dashu_int::UBig;
use grundy_campaign::generator::{self, Random};
use grundy_pattern::{Request, Status};
use grundy_solver::batch::{Answers, BatchSettings, Column, Positions, Prepared};
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::{self, GameLine};
use grundy_solver::position::{Past, Position};
use grundy_solver::table::Show;
use grundy_solver::{Solver, catalogue};

/// The largest heap that patterns are found for.
const TO: usize = 9;

/// A law that is a theorem is stated by the method that answers positions.
fn by_pattern(solver: &Solver, line: &GameLine) {
    // Others have no theorem to state, and looking for their rules takes long.
    let recognised = solver.recognise(line);
    if (1..=TO).all(|heaps| recognised.law(heaps).is_none()) {
        return;
    }
    let request = Request { heaps: None, to: Some(TO) };
    let Ok(pattern) = grundy_pattern::find(solver, line, request) else { return };
    if pattern.status() != Status::Theorem {
        return;
    }
    let heaps = (0..pattern.heaps()).map(|heap| UBig::from(TO - heap)).collect();
    let Ok(answer) = solver.solve_heaps(line, heaps) else { return };
    assert_eq!(pattern.method().name, answer.method.name, "pattern of {}", line.spelled);
}

/// A table of two heaps shows the outcomes of answers.
fn by_table(solver: &Solver, line: &GameLine) {
    let Ok(grid) = solver.table(line, 3, 4, Show::Outcome) else { return };
    for (place, outcome) in grid.outcomes.iter().enumerate() {
        let heaps = vec![UBig::from(place / 4), UBig::from(place % 4)];
        let Ok(position) = Position::start(line, heaps) else { continue };
        assert_eq!(*outcome, solver.outcome(&position).unwrap(), "table of {position}");
    }
}

/// Compares all interfaces at a position; false if it is not the start of a single game of heaps.
fn ask(text: &str) -> bool {
    // Randomly generated rules may contradict each other.
    let Ok(position) = notation::parse_position(text) else { return false };
    let Some(component) = position.single() else { return false };
    if component.state.past != Past::default() || component.game.own().is_some() {
        return false;
    }
    let line = GameLine {
        misere: position.is_misere(),
        game: component.game.clone(),
        spelled: component.spelled.clone(),
    };
    let limits = Limits { threads: 1, ..Limits::default() };
    let solver = Solver::new(limits);
    let answer = solver.solve(&position).unwrap();
    let name = answer.method.name;
    assert_eq!(solver.winning_turns(&position, 1).unwrap().method, name, "winning turns of {text}");
    let recognised = solver.recognise(&line);
    by_pattern(&solver, &line);
    by_table(&solver, &line);
    if let Some(values) = recognised.values() {
        assert_eq!(values.name(), name, "values of {text}");
    }
    let heaps: Option<Vec<u64>> = component.heaps().iter().map(|heap| u64::try_from(heap).ok()).collect();
    // The judge uses kernels of theorems only.
    let kernels =
        [recognised.kernel(&solver.budget()), recognised.kernel_of_theorem(&solver.budget())].into_iter();
    for kernel in kernels.flatten() {
        if let Some(heaps) = &heaps
            && kernel.is_p(heaps).is_some()
        {
            assert_eq!(kernel.name(), name, "kernel of {text}");
        }
    }
    let columns = vec![Column::Outcome, Column::Method];
    let settings = BatchSettings { line, columns, keep_going: false, limits, cancel: Cancel::default() };
    let mut worker = Arc::new(Prepared::new(settings)).worker();
    let mut answers = Answers::default();
    let shown = component.heaps().iter().map(UBig::to_string).collect::<Vec<_>>().join(" ");
    if !shown.is_empty() && component.game.board().is_none() {
        worker.answer(Positions::Texts(&[&shown]), &mut answers).unwrap();
        assert_eq!(answers.methods, [name], "batch of {text}");
        assert_eq!(answers.outcomes[0], answer.outcome.letter().as_bytes()[0], "batch of {text}");
    }
    true
}

#[test]
fn everybody_names_the_same_method() {
    let mut asked = 0;
    for entry in catalogue::all() {
        for misere in ["", "misere "] {
            let line = notation::parse_game(&format!("{misere}{}", entry.example())).unwrap();
            let heaps = entry.heaps.iter().map(|&heap| UBig::from(heap)).collect();
            let Ok(position) = Position::start(&line, heaps) else { continue };
            asked += usize::from(ask(&position.to_string()));
        }
    }
    assert!(ask("take any except 2, 5[]"), "positions without heaps are asked about as well");
    let mut random = Random::new(26);
    let cases = if std::env::var_os("GRUNDY_THOROUGH").is_some() { 5_000 } else { 500 };
    let mut random_games = 0;
    for _ in 0..100 * cases {
        random_games += usize::from(ask(&generator::position(&mut random)));
        if random_games == cases {
            break;
        }
    }
    assert!(asked > 40 && random_games == cases, "{asked} {random_games}");
}

/// The theorems that `pattern` states are those by which positions are solved.
#[test]
fn patterns_name_the_method_of_answers() {
    let solver = Solver::default();
    for (game, position) in [
        ("nim", "nim[5]"),
        ("bash(3)", "bash(3)[5]"),
        ("lasker", "lasker[5]"),
        ("wythoff", "wythoff[3, 5]"),
        ("misere wythoff", "misere wythoff[3, 5]"),
        ("euclid", "euclid[3, 5]"),
        ("moore(2)", "moore(2)[3, 5]"),
        ("misere nim", "misere nim[3, 5]"),
        ("staircase", "staircase[3, 5, 7]"),
        ("fibonacci", "fibonacci[7]"),
        ("race(20, 1..3)", "race(20, 1..3)[0]"),
    ] {
        let line = notation::parse_game(game).unwrap();
        let request = Request { heaps: None, to: Some(30) };
        let pattern = grundy_pattern::find(&solver, &line, request).unwrap();
        assert_eq!(pattern.status(), Status::Theorem, "{game}");
        assert_eq!(pattern.method().name, solver.solve_text(position).unwrap().method.name, "{game}");
    }
}
