//! Expressions over `n`, `last`, `min` and `max`, kept as reduced polynomials.
//!
//! Equal polynomials are equal values: `2*last - last + 0` is `last`. What a polynomial cannot express (integer
//! division, integer roots, powers with an unknown exponent) is an opaque factor whose arguments are reduced. Constants
//! are always evaluated.

mod eval;
mod power;

use std::collections::BTreeMap;

use dashu_base::{BitTest, Sign, Signed};
use dashu_int::IBig;

use self::eval::floor_div;
use self::power::{bits_of_digits, constant_power, least_bits, too_many_digits};
use crate::error::{Error, Result};
use crate::number::{self, MAX_DIGITS};

pub use self::eval::Env;

/// A variable of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Var {
    /// The touched heap's size before the move; in a race the running total.
    N,
    /// The number of stones the latest move of this component took.
    Last,
    /// The least heap of the component before the move.
    Min,
    /// The greatest heap of the component before the move.
    Max,
    /// The number of the seat whose turn it is.
    Seat,
}

impl Var {
    /// All variables, by their keywords.
    pub const ALL: [(&'static str, Self); 5] =
        [("n", Self::N), ("last", Self::Last), ("min", Self::Min), ("max", Self::Max), ("seat", Self::Seat)];

    pub(super) fn keyword(self) -> &'static str {
        Self::ALL.iter().find(|(_, v)| *v == self).map_or("", |(word, _)| word)
    }
}

/// A number made of the decimal digits of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DigitsOf {
    /// Their sum.
    Sum,
    /// The greatest of them.
    Greatest,
    /// The least that is not 0; none for 0.
    Least,
}

impl DigitsOf {
    /// All of them, by their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("digitsum", Self::Sum), ("maxdigit", Self::Greatest), ("mindigit", Self::Least)];

    pub(super) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, of)| *of == self).map_or("", |(name, _)| name)
    }

    /// The number made of these digits, each from 0 to 9.
    pub fn of(self, digits: impl Iterator<Item = u8>) -> Option<u64> {
        match self {
            Self::Sum => Some(digits.map(u64::from).sum()),
            Self::Greatest => digits.map(u64::from).max(),
            Self::Least => digits.filter(|&digit| digit > 0).map(u64::from).min(),
        }
    }

    /// The number made of the digits of a natural number; `None` for a negative one.
    fn of_number(self, number: &IBig) -> Option<IBig> {
        let text = number::natural(number)?.to_string();
        self.of(text.bytes().map(|digit| digit - b'0')).map(IBig::from)
    }
}

/// A factor that is not a number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// A variable.
    Var(Var),
    /// The whole square root.
    Root(Expr),
    /// A number made of decimal digits.
    Digits(DigitsOf, Expr),
    /// Division, rounded down.
    Div(Expr, Expr),
    /// A power whose exponent is not a small constant.
    Pow(Expr, Expr),
}

/// Powers of atoms, sorted; empty for the constant term.
type Monomial = BTreeMap<Atom, u32>;

/// A reduced polynomial with whole coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expr {
    pub(super) terms: BTreeMap<Monomial, IBig>,
}

/// Maximum number of terms of a polynomial, and maximum power of one factor: products of long sums are refused before
/// they fill memory.
const MAX_TERMS: usize = 64;
const MAX_DEGREE: u32 = 64;
/// Maximum number of factors of an expression, and maximum nesting of divisions, roots and powers: `n/n/n/...` must not
/// exhaust the stack, nor powers of powers the memory.
const MAX_FACTORS: usize = 1024;
const MAX_DEPTH: usize = 16;
impl Expr {
    /// A constant.
    pub fn constant(value: impl Into<IBig>) -> Self {
        let value = value.into();
        let mut terms = BTreeMap::new();
        if !value.is_zero() {
            terms.insert(Monomial::new(), value);
        }
        Self { terms }
    }

    /// A variable.
    pub fn var(var: Var) -> Self {
        Self::atom(Atom::Var(var))
    }

    fn atom(atom: Atom) -> Self {
        Self { terms: BTreeMap::from([(Monomial::from([(atom, 1)]), IBig::ONE)]) }
    }

    /// The value, if no variable occurs.
    pub fn as_constant(&self) -> Option<IBig> {
        match self.terms.len() {
            0 => Some(IBig::ZERO),
            1 => self.terms.get(&Monomial::new()).cloned(),
            _ => None,
        }
    }

    /// Whether `var` occurs.
    pub fn mentions(&self, var: Var) -> bool {
        self.terms.keys().flat_map(BTreeMap::keys).any(|atom| match atom {
            Atom::Var(v) => *v == var,
            Atom::Root(e) | Atom::Digits(_, e) => e.mentions(var),
            Atom::Div(a, b) | Atom::Pow(a, b) => a.mentions(var) || b.mentions(var),
        })
    }

