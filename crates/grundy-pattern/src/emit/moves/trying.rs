//! Few amounts: each one is tried, and its result is tested with the rule itself.

use std::fmt::Write as _;

use super::amounts::{self, TRIED, define_allowed, greatest};
use crate::Pattern;
use crate::emit::source::Source;
use grundy_core::rules::{MoveRule, Parts, Source as From};
use grundy_solver::law::Shape;

/// Tries each of a few amounts, taken from one heap, or the same amount from two heaps or from all.
pub fn by_trying(pattern: &Pattern, shape: &Shape, source: &mut Source) -> Option<String> {
    let rules = pattern.lattice.as_ref()?.rules();
    let reach = shape.remainders().map(|(from, period)| from + 4 * period);
    let mut body = String::new();
    for (number, rule) in rules.moves().iter().enumerate() {
        let MoveRule::Take { source: from, parts, amounts } = rule else { return None };
        if *parts != Parts::together() {
            return None;
        }
        let name = define_allowed(amounts, number, source)?;
        let most = match (greatest(amounts), reach) {
            (Some(most), _) if most <= TRIED => most,
            // Larger amounts repeat the results of smaller ones, except for small remaining heaps.
            (_, Some(reach)) if amounts::repeat(amounts) => reach + amounts::start(amounts),
            _ => return None,
        };
        let near_zero = greatest(amounts).is_none_or(|greatest| greatest > most);
        match from {
            From::One => body += &tries_one(name, most, near_zero),
            From::Same(2) => body += &tries_two(name, most, near_zero),
            From::All if pattern.heaps == 2 => body += &tries_two(name, most, near_zero),
            _ => return None,
        }
    }
    Some(format!("def best(h) -> list:\n    if lost(h):\n        return []\n{body}    return []\n"))
}

fn tries_one(name: &str, most: i128, near_zero: bool) -> String {
    let mut text = format!(
        "    for i in range(0, len(h)):\n        n = h[i]\n        for s in range(1, {}):\n            if {name}(n, s):\n                to = list(h)\n                to[i] = n - s\n                if lost(to):\n                    return to\n",
        most + 1
    );
    if near_zero {
        let _ = write!(
            text,
            "        for m in range(0, {}):\n            if m < n and {name}(n, n - m):\n                to = list(h)\n                to[i] = m\n                if lost(to):\n                    return to\n",
            most + 1
        );
    }
    text
}

fn tries_two(name: &str, most: i128, near_zero: bool) -> String {
    let mut text = format!(
        "    for i in range(0, len(h)):\n        for j in range(0, i):\n            for s in range(1, {}):\n                if {name}(h[i], s) and {name}(h[j], s):\n                    to = list(h)\n                    to[i] = h[i] - s\n                    to[j] = h[j] - s\n                    if lost(to):\n                        return to\n",
        most + 1
    );
    if near_zero {
        let _ = write!(
            text,
            "            n = h[i]\n            if h[j] < n:\n                n = h[j]\n            for m in range(0, {}):\n                if m < n and {name}(n, n - m):\n                    to = list(h)\n                    to[i] = h[i] - n + m\n                    to[j] = h[j] - n + m\n                    if lost(to):\n                        return to\n",
            most + 1
        );
    }
    text
}
