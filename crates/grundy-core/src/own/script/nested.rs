//! Positions of a script: whole numbers, in lists nested in any way.

use std::rc::Rc;

use dashu_int::{IBig, UBig};
use serde_json::Value as Json;

use super::failure::Failure;
use super::meter::Meter;
use super::value::Value;
use crate::error::{Error, Result};
use crate::number;

/// Maximum nesting of lists.
const MAX_NESTING: usize = 32;

/// A number, or a list. A position is a list; a bare number stands for a list of one member.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) enum Nested {
    Number(i64),
    List(Box<[Self]>),
}

impl Nested {
    /// The position that a script returned, if it is one.
    pub(super) fn from_script(value: &Value) -> Option<Self> {
        fn item(value: &Value, depth: usize) -> Option<Nested> {
            match value {
                &Value::Int(number) => Some(Nested::Number(number)),
                Value::List(list) if depth < MAX_NESTING => {
                    list.items().iter().map(|v| item(v, depth + 1)).collect::<Option<_>>().map(Nested::List)
                }
                _ => None,
            }
        }
        Some(match item(value, 0)? {
            number @ Self::Number(_) => Self::List([number].into()),
            list @ Self::List(_) => list,
        })
    }

    /// The position as a script value.
    pub(super) fn to_script(&self, meter: &Rc<Meter>) -> std::result::Result<Value, Failure> {
        match self {
            Self::Number(number) => Ok(Value::Int(*number)),
            Self::List(list) => {
                let items =
                    list.iter().map(|item| item.to_script(meter)).collect::<std::result::Result<_, _>>()?;
                Value::list(items, meter)
            }
        }
    }

    pub(super) fn of_numbers(numbers: &[UBig]) -> Result<Self> {
        let number = |n: &UBig| {
            i64::try_from(n)
                .map(Self::Number)
                .map_err(|_| Error::input("error.script-number").with("number", n.to_string()))
        };
        numbers.iter().map(number).collect::<Result<_>>().map(Self::List)
    }

    /// The members, without the outer brackets.
    pub(super) fn inside(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::List(list) => {
                let item = |item: &Self| match item {
                    Self::Number(number) => number.to_string(),
                    list @ Self::List(_) => format!("[{}]", list.inside()),
                };
                list.iter().map(item).collect::<Vec<_>>().join(", ")
            }
        }
    }

    pub(super) fn json(&self) -> Json {
        match self {
            Self::Number(number) => number::to_json(&IBig::from(*number)),
            Self::List(list) => list.iter().map(Self::json).collect(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Number(_) => 16,
            Self::List(list) => 32 + list.iter().map(Self::bytes).sum::<u64>(),
        }
    }

    /// Parses the inside of the brackets.
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut reader = Reader { text, at: 0 };
        let list = reader.list(0)?;
        if reader.at < text.len() { Err(reader.unexpected()) } else { Ok(list) }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, signs: &[char]) -> bool {
        match self.peek() {
            Some(c) if signs.contains(&c) => {
                self.at += c.len_utf8();
                true
            }
            _ => false,
        }
    }

    fn unexpected(&self) -> Error {
        let found = self.text[self.at..].chars().next();
        let length = found.map_or(0, char::len_utf8);
        Error::input("error.script-position")
            .with("found", found.map(String::from).unwrap_or_default())
            .at(self.at..self.at + length)
    }

    fn list(&mut self, depth: usize) -> Result<Nested> {
        let mut items = Vec::new();
        if !matches!(self.peek(), None | Some(']' | '］')) {
            items.push(self.item(depth)?);
            while self.eat(&[',', '，', '、']) {
                items.push(self.item(depth)?);
            }
        }
        self.peek();
        Ok(Nested::List(items.into()))
    }

    fn item(&mut self, depth: usize) -> Result<Nested> {
        if matches!(self.peek(), Some('[' | '［')) && depth < MAX_NESTING {
            self.eat(&['[', '［']);
            let list = self.list(depth + 1)?;
            return if self.eat(&[']', '］']) { Ok(list) } else { Err(self.unexpected()) };
        }
        let start = self.at;
        let rest = &self.text[start..];
        let signs = usize::from(rest.starts_with('-'));
        let more = |c: char| c.is_ascii_digit() || c == '_';
        let end = start + signs + rest[signs..].find(|c| !more(c)).unwrap_or(rest.len() - signs);
        let digits = self.text[start..end].replace('_', "");
        if digits.len() == signs {
            return Err(self.unexpected());
        }
        let number = digits.parse().map_err(|_| {
            Error::input("error.script-number").with("number", digits.as_str()).at(start..end)
        })?;
        self.at = end;
        Ok(Nested::Number(number))
    }
}
