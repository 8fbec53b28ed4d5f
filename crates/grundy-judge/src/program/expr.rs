//! Expressions of templates and patterns as expressions of a program.
//!
//! Every expression carries a bound of its values, so that no program computes with numbers its language does not have.

use super::syntax::Type;
use super::{Writer, beyond};
use crate::error::Error;
use crate::expr::{Expr, Kind, LoopPart};
use crate::facts::{Part, Word};
use crate::value::{Arithmetic, Relation, Val};

/// How tightly the operators of an expression bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Or,
    And,
    Compare,
    Add,
    Multiply,
    Atom,
}

/// An expression of the program.
#[derive(Clone, Debug)]
pub struct Piece {
    pub text: String,
    pub level: Level,
    pub kind: Type,
    /// Whether it is never negative; for a list, its numbers.
    pub is_natural: bool,
    /// At most this, whatever the sign; for a list, its numbers.
    pub most: i128,
    /// The most numbers of a list.
    pub count: i128,
}

/// The length of a list whose bounds are not known.
const LONG: i128 = 10_000_000;

impl Piece {
    pub fn atom(text: impl Into<String>, kind: Type, is_natural: bool, most: i128) -> Self {
        Self { text: text.into(), level: Level::Atom, kind, is_natural, most, count: LONG }
    }

    pub fn at(&self, level: Level) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl Writer<'_> {
    /// A number.
    pub fn int(&mut self, expr: &Expr) -> Result<Piece, Error> {
        let piece = self.expr(expr)?;
        match piece.kind {
            Type::Int => Ok(piece),
            Type::Bool => {
                let (one, zero) = (self.syntax.literal(1), self.syntax.literal(0));
                Ok(Piece::atom(self.syntax.choice(&piece.text, &one, &zero), Type::Int, true, 1))
            }
            Type::List => Err(beyond("program-part").with("what", "list")),
        }
    }

    /// A list.
    pub fn list(&mut self, expr: &Expr) -> Result<Piece, Error> {
        let piece = self.expr(expr)?;
        if piece.kind == Type::List { Ok(piece) } else { Err(beyond("program-part").with("what", "list")) }
    }

    /// A condition: a number is true if it is not 0.
    pub fn condition(&mut self, expr: &Expr) -> Result<Piece, Error> {
        let piece = self.expr(expr)?;
        match piece.kind {
            Type::Bool => Ok(piece),
            Type::Int => Ok(Piece {
                text: format!("{} != 0", piece.at(Level::Add)),
                level: Level::Compare,
                ..Piece::atom("", Type::Bool, true, 1)
            }),
            Type::List => Err(beyond("program-part").with("what", "list")),
        }
    }

    fn within(&self, piece: Piece) -> Result<Piece, Error> {
        match self.syntax.0.largest() {
            Some(largest) if piece.most > largest => {
                Err(beyond("program-wide").with("what", piece.text).with("largest", largest))
            }
            _ => Ok(piece),
        }
    }

    pub fn expr(&mut self, expr: &Expr) -> Result<Piece, Error> {
        let piece = self.piece(expr)?;
        self.within(piece)
    }

