//! Heaps with values: the heap and the amount that make the nim-sum 0.

use std::fmt::Write as _;

use super::amounts::{TRIED, define_allowed, greatest};
use crate::emit::source::Source;
use crate::{Pattern, Status};
use grundy_core::rules::{Likeness, MoveRule, Parts, Source as From};
use grundy_sequence::is_lasker;
use grundy_solver::law::Num;
use grundy_solver::law::Table;

/// The function `best` by the values of the heaps; `None` where no quick way is known.
pub fn by_values(pattern: &Pattern, source: &mut Source) -> Option<String> {
    let rules = pattern.line.game.rules()?;
    let Some(Num::Look(table, _)) = &pattern.value else {
        return match &pattern.value {
            Some(Num::Mod(_, m)) => {
                let [MoveRule::Take { amounts, .. }] = rules.moves() else { return None };
                let name = define_allowed(amounts, 0, source)?;
                Some(around(&by_rest(name, &m.to_string())))
            }
            _ => None,
        };
    };
    let mut body = String::new();
    for (number, rule) in rules.moves().iter().enumerate() {
        let MoveRule::Take { source: From::One, parts, amounts } = rule else { return None };
        let zero = amounts.has_zero();
        let name = define_allowed(amounts, number, source)?;
        let splits = parts.splits();
        let most = greatest(amounts).filter(|most| *most <= TRIED);
        if !splits && *parts != Parts::together() {
            // The rest must be a heap or nothing.
            let most = most?;
            body += &few_amounts(name, most, parts, table, zero)?;
        } else if splits {
            if table.saltus != 0 && !is_lasker(rules) {
                return None;
            }
            body += &few_amounts(name, most?, parts, table, zero)?;
        } else if table.saltus > 0 {
            body += &preimages(name, table, source);
        } else if let Some(m) = table.modulus().filter(|_| pattern.value_status == Status::Theorem) {
            body += &by_rest(name, &m.to_string());
        } else {
            let last = most.map_or_else(String::new, |most| {
                format!("        if last > {most}:\n            last = {most}\n")
            });
            let _ = write!(
                body,
                "        last = n\n{last}        for s in range(1, last + 1):\n            if {name}(n, s) and value(n - s) == t:\n                to = list(h)\n                to[i] = n - s\n                return to\n"
            );
        }
    }
    Some(around(&body))
}

/// Wraps `body` in a loop over the heaps `n` with the value `t` that each must be moved to.
fn around(body: &str) -> String {
    format!(
        "def best(h) -> list:\n    x = nim_sum(h)\n    if x == 0:\n        return []\n    for i in range(0, len(h)):\n        n = h[i]\n        t = value(n) ^ x\n{body}    return []\n"
    )
}

fn by_rest(name: &str, modulus: &str) -> String {
    format!(
        "        s = n % {modulus} - t\n        if s > 0 and {name}(n, s):\n            to = list(h)\n            to[i] = n - s\n            return to\n"
    )
}

/// Finds heaps of a given value, where values rise.
fn preimages(name: &str, table: &Table, source: &mut Source) -> String {
    if table.is_identity() {
        return format!(
            "        if t < n and {name}(n, n - t):\n            to = list(h)\n            to[i] = t\n            return to\n"
        );
    }
    let (start, period, saltus) = (table.before.len(), table.turn.len(), table.saltus);
    let turn = source.constant("TURN", &table.turn);
    let mut text = String::new();
    if start > 0 {
        let _ = write!(
            text,
            "        for m in range(0, {start}):\n            if m < n and value(m) == t and {name}(n, n - m):\n                to = list(h)\n                to[i] = m\n                return to\n"
        );
    }
    let _ = write!(
        text,
        "        for j in range(0, {period}):\n            if t >= {turn}[j] and (t - {turn}[j]) % {saltus} == 0:\n                m = {start} + j + (t - {turn}[j]) // {saltus} * {period}\n                if m < n and {name}(n, n - m):\n                    to = list(h)\n                    to[i] = m\n                    return to\n"
    );
    text
}

/// Tries each of a few amounts, leaving one heap or two. The smaller part is only tried from the first period,
/// since values repeat beyond it.
fn few_amounts(name: &str, most: i128, parts: &Parts, table: &Table, zero: bool) -> Option<String> {
    if parts.counts.iter().any(|count| *count > 2) {
        return None;
    }
    let (first, last) = (i128::from(!zero), most + 1);
    let mut text = format!(
        "        for s in range({first}, {last}):\n            if {name}(n, s):\n                m = n - s\n"
    );
    if parts.counts.contains(&0) {
        text.push_str("                if m == 0 and t == 0:\n                    to = list(h)\n                    to[i] = 0\n                    return to\n");
    }
    if parts.counts.contains(&1) {
        text.push_str("                if m > 0 and s > 0 and value(m) == t:\n                    to = list(h)\n                    to[i] = m\n                    return to\n");
    }
    if parts.counts.contains(&2) {
        let reach = table.before.len() + 2 * table.turn.len() + 1;
        let test = match parts.likeness {
            Likeness::Free => " and value(a) ^ value(m - a) == t",
            Likeness::Unequal => " and 2 * a != m and value(a) ^ value(m - a) == t",
            // Two equal heaps have the value 0.
            Likeness::Equal => return None,
        };
        let test = test.replace("value(a) ^ value(m - a) ==", "(value(a) ^ value(m - a)) ==");
        let _ = write!(
            text,
            "                for a in range(1, {reach}):\n                    if 2 * a <= m{test}:\n                        to = list(h)\n                        to[i] = a\n                        to.append(m - a)\n                        return to\n"
        );
    }
    Some(text)
}
