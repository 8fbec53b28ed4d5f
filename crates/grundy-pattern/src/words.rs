//! Formulas as text: short mathematics, with the necessary words in either language.

use grundy_core::text::{Lang, Message};
use grundy_solver::law::Sequence;
use grundy_solver::law::Surd;
use grundy_solver::law::{Cond, Digits, LastDigit, Num};
use grundy_solver::law::{LISTED, Table};
use grundy_solver::theorem::proved::numeration;

/// Maximum number of list members shown.
const SHOWN: usize = 48;

/// Names of the heaps, and the language.
#[derive(Clone, Debug)]
pub struct Words {
    lang: Lang,
    names: Vec<String>,
    this: String,
}

/// The names of the heaps: n for a single heap, a, b, c for several.
pub fn heap_names(heaps: usize) -> Vec<String> {
    match heaps {
        1 => vec!["n".to_owned()],
        2..=4 => ["a", "b", "c", "d"][..heaps].iter().map(|&name| name.to_owned()).collect(),
        _ => (1..=heaps).map(|i| format!("h{i}")).collect(),
    }
}

fn listed(numbers: impl IntoIterator<Item = i128>, separator: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for number in numbers {
        if parts.len() == SHOWN {
            parts.push("...".to_owned());
            break;
        }
        parts.push(number.to_string());
    }
    parts.join(separator)
}

impl Words {
    /// For `heaps` heaps.
    pub fn new(heaps: usize, lang: Lang) -> Self {
        let this = if heaps == 1 { "n" } else { "h" };
        Self { lang, names: heap_names(heaps), this: this.to_owned() }
    }

    fn say(&self, message: &Message) -> String {
        message.render(self.lang)
    }

    fn of(&self, this: &str) -> Self {
        Self { this: this.to_owned(), ..self.clone() }
    }

    /// A number.
    pub fn num(&self, num: &Num) -> String {
        match num {
            Num::Const(c) => c.to_string(),
            Num::Heap(i) => self.names.get(*i).cloned().unwrap_or_default(),
            Num::This => self.this.clone(),
            Num::Add(a, b) => format!("{} + {}", self.num(a), self.num(b)),
            Num::Sub(a, b) => format!("{} - {}", self.num(a), self.part(b)),
            Num::Mul(a, b) => format!("{} * {}", self.part(a), self.part(b)),
            Num::Mod(a, m) => format!("{} mod {m}", self.part(a)),
            Num::Div(a, d) => format!("floor({} / {d})", self.part(a)),
            Num::Valuation(base, a) => format!("v{base}({})", self.num(a)),
            Num::Ones(a) => format!("ones({})", self.num(a)),
            Num::LeastPart(a) => format!("z({})", self.num(a)),
            Num::LowestZero => {
                let parts: Vec<String> = self.names.iter().map(|name| format!("({name} - 1)")).collect();
                format!("z({})", parts.join(" or "))
            }
            Num::Look(table, of) => self.look(table, of),
            Num::Floor(surd, of) => floor(surd, &self.part(of)),
            Num::NimSum { from, step, of } => {
                let heaps = self.names.iter().skip(*from).step_by(*step);
                heaps.map(|name| self.of(name).part(of)).collect::<Vec<_>>().join(" xor ")
            }
            Num::Sum(of) => {
                self.names.iter().map(|name| self.of(name).part(of)).collect::<Vec<_>>().join(" + ")
            }
            Num::Largest(of) => {
                let parts: Vec<String> = self.names.iter().map(|name| self.of(name).num(of)).collect();
                if parts.len() == 1 { parts.concat() } else { format!("max({})", parts.join(", ")) }
            }
            Num::Digits(_, of) => format!("g({})", self.num(of)),
        }
    }

    /// A number as a part of another: in brackets if it is compound.
    fn part(&self, num: &Num) -> String {
        let single = match num {
            Num::Add(..) | Num::Sub(..) | Num::Mul(..) | Num::Mod(..) => false,
            Num::NimSum { .. } | Num::Sum(_) => self.names.len() == 1,
            Num::Look(table, _) => table.modulus().is_none(),
            _ => true,
        };
        if single { self.num(num) } else { format!("({})", self.num(num)) }
    }

