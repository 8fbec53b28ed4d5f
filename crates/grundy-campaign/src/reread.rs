//! Compares the library with the second implementation of the notation: the outcome, and the result of every move.
//!
//! All other checks of the campaign use the library's parser and its normal form, and so cannot detect errors in
//! these; [`second`](crate::second) shares no code with them.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::{IBig, UBig};
use grundy_solver::Outcome;
use grundy_solver::error::{Condition, Error};
use grundy_solver::oracle::Oracle;
use grundy_solver::position::{Component, Position};
use grundy_solver::rules::Var;

use crate::second::{self, Refusal};
use crate::truth::{Truth, key_of};

/// The most positions of a search by the second implementation. It is slow, and most texts need a few hundred.
const LIMIT: usize = 8_000;

/// Compares the results for `text` by both implementations. Returns whether the second one had an answer.
pub fn check_reread(
    text: &str,
    position: &Position,
    truth: &Truth,
    oracle: &mut Oracle<'_>,
) -> Result<bool, String> {
    let answer = match second::answer(text, LIMIT) {
        Ok(answer) => answer,
        Err(Refusal::NotMine | Refusal::TooMuch) => return Ok(false),
        // In the normal form absorbed amounts do not count; in the text they do.
        Err(Refusal::Illegal(why)) if why.starts_with("rules that use `") => return Ok(false),
        Err(Refusal::Illegal(why)) => return Err(format!("read twice: illegal, since {why}")),
    };
    let outcome = match answer.outcome {
        second::Outcome::N => Outcome::N,
        second::Outcome::P => Outcome::P,
        second::Outcome::D => Outcome::D,
    };
    ensure!(outcome == truth.outcome, "read twice: {outcome:?}, not {:?}", truth.outcome);
    let value = answer.value.map(UBig::from);
    ensure!(value == truth.value, "read twice: value {value:?}, not {:?}", truth.value);
    let margin = answer.margin.map(IBig::from);
    ensure!(margin == truth.margin, "read twice: margin {margin:?}, not {:?}", truth.margin);
    ensure!(answer.ended == truth.ended, "read twice: ended is {}, not {}", answer.ended, truth.ended);

    let read = second::parse(text).map_err(|why| format!("read twice: {why:?}"))?;
    let reduced = |states: &[second::State]| reduced(position, states.iter().map(Part::from).collect());
    let mut expected: BTreeMap<Reduced, bool> = BTreeMap::new();
    for (states, best) in &answer.results {
        *expected.entry(reduced(states)).or_default() |= best;
    }
    let mut found: BTreeMap<Reduced, bool> = BTreeMap::new();
    for (turn, _) in oracle.turns(position).map_err(|e| format!("no turns: {e}"))? {
        let after = position.after(&turn);
        let parts = after.components().iter().map(Part::of).collect::<Option<Vec<_>>>();
        let Some(mut parts) = parts else { return Ok(false) };
        for (at, part) in parts.iter_mut().enumerate() {
            let tidy = read.tidy(at, std::mem::take(&mut part.heaps));
            part.heaps = tidy.map_err(|why| format!("read twice: the numbers after a move: {why:?}"))?;
        }
        let best = truth.winning.contains_key(&key_of(position, &turn));
        *found.entry(self::reduced(position, parts)).or_default() |= best;
    }
    for (result, best) in &expected {
        ensure!(found.contains_key(result), "read twice: no move leads to {result:?}");
        ensure!(found[result] == *best, "read twice: {result:?} wins: {best}");
    }
    for result in found.keys() {
        ensure!(expected.contains_key(result), "read twice: a move leads to {result:?}");
    }
    Ok(true)
}

/// Checks that the second implementation rejects a text that the library rejects. Two cases are exempt: sets that are
/// always empty, where the description of amounts and the check of rules differ, and a latest move for rules whose
/// normal form has no `first` any more.
pub fn check_refused(text: &str, why: &Error) -> Result<(), String> {
    let absorbed = why.is(Condition::PastUnwanted)
        && ["first", "seat"].iter().any(|word| second::narrow_text(text).contains(word));
    if why.is(Condition::EmptySet) || absorbed {
        return Ok(());
    }
    match second::parse(text) {
        Ok(_) => Err(format!("read twice: allowed, and not {why}")),
        Err(_) => Ok(()),
    }
}

/// The data of a component that both implementations have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    heaps: Vec<u64>,
    last: Option<u64>,
    started: bool,
    open: Option<(usize, u64)>,
    closed: Option<u64>,
    marked: BTreeSet<usize>,
    seat: usize,
    passed: u64,
    put: u64,
    used: BTreeSet<(Option<usize>, u64)>,
    next: bool,
    lead: i64,
}

impl From<&second::State> for Part {
    fn from(state: &second::State) -> Self {
        let second::State { heaps, last, started, open, closed, lead, marked, seat, passed, put, used, next } =
            state.clone();
        Self { heaps, last, started, open, closed, marked, seat, passed, put, used, next, lead }
    }
}

