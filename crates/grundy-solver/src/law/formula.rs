//! Rules as data: whole numbers and conditions computed from the heaps.
//!
//! Every rule that is found is lowered into these few nodes once. They are evaluated exactly; other crates
//! turn them into words and programs. A new family needs no evaluator, printer or code of its own.

use super::automaton::Automaton;
use super::sequence::Sequence;
use super::surd::Surd;
use super::table::{LISTED, Table};

/// A whole number computed from the heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Num {
    /// A constant.
    Const(i128),
    /// A heap: counted from 0, the smallest first where order does not matter, else as written.
    Heap(usize),
    /// The current heap of a condition on every heap, or of a sum over all.
    This,
    /// The sum.
    Add(Box<Self>, Box<Self>),
    /// The difference.
    Sub(Box<Self>, Box<Self>),
    /// The product.
    Mul(Box<Self>, Box<Self>),
    /// The remainder, never negative.
    Mod(Box<Self>, i128),
    /// The quotient, rounded down.
    Div(Box<Self>, i128),
    /// Exponent of the base in the number; -1 for 0.
    Valuation(i128, Box<Self>),
    /// The number of ones in binary.
    Ones(Box<Self>),
    /// Index of the smallest part of the Zeckendorf sum: 1 for 1, 2 for 2, 3 for 3, 4 for 5; 0 for 0.
    LeastPart(Box<Self>),
    /// The lowest binary place where bitwise `or` over all heaps less one has a 0: see `matches`.
    LowestZero,
    /// A value from a periodic table.
    Look(Table, Box<Self>),
    /// A Beatty sequence: the surd times the number, rounded down.
    Floor(Surd, Box<Self>),
    /// The nim-sum over heaps `from`, `from + step`, ... of a number that uses [`This`](Self::This).
    NimSum {
        /// The first heap.
        from: usize,
        /// The distance to the next heap.
        step: usize,
        /// The number of one heap.
        of: Box<Self>,
    },
    /// The sum over all heaps.
    Sum(Box<Self>),
    /// The largest over all heaps.
    Largest(Box<Self>),
    /// By the digits of the number, see [`Digits`].
    Digits(Digits, Box<Self>),
}

/// A function of n by its digits in some base: g(n) for n below the base is listed, and for the last digit r
/// and the rest m, g(base m + r) is g(m) + c or a m + c, depending on r.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits {
    /// The base.
    pub base: i128,
    /// g(0), ..., g(base - 1).
    pub first: Vec<i128>,
    /// One entry per last digit.
    pub by_last: Vec<LastDigit>,
}

/// The value by the last digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastDigit {
    /// g(rest) + this.
    Same(i128),
    /// This times the rest, plus that.
    Times(i128, i128),
}

/// A condition on the heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// Never.
    Never,
    /// Equal.
    Eq(Num, Num),
    /// The first is less.
    Less(Num, Num),
    /// One of these.
    In(Num, Vec<i128>),
    /// A member of a sequence.
    Member(Sequence, Num),
    /// For every heap.
    Every(Box<Self>),
    /// The same number for all heaps.
    Same(Num),
    /// In binary, the number of ones in each column is a multiple of this.
    Columns(i128),
    /// The remainders of the heaps, sorted if order does not matter, are one of these lists. Heaps from
    /// `from` on are first reduced by multiples of `period`.
    Classes {
        /// Heaps from this size on count by remainder.
        from: i128,
        /// The modulus.
        period: i128,
        /// The lists.
        lists: Vec<Vec<i128>>,
        /// Whether the order of heaps matters; if not, remainders are sorted.
        ordered: bool,
    },
    /// An automaton accepts the digits of the heaps.
    Automaton(Automaton),
    /// The heaps are one of these lists.
    Listed(Vec<Vec<i128>>),
    /// Not.
    Not(Box<Self>),
    /// Both.
    And(Box<Self>, Box<Self>),
    /// One of them, or both.
    Or(Box<Self>, Box<Self>),
}

/// Evaluates; `None` if a number exceeds 2^127.
struct Eval<'a> {
    heaps: &'a [i128],
    this: i128,
}

impl Num {
    /// Whether the number is not negative for any heaps, as far as its form shows.
    pub fn is_natural(&self) -> bool {
        match self {
            Self::Const(c) => *c >= 0,
            Self::Heap(_)
            | Self::This
            | Self::Mod(..)
            | Self::Ones(_)
            | Self::LeastPart(_)
            | Self::LowestZero
            | Self::Look(..)
            | Self::Digits(..) => true,
            // Sorted heaps have no negative differences, greater minus smaller.
            Self::Sub(a, b) => matches!((&**a, &**b), (Self::Heap(i), Self::Heap(j)) if i > j),
            Self::Add(a, b) | Self::Mul(a, b) => a.is_natural() && b.is_natural(),
            Self::Sum(of) | Self::Largest(of) | Self::NimSum { of, .. } | Self::Div(of, _) => of.is_natural(),
            Self::Valuation(..) | Self::Floor(..) => false,
        }
    }

