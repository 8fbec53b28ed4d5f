//! Tokens of a script.

use crate::text::Message;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Int(i64),
    Text(String),
    /// A text between backticks: alternating pieces of text and script, each with its place.
    Pieces(Vec<Piece>),
    Word(String),
    Sign(&'static str),
    End,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Text(String),
    Script(Vec<Spanned>),
}

/// A token and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spanned {
    pub(super) at: u32,
    pub(super) token: Token,
}

/// A syntax error in a script: its place and reason.
pub(super) type Flaw = (u32, Message);

/// Longest first among signs with a common prefix.
const SIGNS: [&str; 51] = [
    "..=", "**=", "<<=", ">>=", "!in", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "..", "**", "<<",
    ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "#{", "?.", "?[", "::", "+", "-", "*", "/", "%",
    "<", ">", "=", "!", "&", "|", "^", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".",
];

pub(super) fn tokens(text: &str) -> Result<Vec<Spanned>, Flaw> {
    let mut lexer = Lexer { text, at: 0 };
    let mut out = Vec::new();
    loop {
        let next = lexer.next()?;
        let end = next.token == Token::End;
        out.push(next);
        if end {
            return Ok(out);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip(&mut self) -> Result<(), Flaw> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                let start = self.at;
                let end =
                    self.rest().find("*/").ok_or((place(start), Message::new("script.open-comment")))?;
                self.at += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<Spanned, Flaw> {
        self.skip()?;
        let start = self.at;
        let token = self.token().map_err(|message| (place(start), message))?;
        Ok(Spanned { at: place(start), token })
    }

    fn token(&mut self) -> Result<Token, Message> {
        let Some(first) = self.rest().chars().next() else { return Ok(Token::End) };
        if first.is_ascii_digit() {
            return self.number();
        }
        if first.is_alphabetic() || first == '_' {
            let more = |c: char| !(c.is_alphanumeric() || c == '_');
            let end = self.rest().find(more).unwrap_or(self.rest().len());
            let word = self.rest()[..end].to_owned();
            self.at += end;
            return Ok(Token::Word(word));
        }
        match first {
            '"' | '\'' => self.quoted(first).map(Token::Text),
            '`' => self.pieces(),
            _ => {
                let sign = SIGNS.into_iter().find(|sign| self.rest().starts_with(sign));
                let sign = sign
                    .filter(|sign| *sign != "!in" || !self.rest()[3..].starts_with(char::is_alphanumeric));
                let sign = sign.or(if first == '!' { Some("!") } else { None });
                let sign = sign.ok_or_else(|| Message::new("script.sign").with("sign", first.to_string()))?;
                self.at += sign.len();
                Ok(Token::Sign(sign))
            }
        }
    }

    fn number(&mut self) -> Result<Token, Message> {
        let (base, skip) = match self.rest().get(..2) {
            Some("0x" | "0X") => (16, 2),
            Some("0o" | "0O") => (8, 2),
            Some("0b" | "0B") => (2, 2),
            _ => (10, 0),
        };
        self.at += skip;
        let end = self.rest().find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.rest().len());
        let digits = self.rest()[..end].replace('_', "");
        self.at += end;
        let after = self.rest().as_bytes();
        if after.first() == Some(&b'.') && after.get(1).is_some_and(u8::is_ascii_digit) {
            return Err(Message::new("script.fraction"));
        }
        let number = i64::from_str_radix(&digits, base);
        number.map(Token::Int).map_err(|_| Message::new("script.number").with("number", digits.as_str()))
    }

    /// A text between two equal quotation marks, with escapes.
    fn quoted(&mut self, mark: char) -> Result<String, Message> {
        let open = || Message::new("script.open-text");
        let mut text = String::new();
        let mut chars = self.text[self.at + 1..].char_indices();
        while let Some((offset, c)) = chars.next() {
            if c == mark {
                self.at += 1 + offset + 1;
                return Ok(text);
            }
            if c != '\\' {
                text.push(c);
                continue;
            }
            let escape = chars.next().map(|(_, c)| c).ok_or_else(open)?;
            let digits = match escape {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            if digits > 0 {
                let code: String = chars.by_ref().take(digits).map(|(_, c)| c).collect();
                let c = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                text.push(c.ok_or_else(|| Message::new("script.escape").with("escape", escape.to_string()))?);
                continue;
            }
            text.push(match escape {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '\\' | '"' | '\'' | '`' => escape,
                _ => return Err(Message::new("script.escape").with("escape", escape.to_string())),
            });
        }
        Err(open())
    }

    /// A text between backticks, where `${` and `}` enclose script.
    fn pieces(&mut self) -> Result<Token, Message> {
        let open = || Message::new("script.open-text");
        self.at += 1;
        let mut pieces = Vec::new();
        loop {
            let end = self.rest().find(['`', '$']).ok_or_else(open)?;
            let mut text = self.rest()[..end].to_owned();
            self.at += end;
            if self.rest().starts_with("${") {
                self.at += 2;
                pieces.push(Piece::Text(text));
                pieces.push(Piece::Script(self.inside()?));
            } else if self.rest().starts_with('$') {
                text.push('$');
                self.at += 1;
                pieces.push(Piece::Text(text));
            } else {
                self.at += 1;
                pieces.push(Piece::Text(text));
                return Ok(Token::Pieces(pieces));
            }
        }
    }

    /// The tokens up to the brace that closes this piece of script.
    fn inside(&mut self) -> Result<Vec<Spanned>, Message> {
        let mut depth = 0u32;
        let mut out = Vec::new();
        loop {
            let next = self.next_plain()?;
            match next.token {
                Token::Sign("{" | "#{") => depth += 1,
                Token::Sign("}") if depth == 0 => {
                    out.push(Spanned { at: next.at, token: Token::End });
                    return Ok(out);
                }
                Token::Sign("}") => depth -= 1,
                Token::End => return Err(Message::new("script.open-text")),
                _ => {}
            }
            out.push(next);
        }
    }

    /// A token inside a text: texts with script in them do not nest.
    fn next_plain(&mut self) -> Result<Spanned, Message> {
        self.skip().map_err(|(_, message)| message)?;
        if self.rest().starts_with('`') {
            return Err(Message::new("script.nested-text"));
        }
        let at = place(self.at);
        Ok(Spanned { at, token: self.token()? })
    }
}
