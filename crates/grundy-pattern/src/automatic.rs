//! Formulas as automata, and the proof that a formula states exactly the lost positions.
//!
//! Many formulas describe sets that a finite automaton accepts in a suitable numeration: remainders and sums in
//! every one, columns of bits in base 2, how often b divides a number in base b, Wythoff's pairs among sums of
//! Fibonacci numbers. The automaton of a formula is proved like one that was learned (see [`grundy_proof`]), so the
//! formula then holds for heaps of every size.

use std::time::Instant;

use grundy_automata::{Bounds, Budget, DEAD, Dfa, Error, Numeration, linear, residue};
use grundy_proof::{Law, Question, prove_law};
use grundy_solver::law::{Cond, Num, Shape, Surd};

/// The maximum number of states of an automaton of a proof.
const STATES: usize = 30_000;
/// The maximum number of classes of heaps.
const CLASSES: i128 = 64;

/// Why a formula has no automaton here.
#[derive(Clone, Copy, Debug)]
enum Stop {
    /// The formula says something that the numeration cannot express.
    Beyond,
    /// The automaton is too large, or time is up.
    Budget,
}

impl From<Error> for Stop {
    fn from(_: Error) -> Self {
        Self::Budget
    }
}

type Made = Result<Dfa, Stop>;

/// Whether it is proved that a formula describes exactly the lost positions of the game. The work is bounded by
/// the sizes of automata, and by `until`.
pub(crate) fn is_proved(cond: &Cond, question: &Question, until: Option<Instant>) -> bool {
    let budget = Budget { states: STATES, until, stop: None };
    let numeration = numeration_of(cond);
    let Ok(lost) = positions(cond, question.heaps, &numeration, &budget) else { return false };
    let Ok(law) = Law::new(question.clone(), numeration, lost) else { return false };
    matches!(prove_law(&law, &budget), Ok(Ok(())))
}

/// The numeration in which a formula is most likely to have an automaton.
fn numeration_of(cond: &Cond) -> Numeration {
    let mut rule = vec![2];
    visit(cond, &mut |num| match num {
        Num::Valuation(base, _) => rule = vec![u32::try_from(*base).unwrap_or(0)],
        Num::LeastPart(_) => rule = vec![1, 1],
        Num::Floor(surd, _) => {
            if let Some(t) = slack_of(surd) {
                rule = vec![t, 1];
            }
        }
        _ => {}
    });
    Numeration::new(&rule).unwrap_or_else(Numeration::fibonacci)
}

/// The t for which a surd is that of Wythoff's pairs with slack t.
fn slack_of(surd: &Surd) -> Option<u32> {
    (1..=8).find(|&t| Surd::of_slack(t.into()) == *surd)
}

/// Calls a function for every number in a condition.
fn visit(cond: &Cond, see: &mut impl FnMut(&Num)) {
    match cond {
        Cond::Eq(a, b) | Cond::Less(a, b) => {
            visit_num(a, see);
            visit_num(b, see);
        }
        Cond::In(a, _) | Cond::Member(_, a) | Cond::Same(a) => visit_num(a, see),
        Cond::Every(inner) | Cond::Not(inner) => visit(inner, see),
        Cond::And(a, b) | Cond::Or(a, b) => {
            visit(a, see);
            visit(b, see);
        }
        Cond::Never | Cond::Columns(_) | Cond::Classes { .. } | Cond::Automaton(_) | Cond::Listed(_) => {}
    }
}

fn visit_num(num: &Num, see: &mut impl FnMut(&Num)) {
    see(num);
    match num {
        Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => {
            visit_num(a, see);
            visit_num(b, see);
        }
        Num::Mod(a, _)
        | Num::Div(a, _)
        | Num::Valuation(_, a)
        | Num::Ones(a)
        | Num::LeastPart(a)
        | Num::Look(_, a)
        | Num::Floor(_, a)
        | Num::Sum(a)
        | Num::Largest(a)
        | Num::Digits(_, a)
        | Num::NimSum { of: a, .. } => visit_num(a, see),
        Num::Const(_) | Num::Heap(_) | Num::This | Num::LowestZero => {}
    }
}

