//! What is asked, as statements: the text of a position, piece by piece, with its heaps going to the law of their game.

use std::mem::take;

use super::expr::{Level, Piece};
use super::games::{Law, Segment};
use super::syntax::{Type, bare};
use super::{LoopName, Variable, Writer, beyond};
use crate::error::Error;
use crate::expr::{Expr, Kind, LoopPart};
use crate::template::{For, Node, each};

/// Where in the text of a position the template is.
#[derive(Clone, Debug)]
enum At {
    /// In the text of a game, read so far.
    Game(Vec<Segment>),
    /// Between the brackets of a game: its law, and the list of its heaps if they are needed together.
    Heaps(Law, Option<String>),
}

/// The answer of a position, as far as it is known.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The variable with the nim-sum of the parts.
    pub sum: Option<String>,
    /// The condition that the position is lost, for games without values.
    pub lost: Option<String>,
}

struct State {
    at: At,
    asked: Asked,
    /// The number of loops and branches around.
    depth: usize,
    /// Whether a heap whose law is for one heap is part of the position.
    is_alone: bool,
}

/// What writes the body of a block.
type Body<'w, 'j, 'n> = &'w mut dyn FnMut(&mut Writer<'j>, &'n [Node]) -> Result<(), Error>;

impl<'j> Writer<'j> {
    /// Writes the statements of a template that is the text of a position.
    pub fn ask(&mut self, nodes: &[Node]) -> Result<Asked, Error> {
        let start = self.body.len();
        let sum = self.fresh("x");
        let mut state =
            State { at: At::Game(Vec::new()), asked: Asked::default(), depth: 0, is_alone: false };
        state.asked.sum = Some(sum.clone());
        let mut used = false;
        self.asks(nodes, &mut state, &mut used)?;
        match &state.at {
            At::Game(rest) if rest.is_empty() => {}
            _ => return Err(unknown_shape(&state.at)),
        }
        if used {
            let line = format!("{}{}\n", self.indent(), self.syntax.declare(&sum, "0", Type::Int, true));
            self.body.insert_str(start, &line);
        } else {
            state.asked.sum = None;
        }
        if used == state.asked.lost.is_some() {
            return Err(beyond("program-shape").with("game", "+"));
        }
        Ok(state.asked)
    }

    fn asks(&mut self, nodes: &[Node], state: &mut State, used: &mut bool) -> Result<(), Error> {
        for node in nodes {
            match node {
                Node::Text(text) => self.asked_text(text, state, used)?,
                Node::Show(expr) => match &mut state.at {
                    At::Game(_) => {
                        let inner =
                            if let Kind::Join(of, _) = &expr.kind { self.list(of)? } else { self.int(expr)? };
                        if let At::Game(segments) = &mut state.at {
                            segments.push(Segment::Hole(inner));
                        }
                    }
                    At::Heaps(..) => self.push_all(expr, state, used)?,
                },
                Node::If(branches, otherwise) => {
                    let separates = |body: &[Node]| {
                        body.iter().all(|node| matches!(node, Node::Text(text) if text.chars().all(|c| " ,+\n".contains(c))))
                    };
                    if branches.iter().all(|(_, body)| separates(body)) && separates(otherwise) {
                        continue;
                    }
                    self.branches(branches, otherwise, &mut |this, body| {
                        let before = shape(&state.at);
                        state.depth += 1;
                        this.asks(body, state, used)?;
                        state.depth -= 1;
                        if shape(&state.at) == before { Ok(()) } else { Err(unknown_shape(&state.at)) }
                    })?;
                }
                Node::For(this) => {
                    self.repeat(this, &|body| uses_loop(body, true), &mut |writer, body| {
                        let before = shape(&state.at);
                        state.depth += 1;
                        writer.asks(body, state, used)?;
                        state.depth -= 1;
                        if shape(&state.at) == before { Ok(()) } else { Err(unknown_shape(&state.at)) }
                    })?;
                }
                Node::Set(local, expr) => self.set(*local, expr)?,
                Node::Put(space, name, expr) => self.put(space, name, expr)?,
            }
        }
        Ok(())
    }

