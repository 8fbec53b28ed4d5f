//! Checks the answers about a whole game: the table of two heaps, the values of one heap, their period with its
//! certificate, and the law. Each is compared with a plain search over small positions; a proved law must also hold beyond
//! the heaps from which it was found.

use std::time::Duration;

use dashu_int::{IBig, UBig};
use grundy_pattern::{Pattern, Request, Status};
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::GameLine;
use grundy_solver::periods::period_json;
use grundy_solver::position::Position;
use grundy_solver::sequence::Run;
use grundy_solver::table::Show;
use grundy_solver::{Outcome, Solver, certificate};
use serde_json::Value as Json;

use crate::known::{Known, Plain};
use crate::program::check_program;
use crate::truth::oracle_budget;

/// The table's sides: different, so that swapped rows and columns are noticed.
const SIDES: [usize; 2] = [7, 9];
/// The last heap whose value is compared, and the limit of the search for periods.
const HEAP: usize = 60;
const PERIOD: u32 = 1500;
/// For each number of heaps: the last heap from which a law is found, and the last one on which it is checked.
const RULES: [(usize, usize); 3] = [(26, 60), (10, 17), (7, 9)];

/// The numbers of comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whole {
    cells: u64,
    values: u64,
    periods: u64,
    rules: u64,
    proved: u64,
    programs: u64,
}

