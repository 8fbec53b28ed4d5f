//! The compiler of templates: text and tags become nodes, and names become indices.

use super::{DEEPEST, For, Node, rows};
use crate::error::nearest;
use crate::expr::{Expr, Fault, Kind, Lexer, LoopPart, Token};
use crate::facts::Word;
use crate::pattern::Name;

pub(super) struct Compiler<'c> {
    pub(super) source: &'c str,
    pub(super) at: usize,
    /// Whether the following blanks are dropped.
    pub(super) trim: bool,
    pub(super) names: &'c [Name],
    pub(super) levels: usize,
    pub(super) words: &'c [(&'c str, Word)],
    /// Variables, by the loops around them: their names, their indices, and whether they are certainly set.
    pub(super) scopes: Vec<Vec<(String, usize, bool)>>,
    pub(super) locals: usize,
    pub(super) local_names: Vec<String>,
    pub(super) loops: usize,
    pub(super) used: Vec<Word>,
    pub(super) level: usize,
}

/// The end of a block: the word of its tag, and the lexer after it.
type Ended<'c> = Option<(&'c str, Lexer<'c>)>;

impl<'c> Compiler<'c> {
    /// Reads up to a tag whose word is one of `ends`, or to the end of the source if `ends` is empty.
    pub(super) fn block(&mut self, ends: &[&str], depth: usize) -> Result<(Vec<Node>, Ended<'c>), Fault> {
        let mut nodes = Vec::new();
        let source = self.source;
        loop {
            let rest = &source[self.at..];
            let open = rest
                .match_indices('{')
                .find(|(i, _)| matches!(rest.as_bytes().get(i + 1), Some(b'{' | b'%' | b'#')));
            let (text, tag) = open.map_or((rest, None), |(i, _)| (&rest[..i], Some(self.at + i)));
            let inside = tag.map_or("", |tag| &source[tag + 2..]);
            let dashed = inside.starts_with('-');
            let text = if std::mem::take(&mut self.trim) { text.trim_start() } else { text };
            let text = if dashed { text.trim_end() } else { text };
            if !text.is_empty() {
                nodes.push(Node::Text(text.to_owned()));
            }
            let Some(tag) = tag else {
                self.at = source.len();
                return match ends.last() {
                    Some(end) => {
                        Err(Fault::new("ends-too-soon", self.at).with("expected", format!("{{% {end} %}}")))
                    }
                    None => Ok((nodes, None)),
                };
            };
            if source[tag..].starts_with("{#") {
                let Some(end) = inside.find("#}") else {
                    return Err(Fault::new("ends-too-soon", source.len()).with("expected", "#}"));
                };
                self.trim = inside[..end].ends_with('-');
                self.at = tag + 2 + end + 2;
                continue;
            }
            let mut lexer = Lexer::from(source, tag + 2 + usize::from(dashed))?;
            if source[tag..].starts_with("{{") {
                let expr = self.expression(&mut lexer, false)?;
                self.close(&lexer, "}}")?;
                nodes.push(Node::Show(expr));
                continue;
            }
            let at = lexer.offset();
            let Token::Name(word) = lexer.peek() else { return Err(lexer.unexpected("if, for, set")) };
            lexer.bump()?;
            if ends.contains(&word) {
                return Ok((nodes, Some((word, lexer))));
            }
            if depth >= DEEPEST {
                return Err(Fault::new("nested-too-deep", at).with("limit", DEEPEST.to_string()));
            }
            nodes.push(match word {
                "if" => self.branches(lexer, depth)?,
                "for" => self.repeated(lexer, depth)?,
                "set" => self.setting(lexer)?,
                _ => {
                    let expected =
                        ends.iter().chain(&["if", "for", "set"]).copied().collect::<Vec<_>>().join(", ");
                    return Err(Fault::new("unexpected", at).with("expected", expected).with("found", word));
                }
            });
        }
    }

    fn expression(&mut self, lexer: &mut Lexer<'c>, of_loop: bool) -> Result<Expr, Fault> {
        Expr::parse_in_template(lexer, &mut |name, at| self.resolve(name, at), of_loop)
    }

    /// Ends a tag: reading continues after its closing mark.
    fn close(&mut self, lexer: &Lexer, mark: &str) -> Result<(), Fault> {
        let Token::Mark(found) = lexer.peek() else { return Err(lexer.unexpected(mark)) };
        let Some(dash) = found.strip_suffix(mark) else { return Err(lexer.unexpected(mark)) };
        self.trim = dash == "-";
        self.at = lexer.end();
        Ok(())
    }

    fn branches(&mut self, mut lexer: Lexer<'c>, depth: usize) -> Result<Node, Fault> {
        let mut branches = Vec::new();
        loop {
            let condition = self.expression(&mut lexer, false)?;
            self.close(&lexer, "%}")?;
            let (body, ended) = self.block(&["elif", "else", "endif"], depth + 1)?;
            branches.push((condition, body));
            let Some((word, behind)) = ended else { continue };
            lexer = behind;
            if word == "elif" {
                continue;
            }
            self.close(&lexer, "%}")?;
            let otherwise = if word == "else" { self.last_block("endif", depth)? } else { Vec::new() };
            return Ok(Node::If(branches, otherwise));
        }
    }

