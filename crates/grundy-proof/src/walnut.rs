//! A law as statements for Walnut (Mousavi 2016), a prover that shares no code with this one: the rules as
//! formulas, and the two statements that make the automaton the law. Walnut prints TRUE for each statement.

use std::fmt::Write;

use grundy_core::error::Result;

use crate::law::Law;
use crate::question::{Line, Link, Others, Piece, Set, Takes, Way, Ways};

impl Law {
    /// The commands for Walnut. They need the automaton of [`Law::to_walnut`] as the file `lost.txt` in Walnut's
    /// folder `Automata Library`.
    ///
    /// # Errors
    /// A numeration that Walnut does not support.
    pub fn to_walnut_commands(&self) -> Result<String> {
        let name = self.walnut_numeration()?;
        let ways = self.ways();
        let mut out = format!(
            "# The positions that `lost` accepts are the P-positions of {}{}, {} heaps.\n\
             # Needs the automaton as `Automata Library/lost.txt`. Every `eval` answers TRUE.\n",
            if self.question().misere { "misere " } else { "" },
            self.question().rules,
            self.question().heaps
        );
        for (set, expression) in place_sets(ways, self.numeration().as_base()) {
            let _ = writeln!(out, "reg {set} {name} \"{expression}\":");
        }
        let heaps = self.question().heaps;
        let (before, after) = (list("x", heaps), list("y", heaps));
        let moves: Vec<String> =
            ways.list.iter().map(|way| format!("({})", way_of(ways, way, heaps))).collect();
        let _ = writeln!(out, "def option \"?{name} {}\":", moves.join(" | "));
        let leads = format!("E{after} ($lost({after}) & $option({before},{after}))");
        let _ = writeln!(out, "eval lost_to_lost \"?{name} A{before} ($lost({before}) => ~({leads}))\":");
        if self.question().misere {
            let _ = writeln!(out, "def goes \"?{name} E{after} $option({before},{after})\":");
            let _ =
                writeln!(out, "eval lost_goes \"?{name} A{before} ($lost({before}) => $goes({before}))\":");
            let other = format!("($lost({before}) | ~$goes({before}) | ({leads}))");
            let _ = writeln!(out, "eval others_win \"?{name} A{before} {other}\":");
        } else {
            let _ = writeln!(out, "eval others_win \"?{name} A{before} ($lost({before}) | ({leads}))\":");
        }
        Ok(out)
    }
}

/// The variables `letter`1, `letter`2, ...
fn list(letter: &str, heaps: usize) -> String {
    (1..=heaps).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(",")
}