    /// The size of a heap.
    pub fn size() -> Self {
        Self::Look(Table::identity(), Box::new(Self::This))
    }

    /// The size of a heap modulo m.
    pub fn remainder(m: i128) -> Self {
        if m > LISTED {
            return Self::This.modulo(m);
        }
        Self::Look(Table { before: vec![], turn: (0..m).collect(), saltus: 0 }, Box::new(Self::This))
    }

    /// A remainder.
    #[must_use]
    pub fn modulo(self, m: i128) -> Self {
        Self::Mod(Box::new(self), m)
    }

    /// A difference.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self::Sub(Box::new(self), Box::new(other))
    }

    /// A sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self::Add(Box::new(self), Box::new(other))
    }

    /// A product.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self::Mul(Box::new(self), Box::new(other))
    }

    /// The number for these heaps; `None` if an intermediate result exceeds 2^127.
    pub fn at(&self, heaps: &[i128]) -> Option<i128> {
        Eval { heaps, this: heaps.first().copied().unwrap_or(0) }.num(self)
    }
}

impl Cond {
    /// The greater of two heaps is at most `surd` times the smaller. Equal heaps are included if `equal` is
    /// set, and an empty one if `empty` is.
    pub fn within(surd: &Surd, equal: bool, empty: bool) -> Self {
        let (a, b) = (Num::Heap(0), Num::Heap(1));
        let most = Num::Floor(surd.clone(), Box::new(a.clone()));
        let mut cond = Self::Not(Box::new(Self::Less(most, b.clone())));
        if !equal {
            cond = Self::Less(a.clone(), b).and(cond);
        }
        if empty { Self::Eq(a, Num::Const(0)).or(cond) } else { Self::Less(Num::Const(0), a).and(cond) }
    }

    /// Both conditions.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::And(Box::new(self), Box::new(other))
    }

    /// One of the conditions.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::Or(Box::new(self), Box::new(other))
    }

    /// Whether it holds for these heaps, sorted if order does not matter; `None` if a number exceeds 2^127.
    pub fn holds(&self, heaps: &[i128]) -> Option<bool> {
        Eval { heaps, this: heaps.first().copied().unwrap_or(0) }.cond(self)
    }
}

impl Cond {
    /// Whether the order of the heaps does not matter.
    pub fn is_symmetric(&self) -> bool {
        match self {
            Self::Never
            | Self::Same(_)
            | Self::Columns(_)
            | Self::Every(_)
            | Self::Classes { .. }
            | Self::Automaton(_) => true,
            Self::Eq(a, b) | Self::Less(a, b) => a.is_symmetric() && b.is_symmetric(),
            Self::In(a, _) | Self::Member(_, a) => a.is_symmetric(),
            Self::Not(inner) => inner.is_symmetric(),
            Self::And(a, b) | Self::Or(a, b) => a.is_symmetric() && b.is_symmetric(),
            Self::Listed(_) => false,
        }
    }
}

impl Num {
    fn is_symmetric(&self) -> bool {
        match self {
            Self::Const(_) | Self::Sum(_) | Self::Largest(_) | Self::LowestZero => true,
            Self::NimSum { step, .. } => *step == 1,
            Self::Mod(a, _) | Self::Div(a, _) | Self::Look(_, a) => a.is_symmetric(),
            _ => false,
        }
    }
}

