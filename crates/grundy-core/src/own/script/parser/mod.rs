//! From the text of a script to its functions. Names are resolved here, so that an unknown name is found before
//! anything runs.

mod names;
mod phrases;
mod statements;

use std::collections::HashMap;

use self::names::Names;
use super::lexer::{Flaw, Spanned, Token, tokens};
use super::syntax::Code;
use crate::text::{Message, Value as Blank};

/// Maximum nesting of expressions and blocks.
const MAX_NESTING: usize = 64;
/// Maximum number of variables of a function.
const MAX_VARIABLES: usize = 100;

/// Keywords and reserved words.
const RESERVED: [&str; 42] = [
    "let",
    "const",
    "if",
    "else",
    "switch",
    "do",
    "while",
    "until",
    "loop",
    "for",
    "in",
    "continue",
    "break",
    "return",
    "throw",
    "try",
    "catch",
    "fn",
    "private",
    "true",
    "false",
    "import",
    "export",
    "as",
    "global",
    "Fn",
    "call",
    "curry",
    "is_shared",
    "is_def_fn",
    "is_def_var",
    "this",
    "eval",
    "var",
    "static",
    "async",
    "await",
    "yield",
    "new",
    "with",
    "match",
    "module",
];

/// The functions of a script; functions without a name come last.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) functions: Vec<Code>,
}

impl Program {
    /// Parses a script.
    pub(super) fn read(text: &str) -> Result<Self, Flaw> {
        let tokens = tokens(text)?;
        let signatures = signatures(&tokens)?;
        let named = signatures.len();
        let mut parser = Parser {
            tokens: &tokens,
            next: 0,
            signatures,
            functions: (0..named).map(|_| None).collect(),
            names: vec![],
            nesting: 0,
            loops: 0,
        };
        while parser.peek() != &Token::End {
            parser.function()?;
        }
        Ok(Self { functions: parser.functions.into_iter().flatten().collect() })
    }

    /// The number of a function, by name.
    pub(super) fn find(&self, name: &str, parameters: usize) -> Option<usize> {
        self.functions.iter().position(|f| f.name == name && f.parameters == parameters)
    }
}

/// Name and number of parameters of every function, in order: a function may be called before its definition.
fn signatures(tokens: &[Spanned]) -> Result<HashMap<(String, usize), usize>, Flaw> {
    let mut found = HashMap::new();
    for (at, token) in tokens.iter().enumerate() {
        let rest = &tokens[at + 1..];
        let is_function = token.token == Token::Word("fn".to_owned());
        let (true, Some(Spanned { at, token: Token::Word(name) })) = (is_function, rest.first()) else {
            continue;
        };
        let inside = rest.iter().skip(2).take_while(|t| !matches!(t.token, Token::Sign(")") | Token::End));
        let parameters = inside.filter(|t| matches!(t.token, Token::Word(_))).count();
        let number = found.len();
        if found.insert((name.clone(), parameters), number).is_some() {
            return Err((*at, Message::new("script.twice").with("name", name.as_str())));
        }
    }
    Ok(found)
}

struct Parser<'t> {
    tokens: &'t [Spanned],
    next: usize,
    signatures: HashMap<(String, usize), usize>,
    functions: Vec<Option<Code>>,
    /// The variables of the function being parsed, and before them those of the enclosing functions.
    names: Vec<Names>,
    nesting: usize,
    /// Number of enclosing loops within the function.
    loops: usize,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.tokens.get(self.next).map_or(&Token::End, |spanned| &spanned.token)
    }

    fn after(&self) -> &Token {
        self.tokens.get(self.next + 1).map_or(&Token::End, |spanned| &spanned.token)
    }

    fn at(&self) -> u32 {
        self.tokens.get(self.next).or(self.tokens.last()).map_or(0, |spanned| spanned.at)
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        self.next += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.next += usize::from(found);
        found
    }

    fn want(&mut self, sign: &'static str) -> Result<(), Flaw> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected(sign)) }
    }

    fn want_word(&mut self, word: &'static str) -> Result<(), Flaw> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(word)) }
    }

    /// The error that something else was expected.
    fn unexpected(&self, expected: impl Into<Blank>) -> Flaw {
        let expected = expected.into();
        let found = match self.peek() {
            Token::End => return (self.at(), Message::new("script.ends").with("expected", expected)),
            Token::Int(number) => number.to_string(),
            Token::Text(text) => format!("{:?}", text.chars().take(20).collect::<String>()),
            Token::Pieces(_) => "`".to_owned(),
            Token::Word(word) => word.chars().take(40).collect(),
            Token::Sign(sign) => (*sign).to_owned(),
        };
        (self.at(), Message::new("script.expected").with("expected", expected).with("found", found))
    }

    /// A name that may be defined.
    fn name(&mut self) -> Result<String, Flaw> {
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected(Message::new("script.a-name")));
        };
        let word = word.clone();
        if RESERVED.contains(&word.as_str()) {
            return Err((self.at(), Message::new("script.reserved").with("word", word)));
        }
        self.next += 1;
        Ok(word)
    }

    /// Parses something one level deeper.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Flaw>) -> Result<T, Flaw> {
        if self.nesting >= MAX_NESTING {
            return Err((self.at(), Message::new("script.nested").with("limit", MAX_NESTING)));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// `fn name(a, b) { ... }`
    fn function(&mut self) -> Result<(), Flaw> {
        if self.eat(";") {
            return Ok(());
        }
        self.eat_word("private");
        let at = self.at();
        if !self.eat_word("fn") {
            return Err((at, Message::new("script.outside")));
        }
        let name = self.name()?;
        self.want("(")?;
        self.names.push(Names::default());
        let parameters = self.parameters(")")?;
        let body = self.block()?;
        let names = self.names.pop().unwrap_or_default();
        let number = self.signatures.get(&(name.clone(), parameters)).copied();
        // Every function was found in the first pass.
        if let Some(slot) = number.and_then(|number| self.functions.get_mut(number)) {
            *slot = Some(Code { name, at, parameters, captured: vec![], variables: names.most(), body });
        }
        Ok(())
    }

    /// Parses the parameters up to the closing sign; returns their number.
    fn parameters(&mut self, close: &'static str) -> Result<usize, Flaw> {
        let mut count = 0;
        while !self.eat(close) {
            if count > 0 {
                self.want(",")?;
                if self.eat(close) {
                    break;
                }
            }
            self.declare(false)?;
            count += 1;
        }
        Ok(count)
    }

    /// Parses a name and declares it as a variable.
    fn declare(&mut self, constant: bool) -> Result<usize, Flaw> {
        let at = self.at();
        let name = self.name()?;
        self.declare_as(name, constant, at)
    }

    fn declare_as(&mut self, name: String, constant: bool, at: u32) -> Result<usize, Flaw> {
        let names = self.names.last_mut();
        names
            .and_then(|names| names.declare(name, constant, MAX_VARIABLES))
            .ok_or_else(|| (at, Message::new("script.variables").with("limit", MAX_VARIABLES)))
    }

    /// Parses something in its own variable scope.
    fn scope<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Flaw>) -> Result<T, Flaw> {
        let level = self.names.last().map_or(0, Names::open);
        let result = read(self);
        if let Some(names) = self.names.last_mut() {
            names.close(level);
        }
        result
    }
}