impl Part {
    /// `None` if a number is too large for the second implementation.
    fn of(component: &Component) -> Option<Self> {
        let past = &component.state.past;
        let word = |number: &UBig| u64::try_from(number).ok();
        Some(Self {
            heaps: component.heaps().iter().map(word).collect::<Option<_>>()?,
            last: past.last.as_ref().and_then(word),
            started: past.last.is_some(),
            open: match &past.open {
                Some(open) => Some((open.heap, word(&open.from)?)),
                None => None,
            },
            closed: past.closed.as_ref().and_then(word),
            marked: past.marked.keys().copied().collect(),
            seat: past.seat,
            passed: word(&past.passed)?,
            put: word(&past.put)?,
            used: past.used.iter().map(|(heap, x)| Some((*heap, word(x)?))).collect::<Option<_>>()?,
            next: past.next,
            lead: i64::try_from(&past.lead).ok()?,
        })
    }
}

/// A result without data that the rules ignore; the leads of all components are added up.
type Reduced = (Vec<Part>, i64);

fn reduced(position: &Position, mut parts: Vec<Part>) -> Reduced {
    for (part, component) in parts.iter_mut().zip(position.components()) {
        let rules = component.rules();
        part.last = part.last.filter(|_| rules.is_some_and(|rules| rules.mentions(Var::Last)));
        // Seats that no amount uses are dropped.
        part.seat %= rules.map_or(1, |rules| rules.settings().seats.len().max(1));
        part.started &= rules.is_some_and(|rules| rules.settings().first.is_some());
        if !component.game.is_ordered() {
            let of = |at: usize| part.used.iter().filter(move |(heap, _)| *heap == Some(at)).map(|(_, x)| *x);
            let heap = |(at, &size): (usize, &u64)| (size, part.marked.contains(&at), of(at).collect());
            let mut heaps: Vec<(u64, bool, Vec<u64>)> = part.heaps.iter().enumerate().map(heap).collect();
            heaps.sort_unstable();
            part.marked = (0..heaps.len()).filter(|&at| heaps[at].1).collect();
            part.heaps = heaps.iter().map(|(size, ..)| *size).collect();
            part.used.retain(|(heap, _)| heap.is_none());
            for (at, (_, _, used)) in heaps.into_iter().enumerate() {
                part.used.extend(used.into_iter().map(|x| (Some(at), x)));
            }
        }
    }
    let lead = parts.iter_mut().map(|part| std::mem::take(&mut part.lead)).sum();
    (parts, lead)
}

#[cfg(test)]
mod tests {
    use grundy_solver::notation::parse_position;
    use grundy_solver::oracle::Oracle;

    use super::*;
    use crate::truth::{oracle_budget, truth};

    /// Compares the position `text` with the second implementation's result for `other`.
    fn compared(text: &str, other: &str) -> Result<bool, String> {
        let position = parse_position(text).unwrap();
        let budget = oracle_budget();
        let mut oracle = Oracle::new(&position, &budget);
        let truth = truth(&position, &mut oracle).unwrap();
        check_reread(other, &position, &truth, &mut oracle)
    }

