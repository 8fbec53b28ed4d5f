//! Amounts that may be taken once: a heap with the amounts that were taken from it is a game of its own.
//!
//! Precondition: normal play; `each amount once per heap` the only setting, and takes from one heap that depend on that
//! heap alone and split none. Or `each amount once` with one heap, or either of them in a race.
//!
//! Statement. The state of a heap is its size with the set of amounts taken from it, and a position is the sum of its
//! heaps. The value of a heap is the mex of the values that its takes leave; amounts that exceed the heap are forgotten,
//! since they can never be taken again. In a race the total takes the place of the size.

use std::cell::RefCell;
use std::collections::BTreeSet;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::heapwise;
use crate::method::{Applied, Asked, Basis, Fit, Method, Moves, Valued};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number::mex;
use grundy_core::position::{Component, Move};
use grundy_core::rules::words::{WordEnv, WordSet};
use grundy_core::rules::{MoveRule, Once, Rules, Settings, Source, Var};
use grundy_core::text::Message;

/// The largest amount that may be taken: sets of amounts are bits of a word.
const MOST: u64 = 127;
/// Bytes of a known value.
const CELL: u64 = 64;

/// The method.
pub struct Amounts {
    rules: Rules,
}

/// Recognises takes of amounts that may be used once.
pub fn recognise(asked: Asked<'_>) -> Fit {
    let settings = asked.rules.settings();
    let plain = Settings { once: settings.once, goal: settings.goal.clone(), ..Settings::default() };
    let looks = [Var::Last, Var::Min, Var::Max, Var::Seat].into_iter().any(|var| asked.rules.mentions(var));
    let of_one_heap = |rule: &MoveRule| match rule {
        MoveRule::Take { source: Source::One, parts, .. } => !parts.splits(),
        _ => false,
    };
    let fits = settings.once.is_some() && *settings == plain && !looks;
    if asked.misere || !fits || !asked.rules.moves().iter().all(of_one_heap) {
        return Fit::Unrelated;
    }
    Fit::known(Amounts { rules: asked.rules.clone() })
}

impl Method for Amounts {
    fn name(&self) -> &'static str {
        "amounts-once"
    }

    fn basis(&self) -> Basis {
        Basis::Computation(None)
    }

    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>> {
        let heaps = component.heaps();
        if self.rules.settings().once == Some(Once::Game) && heaps.len() > 1 {
            return Ok(Applied::No(None));
        }
        let too_large = || Ok(Applied::near(Message::new("amounts-once.too-large").with("most", MOST)));
        let Some(cells) = Cells::new(&self.rules, heaps, budget)? else { return too_large() };
        let mut states = Vec::with_capacity(heaps.len());
        for (index, heap) in heaps.iter().enumerate() {
            let Some(size) = word(heap) else { return too_large() };
            let mut used = 0;
            for (only, amount) in &component.state.past.used {
                if only.is_none_or(|only| only == index) {
                    let Some(bit) = word(amount).and_then(bit_of) else { return too_large() };
                    used |= bit;
                }
            }
            states.push((size, used));
        }
        let mut values = Vec::with_capacity(states.len());
        for &state in &states {
            let Some(value) = cells.value(state)? else { return too_large() };
            values.push(UBig::from(value));
        }
        let value = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
        Ok(Applied::yes(Known { component, cells, states, values, value }))
    }
}

fn word(number: &UBig) -> Option<u64> {
    u64::try_from(number).ok()
}

fn bit_of(amount: u64) -> Option<u128> {
    (amount <= MOST).then(|| 1 << amount)
}

/// A size or a total, and the amounts taken, as bits.
type State = (u64, u128);

/// The values of heaps with the amounts taken from them.
struct Cells<'a> {
    takes: Vec<Take>,
    /// Target, and whether it may be passed.
    goal: Option<(u64, bool)>,
    budget: &'a Budget,
    known: RefCell<FxHashMap<State, u32>>,
}

/// The amounts of one kind of take, and whether it may leave nothing and something.
struct Take {
    amounts: WordSet,
    nothing: bool,
    rest: bool,
}