/// The positions that a condition describes, with their heaps in any order.
fn positions(cond: &Cond, heaps: usize, numeration: &Numeration, budget: &Budget) -> Made {
    let all = Dfa::everything(numeration, heaps, budget)?;
    let maker = Maker { heaps, numeration, budget, all };
    let set = maker.set(cond)?;
    if cond.is_symmetric() {
        return Ok(set);
    }
    // The condition is about sorted heaps.
    let mut sorted = set;
    for i in 1..heaps {
        let mut coefficients = vec![0; heaps];
        (coefficients[i - 1], coefficients[i]) = (-1, 1);
        sorted = sorted.and(&linear(numeration, &coefficients, Bounds::at_least(0), budget)?, budget)?;
    }
    let mut full = sorted.clone();
    for order in orders(heaps) {
        full = full.or(&sorted.rearranged(&order, budget)?, budget)?;
    }
    Ok(full)
}

/// All permutations of `count` heaps.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for heap in 0..count {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=heap).map(move |at| [&order[..at], &[heap], &order[at..]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A machine that reads one number and gives each a class.
struct Machine {
    /// For each state, the target of each digit; [`DEAD`] if no number is written so.
    next: Vec<u32>,
    /// The class of numbers that end in a state.
    class: Vec<i128>,
}

struct Maker<'a> {
    heaps: usize,
    numeration: &'a Numeration,
    budget: &'a Budget,
    /// All positions.
    all: Dfa,
}