    /// A block that only `end` may close, including that tag.
    fn last_block(&mut self, end: &str, depth: usize) -> Result<Vec<Node>, Fault> {
        let (nodes, ended) = self.block(&[end], depth + 1)?;
        if let Some((_, lexer)) = ended {
            self.close(&lexer, "%}")?;
        }
        Ok(nodes)
    }

    fn repeated(&mut self, mut lexer: Lexer<'c>, depth: usize) -> Result<Node, Fault> {
        let in_brackets = lexer.eat("(")?;
        let mut names = vec![(lexer.offset(), lexer.name()?)];
        while lexer.eat(",")? {
            names.push((lexer.offset(), lexer.name()?));
        }
        if in_brackets {
            lexer.expect(")")?;
        }
        if !lexer.eat_word("in")? {
            return Err(lexer.unexpected("in"));
        }
        let over = self.expression(&mut lexer, true)?;
        let first = self.locals;
        self.scopes.push(Vec::new());
        let targets: Vec<usize> =
            names.into_iter().map(|(at, name)| self.declare(name, at, true)).collect::<Result<_, _>>()?;
        let only = lexer.eat_word("if")?.then(|| self.expression(&mut lexer, false)).transpose()?;
        self.close(&lexer, "%}")?;
        self.loops += 1;
        let (body, ended) = self.block(&["else", "endfor"], depth + 1)?;
        self.loops -= 1;
        self.scopes.pop();
        let own = first..self.locals;
        let mut otherwise = Vec::new();
        if let Some((word, lexer)) = ended {
            self.close(&lexer, "%}")?;
            if word == "else" {
                otherwise = self.last_block("endfor", depth)?;
            }
        }
        let is_plain = targets.len() == 1 && only.is_none() && rows::are_plain(&body);
        Ok(Node::For(Box::new(For { targets, over, only, body, otherwise, own, is_plain })))
    }

    fn setting(&mut self, mut lexer: Lexer<'c>) -> Result<Node, Fault> {
        let at = lexer.offset();
        let name = lexer.name()?;
        let part = if lexer.eat(".")? { Some(lexer.name()?) } else { None };
        lexer.expect("=")?;
        let expr = self.expression(&mut lexer, false)?;
        let node = match part {
            Some(part) => Node::Put(Expr::new(at, self.resolve(name, at)?), part.into(), expr),
            None => Node::Set(self.declare(name, at, false)?, expr),
        };
        self.close(&lexer, "%}")?;
        Ok(node)
    }

    /// The index of a variable of the innermost loop.
    fn declare(&mut self, name: &str, at: usize, surely: bool) -> Result<usize, Fault> {
        if name == "loop" {
            return Err(Fault::new("reserved-name", at).with("name", name));
        }
        let scope = self.scopes.last_mut();
        if let Some((_, local, _)) =
            scope.as_ref().and_then(|scope| scope.iter().find(|(known, ..)| known == name))
        {
            return Ok(*local);
        }
        self.locals += 1;
        self.local_names.push(name.to_owned());
        if let Some(scope) = scope {
            scope.push((name.to_owned(), self.locals - 1, surely));
        }
        Ok(self.locals - 1)
    }

    fn resolve(&mut self, name: &str, at: usize) -> Result<Kind, Fault> {
        if name == "loop" && self.loops > 0 {
            return Ok(Kind::Loop(self.loops - 1, LoopPart::Whole));
        }
        // From the outside in: each meaning is the fallback of the next one, if that may not be set.
        let mut found = self.outside(name);
        for scope in &self.scopes {
            if let Some((_, local, surely)) = scope.iter().find(|(known, ..)| known == name) {
                let other = found.filter(|_| !surely).map(|kind| Box::new(Expr::new(at, kind)));
                found = Some(Kind::Local(*local, other));
            }
        }
        found.ok_or_else(|| {
            let fault = Fault::new("unknown-name", at).with("name", name);
            let known = self.visible().map(|n| &*n.text).chain(self.words.iter().map(|(word, _)| *word));
            match nearest(name, known) {
                Some(near) => fault.with("suggestion", near),
                None => fault,
            }
        })
    }

    fn visible(&self) -> impl Iterator<Item = &'c Name> + use<'c> {
        let levels = self.levels;
        self.names.iter().filter(move |n| n.level < levels && n.in_view)
    }

    /// The meaning of a name that is not a variable.
    fn outside(&mut self, name: &str) -> Option<Kind> {
        if let Some(n) = self.visible().find(|n| n.text == name) {
            self.level = self.level.max(n.level);
            return self.names.iter().position(|known| known.text == name).map(Kind::Slot);
        }
        let (_, word) = self.words.iter().find(|(known, _)| *known == name)?;
        self.used.push(*word);
        Some(match word {
            Word::This(part) => Kind::Part(false, *part),
            word => Kind::Word(*word),
        })
    }
}