    fn piece(&mut self, expr: &Expr) -> Result<Piece, Error> {
        let syntax = self.syntax;
        let cannot = |what: &str| Err(beyond("program-part").with("what", what));
        Ok(match &expr.kind {
            Kind::Const(Val::Int(n)) => {
                let n = i128::try_from(&n.to_ibig()).map_err(|_| beyond("program-part").with("what", n))?;
                Piece::atom(syntax.literal(n), Type::Int, n >= 0, n.saturating_abs())
            }
            Kind::Const(Val::Bool(holds)) => Piece::atom(syntax.truth(*holds), Type::Bool, true, 1),
            Kind::Slot(slot) => return self.slot(*slot),
            Kind::Local(local, other) => match (self.local(*local), other) {
                (Some(piece), _) => piece,
                (None, Some(other)) if !self.is_unsure(*local) => return self.piece(other),
                (None, _) => return cannot("set"),
            },
            Kind::Loop(depth, part) => return self.loop_part(*depth, *part),
            Kind::Word(Word::Case) => self.counted(),
            Kind::Word(Word::Count) => self.fact("count")?,
            Kind::Part(_, Part::Amount) => self.fact("amount")?,
            Kind::Part(_, Part::Left) => self.fact("left")?,
            Kind::Part(_, Part::Heap) => self.fact("heap")?,
            Kind::Negative(one) => {
                let one = self.int(one)?;
                Piece {
                    is_natural: false,
                    text: format!("0 - {}", one.at(Level::Multiply)),
                    level: Level::Add,
                    ..one
                }
            }
            Kind::Arithmetic(op, two) => return self.arithmetic(*op, two),
            Kind::Compare(relation, two) => {
                let (a, b) = (self.int(&two[0])?, self.int(&two[1])?);
                let sign = sign(*relation);
                let text = format!("{} {sign} {}", left_of(sign, &a), b.at(Level::Add));
                Piece { text, level: Level::Compare, ..Piece::atom("", Type::Bool, true, 1) }
            }
            Kind::Within(two) => {
                let of = self.int(&two[0])?;
                if let Kind::List(all) = &two[1].kind
                    && all.len() <= 3
                    && !all.is_empty()
                {
                    let mut parts = Vec::new();
                    for one in all {
                        let one = self.int(one)?;
                        parts.push(format!("{} == {}", of.at(Level::Add), one.at(Level::Add)));
                    }
                    Piece::atom(format!("({})", parts.join(syntax.either())), Type::Bool, true, 1)
                } else {
                    let list = self.list(&two[1])?;
                    let call = self.call("has", &[&list, &of]);
                    Piece::atom(call, Type::Bool, true, 1)
                }
            }
            Kind::Not(one) => {
                let one = self.condition(one)?;
                Piece { text: syntax.not(&one.text), ..Piece::atom("", Type::Bool, true, 1) }
            }
            Kind::And(two) | Kind::Or(two) => {
                let (a, b) = (self.condition(&two[0])?, self.condition(&two[1])?);
                // Brackets, so that no compiler warns of mixed operators.
                let is_and = matches!(expr.kind, Kind::And(_));
                let word = if is_and { syntax.both() } else { syntax.either() };
                let level = if is_and { Level::And } else { Level::Or };
                let of = |piece: &Piece| match piece.level {
                    found if found == level || found >= Level::Compare => piece.text.clone(),
                    _ => format!("({})", piece.text),
                };
                Piece {
                    text: format!("{}{word}{}", of(&a), of(&b)),
                    level,
                    ..Piece::atom("", Type::Bool, true, 1)
                }
            }
            Kind::If(three) => {
                let condition = self.condition(&three[0])?;
                let (yes, no) = (self.expr(&three[1])?, self.expr(&three[2])?);
                if yes.kind != no.kind || yes.kind == Type::List {
                    return cannot("if");
                }
                let text = syntax.choice(&condition.text, &yes.text, &no.text);
                Piece::atom(text, yes.kind, yes.is_natural && no.is_natural, yes.most.max(no.most))
            }
            Kind::Attribute(of, name) => {
                let Kind::Local(local, _) = of.kind else { return cannot(name) };
                match self.attribute(local, name) {
                    Some(piece) => piece,
                    None => return cannot(name),
                }
            }
            Kind::Item(two) => {
                let list = self.list(&two[0])?;
                let index = self.int(&two[1])?;
                let text = if index.is_natural {
                    syntax.item(&list.text, &index.text)
                } else {
                    self.call("member", &[&list, &index])
                };
                Piece::atom(text, Type::Int, list.is_natural, list.most)
            }
            Kind::Slice(four) => {
                let list = self.list(&four[0])?;
                let is_missing = |e: &Expr| matches!(e.kind, Kind::Const(Val::None | Val::Undefined));
                if is_missing(&four[1]) || is_missing(&four[2]) || !is_missing(&four[3]) {
                    return cannot("[:]");
                }
                let (from, to) = (self.int(&four[1])?, self.int(&four[2])?);
                if !from.is_natural || !to.is_natural {
                    return cannot("[:]");
                }
                let text = self.call("part", &[&list, &from, &to]);
                Piece { text, level: Level::Atom, ..list }
            }
            Kind::List(all) => {
                let mut members = Vec::new();
                let (mut is_natural, mut most) = (true, 0);
                for one in all {
                    let one = self.int(one)?;
                    is_natural &= one.is_natural;
                    most = most.max(one.most);
                    members.push(one.text);
                }
                let count = i128::try_from(members.len()).unwrap_or(LONG);
                Piece { count, ..Piece::atom(syntax.list(&members), Type::List, is_natural, most) }
            }
            Kind::Apply(function, of, more) => return self.apply(function.name, of, more),
            Kind::Word(_) | Kind::Part(..) | Kind::Nth(..) => return cannot("moves"),
            Kind::Const(_) | Kind::Texts(_) | Kind::Join(..) => return cannot("~"),
            Kind::Map(_) | Kind::Space(_) => return cannot("{}"),
            Kind::Range(_) => return cannot("range"),
        })
    }

