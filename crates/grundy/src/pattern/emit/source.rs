//! Programs before they are in a language: a plain subset of Python, made from formulas.
//!
//! Numbers are whole, lists hold numbers, and a variable's kind shows in its name ([`LISTS`]) or in what it is first given.
//! `//` and `%` are used on numbers that are not negative only, and operations on bits stand in brackets, so that each
//! line means the same in every language it is [translated](super::translate) to.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::formula::{Cond, Digits, LastDigit, Num};
use super::super::sequence::Sequence;
use super::super::surd::Surd;
use super::super::table::Table;

/// Names of lists.
pub const LISTS: [&str; 5] = ["h", "to", "seq", "list", "free"];

/// A program in the making.
#[derive(Debug, Default)]
pub struct Source {
    /// Lists of numbers with names.
    pub constants: Vec<(String, Vec<i128>)>,
    /// Functions, each needing only those before it.
    pub functions: Vec<String>,
    known: BTreeSet<&'static str>,
    /// The greatest multiple of the square of a heap that is computed.
    widest: i128,
}

/// How tightly an expression holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Compare,
    Add,
    Multiply,
    Atom,
}

struct Text {
    text: String,
    level: Level,
}

impl Text {
    fn atom(text: impl Into<String>) -> Self {
        Self { text: text.into(), level: Level::Atom }
    }

    fn at(&self, level: Level) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// What the letters in a formula are called in the program.
pub struct Names {
    heaps: Vec<String>,
    this: String,
}

impl Names {
    /// Variables for the heaps, and one for the heap that a sum speaks of.
    pub fn new(heaps: &[String], this: &str) -> Self {
        Self { heaps: heaps.to_vec(), this: this.to_owned() }
    }

    fn of(&self, this: &str) -> Self {
        Self { heaps: self.heaps.clone(), this: this.to_owned() }
    }
}

impl Source {
    /// Remembers that so many times the square of a heap is computed.
    pub fn squares(&mut self, times: i128) {
        self.widest = self.widest.max(times);
    }

    /// The greatest power of ten, as its exponent, up to which no heap makes a number of 128 bits too wide; at most
    /// 18, as heaps are read as 64 bits.
    pub fn exact_up_to(&self) -> u32 {
        let most = (i128::MAX / self.widest.max(1)).isqrt();
        most.ilog10().min(18)
    }

    /// A list of numbers with a name.
    pub fn constant(&mut self, name: &str, list: &[i128]) -> String {
        if let Some((known, _)) = self.constants.iter().find(|(_, known)| known == list) {
            return known.clone();
        }
        let taken = self.constants.iter().filter(|(known, _)| known.starts_with(name)).count();
        let name = if taken == 0 { name.to_owned() } else { format!("{name}{}", taken + 1) };
        self.constants.push((name.clone(), list.to_vec()));
        name
    }

    /// Adds a function of this name once.
    pub fn helper(&mut self, name: &'static str) {
        if !self.known.insert(name) {
            return;
        }
        let text = match name {
            "has" => HAS,
            "isqrt" => ISQRT,
            "floor_div" => FLOOR_DIV,
            "valuation" => VALUATION,
            "ones" => ONES,
            "least_part" => LEAST_PART,
            "is_prime" => IS_PRIME,
            "is_power" => IS_POWER,
            "is_fibonacci" => IS_FIBONACCI,
            _ => return,
        };
        self.functions.push(text.to_owned());
    }

    /// A function made from a formula, once for each name.
    pub fn define(&mut self, name: &'static str, text: String) {
        if self.known.insert(name) {
            self.functions.push(text);
        }
    }

    /// A number as an expression.
    pub fn num(&mut self, num: &Num, names: &Names) -> String {
        self.number(num, names).text
    }

    /// A condition as an expression.
    pub fn cond(&mut self, cond: &Cond, names: &Names) -> String {
        self.condition(cond, names).text
    }

    fn joined(parts: &[Text], sign: &str, level: Level) -> Text {
        let text = parts.iter().map(|part| part.at(level)).collect::<Vec<_>>().join(sign);
        Text { text, level: if parts.len() == 1 { parts[0].level } else { level } }
    }