    #[test]
    fn both_readings_agree_on_every_form() {
        for text in [
            "wythoff[3, 5] + octal(0.137)[7]",
            "misere fibonacci[9; last 2]",
            "all(kayles; ring[5], discard 1 heap then take 1 from max heap[2, 3])",
            "take 1..3; heaps descending; win most[2, 5; open 1 from 4, lead -1]",
            "seq(staircase[0, 2, 1], race(9, 1..3)[4])",
            "take any from up to 2 heaps freely leaving 0, 1, 2 unequal heaps[2, 4]",
            "take 1; win most[4; lead -2+3]",
            "take 1; win most[4; lead -5/2]",
            "ｍｏｖｅ (1)(1)step down［３、1+1】",
            "take 1 from (2) heaps[3, root(10)]",
            "take 1..seat; seats 3, 1, 2[9; seat 2] + nim[2]",
            "take seat from 2 heaps or take 1; seats 2, 1[4, 5]",
            "misere take 1..2*seat; to 20; seats 1, 3; pass 2 times[4; passed 1]",
            "fibonacci; pass 1 time[7]",
            "lasker; heaps closed[2, 3, 3; open 2]",
            "take 1..max; heaps alternating; win most[2, 3, 3; touched 2]",
            "kayles; heaps alternating; pass 1 time[5, 3]",
            "nim; put back 1, 3 up to 2 times[2, 0; put 1] + kayles; put back 1..n up to 1 time[3]",
            "misere take 1..3; put back divisors of max up to 1 time; pass 1 time[4, 1]",
            "take 1..3 from max heap; win most; put back 1..seat up to 2 times; seats 2, 1[3, 2; lead 1]",
            "kayles; each amount once per heap[5, 3; used 2 from 1]",
            "take 1..3 from up to 2 heaps freely; each amount once; win most[4, 4; used 2]",
            "misere race(12, 1..4); each amount once per heap; pass 1 time[2; used 3 from 1]",
            "round(nim[3], nim[2; next] + kayles[3], take 1..2[4])",
            "misere skip(nim[0], fibonacci[4; last 1, next], nim[1])",
            "some(round(nim[2], take 2[5]), nim[2])",
            "round(take 1[2], cut a path to the root[0, 1; next], cram(2, 2)[])",
            "move 1..last to a lower heap; first 2[1, 0, 4] + merge 2 heaps[5]",
            "move 1..last 1 step down; first 2[1, 4; last 1]",
            "replace a heap of 1..2*seat by 0, 1 heaps of divisors of n-4; seats 1, 3[2, 6; seat 2]",
            "cut a path to the root[0, 1, 1, 2, 0, 5] + take 1, 2[4]",
            "misere cut a path to the root[2, 0, 2, 3]",
            "walk to a new vertex[(1, 2), (2, 3), (3, 1), (0, 2), (3, 4)]",
            "some(cut a sheet in two[(3, 2), 1, 4], nim[2])",
            "cut a sheet in two with sides of at least 2[(1, 5), (4, 5)]",
            "place a 1 by 3 piece on 3 by 4 squares[(2, 2)]",
            "misere cram(3, 3)",
            "nodekayles[(1, 2), (2, 3), (5, 5), (3, 4)]",
            "seq(arckayles[(1, 2), (2, 3), (3, 4)], remove an edge and its ends[1, 2, 2, 3])",
        ] {
            assert_eq!(compared(text, text), Ok(true), "{text}");
        }
    }

    #[test]
    fn a_wrong_reading_is_noticed() {
        for (text, other) in [
            ("take 1..3[5]", "take 1..2[5]"),
            ("take 1..4[5]", "take 1..3[5]"),
            ("nim[3, 4]", "misere nim[3, 4]"),
            ("take 1, 3; win most[5]", "take 1, 3; win most[5; lead 1]"),
            ("take 1..last; first 1[3; last 2]", "take 1..last; first 1[3; last 1]"),
            ("take 1 leaving 2 equal heaps[7]", "take 1 leaving 2 heaps[7]"),
            ("take any[0, 2]", "take any; ring[0, 2]"),
            ("take 1; win most[4; lead -2+3]", "take 1; win most[4; lead -5]"),
            ("take 1[11]", "take 1[1 + 1]"),
            ("take 2; heaps in order[3, 4]", "take 2[3, 4]"),
            ("nim[3]", "move 1 1 step[3]"),
            ("nim; pass 1 time[3]", "nim[3]"),
            ("take 2; put back 1 up to 1 time[3]", "take 2[3]"),
            ("take 1; win most; put back 1 up to 1 time[2]", "take 1; win most; put back 2 up to 1 time[2]"),
            ("nim; put back 1 up to 2 times[3]", "nim; put back 1 up to 2 times[3; put 1]"),
            ("nim; heaps closed[3, 3]", "nim[3, 3]"),
            ("nim; heaps alternating[3, 4]", "nim[3, 4]"),
            ("take 1..seat; seats 1, 2[4]", "take 1..seat; seats 2, 1[4]"),
            ("nim; each amount once[3, 3]", "nim; each amount once per heap[3, 3]"),
            ("nim; each amount once per heap[3]", "nim[3]"),
            ("nim; each amount once[5; used 2]", "nim; each amount once[5; used 3]"),
            ("round(nim[3], nim[2], nim[1])", "round(nim[3], nim[2], nim[1; next])"),
            ("round(nim[3], nim[2])", "seq(nim[3], nim[2])"),
            ("misere round(nim[1], nim[2])", "misere skip(nim[1], nim[2])"),
            ("cut a path to the root[0, 1, 2]", "cut a path to the root[0, 1, 1]"),
            ("walk to a new vertex[(0, 1), (1, 2)]", "walk to a new vertex[(0, 2), (1, 2), (2, 3)]"),
            ("cut a sheet in two[(2, 5)]", "cut a sheet in two with sides of at least 2[(2, 5)]"),
            ("cram(2, 3)", "place a 1 by 3 piece on 2 by 3 squares"),
            ("nodekayles[(1, 2), (2, 3)]", "arckayles[(1, 2), (2, 3)]"),
            ("arckayles[(1, 2), (2, 3)]", "arckayles[(1, 2), (2, 3), (3, 4)]"),
        ] {
            assert!(compared(text, other).is_err(), "{text} read as {other}");
        }
        let refused = parse_position("take 1 from 0 heaps[3]").unwrap_err();
        assert!(check_refused("take 1 from 1 heaps[3]", &refused).is_err());
        assert!(check_refused("take 1 from[3]", &refused).is_ok());
    }
}
