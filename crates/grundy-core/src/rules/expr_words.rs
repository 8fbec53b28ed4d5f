//! Expressions in `n` on machine words, for bounds that are needed for every heap up to a million.
//!
//! Values agree with [`Expr::eval`] wherever they fit; otherwise the result is
//! [`WordValue::TooLarge`].

use super::expr::{Atom, Expr, Var};

/// An expression that depends on `n` alone.
#[derive(Clone, Debug)]
pub struct WordExpr {
    terms: Vec<(i128, Vec<(Factor, u32)>)>,
}

#[derive(Clone, Debug)]
enum Factor {
    N,
    Root(WordExpr),
    Div(WordExpr, WordExpr),
}

/// The result of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordValue {
    /// A number.
    Is(i128),
    /// Nothing: a division by zero or a root of a negative number.
    Nothing,
    /// An intermediate value does not fit the word.
    TooLarge,
}

impl WordExpr {
    /// Converts an expression; `None` if it has other variables, huge constants or unknown exponents.
    pub fn new(expr: &Expr) -> Option<Self> {
        let terms = expr.terms.iter().map(|(monomial, coefficient)| {
            let factors = monomial.iter().map(|(atom, power)| Some((Factor::new(atom)?, *power)));
            Some((i128::try_from(coefficient).ok()?, factors.collect::<Option<_>>()?))
        });
        Some(Self { terms: terms.collect::<Option<_>>()? })
    }

    /// The value for a heap of `n`.
    pub fn eval(&self, n: u64) -> WordValue {
        let mut sum = 0_i128;
        for (coefficient, factors) in &self.terms {
            let mut product = *coefficient;
            for (factor, power) in factors {
                let value = match factor.eval(n) {
                    WordValue::Is(value) => value,
                    other => return other,
                };
                let Some(next) = value.checked_pow(*power).and_then(|v| product.checked_mul(v)) else {
                    return WordValue::TooLarge;
                };
                product = next;
            }
            let Some(next) = sum.checked_add(product) else { return WordValue::TooLarge };
            sum = next;
        }
        WordValue::Is(sum)
    }
}

impl Factor {
    fn new(atom: &Atom) -> Option<Self> {
        Some(match atom {
            Atom::Var(Var::N) => Self::N,
            Atom::Root(e) => Self::Root(WordExpr::new(e)?),
            Atom::Div(a, b) => Self::Div(WordExpr::new(a)?, WordExpr::new(b)?),
            Atom::Var(_) | Atom::Pow(..) | Atom::Digits(..) => return None,
        })
    }

    fn eval(&self, n: u64) -> WordValue {
        use WordValue::{Is, Nothing, TooLarge};
        match self {
            Self::N => Is(i128::from(n)),
            Self::Root(e) => match e.eval(n) {
                Is(value) => value.checked_isqrt().map_or(Nothing, Is),
                other => other,
            },
            Self::Div(a, b) => match (a.eval(n), b.eval(n)) {
                (Nothing, _) | (_, Nothing | Is(0)) => Nothing,
                (TooLarge, _) | (_, TooLarge) => TooLarge,
                // Rounded down, whatever the signs.
                (Is(a), Is(b)) if b > 0 => Is(a.div_euclid(b)),
                (Is(a), Is(b)) => match (a.checked_neg(), b.checked_neg()) {
                    (Some(a), Some(b)) => Is(a.div_euclid(b)),
                    _ => TooLarge,
                },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Env;
    use dashu_int::UBig;

    #[test]
    fn words_and_big_numbers_agree() {
        let n = || Expr::var(Var::N);
        let c = |v: i64| Expr::constant(v);
        let minus_five = n().subtract(&c(5)).unwrap();
        let all = [
            c(7),
            n().multiply(&n()).unwrap().subtract(&minus_five).unwrap(),
            minus_five.divide(&c(-3)).unwrap().unwrap(),
            c(100).divide(&minus_five).unwrap().unwrap(),
            minus_five.root().unwrap().unwrap().multiply(&n()).unwrap(),
            n().divide(&n().divide(&c(4)).unwrap().unwrap()).unwrap().unwrap(),
        ];
        for expr in &all {
            let words = WordExpr::new(expr).unwrap();
            for heap in 0..60_u64 {
                let env = Env { n: UBig::from(heap), ..Env::default() };
                let expected = match expr.eval(&env).unwrap() {
                    Some(value) => WordValue::Is(i128::try_from(&value).unwrap()),
                    None => WordValue::Nothing,
                };
                assert_eq!(words.eval(heap), expected, "{expr} {heap}");
            }
        }
        assert!(WordExpr::new(&Expr::var(Var::Last)).is_none());
        let power = (0..7).fold(n(), |e, _| e.multiply(&n()).unwrap());
        assert_eq!(WordExpr::new(&power).unwrap().eval(u64::MAX), WordValue::TooLarge);
    }
}
