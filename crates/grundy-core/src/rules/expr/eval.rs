//! The values of expressions, once those of their variables are known.

use dashu_base::{BitTest, DivEuclid, Signed};
use dashu_int::{IBig, UBig};

use super::power::small_base_power;
use super::{Atom, Expr, Var};
use crate::error::{Error, Result};
use crate::number;

/// The values of the variables.
#[derive(Clone, Debug, Default)]
pub struct Env {
    /// See [`Var::N`].
    pub n: UBig,
    /// See [`Var::Last`]; `None` at the start.
    pub last: Option<UBig>,
    /// See [`Var::Min`].
    pub min: UBig,
    /// See [`Var::Max`].
    pub max: UBig,
    /// See [`Var::Seat`]; `None` if the game has no seats.
    pub seat: Option<UBig>,
}

/// Maximum number of bits of a computed value: far more than any heap that can be searched.
const MAX_VALUE_BITS: usize = 40_000_000;

impl Expr {
    /// The value under `env`; `Ok(None)` for the empty set (division by zero, root of a negative
    /// number, negative exponent, `last` at the start).
    pub fn eval(&self, env: &Env) -> Result<Option<IBig>> {
        let mut sum = IBig::ZERO;
        for (monomial, coefficient) in &self.terms {
            let mut product = coefficient.clone();
            for (atom, &power) in monomial {
                let Some(value) = atom.eval(env)? else { return Ok(None) };
                if value.bit_len().saturating_mul(power as usize) + product.bit_len() > MAX_VALUE_BITS {
                    return Err(Error::limit("error.value-too-large"));
                }
                product *= value.pow(power as usize);
            }
            sum += product;
        }
        Ok(Some(sum))
    }
}

impl Atom {
    fn eval(&self, env: &Env) -> Result<Option<IBig>> {
        Ok(match self {
            Self::Var(Var::N) => Some(IBig::from(env.n.clone())),
            Self::Var(Var::Last) => env.last.clone().map(IBig::from),
            Self::Var(Var::Min) => Some(IBig::from(env.min.clone())),
            Self::Var(Var::Max) => Some(IBig::from(env.max.clone())),
            Self::Var(Var::Seat) => env.seat.clone().map(IBig::from),
            Self::Digits(of, e) => e.eval(env)?.and_then(|value| of.of_number(&value)),
            Self::Root(e) => e
                .eval(env)?
                .and_then(|value| number::natural(&value))
                .map(|value| IBig::from(number::isqrt(&value))),
            Self::Div(a, b) => match (a.eval(env)?, b.eval(env)?) {
                (Some(a), Some(b)) if !b.is_zero() => Some(floor_div(&a, &b)),
                _ => None,
            },
            Self::Pow(a, b) => match (a.eval(env)?, b.eval(env)?) {
                (Some(a), Some(b)) if !b.is_negative() => Some(match usize::try_from(&b) {
                    Ok(e) if a.bit_len().saturating_mul(e) <= MAX_VALUE_BITS => a.pow(e),
                    _ => small_base_power(&a, &b).ok_or_else(|| Error::limit("error.value-too-large"))?,
                }),
                _ => None,
            },
        })
    }
}

pub(super) fn floor_div(a: &IBig, b: &IBig) -> IBig {
    // Euclidean division rounds towards a non-negative remainder, which is down for b > 0.
    if *b > IBig::ZERO { a.div_euclid(b) } else { (-a).div_euclid(-b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        assert_eq!(floor_div(&IBig::from(-7), &IBig::from(2)), IBig::from(-4));
        assert_eq!(floor_div(&IBig::from(7), &IBig::from(-2)), IBig::from(-4));
        assert_eq!(floor_div(&IBig::from(-7), &IBig::from(-2)), IBig::from(3));
    }
}
