//! Programs before they are in a language: a plain subset of Python, made from formulas.
//!
//! Numbers are whole, lists hold numbers, and a variable's kind shows in its name ([`LISTS`]) or in what it is first given.
//! `//` and `%` are used on numbers that are not negative only, and operations on bits stand in brackets, so that each
//! line means the same in every language it is [translated](super::translate) to.

mod conditions;
mod helpers;
mod numbers;

use std::collections::BTreeSet;

use grundy_solver::law::{Cond, Num};

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

    /// The largest heap that makes no number of 128 bits too wide; heaps are read as 64 bits.
    pub fn largest_exact(&self) -> i128 {
        (i128::MAX / self.widest.max(1)).isqrt().min(i128::from(i64::MAX))
    }

    /// The greatest power of ten up to it, as its exponent.
    pub fn exact_up_to(&self) -> u32 {
        self.largest_exact().ilog10()
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
        self.functions.extend(helpers::helper(name).map(str::to_owned));
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
}
