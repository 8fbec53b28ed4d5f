//! Expressions.

use super::names::{Named, Names};
use super::{Parser, RESERVED};
use crate::error::nearest;
use crate::own::script::lexer::{Flaw, Piece, Token};
use crate::own::script::library::Builtin;
use crate::own::script::syntax::{Code, Kind, Node, Operator};
use crate::text::Message;

/// How an infix operator combines two values.
enum Infix {
    Or,
    And,
    Otherwise,
    Range(bool),
    Operator(Operator),
}

/// An operator and its precedence.
fn infix(token: &Token) -> Option<(Infix, u8)> {
    use Operator as O;
    let sign = match token {
        Token::Sign(sign) => *sign,
        Token::Word(word) if word == "in" => "in",
        _ => return None,
    };
    let (infix, strength) = match sign {
        "||" => (Infix::Or, 30),
        "|" => (Infix::Operator(O::BitOr), 30),
        "^" => (Infix::Operator(O::BitXor), 30),
        "&&" => (Infix::And, 60),
        "&" => (Infix::Operator(O::BitAnd), 60),
        "==" => (Infix::Operator(O::Equal), 90),
        "!=" => (Infix::Operator(O::Unequal), 90),
        "in" => (Infix::Operator(O::In), 110),
        "!in" => (Infix::Operator(O::NotIn), 110),
        "<" => (Infix::Operator(O::Less), 130),
        "<=" => (Infix::Operator(O::LessOrEqual), 130),
        ">" => (Infix::Operator(O::Greater), 130),
        ">=" => (Infix::Operator(O::GreaterOrEqual), 130),
        "??" => (Infix::Otherwise, 135),
        ".." => (Infix::Range(false), 140),
        "..=" => (Infix::Range(true), 140),
        "+" => (Infix::Operator(O::Add), 150),
        "-" => (Infix::Operator(O::Subtract), 150),
        "*" => (Infix::Operator(O::Multiply), 180),
        "/" => (Infix::Operator(O::Divide), 180),
        "%" => (Infix::Operator(O::Remainder), 180),
        "**" => (Infix::Operator(O::Power), 190),
        "<<" => (Infix::Operator(O::ShiftLeft), 210),
        ">>" => (Infix::Operator(O::ShiftRight), 210),
        _ => return None,
    };
    Some((infix, strength))
}

