//! Expressions on machine words.

use crate::rules::expr::{Atom, DigitsOf, Expr, Var};

/// The values of the variables, as in [`Env`](crate::rules::Env).
#[derive(Clone, Copy, Debug, Default)]
pub struct WordEnv {
    /// See [`Var::N`].
    pub n: u64,
    /// See [`Var::Last`]; `None` at the start.
    pub last: Option<u64>,
    /// See [`Var::Min`].
    pub min: u64,
    /// See [`Var::Max`].
    pub max: u64,
    /// See [`Var::Seat`]; `None` if the game has no seats.
    pub seat: Option<u64>,
}

/// A number does not fit machine words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// A polynomial whose coefficients fit 128 bits.
#[derive(Clone, Debug)]
pub struct WordExpr {
    terms: Vec<(i128, Vec<(Factor, u32)>)>,
}

#[derive(Clone, Debug)]
enum Factor {
    Var(Var),
    Root(WordExpr),
    Digits(DigitsOf, WordExpr),
    Div(WordExpr, WordExpr),
    Pow(WordExpr, WordExpr),
}

impl WordExpr {
    /// Converts an expression; `None` if a constant is too large.
    pub fn new(expr: &Expr) -> Option<Self> {
        let terms = expr.terms.iter().map(|(monomial, coefficient)| {
            let factors = monomial.iter().map(|(atom, power)| Some((Factor::new(atom)?, *power)));
            Some((i128::try_from(coefficient).ok()?, factors.collect::<Option<_>>()?))
        });
        Some(Self { terms: terms.collect::<Option<_>>()? })
    }

    /// The value, as [`Expr::eval`] gives it; `None` for the empty set.
    ///
    /// # Errors
    /// A number on the way does not fit 128 bits.
    pub fn eval(&self, env: &WordEnv) -> Result<Option<i128>, TooLarge> {
        let mut sum = 0_i128;
        for (coefficient, factors) in &self.terms {
            let mut product = *coefficient;
            for (factor, power) in factors {
                let Some(value) = factor.eval(env)? else { return Ok(None) };
                // Most terms are a single variable or quotient: these need no multiplication.
                let value = if *power == 1 { value } else { value.checked_pow(*power).ok_or(TooLarge)? };
                product = if product == 1 { value } else { product.checked_mul(value).ok_or(TooLarge)? };
            }
            sum = sum.checked_add(product).ok_or(TooLarge)?;
        }
        Ok(Some(sum))
    }

    /// The value if it is at least 0; values beyond a word become the greatest word.
    ///
    /// # Errors
    /// See [`eval`](Self::eval).
    pub fn natural(&self, env: &WordEnv) -> Result<Option<u64>, TooLarge> {
        let value = self.eval(env)?.filter(|value| *value >= 0);
        Ok(value.map(|value| u64::try_from(value).unwrap_or(u64::MAX)))
    }
}

impl Factor {
    fn new(atom: &Atom) -> Option<Self> {
        Some(match atom {
            Atom::Var(var) => Self::Var(*var),
            Atom::Root(e) => Self::Root(WordExpr::new(e)?),
            Atom::Digits(of, e) => Self::Digits(*of, WordExpr::new(e)?),
            Atom::Div(a, b) => Self::Div(WordExpr::new(a)?, WordExpr::new(b)?),
            Atom::Pow(a, b) => Self::Pow(WordExpr::new(a)?, WordExpr::new(b)?),
        })
    }

    fn eval(&self, env: &WordEnv) -> Result<Option<i128>, TooLarge> {
        Ok(match self {
            Self::Var(Var::N) => Some(env.n.into()),
            Self::Var(Var::Last) => env.last.map(i128::from),
            Self::Var(Var::Min) => Some(env.min.into()),
            Self::Var(Var::Max) => Some(env.max.into()),
            Self::Var(Var::Seat) => env.seat.map(i128::from),
            Self::Root(e) => e.eval(env)?.and_then(i128::checked_isqrt),
            Self::Digits(of, e) => match e.eval(env)?.map(u128::try_from) {
                Some(Ok(value)) => of.of(digits(value)).map(i128::from),
                _ => None,
            },
            Self::Div(a, b) => match (a.eval(env)?, b.eval(env)?) {
                (Some(a), Some(b)) if b != 0 => Some(floor_div(a, b)?),
                _ => None,
            },
            Self::Pow(a, b) => match (a.eval(env)?, b.eval(env)?) {
                (Some(a), Some(b)) if b >= 0 => {
                    let exponent = u32::try_from(b).map_err(|_| TooLarge)?;
                    Some(a.checked_pow(exponent).ok_or(TooLarge)?)
                }
                _ => None,
            },
        })
    }
}

/// The quotient rounded down, whatever the signs; `b` is not 0.
fn floor_div(a: i128, b: i128) -> Result<i128, TooLarge> {
    // A division of words takes a fraction of the time.
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return Ok((a / b).into());
    }
    if b > 0 {
        return Ok(a.div_euclid(b));
    }
    let (a, b) = a.checked_neg().zip(b.checked_neg()).ok_or(TooLarge)?;
    Ok(a.div_euclid(b))
}

/// The decimal digits, the last one first.
pub(super) fn digits(value: u128) -> impl Iterator<Item = u8> {
    let rests = std::iter::successors(Some(value), |rest| (*rest > 9).then_some(rest / 10));
    rests.map(|rest| u8::try_from(rest % 10).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;

    use super::*;
    use crate::rules::Env;

    #[test]
    fn words_and_big_numbers_agree() {
        let var = |v: Var| Expr::var(v);
        let n = || var(Var::N);
        let c = |v: i64| Expr::constant(v);
        let minus_five = n().subtract(&c(5)).unwrap();
        let all = [
            c(7),
            n().multiply(&n()).unwrap().subtract(&minus_five).unwrap(),
            minus_five.divide(&c(-3)).unwrap().unwrap(),
            c(100).divide(&minus_five).unwrap().unwrap(),
            minus_five.root().unwrap().unwrap().multiply(&n()).unwrap(),
            n().divide(&n().divide(&c(4)).unwrap().unwrap()).unwrap().unwrap(),
            var(Var::Last).multiply(&n()).unwrap().add(&var(Var::Min)).unwrap(),
            var(Var::Seat).multiply(&n()).unwrap(),
            c(-2).power(&minus_five).unwrap().unwrap().add(&var(Var::Max)).unwrap(),
            minus_five.digits(DigitsOf::Sum).unwrap().unwrap(),
            n().multiply(&c(37)).unwrap().digits(DigitsOf::Greatest).unwrap().unwrap(),
            n().multiply(&c(10)).unwrap().digits(DigitsOf::Least).unwrap().unwrap(),
        ];
        for expr in &all {
            let words = WordExpr::new(expr).unwrap();
            for n in 0..60_u64 {
                let last = n.checked_sub(3);
                let found =
                    words.eval(&WordEnv { n, last, min: n / 2, max: 3 * n, seat: Some(n + 1) }).unwrap();
                let [n, min, max, seat] = [n, n / 2, 3 * n, n + 1].map(UBig::from);
                let env = Env { n, last: last.map(UBig::from), min, max, seat: Some(seat) };
                let expected = expr.eval(&env).unwrap();
                assert_eq!(found, expected.map(|value| i128::try_from(&value).unwrap()), "{expr} {found:?}");
            }
        }
        let power = (0..7).fold(n(), |e, _| e.multiply(&n()).unwrap());
        let most = WordEnv { n: u64::MAX, ..WordEnv::default() };
        assert_eq!(WordExpr::new(&power).unwrap().eval(&most), Err(TooLarge));
    }
}