    /// The polynomial's terms: powers of atoms with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&BTreeMap<Atom, u32>, &IBig)> {
        self.terms.iter()
    }

    /// Adds every constant that occurs to `out`, to recover the parameters of a rule.
    pub fn constants(&self, out: &mut Vec<IBig>) {
        for (monomial, coefficient) in &self.terms {
            out.push(coefficient.clone());
            for atom in monomial.keys() {
                match atom {
                    Atom::Var(_) => {}
                    Atom::Root(e) | Atom::Digits(_, e) => e.constants(out),
                    Atom::Div(a, b) | Atom::Pow(a, b) => {
                        a.constants(out);
                        b.constants(out);
                    }
                }
            }
        }
    }

    fn checked(self) -> Result<Self> {
        if self.terms.len() > MAX_TERMS
            || self.terms.keys().flat_map(BTreeMap::values).any(|&power| power > MAX_DEGREE)
            || self.size(MAX_DEPTH).is_none_or(|size| size > MAX_FACTORS)
        {
            return Err(Error::input("error.expression-too-large").with("terms", MAX_TERMS));
        }
        Ok(self)
    }

    /// The number of factors, including those inside of factors; `None` if they nest more than `depth` deep.
    fn size(&self, depth: usize) -> Option<usize> {
        let inner = |e: &Self| e.size(depth.checked_sub(1)?);
        let mut size = 0;
        for atom in self.terms.keys().flat_map(BTreeMap::keys) {
            size += 1 + match atom {
                Atom::Var(_) => 0,
                Atom::Root(e) | Atom::Digits(_, e) => inner(e)?,
                Atom::Div(a, b) | Atom::Pow(a, b) => inner(a)? + inner(b)?,
            };
        }
        Some(size)
    }

    /// The sum.
    #[expect(clippy::should_implement_trait, reason = "it may refuse, which the operator cannot")]
    pub fn add(mut self, other: &Self) -> Result<Self> {
        for (monomial, coefficient) in &other.terms {
            let entry = self.terms.entry(monomial.clone()).or_default();
            *entry += coefficient;
            if entry.is_zero() {
                self.terms.remove(monomial);
            }
        }
        self.checked()
    }

    /// The negated expression.
    #[must_use]
    pub fn negate(mut self) -> Self {
        for coefficient in self.terms.values_mut() {
            *coefficient = -std::mem::take(coefficient);
        }
        self
    }

    /// The difference.
    pub fn subtract(self, other: &Self) -> Result<Self> {
        self.add(&other.clone().negate())
    }

    /// The product.
    pub fn multiply(&self, other: &Self) -> Result<Self> {
        if self.terms.len() * other.terms.len() > MAX_TERMS * MAX_TERMS {
            return Err(Error::input("error.expression-too-large").with("terms", MAX_TERMS));
        }
        let mut product = Self::default();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                if a.bit_len() + b.bit_len() > bits_of_digits(MAX_DIGITS) {
                    return Err(too_many_digits());
                }
                let mut monomial = left.clone();
                for (atom, power) in right {
                    *monomial.entry(atom.clone()).or_default() += power;
                }
                let term = Self { terms: BTreeMap::from([(monomial, a * b)]) };
                product = product.add(&term)?;
            }
        }
        product.checked()
    }

    /// Division, rounded down. `None` for a constant division by zero: the empty set.
    pub fn divide(&self, other: &Self) -> Result<Option<Self>> {
        Ok(match (self.as_constant(), other.as_constant()) {
            (_, Some(zero)) if zero.is_zero() => None,
            (_, Some(one)) if one == IBig::ONE => Some(self.clone()),
            (Some(a), Some(b)) => Some(Self::constant(floor_div(&a, &b))),
            _ => Some(Self::atom(Atom::Div(self.clone(), other.clone())).checked()?),
        })
    }

    /// The whole square root. `None` for a negative constant: the empty set.
    pub fn root(&self) -> Result<Option<Self>> {
        match self.as_constant() {
            Some(value) => {
                let root = number::natural(&value).map(|value| number::isqrt(&value));
                Ok(root.map(|root| Self::constant(IBig::from(root))))
            }
            None => Self::atom(Atom::Root(self.clone())).checked().map(Some),
        }
    }

    /// A number made of its decimal digits. `None` for a constant without one: the empty set.
    pub fn digits(&self, of: DigitsOf) -> Result<Option<Self>> {
        match self.as_constant() {
            Some(value) => Ok(of.of_number(&value).map(Self::constant)),
            None => Self::atom(Atom::Digits(of, self.clone())).checked().map(Some),
        }
    }

    /// The power. `None` for a constant negative exponent: the empty set.
    pub fn power(&self, exponent: &Self) -> Result<Option<Self>> {
        let Some(e) = exponent.as_constant() else {
            return Self::atom(Atom::Pow(self.clone(), exponent.clone())).checked().map(Some);
        };
        if e.is_negative() {
            return Ok(None);
        }
        if let Some(base) = self.as_constant() {
            return Ok(Some(Self::constant(constant_power(&base, &e)?)));
        }
        let small = u32::try_from(&e).ok().filter(|&e| e <= MAX_DEGREE);
        let Some(small) = small else {
            return Err(Error::input("error.expression-too-large").with("terms", MAX_TERMS));
        };
        let mut result = Self::constant(1);
        for _ in 0..small {
            result = result.multiply(self)?;
        }
        Ok(Some(result))
    }

    /// A lower bound, and nearly the exact number, of the bits of a constant power, before it is computed; `None` if it
    /// is not constant, or refused.
    pub fn least_bits_of_power(&self, exponent: &Self) -> Option<usize> {
        let (base, exponent) = (self.as_constant()?, exponent.as_constant()?);
        if base.bit_len() < 2 {
            return None;
        }
        let bits = least_bits(&base, usize::try_from(&exponent).ok()?);
        (bits <= bits_of_digits(MAX_DIGITS)).then_some(bits)
    }

    /// Whether this is certainly non-decreasing in `var` if all other variables are fixed. Sufficient only: `false`
    /// means that it was not proved.
    pub fn is_nondecreasing_in(&self, var: Var) -> bool {
        self.terms.iter().all(|(monomial, coefficient)| {
            monomial.keys().all(|atom| !atom.mentions(var))
                || (coefficient.sign() == Sign::Positive
                    // A product needs its factors non-negative to grow with them.
                    && (monomial.values().eq(&[1]) || monomial.keys().all(Atom::is_nonnegative))
                    && monomial.keys().all(|a| a.is_nondecreasing_in(var)))
        })
    }

    /// Whether this is certainly at least 0. Sufficient only.
    pub(super) fn is_nonnegative(&self) -> bool {
        self.terms.iter().all(|(monomial, coefficient)| {
            coefficient.sign() == Sign::Positive && monomial.keys().all(Atom::is_nonnegative)
        })
    }
}

