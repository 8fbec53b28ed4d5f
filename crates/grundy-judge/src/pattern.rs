//! The pattern language: the structure of an input, as a chain of nested groups.
//!
//! Each level of the chain is a list of steps, one of which may be the next group; the innermost group is one
//! question. Two groups on one level would give two kinds of question, so at most one is allowed. Names are
//! resolved here once, so that a reader only uses slots.

use crate::error::nearest;
use crate::expr::{Expr, Fault, Lexer, Over, Token};

/// Reserved words, which cannot name an input.
pub const RESERVED: [&str; 34] = [
    "case",
    "outcome",
    "value",
    "margin",
    "remoteness",
    "count",
    "moves",
    "first",
    "to",
    "take",
    "heap",
    "amount",
    "left",
    "stones",
    "discard",
    "answers",
    "and",
    "or",
    "line",
    "word",
    "not",
    "in",
    "is",
    "if",
    "else",
    "true",
    "false",
    "none",
    "True",
    "False",
    "None",
    "loop",
    "range",
    "namespace",
];

const DEEPEST_GROUP: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Int,
    Word,
    List,
}

#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub kind: Kind,
    /// The level of the group in which it is read; 0 is outside every group.
    pub level: usize,
    /// Whether a question can use it: a name that is read after the questions of a group is not visible.
    pub in_view: bool,
    /// Whether it starts a line of the pattern: then it also starts a line when an input is written.
    pub begins_line: bool,
}

#[derive(Clone, Debug)]
pub enum Step {
    Int(usize),
    Word(usize),
    List(usize, Expr),
    /// Integers to the end of this line, or (`fresh`) of the next line that is not blank.
    Line {
        slot: usize,
        fresh: bool,
    },
    Records {
        steps: Vec<Step>,
        slots: Vec<usize>,
        times: Expr,
    },
    /// The next level.
    Group,
    /// The names of the stop condition have been read.
    Stop,
}

impl Step {
    /// Whether this step reads the name.
    pub fn reads(&self, name: usize) -> bool {
        match self {
            Self::Int(slot) | Self::Word(slot) | Self::List(slot, _) | Self::Line { slot, .. } => {
                *slot == name
            }
            Self::Records { slots, .. } => slots.contains(&name),
            Self::Group | Self::Stop => false,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Level {
    pub steps: Vec<Step>,
    /// The number of records; `None` to read until only blanks remain. The whole input (level 0) is read once.
    pub times: Option<Expr>,
}

#[derive(Clone, Debug)]
pub struct Pattern {
    pub names: Vec<Name>,
    pub levels: Vec<Level>,
    pub stop: Option<Expr>,
    pub over: Option<(usize, Over)>,
}

impl Pattern {
    /// Whether every record of the innermost group is a few integers; `game` is the level of the game's names.
    pub fn is_plain(&self, game: usize) -> bool {
        let [_, .., innermost] = &self.levels[..] else { return false };
        self.over.is_none()
            && game + 1 < self.levels.len()
            && matches!(innermost.steps[0], Step::Int(_))
            && innermost.steps.iter().all(|step| matches!(step, Step::Int(_) | Step::Stop))
    }

    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut parser =
            Parser { lexer: Lexer::new(text)?, names: Vec::new(), levels: vec![Level::default()] };
        parser.level(0)?;
        if parser.lexer.peek() != Token::End {
            return Err(parser.lexer.unexpected("x"));
        }
        Ok(Self { names: parser.names, levels: parser.levels, stop: None, over: None })
    }

    /// Adds a stop condition: it ends the innermost group in which its names are read.
    pub fn set_stop(&mut self, text: &str) -> Result<(), Fault> {
        let cond = Expr::parse_condition(text, &|name, at| integer(&self.names, name, at))?;
        let names = cond.names();
        let Some(level) = names.iter().map(|&slot| self.names[slot].level).max().filter(|&l| l > 0) else {
            return Err(Fault::new("stop-outside-group", 0));
        };
        let steps = &mut self.levels[level].steps;
        let read = |step: &Step| matches!(step, Step::Int(slot) if names.contains(slot));
        let last = steps.iter().rposition(read).map_or(0, |i| i + 1);
        steps.insert(last, Step::Stop);
        self.stop = Some(cond);
        Ok(())
    }

    /// Adds a name that iterates over a range: one question for each value.
    pub fn set_over(&mut self, text: &str) -> Result<(), Fault> {
        let over = Over::parse(text, &|name, at| {
            let slot = integer(&self.names, name, at)?;
            if self.names[slot].in_view {
                Ok(slot)
            } else {
                Err(Fault::new("name-read-later", at).with("name", name))
            }
        })?;
        let level = self.levels.len();
        let slot = declare(&mut self.names, &over.name, Kind::Int, level, 0)?;
        self.over = Some((slot, over));
        Ok(())
    }

    /// The error for a name that the pattern does not have.
    pub fn unknown(&self, name: &str, at: usize) -> Fault {
        let fault = Fault::new("unknown-name", at).with("name", name);
        match nearest(name, self.names.iter().map(|n| &*n.text)) {
            Some(near) => fault.with("suggestion", near),
            None => fault,
        }
    }

    /// The slot of a name.
    pub fn slot(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| n.text == name)
    }
}

fn integer(names: &[Name], name: &str, at: usize) -> Result<usize, Fault> {
    match names.iter().position(|n| n.text == name) {
        Some(slot) if names[slot].kind == Kind::Int => Ok(slot),
        Some(_) => Err(Fault::new("not-a-number-name", at).with("name", name)),
        None => {
            let fault = Fault::new("unknown-name", at).with("name", name);
            Err(match nearest(name, names.iter().map(|n| &*n.text)) {
                Some(near) => fault.with("suggestion", near),
                None => fault,
            })
        }
    }
}

fn declare(names: &mut Vec<Name>, text: &str, kind: Kind, level: usize, at: usize) -> Result<usize, Fault> {
    if RESERVED.contains(&text) {
        return Err(Fault::new("reserved-name", at).with("name", text));
    }
    if names.iter().any(|n| n.text == text) {
        return Err(Fault::new("name-twice", at).with("name", text));
    }
    names.push(Name { text: text.to_owned(), kind, level, in_view: true, begins_line: false });
    Ok(names.len() - 1)
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    names: Vec<Name>,
    levels: Vec<Level>,
}

impl Parser<'_> {
    fn count(&mut self) -> Result<Expr, Fault> {
        let names = &self.names;
        Expr::parse_count(&mut self.lexer, &|name, at| integer(names, name, at))
    }

