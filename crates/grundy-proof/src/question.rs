//! The game to prove a law for: rules, number of heaps, play convention; and its moves as a list of plain
//! *ways*.
//!
//! A way states which heaps a move touches and how the amounts taken from them are related. Both the table of
//! outcomes and the relation that automata read are built from ways. Rules that ways cannot express are refused
//! with a reason.

use dashu_int::{IBig, UBig};

use grundy_core::error::Error;
use grundy_core::game::GameLine;
use grundy_core::rules::{Amounts, Atom, Expr, MoveRule, Named, Rules, Settings, Source, Var};
use grundy_core::text::Message;

/// Numbers in rules are linear expressions with coefficients up to this.
const LARGEST: i64 = 1 << 20;
/// The maximum number of heaps.
pub const MOST_HEAPS: usize = 6;
/// The maximum number of sets of positions with equal Grundy value.
pub const MOST_VALUES: usize = 64;

/// A game with a fixed number of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The rules.
    pub rules: Rules,
    /// The number of heaps, the empty ones included.
    pub heaps: usize,
    /// Whether misère play applies: a player who cannot move wins.
    pub misere: bool,
}

/// The relation between amounts taken from several heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// No relation.
    Free,
    /// All are equal.
    Same,
    /// Any two differ by at most this.
    Within(i64),
}

/// The condition on the other heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Others {
    Anything,
    /// None is larger than the touched heap.
    NotLarger,
    /// None is smaller than the touched heap.
    NotSmaller,
    Empty,
}

/// One way to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub touched: Vec<usize>,
    /// The index of the set of amounts.
    pub set: usize,
    pub link: Link,
    pub others: Others,
}

/// A linear expression in the touched heap, divided and rounded down: (a n + b) / c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Line {
    pub a: i64,
    pub b: i64,
    /// At least 1.
    pub c: i64,
}

impl Line {
    pub fn at(self, n: u64) -> i128 {
        (i128::from(self.a) * i128::from(n) + i128::from(self.b)).div_euclid(i128::from(self.c))
    }
}

/// A piece of a set of amounts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Piece {
    /// From the first bound to the second; `None` means unbounded.
    Range(Line, Option<Line>),
    /// The positive numbers with this remainder.
    Residue { rest: u64, modulus: u64 },
    /// 1, b, b^2, ...
    Powers(u64),
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// The members of the first set that are not in the second.
    Difference(Box<Set>, Box<Set>),
}

/// A union of pieces.
pub(crate) type Set = Vec<Piece>;

/// The amounts of a move, and whether each touched heap may become empty or stay non-empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Takes {
    pub amounts: Set,
    pub may_empty: bool,
    pub may_leave: bool,
}

impl Takes {
    /// Whether `amount` may be taken from a heap of `n`.
    pub fn allows(&self, n: u64, amount: u64) -> bool {
        let left = if amount == n { self.may_empty } else { self.may_leave };
        (1..=n).contains(&amount) && left && self.holds(n, amount)
    }

    /// Whether `amount` is among the amounts for a heap of `n`, whatever is left.
    pub fn holds(&self, n: u64, amount: u64) -> bool {
        holds(&self.amounts, n, amount)
    }

    /// Whether the amounts are the same for every heap.
    pub fn is_fixed(&self) -> bool {
        is_fixed(&self.amounts)
    }
}

fn is_fixed(set: &Set) -> bool {
    set.iter().all(|piece| match piece {
        Piece::Range(low, high) => low.a == 0 && high.is_none_or(|high| high.a == 0),
        Piece::Residue { .. } | Piece::Powers(_) | Piece::Fibonacci => true,
        Piece::Difference(these, those) => is_fixed(these) && is_fixed(those),
    })
}

fn holds(set: &Set, n: u64, amount: u64) -> bool {
    set.iter().any(|piece| match piece {
        Piece::Range(low, high) => {
            let amount = i128::from(amount);
            low.at(n) <= amount && high.is_none_or(|high| amount <= high.at(n))
        }
        Piece::Residue { rest, modulus } => amount % modulus == *rest,
        Piece::Powers(base) => {
            let mut power = 1u64;
            while power < amount {
                power = power.saturating_mul(*base);
            }
            power == amount
        }
        Piece::Fibonacci => {
            let (mut a, mut b) = (1u64, 2u64);
            while a < amount {
                (a, b) = (b, a.saturating_add(b));
            }
            a == amount
        }
        Piece::Difference(these, those) => holds(these, n, amount) && !holds(those, n, amount),
    })
}

/// All ways to move, and the sets of amounts they use.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    pub list: Vec<Way>,
    pub sets: Vec<Takes>,
}

/// The reason why rules are not a linear relation, as a message.
pub type Unsaid = Message;

/// The error for rules without a search for a law, with the reason returned by [`find`](crate::find).
pub fn refused(reason: Unsaid) -> Error {
    Error::input("error.no-law").with("reason", reason)
}

