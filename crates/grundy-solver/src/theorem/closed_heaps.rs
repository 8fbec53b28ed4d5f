//! Closed heaps: opening some of them is a move in a game of its own, and its value is known.
//!
//! Precondition: normal play, `heaps closed` the only setting, and heaps that are independent once they are open.
//!
//! Statement. Let D be the values that the closed heaps, empty ones left out, have when they are open. The position is
//! worth the nim-sum of its open heaps and of c(D), where c(D) is the least number that is no
//! `⊕S ⊕ c(D - S)` with a non-empty S in D. c(D) = 0 iff no non-empty S in D has nim-sum 0. So a position in which all
//! heaps are closed is lost iff the nim-sum of any of them, at least one, is not 0.
//!
//! Proof. Open heaps and the closed heaps are independent: a move is made in one open heap, or opens some of D and so
//! adds them to the open ones. That is the sum above, and c(D) the mex of what can be opened. If no
//! non-empty S has nim-sum 0, the same is true of every D - S, so c(D - S) = 0 by induction, and `⊕S` is never 0: c(D) = 0. Else take
//! a largest S with nim-sum 0: no nim-sum of any of the others is 0, or S would not be largest, so opening S leads to 0.
//!
//! Such an S is found by adding sets with nim-sum 0 until none is left, so a position without open heaps is decided with
//! one winning move, however many heaps it has. The other values need all subsets.
//!
//! c(D) is at most the number of its subsets, so only its low bits are computed with; of the others it matters only
//! whether a nim-sum is 0.

use std::collections::BTreeMap;
use std::rc::Rc;

use dashu_base::BitTest;
use dashu_int::UBig;

use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Solved};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move, Touch};
use grundy_core::rules::{Mark, Rules, Settings};
use grundy_core::text::Message;
use grundy_sequence::HeapFunction;

/// Most closed heaps, if some have nim-sum 0, whose subsets are listed.
const MOST: usize = 16;

/// The theorem.
pub struct ClosedHeaps {
    /// The value of an open heap.
    open: Rc<dyn HeapFunction>,
}

/// Recognises closed heaps that are independent once they are open.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let plain = Settings { marks: Some(Mark::Open), ..Settings::default() };
    if asked.misere || *asked.rules.settings() != plain {
        return Fit::Unrelated;
    }
    match Rules::new(asked.rules.moves().to_vec(), Settings::default()) {
        Ok(open) if open.is_heapwise() => Fit::known(ClosedHeaps { open: asked.heaps.of(&open) }),
        _ => Fit::Unrelated,
    }
}

impl Method for ClosedHeaps {
    fn name(&self) -> &'static str {
        "closed-heaps"
    }

    fn basis(&self) -> Basis {
        Basis::Theorem(None)
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let heaps = component.heaps();
        let mut values = Vec::with_capacity(heaps.len());
        // The greatest first: the table then grows only once.
        for heap in heaps.iter().rev() {
            values.push(self.open.value(heap, budget)?);
        }
        values.reverse();
        let marked = &component.state.past.marked;
        let (mut sum, mut closed) = (UBig::ZERO, Vec::new());
        for (index, value) in values.iter().enumerate() {
            if marked.contains_key(&index) {
                sum ^= value;
            } else if heaps[index] > UBig::ZERO {
                closed.push(index);
            }
        }
        let of_closed: Vec<&UBig> = closed.iter().map(|&index| &values[index]).collect();
        let shut = Shut::new(&of_closed, budget)?;
        let value = shut.value().map(|closed| &sum ^ UBig::from(closed));
        if value.is_none() && sum > UBig::ZERO {
            return Ok(Applied::near(Message::new("closed-heaps.too-many").with("most", MOST)));
        }
        Ok(Applied::yes(Known { component, function: &*self.open, budget, values, closed, sum, shut, value }))
    }
}

/// Numbers and the nim-sums of them: each is a nim-sum of those that are no nim-sum of others before them, in one way.
#[derive(Default)]
struct Span {
    /// By length in bits: a nim-sum, and the numbers of which it is one, as bits.
    sums: BTreeMap<usize, (UBig, UBig)>,
}

impl Span {
    /// The numbers, as bits, of which `value` is the nim-sum, and what is left of it.
    fn reduce(&self, value: &UBig) -> (UBig, UBig) {
        let (mut rest, mut of) = (value.clone(), UBig::ZERO);
        while let Some((sum, bits)) = self.sums.get(&rest.bit_len()) {
            rest ^= sum;
            of ^= bits;
        }
        (of, rest)
    }