    fn level(&mut self, level: usize) -> Result<(), Fault> {
        let start = self.lexer.offset();
        loop {
            let at = self.lexer.offset();
            match self.lexer.peek() {
                Token::End | Token::Mark(")" | "]") => break,
                Token::Mark("(") => {
                    self.lexer.bump()?;
                    if self.levels.len() > level + 1 {
                        return Err(Fault::new("two-groups", at));
                    }
                    if level + 1 > DEEPEST_GROUP {
                        return Err(
                            Fault::new("nested-too-deep", at).with("limit", DEEPEST_GROUP.to_string())
                        );
                    }
                    self.levels.push(Level::default());
                    self.levels[level].steps.push(Step::Group);
                    let before = self.names.len();
                    self.level(level + 1)?;
                    self.lexer.expect(")")?;
                    self.lexer.expect("*")?;
                    if !matches!(self.lexer.peek(), Token::End | Token::Mark(")")) {
                        let at = self.lexer.offset();
                        let times = self.count()?;
                        if let Some(slot) = times.names().into_iter().find(|&slot| slot >= before) {
                            return Err(
                                Fault::new("name-read-later", at).with("name", &*self.names[slot].text)
                            );
                        }
                        self.levels[level + 1].times = Some(times);
                    }
                }
                _ => {
                    let fresh = match self.levels[level].steps.last() {
                        None | Some(Step::Line { .. } | Step::Group) => true,
                        Some(_) => false,
                    };
                    let before = self.names.len();
                    let begins_line = self.lexer.begins_line();
                    let step = self.step(level, fresh, 0)?;
                    if let Some(name) = self.names.get_mut(before) {
                        name.begins_line = begins_line;
                    }
                    let after_questions = self.levels.len() > level + 1;
                    self.names[before..].iter_mut().for_each(|n| n.in_view = !after_questions);
                    self.levels[level].steps.push(step);
                }
            }
        }
        if self.levels[level].steps.is_empty() {
            return Err(Fault::new("empty-group", start));
        }
        Ok(())
    }

    /// A name in one of its forms, or records.
    fn step(&mut self, level: usize, fresh: bool, depth: usize) -> Result<Step, Fault> {
        let at = self.lexer.offset();
        if self.lexer.eat("[")? {
            return self.records(level, depth, at);
        }
        let Token::Name(name) = self.lexer.peek() else {
            return Err(self.lexer.unexpected("x  x:word  x*k  [x y]*k  (x y)*"));
        };
        self.lexer.bump()?;
        if self.lexer.eat(":")? {
            let at = self.lexer.offset();
            let Token::Name(kind) = self.lexer.peek() else { return Err(self.lexer.unexpected("word")) };
            if kind != "word" {
                return Err(Fault::new("unexpected", at).with("expected", "word").with("found", kind));
            }
            self.lexer.bump()?;
            return Ok(Step::Word(declare(&mut self.names, name, Kind::Word, level, at)?));
        }
        if !self.lexer.eat("*")? {
            return Ok(Step::Int(declare(&mut self.names, name, Kind::Int, level, at)?));
        }
        if self.lexer.peek() == Token::Name("line") {
            self.lexer.bump()?;
            let slot = declare(&mut self.names, name, Kind::List, level, at)?;
            return Ok(Step::Line { slot, fresh });
        }
        let times = self.count()?;
        Ok(Step::List(declare(&mut self.names, name, Kind::List, level, at)?, times))
    }

