//! A rule as a short program, which decides positions and finds a winning move if one can be found quickly.
//!
//! Numbers are integers. If they have 128 bits, the program states up to which heaps that is enough. A comment
//! states the rule and how certain it is.

mod cpp;
mod functions;
mod java;
mod moves;
mod python;
mod rust;
mod source;
mod translate;

use std::fmt::Write as _;

use dashu_int::UBig;

use super::Pattern;
use super::words::{Words, heap_names};
use grundy_core::error::{Error, Result};
use grundy_core::text::{Lang, Message};
use grundy_solver::law::Cond;
use grundy_solver::law::Shape;
use source::{Names, Source};

pub use functions::{Deciding, Functions};
pub use java::{class as java_class, helpers as java_helpers};

/// The languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++11, with the 128-bit integers of GCC and Clang.
    Cpp,
    /// Python 3.8 or later.
    Python,
    /// Rust, edition 2018 or later.
    Rust,
    /// Java 9 or later, with numbers of 64 bits.
    Java,
}

impl Language {
    /// All languages, with their names on the command line.
    pub const ALL: [(&'static str, Self); 4] =
        [("cpp", Self::Cpp), ("python", Self::Python), ("rust", Self::Rust), ("java", Self::Java)];

    /// The largest number of its integers; `None` if they have any size.
    pub fn largest(self) -> Option<i128> {
        match self {
            Self::Python => None,
            Self::Java => Some(i128::from(i64::MAX)),
            Self::Cpp | Self::Rust => Some(i128::MAX),
        }
    }
}

/// How many queries there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// One query.
    Once,
    /// Up to the end of the input.
    ToTheEnd,
    /// As many as the first number of the input.
    Counted,
}

/// How positions are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// One per line. Lines with another number of heaps than the rule covers are skipped.
    Lines,
    /// A fixed number of heaps; with `stop`, up to the first position whose heaps are all 0.
    Fixed {
        /// The number of heaps.
        heaps: usize,
        /// The number of queries.
        times: Times,
        /// Whether zeros end the input.
        stop: bool,
    },
    /// A number, then that many heaps; with `stop`, up to the first 0.
    Counted {
        /// The number of queries.
        times: Times,
        /// Whether 0 ends the input.
        stop: bool,
    },
}

/// What the program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// The outcome.
    Outcome,
    /// The outcome and, on the same line, the heaps after a winning move.
    One,
    /// The outcome and, one per line, the two heaps after each winning move.
    All,
}

/// The order of the winning moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By result, each once.
    Sorted,
    /// Moves that touch both heaps first. A result that both kinds of moves reach is written once.
    PairFirst,
    /// Moves that touch both heaps first. A result that both kinds of moves reach is written twice.
    PairFirstTwice,
}

/// The input and output format of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Io {
    /// How positions are read.
    pub read: Read,
    /// The text for an N-position.
    pub n: String,
    /// The text for a P-position.
    pub p: String,
    /// Further output.
    pub answers: Answers,
    /// The order of the winning moves.
    pub order: Order,
    /// Whether a position can be drawn; the program then writes `D`.
    pub drawn: bool,
    /// The largest number in the input, if known. Languages without large integers may not support it.
    pub largest: Option<UBig>,
}

impl Default for Io {
    fn default() -> Self {
        let (n, p) = ("N".to_owned(), "P".to_owned());
        Self {
            read: Read::Lines,
            n,
            p,
            answers: Answers::One,
            order: Order::Sorted,
            drawn: false,
            largest: None,
        }
    }
}

/// A program before translation to a language.
struct Program {
    comment: Vec<String>,
    source: Source,
    /// The number of heaps of a position; `None` if any number is allowed.
    heaps: Option<usize>,
    /// Whether lines with an empty heap are skipped, because the rule does not cover them.
    none_empty: bool,
    io: Io,
}

/// Misère play: the nim-sum is 0 if some heap has a value above 1, else 1.
const MISERE_NIM: &str = "def lost(h) -> bool:
    x = 0
    large = False
    for n in h:
        r = REST
        x = x ^ r
        if r > 1:
            large = True
    if large:
        return x == 0
    return x == 1
";