impl<'a> Cells<'a> {
    /// `None` if a number is too large for words.
    fn new(rules: &Rules, heaps: &[UBig], budget: &'a Budget) -> Result<Option<Self>> {
        let greatest = heaps.iter().max().map_or(Some(0), word);
        let goal = rules.goal().map(|goal| word(&goal.target).map(|target| (target, goal.may_pass)));
        let (Some(greatest), None | Some(Some(_))) = (greatest, goal) else { return Ok(None) };
        let goal = goal.flatten();
        let most = goal.map_or(greatest, |(target, may_pass)| if may_pass { u64::MAX } else { target });
        let mut takes = Vec::new();
        for rule in rules.moves() {
            let MoveRule::Take { parts, amounts, .. } = rule else { return Ok(None) };
            let Some(amounts) = WordSet::new(amounts, most, budget)? else { return Ok(None) };
            let [nothing, rest] = [0, 1].map(|count| parts.counts.contains(&count));
            takes.push(Take { amounts, nothing, rest });
        }
        Ok(Some(Self { takes, goal, budget, known: RefCell::default() }))
    }

    /// The amounts that may be taken, with what they lead to; `None` if one of them is too large.
    fn options(&self, (size, used): State) -> Option<Vec<(u64, State)>> {
        let most = match self.goal {
            None => size,
            Some((target, _)) if size >= target => return Some(vec![]),
            Some((_, true)) => u64::MAX,
            Some((target, false)) => target - size,
        };
        let mut amounts = BTreeSet::new();
        let mut room = Vec::new();
        for take in &self.takes {
            let ranges =
                take.amounts.ranges(&WordEnv { n: size, ..WordEnv::default() }, most, &mut room).ok()?;
            for &(lo, hi) in ranges {
                let hi = hi.min(most);
                if lo <= hi && hi > MOST {
                    return None;
                }
                let leaves =
                    |k: &u64| self.goal.is_some() || if *k == size { take.nothing } else { take.rest };
                amounts.extend((lo.max(1)..=hi).filter(leaves).filter(|k| used & (1 << k) == 0));
            }
        }
        let to = |k: u64| {
            let used = used | 1 << k;
            match self.goal {
                // A total past the target is as good as the target.
                Some((target, _)) if size + k >= target => (target, 0),
                Some(_) => (size + k, used),
                None => (size - k, forgotten(size - k, used)),
            }
        };
        Some(amounts.into_iter().map(|k| (k, to(k))).collect())
    }

    /// The Grundy value; `None` if an amount is too large. At most [`MOST`] takes follow each other.
    fn value(&self, state: State) -> Result<Option<u32>> {
        if let Some(&value) = self.known.borrow().get(&state) {
            return Ok(Some(value));
        }
        let Some(options) = self.options(state) else { return Ok(None) };
        let mut values = Vec::with_capacity(options.len());
        for (_, option) in options {
            self.budget.step()?;
            let Some(value) = self.value(option)? else { return Ok(None) };
            values.push(value);
        }
        let value = mex(&mut values);
        self.budget.reserve(CELL)?;
        self.known.borrow_mut().insert(state, value);
        Ok(Some(value))
    }
}

/// The amounts taken that could be taken from a heap of this size.
fn forgotten(size: u64, used: u128) -> u128 {
    if size < MOST { used & ((1 << (size + 1)) - 1) } else { used }
}

struct Known<'a> {
    component: &'a Component,
    cells: Cells<'a>,
    states: Vec<State>,
    values: Vec<UBig>,
    value: UBig,
}