    fn number(&mut self, num: &Num, names: &Names) -> Text {
        match num {
            Num::Const(c) if *c < 0 => Text::atom(format!("({c})")),
            Num::Const(c) => Text::atom(c.to_string()),
            Num::Heap(i) => Text::atom(names.heaps.get(*i).cloned().unwrap_or_default()),
            Num::This => Text::atom(names.this.clone()),
            Num::Add(a, b) => {
                let parts = vec![self.number(a, names), self.number(b, names)];
                Self::joined(&parts, " + ", Level::Add)
            }
            Num::Sub(a, b) => {
                let (a, b) = (self.number(a, names), self.number(b, names));
                Text { text: format!("{} - {}", a.at(Level::Add), b.at(Level::Multiply)), level: Level::Add }
            }
            Num::Mul(a, b) => {
                let parts = vec![self.number(a, names), self.number(b, names)];
                Self::joined(&parts, " * ", Level::Multiply)
            }
            Num::Mod(a, m) => {
                let inner = self.number(a, names).at(Level::Atom);
                if a.is_natural() {
                    Text { text: format!("{inner} % {m}"), level: Level::Multiply }
                } else {
                    Text { text: format!("({inner} % {m} + {m}) % {m}"), level: Level::Multiply }
                }
            }
            Num::Div(a, d) => {
                let inner = self.number(a, names);
                if a.is_natural() {
                    return Text {
                        text: format!("{} // {d}", inner.at(Level::Atom)),
                        level: Level::Multiply,
                    };
                }
                self.helper("floor_div");
                Text::atom(format!("floor_div({}, {d})", inner.text))
            }
            Num::Valuation(base, a) => {
                self.helper("valuation");
                Text::atom(format!("valuation({base}, {})", self.number(a, names).text))
            }
            Num::Ones(a) => {
                self.helper("ones");
                Text::atom(format!("ones({})", self.number(a, names).text))
            }
            Num::LeastPart(a) => {
                self.helper("least_part");
                Text::atom(format!("least_part({})", self.number(a, names).text))
            }
            Num::LowestZero => {
                self.helper("valuation");
                let parts: Vec<String> = names.heaps.iter().map(|heap| format!("({heap} - 1)")).collect();
                Text::atom(format!("valuation(2, ({}) + 1)", parts.join(" | ")))
            }
            Num::Look(table, of) => self.look(table, of, names),
            Num::Floor(surd, of) => {
                let of = self.number(of, names);
                self.floor(surd, &of)
            }
            Num::NimSum { from, step, of } => {
                let parts = self.for_heaps(names, *from, *step, of);
                if parts.len() == 1 {
                    return Self::joined(&parts, "", Level::Add);
                }
                let text = parts.iter().map(|part| part.at(Level::Atom)).collect::<Vec<_>>().join(" ^ ");
                Text::atom(format!("({text})"))
            }
            Num::Sum(of) => {
                let parts = self.for_heaps(names, 0, 1, of);
                Self::joined(&parts, " + ", Level::Add)
            }
            // Made for sums whose greatest member is asked for; see `condition`.
            Num::Largest(of) => {
                let parts = self.for_heaps(names, 0, 1, of);
                parts
                    .into_iter()
                    .reduce(|a, b| Text::atom(format!("max({}, {})", a.text, b.text)))
                    .unwrap_or_else(|| Text::atom("0"))
            }
            Num::Digits(digits, of) => {
                let of = self.number(of, names).text;
                self.digits(digits);
                Text::atom(format!("g({of})"))
            }
        }
    }

    fn for_heaps(&mut self, names: &Names, from: usize, step: usize, of: &Num) -> Vec<Text> {
        let heaps: Vec<String> = names.heaps.iter().skip(from).step_by(step).cloned().collect();
        heaps.iter().map(|heap| self.number(of, &names.of(heap))).collect()
    }

    fn look(&mut self, table: &Table, of: &Num, names: &Names) -> Text {
        let inner = self.number(of, names);
        if table.is_identity() {
            return inner;
        }
        if let Some(m) = table.modulus() {
            return Text { text: format!("{} % {m}", inner.at(Level::Atom)), level: Level::Multiply };
        }
        self.table(table);
        Text::atom(format!("g({})", inner.text))
    }

