//! Programs before translation to a language: a simple subset of Python, built from formulas.
//!
//! Numbers are integers and lists hold numbers. The type of a variable follows from its name ([`LISTS`]) or
//! from its first value. `//` and `%` are only used on non-negative numbers, and bit operations are in
//! brackets, so that each line has the same meaning in every language it is [translated](super::translate) to.

mod conditions;
mod helpers;
mod numbers;

use std::collections::BTreeSet;

use grundy_solver::law::{Cond, Num};

/// Names of lists.
pub const LISTS: [&str; 5] = ["h", "to", "seq", "list", "free"];

/// A program under construction.
#[derive(Debug, Default)]
pub struct Source {
    /// Named lists of numbers.
    pub constants: Vec<(String, Vec<i128>)>,
    /// Functions; each only uses earlier ones.
    pub functions: Vec<String>,
    known: BTreeSet<&'static str>,
    /// The greatest computed multiple of the square of a heap.
    widest: i128,
}

/// The precedence of an expression.
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

/// The names of a formula's variables in the program.
pub struct Names {
    heaps: Vec<String>,
    this: String,
}

impl Names {
    /// Variables for the heaps, and one for the current heap of a sum.
    pub fn new(heaps: &[String], this: &str) -> Self {
        Self { heaps: heaps.to_vec(), this: this.to_owned() }
    }

    fn of(&self, this: &str) -> Self {
        Self { heaps: self.heaps.clone(), this: this.to_owned() }
    }
}

impl Source {
    /// Records that `times` the square of a heap is computed.
    pub fn squares(&mut self, times: i128) {
        self.widest = self.widest.max(times);
    }

    /// The largest heap for which all numbers are at most `most`; heaps are read as 64 bits.
    pub fn largest_exact(&self, most: i128) -> i128 {
        let exact = if self.widest == 0 { most } else { (most / self.widest).isqrt() };
        exact.min(i128::from(i64::MAX))
    }

    /// Drops the functions that none of the functions `roots` uses, and constants that no function uses.
    pub fn keep_used(&mut self, roots: &[&str]) {
        let mut kept: Vec<String> = Vec::new();
        for text in std::mem::take(&mut self.functions).into_iter().rev() {
            let name = function_name(&text);
            if roots.contains(&name) || kept.iter().any(|later| mentions(later, name)) {
                kept.push(text);
            }
        }
        kept.reverse();
        self.constants.retain(|(name, _)| kept.iter().any(|text| mentions(text, name)));
        self.functions = kept;
    }

    /// Adds a named list of numbers, and returns its name.
    pub fn constant(&mut self, name: &str, list: &[i128]) -> String {
        if let Some((known, _)) = self.constants.iter().find(|(_, known)| known == list) {
            return known.clone();
        }
        let taken = self.constants.iter().filter(|(known, _)| known.starts_with(name)).count();
        let name = if taken == 0 { name.to_owned() } else { format!("{name}{}", taken + 1) };
        self.constants.push((name.clone(), list.to_vec()));
        name
    }

    /// Adds the helper function of this name once.
    pub fn helper(&mut self, name: &'static str) {
        if !self.known.insert(name) {
            return;
        }
        self.functions.extend(helpers::helper(name).map(str::to_owned));
    }

    /// Adds a function built from a formula, once for each name.
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

/// The name that a function defines.
pub fn function_name(text: &str) -> &str {
    text.strip_prefix("def ").and_then(|rest| rest.split('(').next()).unwrap_or("")
}

/// Whether a name occurs in a text as a word.
pub fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}