impl Whole {
    /// Each number with its name.
    pub fn counts(self) -> [(&'static str, u64); 6] {
        [
            ("cells of tables", self.cells),
            ("values of heaps", self.values),
            ("proved periods", self.periods),
            ("rules", self.rules),
            ("rules that are theorems or proved", self.proved),
            ("programs", self.programs),
        ]
    }
}

/// Compares all answers about the game of `root`, if it is one game of heaps.
pub fn check_game(root: &Position) -> Result<Whole, String> {
    let mut whole = Whole::default();
    let Some(component) = root.single().filter(|component| component.game.board().is_none()) else {
        return Ok(whole);
    };
    let line = component.line(root.is_misere());
    let budget = oracle_budget();
    let mut plain = Plain::new(root, &line, &budget);
    for (_, show) in Show::ALL {
        whole.cells +=
            check_table(&line, show, &mut plain).map_err(|why| format!("table of {}: {why}", show.word()))?;
    }
    check_values(&line, &mut plain, &mut whole).map_err(|why| format!("values: {why}"))?;
    for heaps in 1..=RULES.len() {
        check_pattern(&line, heaps, &mut plain, &mut whole)
            .map_err(|why| format!("pattern, {heaps} heaps: {why}"))?;
    }
    Ok(whole)
}

/// Where a heap has very many moves, its values would take hours; such a list is given up, and counts as not compared.
fn bounded() -> Limits {
    Limits { time: Some(Duration::from_secs(10)), ..Limits::default() }
}

/// Returns the number of cells compared. Games without such a table are skipped.
fn check_table(line: &GameLine, show: Show, plain: &mut Plain<'_>) -> Result<u64, String> {
    if plain.known(&[SIDES[0] - 1, SIDES[1] - 1]).is_none() {
        return Ok(0);
    }
    let Ok(grid) = Solver::new(bounded()).table(line, SIDES[0], SIDES[1], show) else { return Ok(0) };
    let mut compared = 0;
    for row in 0..SIDES[0] {
        for column in 0..SIDES[1] {
            let Some(known) = plain.known(&[row, column]) else { continue };
            compared += 1;
            let cell = row * SIDES[1] + column;
            let outcome = grid.outcomes[cell];
            ensure!(outcome == known.outcome, "{outcome:?} at {row}, {column}, not {:?}", known.outcome);
            let expected = match show {
                Show::Outcome => continue,
                Show::Value => known.value.as_ref().and_then(|value| u32::try_from(value).ok()),
                Show::Remoteness => u32::try_from(known.remoteness).ok(),
            };
            let number = grid.numbers.get(cell).copied();
            ensure!(number == expected, "{number:?} at {row}, {column}, not {expected:?}");
        }
    }
    Ok(compared)
}

/// Checks the values of single heaps, and their period.
fn check_values(line: &GameLine, plain: &mut Plain<'_>, whole: &mut Whole) -> Result<(), String> {
    let list = Solver::new(bounded()).values_json(line, &UBig::ZERO, &UBig::from(HEAP), &mut |_| ());
    let Ok(list) = list else { return Ok(()) };
    let stated = list["values"].as_array().ok_or("no list")?;
    ensure!(stated.len() == HEAP + 1, "{} values", stated.len());
    let mut truth = Vec::new();
    for stated in stated {
        let Some(known) = plain.known(&[truth.len()]) else { break };
        let value = known.value.as_ref().and_then(|value| u64::try_from(value).ok());
        ensure!(stated.as_u64() == value, "{stated} at {}, not {value:?}", truth.len());
        truth.push(value.unwrap_or(0));
    }
    whole.values += truth.len() as u64;
    let period = period_json(line, Some(&PERIOD.into()), bounded(), Cancel::default(), &mut |_| ());
    if let Ok((stated, _)) = period
        && !stated["period"].is_null()
    {
        whole.periods += 1;
        check_period(&stated, &truth).map_err(|why| format!("{why}: {stated}"))?;
        check_certificate(line)?;
    }
    Ok(())
}

/// Checks the period against the known values: it holds, with the least preperiod and the least period.
fn check_period(stated: &Json, truth: &[u64]) -> Result<(), String> {
    let number = |key: &str| stated[key].as_u64().and_then(|n| usize::try_from(n).ok());
    let (Some(period), Some(preperiod), Some(saltus)) =
        (number("period"), number("preperiod"), stated["saltus"].as_u64())
    else {
        return Ok(());
    };
    let repeats = |at: usize| truth.get(at + period).map(|&later| later == truth[at] + saltus);
    for at in preperiod..truth.len() {
        ensure!(repeats(at) != Some(false), "heap {at} does not repeat");
    }
    if let Some(before) = preperiod.checked_sub(1).filter(|before| *before < truth.len()) {
        ensure!(repeats(before) != Some(true), "heap {before} repeats too");
    }
    for less in 1..period {
        let (whole, turn) = (preperiod + period + less <= truth.len(), preperiod..preperiod + period);
        if whole && saltus == 0 {
            ensure!(turn.into_iter().any(|at| truth[at + less] != truth[at]), "{less} is a period too");
        }
    }
    if let Some(most) = stated["max_value"].as_u64() {
        ensure!(truth.iter().all(|value| *value <= most), "there is a value above {most}");
    }
    Ok(())
}

/// Checks that the certificate of a proved period is accepted.
fn check_certificate(line: &GameLine) -> Result<(), String> {
    let Some(rules) = line.game.rules() else { return Ok(()) };
    let mut run = Run::new(rules, PERIOD as usize, bounded(), Cancel::default());
    let Ok(_) = run.finish() else { return Ok(()) };
    let Some(proof) = run.proof() else { return Ok(()) };
    let Ok(text) = certificate::of(&run, rules, proof) else { return Ok(()) };
    let verdict = grundy_verify::verify(text.as_bytes(), grundy_verify::Limits::default(), &mut |_, _| ())
        .map_err(|why| format!("the certificate is none: {why:?}"))?;
    ensure!(verdict.reason.is_none(), "the certificate is refused: {:?}", verdict.reason);
    Ok(())
}

fn check_pattern(
    line: &GameLine,
    heaps: usize,
    plain: &mut Plain<'_>,
    whole: &mut Whole,
) -> Result<(), String> {
    let (to, far) = RULES[heaps - 1];
    // If plain search takes long, so does the search for a law.
    if plain.known(&vec![to; heaps]).is_none() {
        return Ok(());
    }
    let request = Request { heaps: Some(heaps), to: Some(to) };
    let Ok(found) = grundy_pattern::find(&Solver::new(bounded()), line, request) else { return Ok(()) };
    whole.rules += u64::from(found.status() > Status::None);
    whole.proved += u64::from(found.status() >= Status::Proved);
    let mut looked_at = Vec::new();
    let ordered = line.game.is_ordered();
    for_each(heaps, far + 1, &mut |list| {
        let sorted = list.is_sorted();
        let passes = found.none_empty() && list.contains(&0);
        if (!ordered && !sorted) || passes {
            return Ok(());
        }
        let Some(known) = plain.known(list) else { return Ok(()) };
        check_rule(&found, list, &known)?;
        looked_at.push((list.to_vec(), known));
        Ok(())
    })?;
    whole.programs += u64::from(check_program(&found, &looked_at, plain)?);
    Ok(())
}

/// Checks the law at one position.
fn check_rule(found: &Pattern, list: &[usize], known: &Known) -> Result<(), String> {
    let heaps: Vec<i128> = list.iter().map(|&heap| heap as i128).collect();
    let near = list.iter().all(|heap| *heap <= found.checked_to());
    let holds = |status: Status| status >= Status::Proved || (near && status == Status::Conjecture);
    if holds(found.status())
        && let Some(lost) = found.lost()
    {
        let (stated, truth) = (lost.holds(&heaps), known.outcome == Outcome::P);
        ensure!(stated == Some(truth), "{:?} says {stated:?} of {list:?}: {lost:?}", found.status());
        if let Some(drawn) = found.drawn() {
            let (stated, truth) = (drawn.holds(&heaps), known.outcome == Outcome::D);
            ensure!(stated == Some(truth), "a draw at {list:?}? {stated:?}");
        }
    }
    // In a heapwise game the law gives the value of one heap.
    let one = found.line().game.is_heapwise() && !found.line().misere;
    if let Some(value) = found.value().filter(|_| holds(found.value_status()) && (!one || list.len() == 1)) {
        let truth = known.margin.clone().or_else(|| known.value.clone().map(IBig::from));
        let stated = value.at(&heaps).map(IBig::from);
        ensure!(stated == truth, "value {stated:?}, not {truth:?}, at {list:?}: {value:?}");
    }
    Ok(())
}

/// Calls `each` for every list of `count` numbers below `side`.
pub fn for_each(
    count: usize,
    side: usize,
    each: &mut impl FnMut(&[usize]) -> Result<(), String>,
) -> Result<(), String> {
    let mut list = vec![0; count];
    loop {
        each(&list)?;
        let Some(place) = list.iter().rposition(|number| number + 1 < side) else { return Ok(()) };
        list[place] += 1;
        list[place + 1..].fill(0);
    }
}