    fn table(&mut self, table: &Table) {
        let turn = self.constant("TURN", &table.turn);
        let mut text = String::from("def g(n):\n");
        let (start, period) = (table.before.len(), table.turn.len());
        let mut place = "n".to_owned();
        if start > 0 {
            let before = self.constant("BEFORE", &table.before);
            let _ = writeln!(text, "    if n < {start}:\n        return {before}[n]");
            place = format!("(n - {start})");
        }
        let rises = if table.saltus == 0 {
            String::new()
        } else {
            format!(" + {place} // {period} * {}", table.saltus)
        };
        let _ = writeln!(text, "    return {turn}[{place} % {period}]{rises}");
        self.define("g", text);
    }

    fn digits(&mut self, digits: &Digits) {
        let first = self.constant("FIRST", &digits.first);
        let base = digits.base;
        let mut text =
            format!("def g(n):\n    if n < {base}:\n        return {first}[n]\n    m = n // {base}\n");
        let last = digits.by_last.len() - 1;
        for (digit, rule) in digits.by_last.iter().enumerate() {
            let value = match rule {
                LastDigit::Same(0) => "g(m)".to_owned(),
                LastDigit::Same(c) => format!("g(m) + {c}"),
                LastDigit::Times(a, c) => format!("{a} * m + {c}"),
            };
            if digit < last {
                let _ = writeln!(text, "    if n % {base} == {digit}:\n        return {value}");
            } else {
                let _ = writeln!(text, "    return {value}");
            }
        }
        self.define("g", text);
    }

    fn floor(&mut self, surd: &Surd, of: &Text) -> Text {
        self.helper("isqrt");
        // Room for what stands beside the square as well.
        self.squares(2 * surd.q[0].saturating_pow(2).saturating_mul(surd.d));
        let n = of.at(Level::Atom);
        let line = |[by, alone]: [i128; 2]| match (by, alone) {
            (1, 0) => n.clone(),
            (0, alone) => alone.to_string(),
            (by, 0) => format!("{by} * {n}"),
            (by, alone) => format!("{by} * {n} + {alone}"),
        };
        let (whole, roots) = (line(surd.p), line(surd.q));
        let square = if surd.q == [1, 0] {
            format!("{n} * {n} * {}", surd.d)
        } else {
            format!("({roots}) * ({roots}) * {}", surd.d)
        };
        let sum =
            if surd.p == [0, 0] { format!("isqrt({square})") } else { format!("{whole} + isqrt({square})") };
        if surd.q[1] < 0 {
            // Below 0 at the start, where the root is rounded the other way.
            self.helper("floor_div");
            let below = format!("{whole} - isqrt({square}) - 1");
            let text = format!(
                "def beatty(n):\n    if {roots} < 0:\n        return floor_div({below}, {r})\n    return floor_div({sum}, {r})\n",
                r = surd.r
            );
            self.define("beatty", text.replace(&n, "n"));
            return Text::atom(format!("beatty({})", of.text));
        }
        match surd.r {
            1 if surd.p == [0, 0] => Text::atom(sum),
            1 => Text { text: sum, level: Level::Add },
            r => Text { text: format!("({sum}) // {r}"), level: Level::Multiply },
        }
    }

