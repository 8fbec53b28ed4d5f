//! The positions below one position: plain search has verdicts on all of them, so each is a case of its own
//! for the cheap questions: its outcome, its value, and its row in a file of positions.

use std::sync::Arc;

use dashu_int::UBig;
use grundy_solver::batch::{BatchSettings, Column, Prepared};
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::oracle::{Oracle, Verdict};
use grundy_solver::position::Position;

use crate::solvers::Solvers;
use crate::truth::{outcome_of, value_of};

/// The most positions compared for one rule set: more rule sets find more than more positions.
pub const MOST: usize = 8192;

/// The limit for several games at once: each question may search a part of its own, and thousands of searches of
/// thousands of positions would take an hour.
pub const MOST_OF_SEVERAL: usize = 512;

/// Compares every position that the search has met, at most [`MOST`]; returns their number.
pub fn check_around(root: &Position, oracle: &Oracle<'_>, solvers: &Solvers) -> Result<u64, String> {
    let most = if root.single().is_some() { MOST } else { MOST_OF_SEVERAL };
    let mut known: Vec<(Position, &Verdict)> = oracle.known().take(most).collect();
    // The search returns them in no order; sorted, the first failure is always the same.
    known.sort_by_key(|(position, _)| {
        let heaps = |p: &Position| p.components().iter().map(|c| c.state.heaps.clone()).collect::<Vec<_>>();
        (heaps(position).iter().flatten().sum::<UBig>(), heaps(position))
    });
    let mut compared = 0;
    for (position, verdict) in &known {
        let outcome =
            solvers.plain.outcome(position).map_err(|e| format!("no outcome at {position}: {e}"))?;
        let expected = outcome_of(position, verdict);
        ensure!(outcome == expected, "outcome {outcome:?} at {position}, not {expected:?}");
        compared += 1;
    }
    check_values(&known, solvers)?;
    check_lines(root, &known)?;
    Ok(compared)
}

/// Checks the value of every eighth position, since each needs a full solution.
fn check_values(known: &[(Position, &Verdict)], solvers: &Solvers) -> Result<(), String> {
    for (position, verdict) in known.iter().step_by(8) {
        let answer = solvers.insistent.solve(position).map_err(|e| format!("no value at {position}: {e}"))?;
        let expected = value_of(position, verdict);
        ensure!(answer.value == expected, "value {:?} at {position}, not {expected:?}", answer.value);
    }
    Ok(())
}

/// Checks the same positions as lines of a file, if they are heaps at the start of the game.
fn check_lines(root: &Position, known: &[(Position, &Verdict)]) -> Result<(), String> {
    let Some(component) = root.single() else { return Ok(()) };
    let line = component.line(root.is_misere());
    let mut text = Vec::new();
    let mut expected = String::new();
    for (position, verdict) in known {
        let Some(component) = position.single() else { continue };
        let heaps = &component.state.heaps;
        let fresh = Position::start(&line, heaps.clone())
            .is_ok_and(|start| start.single().is_some_and(|start| start.state == component.state));
        if heaps.is_empty() || !fresh {
            continue;
        }
        let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        text.extend_from_slice(heaps.join(" ").as_bytes());
        text.push(b'\n');
        expected.push_str(outcome_of(position, verdict).letter());
        expected.push('\n');
    }
    let settings = BatchSettings {
        line,
        columns: vec![Column::Outcome],
        keep_going: true,
        limits: Limits::default(),
        cancel: Cancel::default(),
    };
    let mut rows = Vec::new();
    Arc::new(Prepared::new(settings))
        .lines()
        .answer(&text, &mut rows)
        .map_err(|e| format!("no rows: {e:?}"))?;
    if rows != expected.as_bytes() {
        let rows = String::from_utf8_lossy(&rows);
        let at = rows.lines().zip(expected.lines()).position(|(a, b)| a != b).unwrap_or(0);
        let line = String::from_utf8_lossy(&text);
        let line = line.lines().nth(at).unwrap_or_default();
        return Err(format!("as a line of a file, `{line}` is told {}", rows.lines().nth(at).unwrap_or("")));
    }
    Ok(())
}
