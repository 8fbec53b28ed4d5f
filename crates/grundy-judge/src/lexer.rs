//! Tokens of patterns, limits, conditions and of the brackets of a template.

/// An error in a part of a profile, and its place in that part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub code: &'static str,
    pub values: Vec<(&'static str, String)>,
    pub at: usize,
}

impl Fault {
    /// The place of a fault before it is known.
    pub const NOWHERE: usize = usize::MAX;

    pub fn new(code: &'static str, at: usize) -> Self {
        Self { code, values: Vec::new(), at }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// Sets the place of a fault that has none.
    pub fn placed(mut self: Box<Self>, at: usize) -> Box<Self> {
        if self.at == Self::NOWHERE {
            self.at = at;
        }
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'t> {
    Int(&'t str),
    Name(&'t str),
    Mark(&'t str),
    /// A text as written, without its quotes.
    Text(&'t str),
    End,
}

impl Token<'_> {
    fn shown(self) -> String {
        match self {
            Self::Int(t) | Self::Name(t) | Self::Mark(t) | Self::Text(t) => t.to_owned(),
            Self::End => String::new(),
        }
    }
}

/// Tokens of several characters, the longer ones first. The last four close a bracket of a template.
const LONG: [&str; 11] = ["..", "<=", ">=", "!=", "==", "//", "**", "-}}", "-%}", "}}", "%}"];
const SHORT: &[u8] = b"()[]{}*:+-/^%=<>,|.~";

/// Reads the tokens of a text, with a lookahead of one.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    next: (Token<'t>, usize),
    at: usize,
    /// The number of open `{`: within them `}}` closes two maps, not the template's bracket.
    braces: usize,
    from: usize,
}

/// The longest text, in bytes.
pub const LONGEST: usize = 100_000;

impl<'t> Lexer<'t> {
    /// Rejects a text that is too long: every text is read through here.
    pub fn new(text: &'t str) -> Result<Self, Fault> {
        if text.len() > LONGEST {
            return Err(Fault::new("text-too-long", 0).with("limit", LONGEST.to_string()));
        }
        Self::from(text, 0)
    }

    /// Reads from `at` within a longer text; `LONGEST` is counted from there.
    pub fn from(text: &'t str, at: usize) -> Result<Self, Fault> {
        let mut this = Self { text, next: (Token::End, at), at, braces: 0, from: at };
        this.bump()?;
        Ok(this)
    }

    pub fn peek(&self) -> Token<'t> {
        self.next.0
    }

    /// The start of the next token.
    pub fn offset(&self) -> usize {
        self.next.1
    }

    /// The end of the next token.
    pub fn end(&self) -> usize {
        self.at
    }

    pub fn bump(&mut self) -> Result<Token<'t>, Fault> {
        let taken = self.next.0;
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let rest = &self.text[start..];
        if start - self.from > LONGEST {
            return Err(Fault::new("text-too-long", self.from).with("limit", LONGEST.to_string()));
        }
        let run = |f: fn(u8) -> bool| rest.bytes().position(|b| !f(b)).unwrap_or(rest.len());
        let ends_template = |mark: &str| mark.ends_with('}') && self.braces > 0;
        let (token, len) = match rest.bytes().next() {
            None => (Token::End, 0),
            Some(b'0'..=b'9') => {
                let len = run(|b| b.is_ascii_digit());
                (Token::Int(&rest[..len]), len)
            }
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                let len = run(|b| b.is_ascii_alphanumeric() || b == b'_');
                (Token::Name(&rest[..len]), len)
            }
            Some(quote @ (b'\'' | b'"')) => {
                let mut escaped = false;
                let len = rest.bytes().skip(1).position(|b| {
                    let closes = b == quote && !escaped;
                    escaped = b == b'\\' && !escaped;
                    closes
                });
                let Some(len) = len else { return Err(Fault::new("open-text", start)) };
                (Token::Text(&rest[1..=len]), len + 2)
            }
            Some(b) => match LONG.iter().find(|mark| rest.starts_with(**mark) && !ends_template(mark)) {
                Some(mark) => (Token::Mark(&rest[..mark.len()]), mark.len()),
                None if SHORT.contains(&b) => (Token::Mark(&rest[..1]), 1),
                None => {
                    let found: String = rest.chars().take(1).collect();
                    return Err(Fault::new("unknown-character", start).with("found", found));
                }
            },
        };
        match token {
            Token::Mark("{") => self.braces += 1,
            Token::Mark("}") => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.next = (token, start);
        self.at = start + len;
        Ok(taken)
    }

    /// Whether the next token starts a line of the text.
    pub fn begins_line(&self) -> bool {
        let before = &self.text[..self.offset()];
        before[before.trim_end().len()..].contains('\n')
    }

    pub fn eat(&mut self, mark: &str) -> Result<bool, Fault> {
        self.eat_token(Token::Mark(mark))
    }

    /// Consumes a word of the language, if it is next.
    pub fn eat_word(&mut self, word: &str) -> Result<bool, Fault> {
        self.eat_token(Token::Name(word))
    }

    fn eat_token(&mut self, token: Token) -> Result<bool, Fault> {
        let is = self.peek() == token;
        if is {
            self.bump()?;
        }
        Ok(is)
    }

    pub fn expect(&mut self, mark: &'static str) -> Result<(), Fault> {
        if self.eat(mark)? { Ok(()) } else { Err(self.unexpected(mark)) }
    }

    /// Consumes a name.
    pub fn name(&mut self) -> Result<&'t str, Fault> {
        let Token::Name(name) = self.peek() else { return Err(self.unexpected("x")) };
        self.bump()?;
        Ok(name)
    }

    pub fn unexpected(&self, expected: &str) -> Fault {
        let code = if self.peek() == Token::End { "ends-too-soon" } else { "unexpected" };
        Fault::new(code, self.offset()).with("expected", expected).with("found", self.peek().shown())
    }
}
