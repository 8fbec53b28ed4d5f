//! DOT, the language of Graphviz, as far as it describes vertices and edges: chains `a -> b -> c`, groups
//! `a -> {b c}`, subgraphs. Attributes and ports are skipped.

use std::borrow::Cow;

use super::builder::Builder;
use super::{Place, names};
use crate::error::{Error, Result};

/// Maximum nesting of braces.
const MAX_NESTING: usize = 64;

/// Reads one directed graph.
pub(super) fn load<'t>(file: Option<&'t str>, text: &'t str, builder: &mut Builder<'_>) -> Result<()> {
    let mut reader = Reader { file, text, at: 0, token: Token::End, start: 0, builder };
    reader.advance()?;
    if reader.is_word("strict") {
        reader.advance()?;
    }
    if !reader.is_word("digraph") {
        return Err(reader.unexpected("digraph"));
    }
    reader.advance()?;
    if matches!(reader.token, Token::Name(_)) {
        reader.advance()?;
    }
    reader.group(0)?;
    if reader.token == Token::End { Ok(()) } else { Err(reader.unexpected("}")) }
}

#[derive(Clone, Debug, PartialEq)]
enum Token<'t> {
    Name(Cow<'t, str>),
    Arrow,
    Sign(char),
    End,
}

struct Reader<'t, 'b, 'x> {
    file: Option<&'t str>,
    text: &'t str,
    at: usize,
    token: Token<'t>,
    start: usize,
    builder: &'x mut Builder<'b>,
}

impl<'t> Reader<'t, '_, '_> {
    fn place(&self, at: usize) -> Place<'t> {
        Place::of(self.file, self.text, at)
    }

    fn unexpected(&self, expected: &str) -> Error {
        let found: String = self.text[self.start..].chars().take(12).take_while(|c| *c != '\n').collect();
        Error::input("error.graph-dot")
            .with("place", self.place(self.start).message())
            .with("expected", expected)
            .with("found", found)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.token, Token::Name(name) if name.eq_ignore_ascii_case(word))
    }

    fn is_sign(&self, sign: char) -> bool {
        self.token == Token::Sign(sign)
    }

    // ---- tokens ----

    fn advance(&mut self) -> Result<()> {
        self.skip_blanks();
        self.start = self.at;
        let rest = &self.text[self.at..];
        let Some(c) = rest.chars().next() else {
            self.token = Token::End;
            return Ok(());
        };
        if let Some(inner) = rest.strip_prefix('"') {
            let Some((name, length)) = names::unquoted(inner) else { return Err(self.unexpected("\"")) };
            self.at += 1 + length;
            self.token = Token::Name(Cow::Owned(name));
        } else if rest.starts_with("->") {
            self.at += 2;
            self.token = Token::Arrow;
        } else if c.is_alphanumeric() || "_.".contains(c) || (c == '-' && !rest.starts_with("--")) {
            let begins = usize::from(c == '-');
            let more = |c: char| c.is_alphanumeric() || "_.".contains(c);
            let end = rest[begins..].find(|c| !more(c)).map_or(rest.len(), |end| begins + end);
            self.at += end;
            self.token = Token::Name(Cow::Borrowed(&rest[..end]));
        } else {
            self.at += c.len_utf8();
            self.token = Token::Sign(c);
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            let line_start = self.text[..self.at + blank].ends_with('\n') || self.at + blank == 0;
            let rest = &rest[blank..];
            let comment = if rest.starts_with("//") || (rest.starts_with('#') && line_start) {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                0
            };
            self.at += blank + comment;
            if comment == 0 {
                return;
            }
        }
    }

    // ---- statements ----

    /// `{ ... }`; returns the vertices in it.
    fn group(&mut self, depth: usize) -> Result<Vec<u32>> {
        if !self.is_sign('{') || depth > MAX_NESTING {
            return Err(self.unexpected("{"));
        }
        self.advance()?;
        let mut all = Vec::new();
        while !self.is_sign('}') {
            if self.token == Token::End {
                return Err(self.unexpected("}"));
            }
            if self.is_sign(';') || self.is_sign(',') {
                self.advance()?;
                continue;
            }
            self.statement(depth, &mut all)?;
        }
        self.advance()?;
        Ok(all)
    }

    fn statement(&mut self, depth: usize, all: &mut Vec<u32>) -> Result<()> {
        if ["graph", "node", "edge"].iter().any(|word| self.is_word(word)) && self.followed_by('[') {
            self.advance()?;
            return self.attributes();
        }
        if matches!(self.token, Token::Name(_)) && self.followed_by('=') {
            for _ in 0..3 {
                self.advance()?;
            }
            return Ok(());
        }
        let mut from = self.end_of_edge(depth)?;
        all.extend(&from);
        while self.token == Token::Arrow {
            self.advance()?;
            let to = self.end_of_edge(depth)?;
            for &a in &from {
                for &b in &to {
                    self.builder.edge(a, b)?;
                }
            }
            all.extend(&to);
            from = to;
        }
        if self.is_sign('-') {
            return Err(self.unexpected("->"));
        }
        self.attributes()
    }

    /// One vertex, or a group of vertices.
    fn end_of_edge(&mut self, depth: usize) -> Result<Vec<u32>> {
        if self.is_word("subgraph") {
            self.advance()?;
            if matches!(self.token, Token::Name(_)) {
                self.advance()?;
            }
            return self.group(depth + 1);
        }
        if self.is_sign('{') {
            return self.group(depth + 1);
        }
        let Token::Name(name) = self.token.clone() else { return Err(self.unexpected("a -> b")) };
        let (file, text, start) = (self.file, self.text, self.start);
        let vertex = self.builder.vertex(&name, &|| Place::of(file, text, start))?;
        self.advance()?;
        // A port, and a compass point.
        while self.is_sign(':') {
            self.advance()?;
            self.advance()?;
        }
        Ok(vec![vertex])
    }

    /// `[color = red]`, any number of times.
    fn attributes(&mut self) -> Result<()> {
        while self.is_sign('[') {
            while !self.is_sign(']') {
                if self.token == Token::End {
                    return Err(self.unexpected("]"));
                }
                self.advance()?;
            }
            self.advance()?;
        }
        Ok(())
    }

    fn followed_by(&mut self, sign: char) -> bool {
        let at = self.at;
        self.skip_blanks();
        let found = self.text[self.at..].starts_with(sign);
        self.at = at;
        found
    }
}