    fn arithmetic(&mut self, op: Arithmetic, two: &[Expr; 2]) -> Result<Piece, Error> {
        let (a, b) = (self.int(&two[0])?, self.int(&two[1])?);
        let both = a.is_natural && b.is_natural;
        let of = |text, level, is_natural, most| Piece {
            text,
            level,
            ..Piece::atom("", Type::Int, is_natural, most)
        };
        let (sum, product) = (a.most.saturating_add(b.most), a.most.saturating_mul(b.most));
        Ok(match op {
            Arithmetic::Add => {
                of(format!("{} + {}", a.at(Level::Add), b.at(Level::Add)), Level::Add, both, sum)
            }
            Arithmetic::Sub => {
                of(format!("{} - {}", a.at(Level::Add), b.at(Level::Multiply)), Level::Add, false, sum)
            }
            Arithmetic::Mul => of(
                format!("{} * {}", a.at(Level::Multiply), b.at(Level::Atom)),
                Level::Multiply,
                both,
                product,
            ),
            Arithmetic::Div | Arithmetic::Rem if !b.is_natural => {
                return Err(beyond("program-part").with("what", b.text));
            }
            Arithmetic::Div if both => {
                let text =
                    format!("{}{}{}", a.at(Level::Multiply), self.syntax.quotient(), b.at(Level::Atom));
                of(text, Level::Multiply, true, a.most)
            }
            Arithmetic::Rem if both => {
                let most = a.most.min(b.most);
                of(format!("{} % {}", a.at(Level::Multiply), b.at(Level::Atom)), Level::Multiply, true, most)
            }
            Arithmetic::Div => {
                Piece::atom(self.call("floor_div", &[&a, &b]), Type::Int, false, a.most.saturating_add(1))
            }
            Arithmetic::Rem => {
                Piece::atom(self.call("floor_mod", &[&a, &b]), Type::Int, true, b.most.max(a.most))
            }
            Arithmetic::Pow => {
                let exponent = u32::try_from(b.most).unwrap_or(u32::MAX);
                let most = a.most.checked_pow(exponent).unwrap_or(i128::MAX);
                Piece::atom(self.call("power", &[&a, &b]), Type::Int, a.is_natural, most)
            }
        })
    }