impl Parser<'_> {
    /// Parses a value.
    pub(super) fn phrase(&mut self) -> Result<Node, Flaw> {
        self.deeper(|parser| parser.binary(0))
    }

    /// Parses operators of at least the precedence `least`.
    pub(super) fn binary(&mut self, least: u8) -> Result<Node, Flaw> {
        let mut left = self.unary()?;
        // Each operator adds a level of nesting around what precedes it.
        let mut chain = 0;
        while let Some((infix, strength)) = infix(self.peek()).filter(|(_, strength)| *strength >= least) {
            let at = self.at();
            self.next += 1;
            chain += 1;
            if self.nesting + chain > super::MAX_NESTING {
                return Err((at, Message::new("script.nested").with("limit", super::MAX_NESTING)));
            }
            let right_binds = matches!(infix, Infix::Operator(Operator::Power));
            let right =
                self.deeper(|parser| parser.binary(if right_binds { strength } else { strength + 1 }))?;
            let pair = Box::new([left, right]);
            let kind = match infix {
                Infix::Or => Kind::Or(pair),
                Infix::And => Kind::And(pair),
                Infix::Otherwise => Kind::Otherwise(pair),
                Infix::Range(closed) => Kind::Range(pair, closed),
                Infix::Operator(operator) => Kind::Binary(operator, pair),
            };
            left = Node { at, kind };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Node, Flaw> {
        let at = self.at();
        if self.eat("-") {
            // The least number has no positive counterpart, so the sign belongs to the literal.
            if let (Token::Int(number), false) = (self.peek(), matches!(self.after(), Token::Sign("." | "[")))
            {
                let number = -*number;
                self.next += 1;
                return Ok(Node { at, kind: Kind::Int(number) });
            }
            let inner = self.deeper(Self::unary)?;
            return Ok(Node { at, kind: Kind::Negative(Box::new(inner)) });
        }
        if self.eat("+") {
            return self.deeper(Self::unary);
        }
        if self.eat("!") {
            let inner = self.deeper(Self::unary)?;
            return Ok(Node { at, kind: Kind::Not(Box::new(inner)) });
        }
        let first = self.primary()?;
        self.chained(first)
    }

    /// Parses what follows a value: `[index]`, `.name`, `.function(...)`.
    fn chained(&mut self, mut node: Node) -> Result<Node, Flaw> {
        let mut chain = 0;
        loop {
            let at = self.at();
            chain += 1;
            if self.nesting + chain > super::MAX_NESTING {
                return Err((at, Message::new("script.nested").with("limit", super::MAX_NESTING)));
            }
            let kind = if self.eat("[") {
                let index = self.phrase()?;
                self.want("]")?;
                Kind::Index(Box::new([node, index]))
            } else if self.eat(".") {
                let Token::Word(name) = self.peek() else {
                    return Err(self.unexpected(Message::new("script.a-name")));
                };
                let (name, at) = (name.clone(), self.at());
                self.next += 1;
                if self.eat("(") {
                    let mut args = self.list(")")?;
                    if name == "call" {
                        Kind::Invoke(Box::new(node), args)
                    } else {
                        args.insert(0, node);
                        self.builtin(&name, args, at)?
                    }
                } else if let ("len" | "is_odd" | "is_even" | "is_zero", true) =
                    (name.as_str(), !self.is("="))
                {
                    self.builtin(&name, vec![node], at)?
                } else {
                    Kind::Property(Box::new(node), name.into())
                }
            } else {
                return Ok(node);
            };
            node = Node { at, kind };
        }
    }

    /// Parses values up to the closing sign.
    fn list(&mut self, close: &'static str) -> Result<Vec<Node>, Flaw> {
        let mut list = Vec::new();
        while !self.eat(close) {
            if !list.is_empty() {
                self.want(",")?;
                if self.eat(close) {
                    break;
                }
            }
            list.push(self.phrase()?);
        }
        Ok(list)
    }

    fn builtin(&self, name: &str, args: Vec<Node>, at: u32) -> Result<Kind, Flaw> {
        let Some(builtin) = Builtin::find(name, args.len()) else {
            return Err(self.unknown_function(name, args.len(), at));
        };
        if builtin.changes() {
            self.changeable(&args[0])?;
        }
        Ok(Kind::Builtin(builtin, args))
    }

    fn unknown_function(&self, name: &str, values: usize, at: u32) -> Flaw {
        if RESERVED.contains(&name) {
            return (at, Message::new("script.reserved").with("word", name));
        }
        let mut known: Vec<&str> = self.signatures.keys().map(|(own, _)| own.as_str()).collect();
        known.extend(Builtin::names());
        let shown = name.chars().take(40).collect::<String>();
        let message = match nearest(name, known.into_iter()) {
            Some(known) if known == name => {
                Message::new("script.arguments").with("name", shown).with("count", values)
            }
            Some(known) => {
                Message::new("script.unknown-function-meant").with("name", shown).with("meant", known)
            }
            None => Message::new("script.unknown-function").with("name", shown),
        };
        (at, message)
    }

    /// Parses a value alone, without what may follow it.
    pub(super) fn primary(&mut self) -> Result<Node, Flaw> {
        let at = self.at();
        let kind = match self.peek().clone() {
            Token::Int(number) => {
                self.next += 1;
                Kind::Int(number)
            }
            Token::Text(text) => {
                self.next += 1;
                Kind::Text(text.into())
            }
            Token::Pieces(pieces) => {
                self.next += 1;
                self.interpolated(&pieces)?
            }
            Token::Sign("(") => {
                self.next += 1;
                if self.eat(")") {
                    Kind::Unit
                } else {
                    let inner = self.phrase()?;
                    self.want(")")?;
                    return Ok(inner);
                }
            }
            Token::Sign("[") => {
                self.next += 1;
                Kind::List(self.list("]")?)
            }
            Token::Sign("#{") => self.map()?,
            Token::Sign("{") => return self.block(),
            Token::Sign("|" | "||") => self.lambda(at)?,
            Token::Word(word) => match word.as_str() {
                "true" | "false" => {
                    self.next += 1;
                    Kind::Bool(word == "true")
                }
                "if" => self.condition()?,
                "switch" => self.switch()?,
                "loop" => {
                    self.next += 1;
                    Kind::Loop(Box::new(self.repeated()?))
                }
                "do" => self.do_while()?,
                _ => self.word(word, at)?,
            },
            Token::Sign(_) | Token::End => return Err(self.unexpected(Message::new("script.a-value"))),
        };
        Ok(Node { at, kind })
    }

    fn word(&mut self, word: String, at: u32) -> Result<Kind, Flaw> {
        if RESERVED.contains(&word.as_str()) {
            return Err((at, Message::new("script.reserved").with("word", word)));
        }
        self.next += 1;
        if !self.eat("(") {
            return self.variable_named(&word, at);
        }
        let args = self.list(")")?;
        match self.signatures.get(&(word.clone(), args.len())) {
            Some(&function) => Ok(Kind::Call(function, args)),
            None => self.builtin(&word, args, at),
        }
    }

    fn variable_named(&mut self, name: &str, at: u32) -> Result<Kind, Flaw> {
        if let Some(named) = self.lookup(name, self.names.len()) {
            return Ok(Kind::Variable(named.slot));
        }
        Err((
            at,
            Message::new("script.unknown-variable").with("name", name.chars().take(40).collect::<String>()),
        ))
    }

    /// A variable of the innermost of `functions`, or a copy of one from an enclosing function.
    fn lookup(&mut self, name: &str, functions: usize) -> Option<Named> {
        let inner = functions.checked_sub(1)?;
        if let Some(named) = self.names[inner].find(name) {
            return Some(named.clone());
        }
        let outer = self.lookup(name, inner)?;
        Some(self.names[inner].capture(name, outer.slot))
    }

    /// `|a, b| value`
    fn lambda(&mut self, at: u32) -> Result<Kind, Flaw> {
        self.names.push(Names::default());
        let loops = std::mem::take(&mut self.loops);
        let parameters = if self.eat("||") {
            0
        } else {
            self.want("|")?;
            self.parameters("|")?
        };
        let body = self.deeper(Self::assignment)?;
        self.loops = loops;
        let names = self.names.pop().unwrap_or_default();
        let (from, to): (Vec<usize>, Vec<usize>) = names.copies.iter().copied().unzip();
        let variables = names.most();
        let code = Code { name: String::new(), at, parameters, captured: to, variables, body };
        self.functions.push(Some(code));
        Ok(Kind::Function(self.functions.len() - 1, from))
    }

    fn map(&mut self) -> Result<Kind, Flaw> {
        self.next += 1;
        let mut entries = Vec::new();
        while !self.eat("}") {
            if !entries.is_empty() {
                self.want(",")?;
                if self.eat("}") {
                    break;
                }
            }
            let (Token::Word(key) | Token::Text(key)) = self.peek().clone() else {
                return Err(self.unexpected(Message::new("script.a-name")));
            };
            self.next += 1;
            self.want(":")?;
            entries.push((key.into(), self.phrase()?));
        }
        Ok(Kind::Map(entries))
    }

    /// `if condition { ... } else { ... }`
    fn condition(&mut self) -> Result<Kind, Flaw> {
        self.next += 1;
        let condition = self.phrase()?;
        let then = self.block()?;
        let mut otherwise = None;
        if self.eat_word("else") {
            let at = self.at();
            otherwise = Some(Box::new(if self.is_word("if") {
                let kind = self.deeper(Self::condition)?;
                Node { at, kind }
            } else {
                self.block()?
            }));
        }
        Ok(Kind::If(Box::new([condition, then]), otherwise))
    }

    fn interpolated(&mut self, pieces: &[Piece]) -> Result<Kind, Flaw> {
        if let [Piece::Text(text)] = pieces {
            return Ok(Kind::Text(text.as_str().into()));
        }
        let mut nodes = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => {
                    let at = self.at();
                    nodes.push(Node { at, kind: Kind::Text(text.as_str().into()) });
                }
                Piece::Script(tokens) => {
                    let mut inner = Parser {
                        tokens,
                        next: 0,
                        signatures: std::mem::take(&mut self.signatures),
                        functions: std::mem::take(&mut self.functions),
                        names: std::mem::take(&mut self.names),
                        nesting: self.nesting,
                        loops: 0,
                    };
                    let node = inner.phrase();
                    let flaw = inner.unexpected("}");
                    let done = inner.peek() == &Token::End;
                    (self.signatures, self.functions, self.names) =
                        (inner.signatures, inner.functions, inner.names);
                    let node = node?;
                    if !done {
                        return Err(flaw);
                    }
                    nodes.push(node);
                }
            }
        }
        Ok(Kind::Interpolated(nodes))
    }
}