impl Atom {
    fn mentions(&self, var: Var) -> bool {
        match self {
            Self::Var(v) => *v == var,
            Self::Root(e) | Self::Digits(_, e) => e.mentions(var),
            Self::Div(a, b) | Self::Pow(a, b) => a.mentions(var) || b.mentions(var),
        }
    }

    fn is_nonnegative(&self) -> bool {
        match self {
            Self::Var(_) | Self::Root(_) | Self::Digits(..) => true,
            Self::Div(a, b) => a.is_nonnegative() && b.is_nonnegative(),
            Self::Pow(a, _) => a.is_nonnegative(),
        }
    }

    fn is_nondecreasing_in(&self, var: Var) -> bool {
        match self {
            Self::Var(_) => true,
            Self::Root(e) => e.is_nondecreasing_in(var),
            Self::Digits(_, e) => !e.mentions(var),
            Self::Div(a, b) => b.as_constant().is_some_and(|b| b > IBig::ZERO) && a.is_nondecreasing_in(var),
            // A base of at least 1 is needed, as 0^0 is 1; constants are the useful case.
            Self::Pow(a, b) => a.as_constant().is_some_and(|a| a > IBig::ZERO) && b.is_nondecreasing_in(var),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last() -> Expr {
        Expr::var(Var::Last)
    }

    #[test]
    fn equal_polynomials_are_equal_values() {
        let twice = last().add(&last()).unwrap();
        assert_eq!(twice, Expr::constant(2).multiply(&last()).unwrap());
        assert_eq!(twice.to_string(), "2*last");
        assert_eq!(last().subtract(&last()).unwrap(), Expr::constant(0));
    }

    #[test]
    fn bombs_are_refused_before_they_are_computed() {
        let billion = Expr::constant(10u64.pow(9));
        assert!(Expr::constant(10).power(&billion).is_err());
        assert_eq!(Expr::constant(1).power(&billion).unwrap(), Some(Expr::constant(1)));
        let million = Expr::constant(10).power(&Expr::constant(1_000_000)).unwrap();
        assert!(million.is_some());
    }

    #[test]
    fn monotone_limits_are_seen() {
        let half = last().divide(&Expr::constant(2)).unwrap().unwrap();
        assert!(half.is_nondecreasing_in(Var::Last));
        assert!(last().subtract(&Expr::constant(5)).unwrap().is_nondecreasing_in(Var::Last));
        assert!(!last().negate().is_nondecreasing_in(Var::Last));
        let ten = Expr::constant(10).divide(&last()).unwrap().unwrap();
        assert!(!ten.is_nondecreasing_in(Var::Last));
    }
}
