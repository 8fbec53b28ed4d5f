//! Sets of amounts: representation, union, and normal form.
//!
//! The normal form is a union of four kinds of pieces: constant spans (sorted, disjoint, never
//! touching), named sets, spans whose ends are expressions, and differences that cannot be taken
//! apart. Two sets with the same normal form have the same members; the converse holds for
//! constant spans and is attempted for the rest (see `union`).

use std::collections::BTreeSet;
use std::fmt;

use dashu_int::{IBig, UBig};

use super::expr::{Expr, Var};
use crate::number;

/// A named family of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// 1, 3, 5, ...
    Odd,
    /// 2, 4, 6, ...
    Even,
    /// 2, 3, 5, 7, ...
    Primes,
    /// 1, 4, 9, ...
    Squares,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 1, 2, 6, 24, ...
    Factorials,
    /// 1, b, b^2, ...
    Powers(Expr),
    /// m, 2m, 3m, ...; nothing when m is 0.
    Multiples(Expr),
    /// The divisors, 1 and the number itself included.
    Divisors(Expr),
    /// The non-zero decimal digits.
    Digits(Expr),
}

impl Named {
    /// The names without a parameter.
    pub const PLAIN: [(&'static str, Self); 6] = [
        ("odd", Self::Odd),
        ("even", Self::Even),
        ("primes", Self::Primes),
        ("squares", Self::Squares),
        ("fibonacci", Self::Fibonacci),
        ("factorials", Self::Factorials),
    ];
    /// The names that take `of` and an expression.
    pub const OF: [&'static str; 4] = ["powers", "multiples", "divisors", "digits"];

    /// The named set `word of expr`.
    pub fn of(word: &str, expr: Expr) -> Option<Self> {
        Some(match word {
            "powers" => Self::Powers(expr),
            "multiples" => Self::Multiples(expr),
            "divisors" => Self::Divisors(expr),
            "digits" => Self::Digits(expr),
            _ => return None,
        })
    }

    /// The expression inside, if any.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Self::Powers(e) | Self::Multiples(e) | Self::Divisors(e) | Self::Digits(e) => Some(e),
            _ => None,
        }
    }

    /// Whether it has infinitely many members in some position. Digits and divisors do not.
    fn is_unbounded(&self) -> bool {
        !matches!(self, Self::Divisors(_) | Self::Digits(_))
    }

    /// Whether the members are the same in every position.
    pub(super) fn is_fixed(&self) -> bool {
        self.expr().is_none_or(|e| e.as_constant().is_some())
    }
}

/// All whole numbers from `lo` to `hi`; unbounded if `hi` is `None`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The least member.
    pub lo: UBig,
    /// The greatest member.
    pub hi: Option<UBig>,
}

impl Span {
    /// Whether it contains `k`.
    pub fn contains(&self, k: &UBig) -> bool {
        self.lo <= *k && self.hi.as_ref().is_none_or(|hi| k <= hi)
    }
}

/// A span whose ends depend on the position; `None` as the upper end means unbounded.
pub type Symbolic = (Expr, Option<Expr>);

/// A set of amounts in normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amounts {
    pub(super) spans: Vec<Span>,
    pub(super) named: BTreeSet<Named>,
    pub(super) symbolic: BTreeSet<Symbolic>,
    pub(super) differences: BTreeSet<(Self, Self)>,
}

impl Amounts {
    /// The empty set.
    pub fn empty() -> Self {
        Self::default()
    }

    /// 1, 2, 3, ...
    pub fn any() -> Self {
        Self::span(UBig::ONE, None)
    }

    /// The span from `lo` to `hi`; empty when `hi` is below `lo`.
    pub fn span(lo: UBig, hi: Option<UBig>) -> Self {
        let spans = if hi.as_ref().is_some_and(|hi| *hi < lo) { vec![] } else { vec![Span { lo, hi }] };
        Self { spans, ..Self::default() }
    }

    /// One amount.
    pub fn single(k: UBig) -> Self {
        Self::span(k.clone(), Some(k))
    }

