//! A profile as a program of its own: the input is read by its pattern, the position is decided by the law of its game,
//! and the answers are written by its templates.
//!
//! The parts of a profile become statements one by one. Parameters of the game are read from the input like other
//! numbers: `bash({{ m }})` becomes a remainder, amounts from a list become a table of values. What has no counterpart
//! is an error that names it.

mod answer;
mod asking;
mod expr;
mod games;
mod helpers;
mod input;
mod syntax;

use std::fmt::Write as _;

use grundy_pattern::Request;
use grundy_pattern::emit::{Functions, Language};
use grundy_solver::Solver;

use self::expr::{Level, Piece};
use self::games::{Wanted, affordable};
use self::helpers::{helper, needed};
use self::syntax::{Syntax, Type};
use crate::error::{Error, Lang};
use crate::expr::{Expr, Kind};
use crate::judge::Judge;
use crate::pattern::Kind as NameKind;
use crate::profile::Profile;
use crate::template::Template;
use crate::value::{Arithmetic, Val};

/// Names that a program must not use for its variables, in any language.
const TAKEN: &str = "abstract alignas and as asm assert async at auto await bool boolean break byte case catch char class \
    const constexpr continue crate def default del delete do double dyn elif else enum except explicit export extends \
    extern false final finally float fn for friend from g global goto if impl implements import in inline instanceof int \
    interface io is lambda let lambda len list long loop main match mod more move mut mutable namespace native new next \
    nonlocal not null operator or out package pass private protected pub public raise range read ref register return self \
    short signed sizeof static std str struct super switch synchronized sys template text this throw throws to trait \
    transient true try type typedef union unsafe unsigned use using value virtual void volatile where while with words \
    yield lost worth total greatest least member part power size table values amounts columns race has free seq arguments";

/// A program that cannot be written.
fn beyond(code: &'static str) -> Error {
    Error::new(code)
}

/// A variable of a template.
#[derive(Clone, Debug)]
enum Variable {
    Unset,
    /// Set in a branch only.
    Unsure,
    Set(Piece),
    /// A namespace: its names.
    Space(Vec<(String, Piece)>),
}

/// The names of a running loop.
#[derive(Clone, Debug)]
struct LoopName {
    index: Option<String>,
    length: String,
}

/// Writes a program.
struct Writer<'j> {
    judge: &'j Judge<'j>,
    profile: &'j Profile,
    solver: &'j Solver,
    lang: Lang,
    syntax: Syntax,
    functions: Functions,
    laws: usize,
    /// Whether every game is played under misère play.
    misere: bool,
    /// How far laws are examined.
    request: Request,
    body: String,
    depth: usize,
    slots: Vec<Piece>,
    names: Vec<String>,
    locals: Vec<Variable>,
    local_names: Vec<String>,
    loops: Vec<LoopName>,
    counter: String,
    /// What the answer says besides the outcome, by name.
    facts: Vec<(&'static str, Piece)>,
    /// The text that was written last, and where its line ends.
    last_text: Option<(usize, String)>,
    /// Variables that may be negative.
    negative: Vec<String>,
    /// Tables that are made at the start.
    tables: Vec<Wanted>,
    /// The largest heap whose value is asked.
    longest: i128,
}

/// The program for a profile, in a language; comments are in `lang`. `request` says how far a law is examined;
/// with `misere`, play is misère whatever the profile says.
///
/// # Errors
/// A part of the profile has no counterpart in a program, or its game has no law.
pub fn program(
    profile: &Profile,
    language: Language,
    solver: &Solver,
    request: Request,
    misere: bool,
    lang: Lang,
) -> Result<String, Error> {
    let judge = Judge::new(profile)?;
    let mut negative = Vec::new();
    let mut writer = loop {
        let mut writer = Writer::new(&judge, language, solver, lang);
        (writer.request, writer.misere, writer.negative) = (request, misere, negative);
        let known = writer.negative.len();
        let written = writer.level(0);
        // A variable that was taken for natural may be negative: everything that uses it is written again.
        if writer.negative.len() == known {
            written?;
            break writer;
        }
        negative = writer.negative;
    };
    let mut main = std::mem::take(&mut writer.body);
    writer.depth = 1;
    if let Some(wanted) = writer.tables.pop() {
        if !writer.tables.is_empty() {
            return Err(beyond("program-shape").with("game", wanted.function));
        }
        let last = writer.longest;
        affordable(&wanted, last)?;
        let line = writer.table(&wanted, &last.to_string());
        writer.line(&line);
        main.insert_str(0, &std::mem::take(&mut writer.body));
    }
    // A number that nothing uses is only passed over.
    for slot in writer.slots.iter().filter(|slot| slot.kind == Type::Int) {
        if words(&main).filter(|word| *word == slot.text).count() == 1 {
            let read = writer.syntax.read();
            let line = writer.syntax.declare(&slot.text, read, Type::Int, false);
            main = main.replacen(&line, &writer.syntax.statement(read), 1);
        }
    }
    let comment = writer.functions.comment().to_vec();
    let comment = if comment.is_empty() { vec![writer.title()] } else { comment };
    let functions = std::mem::take(&mut writer.functions).write(language, &main);
    Ok(writer.syntax.whole(&comment, &functions, &main))
}

