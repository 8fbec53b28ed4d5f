//! A question about a period: what to compute, and the answer as JSON.

use dashu_int::UBig;
use serde_json::{Value as Json, json};

use crate::recognise::Known;
use crate::solver::Solver;
use grundy_core::error::{Error, Result};
use grundy_core::limits::{Cancel, Limits};
use grundy_core::notation::GameLine;
use grundy_core::number::natural_to_json;
use grundy_core::rules::Rules;
use grundy_sequence::certificate;
use grundy_sequence::proof::Theorem;
use grundy_sequence::{ClosedPeriod, Proof, Run, StopReason};

/// Largest heap examined by default.
const DEFAULT_LIMIT: u32 = 1_000_000;
/// Most options by default, unless heaps or time are limited: some seconds, if values come slowly.
const DEFAULT_EFFORT: u64 = 1 << 33;
/// A closed form is computed all the same if the greatest amount is at most this, to get a certificate of it.
const SMALL: usize = 1 << 16;

/// What to do for a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeriodQuestion {
    /// Nothing: a theorem gives the period.
    Closed(ClosedPeriod),
    /// Values are computed until a period is proved.
    Compute {
        /// The rules of the game.
        rules: Box<Rules>,
        /// Most values.
        wanted: usize,
        /// Most options, as engines count them.
        effort: Option<u64>,
    },
}

impl PeriodQuestion {
    /// For values of heaps up to `limit` (a million, and some seconds of work, if it is `None`). If a theorem
    /// gives the answer but it is small and `certified` is set, it is computed all the same.
    ///
    /// Refused if values of single heaps do not decide sums, or heaps are not independent.
    pub fn new(line: &GameLine, limit: Option<&UBig>, limits: Limits, certified: bool) -> Result<Self> {
        Solver::check_values(line)?;
        if line.game.rules().is_some_and(Rules::is_ring) {
            return Err(Error::input("error.period-of-ring").with("game", &*line.spelled));
        }
        let known = Known::default().of(&line.game, false);
        let Some((rules, values)) = line.game.rules().zip(known.values()) else {
            let id =
                if line.game.own().is_some() { "error.period-of-script" } else { "error.period-of-one-heap" };
            return Err(Error::input(id).with("game", &*line.spelled));
        };
        // Computed if that is fast and makes a certificate; growing values have none.
        let computed = |closed: &ClosedPeriod| is_small(rules) && (certified || closed.saltus == UBig::ZERO);
        if let Some(closed) = values.closed().filter(|closed| !computed(closed)) {
            return Ok(Self::Closed(closed));
        }
        let length = limit.cloned().unwrap_or_else(|| UBig::from(DEFAULT_LIMIT)) + UBig::ONE;
        let wanted = usize::try_from(&length).unwrap_or(usize::MAX);
        let effort = (limit.is_none() && limits.time.is_none()).then_some(DEFAULT_EFFORT);
        Ok(Self::Compute { rules: Box::new(rules.clone()), wanted, effort })
    }
}

/// Whether the proof by computation takes only moments.
fn is_small(rules: &Rules) -> bool {
    Theorem::of(rules).iter().any(|theorem| theorem.largest() <= SMALL)
}

/// The answer as JSON, and the limit if one was reached before a period was proved.
///
/// Calls `watch` with the run after every fraction of a second. Work stops soon after `cancel` is set.
pub fn period_json(
    line: &GameLine,
    limit: Option<&UBig>,
    limits: Limits,
    cancel: Cancel,
    watch: &mut dyn FnMut(&Run),
) -> Result<(Json, Option<StopReason>)> {
    let game = &*line.spelled;
    let (rules, wanted, effort) = match PeriodQuestion::new(line, limit, limits, false)? {
        PeriodQuestion::Closed(closed) => return Ok((closed_json(game, &closed), None)),
        PeriodQuestion::Compute { rules, wanted, effort } => (rules, wanted, effort),
    };
    let mut run = Run::new(&rules, wanted, limits, cancel).limit_effort(effort);
    let reason = stepped(&mut run, watch)?;
    if let Some(proof) = run.proof() {
        return Ok((proved_json(game, &run, proof), None));
    }
    Ok((stopped_json(game, &run, reason)?, Some(reason)))
}