    fn condition(&mut self, cond: &Cond, names: &Names) -> Text {
        let compare = |text: String| Text { text, level: Level::Compare };
        match cond {
            Cond::Never => Text::atom("False"),
            Cond::Eq(a, b) => compare(format!(
                "{} == {}",
                self.number(a, names).at(Level::Add),
                self.number(b, names).at(Level::Add)
            )),
            Cond::Less(Num::Largest(of), b) => {
                let heaps = names.heaps.clone();
                let parts: Vec<Text> = heaps
                    .iter()
                    .map(|heap| self.condition(&Cond::Less((**of).clone(), b.clone()), &names.of(heap)))
                    .collect();
                Self::joined(&parts, " and ", Level::And)
            }
            Cond::Less(a, b) => compare(format!(
                "{} < {}",
                self.number(a, names).at(Level::Add),
                self.number(b, names).at(Level::Add)
            )),
            Cond::In(a, set) if set.len() <= 3 => {
                let parts: Vec<Text> = set
                    .iter()
                    .map(|value| self.condition(&Cond::Eq(a.clone(), Num::Const(*value)), names))
                    .collect();
                Self::joined(&parts, " or ", Level::Or)
            }
            Cond::In(a, set) => {
                self.helper("has");
                let (list, of) = (self.constant("LOST", set), self.number(a, names).text);
                Text::atom(format!("has({list}, {of})"))
            }
            Cond::Member(sequence, a) => {
                self.sequence(sequence);
                let of = self.number(a, names).text;
                Text::atom(format!("has(sequence({of}), {of})"))
            }
            Cond::Every(inner) => {
                let heaps = names.heaps.clone();
                let parts: Vec<Text> =
                    heaps.iter().map(|heap| self.condition(inner, &names.of(heap))).collect();
                Self::joined(&parts, " and ", Level::And)
            }
            Cond::Same(of) => {
                let heaps = names.heaps.clone();
                let parts: Vec<Text> = heaps.iter().map(|heap| self.number(of, &names.of(heap))).collect();
                let pairs = parts.windows(2);
                let equal: Vec<Text> = pairs
                    .map(|pair| compare(format!("{} == {}", pair[0].at(Level::Add), pair[1].at(Level::Add))))
                    .collect();
                Self::joined(&equal, " and ", Level::And)
            }
            Cond::Columns(modulus) => {
                self.columns(*modulus);
                Text::atom("columns(h)")
            }
            Cond::Classes { from, period, lists, ordered } => {
                self.classes([*from, *period], lists, *ordered, names)
            }
            Cond::Listed(lists) => Self::listed(&names.heaps.clone(), lists),
            Cond::Not(inner) => Text::atom(format!("not ({})", self.condition(inner, names).text)),
            Cond::And(a, b) => {
                let parts = vec![self.condition(a, names), self.condition(b, names)];
                Self::joined(&parts, " and ", Level::And)
            }
            Cond::Or(a, b) => {
                let parts = vec![self.condition(a, names), self.condition(b, names)];
                // Brackets that no compiler warns about.
                let parts: Vec<Text> =
                    parts.into_iter().map(|part| Text::atom(part.at(Level::Compare))).collect();
                Self::joined(&parts, " or ", Level::Or)
            }
        }
    }

    fn listed(heaps: &[String], lists: &[Vec<i128>]) -> Text {
        let list = |list: &Vec<i128>| {
            let parts: Vec<String> =
                heaps.iter().zip(list).map(|(heap, n)| format!("{heap} == {n}")).collect();
            if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(" and ")) }
        };
        let parts: Vec<Text> = lists.iter().map(|l| Text::atom(list(l))).collect();
        Self::joined(&parts, " or ", Level::Or)
    }

    fn classes(
        &mut self,
        [from, period]: [i128; 2],
        lists: &[Vec<i128>],
        ordered: bool,
        names: &Names,
    ) -> Text {
        let body = match (from, period) {
            (0, _) => format!("def rest(n):\n    return n % {period}\n"),
            _ => format!(
                "def rest(n):\n    if n < {from}:\n        return n\n    return {from} + (n - {from}) % {period}\n"
            ),
        };
        self.define("rest", body);
        // The rests of sorted heaps need not be sorted: put together as one number, sorted first.
        self.helper("has");
        let base = from + period;
        let keys: Vec<i128> =
            lists.iter().map(|list| list.iter().fold(0, |key, rest| key * base + rest)).collect();
        let lost = self.constant("LOST", &keys);
        let sort = if ordered { "" } else { "    to.sort()\n" };
        let mut text = format!("def key(seq):\n    to = list(seq)\n{sort}    k = 0\n    for n in to:\n");
        let _ = writeln!(text, "        k = k * {base} + n\n    return k");
        let rests: Vec<String> = names.heaps.iter().map(|heap| format!("rest({heap})")).collect();
        if rests.len() == 1 {
            return Text::atom(format!("has({lost}, {})", rests[0]));
        }
        self.define("key", text);
        Text::atom(format!("has({lost}, key([{}]))", rests.join(", ")))
    }

    fn columns(&mut self, modulus: i128) {
        let text = format!(
            "def columns(h) -> bool:\n    b = 1\n    more = True\n    while more:\n        more = False\n        c = 0\n        for n in h:\n            if n >= b:\n                more = True\n            c = c + n // b % 2\n        if c % {modulus} != 0:\n            return False\n        b = b * 2\n    return True\n"
        );
        self.define("columns", text);
    }

    /// The members of a sequence up to the first that is not below n.
    pub fn sequence(&mut self, sequence: &Sequence) {
        self.helper("has");
        let last = "seq[len(seq) - 1]";
        let mut text = String::from("def sequence(n) -> list:\n");
        match sequence {
            Sequence::Recurrence { first, by, plus } => {
                let list: Vec<String> = first.iter().map(i128::to_string).collect();
                let mut terms: Vec<String> = Vec::new();
                for (back, factor) in by.iter().enumerate().filter(|(_, factor)| **factor != 0) {
                    let member = format!("seq[len(seq) - {}]", back + 1);
                    terms.push(if *factor == 1 { member } else { format!("{factor} * {member}") });
                }
                if *plus != 0 {
                    terms.push(plus.to_string());
                }
                let next = terms.join(" + ");
                let _ = write!(
                    text,
                    "    seq = [{}]\n    while {last} < n:\n        seq.append({next})\n",
                    list.join(", ")
                );
            }
            Sequence::Quadratic([a, b, c]) => {
                // The one member that may be n, found from a whole root.
                self.helper("isqrt");
                let around = b.abs() + 2;
                let _ = write!(
                    text,
                    "    seq = [{first}]\n    if 2 * n < {c}:\n        return seq\n    k = isqrt((2 * n - {c}) // {a}) - {around}\n    if k < 0:\n        k = 0\n    for i in range(k, k + {all}):\n        seq.append(({a} * i * i + {b} * i + {c}) // 2)\n",
                    first = c / 2,
                    all = 2 * around + 1,
                );
            }
            Sequence::TakeAway { slope, plus } => {
                let _ = write!(
                    text,
                    "    seq = [1]\n    i = 0\n    while {last} < n:\n        while {slope} * seq[i] + {plus} < {last}:\n            i = i + 1\n        seq.append({last} + seq[i])\n"
                );
            }
        }
        text.push_str("    return seq\n");
        self.define("sequence", text);
    }
}