    fn apply(&mut self, name: &str, of: &Expr, more: &[Expr]) -> Result<Piece, Error> {
        let cannot = || Err(beyond("program-function").with("name", name));
        if matches!(name, "abs" | "odd" | "even" | "divisibleby" | "int") {
            let of = self.int(of)?;
            let rest =
                |by: &str, sign: &str, rest: i32| format!("{} % {by} {sign} {rest}", of.at(Level::Multiply));
            let condition =
                |text| Piece { text, level: Level::Compare, ..Piece::atom("", Type::Bool, true, 1) };
            return Ok(match name {
                "int" => of,
                "abs" if of.is_natural => of,
                "abs" => Piece::atom(self.call("size", &[&of]), Type::Int, true, of.most),
                "odd" => condition(rest("2", "!=", 0)),
                "even" => condition(rest("2", "==", 0)),
                _ => {
                    let by = self.int(&more[0])?;
                    condition(rest(&by.at(Level::Atom), "==", 0))
                }
            });
        }
        if name == "unique" {
            let is_sorted = matches!(&of.kind, Kind::Apply(inner, ..) if inner.name == "sort");
            let list = self.list(of)?;
            let helper = if is_sorted { "once_in_order" } else { "without_repeats" };
            if !is_sorted && list.count > 10_000 {
                return cannot();
            }
            return Ok(Piece { text: self.call(helper, &[&list]), level: Level::Atom, ..list });
        }
        let list = self.list(of)?;
        let number = |text, is_natural, most| Piece::atom(text, Type::Int, is_natural, most);
        Ok(match name {
            "list" => list,
            "length" | "count" => number(self.syntax.length(&list.text), true, list.count),
            "sum" => {
                let most = list.most.saturating_mul(list.count);
                number(self.call("total", &[&list]), list.is_natural, most)
            }
            "max" => number(self.call("greatest", &[&list]), list.is_natural, list.most),
            "min" => number(self.call("least", &[&list]), list.is_natural, list.most),
            "first" => number(self.syntax.item(&list.text, "0"), list.is_natural, list.most),
            "reverse" => Piece { text: self.call("turned", &[&list]), level: Level::Atom, ..list },
            "sort" => {
                let sorted = Piece { text: self.call("in_order", &[&list]), level: Level::Atom, ..list };
                match &more[0].kind {
                    Kind::Const(Val::Bool(true)) => Piece { text: self.call("turned", &[&sorted]), ..sorted },
                    Kind::Const(Val::Bool(false) | Val::Undefined) => sorted,
                    _ => return cannot(),
                }
            }
            "select" => {
                let Kind::Const(test) = &more[0].kind else { return cannot() };
                let than = match &more[1].kind {
                    Kind::Const(Val::Undefined) => return cannot(),
                    _ => self.int(&more[1])?,
                };
                let helper = match test.text().unwrap_or("") {
                    "eq" | "=" | "==" => "chosen_eq",
                    "ne" | "!=" => "chosen_ne",
                    "lt" | "<" => "chosen_lt",
                    "le" | "<=" => "chosen_le",
                    "gt" | ">" => "chosen_gt",
                    "ge" | ">=" => "chosen_ge",
                    _ => return cannot(),
                };
                Piece { text: self.call(helper, &[&list, &than]), level: Level::Atom, ..list }
            }
            _ => return cannot(),
        })
    }

    fn loop_part(&mut self, depth: usize, part: LoopPart) -> Result<Piece, Error> {
        let this = self.loops.get(depth).cloned();
        let Some((index, length)) = this.and_then(|this| Some((this.index?, this.length))) else {
            return Err(beyond("program-part").with("what", "loop"));
        };
        let compare = |text| Piece { text, level: Level::Compare, ..Piece::atom("", Type::Bool, true, 1) };
        let add = |text| Piece { text, level: Level::Add, ..Piece::atom("", Type::Int, true, LONG) };
        Ok(match part {
            LoopPart::Index => add(format!("{index} + 1")),
            LoopPart::Index0 => Piece::atom(index, Type::Int, true, LONG),
            LoopPart::Length => Piece::atom(length, Type::Int, true, LONG),
            LoopPart::Left => add(format!("{length} - {index}")),
            LoopPart::Left0 => add(format!("{length} - {index} - 1")),
            LoopPart::First => compare(format!("{index} == 0")),
            LoopPart::Last => compare(format!("{index} + 1 == {length}")),
            LoopPart::Before | LoopPart::Behind | LoopPart::Whole => {
                return Err(beyond("program-part").with("what", "loop"));
            }
        })
    }
}

/// The left side of a comparison: in Rust, a conversion before `<` needs brackets.
fn left_of(sign: &str, a: &Piece) -> String {
    let text = a.at(Level::Add);
    if sign == "<" && text.ends_with("as Int") { format!("({text})") } else { text }
}

/// The sign of a comparison.
fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "==",
        Relation::Unequal => "!=",
        Relation::Less => "<",
        Relation::AtMost => "<=",
        Relation::Greater => ">",
        Relation::AtLeast => ">=",
    }
}
