//! Finds winning moves, by the kind of moves and the kind of rule.
//!
//! Each method tries few moves, chosen so that one of them wins wherever any move does; each is tested with the
//! rule itself. If no such method is known, the program only decides positions.

pub mod amounts;
mod pairs;
mod trying;
mod values;

use self::amounts::{TRIED, define_allowed, greatest};
use self::pairs::{FIRST_PAIR, WINNING, by_pairs, pairs};
use self::trying::by_trying;
use self::values::by_values;
use super::super::{Pattern, Status};
use super::Order;
use super::source::{Names, Source};
use grundy_core::rules::{MoveRule, Parts, Rules, Source as From};
use grundy_solver::law::Num;
use grundy_solver::law::Shape;

/// Adds the function `best`, which returns the heaps after a winning move, or an empty list. `false` if no fast
/// method is known.
pub fn best(pattern: &Pattern, shape: &Shape, source: &mut Source) -> bool {
    let Some(rules) = pattern.line.game.rules() else { return false };
    let text = match shape {
        _ if rules.settings().most => by_margin(pattern, source),
        _ if rules.goal().is_some() => None,
        _ if pattern.falls_apart => by_values(pattern, source),
        Shape::MisereNim(of) => misere_nim(of, rules, source),
        Shape::Member { zero: true, .. } if rules.remembers_last() && pattern.status == Status::Theorem => {
            tail(shape, source)
        }
        Shape::Pairs { .. } | Shape::But { .. } if pairs(rules).is_some() => {
            by_pairs(shape, rules, source).then(|| FIRST_PAIR.to_owned())
        }
        Shape::Columns { modulus, misere: false } if is_moore(rules, *modulus) => {
            Some(MOORE.replace("MODULUS", &modulus.to_string()))
        }
        Shape::Same(Num::Valuation(2, of))
            if **of == Num::This && is_matches(rules) && pattern.heaps == 3 =>
        {
            source.helper("valuation");
            Some(MATCHES_OF_THREE.to_owned())
        }
        Shape::Formula(_) if pattern.status == Status::Theorem && is_matches(rules) && pattern.heaps == 2 => {
            Some(MATCHES_OF_TWO.to_owned())
        }
        _ => by_trying(pattern, shape, source),
    };
    let Some(text) = text else { return false };
    source.define("best", text);
    true
}

/// Adds the function `winning`, which returns the two heaps after each winning move, one pair after the other.
/// `false` if no fast method is known.
pub fn all(pattern: &Pattern, shape: &Shape, order: Order, source: &mut Source) -> bool {
    if !pattern.line.game.rules().is_some_and(|rules| by_pairs(shape, rules, source)) {
        return false;
    }
    let (passes, wanted) = match order {
        Order::Sorted => (1, "both(h, c, d) or single(h, c, d)"),
        Order::PairFirst => (2, "(both(h, c, d) == (turn == 0)) and (turn == 0 or single(h, c, d))"),
        Order::PairFirstTwice => (2, "(turn == 0 and both(h, c, d)) or (turn == 1 and single(h, c, d))"),
    };
    source.define("winning", WINNING.replace("PASSES", &passes.to_string()).replace("WANTED", wanted));
    true
}

fn misere_nim(of: &Num, rules: &Rules, source: &mut Source) -> Option<String> {
    let [MoveRule::Take { amounts, .. }] = rules.moves() else { return None };
    let name = define_allowed(amounts, 0, source)?;
    let modulus = match of {
        Num::Look(table, _) if table.is_identity() => None,
        Num::Look(table, _) => Some(table.modulus()?),
        Num::Mod(_, m) => Some(*m),
        _ => return None,
    };
    let rest = modulus.map_or_else(|| "n".to_owned(), |m| format!("n % {m}"));
    let amount = modulus.map_or_else(
        || "n - (n ^ x ^ want)".to_owned(),
        |m| format!("({rest} + {m} - (({rest}) ^ x ^ want) % {m}) % {m}"),
    );
    Some(format!(
        "def best(h) -> list:\n    if lost(h):\n        return []\n    x = 0\n    for n in h:\n        x = x ^ ({rest})\n    for i in range(0, len(h)):\n        n = h[i]\n        for want in range(0, 2):\n            s = {amount}\n            if s > 0 and {name}(n, s):\n                to = list(h)\n                to[i] = n - s\n                if lost(to):\n                    return to\n    return []\n"
    ))
}

