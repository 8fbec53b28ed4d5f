//! A list of values of one heap, from the best source available.

mod list;
pub(crate) mod sums;

use std::time::Duration;

use dashu_int::UBig;
use serde_json::{Value as Json, json};

use crate::solver::Solver;
use grundy_core::error::Result;
use grundy_core::limits::Limits;
use grundy_core::notation::GameLine;
use grundy_core::number::natural_to_json;
use grundy_core::rules::Rules;
use grundy_sequence::Run;
use grundy_sequence::proof::Theorem;

pub use list::List;
pub use sums::lost_sums;

/// How long a run may look for a period before the memory is reported as too small.
pub const TRIAL: Duration = Duration::from_millis(400);
/// Memory of one value, as a number and as JSON.
const VALUE: u64 = 64;

/// Whether the values up to `to` come from a [`Run`] rather than from a closed form or one by one.
pub fn comes_from_a_run(solver: &Solver, line: &GameLine, to: &UBig) -> bool {
    let values = solver.recognise(line).values();
    values.is_some_and(|values| values.closed().is_none())
        && line.game.rules().is_some_and(|rules| !is_far(rules, to))
}

/// Whether values grow without end and `to` is so large that they may exceed a machine word.
pub fn is_far(rules: &Rules, to: &UBig) -> bool {
    Theorem::of(rules).iter().any(Theorem::rises) && u32::try_from(to).is_err()
}

impl Solver {
    /// The Grundy values of one heap of `from` to `to` stones as JSON. With a proved period, far heaps are
    /// answered at once. Calls `watch` with a run after every fraction of a second.
    ///
    /// Refused if values do not decide sums, see [`check_values`](Self::check_values); a list that does not
    /// fit the memory limit is refused before it is begun.
    pub fn values_json(
        &self,
        line: &GameLine,
        from: &UBig,
        to: &UBig,
        watch: &mut dyn FnMut(&Run),
    ) -> Result<Json> {
        Ok(json!({
            "schema": 1, "game": &*line.spelled, "from": natural_to_json(from), "to": natural_to_json(to),
            "values": self.list(line, from, to, VALUE, watch)?.into_json(),
        }))
    }

    /// Like [`Self::values_json`], but as machine words, or numbers of any size if one is larger. Numbers
    /// made by an engine are passed on without a copy, in as many bytes as the engine needed.
    pub fn values(
        &self,
        line: &GameLine,
        from: &UBig,
        to: &UBig,
        watch: &mut dyn FnMut(&Run),
    ) -> Result<List> {
        self.list(line, from, to, 0, watch)
    }

    /// `beside` is the memory of a value outside the list.
    fn list(
        &self,
        line: &GameLine,
        from: &UBig,
        to: &UBig,
        beside: u64,
        watch: &mut dyn FnMut(&Run),
    ) -> Result<List> {
        Self::check_values(line)?;
        let count = if from <= to { to - from + UBig::ONE } else { UBig::ZERO };
        let taken = u64::try_from(&count).unwrap_or(u64::MAX).saturating_mul(beside.max(1));
        let budget = self.budget();
        budget.reserve(taken)?;
        let count = usize::try_from(&count).unwrap_or(usize::MAX);
        if let Some(rules) = line.game.rules().filter(|_| comes_from_a_run(self, line, to)) {
            if let Some(run) = self.run_to(rules, from, to, taken, watch)? {
                return list::of_run(run, from, count);
            }
        } else if let Some(function) = self.recognise(line).values()
            && let Some(closed) = function.closed()
            && let Some(list) = list::of_closed(&closed, &*function, from, count, &budget)?
        {
            return Ok(list);
        }
        let mut list = List::Words(Vec::new());
        self.for_each_value(line, from, to, &mut |_, value| {
            list.push(value);
            Ok(())
        })?;
        Ok(list)
    }

    /// A run that knows the values up to `to`; `None` if no table can reach them.
    fn run_to(
        &self,
        rules: &Rules,
        from: &UBig,
        to: &UBig,
        taken: u64,
        watch: &mut dyn FnMut(&Run),
    ) -> Result<Option<Run>> {
        let length = to + UBig::ONE;
        let limits = Limits { memory: self.limits().memory.saturating_sub(taken), ..self.limits() };
        let wanted = usize::try_from(&length).unwrap_or(usize::MAX);
        let mut run = Run::new(rules, wanted, limits, self.cancel());
        let reachable = UBig::from(limits.memory);
        let out_of_reach = run.estimate(&(from + UBig::ONE)).memory.is_some_and(|bytes| bytes > reachable);
        if let Err(error) = run.check_size(&length, TRIAL) {
            // A heap that no table reaches needs a period.
            return if out_of_reach { Ok(None) } else { Err(error) };
        }
        while run.step()?.is_none() {
            watch(&run);
        }
        Ok(Some(run))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::notation::parse_game;

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
    fn lists_of_words_agree_with_the_walk_whatever_they_come_from() {
        let games = [
            "kayles",
            "take 1, 3, 4",
            "lasker",
            "nim",
            "grundy",
            "bash(7)",
            "take odd",
            "wythoff",
            "take any except 4",
            "take 1, 2 or split into 2 heaps",
            "octal(0.007)",
            "bash(300)",
            "take any; ring",
        ];
        for text in games {
            let (solver, line) = (Solver::default(), parse_game(text).unwrap());
            for (from, to) in [(0u32, 0u32), (0, 999), (5, 4), (11, 700), (500, 1234)] {
                let (from, to) = (UBig::from(from), UBig::from(to));
                let mut walked = Vec::new();
                solver
                    .for_each_value(&line, &from, &to, &mut |_, value| {
                        walked.push(natural_to_json(value));
                        Ok(())
                    })
                    .unwrap();
                let list = solver.values(&line, &from, &to, &mut |_| {}).unwrap();
                assert_eq!(list.len(), walked.len(), "{text} {from}..{to}");
                assert_eq!(list.into_json(), Json::Array(walked), "{text} {from}..{to}");
            }
        }
    }

    #[test]
    fn values_beyond_words_are_numbers_all_the_same() {
        let nim = parse_game("nim").unwrap();
        for exponent in [8, 16, 32, 40, 64, 100] {
            let middle = UBig::ONE << exponent;
            let (from, to) = (&middle - UBig::from(2u8), &middle + UBig::from(2u8));
            let list = Solver::default().values(&nim, &from, &to, &mut |_| {}).unwrap();
            let expected: Json = (0..5u8).map(|i| natural_to_json(&(&from + UBig::from(i)))).collect();
            assert_eq!(list.into_json(), expected, "{exponent}");
        }
        let kayles = parse_game("kayles").unwrap();
        let far = UBig::from(12u8) * UBig::from(10u8).pow(30);
        let list = Solver::default().values(&kayles, &far, &(&far + UBig::from(30u8)), &mut |_| {}).unwrap();
        let near = Solver::default().values(&kayles, &UBig::from(1200u16), &UBig::from(1230u16), &mut |_| {});
        assert_eq!(list.into_json(), near.unwrap().into_json());
    }

    #[test]
    fn a_list_beyond_the_memory_is_refused_before_it_is_begun() {
        let solver = Solver::new(Limits { memory: 1 << 20, ..Limits::default() });
        let nim = parse_game("nim").unwrap();
        let error = solver.values_json(&nim, &UBig::ZERO, &UBig::from(1u64 << 40), &mut |_| {}).unwrap_err();
        assert_eq!(error.code(), "memory-limit");
    }
}
