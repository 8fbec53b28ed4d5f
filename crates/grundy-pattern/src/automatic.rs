//! Formulas as automata, and the proof that a formula states exactly the lost positions.
//!
//! Many formulas describe sets that a finite automaton accepts in a suitable numeration: remainders and sums in
//! every one, columns of bits in base 2, how often b divides a number in base b, Wythoff's pairs among sums of
//! Fibonacci numbers. The automaton of a formula is proved like one that was learned (see [`grundy_proof`]), so the
//! formula then holds for heaps of every size.

mod machine;

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