impl Pattern {
    /// The rule as a program that reads positions and writes their outcomes and winning moves.
    ///
    /// `io` selects another format, such as that of a contest problem. The comment is in `lang`.
    ///
    /// # Errors
    /// No rule was found, draws have no rule, or the format requires moves that cannot be found quickly from
    /// the rule.
    pub fn emit(&self, language: Language, io: Option<Io>, lang: Lang) -> Result<String> {
        let Some(shape) = &self.lost else {
            return Err(Error::input("error.pattern-no-rule").with("last", self.checked_to));
        };
        let contest = io.is_some();
        // Formats of contests only have texts for two outcomes.
        if self.has_other_draws() || contest && self.has_draws {
            return Err(Error::input("error.pattern-other-draws"));
        }
        let mut io = io.unwrap_or_default();
        let mut source = Source::default();
        let heaps = self.write_lost(shape, &mut source);
        if !contest {
            io.drawn = self.write_drawn(&mut source);
        }
        if let (Some(heaps), true) = (heaps, matches!(io.read, Read::Counted { .. })) {
            return Err(Error::input("error.pattern-fixed-heaps").with("heaps", heaps));
        }
        let mut comment = self.comment(shape, lang);
        let found = match io.answers {
            Answers::Outcome => true,
            Answers::One => moves::best(self, shape, &mut source),
            Answers::All => moves::all(self, shape, io.order, &mut source),
        };
        if !found {
            if contest {
                return Err(Error::input("error.pattern-no-moves").with("game", &*self.line.spelled));
            }
            io.answers = Answers::Outcome;
        }
        if !contest {
            let format = match (io.answers, heaps) {
                (Answers::Outcome, _) if io.drawn => Message::new("pattern.format-outcome-drawn"),
                (Answers::Outcome, _) => Message::new("pattern.format-outcome"),
                (_, Some(_)) if io.drawn => Message::new("pattern.format-drawn"),
                (_, Some(heaps)) => Message::new("pattern.format").with("heaps", heaps),
                (_, None) => Message::new("pattern.format-any"),
            };
            comment.push(format.render(lang));
            if self.none_empty() {
                comment.push(Message::new("pattern.passed-over").render(lang));
            }
        }
        if let Some(most) = language.largest() {
            let exact = source.largest_exact(most);
            let exponent = exact.max(1).ilog10();
            let is_exact = |largest: &UBig| i128::try_from(largest).is_ok_and(|n| n <= exact);
            if let Some(largest) = io.largest.as_ref().filter(|largest| !is_exact(largest)) {
                return Err(Error::input("error.pattern-too-wide")
                    .with("largest", largest)
                    .with("exponent", exponent));
            }
            comment.push(Message::new("pattern.exact").with("exponent", exponent).render(lang));
        }
        let roots: &[&str] = match io.answers {
            Answers::Outcome => &["lost", "drawn"],
            Answers::One => &["lost", "drawn", "best"],
            Answers::All => &["lost", "drawn", "winning"],
        };
        let (_, rest): (Vec<_>, Vec<_>) = roots.iter().partition(|root| **root == "drawn" && !io.drawn);
        source.keep_used(&rest.into_iter().copied().collect::<Vec<_>>());
        let program = Program { comment, source, heaps, none_empty: self.none_empty(), io };
        Ok(match language {
            Language::Cpp => cpp::write(&program),
            Language::Python => python::write(&program),
            Language::Rust => rust::write(&program),
            Language::Java => java::write(&program),
        })
    }

    fn comment(&self, shape: &Shape, lang: Lang) -> Vec<String> {
        let misere = if self.line.misere { "misere " } else { "" };
        let mut comment = vec![format!("{misere}{}", self.line.spelled)];
        let words = Words::new(self.heaps, lang);
        comment.push(Message::new("pattern.lost").with("rule", words.rule(&shape.formula())).render(lang));
        if let Some(value) = self.value_in_words(lang).filter(|_| self.falls_apart) {
            comment.push(Message::new("pattern.value").with("rule", value).render(lang));
        }
        comment.push(self.status_message().render(lang));
        comment
    }

    /// Writes the function `lost`. Returns the number of heaps it covers; `None` means any number.
    fn write_lost(&self, shape: &Shape, source: &mut Source) -> Option<usize> {
        if let (true, Some(value)) = (self.falls_apart, &self.value) {
            let names = Names::new(&["n".to_owned()], "n");
            let text = source.num(value, &names);
            source.define("value", format!("def value(n):\n    return {text}\n"));
            source.define(
                "nim_sum",
                "def nim_sum(h):\n    x = 0\n    for n in h:\n        x = x ^ value(n)\n    return x\n"
                    .to_owned(),
            );
            source.define("lost", "def lost(h) -> bool:\n    return nim_sum(h) == 0\n".to_owned());
            return None;
        }
        let any = match shape {
            Shape::MisereNim(of) => {
                let rest = source.num(of, &Names::new(&[], "n"));
                Some(MISERE_NIM.replace("REST", &rest))
            }
            Shape::Columns { misere: false, .. } => Some(format!(
                "def lost(h) -> bool:\n    return {}\n",
                source.cond(&shape.formula(), &Names::new(&[], "n"))
            )),
            _ => None,
        };
        if let Some(text) = any {
            source.define("lost", text);
            return None;
        }
        let text = self.predicate("lost", &shape.formula(), source);
        source.define("lost", text);
        Some(self.heaps)
    }

    /// Writes the function `drawn` if there is a rule for draws, and returns whether there is.
    fn write_drawn(&self, source: &mut Source) -> bool {
        let Some(drawn) = &self.drawn else { return false };
        let text = self.predicate("drawn", drawn, source);
        source.define("drawn", text);
        true
    }

    fn predicate(&self, name: &str, cond: &Cond, source: &mut Source) -> String {
        let heaps = heap_names(self.heaps);
        let names = Names::new(&heaps, "n");
        let condition = source.cond(cond, &names);
        let mut text = format!("def {name}(h) -> bool:\n");
        let mut list = "h";
        if self.heaps > 1 && !self.line.game.is_ordered() && !cond.is_symmetric() {
            text.push_str("    to = list(h)\n    to.sort()\n");
            list = "to";
        }
        for (index, heap) in heaps.iter().enumerate() {
            let used =
                condition.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == heap);
            if used {
                let _ = writeln!(text, "    {heap} = {list}[{index}]");
            }
        }
        let _ = writeln!(text, "    return {condition}");
        text
    }
}
