//! Pairs as in Wythoff's game: the pairs that a move might lead to, found from the heaps and their difference.

use crate::emit::source::{Names, Source};
use grundy_core::rules::{MoveRule, Parts, Rules, Source as From};
use grundy_solver::law::Num;
use grundy_solver::law::Shape;

/// The slack of Wythoff's rules: amounts from both heaps differ by at most this.
pub fn pairs(rules: &Rules) -> Option<i128> {
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

/// Adds functions for sets of pairs in which every heap and every difference occurs once: the pairs that a move
/// might lead to, and the moves that lead to them.
pub fn by_pairs(shape: &Shape, rules: &Rules, source: &mut Source) -> bool {
    let Some(slack) = pairs(rules) else { return false };
    let (rule, also) = match shape {
        Shape::But { rule, also, .. } => (&**rule, also.clone()),
        rule => (rule, vec![]),
    };
    let Shape::Pairs { surd, slope, plus } = rule else { return false };
    let number = Num::Floor(surd.clone(), Box::new(Num::This));
    let lower = source.num(&number, &Names::new(&[], "k"));
    source.define("lower", format!("def lower(k):\n    return {lower}\n"));
    let term = |factor: i128, k: &str| if factor == 1 { k.to_owned() } else { format!("{factor} * {k}") };
    let more = if *plus == 0 { String::new() } else { format!(" + {plus}") };
    source.define("upper", format!("def upper(k):\n    return lower(k) + {}{more}\n", term(*slope, "k")));
    // The smaller heap grows with k by the irrational (p + sqrt d) / r; the greater heap by the same with p +
    // slope r.
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

/// The approximate number k of the pair with the heap x: x = k (p + sqrt d) / r.
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
/// The function `best`: the result of the first candidate that wins.
pub const FIRST_PAIR: &str = "def best(h) -> list:
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
/// The results of winning candidates in order, each once.
pub const WINNING: &str = "def winning(h) -> list:
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
