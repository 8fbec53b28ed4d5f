//! Conditions as expressions of the program.

use std::fmt::Write as _;

use super::{Level, Names, Source, Text};
use grundy_solver::law::Sequence;
use grundy_solver::law::{Automaton, Cond, Num};

impl Source {
    pub(super) fn condition(&mut self, cond: &Cond, names: &Names) -> Text {
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
            Cond::Automaton(automaton) => {
                self.automaton(automaton);
                Text::atom("accepted(h)")
            }
            Cond::Listed(lists) => Self::listed(&names.heaps.clone(), lists),
            Cond::Not(inner) => Text::atom(format!("not ({})", self.condition(inner, names).text)),
            Cond::And(a, b) => {
                let parts = vec![self.condition(a, names), self.condition(b, names)];
                Self::joined(&parts, " and ", Level::And)
            }
            Cond::Or(a, b) => {
                let parts = vec![self.condition(a, names), self.condition(b, names)];
                // Brackets, to avoid compiler warnings.
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
        // The remainders of sorted heaps need not be sorted. They are sorted and combined into one number.
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

    /// Reads the digits of all heaps side by side, from the greatest place on, and follows the table of the
    /// automaton.
    fn automaton(&mut self, automaton: &Automaton) {
        let next = self.constant("NEXT", &automaton.targets());
        let mut accepting = automaton.accepting();
        accepting.push(0);
        let accepting = self.constant("ACCEPTS", &accepting);
        let (digits, letters) = (automaton.numeration().digits(), automaton.letters());
        let (rule, places) = (automaton.numeration().rule(), automaton.numeration().places());
        let first: Vec<String> = places[..rule.len()].iter().map(u64::to_string).collect();
        let place = |back: usize, factor: u32| {
            let member = format!("seq[len(seq) - {back}]");
            if factor == 1 { member } else { format!("{factor} * {member}") }
        };
        let terms: Vec<String> = (1..).zip(rule).map(|(back, &factor)| place(back, factor)).collect();
        self.define(
            "accepted",
            format!(
                "def accepted(h) -> bool:
    seq = [{first}]
    for n in h:
        while seq[len(seq) - 1] <= n:
            seq.append({next_place})
    to = list(h)
    s = 0
    for i in range(0, len(seq)):
        b = seq[len(seq) - 1 - i]
        c = 0
        w = 1
        for j in range(0, len(to)):
            d = to[j] // b
            to[j] = to[j] - d * b
            c = c + d * w
            w = w * {digits}
        s = {next}[s * {letters} + c]
    return {accepting}[s] == 1
",
                first = first.join(", "),
                next_place = terms.join(" + "),
            ),
        );
    }

    fn columns(&mut self, modulus: i128) {
        let text = format!(
            "def columns(h) -> bool:\n    b = 1\n    more = True\n    while more:\n        more = False\n        c = 0\n        for n in h:\n            if n >= b:\n                more = True\n            c = c + n // b % 2\n        if c % {modulus} != 0:\n            return False\n        b = b * 2\n    return True\n"
        );
        self.define("columns", text);
    }

    /// The members of a sequence up to the first one that is at least n.
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
                // The one member that may be n, found by an integer square root.
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
