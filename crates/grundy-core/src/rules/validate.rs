//! Checks that moves and settings are consistent.

use super::{Amounts, Mark, MoveRule, Once, PutBack, Rules, Source, Var};
use crate::error::{Error, Result};

/// Fails for rules that cannot be played or contradict themselves.
pub(super) fn check(rules: &Rules) -> Result<()> {
    if rules.moves.is_empty() {
        return Err(Error::input("error.empty-set").with("move", "take"));
    }
    for rule in &rules.moves {
        check_move(rule, rules)?;
    }
    if rules.settings.first.is_none() && rules.mentions(Var::Last) {
        let fixed = format!("{rules}; first any");
        return Err(Error::input("error.first-missing").suggest(Some(fixed)));
    }
    if rules.settings.seats.is_empty() && rules.looks_at_seats() {
        return Err(Error::input("error.seats-missing").suggest(Some(format!("{rules}; seats 3, 4"))));
    }
    check_combinations(rules)
}

/// Fails if the set of amounts of a first move is unusable.
pub fn check_first(first: &Amounts) -> Result<()> {
    if first.is_empty() {
        return Err(Error::input("error.empty-set").with("move", "first"));
    }
    if first.has_zero() {
        return Err(Error::input("error.zero-amount"));
    }
    if first.mentions(Var::Last) {
        return Err(Error::input("error.first-mentions-last"));
    }
    Ok(())
}

fn check_move(rule: &MoveRule, rules: &Rules) -> Result<()> {
    match rule {
        MoveRule::Take { source, parts, amounts } => {
            if parts.counts.is_empty() {
                return Err(Error::input("error.leaving-nothing"));
            }
            if amounts.has_zero() && parts.counts.first().is_some_and(|&c| c < 2) {
                return Err(Error::input("error.zero-amount"));
            }
            match source {
                Source::Same(0)
                | Source::SameUpTo(0)
                | Source::Free(0)
                | Source::FreeUpTo(0)
                | Source::Within(0, _) => Err(Error::input("error.no-heaps")),
                Source::Within(_, bound) => {
                    if bound.mentions(Var::N) {
                        return Err(Error::input("error.within-mentions-n"));
                    }
                    match bound.as_constant() {
                        Some(d) if d < dashu_int::IBig::ZERO => Err(Error::input("error.within-negative")),
                        _ => Ok(()),
                    }
                }
                _ => Ok(()),
            }
        }
        MoveRule::Discard { heaps, then } => {
            if *heaps == 0 {
                return Err(Error::input("error.no-heaps"));
            }
            match **then {
                MoveRule::Take { .. } => check_move(then, rules),
                _ => Err(conflict("discard", &then.to_string())),
            }
        }
        MoveRule::Step { amounts, .. } => {
            if amounts.has_zero() {
                Err(Error::input("error.zero-amount"))
            } else {
                Ok(())
            }
        }
        MoveRule::Carry { amounts, distance, sum } => {
            if [amounts, distance, sum].into_iter().any(Amounts::has_zero) {
                return Err(Error::input("error.zero-size").with("move", "move"));
            }
            if !distance.is_fixed() || !sum.is_fixed() {
                return Err(Error::input("error.remake-variable").with("move", rule.to_string()));
            }
            Ok(())
        }
        MoveRule::Remake(remake) => remake.check(),
        MoveRule::Multiply(amounts) => {
            if amounts.has_zero() {
                return Err(Error::input("error.zero-amount"));
            }
            if rules.goal().is_none() { Err(Error::input("error.multiply-without-race")) } else { Ok(()) }
        }
    }
}

/// The error that two parts of a game exclude each other.
pub fn conflict(one: &str, other: &str) -> Error {
    Error::input("error.rules-conflict").with("one", one).with("other", other)
}

fn check_combinations(rules: &Rules) -> Result<()> {
    let settings = &rules.settings;
    let steps = rules.moves.iter().any(|m| matches!(m, MoveRule::Step { .. } | MoveRule::Carry { .. }));
    if steps && rules.changes_heap_count() {
        return Err(conflict("move ... down", "split, discard"));
    }
    super::remake::check_end(&rules.moves)?;
    if let Some(goal) = &settings.goal {
        for rule in &rules.moves {
            let plain = match rule {
                MoveRule::Take { source: Source::One, parts, .. } => *parts == super::Parts::together(),
                MoveRule::Multiply(_) => true,
                _ => false,
            };
            if !plain {
                return Err(conflict("to N", &rule.to_string()));
            }
            let unbounded = match rule {
                MoveRule::Take { amounts, .. } | MoveRule::Multiply(amounts) => amounts.is_unbounded(),
                _ => false,
            } || settings.first.as_ref().is_some_and(Amounts::is_unbounded);
            if goal.may_pass && unbounded {
                return Err(Error::input("error.race-without-end"));
            }
        }
        let mark = settings.marks.map(Mark::setting);
        for (set, word) in [
            (settings.most, "win most"),
            (settings.order.is_some(), "heaps ..."),
            (mark.is_some(), mark.unwrap_or_default()),
        ] {
            if set {
                return Err(conflict("to N", word));
            }
        }
    }
    if settings.order.is_some() {
        let fits = |rule: &MoveRule| match rule {
            MoveRule::Take { source, parts, .. } => {
                matches!(source, Source::One | Source::Max | Source::Min) && !parts.splits()
            }
            _ => false,
        };
        if let Some(rule) = rules.moves.iter().find(|rule| !fits(rule)) {
            return Err(conflict("heaps in order", &rule.to_string()));
        }
        if let Some(mark) = settings.marks {
            return Err(conflict("heaps in order", mark.setting()));
        }
    }
    if let Some(mark) = settings.marks
        && let Some(rule) =
            rules.moves.iter().find(|rule| !matches!(rule, MoveRule::Take { source: Source::One, .. }))
    {
        return Err(conflict(mark.setting(), &rule.to_string()));
    }
    check_put_back(rules)?;
    check_once(rules)
}

/// What is put back is a bounded number of stones, on heaps of which nothing is remembered.
fn check_put_back(rules: &Rules) -> Result<()> {
    let settings = &rules.settings;
    let Some(PutBack { amounts, .. }) = &settings.put_back else { return Ok(()) };
    if amounts.is_empty() {
        return Err(Error::input("error.empty-set").with("move", "put back"));
    }
    if amounts.has_zero() {
        return Err(Error::input("error.put-back-zero"));
    }
    if amounts.mentions(Var::Last) {
        return Err(Error::input("error.put-back-last"));
    }
    if amounts.is_unbounded() {
        return Err(Error::input("error.put-back-without-end"));
    }
    let other = settings.goal.as_ref().map(|_| "to N");
    let other = other.or(settings.order.map(|_| "heaps in order"));
    let other = other.or(settings.marks.map(Mark::setting)).or(settings.once.map(Once::setting));
    other.map_or(Ok(()), |other| Err(conflict("put back", other)))
}

/// Amounts that may be used once are those of takes, from heaps that nothing else is remembered of.
fn check_once(rules: &Rules) -> Result<()> {
    let Some(once) = rules.settings.once else { return Ok(()) };
    let other = rules.moves.iter().find(|rule| !matches!(rule, MoveRule::Take { .. }));
    let order = rules.settings.order.map(|_| "heaps in order");
    let mark = rules.settings.marks.map(Mark::setting);
    let clash = other.map(ToString::to_string).or(order.or(mark).map(str::to_owned));
    clash.map_or(Ok(()), |clash| Err(conflict(Once::setting(once), &clash)))
}
