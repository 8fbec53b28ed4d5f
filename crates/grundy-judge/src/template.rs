//! Templates: what a profile writes, and the game it asks about.
//!
//! A template without expressions is written as it stands. The shapes nearly every profile uses (a name,
//! a part of a move, a list joined) are recognised when the profile is read and written natively; all
//! others go through the template engine. The short road must write byte for byte what the long one does,
//! and where it lacks something it leaves the question (and its error message) to the long one.

use std::collections::BTreeMap;

use minijinja::Value;

use crate::engine::{Program, Refused};
use crate::error::nearest;
use crate::exact;
use crate::expr::Fault;
use crate::number::{push_text, push_u64, push_ubig};
use crate::order::{Answer, Placed};
use crate::pattern::{Kind, Name};
use crate::reader::Val;
use crate::solve::{FastMoves, Outcome};

/// Words of an answer's templates.
pub const ANSWER: [&str; 7] = ["case", "outcome", "value", "margin", "count", "moves", "first"];
/// Words of the template of one move: the same and its parts.
pub const MOVE: [&str; 12] =
    ["case", "outcome", "value", "margin", "count", "moves", "first", "to", "take", "heap", "amount", "left"];
/// Words of the template around a group's answers.
pub const EACH: [&str; 2] = ["case", "answers"];

/// What is known when a template is written.
pub struct Facts<'a> {
    pub names: &'a [Name],
    pub slots: &'a [Val],
    pub case: u64,
    pub outcome: Option<Outcome>,
    pub answer: Option<&'a Answer>,
    pub fast: Option<&'a FastMoves>,
    /// Which move the template of one move is about.
    pub this: usize,
    pub answers: Option<&'a str>,
}

impl Facts<'_> {
    /// The two heaps a move on machine words leaves, where it leaves two.
    #[inline]
    fn two_left(&self) -> Option<[u64; 2]> {
        let fast = self.fast?;
        fast.to(fast.list.get(self.this)?).try_into().ok()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    To(String),
    Take(String),
    Heap,
    Amount,
    Left,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Scalar(usize),
    Join(usize, String),
    Case,
    Outcome,
    Value,
    Margin,
    Count,
    First(Part),
    This(Part),
}

#[derive(Debug)]
pub struct Template<'p> {
    native: Option<Vec<Piece>>,
    program: Program<'p>,
    /// The innermost level of the names it uses.
    pub level: usize,
}

impl<'p> Template<'p> {
    /// Compiles a template that may use the input's names below `levels`, and the `words`.
    pub fn compile(source: &'p str, names: &[Name], levels: usize, words: &[&str]) -> Result<Self, Fault> {
        let program = Program::compile(source).map_err(|refused| match refused {
            Refused::Fraction => Fault::new("fraction-in-template", 0),
            Refused::Chain => Fault::new("chained-comparison", 0),
            Refused::Syntax(e) => {
                let line = e.line().unwrap_or(1);
                Fault::new("bad-template", 0)
                    .with("line", line.to_string())
                    .with("reason", e.detail().unwrap_or_default())
            }
        })?;
        let visible = |n: &&Name| n.level < levels && n.in_view;
        let mut level = 0;
        for used in &program.names {
            if words.contains(used) {
                continue;
            }
            let known = || names.iter().filter(visible);
            if let Some(name) = known().find(|n| n.text == *used) {
                level = level.max(name.level);
                continue;
            }
            let fault = Fault::new("unknown-name", 0).with("name", *used);
            let near = nearest(used, known().map(|n| &*n.text).chain(words.iter().copied()));
            return Err(match near {
                Some(near) => fault.with("suggestion", near),
                None => fault,
            });
        }
        let native = pieces(source, names, words);
        Ok(Self { native, program, level })
    }

    pub fn uses(&self, word: &str) -> bool {
        self.program.names.contains(&word)
    }

    /// Whether it can be written from moves on machine words, `parts` saying whether those are more than results.
    pub fn is_native(&self, parts: bool) -> bool {
        let fits = |piece: &Piece| match piece {
            Piece::First(part) | Piece::This(part) => match part {
                Part::To(_) => true,
                Part::Take(_) => false,
                Part::Heap | Part::Amount | Part::Left => parts,
            },
            Piece::Value | Piece::Margin | Piece::Count => false,
            _ => true,
        };
        self.native.as_ref().is_some_and(|pieces| pieces.iter().all(fits))
    }

    /// Forgets the short road, so that tests can compare the two.
    pub fn make_plain(&mut self) {
        self.native = None;
    }