impl Eval<'_> {
    fn of(&self, this: i128) -> Self {
        Eval { heaps: self.heaps, this }
    }

    fn num(&self, num: &Num) -> Option<i128> {
        Some(match num {
            Num::Const(c) => *c,
            Num::Heap(i) => *self.heaps.get(*i)?,
            Num::This => self.this,
            Num::Add(a, b) => self.num(a)?.checked_add(self.num(b)?)?,
            Num::Sub(a, b) => self.num(a)?.checked_sub(self.num(b)?)?,
            Num::Mul(a, b) => self.num(a)?.checked_mul(self.num(b)?)?,
            Num::Mod(a, m) => self.num(a)?.checked_rem_euclid(*m)?,
            Num::Div(a, d) => self.num(a)?.checked_div_euclid(*d)?,
            Num::Valuation(base, a) => valuation(*base, self.num(a)?),
            Num::Ones(a) => i128::from(self.num(a)?.count_ones()),
            Num::LeastPart(a) => least_part(self.num(a)?),
            Num::LowestZero => {
                let all = self.heaps.iter().fold(0, |all, heap| all | (heap - 1));
                i128::from(all.trailing_ones())
            }
            Num::Look(table, a) => table.at(self.num(a)?)?,
            Num::Floor(surd, a) => surd.floor(self.num(a)?)?,
            Num::NimSum { from, step, of } => {
                let mut sum = 0;
                for heap in self.heaps.iter().skip(*from).step_by(*step) {
                    sum ^= self.of(*heap).num(of)?;
                }
                sum
            }
            Num::Sum(of) => {
                let mut sum: i128 = 0;
                for heap in self.heaps {
                    sum = sum.checked_add(self.of(*heap).num(of)?)?;
                }
                sum
            }
            Num::Largest(of) => {
                let mut largest = i128::MIN;
                for heap in self.heaps {
                    largest = largest.max(self.of(*heap).num(of)?);
                }
                largest
            }
            Num::Digits(digits, a) => digits.at(self.num(a)?)?,
        })
    }

    fn cond(&self, cond: &Cond) -> Option<bool> {
        Some(match cond {
            Cond::Never => false,
            Cond::Eq(a, b) => self.num(a)? == self.num(b)?,
            Cond::Less(a, b) => self.num(a)? < self.num(b)?,
            Cond::In(a, set) => set.contains(&self.num(a)?),
            Cond::Member(sequence, a) => sequence.contains(self.num(a)?),
            Cond::Every(inner) => {
                for heap in self.heaps {
                    if !self.of(*heap).cond(inner)? {
                        return Some(false);
                    }
                }
                true
            }
            Cond::Same(of) => {
                let mut first = None;
                for heap in self.heaps {
                    let number = self.of(*heap).num(of)?;
                    if *first.get_or_insert(number) != number {
                        return Some(false);
                    }
                }
                true
            }
            Cond::Columns(modulus) => {
                (0..127).all(|bit| self.heaps.iter().map(|h| h >> bit & 1).sum::<i128>() % modulus == 0)
            }
            Cond::Classes { from, period, lists, ordered } => {
                lists.contains(&classes(self.heaps, *from, *period, *ordered))
            }
            Cond::Automaton(automaton) => automaton.holds(self.heaps)?,
            Cond::Listed(lists) => lists.iter().any(|list| list == self.heaps),
            Cond::Not(inner) => !self.cond(inner)?,
            Cond::And(a, b) => self.cond(a)? && self.cond(b)?,
            Cond::Or(a, b) => self.cond(a)? || self.cond(b)?,
        })
    }
}

/// Reduces each heap of at least `from + period` by multiples of `period`; sorts them if order does not
/// matter.
pub fn classes(heaps: &[i128], from: i128, period: i128, ordered: bool) -> Vec<i128> {
    let class = |heap: i128| if heap < from { heap } else { from + (heap - from) % period };
    let mut list: Vec<i128> = heaps.iter().map(|heap| class(*heap)).collect();
    if !ordered {
        list.sort_unstable();
    }
    list
}

/// Exponent of `base` in `n`; -1 for 0.
pub fn valuation(base: i128, mut n: i128) -> i128 {
    if n == 0 {
        return -1;
    }
    let mut times = 0;
    while n % base == 0 {
        n /= base;
        times += 1;
    }
    times
}

/// Index of the smallest Fibonacci number in the Zeckendorf sum: 1 for 1, 2 for 2, 3 for 3, 4 for 5.
pub fn least_part(mut n: i128) -> i128 {
    let mut fibonacci: Vec<i128> = vec![1, 2];
    while let [.., a, b] = fibonacci[..]
        && b < n
    {
        fibonacci.push(a.saturating_add(b));
    }
    let mut place = 0;
    for (index, part) in fibonacci.iter().enumerate().rev() {
        if *part <= n {
            n -= part;
            place = index + 1;
        }
    }
    place as i128
}

impl Digits {
    /// g(n); `None` if it exceeds 2^127.
    pub fn at(&self, mut n: i128) -> Option<i128> {
        let mut added: i128 = 0;
        while n >= self.base {
            let (rest, last) = (n / self.base, n % self.base);
            match &self.by_last[last as usize] {
                LastDigit::Same(c) => added = added.checked_add(*c)?,
                LastDigit::Times(a, c) => return a.checked_mul(rest)?.checked_add(*c)?.checked_add(added),
            }
            n = rest;
        }
        self.first.get(n as usize)?.checked_add(added)
    }
}