impl Question {
    /// The game of a line of text with this number of heaps. An error if it is not played with heaps.
    pub fn new(line: &GameLine, heaps: usize) -> Result<Self, Error> {
        let missing = || Error::input("error.pattern-no-heaps").with("game", &*line.spelled);
        let rules = line.game.rules().ok_or_else(missing)?.clone();
        Ok(Self { rules, heaps, misere: line.misere })
    }

    /// The ways to move, or why automata cannot express the moves.
    pub(crate) fn ways(&self) -> Result<Ways, Unsaid> {
        if *self.rules.settings() != Settings::default() {
            let last = self.rules.mentions(Var::Last);
            return Err(if last {
                Message::new("proof.unsaid.last")
            } else {
                Message::new("proof.unsaid.settings")
            });
        }
        if !(1..=MOST_HEAPS).contains(&self.heaps) {
            return Err(Message::new("proof.unsaid.heaps").with("most", MOST_HEAPS));
        }
        let mut ways = Ways { list: vec![], sets: vec![] };
        for rule in self.rules.moves() {
            match rule {
                MoveRule::Take { source, parts, amounts } => {
                    if parts.splits() {
                        return Err(Message::new("proof.unsaid.splits"));
                    }
                    let set = ways.sets.len();
                    ways.sets.push(Takes {
                        amounts: pieces(amounts)?,
                        may_empty: parts.counts.contains(&0),
                        may_leave: parts.counts.contains(&1),
                    });
                    self.add(source, set, &mut ways.list)?;
                }
                MoveRule::Discard { .. } | MoveRule::Remake(_) => {
                    return Err(Message::new("proof.unsaid.splits"));
                }
                MoveRule::Step { .. } | MoveRule::Carry { .. } => {
                    return Err(Message::new("proof.unsaid.steps"));
                }
                MoveRule::Multiply(_) => return Err(Message::new("proof.unsaid.board")),
            }
        }
        Ok(ways)
    }

    fn add(&self, source: &Source, set: usize, list: &mut Vec<Way>) -> Result<(), Unsaid> {
        let one = |i: usize| Way { touched: vec![i], set, link: Link::Free, others: Others::Anything };
        let all: Vec<usize> = (0..self.heaps).collect();
        let mut several = |least: u64, most: u64, link: Link| {
            for touched in subsets(self.heaps) {
                if (least..=most).contains(&(touched.len() as u64)) {
                    list.push(Way { touched, link, ..one(0) });
                }
            }
        };
        match source {
            Source::One => several(1, 1, Link::Free),
            Source::Same(k) => several(*k, *k, Link::Same),
            Source::SameUpTo(k) => several(1, *k, Link::Same),
            Source::Free(k) => several(*k, *k, Link::Free),
            Source::FreeUpTo(k) => several(1, *k, Link::Free),
            Source::Within(k, bound) => {
                let bound = bound.as_constant().and_then(|d| i64::try_from(&d).ok());
                let bound =
                    bound.filter(|d| d.abs() <= LARGEST).ok_or_else(|| Message::new("proof.unsaid.large"))?;
                several(*k, *k, Link::Within(bound));
            }
            Source::Max => list.extend(all.iter().map(|&i| Way { others: Others::NotLarger, ..one(i) })),
            Source::Min => list.extend(all.iter().map(|&i| Way { others: Others::NotSmaller, ..one(i) })),
            Source::All => list.push(Way { touched: all, link: Link::Same, ..one(0) }),
            Source::Nonempty => {
                for touched in subsets(self.heaps) {
                    list.push(Way { touched, link: Link::Same, others: Others::Empty, ..one(0) });
                }
            }
        }
        Ok(())
    }
}

fn subsets(heaps: usize) -> impl Iterator<Item = Vec<usize>> {
    (1u32..1 << heaps).map(move |mask| (0..heaps).filter(|i| mask >> i & 1 == 1).collect())
}

fn small(value: &UBig) -> Result<i64, Unsaid> {
    i64::try_from(value).ok().filter(|v| *v <= LARGEST).ok_or_else(|| Message::new("proof.unsaid.large"))
}

fn constant(value: i64) -> Line {
    Line { a: 0, b: value, c: 1 }
}

fn pieces(amounts: &Amounts) -> Result<Set, Unsaid> {
    let mut set = Set::new();
    for span in amounts.spans() {
        let high = span.hi.as_ref().map(small).transpose()?;
        set.push(Piece::Range(constant(small(&span.lo)?), high.map(constant)));
    }
    for named in amounts.families() {
        let number = |expr: &Expr| {
            let unsaid = || Message::new("proof.unsaid.amounts").with("amounts", named.to_string());
            let value = expr.as_constant().ok_or_else(unsaid)?;
            let value = i64::try_from(&value).ok().filter(|v| (1..=LARGEST).contains(v));
            value.map(i64::unsigned_abs).ok_or_else(|| Message::new("proof.unsaid.large"))
        };
        set.push(match named {
            Named::Odd => Piece::Residue { rest: 1, modulus: 2 },
            Named::Even => Piece::Residue { rest: 0, modulus: 2 },
            Named::Multiples(step) => Piece::Residue { rest: 0, modulus: number(step)? },
            Named::Powers(base) => Piece::Powers(number(base)?),
            Named::Fibonacci => Piece::Fibonacci,
            Named::Primes | Named::Squares | Named::Factorials | Named::Divisors(_) | Named::Digits(_) => {
                return Err(Message::new("proof.unsaid.amounts").with("amounts", named.to_string()));
            }
        });
    }
    for (low, high) in amounts.symbolic() {
        set.push(Piece::Range(line(low)?, high.as_ref().map(line).transpose()?));
    }
    for (these, those) in amounts.differences() {
        set.push(Piece::Difference(Box::new(pieces(these)?), Box::new(pieces(those)?)));
    }
    Ok(set)
}

