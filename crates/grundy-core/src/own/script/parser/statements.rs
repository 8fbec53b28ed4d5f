//! Blocks and statements.

use super::Parser;
use crate::own::script::lexer::{Flaw, Token};
use crate::own::script::syntax::{Case, Kind, Node, Operator};
use crate::text::Message;

const ASSIGNMENTS: [(&str, Option<Operator>); 11] = [
    ("=", None),
    ("+=", Some(Operator::Add)),
    ("-=", Some(Operator::Subtract)),
    ("*=", Some(Operator::Multiply)),
    ("/=", Some(Operator::Divide)),
    ("%=", Some(Operator::Remainder)),
    ("**=", Some(Operator::Power)),
    ("<<=", Some(Operator::ShiftLeft)),
    (">>=", Some(Operator::ShiftRight)),
    ("&=", Some(Operator::BitAnd)),
    ("|=", Some(Operator::BitOr)),
];

impl Parser<'_> {
    /// `{ ... }`
    pub(super) fn block(&mut self) -> Result<Node, Flaw> {
        let at = self.at();
        self.want("{")?;
        self.deeper(|parser| {
            parser.scope(|parser| {
                let mut list = Vec::new();
                loop {
                    while parser.eat(";") {}
                    if parser.eat("}") {
                        break;
                    }
                    let node = parser.statement()?;
                    let at = node.at;
                    // A statement in braces needs no semicolon; as the last statement it is the value of the block.
                    let braced = matches!(
                        node.kind,
                        Kind::If(..)
                            | Kind::Switch(..)
                            | Kind::While(_)
                            | Kind::Loop(_)
                            | Kind::For(..)
                            | Kind::Block(_)
                            | Kind::Try(..)
                    );
                    if parser.is("}") {
                        list.push(node);
                    } else if parser.eat(";") || braced {
                        list.push(Node { at, kind: Kind::Dropped(Box::new(node)) });
                    } else {
                        return Err(parser.unexpected(";"));
                    }
                }
                Ok(Node { at, kind: Kind::Block(list) })
            })
        })
    }

    fn statement(&mut self) -> Result<Node, Flaw> {
        let at = self.at();
        let word = if let Token::Word(word) = self.peek() { word.clone() } else { String::new() };
        let kind = match word.as_str() {
            "let" | "const" => self.variable(word == "const")?,
            "while" => {
                self.next += 1;
                let condition = self.phrase()?;
                Kind::While(Box::new([condition, self.repeated()?]))
            }
            "for" => self.through()?,
            "break" | "continue" if self.loops == 0 => {
                return Err((at, Message::new("script.no-loop").with("word", word)));
            }
            "continue" => {
                self.next += 1;
                Kind::Continue
            }
            "break" => Kind::Break(self.perhaps()?),
            "return" => Kind::Return(self.perhaps()?),
            "throw" => Kind::Throw(self.perhaps()?),
            "try" => self.attempt()?,
            // A statement in braces ends with them: a list that follows is not an index.
            "if" | "switch" | "loop" | "do" => return self.primary(),
            _ if self.is("{") => return self.block(),
            "fn" => return Err((at, Message::new("script.inside"))),
            _ => return self.assignment(),
        };
        Ok(Node { at, kind })
    }

    /// A keyword and, unless the statement ends there, a value.
    fn perhaps(&mut self) -> Result<Option<Box<Node>>, Flaw> {
        self.next += 1;
        let ends = self.is(";") || self.is("}") || self.is(",") || self.peek() == &Token::End;
        if ends { Ok(None) } else { self.phrase().map(|node| Some(Box::new(node))) }
    }

    fn variable(&mut self, constant: bool) -> Result<Kind, Flaw> {
        self.next += 1;
        let at = self.at();
        let name = self.name()?;
        // The value is parsed before the name is declared: it may use another variable of this name.
        let value = if self.eat("=") { Some(Box::new(self.phrase()?)) } else { None };
        let slot = self.declare_as(name, constant, at)?;
        Ok(Kind::Let(slot, value))
    }

    /// The body of a loop.
    pub(super) fn repeated(&mut self) -> Result<Node, Flaw> {
        self.loops += 1;
        // An error ends the parsing, and may come from within a function that has loops of its own.
        let body = self.block()?;
        self.loops -= 1;
        Ok(body)
    }

    /// `do { ... } while condition`, or `until`.
    pub(super) fn do_while(&mut self) -> Result<Kind, Flaw> {
        self.next += 1;
        let body = self.repeated()?;
        let goes_on = self.eat_word("while");
        if !goes_on {
            self.want_word("until")?;
        }
        let condition = self.phrase()?;
        Ok(Kind::DoWhile(Box::new([body, condition]), goes_on))
    }

    /// `for x in list { ... }`, `for (x, i) in list { ... }`
    fn through(&mut self) -> Result<Kind, Flaw> {
        self.next += 1;
        self.scope(|parser| {
            let pair = parser.eat("(");
            let first = (parser.at(), parser.name()?);
            let second = if pair {
                parser.want(",")?;
                let second = (parser.at(), parser.name()?);
                parser.want(")")?;
                Some(second)
            } else {
                None
            };
            parser.want_word("in")?;
            let list = parser.phrase()?;
            let member = parser.declare_as(first.1, false, first.0)?;
            let number = second.map(|(at, name)| parser.declare_as(name, false, at)).transpose()?;
            let body = parser.repeated()?;
            Ok(Kind::For(member, number, Box::new([list, body])))
        })
    }

    /// `try { ... } catch (error) { ... }`
    fn attempt(&mut self) -> Result<Kind, Flaw> {
        self.next += 1;
        let body = self.block()?;
        self.want_word("catch")?;
        self.scope(|parser| {
            let mut slot = None;
            if parser.eat("(") {
                slot = Some(parser.declare(false)?);
                parser.want(")")?;
            }
            let handler = parser.block()?;
            Ok(Kind::Try(Box::new([body, handler]), slot))
        })
    }

    /// A value, or an assignment to a place.
    pub(super) fn assignment(&mut self) -> Result<Node, Flaw> {
        let at = self.at();
        let place = self.phrase()?;
        let sign = if let Token::Sign(sign) = self.peek() { *sign } else { "" };
        let known = ASSIGNMENTS.into_iter().find(|(known, _)| *known == sign).map(|(_, operator)| operator);
        let Some(operator) = known.or((sign == "^=").then_some(Some(Operator::BitXor))) else {
            return Ok(place);
        };
        let sign_at = self.at();
        self.next += 1;
        if !self.changeable(&place)? {
            return Err((sign_at, Message::new("script.no-place")));
        }
        let value = self.phrase()?;
        Ok(Node { at, kind: Kind::Assign(Box::new([place, value]), operator) })
    }

    /// Whether a node is a variable, or a part of one, that may change here. Captured copies may not: the change would
    /// be lost.
    pub(super) fn changeable(&self, node: &Node) -> Result<bool, Flaw> {
        match &node.kind {
            Kind::Index(parts) => self.changeable(&parts[0]),
            Kind::Property(inner, _) => self.changeable(inner),
            Kind::Variable(slot) => match self.names.last().and_then(|names| names.fixed(*slot)) {
                None => Ok(true),
                Some((name, true)) => Err((node.at, Message::new("script.captured").with("name", name))),
                Some((name, false)) => Err((node.at, Message::new("script.constant").with("name", name))),
            },
            _ => Ok(false),
        }
    }

    /// `switch value { 1 | 2 => ..., 3..6 if condition => ..., _ => ... }`
    pub(super) fn switch(&mut self) -> Result<Kind, Flaw> {
        self.next += 1;
        let value = self.phrase()?;
        self.want("{")?;
        let mut cases = Vec::new();
        while !self.eat("}") {
            let mut values = Vec::new();
            if !self.eat_word("_") {
                // `|` separates the values of a case.
                values.push(self.binary(31)?);
                while self.eat("|") {
                    values.push(self.binary(31)?);
                }
            }
            let condition = if self.eat_word("if") { Some(self.phrase()?) } else { None };
            self.want("=>")?;
            let result = self.scope(Self::statement)?;
            cases.push(Case { values, condition, result });
            if !self.eat(",")
                && !self.is("}")
                && !matches!(self.tokens[self.next - 1].token, Token::Sign("}"))
            {
                return Err(self.unexpected(","));
            }
        }
        Ok(Kind::Switch(Box::new(value), cases))
    }
}