    /// Adds the number with this index, unless it is a nim-sum of others; the numbers of which it is one.
    fn add(&mut self, value: &UBig, index: usize) -> UBig {
        let (of, rest) = self.reduce(value);
        if rest == UBig::ZERO {
            return of;
        }
        let own = UBig::ONE << index;
        self.sums.insert(rest.bit_len(), (rest, of ^ &own));
        own
    }
}

/// The closed heaps.
enum Shut {
    /// No nim-sum of any of them is 0.
    Free(Span),
    /// By subset: the nim-sum of its heaps as a word, and its value c. The span is that of the high bits.
    Listed { span: Span, words: Vec<u64>, values: Vec<u64> },
    /// Too many to list their subsets: a largest set with nim-sum 0, as bits.
    Many(UBig),
}

impl Shut {
    fn new(closed: &[&UBig], budget: &Budget) -> Result<Self> {
        let (span, zero) = largest_zero(closed, budget)?;
        if zero == UBig::ZERO {
            return Ok(Self::Free(span));
        }
        if closed.len() > MOST {
            return Ok(Self::Many(zero));
        }
        let count = closed.len();
        let subsets = 1usize << count;
        budget.reserve_each(3 * subsets, 8)?;
        let mut span = Span::default();
        let mut words = vec![0u64; subsets];
        for (index, value) in closed.iter().enumerate() {
            let of = span.add(&(*value >> count), index);
            let word = word_of(&of, value, count);
            for subset in 0..1 << index {
                words[subset | 1 << index] = words[subset] ^ word;
            }
        }
        let mut values = vec![0u64; subsets];
        let mut seen = vec![0usize; subsets + 1];
        for set in 1..subsets {
            budget.step()?;
            let mut opened = set;
            while opened > 0 {
                let value = words[opened] ^ values[set ^ opened];
                if value < subsets as u64 {
                    seen[usize::try_from(value).unwrap_or(subsets)] = set;
                }
                opened = (opened - 1) & set;
            }
            values[set] = seen.iter().take_while(|&&last| last == set).count() as u64;
        }
        budget.release(8 * subsets as u64);
        Ok(Self::Listed { span, words, values })
    }

    /// The value c; `None` if it is not known, and then not 0.
    fn value(&self) -> Option<u64> {
        match self {
            Self::Free(_) => Some(0),
            Self::Listed { values, .. } => values.last().copied(),
            Self::Many(_) => None,
        }
    }

    /// The sets of closed heaps, as bits, whose opening adds `wanted` to the nim-sum: `⊕S ⊕ c(D - S)`.
    fn openings(&self, wanted: &UBig) -> Vec<UBig> {
        match self {
            Self::Free(span) => match span.reduce(wanted) {
                (of, rest) if rest == UBig::ZERO && of > UBig::ZERO => vec![of],
                _ => vec![],
            },
            Self::Listed { span, words, values } => {
                let count = words.len().trailing_zeros() as usize;
                let (of, rest) = span.reduce(&(wanted >> count));
                if rest > UBig::ZERO {
                    return vec![];
                }
                let wanted = word_of(&of, wanted, count);
                let all = words.len() - 1;
                let fits = |&opened: &usize| words[opened] ^ values[all ^ opened] == wanted;
                (1..words.len()).filter(fits).map(UBig::from).collect()
            }
            // Only asked for with nothing open, to reach 0.
            Self::Many(zero) => vec![zero.clone()],
        }
    }
}

/// A set of the numbers, as bits, with nim-sum 0 such that no nim-sum of any of the others is 0, and the span of these.
fn largest_zero(numbers: &[&UBig], budget: &Budget) -> Result<(Span, UBig)> {
    let (mut span, mut free, mut zero) = (Span::default(), Vec::new(), UBig::ZERO);
    for (index, number) in numbers.iter().enumerate() {
        budget.step()?;
        let own = UBig::ONE << index;
        let of = span.add(number, index);
        if of == own {
            free.push(index);
            continue;
        }
        free.retain(|&other| !of.bit(other));
        zero |= of | own;
        span = Span::default();
        for &other in &free {
            span.add(numbers[other], other);
        }
    }
    Ok((span, zero))
}

/// The low bits of a value, and above them the numbers of which its high bits are the nim-sum.
fn word_of(of: &UBig, value: &UBig, count: usize) -> u64 {
    let low = value & ((UBig::ONE << count) - UBig::ONE);
    // At most twice MOST bits.
    u64::try_from(&((of << count) | low)).unwrap_or(u64::MAX)
}

struct Known<'a> {
    component: &'a Component,
    function: &'a dyn HeapFunction,
    budget: &'a Budget,
    values: Vec<UBig>,
    /// The closed heaps that are not empty.
    closed: Vec<usize>,
    /// The nim-sum of the open heaps.
    sum: UBig,
    shut: Shut,
    /// `None` if it is not known, and then not 0.
    value: Option<UBig>,
}

