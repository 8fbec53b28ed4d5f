//! A list of values of one heap, from the best source there is.

use std::time::Duration;

use dashu_int::UBig;
use serde_json::{Value as Json, json};

use crate::answer::MethodKind;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::notation::GameLine;
use crate::number::natural_to_json;
use crate::rules::Rules;
use crate::sequence::Run;
use crate::sequence::proof::Theorem;
use crate::solver::Solver;

/// How long a run may look for a period before it is said that the memory is too small.
pub const TRIAL: Duration = Duration::from_millis(400);
/// Values are read in pieces of so many.
const PIECE: usize = 1 << 14;
/// What one value takes in memory, as a number and as JSON.
const VALUE: u64 = 64;

/// Do the values up to `to` come from a [`Run`], rather than from a closed form or one by one?
pub fn comes_from_a_run(solver: &Solver, rules: &Rules, to: &UBig) -> bool {
    rules.is_heapwise()
        && !is_far(rules, to)
        && solver.heap_functions().of(rules).kind() != MethodKind::Theorem
}

/// Values that grow without end are beyond a machine word at far heaps.
pub fn is_far(rules: &Rules, to: &UBig) -> bool {
    Theorem::of(rules).iter().any(Theorem::rises) && u32::try_from(to).is_err()
}

impl Solver {
    /// The Grundy values of one heap of `from` to `to` stones as JSON. On a proved period far heaps answer
    /// at once. `watch` sees a run after every fraction of a second.
    ///
    /// Refused where values do not decide sums, see [`check_values`](Self::check_values); a list that does
    /// not fit the memory limit is refused before it is begun.
    pub fn values_json(
        &self,
        line: &GameLine,
        from: &UBig,
        to: &UBig,
        watch: &mut dyn FnMut(&Run),
    ) -> Result<Json> {
        Self::check_values(line)?;
        let count = if from <= to { to - from + UBig::ONE } else { UBig::ZERO };
        let bytes = u64::try_from(&count).unwrap_or(u64::MAX).saturating_mul(VALUE);
        self.budget().reserve(bytes)?;
        let values = if let Some(values) = self.values_of_a_run(line, from, to, bytes, watch)? {
            values.into_iter().map(Json::from).collect()
        } else {
            let mut values = Vec::new();
            self.for_each_value(line, from, to, &mut |_, value| {
                values.push(natural_to_json(value));
                Ok(())
            })?;
            Json::Array(values)
        };
        Ok(json!({
            "schema": 1, "game": line.game.spelled, "from": natural_to_json(from), "to": natural_to_json(to),
            "values": values,
        }))
    }

    /// `None` where another source has them.
    fn values_of_a_run(
        &self,
        line: &GameLine,
        from: &UBig,
        to: &UBig,
        taken: u64,
        watch: &mut dyn FnMut(&Run),
    ) -> Result<Option<Vec<u32>>> {
        let rules = &line.game.rules;
        if !comes_from_a_run(self, rules, to) {
            return Ok(None);
        }
        let length = to + UBig::ONE;
        let limits = Limits { memory: self.limits().memory.saturating_sub(taken), ..self.limits() };
        let mut run = Run::new(rules, usize::try_from(&length).unwrap_or(usize::MAX), limits, self.cancel());
        let reachable = UBig::from(limits.memory);
        let out_of_reach = run.estimate(&(from + UBig::ONE)).memory.is_some_and(|bytes| bytes > reachable);
        if let Err(error) = run.check_size(&length, TRIAL) {
            // A heap that no table reaches has a period or nothing.
            return if out_of_reach { Ok(None) } else { Err(error) };
        }
        while run.step()?.is_none() {
            watch(&run);
        }
        let (mut values, mut next) = (Vec::new(), from.clone());
        let mut piece = vec![0; PIECE];
        while next <= *to {
            let rest = usize::try_from(&(to - &next)).unwrap_or(usize::MAX).saturating_add(1);
            let known = run.read(&next, &mut piece[..PIECE.min(rest)]);
            if known == 0 {
                let stopped = run.limit().cloned();
                return Err(stopped.unwrap_or_else(|| Error::limit("error.stopped")));
            }
            values.extend_from_slice(&piece[..known]);
            next += UBig::from(known);
            run.budget().check_time()?;
        }
        Ok(Some(values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;

    #[test]
    fn lists_agree_with_the_walk_and_far_heaps_lie_on_the_period() {
        for text in ["kayles", "take 1, 3, 4", "lasker", "nim", "grundy", "take any; ring", "octal(0.07)"] {
            let (solver, line) = (Solver::default(), parse_game(text).unwrap());
            let (from, to) = (UBig::from(3u8), UBig::from(40u8));
            let mut walked = Vec::new();
            solver
                .for_each_value(&line, &from, &to, &mut |_, value| {
                    walked.push(natural_to_json(value));
                    Ok(())
                })
                .unwrap();
            let json = solver.values_json(&line, &from, &to, &mut |_| {}).unwrap();
            assert_eq!(json["values"], Json::Array(walked), "{text}");
        }
        let kayles = parse_game("kayles").unwrap();
        let far = UBig::from(12u8) * UBig::from(10u8).pow(30);
        let json = Solver::default().values_json(&kayles, &far, &far, &mut |_| {}).unwrap();
        assert_eq!(json["values"], json!([4]));
    }

    #[test]
    fn a_list_beyond_the_memory_is_refused_before_it_is_begun() {
        let solver = Solver::new(Limits { memory: 1 << 20, ..Limits::default() });
        let nim = parse_game("nim").unwrap();
        let error = solver.values_json(&nim, &UBig::ZERO, &UBig::from(1u64 << 40), &mut |_| {}).unwrap_err();
        assert_eq!(error.code(), "memory-limit");
    }
}