    fn look(&self, table: &Table, of: &Num) -> String {
        if table.is_identity() {
            return self.num(of);
        }
        match table.modulus() {
            Some(m) => format!("{} mod {m}", self.part(of)),
            None => format!("g({})", self.num(of)),
        }
    }

    /// A condition.
    pub fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Never => self.say(&Message::new("pattern.never")),
            Cond::Eq(a, b) => format!("{} = {}", self.num(a), self.num(b)),
            Cond::Less(a, b) => format!("{} < {}", self.num(a), self.num(b)),
            Cond::In(a, set) => match &set[..] {
                [one] => format!("{} = {one}", self.num(a)),
                set => format!("{} in {{{}}}", self.num(a), listed(set.iter().copied(), ", ")),
            },
            Cond::Member(sequence, a) => self.member(sequence, &self.num(a)),
            Cond::Every(inner) => {
                self.names.iter().map(|name| self.of(name).cond(inner)).collect::<Vec<_>>().join(&self.and())
            }
            Cond::Same(of) => {
                self.names.iter().map(|name| self.of(name).num(of)).collect::<Vec<_>>().join(" = ")
            }
            Cond::Columns(2) => {
                self.cond(&Cond::Eq(Num::NimSum { from: 0, step: 1, of: Box::new(Num::This) }, Num::Const(0)))
            }
            Cond::Columns(modulus) => self.say(&Message::new("pattern.columns").with("modulus", *modulus)),
            Cond::Classes { from, period, lists, .. } => self.classes(*from, *period, lists),
            Cond::Automaton(automaton) => {
                let message = Message::new("pattern.automaton").with("heaps", self.names.join(", "));
                let message = message.with("states", automaton.states());
                self.say(&message.with("numeration", numeration(automaton.numeration())))
            }
            Cond::Listed(lists) => one_of(&self.names, lists),
            Cond::Not(inner) => match &**inner {
                Cond::Less(a, b) => format!("{} >= {}", self.num(a), self.num(b)),
                Cond::Eq(a, b) => format!("{} != {}", self.num(a), self.num(b)),
                Cond::In(a, set) if set.len() == 1 => format!("{} != {}", self.num(a), set[0]),
                Cond::Listed(lists) => {
                    let list = one_of(&self.names, lists);
                    self.say(&Message::new("pattern.not").with("condition", list))
                }
                inner => {
                    let inner = format!("({})", self.cond(inner));
                    self.say(&Message::new("pattern.not").with("condition", inner))
                }
            },
            Cond::And(a, b) => format!("{}{}{}", self.side(a), self.and(), self.side(b)),
            Cond::Or(a, b) => {
                let side = |c: &Cond| {
                    if matches!(c, Cond::And(..)) { format!("({})", self.cond(c)) } else { self.cond(c) }
                };
                let or = self.say(&Message::new("pattern.or"));
                format!("{} {or} {}", side(a), side(b))
            }
        }
    }

    fn side(&self, cond: &Cond) -> String {
        if matches!(cond, Cond::Or(..)) { format!("({})", self.cond(cond)) } else { self.cond(cond) }
    }

    fn and(&self) -> String {
        format!(" {} ", self.say(&Message::new("pattern.and")))
    }

    fn classes(&self, from: i128, period: i128, lists: &[Vec<i128>]) -> String {
        if from == 0 {
            let names: Vec<String> = self.names.iter().map(|name| format!("{name} mod {period}")).collect();
            return one_of(&names, lists);
        }
        let names: Vec<String> = self.names.iter().map(|name| format!("{name}'")).collect();
        let condition = one_of(&names, lists);
        if period == 1 {
            return self.say(&Message::new("pattern.capped").with("condition", condition).with("from", from));
        }
        let message = Message::new("pattern.classes").with("condition", condition).with("from", from);
        self.say(&message.with("period", period))
    }

    fn member(&self, sequence: &Sequence, n: &str) -> String {
        let message = match sequence {
            _ if *sequence == Sequence::fibonacci() => Message::new("pattern.fibonacci").with("n", n),
            Sequence::Quadratic([2, 0, 0]) => Message::new("pattern.square").with("n", n),
            Sequence::Quadratic([1, 1, 0]) => Message::new("pattern.triangular").with("n", n),
            Sequence::Recurrence { first, by, plus: 0 } if first[..] == [1] && by.len() == 1 => {
                Message::new("pattern.power").with("n", n).with("base", by[0])
            }
            _ => {
                let first = listed(sequence.members(i128::MAX, 8), ", ");
                let law = self.law(sequence);
                return self.say(
                    &Message::new("pattern.sequence").with("n", n).with("first", first).with("law", law),
                );
            }
        };
        self.say(&message)
    }

    fn law(&self, sequence: &Sequence) -> String {
        match sequence {
            Sequence::Quadratic([a, b, c]) => {
                let mut text = String::new();
                for (factor, name) in [(*a, "k^2"), (*b, "k"), (*c, "")] {
                    push_term(&mut text, factor, name);
                }
                format!("({text}) / 2")
            }
            Sequence::Recurrence { by, plus, .. } => {
                let mut text = String::new();
                for (index, factor) in by.iter().enumerate() {
                    push_term(&mut text, *factor, &format!("x(k-{})", index + 1));
                }
                push_term(&mut text, *plus, "");
                format!("x(k) = {text}")
            }
            Sequence::TakeAway { slope, plus } => {
                let mut limit = String::new();
                push_term(&mut limit, *slope, "m");
                push_term(&mut limit, *plus, "");
                self.say(&Message::new("pattern.take-away").with("limit", limit))
            }
        }
    }

    /// A table as a description of values.
    pub fn table(&self, table: &Table) -> String {
        if table.is_identity() {
            return self.this.clone();
        }
        if let Some(m) = table.modulus() {
            return format!("{} mod {m}", self.this);
        }
        let turn = listed(table.turn.iter().copied(), " ");
        let message = match (table.before.is_empty(), table.saltus == 0) {
            (true, true) => {
                Message::new("pattern.period").with("period", table.turn.len()).with("turn", turn)
            }
            (false, true) => Message::new("pattern.period-from")
                .with("period", table.turn.len())
                .with("turn", turn)
                .with("from", table.before.len()),
            (true, false) => Message::new("pattern.rising")
                .with("period", table.turn.len())
                .with("turn", turn)
                .with("saltus", table.saltus),
            (false, false) => Message::new("pattern.rising-from")
                .with("period", table.turn.len())
                .with("turn", turn)
                .with("saltus", table.saltus)
                .with("from", table.before.len()),
        };
        self.say(&message)
    }

    /// A number as a description of values: tables in full.
    pub fn value(&self, num: &Num) -> String {
        match num {
            Num::Look(table, of) if matches!(**of, Num::This | Num::Heap(_)) => self.table(table),
            Num::Digits(digits, of) if matches!(**of, Num::This | Num::Heap(_)) => digits_in_words(digits),
            num => match self.notes(num) {
                notes if notes.is_empty() => self.num(num),
                notes => format!("{}; {notes}", self.num(num)),
            },
        }
    }

    /// A rule with explanations of its letters.
    pub fn rule(&self, cond: &Cond) -> String {
        let mut notes = Vec::new();
        self.cond_notes(cond, &mut notes);
        notes.dedup();
        notes.retain(|note| !note.is_empty());
        let text = self.cond(cond);
        if notes.is_empty() { text } else { format!("{text}; {}", notes.join("; ")) }
    }

    fn cond_notes(&self, cond: &Cond, notes: &mut Vec<String>) {
        match cond {
            Cond::Eq(a, b) | Cond::Less(a, b) => notes.extend([self.notes(a), self.notes(b)]),
            Cond::In(a, _) | Cond::Same(a) | Cond::Member(_, a) => notes.push(self.notes(a)),
            Cond::Every(inner) | Cond::Not(inner) => self.cond_notes(inner, notes),
            Cond::And(a, b) | Cond::Or(a, b) => {
                self.cond_notes(a, notes);
                self.cond_notes(b, notes);
            }
            _ => {}
        }
    }

    /// Explanations of the letters in a number.
    fn notes(&self, num: &Num) -> String {
        match num {
            Num::Look(table, _) if !table.is_identity() && table.modulus().is_none_or(|m| m > LISTED) => {
                format!("g: {}", self.of("n").table(table))
            }
            Num::Digits(digits, _) => format!("g: {}", digits_in_words(digits)),
            Num::Valuation(base, _) => self.say(&Message::new("pattern.valuation").with("base", *base)),
            Num::Ones(_) => self.say(&Message::new("pattern.ones")),
            Num::LeastPart(_) => self.say(&Message::new("pattern.least-part")),
            Num::LowestZero => self.say(&Message::new("pattern.lowest-zero")),
            Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) => {
                let (a, b) = (self.notes(a), self.notes(b));
                if a.is_empty() { b } else { a }
            }
            Num::Mod(of, _) | Num::Div(of, _) | Num::NimSum { of, .. } | Num::Sum(of) | Num::Largest(of) => {
                self.notes(of)
            }
            _ => String::new(),
        }
    }
}