impl Maker<'_> {
    fn set(&self, cond: &Cond) -> Made {
        let remainders = Shape::Formula(cond.clone()).remainders();
        if let Some((from, period)) = remainders.filter(|(from, period)| from + period <= CLASSES) {
            return self.by_class(cond, from, period);
        }
        if let Some(pairs) = self.pairs(cond) {
            return pairs;
        }
        match cond {
            Cond::Never => Ok(self.empty()),
            Cond::And(a, b) => Ok(self.set(a)?.and(&self.set(b)?, self.budget)?),
            Cond::Or(a, b) => Ok(self.set(a)?.or(&self.set(b)?, self.budget)?),
            Cond::Not(inner) => Ok(self.all.without(&self.set(inner)?, self.budget)?),
            Cond::Every(inner) => self.every(|heap| for_heap(inner, heap)),
            Cond::Less(Num::Largest(of), Num::Const(c)) => {
                self.every(|heap| Some(Cond::Less(number_for_heap(of, heap)?, Num::Const(*c))))
            }
            Cond::Same(of) => {
                let mut set = self.all.clone();
                for heap in 1..self.heaps {
                    let before = number_for_heap(of, heap - 1).ok_or(Stop::Beyond)?;
                    let this = number_for_heap(of, heap).ok_or(Stop::Beyond)?;
                    set = set.and(&self.set(&Cond::Eq(before, this))?, self.budget)?;
                }
                Ok(set)
            }
            Cond::In(number, set) => {
                let mut union = self.empty();
                for &value in set {
                    let one = self.set(&Cond::Eq(number.clone(), Num::Const(value)))?;
                    union = union.or(&one, self.budget)?;
                }
                Ok(union)
            }
            Cond::Listed(lists) => {
                let mut union = self.empty();
                for list in lists {
                    let mut one = self.all.clone();
                    for (heap, &value) in list.iter().enumerate() {
                        let here = Cond::Eq(Num::Heap(heap), Num::Const(value));
                        one = one.and(&self.set(&here)?, self.budget)?;
                    }
                    union = union.or(&one, self.budget)?;
                }
                Ok(union)
            }
            Cond::Columns(modulus) => self.columns(*modulus),
            Cond::Eq(Num::NimSum { from: 0, step: 1, of }, Num::Const(sum)) if is_size(of) => {
                self.nim_sum(*sum)
            }
            Cond::Eq(Num::Valuation(base, a), Num::Valuation(other, b)) if base == other => {
                self.valuations(*base, a, b)
            }
            Cond::Eq(a @ Num::Mod(_, modulus), b @ Num::Mod(_, other))
                if modulus == other && *modulus <= CLASSES =>
            {
                let mut union = self.empty();
                for rest in 0..*modulus {
                    let a = self.set(&Cond::Eq(a.clone(), Num::Const(rest)))?;
                    let b = self.set(&Cond::Eq(b.clone(), Num::Const(rest)))?;
                    union = union.or(&a.and(&b, self.budget)?, self.budget)?;
                }
                Ok(union)
            }
            Cond::Eq(Num::Mod(number, modulus), Num::Const(rest)) => self.ending(number, *modulus, *rest),
            Cond::Eq(a, b) => self.compare(a, b, Bounds::exactly),
            Cond::Less(a, b) => self.compare(a, b, |constant| Bounds::at_most(constant - 1)),
            Cond::Member(..) | Cond::Classes { .. } | Cond::Automaton(_) => Err(Stop::Beyond),
        }
    }

    fn empty(&self) -> Dfa {
        Dfa::empty(self.heaps, self.numeration.digits())
    }

    fn every(&self, of: impl Fn(usize) -> Option<Cond>) -> Made {
        let mut set = self.all.clone();
        for heap in 0..self.heaps {
            set = set.and(&self.set(&of(heap).ok_or(Stop::Beyond)?)?, self.budget)?;
        }
        Ok(set)
    }

    /// The positions with a - b within bounds, for linear expressions.
    fn compare(&self, a: &Num, b: &Num, bounds: impl Fn(i64) -> Bounds) -> Made {
        let (a, b) = (self.line(a).ok_or(Stop::Beyond)?, self.line(b).ok_or(Stop::Beyond)?);
        let coefficients: Vec<i64> = a.0.iter().zip(&b.0).map(|(a, b)| a - b).collect();
        let set = linear(self.numeration, &coefficients, bounds(b.1 - a.1), self.budget)?;
        Ok(set.and(&self.all, self.budget)?)
    }

    /// A linear expression: the coefficient of each heap, and a constant.
    fn line(&self, num: &Num) -> Option<(Vec<i64>, i64)> {
        let small = |value: i128| i64::try_from(value).ok().filter(|value| value.abs() < 1 << 30);
        let zero = || vec![0; self.heaps];
        let both = |a: (Vec<i64>, i64), b: (Vec<i64>, i64), sign: i64| {
            let sum = |a: i64, b: i64| small(i128::from(a) + i128::from(sign) * i128::from(b));
            let list = a.0.iter().zip(&b.0).map(|(a, b)| sum(*a, *b)).collect::<Option<Vec<i64>>>()?;
            Some((list, sum(a.1, b.1)?))
        };
        match num {
            Num::Const(value) => Some((zero(), small(*value)?)),
            Num::Heap(heap) => {
                let mut list = zero();
                *list.get_mut(*heap)? = 1;
                Some((list, 0))
            }
            Num::Add(a, b) => both(self.line(a)?, self.line(b)?, 1),
            Num::Sub(a, b) => both(self.line(a)?, self.line(b)?, -1),
            Num::Mul(a, b) => {
                let (factor, other) = match (&**a, &**b) {
                    (Num::Const(factor), other) | (other, Num::Const(factor)) => (*factor, other),
                    _ => return None,
                };
                let (list, constant) = self.line(other)?;
                let times = |value: i64| small(i128::from(value).checked_mul(factor)?);
                Some((list.into_iter().map(times).collect::<Option<_>>()?, times(constant)?))
            }
            Num::Look(table, of) if table.is_identity() => self.line(of),
            Num::Sum(of) => {
                let mut sum = (zero(), 0);
                for heap in 0..self.heaps {
                    sum = both(sum, self.line(&number_for_heap(of, heap)?)?, 1)?;
                }
                Some(sum)
            }
            _ => None,
        }
    }

    /// A condition on heaps by their size below `from`, and from there on by their remainders.
    fn by_class(&self, cond: &Cond, from: i128, period: i128) -> Made {
        let mut parts = Vec::new();
        for size in 0..from {
            parts.push(linear(self.numeration, &[1], Bounds::exactly(size as i64), self.budget)?);
        }
        let large = linear(self.numeration, &[1], Bounds::at_least(from as i64), self.budget)?;
        for class in from..from + period {
            let rest = residue(self.numeration, &[1], ((class % period) as i64, period as i64), self.budget)?;
            parts.push(rest.and(&large, self.budget)?);
        }
        let valid = Dfa::everything(self.numeration, 1, self.budget)?;
        let machine = self.machine(&valid, &parts)?;
        self.parallel(&machine, |classes| {
            // Heaps of these classes, in the same order of size.
            let heaps: Vec<i128> = (0..)
                .zip(classes)
                .map(
                    |(i, &class): (i128, _)| {
                        if class < from { class } else { class + i * period * (from + 1) }
                    },
                )
                .collect();
            cond.holds(&heaps)
        })
    }

    /// The machine that runs several automata at once; the class is the index of the one that accepts.
    fn machine(&self, valid: &Dfa, parts: &[Dfa]) -> Result<Machine, Stop> {
        let digits = self.numeration.digits();
        let mut found = vec![vec![0u32; parts.len() + 1]];
        let mut machine = Machine { next: vec![], class: vec![] };
        let mut at = 0;
        while at < found.len() {
            self.budget.check_time(grundy_automata::Step::Product)?;
            if found.len() > STATES / 8 {
                return Err(Stop::Budget);
            }
            let state = found[at].clone();
            let class = parts.iter().zip(&state[1..]).position(|(part, &state)| part.accepting(state));
            machine.class.push(class.map_or(-1, |class| class as i128));
            for digit in 0..digits {
                let first = valid.step(state[0], digit);
                if first == DEAD {
                    machine.next.push(DEAD);
                    continue;
                }
                let rest = parts.iter().zip(&state[1..]).map(|(part, &state)| part.step(state, digit));
                let target: Vec<u32> = std::iter::once(first).chain(rest).collect();
                let place = found.iter().position(|known| *known == target).unwrap_or_else(|| {
                    found.push(target);
                    found.len() - 1
                });
                machine.next.push(place as u32);
            }
            at += 1;
        }
        Ok(machine)
    }

    /// The positions that are in the set by the classes of their heaps. `None` from `accept` means that the
    /// condition cannot be evaluated.
    fn parallel(&self, machine: &Machine, accept: impl Fn(&[i128]) -> Option<bool>) -> Made {
        let (digits, states) = (self.numeration.digits(), machine.class.len());
        let letters = digits.pow(self.heaps as u32);
        let count = states.checked_pow(self.heaps as u32).filter(|count| count * letters <= 1 << 22);
        let count = count.ok_or(Stop::Budget)?;
        let (mut next, mut accepting) = (Vec::with_capacity(count * letters), Vec::with_capacity(count));
        let mut known = std::collections::BTreeMap::new();
        for state in 0..count {
            let at: Vec<usize> = (0..self.heaps).map(|i| state / states.pow(i as u32) % states).collect();
            let classes: Vec<i128> = at.iter().map(|&at| machine.class[at]).collect();
            let accepts = if let Some(&accepts) = known.get(&classes) {
                accepts
            } else {
                let accepts = accept(&classes).ok_or(Stop::Beyond)?;
                known.insert(classes, accepts);
                accepts
            };
            accepting.push(accepts);
            for letter in 0..letters {
                let target = at.iter().enumerate().try_fold(0, |sum, (i, at)| {
                    let digit = letter / digits.pow(i as u32) % digits;
                    let target = machine.next[at * digits + digit];
                    (target != DEAD).then(|| sum + target as usize * states.pow(i as u32))
                });
                next.push(target.map_or(DEAD, |target| target as u32));
            }
        }
        let set = Dfa::from_table(self.heaps, digits, next, accepting).ok_or(Stop::Beyond)?;
        Ok(set.minimised(self.budget)?)
    }

    /// The base, if it is 2, 4, 8 or 16: then its digits are groups of bits.
    fn bits(&self) -> Result<usize, Stop> {
        let base = self.numeration.as_base().filter(|base| base.is_power_of_two());
        base.map(|base| base as usize).ok_or(Stop::Beyond)
    }

    fn columns(&self, modulus: i128) -> Made {
        let base = self.bits()?;
        let fits = |letter: usize| {
            let digit = |heap: usize| letter / base.pow(heap as u32) % base;
            let ones = |bit: u32| (0..self.heaps).filter(|&heap| digit(heap) >> bit & 1 == 1).count() as i128;
            (0..base.ilog2()).all(|bit| ones(bit) % modulus == 0)
        };
        let next = (0..self.all.letters()).map(|letter| if fits(letter) { 0 } else { DEAD }).collect();
        Dfa::from_table(self.heaps, base, next, vec![true]).ok_or(Stop::Beyond)
    }

    /// The positions with this exclusive or of the heaps.
    fn nim_sum(&self, sum: i128) -> Made {
        let base = self.bits()?;
        let sum = u64::try_from(sum).map_err(|_| Stop::Beyond)?;
        let written = self.numeration.write(sum).ok_or(Stop::Beyond)?;
        // State i has read i digits of the sum; before the first one, it has read zeros.
        let xor =
            |letter: usize| (0..self.heaps).fold(0, |x, heap| x ^ (letter / base.pow(heap as u32) % base));
        let mut next = Vec::new();
        for state in 0..=written.len() {
            for letter in 0..self.all.letters() {
                let digit = xor(letter);
                next.push(match written.get(state) {
                    _ if state == 0 && digit == 0 => 0,
                    Some(&wanted) if usize::from(wanted) == digit => state as u32 + 1,
                    _ => DEAD,
                });
            }
        }
        let accepting = (0..=written.len()).map(|state| state == written.len()).collect();
        let set = Dfa::from_table(self.heaps, base, next, accepting).ok_or(Stop::Beyond)?;
        Ok(set.minimised(self.budget)?)
    }

    /// A machine on one heap, as a set of positions.
    fn single(&self, machine: &Machine, heap: usize, accepts: impl Fn(i128) -> bool) -> Made {
        let digits = self.numeration.digits();
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        for (state, &class) in machine.class.iter().enumerate() {
            accepting.push(accepts(class));
            for letter in 0..self.all.letters() {
                next.push(machine.next[state * digits + letter / digits.pow(heap as u32) % digits]);
            }
        }
        let set = Dfa::from_table(self.heaps, digits, next, accepting).ok_or(Stop::Beyond)?;
        Ok(set.and(&self.all, self.budget)?)
    }

    /// The positions in which a number that the digits of one heap determine has this remainder.
    fn ending(&self, number: &Num, modulus: i128, rest: i128) -> Made {
        let (zeros, heap, shift) = match number {
            Num::Valuation(base, of) => (Some(*base), of, 0),
            Num::LeastPart(of) if *self.numeration == Numeration::fibonacci() => (None, of, 1),
            Num::Ones(of) if self.bits()? == 2 => return self.ones(of, modulus, rest),
            _ => return Err(Stop::Beyond),
        };
        if zeros.is_some_and(|base| self.numeration.as_base().map(i128::from) != Some(base)) {
            return Err(Stop::Beyond);
        }
        let Num::Heap(heap) = **heap else { return Err(Stop::Beyond) };
        if !(1..=CLASSES).contains(&modulus) {
            return Err(Stop::Beyond);
        }
        // State 0 has read zeros only; state 1 + z has read z zeros since the last other digit, modulo `modulus`.
        let digits = self.numeration.digits() as u32;
        let mut next: Vec<u32> = (0..digits).map(|digit| u32::from(digit > 0)).collect();
        let mut class = vec![shift - 1];
        for zeros in 0..modulus {
            next.push(1 + ((zeros + 1) % modulus) as u32);
            next.extend((1..digits).map(|_| 1));
            class.push(zeros + shift);
        }
        self.single(&Machine { next, class }, heap, |class| class.rem_euclid(modulus) == rest)
    }

    fn ones(&self, of: &Num, modulus: i128, rest: i128) -> Made {
        let Num::Heap(heap) = *of else { return Err(Stop::Beyond) };
        if !(1..=CLASSES).contains(&modulus) {
            return Err(Stop::Beyond);
        }
        let next = (0..modulus).flat_map(|ones| [ones as u32, ((ones + 1) % modulus) as u32]).collect();
        self.single(&Machine { next, class: (0..modulus).collect() }, heap, |class| class == rest)
    }

    /// The positions in which the base divides two heaps equally often.
    fn valuations(&self, base: i128, a: &Num, b: &Num) -> Made {
        let (Num::Heap(a), Num::Heap(b)) = (a, b) else { return Err(Stop::Beyond) };
        if self.numeration.as_base().map(i128::from) != Some(base) {
            return Err(Stop::Beyond);
        }
        // State 0: the last digits that are not both 0 are both another digit, or there are none.
        let digits = self.numeration.digits();
        let (mut next, letters) = (Vec::new(), self.all.letters());
        for state in 0..2 {
            for letter in 0..letters {
                let digit = |heap: &usize| letter / digits.pow(*heap as u32) % digits;
                next.push(match (digit(a), digit(b)) {
                    (0, 0) => state,
                    (0, _) | (_, 0) => 1,
                    _ => 0,
                });
            }
        }
        let set = Dfa::from_table(self.heaps, digits, next, vec![true, false]).ok_or(Stop::Beyond)?;
        Ok(set.minimised(self.budget)?)
    }

    /// Wythoff's pairs with slack t, in the numeration of t: the smaller heap ends with an even number of zeros,
    /// and the greater one is the smaller one with a zero appended (Fraenkel 1982). `None` for other conditions.
    fn pairs(&self, cond: &Cond) -> Option<Made> {
        let mut slack = None;
        visit(cond, &mut |num| {
            if let Num::Floor(surd, _) = num {
                slack = slack_of(surd);
            }
        });
        let t = slack?;
        let shape = Shape::Pairs { surd: Surd::of_slack(t.into()), slope: t.into(), plus: 0 };
        if shape.formula() != *cond {
            return None;
        }
        if self.heaps != 2 || self.numeration.rule() != [t, 1] {
            return Some(Err(Stop::Beyond));
        }
        // The latest digit of the greater heap, and the zeros at the end of the smaller one: none but zeros so
        // far, an even number, an odd number.
        let digits = self.numeration.digits();
        let state = |digit: usize, zeros: usize| digit * 3 + zeros;
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        for last in 0..digits {
            for zeros in 0..3 {
                accepting.push(last == 0 && zeros < 2);
                for letter in 0..digits * digits {
                    let (smaller, greater) = (letter % digits, letter / digits);
                    let after = match (smaller, zeros) {
                        (0, 0) => 0,
                        (0, zeros) => 3 - zeros,
                        _ => 1,
                    };
                    next.push(if smaller == last { state(greater, after) as u32 } else { DEAD });
                }
            }
        }
        let set = Dfa::from_table(2, digits, next, accepting)?;
        Some(set.and(&self.all, self.budget).map_err(Stop::from))
    }
}

