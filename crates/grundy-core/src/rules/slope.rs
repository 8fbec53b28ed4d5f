//! How much an expression changes from one heap to the next.
//!
//! A bound that rises by at most 1 when the heap grows by 1 leaves rests that never fall: engines for heaps of any size
//! rely on it. The bounds here follow from the form of the expression alone, so they hold for every heap.

use dashu_base::{DivEuclid, Signed};
use dashu_int::{IBig, UBig};

use super::expr::{Atom, Expr, Var};
use crate::number;

impl Expr {
    /// Bounds on f(n + 1) - f(n), for every n at once; only if f depends on nothing but `n` and has a value for every n.
    /// Sufficient only: `None` means that no bound was found.
    pub fn slope(&self) -> Option<(IBig, IBig)> {
        let (mut least, mut most) = (IBig::ZERO, IBig::ZERO);
        for (monomial, coefficient) in self.terms() {
            let mut factors = monomial.iter();
            let (low, high) = match (factors.next(), factors.next()) {
                (None, _) => continue,
                (Some((atom, 1)), None) => atom.slope()?,
                _ => return None,
            };
            let (low, high) = (coefficient * low, coefficient * high);
            let falls = coefficient.is_negative();
            least += if falls { &high } else { &low };
            most += if falls { &low } else { &high };
        }
        Some((least, most))
    }
}

impl Atom {
    fn slope(&self) -> Option<(IBig, IBig)> {
        match self {
            Self::Var(Var::N) => Some((IBig::ONE, IBig::ONE)),
            Self::Var(_) | Self::Pow(..) | Self::Digits(..) => None,
            // floor(x + d) / b lies between floor(x / b) + floor(d / b) and floor(x / b) + ceil(d / b).
            Self::Div(a, b) => {
                let b = b.as_constant().filter(|b| *b > IBig::ZERO)?;
                let (low, high) = a.slope()?;
                Some(((&low).div_euclid(&b), -((-high).div_euclid(&b))))
            }
            // If the root rises from r to r + k, then (r + k)^2 <= (r + 1)^2 - 1 + d, which is k^2 <= d - 2r(k - 1): so k is
            // 1 or at most the root of d.
            Self::Root(e) => {
                let (low, high) = e.slope()?;
                if low < IBig::ZERO || !e.is_nonnegative() {
                    return None;
                }
                let high: UBig = number::natural(&high)?;
                let root = if high == UBig::ZERO { high } else { number::isqrt(&high).max(UBig::ONE) };
                Some((IBig::ZERO, root.into()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;
    use crate::rules::Env;

    fn bound(text: &str) -> Expr {
        let game = parse_game(&format!("take 1..{text}")).unwrap().game;
        let rules = game.rules().unwrap().clone();
        rules.as_single_take().unwrap().as_up_to_expr().unwrap().clone()
    }

    #[test]
    fn slopes_hold_for_every_heap() {
        for (text, expected) in [
            ("n/2", Some((0, 1))),
            ("n - 1", Some((1, 1))),
            ("n - n/3", Some((0, 1))),
            ("(2*n + 1)/3", Some((0, 1))),
            ("(7*n + 1)/3", Some((2, 3))),
            ("root(n)", Some((0, 1))),
            ("root(5*n)", Some((0, 2))),
            ("n/2 - n/3", Some((-1, 1))),
            ("root(n + 3) + n/4", Some((0, 2))),
            ("(n - 5)/2", Some((0, 1))),
            ("root(n - 5)", None),
            ("n*n", None),
            ("10/n", None),
            ("max", None),
        ] {
            let bound = bound(text);
            let slope = bound.slope();
            assert_eq!(slope, expected.map(|(a, b): (i32, i32)| (a.into(), b.into())), "{text}");
            let Some((least, most)) = slope else { continue };
            let at = |n: u32| bound.eval(&Env { n: n.into(), ..Env::default() }).unwrap().unwrap();
            for n in 0..2000 {
                let step = at(n + 1) - at(n);
                assert!(least <= step && step <= most, "{text} {n}");
            }
        }
    }
}
