//! The search for a rule: a theorem or a proved period if there is one, else the shortest rule of a family that
//! fits; and its proof.

use super::collect::{Collected, Collector};
use super::rule::Rule;
use super::sample::Sample;
use super::{INDUCTION, Pattern, Proof, Status, automatic, family, no_method, proof};
use grundy_core::answer::{MethodKind, MethodUsed};
use grundy_core::error::{Error, ErrorKind, Result};
use grundy_proof::Question;
use grundy_sequence::{Run, StopReason};
use grundy_solver::lattice::Lattice;
use grundy_solver::law::{Cond, Num, Shape, Table};
use grundy_solver::method::Method;

/// Maximum number of positions a proof may check.
const PROOF_CELLS: usize = 1 << 22;
/// To prove a period, this many times the values of the sample are computed, within these bounds ...
const PROOF_TIMES: usize = 8;
const PROOF_VALUES: std::ops::Range<usize> = 1 << 12..1 << 20;
/// ... and at most about this many options are examined.
const PROOF_EFFORT: u64 = 1 << 28;

/// Heapwise games: a function of one heap determines everything.
pub(super) fn of_values(collector: &Collector<'_>) -> Result<Pattern> {
    let (values, limit) = collector.heap_values()?;
    let sample = Collector::of_values(values);
    let mut pattern = Pattern::nothing(collector, &sample, limit);
    let named = name_values(collector, &sample, &mut pattern);
    pattern.keep_what_was_found(named)?;
    Ok(pattern)
}

/// Finds the rule for the values of one heap.
fn name_values(collector: &Collector<'_>, sample: &Sample, pattern: &mut Pattern) -> Result<()> {
    let recognised = collector.solver.recognise(collector.line);
    let stated = recognised.law(1).and_then(|(law, method)| Some((law.value?, method)));
    let budget = collector.budget();
    if let Some((value, method)) = stated.filter(|(value, _)| family::agrees(value, sample, sample.side)) {
        pattern.method = credit(&**method);
        pattern.found_value(value, Status::Theorem);
    } else if let Some((value, reference)) = proved_value(collector, sample, &mut pattern.limit)? {
        pattern.found_value(value, Status::Proved);
        pattern.proved_by(Proof::Period(Some(reference)));
    } else {
        if let Some((value, name)) = family::number_for(sample, &budget)? {
            pattern.method = MethodUsed::new(name, MethodKind::Computation, None);
            pattern.found_value(value, Status::Conjecture);
        }
        // The lost heaps alone may have a shorter rule, or the only one.
        if collector.heaps == 1
            && let Some(rule) = family::rule_for(sample, &budget)?
        {
            pattern.method = MethodUsed::new(rule.family, MethodKind::Computation, None);
            pattern.status = Status::Conjecture;
            pattern.lost = Some(rule.shape);
        }
    }
    Ok(())
}

/// All other games: outcomes of all positions in a box.
pub(super) fn of_outcomes(collector: &Collector<'_>) -> Result<Pattern> {
    let mut collected = collector.collect()?;
    let mut pattern = Pattern::nothing(collector, &collected.lost, collected.limit.take());
    pattern.has_draws = collected.drawn.is_some();
    let named = name_outcomes(collector, collected, &mut pattern);
    pattern.keep_what_was_found(named)?;
    if let Some(goal) = collector.line.game.goal().filter(|goal| goal.may_pass) {
        pattern.ends_beyond(&goal.target);
    }
    Ok(pattern)
}

/// Finds the rule for the collected data.
fn name_outcomes(collector: &Collector<'_>, collected: Collected, pattern: &mut Pattern) -> Result<()> {
    let Collected { mut lost, drawn, values, .. } = collected;
    let recognised = collector.solver.recognise(collector.line);
    if let Some((law, method)) = recognised.law(collector.heaps)
        && family::holds(&law.lost, &lost, lost.side)
    {
        if matches!(law.lost, Shape::Formula(Cond::Automaton(_))) {
            // A proved formula is shorter than an automaton, and describes the same positions.
            let searched = search_lost(collector, pattern, &mut lost);
            if pattern.status != Status::Proved {
                pattern.lost = Some(law.lost);
            }
            pattern.proved_by(Proof::Automaton);
            searched?;
        } else {
            (pattern.status, pattern.method) = (Status::Theorem, credit(&**method));
            pattern.lost = Some(law.lost);
        }
        let fits = |value: &Num| values.as_ref().is_some_and(|s| family::agrees(value, s, s.side));
        if let Some(value) = law.value.filter(fits) {
            (pattern.value, pattern.value_status) = (Some(value), Status::Theorem);
        }
    } else {
        search_lost(collector, pattern, &mut lost)?;
    }
    let rules = collector.line.game.rules();
    let scoring = collector.line.game.is_scoring();
    if pattern.value.is_none()
        && let Some(sample) = &values
        && let Some((value, name)) = family::number_for(sample, &collector.budget())?
    {
        let needed = match (scoring, value.remainders()) {
            (true, Some(rests)) if collector.heaps == 1 => {
                rules.and_then(|rules| proof::needed_margins(rules, rests))
            }
            (false, Some(rests)) => {
                let lattice = pattern.lattice.as_ref();
                lattice.and_then(|lattice| proof::needed_side(lattice, collector.heaps, rests))
            }
            _ => None,
        };
        let proved = needed.is_some_and(|side| side <= sample.side);
        pattern.value_status = if proved { Status::Proved } else { Status::Conjecture };
        pattern.value = Some(value);
        if pattern.lost.is_none() {
            pattern.method = MethodUsed::new(name, MethodKind::Computation, None);
        }
    }
    if scoring && collector.heaps == 1 && pattern.status <= pattern.value_status {
        pattern.outcomes_from_margins();
    } else if let Some(drawn) = drawn {
        pattern.drawn = family::rule_for(&drawn, &collector.budget())?.map(|rule| rule.shape.formula());
        if pattern.drawn.is_none() || scoring {
            pattern.status = pattern.status.min(Status::Conjecture);
        }
    }
    Ok(())
}