    /// Appends what the template says.
    #[inline]
    pub fn write(&self, facts: &Facts, out: &mut Vec<u8>) -> Result<(), minijinja::Error> {
        // The two commonest by far are `1` and a line of what a move leaves.
        if let Some([Piece::This(Part::To(separator))]) = self.native.as_deref()
            && let Some([a, b]) = facts.two_left()
        {
            push_u64(out, a);
            push_text(out, separator);
            push_u64(out, b);
            return Ok(());
        }
        match self.native.as_deref() {
            Some([Piece::Text(text)]) => {
                push_text(out, text);
                return Ok(());
            }
            Some(pieces) => {
                let before = out.len();
                if pieces.iter().all(|piece| piece.write(facts, out).is_some()) {
                    return Ok(());
                }
                out.truncate(before);
            }
            None => {}
        }
        self.write_by_engine(facts, out)
    }

    #[cold]
    fn write_by_engine(&self, facts: &Facts, out: &mut Vec<u8>) -> Result<(), minijinja::Error> {
        let names =
            self.program.names.iter().filter_map(|name| Some(((*name).to_owned(), lookup(facts, name)?)));
        let names: BTreeMap<String, Value> = names.collect();
        out.extend_from_slice(self.program.render(Value::from(names))?.as_bytes());
        Ok(())
    }
}

impl Piece {
    #[inline]
    fn write(&self, facts: &Facts, out: &mut Vec<u8>) -> Option<()> {
        match self {
            Self::Text(text) => push_text(out, text),
            Self::Scalar(slot) => match &facts.slots[*slot] {
                Val::Int(n) => n.write(out),
                Val::Word(word) => out.extend_from_slice(word.as_bytes()),
                Val::List(_) => return None,
            },
            Self::Join(slot, separator) => {
                let Val::List(items) = &facts.slots[*slot] else { return None };
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        push_text(out, separator);
                    }
                    item.int()?.write(out);
                }
            }
            Self::Case => push_u64(out, facts.case),
            Self::Outcome => out.extend_from_slice(facts.outcome?.letter().as_bytes()),
            Self::Value => push_ubig(out, facts.answer?.value.as_ref()?),
            Self::Margin => out.extend_from_slice(facts.answer?.margin.as_ref()?.to_string().as_bytes()),
            Self::Count => push_ubig(out, &facts.answer?.count),
            Self::First(part) => part.write(facts, 0, out)?,
            Self::This(part) => part.write(facts, facts.this, out)?,
        }
        Some(())
    }
}

impl Part {
    #[inline]
    fn write(&self, facts: &Facts, index: usize, out: &mut Vec<u8>) -> Option<()> {
        if let Some(fast) = facts.fast {
            let m = fast.list.get(index)?;
            match self {
                Self::To(separator) => {
                    for (i, n) in fast.to(m).iter().enumerate() {
                        if i > 0 {
                            push_text(out, separator);
                        }
                        push_u64(out, *n);
                    }
                }
                Self::Take(_) => return None,
                Self::Heap => push_u64(out, m.heap as u64 + 1),
                Self::Amount => push_u64(out, m.amount),
                Self::Left => push_u64(out, m.left),
            }
            return Some(());
        }
        let m = facts.answer?.moves.get(index)?;
        let mut join = |numbers: &[dashu_int::UBig], separator: &str| {
            for (i, n) in numbers.iter().enumerate() {
                if i > 0 {
                    push_text(out, separator);
                }
                push_ubig(out, n);
            }
        };
        match self {
            Self::To(separator) => join(&m.to, separator),
            Self::Take(separator) => join(&m.take, separator),
            Self::Heap => push_u64(out, m.first.as_ref()?.0 as u64 + 1),
            Self::Amount => push_ubig(out, &m.first.as_ref()?.1),
            Self::Left => match m.first.as_ref()?.2.as_slice() {
                [] => out.push(b'0'),
                [left] => push_ubig(out, left),
                _ => return None,
            },
        }
        Some(())
    }
}

/// The pieces of a template of the common shapes; `None` for any other.
fn pieces(source: &str, names: &[Name], words: &[&str]) -> Option<Vec<Piece>> {
    if source.contains("{%") || source.contains("{#") || source.contains('\r') {
        return None;
    }
    let mut pieces = Vec::new();
    let mut rest = source;
    while let Some(open) = rest.find("{{") {
        if open > 0 {
            pieces.push(Piece::Text(rest[..open].to_owned()));
        }
        let mut scan = Scan(&rest[open + 2..]);
        pieces.push(scan.piece(names, words)?);
        rest = scan.close()?;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    Some(pieces)
}

struct Scan<'s>(&'s str);

