//! Changes of names between questions: updates of an array, the parents of a tree. They happen when a record has been
//! read, before it is asked, and last until the name is read again.

use std::sync::Arc;

use crate::expr::{Env, Expr, Fault, Kind, Lexer, Token};
use crate::field::Field;
use crate::pattern::{Kind as NameKind, Pattern};
use crate::value::{Eval, Val, fault, unfit};

/// The changes of a profile, and which of its records are questions.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    list: Vec<Change>,
    /// The condition of a question; if there is none, every record is one.
    asks: Option<Expr>,
    /// The texts in the profile of the changes and of the condition.
    pub texts: [Option<Field>; 2],
}

/// `a[i - 1] = x if t = 1`
#[derive(Clone, Debug)]
struct Change {
    slot: usize,
    kind: NameKind,
    /// The element that changes; the whole name if there is none.
    index: Option<Expr>,
    /// Its new value; nothing changes if it is undefined.
    to: Expr,
}

impl Changes {
    /// Parses changes, one a line.
    pub fn add(&mut self, text: &str, pattern: &Pattern) -> Result<(), Fault> {
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            if !line.trim().is_empty() {
                let end = start + line.trim_end().len();
                self.list.push(change(&text[..end], start, pattern)?);
            }
            start += line.len();
        }
        Ok(())
    }

    /// Parses the condition of a question.
    pub fn set_asks(&mut self, text: &str, pattern: &Pattern) -> Result<(), Fault> {
        let mut lexer = Lexer::new(text)?;
        self.asks = Some(expression(&mut lexer, pattern)?);
        if lexer.peek() == Token::End { Ok(()) } else { Err(lexer.unexpected("and, or")) }
    }

    /// Makes the changes of a record. `changed` is called with each name that is another one now.
    pub fn make(&self, slots: &mut [Val], mut changed: impl FnMut(usize)) -> Eval<()> {
        for change in &self.list {
            let mut env = Env::new(slots, None, 0);
            let to = change.to.short(&mut env)?;
            if to.is_undefined() {
                continue;
            }
            let index = change.index.as_ref().map(|index| index.short(&mut env)).transpose()?;
            let fits = matches!(
                (change.kind, &index, &to),
                (NameKind::List, Some(_), _)
                    | (NameKind::Int, None, Val::Int(_))
                    | (NameKind::List, None, Val::List(_))
                    | (NameKind::Word, None, Val::Text(_))
            );
            if !fits {
                return Err(unfit("change-unfit", "=", &to).placed(change.to.at));
            }
            match index {
                None => slots[change.slot] = to,
                Some(index) => {
                    let Val::List(items) = &mut slots[change.slot] else { continue };
                    let place = index.small().and_then(|at| usize::try_from(at).ok());
                    let Some(item) = place.and_then(|at| Arc::make_mut(items).get_mut(at)) else {
                        let at = change.index.as_ref().map_or(Fault::NOWHERE, |index| index.at);
                        return Err(fault("change-beyond", &[("found", index.shown())]).placed(at));
                    };
                    *item = to;
                }
            }
            changed(change.slot);
        }
        Ok(())
    }

    /// Whether the record is a question.
    pub fn asks(&self, slots: &[Val]) -> Eval<bool> {
        let Some(asks) = &self.asks else { return Ok(true) };
        Ok(asks.short(&mut Env::new(slots, None, 0))?.is_true())
    }
}

fn change(text: &str, start: usize, pattern: &Pattern) -> Result<Change, Fault> {
    let mut lexer = Lexer::from(text, start)?;
    let at = lexer.offset();
    let name = lexer.name()?;
    let Kind::Slot(slot) = named(pattern, name, at)? else {
        return Err(Fault::new("unknown-name", at).with("name", name));
    };
    let kind = pattern.names[slot].kind;
    let index = if lexer.eat("[")? {
        if kind != NameKind::List {
            return Err(Fault::new("change-unfit", at).with("op", "[]").with("found", name));
        }
        let index = expression(&mut lexer, pattern)?;
        lexer.expect("]")?;
        Some(index)
    } else {
        None
    };
    lexer.expect("=")?;
    let to = expression(&mut lexer, pattern)?;
    if lexer.peek() == Token::End {
        Ok(Change { slot, kind, index, to })
    } else {
        Err(lexer.unexpected("if"))
    }
}

fn expression(lexer: &mut Lexer, pattern: &Pattern) -> Result<Expr, Fault> {
    Expr::parse_in_template(lexer, &mut |name, at| named(pattern, name, at), false)
}

fn named(pattern: &Pattern, name: &str, at: usize) -> Result<Kind, Fault> {
    match pattern.slot(name).filter(|&slot| pattern.names[slot].in_view) {
        Some(slot) => Ok(Kind::Slot(slot)),
        None => Err(pattern.unknown(name, at)),
    }
}
