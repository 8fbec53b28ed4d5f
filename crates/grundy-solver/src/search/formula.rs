//! Expressions on machine words: like [`Expr`], without big integers in the inner loop.

use grundy_core::rules::{Atom, DigitsOf, Expr, Var};

use super::halt::{Flow, Halt};

/// The variables of a formula; `last` is absent at the start.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    pub(super) n: u64,
    pub(super) last: Option<u64>,
    pub(super) min: u64,
    pub(super) max: u64,
}

#[derive(Clone, Debug)]
enum Factor {
    Var(Var),
    Root(Formula),
    Digits(DigitsOf, Formula),
    Div(Formula, Formula),
    Pow(Formula, Formula),
}

/// A polynomial whose coefficients fit into 128 bits.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    terms: Vec<(i128, Vec<(Factor, u32)>)>,
}

impl Formula {
    /// Converts a polynomial; unfit if a coefficient is too large.
    pub(super) fn new(expr: &Expr) -> Flow<Self> {
        let term = |(monomial, coefficient): (_, &dashu_int::IBig)| {
            let monomial: &std::collections::BTreeMap<Atom, u32> = monomial;
            let coefficient = i128::try_from(coefficient).map_err(|_| Halt::Unfit)?;
            let factors = monomial.iter().map(|(atom, &power)| Ok((Factor::new(atom)?, power)));
            Ok((coefficient, factors.collect::<Flow<Vec<_>>>()?))
        };
        Ok(Self { terms: expr.terms().map(term).collect::<Flow<_>>()? })
    }

    /// The value; `None` for the empty set, unfit if it does not fit 128 bits.
    pub(super) fn eval(&self, seen: &Seen) -> Flow<Option<i128>> {
        let mut sum = 0i128;
        for (coefficient, factors) in &self.terms {
            let mut product = *coefficient;
            for (factor, power) in factors {
                let Some(value) = factor.eval(seen)? else { return Ok(None) };
                let value = value.checked_pow(*power).ok_or(Halt::Unfit)?;
                product = product.checked_mul(value).ok_or(Halt::Unfit)?;
            }
            sum = sum.checked_add(product).ok_or(Halt::Unfit)?;
        }
        Ok(Some(sum))
    }

    /// The value if it is at least 0; values beyond a word become the greatest word.
    pub(super) fn natural(&self, seen: &Seen) -> Flow<Option<u64>> {
        let value = self.eval(seen)?.filter(|value| *value >= 0);
        Ok(value.map(|value| u64::try_from(value).unwrap_or(u64::MAX)))
    }
}

impl Factor {
    fn new(atom: &Atom) -> Flow<Self> {
        Ok(match atom {
            Atom::Var(var) => Self::Var(*var),
            Atom::Root(e) => Self::Root(Formula::new(e)?),
            Atom::Digits(of, e) => Self::Digits(*of, Formula::new(e)?),
            Atom::Div(a, b) => Self::Div(Formula::new(a)?, Formula::new(b)?),
            Atom::Pow(a, b) => Self::Pow(Formula::new(a)?, Formula::new(b)?),
        })
    }

    fn eval(&self, seen: &Seen) -> Flow<Option<i128>> {
        Ok(match self {
            Self::Var(Var::N) => Some(seen.n.into()),
            Self::Var(Var::Last) => seen.last.map(i128::from),
            Self::Var(Var::Min) => Some(seen.min.into()),
            Self::Var(Var::Max) => Some(seen.max.into()),
            Self::Root(e) => e.eval(seen)?.filter(|v| *v >= 0).map(i128::isqrt),
            Self::Digits(of, e) => match e.eval(seen)?.filter(|v| *v >= 0) {
                Some(value) => of.of(value.to_string().bytes().map(|digit| digit - b'0')).map(i128::from),
                None => None,
            },
            Self::Div(a, b) => match (a.eval(seen)?, b.eval(seen)?) {
                (Some(a), Some(b)) if b != 0 => Some(floor_div(a, b)?),
                _ => None,
            },
            Self::Pow(a, b) => match (a.eval(seen)?, b.eval(seen)?) {
                (Some(a), Some(b)) if b >= 0 => {
                    let exponent = u32::try_from(b).map_err(|_| Halt::Unfit)?;
                    Some(a.checked_pow(exponent).ok_or(Halt::Unfit)?)
                }
                _ => None,
            },
        })
    }
}

fn floor_div(a: i128, b: i128) -> Flow<i128> {
    let quotient = a.checked_div(b).ok_or(Halt::Unfit)?;
    let rounded_up = a % b != 0 && ((a < 0) != (b < 0));
    Ok(quotient - i128::from(rounded_up))
}

/// A whole number as a word; unfit if it is larger.
pub(super) fn word(value: &dashu_int::UBig) -> Flow<u64> {
    u64::try_from(value).map_err(|_| Halt::Unfit)
}