    fn records(&mut self, level: usize, depth: usize, at: usize) -> Result<Step, Fault> {
        if depth >= DEEPEST_GROUP {
            return Err(Fault::new("nested-too-deep", at).with("limit", DEEPEST_GROUP.to_string()));
        }
        let before = self.names.len();
        let mut steps: Vec<Step> = Vec::new();
        while self.lexer.peek() != Token::Mark("]") {
            let fresh = matches!(steps.last(), None | Some(Step::Line { .. }));
            let (first, begins_line) = (self.names.len(), self.lexer.begins_line());
            steps.push(self.step(level, fresh, depth + 1)?);
            if let Some(name) = self.names.get_mut(first) {
                name.begins_line = begins_line;
            }
        }
        self.lexer.expect("]")?;
        if steps.is_empty() {
            return Err(Fault::new("empty-group", at));
        }
        self.lexer.expect("*")?;
        // Within a record a name is one value; from here on it is the list of all values. Only names before
        // the record can be used for the count.
        self.names[before..].iter_mut().for_each(|n| n.kind = Kind::List);
        let times = self.count()?;
        Ok(Step::Records { steps, slots: (before..self.names.len()).collect(), times })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (&'static str, usize) {
        let fault = Pattern::parse(text).unwrap_err();
        (fault.code, fault.at)
    }

    #[test]
    fn nested_groups_form_a_chain_and_know_their_names() {
        let mut pattern = Pattern::parse("(k s*k m (l h*l)*m t)*").unwrap();
        assert_eq!(pattern.levels.len(), 3);
        assert!(pattern.levels[1].times.is_none() && pattern.levels[2].times.is_some());
        let told: Vec<_> = pattern.names.iter().map(|n| (&*n.text, n.level, n.in_view)).collect();
        let want =
            [("k", 1, true), ("s", 1, true), ("m", 1, true), ("l", 2, true), ("h", 2, true), ("t", 1, false)];
        assert_eq!(told, want);
        pattern.set_stop("k = 0").unwrap();
        assert!(matches!(pattern.levels[1].steps[1], Step::Stop));
    }

    #[test]
    fn mistakes_are_pointed_at() {
        assert_eq!(fault("a b a"), ("name-twice", 4));
        assert_eq!(fault("a moves"), ("reserved-name", 2));
        assert_eq!(fault("x*n"), ("unknown-name", 2));
        assert_eq!(fault("w:word x*w"), ("not-a-number-name", 9));
        assert_eq!(fault("a b)"), ("unexpected", 3));
        assert_eq!(fault("(a b"), ("ends-too-soon", 4));
        assert_eq!(fault("(a)"), ("ends-too-soon", 3));
        assert_eq!(fault("(a)* b"), ("unknown-name", 5));
        assert_eq!(fault("n (a)*n (b)*n"), ("two-groups", 8));
        assert_eq!(fault("(n x)*n"), ("name-read-later", 6));
        assert_eq!(fault("[n x]*n"), ("not-a-number-name", 6));
        assert_eq!(fault("n ()*n"), ("empty-group", 3));
        assert_eq!(fault("[]*3"), ("empty-group", 0));
        assert_eq!(fault(""), ("empty-group", 0));
        assert_eq!(fault("a ; b"), ("unknown-character", 2));
        assert_eq!(fault("a:text"), ("unexpected", 2));
        assert_eq!(fault(&"(".repeat(20)), ("nested-too-deep", 16));
    }

    #[test]
    fn a_stop_needs_a_group_and_numbers() {
        assert_eq!(Pattern::parse("a b").unwrap().set_stop("a = 0").unwrap_err().code, "stop-outside-group");
        let mut pattern = Pattern::parse("(a w:word)*").unwrap();
        assert_eq!(pattern.set_stop("w = 0").unwrap_err().code, "not-a-number-name");
        assert_eq!(pattern.set_stop("a ! 0").unwrap_err().code, "unknown-character");
        assert_eq!(pattern.set_stop("a = 0 a").unwrap_err().code, "unexpected");
        assert_eq!(pattern.set_stop("a = ").unwrap_err().code, "ends-too-soon");
    }
}
