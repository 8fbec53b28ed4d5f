//! Finding winning moves: by what kind of moves there are and what kind of rule it is.
//!
//! Each way tries few moves, enough of them that one wins wherever any does; what was tried is tested with the rule itself.
//! Where no way is known to be enough, the program only decides.

use std::fmt::Write as _;

use super::super::formula::Num;
use super::super::rule::Shape;
use super::super::table::Table;
use super::super::{Pattern, Status};
use super::Order;
use super::source::Source;
use crate::rules::{Amounts, Atom, Expr, Likeness, MoveRule, Named, Parts, Rules, Source as From, Var};

/// More amounts than this are not tried one by one.
const TRIED: i128 = 1_000_000;

/// Adds the function `best`, which gives what a winning move leaves, or an empty list; `false` where no
/// quick way is known.
pub fn best(pattern: &Pattern, shape: &Shape, source: &mut Source) -> bool {
    let rules = &pattern.line.game.rules;
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
        Shape::Formula(_) if pattern.method.name == "delete-nim" && pattern.heaps == 2 => {
            Some(MATCHES_OF_TWO.to_owned())
        }
        _ => by_trying(pattern, shape, source),
    };
    let Some(text) = text else { return false };
    source.define("best", text);
    true
}

/// Adds the function `winning`: what every winning move leaves of two heaps, one pair after the other; `false` where no
/// quick way is known.
pub fn all(pattern: &Pattern, shape: &Shape, order: Order, source: &mut Source) -> bool {
    if !by_pairs(shape, &pattern.line.game.rules, source) {
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

// ---- amounts ----

/// An expression in `n` as the program has it.
fn expression(expr: &Expr, source: &mut Source) -> Option<String> {
    let mut terms = Vec::new();
    for (atoms, factor) in expr.terms() {
        let mut text = factor.to_string();
        for (atom, power) in atoms {
            let one = match atom {
                Atom::Var(Var::N) => "n".to_owned(),
                Atom::Root(inner) => {
                    source.helper("isqrt");
                    format!("isqrt({})", expression(inner, source)?)
                }
                Atom::Div(a, b) => format!("(({}) // ({}))", expression(a, source)?, expression(b, source)?),
                Atom::Var(_) | Atom::Pow(..) => return None,
            };
            for _ in 0..*power {
                text = if text == "1" { one.clone() } else { format!("{text} * {one}") };
            }
        }
        terms.push(text);
    }
    Some(if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") })
}

/// May `s` be taken from `n`, as an expression.
fn allowed(amounts: &Amounts, source: &mut Source) -> Option<String> {
    let mut parts = Vec::new();
    for span in amounts.spans() {
        parts.push(match &span.hi {
            Some(hi) if *hi == span.lo => format!("s == {hi}"),
            Some(hi) => format!("s >= {} and s <= {hi}", span.lo),
            None => format!("s >= {}", span.lo),
        });
    }
    for (lo, hi) in amounts.symbolic() {
        let lo = expression(lo, source)?;
        parts.push(match hi {
            Some(hi) => format!("s >= {lo} and s <= {}", expression(hi, source)?),
            None => format!("s >= {lo}"),
        });
    }
    for named in amounts.families() {
        let constant = |e: &Expr| e.as_constant().map(|c| c.to_string());
        parts.push(match named {
            Named::Odd => "s % 2 == 1".to_owned(),
            Named::Even => "s % 2 == 0".to_owned(),
            Named::Primes => {
                source.helper("is_prime");
                "is_prime(s)".to_owned()
            }
            Named::Fibonacci => {
                source.helper("is_fibonacci");
                "is_fibonacci(s)".to_owned()
            }
            Named::Squares => {
                source.helper("isqrt");
                "isqrt(s) * isqrt(s) == s".to_owned()
            }
            Named::Powers(e) => {
                source.helper("is_power");
                format!("is_power({}, s)", constant(e)?)
            }
            Named::Multiples(e) => format!("s % {} == 0", constant(e)?),
            Named::Divisors(e) if *e == Expr::var(Var::N) => "n % s == 0".to_owned(),
            _ => return None,
        });
    }
    for (from, without) in amounts.differences() {
        parts.push(format!("({}) and not ({})", allowed(from, source)?, allowed(without, source)?));
    }
    let several = parts.len() > 1;
    let bracketed = parts
        .into_iter()
        .map(|part| if several && part.contains(" and ") { format!("({part})") } else { part });
    let text = bracketed.collect::<Vec<_>>().join(" or ");
    (!text.is_empty()).then_some(text)
}

/// Adds the function `allowed`, numbered; its name.
fn define_allowed(amounts: &Amounts, number: usize, source: &mut Source) -> Option<&'static str> {
    const NAMES: [&str; 4] = ["allowed", "allowed2", "allowed3", "allowed4"];
    let name = *NAMES.get(number)?;
    let condition = allowed(amounts, source)?;
    // A parameter that is not looked at keeps the calls alike.
    source.define(name, format!("def {name}(n, s) -> bool:\n    return s <= n and ({condition})\n"));
    Some(name)
}

/// The greatest amount of a finite set.
fn greatest(amounts: &Amounts) -> Option<i128> {
    amounts.as_finite().and_then(|most| i128::try_from(most).ok())
}

// ---- single heaps ----

fn by_values(pattern: &Pattern, source: &mut Source) -> Option<String> {
    let rules = &pattern.line.game.rules;
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
            // What is left must be a heap, or nothing.
            let most = most?;
            body += &few_amounts(name, most, parts, table, zero)?;
        } else if splits {
            if table.saltus != 0 && pattern.method.name != "lasker" {
                return None;
            }
            body += &few_amounts(name, most?, parts, table, zero)?;
        } else if table.saltus > 0 {
            body += &preimages(name, table, source);
        } else if let Some(m) = table.modulus().filter(|_| pattern.method.name == "residues") {
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

/// For each heap `n` the value `t` that it must be brought to.
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

/// Heaps of a given value, where values rise.
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

/// Every amount of a few, with one heap left or two: the smaller part from the first turn only, since beyond it values repeat.
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
            // Two equal heaps are worth nothing.
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

/// The smallest part of the heap as a sum of losing numbers.
fn tail(shape: &Shape, source: &mut Source) -> Option<String> {
    let Shape::Member { sequence, .. } = shape else { return None };
    source.sequence(sequence);
    Some(
        "def best(h) -> list:\n    if lost(h):\n        return []\n    n = h[0]\n    part = 0\n    seq = sequence(n)\n    for i in range(0, len(seq)):\n        m = seq[len(seq) - 1 - i]\n        if m <= n:\n            n = n - m\n            part = m\n    return [h[0] - part]\n"
            .to_owned(),
    )
}

/// The most stones that can be had: every amount, by the margin of what it leaves.
fn by_margin(pattern: &Pattern, source: &mut Source) -> Option<String> {
    let rules = &pattern.line.game.rules;
    let [MoveRule::Take { source: From::One, parts, amounts }] = rules.moves() else { return None };
    let most = greatest(amounts).filter(|most| *most <= TRIED)?;
    let value = pattern.value.as_ref().filter(|_| pattern.heaps == 1 && *parts == Parts::together())?;
    let name = define_allowed(amounts, 0, source)?;
    let margin = source.num(value, &super::Names::new(&["n".to_owned()], "n"));
    source.define("margin", format!("def margin(n):\n    return {margin}\n"));
    Some(format!(
        "def best(h) -> list:\n    n = h[0]\n    for s in range(1, {}):\n        if {name}(n, s) and s - margin(n - s) == margin(n):\n            return [n - s]\n    return []\n",
        most + 1
    ))
}

// ---- several heaps ----

/// Every amount of a few, on one heap or the same on two or on all.
fn by_trying(pattern: &Pattern, shape: &Shape, source: &mut Source) -> Option<String> {
    let rules = &pattern.line.game.rules;
    if pattern.line.game.rules.own().is_some() || !crate::lattice::is_coupled(rules) {
        return None;
    }
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
            // Amounts beyond repeat what smaller ones do, but for what is left being small.
            (_, Some(reach)) if amounts_repeat(amounts) => reach + amounts_start(amounts),
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

fn amounts_repeat(amounts: &Amounts) -> bool {
    amounts.is_fixed()
        && amounts.differences().next().is_none()
        && amounts.families().all(|named| matches!(named, Named::Odd | Named::Even))
}

fn amounts_start(amounts: &Amounts) -> i128 {
    let ends = amounts.spans().iter().map(|span| span.hi.as_ref().unwrap_or(&span.lo));
    ends.filter_map(|end| i128::try_from(end).ok()).max().unwrap_or(0).min(TRIED) + 2
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

/// The slack of Wythoff's rules: amounts from both heaps differ by at most this.
fn pairs(rules: &Rules) -> Option<i128> {
    let [first, second] = rules.moves() else { return None };
    let any = |rule: &MoveRule| matches!(rule, MoveRule::Take { amounts, parts, .. } if amounts.is_any() && *parts == Parts::together());
    if !any(first) || !any(second) || !matches!(first, MoveRule::Take { source: From::One, .. }) {
        return None;
    }
    match second {
        MoveRule::Take { source: From::Same(2), .. } => Some(0),
        MoveRule::Take { source: From::Within(2, bound), .. } => {
            bound.as_constant().and_then(|d| i128::try_from(d).ok())
        }
        _ => None,
    }
}

/// Adds functions for pairs of which every heap and every difference has one: which pairs a move might lead to,
/// and what moves lead to them.
fn by_pairs(shape: &Shape, rules: &Rules, source: &mut Source) -> bool {
    let Some(slack) = pairs(rules) else { return false };
    let (rule, also) = match shape {
        Shape::But { rule, also, .. } => (&**rule, also.clone()),
        rule => (rule, vec![]),
    };
    let Shape::Pairs { surd, slope, plus } = rule else { return false };
    let number = Num::Floor(surd.clone(), Box::new(Num::This));
    let lower = source.num(&number, &super::Names::new(&[], "k"));
    source.define("lower", format!("def lower(k):\n    return {lower}\n"));
    let term = |factor: i128, k: &str| if factor == 1 { k.to_owned() } else { format!("{factor} * {k}") };
    let more = if *plus == 0 { String::new() } else { format!(" + {plus}") };
    source.define("upper", format!("def upper(k):\n    return lower(k) + {}{more}\n", term(*slope, "k")));
    // The irrational by which k grows into the smaller heap is (p + sqrt d) / r; into the greater, with p + slope r.
    let common = gcd(gcd(surd.p[0].abs(), surd.q[0].abs()), surd.r);
    let (p, r) = (surd.p[0] / common, surd.r / common);
    let d = (surd.q[0] / common).pow(2) * surd.d;
    let number = NUMBER.replace("WIDE", &term(r, "x")).replace("ROOT", &d.to_string());
    source.squares((2 * r * r).saturating_mul(d));
    source.define("number", number);
    let listed: Vec<String> = also.iter().flatten().map(i128::to_string).collect();
    let less = if *plus == 0 { "b - a".to_owned() } else { format!("b - a - {plus}") };
    let number = if *slope == 1 { less } else { format!("({less}) // {slope}") };
    let candidates = CANDIDATES.replace("ALSO", &listed.join(", ")).replace("NUMBER", &number);
    let candidates = candidates.replace("PLUS", &plus.to_string());
    let sides = [p, p + slope * r].map(|p| p.to_string());
    source.define("candidates", candidates.replace("LOWER", &sides[0]).replace("UPPER", &sides[1]));
    source.define("takes_both", TAKES_BOTH.replace("SLACK", &slack.to_string()));
    source.define("both", BOTH.to_owned());
    source.define("single", SINGLE.to_owned());
    true
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The number k of the pair that x is about in: x = k (p + sqrt d) / r.
const NUMBER: &str = "def number(x, p):
    r = WIDE
    i = isqrt(r * r * ROOT)
    if p * p < ROOT:
        return (i - r * p) // (ROOT - p * p)
    return (r * p - i) // (p * p - ROOT)
";
const CANDIDATES: &str = "def candidates(h) -> list:
    a = h[0]
    b = h[1]
    if a > b:
        a = h[1]
        b = h[0]
    # numbers of pairs that have one of the heaps, or about the same difference
    free = [0, number(a, LOWER), number(a, UPPER), number(b, LOWER), number(b, UPPER)]
    if b - a >= PLUS:
        free.append(NUMBER)
    seq = [ALSO]
    for k in free:
        for j in range(k - 1, k + 3):
            if j >= 0:
                seq.append(lower(j))
                seq.append(upper(j))
    return seq
";
const TAKES_BOTH: &str = "def takes_both(x, y) -> bool:
    return x > 0 and y > 0 and x - y <= SLACK and y - x <= SLACK
";
const BOTH: &str = "def both(h, c, d) -> bool:
    return takes_both(h[0] - c, h[1] - d) or takes_both(h[0] - d, h[1] - c)
";
const SINGLE: &str = "def single(h, c, d) -> bool:
    for i in range(0, 2):
        if h[i] == c and h[1 - i] > d:
            return True
        if h[i] == d and h[1 - i] > c:
            return True
    return False
";
const FIRST_PAIR: &str = "def best(h) -> list:
    if lost(h):
        return []
    seq = candidates(h)
    for i in range(0, len(seq) // 2):
        c = seq[2 * i]
        d = seq[2 * i + 1]
        if (both(h, c, d) or single(h, c, d)) and lost([c, d]):
            return [c, d]
    return []
";
/// Candidates in order, each once.
const WINNING: &str = "def winning(h) -> list:
    to = []
    if lost(h):
        return to
    seq = candidates(h)
    for turn in range(0, PASSES):
        c = -1
        d = -1
        more = True
        while more:
            more = False
            c1 = c
            d1 = d
            for i in range(0, len(seq) // 2):
                x = seq[2 * i]
                y = seq[2 * i + 1]
                if x > c1 or (x == c1 and y > d1):
                    if not more or x < c or (x == c and y < d):
                        c = x
                        d = y
                        more = True
            if more and (WANTED) and lost([c, d]):
                to.append(c)
                to.append(d)
    return to
";

fn is_moore(rules: &Rules, modulus: i128) -> bool {
    matches!(rules.moves(), [MoveRule::Take { source: From::FreeUpTo(k), amounts, .. }]
        if i128::from(*k) + 1 == modulus && amounts.is_any())
}

fn is_matches(rules: &Rules) -> bool {
    matches!(rules.moves(), [MoveRule::Discard { heaps: 1, .. }])
}

/// From the highest column on: heaps that are lowered already may take any digit, and others are lowered only where
/// these are too few.
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

/// Both odd is lost: an even heap is split into two odd ones.
const MATCHES_OF_TWO: &str = "def best(h) -> list:
    for i in range(0, 2):
        if h[i] % 2 == 0:
            return [1, h[i] - 1]
    return []
";

/// The heap that fewest twos divide is kept, one that more divide is split into two like it.
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