fn digits_in_words(digits: &Digits) -> String {
    let base = digits.base;
    let mut parts: Vec<String> =
        digits.first.iter().enumerate().map(|(n, value)| format!("g({n}) = {value}")).collect();
    for (last, rule) in digits.by_last.iter().enumerate() {
        let mut right = String::new();
        match rule {
            LastDigit::Same(c) => {
                push_term(&mut right, 1, "g(m)");
                push_term(&mut right, *c, "");
            }
            LastDigit::Times(a, c) => {
                push_term(&mut right, *a, "m");
                push_term(&mut right, *c, "");
            }
        }
        let right = if right.is_empty() { "0".to_owned() } else { right };
        let plus = if last == 0 { String::new() } else { format!(" + {last}") };
        parts.push(format!("g({base}m{plus}) = {right}"));
    }
    parts.join(", ")
}

fn one_of(names: &[String], lists: &[Vec<i128>]) -> String {
    let list = |list: &[i128]| format!("({})", listed(list.iter().copied(), ", "));
    let mut all: Vec<String> = lists.iter().take(SHOWN).map(|l| list(l)).collect();
    if lists.len() > SHOWN {
        all.push("...".to_owned());
    }
    let heaps = format!("({})", names.join(", "));
    match &all[..] {
        [one] => format!("{heaps} = {one}"),
        all => format!("{heaps} in {{{}}}", all.join(", ")),
    }
}