/// The smallest part of the heap as a sum of lost numbers.
fn tail(shape: &Shape, source: &mut Source) -> Option<String> {
    let Shape::Member { sequence, .. } = shape else { return None };
    source.sequence(sequence);
    Some(
        "def best(h) -> list:\n    if lost(h):\n        return []\n    n = h[0]\n    part = 0\n    seq = sequence(n)\n    for i in range(0, len(seq)):\n        m = seq[len(seq) - 1 - i]\n        if m <= n:\n            n = n - m\n            part = m\n    return [h[0] - part]\n"
            .to_owned(),
    )
}

/// The most stones that can be gained: tries every amount, using the margin of the rest.
fn by_margin(pattern: &Pattern, source: &mut Source) -> Option<String> {
    let [MoveRule::Take { source: From::One, parts, amounts }] = pattern.line.game.rules()?.moves() else {
        return None;
    };
    let most = greatest(amounts).filter(|most| *most <= TRIED)?;
    let value = pattern.value.as_ref().filter(|_| pattern.heaps == 1 && *parts == Parts::together())?;
    let name = define_allowed(amounts, 0, source)?;
    let margin = source.num(value, &Names::new(&["n".to_owned()], "n"));
    source.define("margin", format!("def margin(n):\n    return {margin}\n"));
    Some(format!(
        "def best(h) -> list:\n    n = h[0]\n    for s in range(1, {}):\n        if {name}(n, s) and s - margin(n - s) == margin(n):\n            return [n - s]\n    return []\n",
        most + 1
    ))
}

fn is_moore(rules: &Rules, modulus: i128) -> bool {
    matches!(rules.moves(), [MoveRule::Take { source: From::FreeUpTo(k), amounts, .. }]
        if i128::from(*k) + 1 == modulus && amounts.is_any())
}

fn is_matches(rules: &Rules) -> bool {
    matches!(rules.moves(), [MoveRule::Discard { heaps: 1, .. }])
}

/// From the highest column on: heaps that are lowered already may have any digit, and further heaps are lowered
/// only where these are too few.
const MOORE: &str = "def best(h) -> list:
    if lost(h):
        return []
    b = 1
    for n in h:
        while b * 2 <= n:
            b = b * 2
    to = list(h)
    free = list(h)
    for i in range(0, len(h)):
        free[i] = 0
    lowered = 0
    while b > 0:
        c = 0
        for i in range(0, len(h)):
            if free[i] == 0 and to[i] // b % 2 == 1:
                c = c + 1
        c = c % MODULUS
        need = (MODULUS - c) % MODULUS
        if need > lowered:
            for i in range(0, len(h)):
                if c > 0 and free[i] == 0 and to[i] // b % 2 == 1:
                    free[i] = 1
                    lowered = lowered + 1
                    to[i] = to[i] // b * b - b
                    c = c - 1
        else:
            for i in range(0, len(h)):
                if need > 0 and free[i] == 1:
                    to[i] = to[i] + b
                    need = need - 1
        b = b // 2
    return to
";

/// Two odd heaps are lost, so an even heap is split into two odd ones.
const MATCHES_OF_TWO: &str = "def best(h) -> list:
    for i in range(0, 2):
        if h[i] % 2 == 0:
            return [1, h[i] - 1]
    return []
";

/// Keeps the heap that has the fewest factors of two, and splits a heap with more of them into two like it.
const MATCHES_OF_THREE: &str = "def best(h) -> list:
    keep = 0
    split = 0
    for i in range(0, 3):
        if valuation(2, h[i]) < valuation(2, h[keep]):
            keep = i
        if valuation(2, h[i]) > valuation(2, h[split]):
            split = i
    if keep == split:
        return []
    part = 1
    for i in range(0, valuation(2, h[keep])):
        part = part * 2
    return [h[keep], part, h[split] - part]
";