/// Like [`period_json`], with the certificate of a proved period, or the reason why there is none.
pub fn certified_json(
    line: &GameLine,
    limit: Option<&UBig>,
    limits: Limits,
    cancel: Cancel,
    watch: &mut dyn FnMut(&Run),
) -> Result<(Json, Result<String>)> {
    let game = &*line.spelled;
    let (rules, wanted, effort) = match PeriodQuestion::new(line, limit, limits, true)? {
        PeriodQuestion::Closed(closed) => {
            return Ok((closed_json(game, &closed), Err(certificate::closed(game))));
        }
        PeriodQuestion::Compute { rules, wanted, effort } => (rules, wanted, effort),
    };
    let mut run = Run::new(&rules, wanted, limits, cancel).limit_effort(effort);
    let reason = stepped(&mut run, watch)?;
    if let Some(proof) = run.proof() {
        return Ok((proved_json(game, &run, proof), certificate::of(&run, &rules, proof)));
    }
    let json = stopped_json(game, &run, reason)?;
    Ok((json, Err(Error::input("error.certificate-unproved").with("game", game))))
}

/// Computes values until a period is proved or a limit is reached.
fn stepped(run: &mut Run, watch: &mut dyn FnMut(&Run)) -> Result<StopReason> {
    loop {
        let reason = run.step()?;
        watch(run);
        if let Some(reason) = reason {
            return Ok(reason);
        }
    }
}

/// The answer if no period was proved; the error if the run was interrupted.
fn stopped_json(game: &str, run: &Run, reason: StopReason) -> Result<Json> {
    match (reason, run.limit()) {
        (StopReason::Interrupted, Some(error)) => Err(error.clone()),
        _ => Ok(unproved_json(game, run, reason)),
    }
}

/// The answer if a theorem gives it.
pub fn closed_json(game: &str, closed: &ClosedPeriod) -> Json {
    let ClosedPeriod { preperiod, period, saltus, max_value, reference } = closed;
    json!({
        "schema": 1, "game": game, "period": natural_to_json(period), "preperiod": natural_to_json(preperiod),
        "saltus": natural_to_json(saltus), "max_value": max_value.as_ref().map(natural_to_json),
        "checked_to": null, "proof": reference,
    })
}

/// The answer if a period was proved by computation.
pub fn proved_json(game: &str, run: &Run, proof: &Proof) -> Json {
    let (period, preperiod, saltus) = (proof.period.period, proof.period.preperiod, proof.period.saltus);
    let largest = run.statistics().largest().map(|largest| largest.value).filter(|_| saltus == 0);
    json!({
        "schema": 1, "game": game, "period": period, "preperiod": preperiod, "saltus": saltus,
        "max_value": largest, "checked_to": proof.length - 1,
        "proof": short_reference(proof.theorem.reference()),
    })
}

/// The answer if none was proved: what was examined, and what was found.
pub fn unproved_json(game: &str, run: &Run, reason: StopReason) -> Json {
    let largest = run.statistics().largest().map(|largest| largest.value);
    let seen = run.seen().map(|seen| {
        json!({
            "period": seen.period, "preperiod": seen.preperiod, "saltus": seen.saltus, "to": seen.checked_to,
        })
    });
    let reason = match reason {
        _ if run.theorems().is_empty() => "no-theorem",
        StopReason::TimeLimit => "time-limit",
        StopReason::MemoryLimit => "memory-limit",
        StopReason::EffortLimit => "effort-limit",
        _ => "limit",
    };
    json!({
        "schema": 1, "game": game, "period": null, "preperiod": null, "saltus": null,
        "max_value": largest, "checked_to": run.length().checked_sub(1), "proof": null, "seen": seen,
        "reason": reason,
    })
}

/// Author and year, as in answers: without initials.
pub fn short_reference(full: &str) -> String {
    let words = full.split(' ').filter(|word| !(word.len() == 2 && word.ends_with('.')));
    words.collect::<Vec<_>>().join(" ")
}