    fn asked_text(&mut self, text: &str, state: &mut State, used: &mut bool) -> Result<(), Error> {
        let mut letters = text.chars().peekable();
        while let Some(c) = letters.next() {
            match &mut state.at {
                At::Game(segments) => match c {
                    '[' => {
                        let segments = take(segments);
                        let (law, wanted) = self.law(&segments, None)?;
                        if let Some(wanted) = wanted {
                            if segments.iter().any(|s| matches!(s, Segment::Hole(_))) {
                                return Err(unknown_shape(&At::Game(segments)));
                            }
                            self.tables.push(wanted);
                        }
                        let list = match law {
                            Law::Worth(..) | Law::Lost(..) => {
                                let name = self.fresh("h");
                                let empty = self.syntax.list(&[]);
                                let line = self.syntax.declare(&name, &empty, Type::List, true);
                                self.line(&line);
                                Some(name)
                            }
                            _ => None,
                        };
                        state.at = At::Heaps(law, list);
                    }
                    ' ' | '+' | '\n' if segments.is_empty() => {}
                    c => match segments.last_mut() {
                        Some(Segment::Text(text)) => text.push(c),
                        _ => segments.push(Segment::Text(c.to_string())),
                    },
                },
                At::Heaps(law, list) => match c {
                    ' ' | ',' | '\n' => {}
                    ']' => {
                        let (law, list) = (law.clone(), list.clone());
                        state.at = At::Game(Vec::new());
                        self.end_of_heaps(&law, list, state, used)?;
                    }
                    c if c.is_ascii_digit() => {
                        let mut digits = c.to_string();
                        while let Some(c) = letters.next_if(char::is_ascii_digit) {
                            digits.push(c);
                        }
                        let n: i128 =
                            digits.parse().map_err(|_| beyond("program-part").with("what", &digits))?;
                        let piece = Piece::atom(self.syntax.literal(n), Type::Int, true, n);
                        self.push(&piece, state, used)?;
                    }
                    c => return Err(beyond("program-part").with("what", c)),
                },
            }
        }
        Ok(())
    }

    /// The heaps of a joined list, or one heap.
    fn push_all(&mut self, expr: &Expr, state: &mut State, used: &mut bool) -> Result<(), Error> {
        let Kind::Join(of, _) = &expr.kind else {
            let heap = self.int(expr)?;
            return self.push(&heap, state, used);
        };
        self.push_list(of, state, used)
    }

    fn push_list(&mut self, of: &Expr, state: &mut State, used: &mut bool) -> Result<(), Error> {
        if let Kind::If(three) = &of.kind {
            let condition = self.condition(&three[0])?;
            let line = self.syntax.branch(true, &condition.text);
            self.open(&line);
            self.push_list(&three[1], state, used)?;
            if !matches!(&three[2].kind, Kind::List(all) if all.is_empty()) {
                self.middle(self.syntax.otherwise());
                self.push_list(&three[2], state, used)?;
            }
            self.close();
            return Ok(());
        }
        let list = self.list(of)?;
        let name = self.fresh("n");
        let line = self.syntax.each(&name, &list.text);
        self.open(&line);
        let heap = Piece::atom(name.clone(), Type::Int, list.is_natural, list.most);
        self.push(&heap, state, used)?;
        self.close();
        self.forget(&name);
        Ok(())
    }

    fn push(&mut self, heap: &Piece, state: &mut State, used: &mut bool) -> Result<(), Error> {
        let At::Heaps(law, list) = &state.at else { return Ok(()) };
        if let Some(list) = list {
            let line = self.syntax.append(list, &heap.text);
            self.line(&line);
            return Ok(());
        }
        let law = law.clone();
        if let Law::Alone(_) = law {
            if state.depth > 0 || *used {
                return Err(beyond("program-shape").with("game", "+"));
            }
            state.is_alone = true;
        } else if state.is_alone {
            return Err(beyond("program-shape").with("game", "+"));
        }
        let value = self.value_of(&law, heap)?;
        let sum = state.asked.sum.clone().unwrap_or_default();
        *used = true;
        let line = self.syntax.assign(&sum, &format!("{sum} ^ {}", in_brackets(&value)));
        self.line(&line);
        Ok(())
    }