    /// A named set.
    pub fn named(named: Named) -> Self {
        match &named {
            Named::Multiples(e) | Named::Powers(e) | Named::Divisors(e) | Named::Digits(e) => {
                if let Some(constant) = e.as_constant() {
                    return Self::constant_family(named.clone(), &constant);
                }
            }
            _ => {}
        }
        Self { named: BTreeSet::from([named]), ..Self::default() }
    }

    /// A named set whose parameter is a known number: special cases become spans.
    fn constant_family(named: Named, constant: &IBig) -> Self {
        let Some(value) = number::natural(constant) else { return Self::empty() };
        let zero_or_one = value <= UBig::ONE;
        match named {
            Named::Multiples(_) if value == UBig::ONE => Self::any(),
            Named::Multiples(_) if value == UBig::from(2u8) => Self::named(Named::Even),
            Named::Powers(_) if zero_or_one => Self::single(UBig::ONE),
            Named::Multiples(_) | Named::Divisors(_) if value == UBig::ZERO => Self::empty(),
            Named::Digits(_) => {
                let text = value.to_string();
                let held = (1..=9u8).filter(|digit| text.as_bytes().contains(&(b'0' + digit)));
                Self::union_of(held.map(|digit| Self::single(UBig::from(digit))))
            }
            _ => Self { named: BTreeSet::from([named]), ..Self::default() },
        }
    }

    /// The amounts from `lo` to `hi`; the ends may depend on the position.
    pub fn range(lo: Expr, hi: Option<Expr>) -> Self {
        match (lo.as_constant(), hi.as_ref().map(Expr::as_constant)) {
            // Values computed to 0 or less are dropped silently.
            (Some(lo), None) => Self::span(at_least_one(&lo), None),
            (Some(lo), Some(Some(hi))) => match number::natural(&hi) {
                Some(hi) if hi > UBig::ZERO => Self::span(at_least_one(&lo), Some(hi)),
                _ => Self::empty(),
            },
            _ => {
                let lo = match lo.as_constant() {
                    Some(lo) => Expr::constant(at_least_one(&lo)),
                    None => lo,
                };
                Self { symbolic: BTreeSet::from([(lo, hi)]), ..Self::default() }
            }
        }
    }

    /// The constant spans.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The spans with ends that depend on the position.
    pub fn symbolic(&self) -> impl Iterator<Item = &Symbolic> {
        self.symbolic.iter()
    }

    /// The constant spans, if the set consists of nothing else.
    pub fn as_spans(&self) -> Option<&[Span]> {
        (self.named.is_empty() && self.symbolic.is_empty() && self.differences.is_empty())
            .then_some(&self.spans[..])
    }

    /// The named sets inside.
    pub fn families(&self) -> impl Iterator<Item = &Named> {
        self.named.iter()
    }

    /// The differences inside: members of the first set that are not in the second.
    pub fn differences(&self) -> impl Iterator<Item = &(Self, Self)> {
        self.differences.iter()
    }

    /// The greatest member of a bounded set of constant spans.
    pub fn as_finite(&self) -> Option<&UBig> {
        self.as_spans()?.last()?.hi.as_ref()
    }

    /// Whether it is `any`: every positive amount and not 0.
    pub fn is_any(&self) -> bool {
        matches!(self.as_spans(), Some([Span { lo, hi: None }]) if *lo == UBig::ONE)
    }

    /// The bound `m`, if the set is the one span `1..m`.
    pub fn as_up_to(&self) -> Option<&UBig> {
        match self.as_spans()? {
            [Span { lo, hi: Some(hi) }] if *lo == UBig::ONE => Some(hi),
            _ => None,
        }
    }

    /// The upper end, if the set is a single expression span from 1.
    pub fn as_up_to_expr(&self) -> Option<&Expr> {
        if !self.spans.is_empty() || !self.named.is_empty() || !self.differences.is_empty() {
            return None;
        }
        let mut pieces = self.symbolic.iter();
        match (pieces.next(), pieces.next()) {
            (Some((lo, Some(hi))), None) if *lo == Expr::constant(1) => Some(hi),
            _ => None,
        }
    }

    /// Whether it is exactly the multiples of `var`.
    pub fn is_multiples_of(&self, var: Var) -> bool {
        self.spans.is_empty()
            && self.symbolic.is_empty()
            && self.differences.is_empty()
            && self.named.iter().eq([&Named::Multiples(Expr::var(var))])
    }

