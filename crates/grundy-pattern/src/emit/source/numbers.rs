//! Numbers as expressions of the program.

use std::fmt::Write as _;

use super::{Level, Names, Source, Text};
use grundy_solver::law::Surd;
use grundy_solver::law::Table;
use grundy_solver::law::{Digits, LastDigit, Num};

impl Source {
    pub(super) fn number(&mut self, num: &Num, names: &Names) -> Text {
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
            // Used for sums that need their greatest member; see `condition`.
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
        // Room for the terms added to the square.
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
            // Negative at the start, where the root is rounded the other way.
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
}