/// Whether a number is the size of the current heap.
fn is_size(num: &Num) -> bool {
    match num {
        Num::This => true,
        Num::Look(table, of) => table.is_identity() && is_size(of),
        _ => false,
    }
}

/// A condition on the current heap, for one heap.
fn for_heap(cond: &Cond, heap: usize) -> Option<Cond> {
    Some(match cond {
        Cond::Never => Cond::Never,
        Cond::Eq(a, b) => Cond::Eq(number_for_heap(a, heap)?, number_for_heap(b, heap)?),
        Cond::Less(a, b) => Cond::Less(number_for_heap(a, heap)?, number_for_heap(b, heap)?),
        Cond::In(a, set) => Cond::In(number_for_heap(a, heap)?, set.clone()),
        Cond::Not(inner) => Cond::Not(Box::new(for_heap(inner, heap)?)),
        Cond::And(a, b) => for_heap(a, heap)?.and(for_heap(b, heap)?),
        Cond::Or(a, b) => for_heap(a, heap)?.or(for_heap(b, heap)?),
        _ => return None,
    })
}

/// A number of the current heap, for one heap.
fn number_for_heap(num: &Num, heap: usize) -> Option<Num> {
    let inner = |of: &Num| number_for_heap(of, heap).map(Box::new);
    Some(match num {
        Num::This => Num::Heap(heap),
        Num::Const(_) | Num::Heap(_) => num.clone(),
        Num::Add(a, b) => Num::Add(inner(a)?, inner(b)?),
        Num::Sub(a, b) => Num::Sub(inner(a)?, inner(b)?),
        Num::Mul(a, b) => Num::Mul(inner(a)?, inner(b)?),
        Num::Mod(a, m) => Num::Mod(inner(a)?, *m),
        Num::Valuation(base, a) => Num::Valuation(*base, inner(a)?),
        Num::Ones(a) => Num::Ones(inner(a)?),
        Num::LeastPart(a) => Num::LeastPart(inner(a)?),
        Num::Look(table, a) if table.is_identity() => return number_for_heap(a, heap),
        Num::Look(table, a) => Num::Look(table.clone(), inner(a)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
