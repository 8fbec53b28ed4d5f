//! What published theorems say, as rules: the plan recognises the game, this says its theorem as a formula.

use dashu_int::UBig;

use super::family::{labels_of_nim, within};
use grundy::law::Sequence;
use grundy::law::Shape;
use grundy::law::Surd;
use grundy::law::{Cond, Num};
use grundy::law::{LISTED, Table};
use grundy_core::number::natural;
use grundy_core::rules::{Amounts, Expr, MoveRule, Order, Rules, Source, Var};
use grundy_sequence::{closed_period, residue_modulus};

/// A theorem as a rule.
pub struct Known {
    /// Which positions are lost.
    pub shape: Shape,
    /// The value, where the theorem gives it; in scoring games the margin.
    pub value: Option<Num>,
}

impl Known {
    fn lost(shape: Shape) -> Self {
        Self { shape, value: None }
    }
}

fn word(n: &UBig) -> Option<i128> {
    i128::try_from(n).ok()
}

fn constant(e: &Expr) -> Option<i128> {
    e.as_constant().as_ref().and_then(natural).as_ref().and_then(word)
}

/// What a heap is worth where a closed form says so.
pub fn heap_value(rules: &Rules) -> Option<Num> {
    let closed = closed_period(rules)?;
    let (period, preperiod) = (word(&closed.period)?, word(&closed.preperiod)?);
    if closed.saltus == UBig::ZERO {
        return Some(rest(period));
    }
    // Nim, or Lasker's, in which 4k + 3 and 4k + 4 change places.
    let turn = if period == 1 { return Some(labels_of_nim()) } else { vec![1, 2, 4, 3] };
    (preperiod == 1 && period == 4)
        .then(|| Num::Look(Table { before: vec![0], turn, saltus: 4 }, Box::new(Num::This)))
}

/// A heap modulo m.
fn rest(m: i128) -> Num {
    if m > LISTED {
        return Num::This.modulo(m);
    }
    Num::Look(Table { before: vec![], turn: (0..m).collect(), saltus: 0 }, Box::new(Num::This))
}