/// A method in the form used in answers.
fn credit(method: &dyn Method) -> MethodUsed {
    let basis = method.basis();
    MethodUsed::new(method.name(), basis.kind(), basis.reference())
}

/// Finds the shortest rule, and its proof: by remainders, else by an automaton.
fn search_lost(collector: &Collector<'_>, pattern: &mut Pattern, lost: &mut Sample) -> Result<()> {
    by_remainders(collector, pattern, lost)?;
    if let (Status::Conjecture, Some(shape), Ok(question)) =
        (pattern.status, &pattern.lost, Question::new(collector.line, collector.heaps))
    {
        let time = collector.solver.limits().time;
        let until = time.and_then(|time| collector.started.checked_add(time));
        if automatic::is_proved(&shape.formula(), &question, until) {
            pattern.proved_by(Proof::Automaton);
        }
    }
    Ok(())
}

/// Finds the shortest rule, and proves it if it depends on remainders only.
fn by_remainders(collector: &Collector<'_>, pattern: &mut Pattern, lost: &mut Sample) -> Result<()> {
    if !lost.lost.contains(&true) {
        return Ok(());
    }
    let lattice = pattern.lattice.clone();
    let lattice = lattice.as_ref();
    let found = family::rule_for(lost, &collector.budget())?;
    let Some(rule) = found.or_else(|| ending(lattice?, lost)) else { return Ok(()) };
    let needed =
        rule.shape.remainders().and_then(|rests| proof::needed_side(lattice?, collector.heaps, rests));
    pattern.status = Status::Conjecture;
    pattern.method = MethodUsed::new(rule.family, MethodKind::Computation, None);
    pattern.lost = Some(rule.shape.clone());
    let Some(side) = needed else {
        // A race ends: once every total has been checked, nothing remains to be proved.
        let goal = collector.line.game.goal().and_then(|goal| usize::try_from(&goal.target).ok());
        if goal.is_some_and(|target| target < lost.side) {
            pattern.proved_by(Proof::EveryPosition);
        }
        return Ok(());
    };
    if side > lost.side {
        let cells = Sample::cells(collector.heaps, side).unwrap_or(usize::MAX);
        if cells > PROOF_CELLS {
            return Ok(());
        }
        let wider = Collector { side: Some(side), ..*collector };
        match wider.collect() {
            Ok(collected) if collected.lost.side >= side => *lost = collected.lost,
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::Limit => {
                pattern.limit = Some(error);
                return Ok(());
            }
            Err(error) => return Err(error),
        }
        if !family::holds(&rule.shape, lost, side) {
            // The supposed rule was wrong.
            (pattern.lost, pattern.status) = (None, Status::None);
            pattern.method = no_method();
            return Ok(());
        }
        pattern.checked_to = side - 1;
    }
    pattern.proved_by(Proof::Remainders);
    Ok(())
}

/// One heap with finitely many lost sizes: only a list, so it must be proved.
fn ending(lattice: &Lattice, lost: &Sample) -> Option<Rule> {
    if lost.heaps > 1 {
        return None;
    }
    let yes: Vec<i128> = lost.lost[..lost.fit].iter().map(|lost| i128::from(*lost)).collect();
    let shape = Shape::Heap(family::repetition(&yes)?);
    let needed = proof::needed_side(lattice, 1, shape.remainders()?)?;
    let proved = needed <= lost.side && family::holds(&shape, lost, lost.side);
    proved.then_some(Rule { shape, cost: 0, family: INDUCTION })
}

/// The value of a heap by a proved period. A limit reached on the way is stored in `limit`.
fn proved_value(
    collector: &Collector<'_>,
    sample: &Sample,
    limit: &mut Option<Error>,
) -> Result<Option<(Num, &'static str)>> {
    let (solver, limits) = (collector.solver, collector.budget().limits());
    let wanted = (PROOF_TIMES * sample.side).clamp(PROOF_VALUES.start, PROOF_VALUES.end);
    let Some(rules) = collector.line.game.rules() else { return Ok(None) };
    let mut run = Run::new(rules, wanted, limits, solver.cancel()).limit_effort(Some(PROOF_EFFORT));
    if run.theorems().is_empty() {
        return Ok(None);
    }
    let reason = run.finish()?;
    let Some(proof) = run.proof() else {
        if matches!(reason, StopReason::TimeLimit | StopReason::MemoryLimit | StopReason::Interrupted) {
            *limit = run.limit().cloned().or_else(|| limit.take());
        }
        return Ok(None);
    };
    let (preperiod, period) = (proof.period.preperiod, proof.period.period);
    let mut values = vec![0; preperiod + period];
    run.read(&0u32.into(), &mut values);
    let turn = values.split_off(preperiod);
    let wide = |list: Vec<u32>| list.into_iter().map(i128::from).collect();
    let table =
        Table { before: wide(values), turn: wide(turn), saltus: i128::from(proof.period.saltus) }.reduced();
    let value = Num::Look(table, Box::new(Num::This));
    Ok(family::agrees(&value, sample, sample.side).then_some((value, proof.theorem.reference())))
}
