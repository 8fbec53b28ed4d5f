//! The statements that read the input, level by level, and the text around the answers.

use grundy_pattern::emit::Language;

use super::expr::Level;
use super::syntax::Type;
use super::{Writer, beyond};
use crate::error::Error;
use crate::expr::Expr;
use crate::judge::Each;
use crate::pattern::Step;
use crate::template::{Node, Template};

impl Writer<'_> {
    pub fn level(&mut self, level: usize) -> Result<(), Error> {
        let pattern = &self.profile.pattern;
        let innermost = level + 1 == pattern.levels.len();
        for step in &pattern.levels[level].steps {
            match step {
                Step::Group => {
                    self.table_of(level)?;
                    self.group(level + 1)?;
                }
                Step::Stop => {
                    if let Some(stop) = &pattern.stop {
                        let condition = self.condition(stop)?;
                        let line = self.syntax.branch(true, &condition.text);
                        self.open(&line);
                        let line = self.syntax.statement("break");
                        self.line(&line);
                        self.close();
                    }
                }
                step => self.read(step)?,
            }
        }
        if innermost {
            self.question(level)?;
        }
        Ok(())
    }

    fn group(&mut self, level: usize) -> Result<(), Error> {
        let pattern = &self.profile.pattern;
        let line = match &pattern.levels[level].times {
            None => self.syntax.to_the_end().to_owned(),
            Some(times) => {
                let times = self.int(times)?;
                let name = self.fresh("k");
                self.syntax.times(&name, &times.at(Level::Atom))
            }
        };
        let innermost = level + 1 == pattern.levels.len();
        let ends = if innermost && pattern.over.is_none() { self.frame()? } else { None };
        self.open(&line);
        self.level(level)?;
        self.close();
        if let Some(tail) = ends {
            self.tail(&tail);
        }
        Ok(())
    }

    /// The text after the answers of a group, if it is not the one after each answer.
    pub fn frame(&mut self) -> Result<Option<String>, Error> {
        let Each::Frame(head, tail) = &self.judge.each else {
            return Err(beyond("program-format").with("what", "output.each"));
        };
        let plain = |template: &Template| match &template.nodes[..] {
            [] => Some(String::new()),
            [Node::Text(text)] => Some(text.clone()),
            _ => None,
        };
        let (Some(head), Some(tail)) = (plain(head), plain(tail)) else {
            return Err(beyond("program-format").with("what", "output.each"));
        };
        let separator = &self.profile.separator;
        match (head.is_empty(), *separator == tail, separator.is_empty()) {
            (true, true, _) => Ok(None),
            (true, false, true) => Ok(Some(tail)),
            _ => Err(beyond("program-format").with("what", "output.separator")),
        }
    }

    /// Writes a text; two in a row become one.
    pub fn tail(&mut self, text: &str) {
        let whole = match self.last_text.take() {
            Some((end, before)) if end == self.body.len() && !text.is_empty() => {
                let line = format!("{}{}\n", self.indent(), self.syntax.text(&before));
                if self.body.ends_with(&line) {
                    self.body.truncate(end - line.len());
                    before + text
                } else {
                    text.to_owned()
                }
            }
            _ => text.to_owned(),
        };
        let line = self.syntax.text(&whole);
        self.line(&line);
        self.last_text = Some((self.body.len(), whole));
    }

    fn read(&mut self, step: &Step) -> Result<(), Error> {
        let name = |slot: usize| self.slots[slot].text.clone();
        match step {
            Step::Int(slot) => {
                let (name, most) = (name(*slot), self.slots[*slot].most);
                if self.syntax.0 != Language::Python && most > i128::from(i64::MAX) {
                    return Err(beyond("program-wide").with("what", name).with("largest", i64::MAX));
                }
                let line = self.syntax.declare(&name, self.syntax.read(), Type::Int, false);
                self.line(&line);
            }
            Step::List(slot, times) => {
                let name = name(*slot);
                self.lists(&[(*slot, name)], times)?;
            }
            Step::Records { steps, slots, times }
                if steps.iter().all(|step| matches!(step, Step::Int(_))) =>
            {
                let all: Vec<(usize, String)> = slots.iter().map(|&slot| (slot, name(slot))).collect();
                self.lists(&all, times)?;
            }
            _ => return Err(beyond("program-format").with("what", "input.pattern")),
        }
        Ok(())
    }

    fn lists(&mut self, all: &[(usize, String)], times: &Expr) -> Result<(), Error> {
        let times = self.int(times)?;
        for (slot, name) in all {
            if self.syntax.0 != Language::Python && self.slots[*slot].most > i128::from(i64::MAX) {
                return Err(beyond("program-wide").with("what", name).with("largest", i64::MAX));
            }
            self.slots[*slot].count = times.most;
            let empty = match self.syntax.0 {
                Language::Rust => "Vec::new()".to_owned(),
                _ => self.syntax.list(&[]),
            };
            let line = self.syntax.declare(name, &empty, Type::List, true);
            self.line(&line);
        }
        let index = self.fresh("i");
        let line = self.syntax.times(&index, &times.at(Level::Atom));
        self.open(&line);
        for (_, name) in all {
            let line = self.syntax.append(name, self.syntax.read());
            self.line(&line);
        }
        self.close();
        self.forget(&index);
        Ok(())
    }
}