impl<'s> Scan<'s> {
    fn eat(&mut self, mark: &str) -> bool {
        let rest = self.0.trim_start().strip_prefix(mark);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn close(mut self) -> Option<&'s str> {
        self.eat("}}").then_some(self.0)
    }

    fn name(&mut self) -> Option<&'s str> {
        let text = self.0.trim_start();
        let len = text.bytes().position(|b| !b.is_ascii_alphanumeric() && b != b'_').unwrap_or(text.len());
        self.0 = &text[len..];
        (len > 0 && !text.starts_with(|c: char| c.is_ascii_digit())).then_some(&text[..len])
    }

    /// `| join('separator')`, where the separator has nothing in it that would need reading.
    fn join(&mut self) -> Option<String> {
        if !self.eat("|") || self.name()? != "join" || !self.eat("(") {
            return None;
        }
        let text = self.0.trim_start();
        let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        let (separator, rest) = text[1..].split_once(quote)?;
        self.0 = rest;
        (self.eat(")") && !separator.contains('\\')).then(|| separator.to_owned())
    }

    fn part(&mut self, name: &str) -> Option<Part> {
        Some(match name {
            "to" => Part::To(self.join()?),
            "take" => Part::Take(self.join()?),
            "heap" => Part::Heap,
            "amount" => Part::Amount,
            "left" => Part::Left,
            _ => return None,
        })
    }

    fn piece(&mut self, names: &[Name], words: &[&str]) -> Option<Piece> {
        let name = self.name()?;
        if let Some(slot) = names.iter().position(|n| n.text == name) {
            return Some(if names[slot].kind == Kind::List {
                Piece::Join(slot, self.join()?)
            } else {
                Piece::Scalar(slot)
            });
        }
        if !words.contains(&name) {
            return None;
        }
        Some(match name {
            "case" => Piece::Case,
            "outcome" => Piece::Outcome,
            "value" => Piece::Value,
            "margin" => Piece::Margin,
            "count" => Piece::Count,
            "first" => {
                if !self.eat(".") {
                    return None;
                }
                let part = self.name()?;
                Piece::First(self.part(part)?)
            }
            part => Piece::This(self.part(part)?),
        })
    }
}

fn lookup(facts: &Facts, name: &str) -> Option<Value> {
    if let Some(slot) = facts.names.iter().position(|n| n.text == name) {
        return Some(of_val(&facts.slots[slot]));
    }
    let moves = || facts.answer.map_or(&[][..], |a| &a.moves);
    let this = || moves().get(facts.this);
    match name {
        "case" => Some(Value::from(facts.case)),
        "outcome" => facts.outcome.map(|o| Value::from(o.letter())),
        "value" => facts.answer?.value.clone().map(|n| exact::value(n.into())),
        "margin" => facts.answer?.margin.clone().map(exact::value),
        "count" => Some(exact::value(facts.answer?.count.clone().into())),
        "moves" => Some(moves().iter().map(of_move).collect()),
        "first" => moves().first().map(of_move),
        "answers" => facts.answers.map(Value::from),
        part => of_part(this()?, part),
    }
}

fn of_val(val: &Val) -> Value {
    match val {
        Val::Int(n) => exact::value_of(n),
        Val::Word(word) => Value::from(word.as_str()),
        Val::List(items) => items.iter().map(of_val).collect(),
    }
}

fn of_part(m: &Placed, part: &str) -> Option<Value> {
    let list = |numbers: &[dashu_int::UBig]| numbers.iter().map(|n| exact::value(n.clone().into())).collect();
    match part {
        "to" => Some(list(&m.to)),
        "take" => Some(list(&m.take)),
        "heap" => m.first.as_ref().map(|f| Value::from(f.0 + 1)),
        "amount" => m.first.as_ref().map(|f| exact::value(f.1.clone().into())),
        "left" => m.first.as_ref().map(|f| match f.2.as_slice() {
            [] => Value::from(0),
            [left] => exact::value(left.clone().into()),
            parts => list(parts),
        }),
        _ => None,
    }
}

fn of_move(m: &Placed) -> Value {
    let parts = ["to", "take", "heap", "amount", "left"];
    let parts: BTreeMap<&str, Value> =
        parts.into_iter().filter_map(|part| Some((part, of_part(m, part)?))).collect();
    Value::from(parts)
}
