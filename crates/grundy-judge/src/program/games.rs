//! The games of a program: the functions that decide them, with parameters that the program reads.

use std::fmt::Write as _;

use grundy_pattern::emit::{Deciding, Language};
use grundy_pattern::{Request, find};
use grundy_solver::game::Game;
use grundy_solver::notation::{self, GameLine};
use grundy_solver::rules::{Amounts, MoveRule, Rules, Source};

use super::expr::{Level, Piece};
use super::syntax::Type;
use super::{Writer, beyond};
use crate::error::Error;
use crate::solver;

/// The most steps of a table of values.
const MOST_STEPS: i128 = 300_000_000;

/// A part of the text of a game: letters as they are, or a parameter.
#[derive(Clone, Debug)]
pub enum Segment {
    Text(String),
    Hole(Piece),
}

/// How a game is decided.
#[derive(Clone, Debug)]
pub enum Law {
    /// The value of a heap is its size.
    Nim,
    /// A function of the heap, with further arguments; if it is `None`, this expression in `n`.
    Value(&'static str, Vec<String>),
    /// The heap modulo the first number, divided by the second.
    Rest(String, String),
    /// A list of values, by heap.
    Table(String),
    /// Like a value, but only for one heap on its own: 0 if it is lost.
    Alone(Box<Law>),
    /// The value of all heaps together.
    Worth(&'static str, Option<usize>),
    /// Whether all heaps together are lost.
    Lost(&'static str, Vec<String>, Option<usize>),
    /// The amount that wins, 0 if the position is lost, of one heap.
    Amount(&'static str, Vec<String>),
    /// A ring of heaps: won if the row that is left is lost.
    Ring(String, String),
}

/// A table that has to be computed first: the function and its amounts.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub function: &'static str,
    pub amounts: String,
}

impl Writer<'_> {
    /// How the game of these segments is decided; a table comes with what it is made of.
    pub fn law(
        &mut self,
        segments: &[Segment],
        heaps: Option<usize>,
    ) -> Result<(Law, Option<Wanted>), Error> {
        let mut text = String::new();
        let mut holes: Vec<Piece> = Vec::new();
        for segment in segments {
            match segment {
                Segment::Text(letters) => text.push_str(letters),
                Segment::Hole(piece) => {
                    text.push(if piece.kind == Type::List { '@' } else { '#' });
                    holes.push(piece.clone());
                }
            }
        }
        let mut text = text.trim().to_owned();
        if self.misere && !text.starts_with("misere ") {
            text.insert_str(0, "misere ");
        }
        let text = &*text;
        if holes.is_empty() { self.without_holes(text, heaps) } else { self.with_holes(text, &holes) }
    }

    /// A game without parameters: a law of the library, or a table made from its rules.
    fn without_holes(&mut self, text: &str, heaps: Option<usize>) -> Result<(Law, Option<Wanted>), Error> {
        let line = notation::parse_game(text).map_err(|_| beyond("program-shape").with("game", text))?;
        let is = |name: &str| {
            notation::parse_game(name)
                .is_ok_and(|known| known.game == line.game && known.misere == line.misere)
        };
        if is("nim") {
            return Ok((Law::Nim, None));
        }
        for (name, helper) in [("staircase", "staircase"), ("nimble", "nimble")] {
            if is(name) {
                self.helper(helper);
                return Ok((Law::Worth(helper, None), None));
            }
        }
        if is("mockturtles") {
            self.helper("mock_turtle");
            return Ok((Law::Value("mock_turtle", Vec::new()), None));
        }
        let heaps = self.request.heaps.or(heaps.filter(|_| !line.game.is_heapwise() || line.misere));
        let request = Request { heaps, ..self.request };
        let found = find(self.solver, &line, request).and_then(|pattern| {
            let decided = self.functions.decide(&pattern, self.lang)?;
            self.laws += 1;
            Ok(decided)
        });
        if self.laws > 1 {
            // Each law brings functions of the same names.
            return Err(beyond("program-shape").with("game", text));
        }
        match found {
            Ok(Deciding::Value) => Ok((Law::Value("value", Vec::new()), None)),
            Ok(Deciding::Worth(heaps)) => Ok((Law::Worth("worth", Some(heaps)), None)),
            Ok(Deciding::Lost(heaps)) => Ok((Law::Lost("lost", Vec::new(), heaps), None)),
            Err(error) => match self.tabled(&line) {
                Some(wanted) => Ok((Law::Table("g".to_owned()), Some(wanted))),
                None => Err(Error::from_solver(solver::error(&error))),
            },
        }
    }

    /// The table of a game whose moves take from one heap, or split it into two.
    fn tabled(&mut self, line: &GameLine) -> Option<Wanted> {
        let Game::Heaps(rules) = &*line.game else { return None };
        if line.misere || !line.game.is_heapwise() {
            return None;
        }
        match rules.moves() {
            [MoveRule::Take { source: Source::One, parts, amounts }] => {
                let zero = amounts.has_zero();
                let is_plain = parts.counts.iter().eq([0, 1].iter());
                let may_split = parts.likeness == grundy_solver::rules::Likeness::Free
                    && parts.counts.iter().eq([0, 1, 2].iter())
                    && !zero;
                if !is_plain && !may_split {
                    return self.split_by_rules(rules);
                }
                if !amounts.is_fixed() {
                    return None;
                }
                let amounts = self.listed(amounts)?;
                let function = if is_plain { "table" } else { "split_table" };
                self.helper(function);
                Some(Wanted { function, amounts })
            }
            _ => self.split_by_rules(rules),
        }
    }

    /// The amounts up to the last heap, in a list of their own.
    fn listed(&mut self, amounts: &Amounts) -> Option<String> {
        let name = self.functions.allowed(amounts, 0)?;
        self.functions.define(&format!(
            "def amounts(last) -> list:\n    to = []\n    for s in range(1, last + 1):\n        if {name}(last, s):\n            to.append(s)\n    return to\n"
        ));
        Some("amounts(LAST)".to_owned())
    }

    /// A table in which each amount of each move is tried, and each way to divide the rest into two.
    fn split_by_rules(&mut self, rules: &Rules) -> Option<Wanted> {
        let mut body = String::new();
        for (number, rule) in rules.moves().iter().enumerate() {
            let MoveRule::Take { source: Source::One, parts, amounts } = rule else { return None };
            if parts.counts.iter().any(|count| *count > 2) {
                return None;
            }
            let name = self.functions.allowed(amounts, number)?;
            let first = u8::from(!amounts.has_zero());
            let last = match amounts.as_finite().and_then(|most| i128::try_from(most).ok()) {
                Some(most) if most < 1000 => format!("{}", most + 1),
                _ => "n + 1".to_owned(),
            };
            let _ = write!(
                body,
                "        for s in range({first}, {last}):\n            if {name}(n, s):\n                r = n - s\n"
            );
            let mark = |indent: &str, value: &str| {
                format!(
                    "{indent}v = {value}\n{indent}while len(seq) <= v:\n{indent}    seq.append(0)\n{indent}seq[v] = n\n"
                )
            };
            let has = |count: u32| parts.counts.iter().any(|known| *known == count);
            if has(0) {
                let _ = write!(body, "                if r == 0:\n{}", mark(&" ".repeat(20), "0"));
            }
            if has(1) {
                let _ =
                    write!(body, "                if r > 0 and s > 0:\n{}", mark(&" ".repeat(20), "to[r]"));
            }
            if has(2) {
                use grundy_solver::rules::Likeness;
                let test = match parts.likeness {
                    Likeness::Free => "a + a <= r",
                    Likeness::Unequal => "a + a < r",
                    Likeness::Equal => "a + a == r",
                };
                let _ = write!(
                    body,
                    "                for a in range(1, r // 2 + 1):\n                    if {test}:\n{}",
                    mark(&" ".repeat(24), "to[a] ^ to[r - a]")
                );
            }
        }
        self.functions.define(&format!(
            "def values(last) -> list:\n    to = [0]\n    seq = [0]\n    for n in range(1, last + 1):\n{body}        m = 0\n        while m < len(seq) and seq[m] == n:\n            m = m + 1\n        to.append(m)\n    return to\n"
        ));
        Some(Wanted { function: "values", amounts: String::new() })
    }

    /// A game with parameters: amounts that may be taken from one heap, and a few settings.
    fn with_holes(&mut self, text: &str, holes: &[Piece]) -> Result<(Law, Option<Wanted>), Error> {
        let shape = || beyond("program-shape").with("game", text);
        let (rest, misere) = match text.strip_prefix("misere ") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let call = |name: &str| rest.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')').map(str::trim);
        let mut waiting = holes.iter().cloned();
        if call("moore") == Some("#") && !misere {
            let k = waiting.next().ok_or_else(shape)?;
            self.helper("columns");
            return Ok((Law::Lost("columns", vec![k.text], None), None));
        }
        let (amounts, settings) = if let Some(amounts) = call("subtract") {
            (amounts, "")
        } else if call("bash") == Some("#") {
            ("1..#", "")
        } else if let Some(rest) = rest.strip_prefix("take ") {
            let end = rest.find([';', '*']).or_else(|| rest.find(" leaving")).unwrap_or(rest.len());
            let end = end.min(rest.find(" leaving").unwrap_or(end));
            (rest[..end].trim(), rest[end..].trim())
        } else if let Some(rest) = rest.strip_prefix("multiply ") {
            return self.multiplied(rest, misere, waiting.next().ok_or_else(shape)?).ok_or_else(shape);
        } else {
            return Err(shape());
        };
        let mut number = |word: &str| -> Option<Piece> {
            if word == "#" || word == "@" {
                return waiting.next();
            }
            let n: i128 = word.parse().ok()?;
            Some(Piece::atom(self.syntax.literal(n), Type::Int, true, n))
        };
        if let Some((low, high)) = amounts.split_once("..") {
            let (low, high) = (number(low.trim()).ok_or_else(shape)?, number(high.trim()).ok_or_else(shape)?);
            return match (settings, misere) {
                ("", false) => {
                    let both = if low.text == "1" {
                        format!("({} + 1)", high.at(Level::Add))
                    } else {
                        format!("({} + {})", low.at(Level::Add), high.at(Level::Add))
                    };
                    Ok((Law::Rest(both, low.at(Level::Atom)), None))
                }
                ("*last; first 1..n-1", false) if low.text == "1" => {
                    self.helper("first_amount");
                    Ok((Law::Amount("first_amount", vec![high.text]), None))
                }
                (goal, _) if low.text == "1" && goal == "; to at least #" => {
                    let target = number("#").ok_or_else(shape)?;
                    let (over, less) = if misere { (1, " - 1") } else { (0, "") };
                    self.functions.define(&format!(
                        "def race(n, target, k):\n    if n >= target:\n        return {over}\n    return (target - n{less}) % (k + 1)\n"
                    ));
                    Ok((alone(Law::Value("race", vec![target.text, high.text])), None))
                }
                _ => Err(shape()),
            };
        }
        let mut members: Vec<String> = Vec::new();
        let mut list = None;
        for word in amounts.split(',').map(str::trim) {
            let piece = number(word).ok_or_else(shape)?;
            match piece.kind {
                Type::List if list.is_none() => list = Some(piece.text),
                Type::Int => members.push(piece.text),
                _ => return Err(shape()),
            }
        }
        let amounts = match (list, members.is_empty()) {
            (Some(list), true) => self.syntax.argument(&list),
            (None, false) => {
                let list = self.syntax.list(&members);
                self.syntax.argument(&list)
            }
            _ => return Err(shape()),
        };
        let function = match (settings, misere) {
            ("", false) => "table",
            ("", true) => "misere_table",
            ("leaving 0, 1, 2 heaps" | "leaving 0, 1, 2 heaps; ring", false) => "split_table",
            _ => return Err(shape()),
        };
        self.helper(function);
        let table = "g".to_owned();
        let law = match settings {
            "leaving 0, 1, 2 heaps; ring" => match &members[..] {
                [amount] => Law::Ring(table, amount.clone()),
                _ => return Err(shape()),
            },
            _ if misere => alone(Law::Table(table)),
            _ => Law::Table(table),
        };
        Ok((law, Some(Wanted { function, amounts })))
    }

    /// `multiply 2..9; to at least #`: from the target back, won and lost numbers take turns.
    fn multiplied(&mut self, rest: &str, misere: bool, target: Piece) -> Option<(Law, Option<Wanted>)> {
        let (amounts, goal) = rest.split_once(';')?;
        let (low, high) = amounts.split_once("..")?;
        let (low, high): (u32, u32) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        if misere || goal.trim() != "to at least #" || low < 2 || high < low {
            return None;
        }
        self.helper("multiplied");
        let arguments = vec![target.text, low.to_string(), high.to_string()];
        Some((alone(Law::Value("multiplied", arguments)), None))
    }

    /// The largest heap that laws of the library may be asked about in this language.
    pub fn heaps_fit(&self, most: i128) -> Result<(), Error> {
        match self.functions.largest_exact(self.syntax.0) {
            Some(exact) if most > exact && self.syntax.0 != Language::Python => {
                Err(beyond("program-wide").with("what", "n").with("largest", exact))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses a table that takes too many steps.
pub fn affordable(wanted: &Wanted, last: i128) -> Result<(), Error> {
    let steps = match wanted.function {
        "values" | "split_table" => last.saturating_mul(last),
        _ if wanted.amounts.starts_with("amounts(") => last.saturating_mul(isqrt(last)),
        _ => last.saturating_mul(100),
    };
    if steps > MOST_STEPS {
        return Err(beyond("program-table").with("last", last));
    }
    Ok(())
}

fn alone(law: Law) -> Law {
    Law::Alone(Box::new(law))
}

fn isqrt(n: i128) -> i128 {
    n.max(0).isqrt()
}
