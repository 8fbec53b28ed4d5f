//! The shape of a set of lost positions: enough to prove it and to find winning moves; and its formula.

use super::formula::{Cond, Num};
use super::sequence::Sequence;
use super::surd::Surd;
use super::table::Table;

/// The kind of a rule: enough to prove it, and to find winning moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No position.
    Never,
    /// One heap, by a table that has 1 for lost heaps.
    Heap(Table),
    /// One heap, by a growing sequence; with `zero`, 0 as well.
    Member {
        /// The sequence.
        sequence: Sequence,
        /// Whether 0 is in the set, too.
        zero: bool,
    },
    /// The nim-sum of a number made of each heap, or of every `step`-th heap, is 0.
    NimSum {
        /// The number, which uses [`Num::This`].
        of: Num,
        /// 1 for every heap, 2 for every other, from the first.
        step: usize,
    },
    /// The nim-sum of numbers made of each heap is 0 where one of them is above 1, else 1.
    MisereNim(Num),
    /// Columns of ones in binary; misère play has its own rule where no heap is above 1.
    Columns {
        /// The counts are multiples of this.
        modulus: i128,
        /// Whether it is misère play.
        misere: bool,
    },
    /// Equal numbers made of each heap.
    Same(Num),
    /// Pairs a = floor(surd, k), b = a + slope k + plus.
    Pairs {
        /// For the smaller heap.
        surd: Surd,
        /// Distance between consecutive differences.
        slope: i128,
        /// The first difference.
        plus: i128,
    },
    /// Heaps by remainder, from some size on.
    Classes {
        /// Remainders count from this size on.
        from: i128,
        /// The modulus.
        period: i128,
        /// The lists of remainders that are lost.
        lists: Vec<Vec<i128>>,
        /// Whether the order of heaps matters.
        ordered: bool,
    },
    /// Any other formula.
    Formula(Cond),
    /// Another shape, except for a few positions.
    But {
        /// The other shape.
        rule: Box<Self>,
        /// Lost as well.
        also: Vec<Vec<i128>>,
        /// Not lost.
        not: Vec<Vec<i128>>,
    },
}

fn heap(i: usize) -> Num {
    Num::Heap(i)
}

/// The heaps for which a table has a 1.
fn in_table(table: &Table) -> Cond {
    let places = |values: &[i128]| -> Vec<i128> {
        values.iter().zip(0..).filter(|(value, _)| **value == 1).map(|(_, n)| n).collect()
    };
    let n = heap(0);
    let (early, turn, from) = (places(&table.before), places(&table.turn), table.before.len() as i128);
    if turn.is_empty() {
        return if early.is_empty() { Cond::Never } else { Cond::In(n, early) };
    }
    let period = table.turn.len() as i128;
    let mut rests: Vec<i128> = turn.iter().map(|place| (from + place) % period).collect();
    rests.sort_unstable();
    let repeats = Cond::In(n.clone().modulo(period), rests.clone());
    // If nothing before repeats by chance, the condition need not say where the repetition begins.
    let exceptions: Vec<i128> =
        early.iter().copied().filter(|heap| !rests.contains(&(heap % period))).collect();
    let by_chance = (0..from).any(|heap| rests.contains(&(heap % period)) && !early.contains(&heap));
    let from_on = Cond::Not(Box::new(Cond::Less(n.clone(), Num::Const(from))));
    let (early, repeats) = match (by_chance, period) {
        (false, _) => (exceptions, repeats),
        (true, 1) => (early, from_on),
        (true, _) => (early, repeats.and(from_on)),
    };
    if early.is_empty() { repeats } else { Cond::In(n, early).or(repeats) }
}