impl<'j> Writer<'j> {
    fn new(judge: &'j Judge<'j>, language: Language, solver: &'j Solver, lang: Lang) -> Self {
        let profile = judge.profile;
        let mut this = Self {
            judge,
            profile,
            solver,
            lang,
            syntax: Syntax(language),
            functions: Functions::default(),
            laws: 0,
            misere: false,
            request: Request::default(),
            body: String::new(),
            depth: 1,
            slots: Vec::new(),
            names: TAKEN.split_whitespace().map(str::to_owned).collect(),
            locals: Vec::new(),
            local_names: Vec::new(),
            loops: Vec::new(),
            counter: String::new(),
            facts: Vec::new(),
            last_text: None,
            negative: Vec::new(),
            tables: Vec::new(),
            longest: 0,
        };
        let limits = &profile.bounds;
        let widest = limits.largest().and_then(|n| i128::try_from(&n).ok());
        for (slot, name) in profile.pattern.names.iter().enumerate() {
            let limit = limits.names.get(slot).and_then(Option::as_ref);
            let nothing = vec![Val::Undefined; profile.pattern.names.len() + 1];
            let most = limit
                .and_then(|limit| limit.bounds.1.value(&nothing))
                .map(|n| i128::try_from(&n.to_ibig()).unwrap_or(i128::MAX))
                .or(widest)
                .unwrap_or(i128::from(i64::MAX));
            let is_natural = limit.is_some_and(|limit| is_natural(&limit.bounds.0, &this.slots))
                || limit.is_none() && profile.pattern.over.as_ref().is_some_and(|(over, _)| *over == slot);
            let kind = match name.kind {
                NameKind::Int => Type::Int,
                NameKind::List => Type::List,
                NameKind::Word => Type::Bool,
            };
            let plain = name.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let text = this.fresh(if plain { &name.text } else { "v" });
            this.slots.push(Piece::atom(text, kind, is_natural, most));
        }
        this
    }

    fn title(&self) -> String {
        self.profile.title_in(self.lang).lines().next().unwrap_or("").to_owned()
    }

    // Lines.

    fn indent(&self) -> String {
        " ".repeat(4 * self.depth)
    }