/// The sets of place values that the amounts mention: a name, and the digits of the members as a regular
/// expression.
fn place_sets(ways: &Ways, base: Option<u32>) -> Vec<(String, String)> {
    fn walk(set: &Set, found: &mut Vec<Piece>) {
        for piece in set {
            match piece {
                Piece::Powers(_) | Piece::Fibonacci if !found.contains(piece) => found.push(piece.clone()),
                Piece::Difference(these, those) => {
                    walk(these, found);
                    walk(those, found);
                }
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    for takes in &ways.sets {
        walk(&takes.amounts, &mut found);
    }
    let digits = |piece: &Piece| match piece {
        // Powers of b^k in base b: a 1, then k zeros some number of times.
        Piece::Powers(power) => {
            let base = base.map_or(*power, u64::from);
            let zeros = power.ilog(base.max(2)) as usize;
            format!("0*1({})*", "0".repeat(zeros))
        }
        _ => "0*10*".to_owned(),
    };
    found.iter().map(|piece| (place_set(piece), digits(piece))).collect()
}

/// The name of a set of place values.
fn place_set(piece: &Piece) -> String {
    match piece {
        Piece::Powers(base) => format!("power{base}"),
        _ => "fibonacci".to_owned(),
    }
}

/// The positions x1, x2, ... and y1, y2, ... such that this way leads from the first to the second.
fn way_of(ways: &Ways, way: &Way, heaps: usize) -> String {
    let takes = &ways.sets[way.set];
    let mut parts = Vec::new();
    // If all amounts are equal, there is one.
    let amount =
        |place: usize| if way.link == Link::Same { "s1".to_owned() } else { format!("s{}", place + 1) };
    let amounts = if way.link == Link::Same { 1 } else { way.touched.len() };
    for (place, heap) in way.touched.iter().map(|heap| heap + 1).enumerate() {
        let amount = amount(place);
        parts.push(format!("x{heap} = y{heap} + {amount}"));
        parts.push(taken(takes, &amount, &format!("x{heap}"), &format!("y{heap}")));
    }
    if let Link::Within(bound) = way.link {
        for i in 0..way.touched.len() {
            for j in (0..way.touched.len()).filter(|&j| j != i) {
                parts.push(at_most(&[(1, &amount(i)), (-1, &amount(j))], -bound));
            }
        }
    }
    let first = way.touched[0] + 1;
    for other in (1..=heaps).filter(|other| !way.touched.contains(&(other - 1))) {
        parts.push(format!("y{other} = x{other}"));
        match way.others {
            Others::Anything => {}
            Others::NotLarger => parts.push(format!("x{other} <= x{first}")),
            Others::NotSmaller => parts.push(format!("x{other} >= x{first}")),
            Others::Empty => parts.push(format!("x{other} = 0")),
        }
    }
    format!("E{} ({})", list("s", amounts), parts.join(" & "))
}

/// Whether `amount` may be taken from `before`, leaving `after`.
fn taken(takes: &Takes, amount: &str, before: &str, after: &str) -> String {
    let mut text = format!("{amount} >= 1 & ({})", member(&takes.amounts, amount, before));
    if !takes.may_empty {
        let _ = write!(text, " & {after} >= 1");
    }
    if !takes.may_leave {
        let _ = write!(text, " & {after} = 0");
    }
    text
}

/// Whether an amount is in a set.
fn member(set: &Set, amount: &str, heap: &str) -> String {
    let parts: Vec<String> = set.iter().map(|piece| format!("({})", piece_of(piece, amount, heap))).collect();
    if parts.is_empty() { "0 = 1".to_owned() } else { parts.join(" | ") }
}

fn piece_of(piece: &Piece, amount: &str, heap: &str) -> String {
    match piece {
        Piece::Range(low, high) => {
            // s >= floor(u / c) is equivalent to c s + c > u.
            let Line { a, b, c } = *low;
            let above = at_most(&[(a, heap), (-c, amount)], b - c + 1);
            let below = high.map(|Line { a, b, c }| at_most(&[(c, amount), (-a, heap)], -b));
            [Some(above), below].into_iter().flatten().collect::<Vec<_>>().join(" & ")
        }
        Piece::Residue { rest, modulus } => format!("Er {amount} = {modulus} * r + {rest}"),
        Piece::Powers(_) | Piece::Fibonacci => format!("${}({amount})", place_set(piece)),
        Piece::Difference(these, those) => {
            format!("({}) & ~({})", member(these, amount, heap), member(those, amount, heap))
        }
    }
}

/// The inequality `sum of terms + constant <= 0`, without negative numbers.
fn at_most(terms: &[(i64, &str)], constant: i64) -> String {
    let side = |sign: i64| {
        let mut parts: Vec<String> = Vec::new();
        for &(factor, name) in terms.iter().filter(|(factor, _)| factor * sign > 0) {
            let factor = factor.abs();
            parts.push(if factor == 1 { name.to_owned() } else { format!("{factor} * {name}") });
        }
        if constant * sign > 0 || parts.is_empty() {
            parts.push((constant * sign).max(0).to_string());
        }
        parts.join(" + ")
    };
    format!("{} <= {}", side(1), side(-1))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use dashu_int::UBig;

    use super::*;
    use crate::find::find;
    use crate::testing::{RULES, options, question, untimed};

    /// Evaluates the formulas that are written here, in the simplest way. Bound variables range up to `most`.
    struct Reader<'a> {
        text: &'a [u8],
        at: usize,
        most: u64,
        call: &'a dyn Fn(&str, &[u64]) -> bool,
    }

    impl Reader<'_> {
        fn skip(&mut self) {
            while self.text.get(self.at) == Some(&b' ') {
                self.at += 1;
            }
        }

        fn sees(&mut self, sign: &str) -> bool {
            self.skip();
            let found = self.text[self.at..].starts_with(sign.as_bytes());
            self.at += if found { sign.len() } else { 0 };
            found
        }

        fn word(&mut self) -> String {
            self.skip();
            let from = self.at;
            while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == b'_') {
                self.at += 1;
            }
            String::from_utf8(self.text[from..self.at].to_vec()).unwrap()
        }

        /// `=>` binds least, then `|`, then `&`.
        fn formula(&mut self, known: &mut HashMap<String, u64>) -> bool {
            let mut value = self.and(known);
            loop {
                if self.sees("=>") {
                    let right = self.formula(known);
                    return !value || right;
                }
                if !self.sees("|") {
                    return value;
                }
                value |= self.and(known);
            }
        }

        fn and(&mut self, known: &mut HashMap<String, u64>) -> bool {
            let mut value = self.atom(known);
            while self.sees("&") {
                value &= self.atom(known);
            }
            value
        }

        fn atom(&mut self, known: &mut HashMap<String, u64>) -> bool {
            if self.sees("~") {
                return !self.atom(known);
            }
            if self.sees("(") {
                let value = self.formula(known);
                assert!(self.sees(")"), "{}", String::from_utf8_lossy(&self.text[self.at..]));
                return value;
            }
            for (sign, all) in [("A", true), ("E", false)] {
                if self.sees(sign) {
                    let mut names = vec![self.word()];
                    while self.sees(",") {
                        names.push(self.word());
                    }
                    return self.quantified(all, &names, known);
                }
            }
            if self.sees("$") {
                let name = self.word();
                assert!(self.sees("("));
                let mut numbers = vec![self.sum(known)];
                while self.sees(",") {
                    numbers.push(self.sum(known));
                }
                assert!(self.sees(")"));
                return (self.call)(&name, &numbers);
            }
            let left = self.sum(known);
            let sign = ["<=", ">=", "="].into_iter().find(|sign| self.sees(sign)).unwrap();
            let right = self.sum(known);
            match sign {
                "<=" => left <= right,
                ">=" => left >= right,
                _ => left == right,
            }
        }

        fn quantified(&mut self, all: bool, names: &[String], known: &mut HashMap<String, u64>) -> bool {
            let from = self.at;
            let Some((first, rest)) = names.split_first() else { return self.formula(known) };
            let mut value = all;
            for number in 0..=self.most {
                self.at = from;
                known.insert(first.clone(), number);
                let here = self.quantified(all, rest, known);
                value = if all { value && here } else { value || here };
            }
            known.remove(first);
            value
        }

        fn sum(&mut self, known: &HashMap<String, u64>) -> u64 {
            let mut sum = 0;
            loop {
                let word = self.word();
                let number = |word: &str| word.parse().unwrap_or_else(|_| known[word]);
                let mut term: u64 = number(&word);
                if self.sees("*") {
                    term *= number(&self.word());
                }
                sum += term;
                if !self.sees("+") {
                    return sum;
                }
            }
        }
    }

    /// Whether a formula holds for these values of its free variables.
    fn holds(
        formula: &str,
        values: &[(String, u64)],
        most: u64,
        call: &dyn Fn(&str, &[u64]) -> bool,
    ) -> bool {
        let mut reader = Reader { text: formula.as_bytes(), at: 0, most, call };
        let value = reader.formula(&mut values.iter().cloned().collect());
        reader.skip();
        assert_eq!(reader.at, formula.len(), "{formula}");
        value
    }

    fn is_place(name: &str, number: u64) -> bool {
        let mut members: Vec<u64> = vec![1, 2];
        match name.strip_prefix("power") {
            Some(base) => members = (0..8).map(|k| base.parse::<u64>().unwrap().pow(k)).collect(),
            None => (0..12).for_each(|i| members.push(members[i] + members[i + 1])),
        }
        members.contains(&number)
    }

    #[test]
    fn formulas_of_moves_are_the_moves_of_the_rules() {
        for rules in RULES {
            let ways = question(rules, 2).ways().unwrap();
            for way in &ways.list {
                let formula = way_of(&ways, way, 2);
                for index in 0..6u64.pow(4) {
                    let [a, b, c, d] = [0, 1, 2, 3].map(|i| index / 6u64.pow(i) % 6);
                    let named = |name: &str, value| (name.to_owned(), value);
                    let values = [named("x1", a), named("x2", b), named("y1", c), named("y2", d)];
                    // Nothing can be taken that is not there.
                    let may = c <= a && d <= b;
                    let accepted = may && holds(&formula, &values, 6, &|name, n| is_place(name, n[0]));
                    let mut found = crate::testing::options_of_way(&ways, way, &[a, b]);
                    assert_eq!(
                        accepted,
                        found.any(|option| option == [c, d]),
                        "{rules} {formula} {a} {b} {c} {d}"
                    );
                }
            }
        }
    }

    /// The statements hold in a box for a law, and not for another set.
    #[test]
    fn statements_are_those_of_the_proof() {
        for (rules, numeration) in [
            ("wythoff", "msd_fib"),
            ("misere take any", "msd_2"),
            ("take any or take odd from 2 heaps", "msd_3"),
        ] {
            let law = find(&question(rules, 2), &untimed()).unwrap().law.unwrap();
            let text = law.to_walnut_commands().unwrap();
            let ways = law.ways().clone();
            let statements: Vec<&str> = text.lines().filter(|line| line.starts_with("eval ")).collect();
            assert_eq!(statements.len(), if law.question().misere { 3 } else { 2 }, "{text}");
            for wrong in [false, true] {
                let lost = |x: &[u64]| {
                    let x: Vec<UBig> = x.iter().map(|&n| n.into()).collect();
                    law.is_lost(&x) != (wrong && x == [2u8.into(), 3u8.into()])
                };
                let call = |name: &str, n: &[u64]| match name {
                    "lost" => lost(n),
                    "option" => options(&ways, &n[..2]).any(|option| option == n[2..]),
                    "goes" => options(&ways, n).next().is_some(),
                    _ => panic!("{name}"),
                };
                let all = statements.iter().all(|statement| {
                    let (_, formula) = statement.split_once(&format!("?{numeration} ")).unwrap();
                    holds(formula.strip_suffix("\":").unwrap(), &[], 6, &call)
                });
                assert_eq!(all, !wrong, "{text}");
            }
        }
    }

    #[test]
    fn powers_are_words_of_the_base() {
        let law = find(&question("take powers of 4 or take any from 2 heaps", 2), &untimed()).unwrap().law;
        let text = law.expect("a law").to_walnut_commands().unwrap();
        let two = text.contains("reg power4 msd_2 \"0*1(00)*\":");
        assert!(two || text.contains("reg power4 msd_4 \"0*1(0)*\":"), "{text}");
    }
}
