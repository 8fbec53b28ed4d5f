//! Functions of a program that another crate writes: those that decide a game, and helpers in the same subset of Python.

use std::fmt::Write as _;

use grundy_core::error::{Error, Result};
use grundy_core::rules::Amounts;
use grundy_core::text::Lang;

use super::moves::amounts::define_allowed;
use super::source::{Names, Source, function_name, mentions};
use super::translate::function;
use super::{Language, cpp, java, rust};
use crate::Pattern;
use crate::words::heap_names;

/// What the functions of a law decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deciding {
    /// `value(n)`, the value of one heap; a position is the sum of its heaps.
    Value,
    /// `worth(h)`, the value of a position with this number of heaps.
    Worth(usize),
    /// `lost(h)`; a number if the heaps have to be as many.
    Lost(Option<usize>),
}

/// Functions in the simple subset of Python: `//` and `%` on natural numbers only, and lists only under the names
/// `h`, `to`, `seq`, `list` and `free`. Each function uses only earlier ones.
#[derive(Debug, Default)]
pub struct Functions {
    source: Source,
    /// The greatest heap for which all numbers fit, and the comments of the laws.
    comment: Vec<String>,
}

impl Functions {
    /// Adds a function once. Its name is that after `def`.
    pub fn define(&mut self, text: &str) {
        if !self.source.functions.iter().any(|known| function_name(known) == function_name(text)) {
            self.source.functions.push(text.to_owned());
        }
    }

    /// Adds the helper of this name: `has`, `isqrt`, `floor_div`.
    pub fn helper(&mut self, name: &'static str) {
        self.source.helper(name);
    }

    /// Adds a named list of numbers, and returns its name.
    pub fn constant(&mut self, name: &str, list: &[i128]) -> String {
        self.source.constant(name, list)
    }

    /// Adds a function that decides whether `s` may be taken from `n`, and returns its name; `number` counts them.
    pub fn allowed(&mut self, amounts: &Amounts, number: usize) -> Option<&'static str> {
        define_allowed(amounts, number, &mut self.source)
    }

    /// Adds the functions that decide a game, with their comment.
    ///
    /// # Errors
    /// No rule was found, or draws have no rule.
    pub fn decide(&mut self, pattern: &Pattern, lang: Lang) -> Result<Deciding> {
        let Some(shape) = &pattern.lost else {
            return Err(Error::input("error.pattern-no-rule").with("last", pattern.checked_to));
        };
        if pattern.has_draws {
            return Err(Error::input("error.pattern-other-draws"));
        }
        self.comment.extend(pattern.comment(shape, lang));
        if let (false, false, Some(value)) = (pattern.falls_apart, pattern.line.misere, &pattern.value) {
            let heaps = heap_names(pattern.heaps);
            let text = self.source.num(value, &Names::new(&heaps, "n"));
            let mut body = String::from("def worth(h):\n");
            for (index, heap) in heaps.iter().enumerate().filter(|(_, heap)| mentions(&text, heap)) {
                let _ = writeln!(body, "    {heap} = h[{index}]");
            }
            let _ = writeln!(body, "    return {text}");
            self.source.define("worth", body);
            return Ok(Deciding::Worth(pattern.heaps));
        }
        let heaps = pattern.write_lost(shape, &mut self.source);
        let is_value = pattern.falls_apart && pattern.value.is_some();
        Ok(if is_value { Deciding::Value } else { Deciding::Lost(heaps) })
    }

    /// What the laws say, a line each.
    pub fn comment(&self) -> &[String] {
        &self.comment
    }

    /// The largest heap for which the numbers of the laws fit a language; `None` if there is no such limit.
    pub fn largest_exact(&self, language: Language) -> Option<i128> {
        language.largest().map(|most| self.source.largest_exact(most))
    }

    /// The constants and functions that `main` uses, in a language.
    pub fn write(mut self, language: Language, main: &str) -> String {
        let roots: Vec<String> = self
            .source
            .functions
            .iter()
            .map(|text| function_name(text).to_owned())
            .filter(|name| mentions(main, name))
            .collect();
        let named: Vec<(String, Vec<i128>)> =
            self.source.constants.iter().filter(|(name, _)| mentions(main, name)).cloned().collect();
        self.source.keep_used(&roots.iter().map(String::as_str).collect::<Vec<_>>());
        for (name, list) in named {
            if !self.source.constants.iter().any(|(known, _)| *known == name) {
                self.source.constants.push((name, list));
            }
        }
        let mut out = String::new();
        for (name, list) in &self.source.constants {
            let line = match language {
                Language::Cpp => cpp::constant(name, list),
                Language::Python => format!("{name} = {list:?}"),
                Language::Rust => rust::constant(name, list),
                Language::Java => java::constant(name, list),
            };
            let _ = writeln!(out, "{line}");
        }
        for text in &self.source.functions {
            out.push('\n');
            match language {
                Language::Cpp => out.push_str(&cpp::translated(text)),
                // It is in the standard library.
                Language::Python if function_name(text) == "isqrt" => {}
                Language::Python => {
                    out.push('\n');
                    out.push_str(text);
                }
                Language::Rust => out.push_str(&function(text, &rust::Rust)),
                Language::Java => out.push_str(&function(text, &java::Java)),
            }
        }
        out
    }
}