    fn line(&mut self, line: &str) {
        let indent = self.indent();
        let _ = writeln!(self.body, "{indent}{line}");
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    /// Ends a block and begins the next one, such as `else`.
    fn middle(&mut self, line: &str) {
        self.depth -= 1;
        self.line(line);
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        // Where blocks end without a line, the next text is still not part of them.
        self.last_text = None;
        if let Some(end) = self.syntax.end() {
            self.line(end);
        }
    }

    // Names.

    /// A name that nothing else has.
    fn fresh(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        let mut number = 2;
        while self.names.contains(&name) || helper(&name).is_some() {
            name = format!("{base}{number}");
            number += 1;
        }
        self.names.push(name.clone());
        name
    }

    fn forget(&mut self, name: &str) {
        if let Some(at) = self.names.iter().rposition(|known| known == name) {
            self.names.remove(at);
        }
    }

    fn local_name(&self, local: usize) -> String {
        self.local_names.get(local).filter(|name| name.is_ascii()).cloned().unwrap_or_else(|| "v".to_owned())
    }

    fn slot(&mut self, slot: usize) -> Result<Piece, Error> {
        let piece = self.slots[slot].clone();
        if piece.kind == Type::Bool {
            return Err(beyond("program-part").with("what", piece.text));
        }
        Ok(piece)
    }

    fn local(&self, local: usize) -> Option<Piece> {
        match self.locals.get(local) {
            Some(Variable::Set(piece)) => Some(piece.clone()),
            _ => None,
        }
    }

    fn is_unsure(&self, local: usize) -> bool {
        matches!(self.locals.get(local), Some(Variable::Unsure))
    }

    fn attribute(&self, local: usize, name: &str) -> Option<Piece> {
        match self.locals.get(local) {
            Some(Variable::Space(all)) => {
                all.iter().find(|(known, _)| known == name).map(|(_, piece)| piece.clone())
            }
            _ => None,
        }
    }

    /// The variables that are set.
    fn known(&self) -> Vec<usize> {
        (0..self.locals.len()).filter(|&i| !matches!(self.locals[i], Variable::Unset)).collect()
    }

    /// Marks the variables set since then as set in a branch only.
    fn unsure(&mut self, known: &[usize]) {
        for i in 0..self.locals.len() {
            if !known.contains(&i) && !matches!(self.locals[i], Variable::Unset) {
                self.locals[i] = Variable::Unsure;
            }
        }
    }

    fn begin(&mut self, template: &Template) {
        self.locals = vec![Variable::Unset; template.local_names.len()];
        self.local_names.clone_from(&template.local_names);
        self.loops.clear();
    }

    fn counted(&mut self) -> Piece {
        if self.counter.is_empty() {
            self.counter = self.fresh("number");
        }
        Piece::atom(self.counter.clone(), Type::Int, true, i128::from(u32::MAX))
    }

    fn fact(&self, name: &'static str) -> Result<Piece, Error> {
        let found = self.facts.iter().find(|(known, _)| *known == name);
        found.map(|(_, piece)| piece.clone()).ok_or_else(|| beyond("program-part").with("what", name))
    }

    // Functions.

    fn helper(&mut self, name: &str) {
        for needed in needed(name) {
            self.helper(needed);
        }
        match name {
            "has" => self.functions.helper("has"),
            "floor_div" => self.functions.helper("floor_div"),
            _ => {
                if let Some(text) = helper(name) {
                    self.functions.define(&text);
                }
            }
        }
    }

    fn call(&mut self, name: &str, arguments: &[&Piece]) -> String {
        self.helper(name);
        let one = |piece: &&Piece| match piece.kind {
            Type::List => self.syntax.argument(&piece.text),
            _ => piece.text.clone(),
        };
        format!("{name}({})", arguments.iter().map(one).collect::<Vec<_>>().join(", "))
    }

    fn table(&mut self, wanted: &Wanted, last: &str) -> String {
        let amounts = wanted.amounts.replace("LAST", last);
        let amounts = if amounts.starts_with("amounts(") { self.syntax.argument(&amounts) } else { amounts };
        let between = if amounts.is_empty() { "" } else { ", " };
        self.syntax.declare("g", &format!("{}({amounts}{between}{last})", wanted.function), Type::List, false)
    }

    // Variables of templates.

    fn set(&mut self, local: usize, expr: &Expr) -> Result<(), Error> {
        if let Kind::Space(all) = &expr.kind {
            let base = self.local_name(local);
            let mut known = Vec::new();
            for (name, expr) in all {
                let piece = self.expr(expr)?;
                let variable = self.fresh(&format!("{base}_{name}"));
                let line = self.syntax.declare(&variable, &piece.text, piece.kind, true);
                self.line(&line);
                // Sums over the whole input, at the most.
                let most = self.slots.iter().map(|slot| slot.most).max().unwrap_or(1).saturating_mul(1 << 20);
                let most = most.min(self.syntax.0.largest().unwrap_or(i128::MAX)).max(piece.most);
                let is_natural = piece.is_natural && !self.negative.contains(&variable);
                let piece = Piece { text: variable, level: Level::Atom, is_natural, most, ..piece };
                known.push((name.to_string(), piece));
            }
            self.locals[local] = Variable::Space(known);
            return Ok(());
        }
        let piece = self.expr(expr)?;
        match self.locals[local].clone() {
            Variable::Set(known) if known.kind == piece.kind => {
                let line = self.syntax.assign(&known.text, &piece.text);
                self.line(&line);
                let is_natural = known.is_natural && piece.is_natural;
                self.locals[local] =
                    Variable::Set(Piece { is_natural, most: known.most.max(piece.most), ..known });
            }
            Variable::Unset => {
                let base = self.local_name(local);
                let name = self.fresh(&base);
                let line = self.syntax.declare(&name, &piece.text, piece.kind, false);
                self.line(&line);
                self.locals[local] = Variable::Set(Piece { text: name, level: Level::Atom, ..piece });
            }
            _ => return Err(beyond("program-part").with("what", "set")),
        }
        Ok(())
    }

    fn put(&mut self, space: &Expr, name: &str, expr: &Expr) -> Result<(), Error> {
        let Kind::Local(local, _) = space.kind else { return Err(beyond("program-part").with("what", name)) };
        let Some(place) = self.attribute(local, name) else {
            return Err(beyond("program-part").with("what", name));
        };
        if grows(expr, local) {
            return Err(beyond("program-part").with("what", name));
        }
        let piece = match place.kind {
            Type::Int => self.int(expr)?,
            Type::Bool => self.condition(expr)?,
            Type::List => self.list(expr)?,
        };
        if place.is_natural && !piece.is_natural {
            self.negative.push(place.text.clone());
        }
        let line = self.syntax.assign(&place.text, &piece.text);
        self.line(&line);
        Ok(())
    }
}

/// The words of a program.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// Whether an expression over the limits' names is never negative.
fn is_natural(expr: &Expr, slots: &[Piece]) -> bool {
    match &expr.kind {
        Kind::Const(val) => val.int().is_some_and(|n| !n.is_negative()),
        // The number of the row.
        Kind::Slot(slot) => slots.get(*slot).is_none_or(|piece| piece.is_natural),
        Kind::Arithmetic(Arithmetic::Sub, _) => false,
        Kind::Arithmetic(_, two) => two.iter().all(|one| is_natural(one, slots)),
        _ => false,
    }
}

/// Whether an expression multiplies a name of a namespace, so that repeated it has no bound.
fn grows(expr: &Expr, space: usize) -> bool {
    let mut grows = false;
    expr.each(&mut |expr| {
        if let Kind::Arithmetic(Arithmetic::Mul | Arithmetic::Pow, two) = &expr.kind {
            for one in &**two {
                one.each(&mut |inner| {
                    grows |= matches!(&inner.kind, Kind::Attribute(of, _) if matches!(of.kind, Kind::Local(local, _) if local == space));
                });
            }
        }
    });
    grows
}