impl Shape {
    /// The condition it stands for.
    pub fn formula(&self) -> Cond {
        match self {
            Self::Never => Cond::Never,
            Self::Heap(table) => in_table(table),
            Self::Member { sequence, zero } => {
                let member = Cond::Member(sequence.clone(), heap(0));
                if *zero { Cond::In(heap(0), vec![0]).or(member) } else { member }
            }
            Self::NimSum { of, step } => Cond::Eq(nim_sum(of, *step), Num::Const(0)),
            Self::MisereNim(of) => {
                let flipped = Cond::Less(Num::Largest(Box::new(of.clone())), Num::Const(2));
                let sum = nim_sum(of, 1);
                let one = flipped.clone().and(Cond::Eq(sum.clone(), Num::Const(1)));
                one.or(Cond::Not(Box::new(flipped)).and(Cond::Eq(sum, Num::Const(0))))
            }
            Self::Columns { modulus, misere: false } => Cond::Columns(*modulus),
            Self::Columns { modulus, misere: true } => {
                let small = Cond::Less(Num::Largest(Box::new(Num::This)), Num::Const(2));
                let count = Num::Sum(Box::new(Num::This)).modulo(*modulus);
                let few = small.clone().and(Cond::Eq(count, Num::Const(1)));
                few.or(Cond::Not(Box::new(small)).and(Cond::Columns(*modulus)))
            }
            Self::Same(of) => Cond::Same(of.clone()),
            Self::Pairs { surd, slope, plus } => {
                let mut number = heap(1).minus(heap(0));
                if *plus != 0 {
                    number = number.minus(Num::Const(*plus));
                }
                let whole = (*slope != 1).then(|| Cond::Eq(number.clone().modulo(*slope), Num::Const(0)));
                if *slope != 1 {
                    number = Num::Div(Box::new(number), *slope);
                }
                let mut pair = Cond::Eq(heap(0), Num::Floor(surd.clone(), Box::new(number)));
                if let Some(whole) = whole {
                    pair = whole.and(pair);
                }
                if *plus > 0 {
                    let enough = Cond::Less(heap(1).minus(heap(0)), Num::Const(*plus));
                    pair = Cond::Not(Box::new(enough)).and(pair);
                }
                pair
            }
            Self::Classes { from, period, lists, ordered } => {
                let (from, period, ordered) = (*from, *period, *ordered);
                Cond::Classes { from, period, lists: lists.clone(), ordered }
            }
            Self::Formula(cond) => cond.clone(),
            Self::But { rule, also, not } => {
                let mut cond = rule.formula();
                if !not.is_empty() {
                    cond = cond.and(Cond::Not(Box::new(Cond::Listed(not.clone()))));
                }
                if also.is_empty() { cond } else { Cond::Listed(also.clone()).or(cond) }
            }
        }
    }

    /// The size from which on the shape depends only on remainders of the heaps, and the modulus; `None` for
    /// other shapes.
    pub fn remainders(&self) -> Option<(i128, i128)> {
        match self {
            Self::Never => Some((0, 1)),
            Self::Heap(table) if table.saltus == 0 => {
                Some((table.before.len() as i128, table.turn.len() as i128))
            }
            Self::NimSum { of, .. } | Self::Same(of) | Self::MisereNim(of) => of.remainders(),
            Self::Classes { from, period, .. } => Some((*from, *period)),
            Self::Formula(cond) => cond.remainders(),
            Self::But { rule, also, not } => {
                let (from, period) = rule.remainders()?;
                let largest = also.iter().chain(not).flatten().max().copied().unwrap_or(0);
                Some((from.max(largest + 1), period))
            }
            _ => None,
        }
    }
}

fn nim_sum(of: &Num, step: usize) -> Num {
    Num::NimSum { from: 0, step, of: Box::new(of.clone()) }
}

fn both(a: Option<(i128, i128)>, b: Option<(i128, i128)>) -> Option<(i128, i128)> {
    let ((s, p), (t, q)) = (a?, b?);
    Some((s.max(t), lcm(p, q)?))
}

/// The least common multiple of positive numbers.
pub fn lcm(a: i128, b: i128) -> Option<i128> {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}

impl Num {
    /// Like [`Shape::remainders`], for a number.
    pub fn remainders(&self) -> Option<(i128, i128)> {
        match self {
            Self::Const(_) => Some((0, 1)),
            // A sum or difference of heaps modulo m is one of their remainders.
            Self::Mod(a, m) if a.is_linear() => Some((0, *m)),
            Self::Look(table, of) if matches!(**of, Self::This) && table.saltus == 0 => {
                Some((table.before.len() as i128, table.turn.len() as i128))
            }
            Self::Mod(of, _) | Self::NimSum { of, .. } | Self::Sum(of) | Self::Largest(of) => of.remainders(),
            Self::Add(a, b) | Self::Sub(a, b) => both(a.remainders(), b.remainders()),
            _ => None,
        }
    }

    fn is_linear(&self) -> bool {
        match self {
            Self::Const(_) | Self::Heap(_) | Self::This => true,
            Self::Add(a, b) | Self::Sub(a, b) => a.is_linear() && b.is_linear(),
            Self::Sum(of) => of.is_linear(),
            _ => false,
        }
    }
}

impl Cond {
    fn remainders(&self) -> Option<(i128, i128)> {
        match self {
            Self::Never => Some((0, 1)),
            Self::Eq(a, b) | Self::Less(a, b) => both(a.remainders(), b.remainders()),
            Self::In(a, _) | Self::Same(a) => a.remainders(),
            Self::Every(inner) | Self::Not(inner) => inner.remainders(),
            Self::Classes { from, period, .. } => Some((*from, *period)),
            Self::Listed(lists) => Some((lists.iter().flatten().max().map_or(0, |largest| largest + 1), 1)),
            Self::And(a, b) | Self::Or(a, b) => both(a.remainders(), b.remainders()),
            _ => None,
        }
    }
}