impl Valued for Known<'_> {
    fn grundy_value(&self) -> &UBig {
        &self.value
    }

    fn moves_to(&self, target: &UBig, _: usize) -> Result<Moves> {
        let change = &self.value ^ target;
        let mut moves = Vec::new();
        for (index, &state) in self.states.iter().enumerate() {
            let wanted = &self.values[index] ^ &change;
            for (amount, option) in self.cells.options(state).unwrap_or_default() {
                if self.cells.value(option)?.map(UBig::from) != Some(wanted.clone()) {
                    continue;
                }
                let amount = UBig::from(amount);
                let played = if self.cells.goal.is_some() {
                    Move::Add(amount)
                } else {
                    let rest = &self.component.heaps()[index] - &amount;
                    Move::take(index, amount, rest)
                };
                self.cells.budget.reserve(played.bytes())?;
                moves.push(played);
            }
        }
        Ok(Moves::all(moves))
    }

    fn reasons(&self) -> Vec<Message> {
        let heaps = self.component.heaps();
        if heaps.is_empty() {
            return vec![Message::new("heapwise.no-heaps")];
        }
        let race = self.cells.goal.is_some();
        let mut steps = vec![Message::new(if race { "amounts-once.race" } else { "amounts-once.rule" })];
        if !race {
            steps.push(Message::new("amounts-once.values").with("heaps", heaps).with("values", &self.values));
            steps.extend(heapwise::binary_columns(&self.values, &self.value));
        }
        steps.push(if self.value > UBig::ZERO {
            Message::new("heapwise.wins").with("value", &self.value)
        } else {
            Message::new("heapwise.loses")
        });
        steps
    }
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use crate::theorem::testing::{agrees, agrees_at, assert_in_words, method_of, sample};
    use grundy_core::answer::Outcome;

    const NAME: &str = "amounts-once";

    #[test]
    fn heaps_with_their_past_agree_with_search() {
        for rules in [
            "take any",
            "take 1, 2, 4",
            "take 1..n/2",
            "take odd leaving 1 heap or take 2",
            "take 0..2 except 0",
        ] {
            sample(12, 1, 3, 6, |heaps| agrees(&format!("{rules}; each amount once per heap"), heaps, NAME));
        }
        for text in [
            "nim; each amount once per heap[7, 7; used 1 from 1, used 3 from 1, used 2 from 2]",
            "nim; each amount once per heap[]",
            "nim; each amount once per heap[0, 4, 4; used 1 from 3]",
            "nim; each amount once[9; used 2, used 3]",
            "take 1..4; each amount once[10^9; used 2]",
            "race(13, 1..5); each amount once[2; used 2]",
            "take 1..4; to at least 9; each amount once[0]",
            "take 1..n/2 + 1; to at least 12; each amount once per heap[3; used 2 from 1]",
            "race(100, 2..4); each amount once[100]",
        ] {
            agrees_at(text, NAME);
            assert_in_words(text);
        }
        agrees_at("nim; each amount once per heap[5, 3; used 2 from 1] + kayles[4] + nim[2]", "nim-sum");
    }

    /// Codeforces 768E: the value of a heap of n is the greatest k with 1 + 2 + .. + k <= n.
    #[test]
    fn whole_heaps_have_the_values_of_triangles() {
        for n in 0..=40u32 {
            let answer =
                Solver::default().solve_text(&format!("nim; each amount once per heap[{n}]")).unwrap();
            let most = (0..=n).take_while(|k| k * (k + 1) / 2 <= n).last().unwrap();
            assert_eq!(answer.value, Some(most.into()), "{n}");
        }
    }

    /// `LeetCode` 464, its examples and small cases in full.
    #[test]
    fn races_without_repetition() {
        fn by_hand(most: u32, left: i64, used: u32) -> bool {
            (1..=most).any(|k| {
                used >> k & 1 == 0
                    && (i64::from(k) >= left || !by_hand(most, left - i64::from(k), used | 1 << k))
            })
        }
        let wins = |most: u32, target: u32| {
            let text = format!("take 1..{most}; to at least {target}; each amount once[0]");
            Solver::default().solve_text(&text).unwrap().outcome == Outcome::N
        };
        assert!(!wins(10, 11));
        for most in 1..6 {
            for target in 1..20 {
                assert_eq!(wins(most, target), by_hand(most, target.into(), 0), "{most} {target}");
            }
        }
    }

    #[test]
    fn it_is_not_used_just_outside() {
        for text in [
            "misere nim; each amount once per heap[5]",
            "nim; each amount once[4, 3]",
            "lasker; each amount once per heap[5]",
            "take 1..max; each amount once per heap[5]",
            "wythoff; each amount once per heap[4, 3]",
            "nim; each amount once per heap; pass 1 time[5]",
            "nim; each amount once per heap; win most[5]",
        ] {
            assert_ne!(method_of(text), NAME, "{text}");
        }
    }
}