impl Num {
    /// Certainly not negative?
    fn is_natural(&self) -> bool {
        match self {
            Self::Const(c) => *c >= 0,
            Self::Heap(_)
            | Self::This
            | Self::Mod(..)
            | Self::Ones(_)
            | Self::LeastPart(_)
            | Self::LowestZero
            | Self::Look(..)
            | Self::Digits(..) => true,
            // Sorted heaps have no negative differences, greater less smaller.
            Self::Sub(a, b) => matches!((&**a, &**b), (Self::Heap(i), Self::Heap(j)) if i > j),
            Self::Add(a, b) | Self::Mul(a, b) => a.is_natural() && b.is_natural(),
            Self::Sum(of) | Self::Largest(of) | Self::NimSum { of, .. } | Self::Div(of, _) => of.is_natural(),
            Self::Valuation(..) | Self::Floor(..) => false,
        }
    }
}

const HAS: &str = "def has(list, n) -> bool:
    for x in list:
        if x == n:
            return True
    return False
";
const ISQRT: &str = "def isqrt(x):
    if x == 0:
        return 0
    r = 1
    i = x
    while i > 0:
        i = i // 4
        r = r * 2
    i = (r + x // r) // 2
    while i < r:
        r = i
        i = (r + x // r) // 2
    return r
";
const FLOOR_DIV: &str = "def floor_div(a, b):
    if a >= 0:
        return a // b
    return -((b - 1 - a) // b)
";
const VALUATION: &str = "def valuation(b, n):
    if n == 0:
        return -1
    k = 0
    while n % b == 0:
        n = n // b
        k = k + 1
    return k
";
const ONES: &str = "def ones(n):
    k = 0
    while n > 0:
        k = k + n % 2
        n = n // 2
    return k
";
const LEAST_PART: &str = "def least_part(n):
    a = 1
    b = 2
    k = 1
    while b <= n:
        c = a + b
        a = b
        b = c
        k = k + 1
    part = 0
    while k > 0:
        if a <= n:
            n = n - a
            part = k
        c = b - a
        b = a
        a = c
        k = k - 1
    return part
";
const IS_PRIME: &str = "def is_prime(n) -> bool:
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d = d + 1
    return True
";
const IS_POWER: &str = "def is_power(b, n) -> bool:
    while n % b == 0:
        n = n // b
    return n == 1
";
const IS_FIBONACCI: &str = "def is_fibonacci(n) -> bool:
    a = 1
    b = 2
    while a < n:
        c = a + b
        a = b
        b = c
    return a == n
";