/// What the theorem `method` says about so many heaps, none of them empty; `None` where its rule is not among those that
/// can be said here.
pub fn by_theorem(method: &str, rules: &Rules, heaps: usize, misere: bool) -> Option<Known> {
    let n = || Num::Heap(0);
    Some(match (method, heaps) {
        ("misere-nim", _) => Known::lost(Shape::MisereNim(heap_value(rules)?)),
        ("wythoff", 2) => {
            let pairs = Shape::Pairs { surd: Surd::of_slack(1), slope: 1, plus: 0 };
            Known::lost(if misere {
                let (also, not) = (vec![vec![0, 1], vec![2, 2]], vec![vec![0, 0], vec![1, 2]]);
                Shape::But { rule: Box::new(pairs), also, not }
            } else {
                pairs
            })
        }
        ("t-wythoff", 2) => {
            let slack = rules.moves().iter().find_map(|rule| match rule {
                MoveRule::Take { source: Source::Within(2, bound), .. } => constant(bound),
                _ => None,
            })?;
            let t = slack + 1;
            // floor(n alpha + 1 / alpha), with alpha = (2 - t + s) / 2 and 1 / alpha = (t - 2 + s) / (2 t), s^2 = t^2 + 4.
            let misere_surd = Surd { p: [t * (2 - t), t - 2], q: [t, 1], d: t * t + 4, r: 2 * t };
            let surd = if misere { misere_surd } else { Surd::of_slack(t) };
            Known::lost(Shape::Pairs { surd, slope: t, plus: i128::from(misere) })
        }
        ("euclid", 2) => {
            let golden = Surd::of_slack(1);
            Known::lost(Shape::Formula(within(&golden, misere, !misere)))
        }
        ("moore", _) => {
            let at_once = rules.moves().iter().find_map(|rule| match rule {
                MoveRule::Take { source: Source::FreeUpTo(k), .. } => Some(i128::from(*k)),
                _ => None,
            })?;
            Known::lost(Shape::Columns { modulus: at_once + 1, misere })
        }
        ("delete-nim", 2) => {
            let odd = Cond::Every(Box::new(Cond::Eq(Num::This.modulo(2), Num::Const(1))));
            Known { shape: Shape::Formula(odd), value: Some(Num::LowestZero) }
        }
        ("slow-nim", _) => {
            let most = rules.moves().iter().find_map(|rule| match rule {
                MoveRule::Take { source: Source::SameUpTo(k), .. } => Some(*k),
                _ => None,
            });
            let odd = Num::This.modulo(2);
            Known::lost(if heaps as u64 > most.unwrap_or(rules.moves().len() as u64) {
                Shape::Same(odd)
            } else {
                Shape::Formula(Cond::Every(Box::new(Cond::Eq(odd, Num::Const(0)))))
            })
        }
        ("equal-twos", 3) => Known::lost(Shape::Same(Num::Valuation(2, Box::new(Num::This)))),
        ("take-away", 1) => take_away(rules)?,
        ("most-stones", 1) => most_stones(rules)?,
        ("staircase", _) => {
            let amounts = rules.moves().iter().find_map(|rule| match rule {
                MoveRule::Step { amounts, far: false } => Some(amounts),
                _ => None,
            })?;
            let of = if amounts.is_any() { labels_of_nim() } else { rest(word(&residue_modulus(amounts)?)?) };
            let value = Num::NimSum { from: 0, step: 2, of: Box::new(of.clone()) };
            Known { shape: Shape::NimSum { of, step: 2 }, value: Some(value) }
        }
        ("finish-heap", _) => {
            let m = word(&residue_modulus(rules.as_single_take()?)?)?;
            let rest = Num::This.modulo(m);
            match rules.settings().order? {
                Order::Descending if misere => return None,
                Order::Descending => {
                    let every = Cond::Every(Box::new(Cond::Eq(rest, Num::Const(0))));
                    Known::lost(Shape::Formula(every))
                }
                Order::Finish => {
                    let few = Cond::Every(Box::new(Cond::Less(rest.clone(), Num::Const(2))));
                    let parity = Num::Sum(Box::new(rest)).modulo(2);
                    let parity = Cond::Eq(parity, Num::Const(i128::from(misere)));
                    Known::lost(Shape::Formula(few.and(parity)))
                }
            }
        }
        ("race", 1) => {
            let goal = rules.goal()?;
            let amounts = rules.as_single_take()?;
            let modulus = match amounts.as_up_to() {
                Some(most) => most + UBig::ONE,
                None => residue_modulus(amounts)?,
            };
            let lost = (&goal.target + &modulus - UBig::from(u8::from(misere)) % &modulus) % &modulus;
            let (modulus, target) = (word(&modulus)?, word(&goal.target)?);
            let cond = Cond::In(n().modulo(modulus), vec![word(&lost)?]);
            let value = Num::Const(target).minus(Num::This).modulo(modulus);
            Known { shape: Shape::Formula(cond), value: (!misere).then_some(value) }
        }
        _ => return None,
    })
}

/// `take 1..f(last)` with f a line, all but the whole heap at first.
fn take_away(rules: &Rules) -> Option<Known> {
    let amounts = rules.as_single_take()?;
    let limit = amounts.as_up_to_expr()?;
    let (mut slope, mut plus) = (0, 0);
    for (atoms, factor) in limit.terms() {
        let factor = i128::try_from(factor).ok()?;
        if atoms.is_empty() {
            plus = factor;
        } else {
            slope = factor;
        }
    }
    let line = Expr::var(Var::Last).multiply(&Expr::constant(slope)).ok()?.add(&Expr::constant(plus)).ok()?;
    let all_but_one = Expr::var(Var::N).subtract(&Expr::constant(1)).ok()?;
    let first = Amounts::range(Expr::constant(1), Some(all_but_one));
    if line != *limit || slope < 1 || slope + plus < 1 || rules.settings().first.as_ref() != Some(&first) {
        return None;
    }
    let sequence = match (slope, plus) {
        (1, 0) => Sequence::Recurrence { first: vec![1], by: vec![2], plus: 0 },
        (2, 0) => Sequence::fibonacci(),
        _ => Sequence::TakeAway { slope, plus },
    };
    Some(Known::lost(Shape::Member { sequence, zero: true }))
}

/// The distance to the nearest multiple of 2m; a draw where that is 0.
fn most_stones(rules: &Rules) -> Option<Known> {
    let most = word(rules.as_single_take()?.as_up_to()?).filter(|m| *m <= LISTED)?;
    let turn = (0..=most).chain((1..most).rev()).collect();
    let margin = Num::Look(Table { before: vec![], turn, saltus: 0 }, Box::new(Num::This));
    Some(Known { shape: Shape::Never, value: Some(margin) })
}