impl Known<'_> {
    fn moves_to(&self, target: &UBig, want: usize) -> Result<Moves> {
        if self.value.as_ref() == Some(target) {
            return Ok(Moves::all(vec![]));
        }
        let heaps = self.component.heaps();
        let mut moves = Moves { complete: self.value.is_some(), ..Moves::default() };
        for &index in self.component.state.past.marked.keys() {
            let Some(value) = &self.value else { break };
            let wanted = &self.values[index] ^ value ^ target;
            let found = self.function.moves_to(&heaps[index], &wanted, want, self.budget)?;
            moves.complete &= found.complete;
            moves.list.extend(found.list.into_iter().map(|found| {
                let touch = Touch { heap: index, taken: found.taken, left: found.left };
                Move::Take { discarded: vec![], touched: vec![touch] }
            }));
        }
        for opened in self.shut.openings(&(&self.sum ^ target)) {
            let which = self.closed.iter().enumerate().filter(|(bit, _)| opened.bit(*bit));
            let touch = |heap: usize| Touch { heap, taken: UBig::ZERO, left: vec![heaps[heap].clone()] };
            let touched = which.map(|(_, &heap)| touch(heap)).collect();
            let played = Move::Take { discarded: vec![], touched };
            self.budget.reserve(played.bytes())?;
            moves.list.push(played);
        }
        Ok(moves)
    }
}