    /// Whether the set is empty in every position by its form. (A set that depends on the position may
    /// be empty in each position without being recognised.)
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
            && self.named.is_empty()
            && self.symbolic.is_empty()
            && self.differences.is_empty()
    }

    /// Whether 0 was written.
    pub fn has_zero(&self) -> bool {
        self.spans.first().is_some_and(|span| span.lo == UBig::ZERO)
            || self.differences.iter().any(|(a, b)| a.has_zero() && !b.has_zero())
    }

    /// Whether 0 is its only member.
    pub fn is_zero(&self) -> bool {
        self.as_finite().is_some_and(|hi| *hi == UBig::ZERO)
    }

    /// Whether the members are the same in every position.
    pub fn is_fixed(&self) -> bool {
        self.symbolic.is_empty()
            && self.named.iter().all(Named::is_fixed)
            && self.differences.iter().all(|(a, b)| a.is_fixed() && b.is_fixed())
    }

    /// Whether membership depends on `var`.
    pub fn mentions(&self, var: Var) -> bool {
        let mut found = false;
        self.each_expr(&mut |e| found |= e.mentions(var));
        found
    }

    /// Calls `look` for every expression inside.
    pub fn each_expr(&self, look: &mut impl FnMut(&Expr)) {
        fn walk(set: &Amounts, look: &mut dyn FnMut(&Expr)) {
            set.named.iter().filter_map(Named::expr).for_each(&mut *look);
            for (lo, hi) in &set.symbolic {
                look(lo);
                hi.iter().for_each(&mut *look);
            }
            for (a, b) in &set.differences {
                walk(a, look);
                walk(b, look);
            }
        }
        walk(self, look);
    }

    /// Whether it may have infinitely many members in one position.
    pub fn is_unbounded(&self) -> bool {
        self.spans.last().is_some_and(|span| span.hi.is_none())
            || self.named.iter().any(Named::is_unbounded)
            || self.symbolic.iter().any(|(_, hi)| hi.is_none())
            || self.differences.iter().any(|(a, _)| a.is_unbounded())
    }
}

fn at_least_one(value: &IBig) -> UBig {
    number::natural(value).filter(|v| *v > UBig::ZERO).unwrap_or(UBig::ONE)
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Powers(e) => write!(f, "powers of {e}"),
            Self::Multiples(e) => write!(f, "multiples of {e}"),
            Self::Divisors(e) => write!(f, "divisors of {e}"),
            Self::Digits(e) => write!(f, "digits of {e}"),
            plain => match Self::PLAIN.iter().find(|(_, n)| n == plain) {
                Some((word, _)) => f.write_str(word),
                None => Ok(()),
            },
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.hi {
            None if self.lo == UBig::ONE => f.write_str("any"),
            None => write!(f, "{}..", self.lo),
            Some(hi) if *hi == self.lo => write!(f, "{hi}"),
            Some(hi) if *hi == &self.lo + UBig::ONE => write!(f, "{}, {hi}", self.lo),
            Some(hi) => write!(f, "{}..{hi}", self.lo),
        }
    }
}

impl fmt::Display for Amounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces: Vec<String> = self.spans.iter().map(Span::to_string).collect();
        pieces.extend(self.named.iter().map(Named::to_string));
        pieces.extend(self.symbolic.iter().map(|(lo, hi)| match hi {
            Some(hi) if hi == lo => lo.to_string(),
            Some(hi) => format!("{lo}..{hi}"),
            None => format!("{lo}.."),
        }));
        let alone = pieces.is_empty() && self.differences.len() == 1;
        pieces.extend(self.differences.iter().map(|(a, b)| {
            let text = format!("{} except {}", Side(a), Side(b));
            if alone { text } else { format!("({text})") }
        }));
        f.write_str(&pieces.join(", "))
    }
}

/// One side of `except`: a difference there needs brackets of its own.
struct Side<'a>(&'a Amounts);

impl fmt::Display for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let set = self.0;
        let only = set.spans.is_empty() && set.named.is_empty() && set.symbolic.is_empty();
        if only && set.differences.len() == 1 { write!(f, "({set})") } else { write!(f, "{set}") }
    }
}