/// Adds `factor name` to a sum in letters.
fn push_term(text: &mut String, factor: i128, name: &str) {
    if factor == 0 {
        return;
    }
    let sign = match (text.is_empty(), factor < 0) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    };
    let size = factor.unsigned_abs();
    let size = if size == 1 && !name.is_empty() { String::new() } else { size.to_string() };
    text.push_str(sign);
    text.push_str(&size);
    text.push_str(name);
}

fn floor(surd: &Surd, n: &str) -> String {
    let root = format!("sqrt({})", surd.d);
    let side = |whole: i128, roots: i128| {
        let mut text = String::new();
        push_term(&mut text, whole, "");
        match roots {
            0 => {}
            1 if text.is_empty() => text.push_str(&root),
            1 => text.extend([" + ", &root]),
            _ => push_term(&mut text, roots, &root),
        }
        text
    };
    let over = if surd.r == 1 { String::new() } else { format!(" / {}", surd.r) };
    let alone = side(surd.p[1], surd.q[1]);
    let factor = side(surd.p[0], surd.q[0]);
    let factor = if factor.contains(' ') || factor.starts_with('-') { format!("({factor})") } else { factor };
    if alone.is_empty() {
        format!("floor({n} * {factor}{over})")
    } else {
        format!("floor(({n} * {factor} + {alone}){over})")
    }
}