    /// The value of one heap.
    pub fn value_of(&mut self, law: &Law, heap: &Piece) -> Result<String, Error> {
        self.heaps_fit(heap.most)?;
        self.longest = self.longest.max(heap.most);
        Ok(match law {
            Law::Nim => heap.at(Level::Atom),
            Law::Alone(law) => self.value_of(law, heap)?,
            Law::Value(name, more) => {
                let all: Vec<String> = [heap.text.clone()].into_iter().chain(more.iter().cloned()).collect();
                format!("{name}({})", all.join(", "))
            }
            Law::Rest(by, part) => {
                let rest = format!("{} % {by}", heap.at(Level::Atom));
                if part == "1" { rest } else { format!("{rest}{}{part}", self.syntax.quotient()) }
            }
            Law::Table(table) => self.syntax.item(table, &heap.text),
            Law::Worth(..) | Law::Lost(..) | Law::Amount(..) | Law::Ring(..) => {
                return Err(beyond("program-shape").with("game", "+"));
            }
        })
    }

    fn end_of_heaps(
        &mut self,
        law: &Law,
        list: Option<String>,
        state: &mut State,
        used: &mut bool,
    ) -> Result<(), Error> {
        let Some(list) = list else { return Ok(()) };
        let argument = self.syntax.argument(&list);
        match law {
            Law::Worth(name, _) => {
                let sum = state.asked.sum.clone().unwrap_or_default();
                *used = true;
                let line = self.syntax.assign(&sum, &format!("{sum} ^ {name}({argument})"));
                self.line(&line);
            }
            Law::Lost(name, more, _) => {
                if state.depth > 0 || state.asked.lost.is_some() {
                    return Err(beyond("program-shape").with("game", "+"));
                }
                let all: Vec<String> = [argument].into_iter().chain(more.iter().cloned()).collect();
                state.asked.lost = Some(format!("{name}({})", all.join(", ")));
            }
            _ => {}
        }
        Ok(())
    }

    /// An `if` with its branches.
    pub fn branches<'n>(
        &mut self,
        branches: &'n [(Expr, Vec<Node>)],
        otherwise: &'n [Node],
        write: Body<'_, 'j, 'n>,
    ) -> Result<(), Error> {
        let known: Vec<usize> = self.known();
        for (i, (condition, body)) in branches.iter().enumerate() {
            let condition = self.condition(condition)?;
            let line = self.syntax.branch(i == 0, &condition.text);
            if i == 0 {
                self.open(&line);
            } else {
                self.middle(&line);
            }
            write(self, body)?;
            self.unsure(&known);
        }
        if !otherwise.is_empty() {
            self.middle(self.syntax.otherwise());
            write(self, otherwise)?;
            self.unsure(&known);
        }
        self.close();
        Ok(())
    }

    /// A `for` with its body.
    pub fn repeat<'n>(
        &mut self,
        this: &'n For,
        uses_loop: &dyn Fn(&[Node]) -> bool,
        write: Body<'_, 'j, 'n>,
    ) -> Result<(), Error> {
        if !this.otherwise.is_empty() {
            return Err(beyond("program-part").with("what", "else"));
        }
        let needs_index = uses_loop(&this.body);
        if this.only.is_some() && needs_index {
            return Err(beyond("program-part").with("what", "loop"));
        }
        let known = self.known();
        let mut named = Vec::new();
        let mut name_of = |writer: &mut Self, local: usize| {
            let base = writer.local_name(local);
            let name = writer.fresh(&base);
            named.push(name.clone());
            name
        };
        let mut this_loop = LoopName { index: None, length: String::new() };
        match (&this.over.kind, &this.targets[..]) {
            (Kind::Range(three), [target]) => {
                let (from, to) = (self.int(&three[0])?, self.int(&three[1])?);
                let Kind::Const(step) = &three[2].kind else {
                    return Err(beyond("program-part").with("what", "range"));
                };
                let step = step.small().filter(|step| *step != 0);
                let step = step.ok_or_else(|| beyond("program-part").with("what", "range"))?;
                let name = name_of(self, *target);
                let line = self.syntax.range(&name, &from.text, &to.text, step);
                self.open(&line);
                let is_natural = if step > 0 { from.is_natural } else { to.is_natural || to.text == "(-1)" };
                self.locals[*target] =
                    Variable::Set(Piece::atom(name.clone(), Type::Int, is_natural, from.most.max(to.most)));
                if from.text == "0" && step == 1 {
                    this_loop = LoopName { index: Some(name), length: to.at(Level::Atom) };
                }
            }
            (_, targets) => {
                let lists = match (&this.over.kind, targets) {
                    (_, [_]) => vec![self.list(&this.over)?],
                    (Kind::Apply(zip, first, more), [_, _]) if zip.name == "zip" => {
                        vec![self.list(first)?, self.list(&more[0])?]
                    }
                    _ => return Err(beyond("program-part").with("what", "for")),
                };
                if needs_index || lists.len() > 1 {
                    let mut held = Vec::new();
                    for list in lists {
                        let is_name = list.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                        held.push(if is_name {
                            list
                        } else {
                            let name = self.fresh("all");
                            let line = self.syntax.declare(&name, &list.text, Type::List, false);
                            self.line(&line);
                            Piece { text: name, level: Level::Atom, ..list }
                        });
                    }
                    let index = self.fresh("i");
                    let length = self.syntax.length(&held[0].text);
                    let line = self.syntax.range(&index, "0", &length, 1);
                    self.open(&line);
                    for (target, list) in targets.iter().zip(&held) {
                        let name = name_of(self, *target);
                        let line = self.syntax.declare(
                            &name,
                            &self.syntax.item(&list.text, &index),
                            Type::Int,
                            false,
                        );
                        self.line(&line);
                        self.locals[*target] =
                            Variable::Set(Piece::atom(name, Type::Int, list.is_natural, list.most));
                    }
                    this_loop = LoopName { index: Some(index.clone()), length };
                    named.push(index);
                } else {
                    let name = name_of(self, targets[0]);
                    let line = self.syntax.each(&name, &lists[0].text);
                    self.open(&line);
                    self.locals[targets[0]] =
                        Variable::Set(Piece::atom(name, Type::Int, lists[0].is_natural, lists[0].most));
                }
            }
        }
        self.loops.push(this_loop);
        if let Some(only) = &this.only {
            let condition = self.condition(only)?;
            let line = self.syntax.branch(true, &condition.text);
            self.open(&line);
        }
        let empty = self.body.len();
        write(self, &this.body)?;
        if self.body.len() == empty {
            return Err(beyond("program-part").with("what", "for"));
        }
        if this.only.is_some() {
            self.close();
        }
        self.loops.pop();
        self.close();
        self.unsure(&known);
        for local in this.own.clone() {
            self.locals[local] = Variable::Unset;
        }
        for name in &named {
            self.forget(name);
        }
        Ok(())
    }
}