/// An expression as (a n + b) / c.
fn line(expr: &Expr) -> Result<Line, Unsaid> {
    let refuse = || Message::new("proof.unsaid.ends").with("expression", expr.to_string());
    let whole = |value: &IBig| i64::try_from(value).ok().filter(|v| v.abs() <= LARGEST).ok_or_else(refuse);
    let mut sum = constant(0);
    for (factors, coefficient) in expr.terms() {
        let mut factors = factors.iter();
        match (factors.next(), factors.next()) {
            (None, _) => sum.b += whole(coefficient)?,
            (Some((Atom::Var(Var::N), 1)), None) => sum.a += whole(coefficient)?,
            // Terms are sorted: the terms beside a division come before it.
            (Some((Atom::Div(above, below), 1)), None) if sum.c == 1 => {
                let (above, below) = (line(above)?, below.as_constant().ok_or_else(refuse)?);
                let c = above.c * whole(&below)?;
                if !(1..=LARGEST).contains(&c) {
                    return Err(refuse());
                }
                // -floor(u / c) = floor((c - 1 - u) / c).
                let (a, b) = match i64::try_from(coefficient) {
                    Ok(1) => (above.a, above.b),
                    Ok(-1) => (-above.a, c - 1 - above.b),
                    _ => return Err(refuse()),
                };
                sum = Line { a: a + sum.a * c, b: b + sum.b * c, c };
            }
            _ => return Err(refuse()),
        }
    }
    if [sum.a, sum.b].into_iter().any(|v| v.abs() > LARGEST) { Err(refuse()) } else { Ok(sum) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{RULES, options, options_by_rules, question};

    #[test]
    fn ways_are_the_moves_of_the_rules() {
        for rules in RULES {
            for (heaps, side) in [(1, 20), (2, 9), (3, 5)] {
                let question = question(rules, heaps);
                let ways = question.ways().unwrap();
                for index in 0..(side as usize).pow(heaps as u32) {
                    let place = |i: usize| (index / (side as usize).pow(i as u32) % side as usize) as u64;
                    let x: Vec<u64> = (0..heaps).map(place).collect();
                    // The library may refuse to compute moves in positions that no move can apply to.
                    if question.rules.least_heaps() > heaps as u64 {
                        continue;
                    }
                    let mut found: Vec<Vec<u64>> = options(&ways, &x)
                        .map(|mut y| {
                            y.sort_unstable();
                            y
                        })
                        .collect();
                    found.sort_unstable();
                    found.dedup();
                    assert_eq!(found, options_by_rules(&question, &x), "{rules} {x:?}");
                }
            }
        }
    }

    #[test]
    fn rules_that_are_no_relation_are_refused() {
        for (rules, id) in [
            ("take primes", "proof.unsaid.amounts"),
            ("take 1..n*n", "proof.unsaid.ends"),
            ("take 1..root(n)", "proof.unsaid.ends"),
            ("take 1..min", "proof.unsaid.ends"),
            ("split into 2 heaps", "proof.unsaid.splits"),
            ("discard 1 heap then split into 2 heaps", "proof.unsaid.splits"),
            ("fibonacci", "proof.unsaid.last"),
            ("take 1..3; heaps in order", "proof.unsaid.settings"),
            ("move any 1 step down", "proof.unsaid.steps"),
            ("take 1..10^9", "proof.unsaid.large"),
        ] {
            assert_eq!(question(rules, 2).ways().unwrap_err().id(), id, "{rules}");
        }
        let many = Question { heaps: 7, ..question("take any", 2) };
        assert_eq!(many.ways().unwrap_err().id(), "proof.unsaid.heaps");
    }

    #[test]
    fn lines_are_rounded_down_as_expressions_are() {
        use grundy_core::rules::Env;
        for text in ["n/2", "n/2+1", "n-n/3", "(n+1)/2", "2*n-3", "n/2/3", "(2*n+5)/3-1", "n-(n+1)/4-2"] {
            let question = question(&format!("take {text}"), 1);
            let MoveRule::Take { amounts, .. } = &question.rules.moves()[0] else { panic!() };
            let (low, _) = amounts.symbolic().next().unwrap();
            let found = line(low).unwrap();
            for n in 0..60u64 {
                let env = Env { n: n.into(), ..Env::default() };
                assert_eq!(IBig::from(found.at(n)), low.eval(&env).unwrap().unwrap(), "{text} {n}");
            }
        }
    }
}