impl Solved for Known<'_> {
    fn wins(&self) -> bool {
        self.value != Some(UBig::ZERO)
    }

    fn value(&self) -> Option<UBig> {
        self.value.clone()
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        self.moves_to(&UBig::ZERO, want)
    }

    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        self.value.as_ref().map(|_| self.moves_to(target, want)).transpose()
    }

    fn steps(&self) -> Vec<Message> {
        let heaps = self.component.heaps();
        if heaps.is_empty() {
            return vec![Message::new("heapwise.no-heaps")];
        }
        let mut steps = vec![Message::new("closed-heaps.rule"), self.function.rule()];
        steps.push(Message::new("heapwise.values").with("heaps", heaps).with("values", &self.values));
        let of_closed: Vec<UBig> = self.closed.iter().map(|&index| self.values[index].clone()).collect();
        let closed = match &self.shut {
            _ if of_closed.is_empty() => Message::new("closed-heaps.none"),
            Shut::Free(_) => Message::new("closed-heaps.free").with("values", of_closed),
            Shut::Listed { values, .. } => Message::new("closed-heaps.value")
                .with("values", of_closed)
                .with("value", UBig::from(values.last().copied().unwrap_or(0))),
            Shut::Many(zero) => {
                let opened = of_closed.iter().enumerate().filter(|(bit, _)| zero.bit(*bit));
                let opened: Vec<UBig> = opened.map(|(_, value)| value.clone()).collect();
                Message::new("closed-heaps.many").with("values", of_closed.clone()).with("opened", opened)
            }
        };
        steps.push(closed);
        let Some(value) = &self.value else { return steps };
        steps.push(Message::new("closed-heaps.open").with("sum", &self.sum));
        steps.push(if self.wins() {
            Message::new("heapwise.wins").with("value", value)
        } else {
            Message::new("heapwise.loses")
        });
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;
    use crate::theorem::testing::{agrees, agrees_at, assert_in_words, method_of, sample};
    use grundy_core::answer::Outcome;
    use grundy_core::position::State;
    use grundy_core::text::Lang;
    use serde_json::json;

    const NAME: &str = "closed-heaps";

    #[test]
    fn closed_and_open_heaps_agree_with_search() {
        for rules in ["nim; heaps closed", "take 1, 2; heaps closed", "lasker; heaps closed"] {
            sample(15, 1, 3, 6, |heaps| agrees(rules, heaps, NAME));
            sample(15, 2, 3, 6, |heaps| {
                let list: Vec<String> = heaps.iter().map(u64::to_string).collect();
                agrees_at(&format!("{rules}[{}; open 1, open 2]", list.join(", ")), NAME);
            });
        }
        // The low bits alone do not tell these apart.
        for heaps in [[9, 9, 12], [9, 12, 5], [8, 16, 16]] {
            agrees("nim; heaps closed", &heaps, NAME);
        }
        sample(6, 4, 4, 4, |heaps| agrees("nim; heaps closed", heaps, NAME));
        for text in ["nim; heaps closed[]", "nim; heaps closed[0, 3]", "kayles; heaps closed[3, 3; open 1]"] {
            agrees_at(text, NAME);
            assert_in_words(text);
        }
        assert_in_words("nim; heaps closed[1, 2, 3]");
        assert_in_words("nim; heaps closed[1, 2; open 1, open 2]");
        agrees_at("nim; heaps closed[2, 2; open 1] + kayles[4] + nim[2]", "nim-sum");
    }

    /// Sums of them are answered by their values, and values without all bits are no values.
    #[test]
    fn values_are_those_of_the_search() {
        for (heaps, value) in [("2, 2", 1u32), ("1, 1", 2), ("1, 2, 3", 4), ("4, 8", 0), ("1, 1; open 1", 1)]
        {
            let answer = Solver::default().solve_text(&format!("nim; heaps closed[{heaps}]")).unwrap();
            assert_eq!(answer.value, Some(value.into()), "{heaps}");
        }
    }

    #[test]
    fn openings_and_passes_are_in_the_json() {
        let moves = |text| {
            let json = Solver::default().solve_text(text).unwrap().to_json(Lang::En);
            json["moves"].clone()
        };
        let change = |heap| json!({"heap": heap, "from": 3, "to": [3]});
        let opened = json!({"to": [3, 3], "state": {"opened": [1, 2]}, "changes": [change(1), change(2)]});
        assert_eq!(moves("nim; heaps closed[3, 3]"), json!([opened]));
        let passed = json!({"to": [2, 2], "state": {"passed": 1}, "pass": true});
        assert_eq!(moves("take 2; pass 1 time[2, 2]"), json!([passed]));
    }

    #[test]
    fn large_heaps_and_many_are_answered() {
        let outcome = |heaps: &str| {
            let answer = Solver::default().solve_text(&format!("nim; heaps closed[{heaps}]")).unwrap();
            assert_eq!(answer.method.name, NAME);
            answer.outcome
        };
        let powers: Vec<String> = (0..300).map(|k| format!("2^{k}")).collect();
        assert_eq!(outcome(&powers.join(", ")), Outcome::P);
        assert_eq!(outcome("10^100, 10^100 + 1, 3"), Outcome::P);
        assert_eq!(outcome("10^100, 10^100 + 1, 1"), Outcome::N);
        assert_eq!(outcome("11, 10, 15"), Outcome::P);
        assert_eq!(outcome("13, 6, 7, 15, 3"), Outcome::N);
    }

    /// The subsets of these are not listed.
    #[test]
    fn many_closed_heaps_have_a_winning_move() {
        let budget = Budget::default();
        sample(200, 17, 40, 511, |heaps| {
            let values: Vec<UBig> = heaps.iter().map(|&heap| heap.into()).collect();
            let numbers: Vec<&UBig> = values.iter().collect();
            let (_, zero) = largest_zero(&numbers, &budget).unwrap();
            let (opened, closed): (Vec<_>, Vec<_>) = (0..values.len()).partition(|&index| zero.bit(index));
            assert_eq!(opened.iter().fold(UBig::ZERO, |sum, &index| sum ^ &values[index]), UBig::ZERO);
            let mut sums = std::collections::HashSet::from([UBig::ZERO]);
            for index in closed {
                let more: Vec<UBig> = sums.iter().map(|sum| sum ^ &values[index]).collect();
                for sum in more {
                    assert!(sums.insert(sum), "{values:?}: a nim-sum of closed heaps is 0");
                }
            }
        });
        let heaps = "1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9";
        let text = format!("nim; heaps closed[{heaps}, 5, 5; open 19, open 20]");
        let answer = Solver::default().solve_text(&text).unwrap();
        assert_eq!((answer.outcome, answer.value), (Outcome::N, None));
        assert!(!answer.moves_complete);
        let played = &answer.moves[0].played[0];
        let state = State { heaps: played.to.clone(), past: played.state.clone() };
        let after = answer.question.with_states(&[state]);
        let answer = Solver::default().solve(&after).unwrap();
        assert_eq!((answer.outcome, answer.method.name), (Outcome::P, NAME));
        assert_in_words(&format!("nim; heaps closed[{heaps}]"));
        // The open heaps are worth 5, and all subsets are needed: refused soon, not after hours.
        let error =
            Solver::default().solve_text(&format!("nim; heaps closed[{heaps}, 5; open 19]")).unwrap_err();
        assert_eq!(error.code(), "search-hopeless");
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "misere nim; heaps closed[5]",
            "nim; heaps closed; pass 1 time[5]",
            "take 1..max; heaps closed[5]",
            "nim; heaps alternating[5]",
            "nim; heaps closed; win most[5]",
        ] {
            assert_ne!(method_of(text), NAME, "{text}");
        }
    }
}