/// The error of a text that is not a position with a program.
fn unknown_shape(at: &At) -> Error {
    let text = match at {
        At::Game(segments) => segments
            .iter()
            .map(|segment| match segment {
                Segment::Text(text) => text.clone(),
                Segment::Hole(piece) => format!("{{{{ {} }}}}", piece.text),
            })
            .collect(),
        At::Heaps(..) => "[".to_owned(),
    };
    beyond("program-shape").with("game", text)
}

/// Whether a body uses its loop, beyond separators if these do not count.
pub fn uses_loop(body: &[Node], without_separators: bool) -> bool {
    let mut uses = false;
    for node in body {
        if let (true, Node::If(branches, otherwise)) = (without_separators, node) {
            let separates = |body: &[Node]| {
                body.iter()
                    .all(|node| matches!(node, Node::Text(text) if text.chars().all(|c| " ,+\n".contains(c))))
            };
            if branches.iter().all(|(_, body)| separates(body)) && separates(otherwise) {
                continue;
            }
            for (condition, body) in branches {
                condition.each(&mut |expr| {
                    uses |= matches!(expr.kind, Kind::Loop(_, part) if part != LoopPart::Whole);
                });
                uses |= uses_loop(body, true);
            }
            uses |= uses_loop(otherwise, true);
            continue;
        }
        each(std::slice::from_ref(node), &mut |expr| uses |= matches!(expr.kind, Kind::Loop(..)));
    }
    uses
}

/// A value as an operand.
pub fn in_brackets(value: &str) -> String {
    // Brackets around the whole of it are enough.
    if bare(value) == value && value.contains(' ') && !value.ends_with(')') || value.contains(" % (") {
        format!("({value})")
    } else {
        value.to_owned()
    }
}

/// What must be the same before and after a loop or a branch.
fn shape(at: &At) -> (bool, usize) {
    match at {
        At::Game(segments) => (true, segments.len()),
        At::Heaps(..) => (false, 0),
    }
}
