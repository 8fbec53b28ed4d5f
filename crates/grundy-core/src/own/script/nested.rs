//! Positions of a script: whole numbers, in lists nested in any way.

use std::rc::Rc;

use dashu_int::{IBig, UBig};
use serde_json::Value as Json;

use super::failure::Failure;
use super::meter::Meter;
use super::packed::{Packed, Sign, Signs, pack};
use super::value::{List, Value};
use crate::error::{Error, Result};
use crate::number;

/// Maximum nesting of lists.
const MAX_NESTING: usize = 32;

/// A position: a list. A bare number stands for a list of one member.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in super::super) struct Nested(Packed);

/// Appends a value if it is a number, or a list of such values.
fn pack_value(value: &Value, depth: usize, bytes: &mut Vec<u8>) -> Option<()> {
    match value {
        &Value::Int(number) => pack(bytes, Sign::Number(number)),
        Value::List(list) if depth < MAX_NESTING => {
            pack(bytes, Sign::Open);
            pack_members(list, depth, bytes)?;
            pack(bytes, Sign::Close);
        }
        _ => return None,
    }
    Some(())
}

fn pack_members(list: &List, depth: usize, bytes: &mut Vec<u8>) -> Option<()> {
    list.items().iter().try_for_each(|item| pack_value(item, depth + 1, bytes))
}

/// The members of a list up to its end, as values of a script.
fn members(signs: &mut Signs<'_>, meter: &Rc<Meter>) -> std::result::Result<Value, Failure> {
    if let Some(items) = signs.direct() {
        return Value::list(items.map(Value::Int).collect(), meter);
    }
    let numbers = Signs(signs.0).take_while(|sign| matches!(sign, Sign::Number(_)));
    let mut items = Vec::with_capacity(numbers.count());
    while let Some(sign) = signs.next() {
        match sign {
            Sign::Number(number) => items.push(Value::Int(number)),
            Sign::Open => items.push(members(signs, meter)?),
            Sign::Close => break,
        }
    }
    Value::list(items, meter)
}

fn members_json(signs: &mut Signs<'_>) -> Json {
    let mut items = Vec::new();
    while let Some(sign) = signs.next() {
        match sign {
            Sign::Number(number) => items.push(number::to_json(&IBig::from(number))),
            Sign::Open => items.push(members_json(signs)),
            Sign::Close => break,
        }
    }
    items.into()
}

impl Nested {
    /// The position that a script returned, if it is one. The bytes are scratch memory.
    pub(super) fn from_script(value: &Value, bytes: &mut Vec<u8>) -> Option<Self> {
        bytes.clear();
        match value {
            Value::List(list) => pack_members(list, 0, bytes)?,
            number => pack_value(number, 0, bytes)?,
        }
        Some(Self(Packed::new(bytes)))
    }

    /// The position as a script value.
    pub(super) fn to_script(&self, meter: &Rc<Meter>) -> std::result::Result<Value, Failure> {
        members(&mut self.signs(), meter)
    }

    pub(super) fn of_numbers(numbers: &[UBig]) -> Result<Self> {
        let mut bytes = Vec::new();
        for number in numbers {
            let word = i64::try_from(number)
                .map_err(|_| Error::input("error.script-number").with("number", number.to_string()))?;
            pack(&mut bytes, Sign::Number(word));
        }
        Ok(Self(Packed::new(&bytes)))
    }

    fn signs(&self) -> Signs<'_> {
        Signs(self.0.bytes())
    }

    /// The members, without the outer brackets.
    pub(super) fn inside(&self) -> String {
        let mut text = String::new();
        let mut begins = true;
        for sign in self.signs() {
            if !begins && sign != Sign::Close {
                text.push_str(", ");
            }
            match sign {
                Sign::Number(number) => text += &number.to_string(),
                Sign::Open => text.push('['),
                Sign::Close => text.push(']'),
            }
            begins = sign == Sign::Open;
        }
        text
    }

    pub(super) fn json(&self) -> Json {
        members_json(&mut self.signs())
    }

    /// Memory in all.
    pub(super) fn bytes(&self) -> u64 {
        self.0.memory()
    }

    /// Parses the inside of the brackets.
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut reader = Reader { text, at: 0, bytes: vec![] };
        reader.list(0)?;
        if reader.at < text.len() { Err(reader.unexpected()) } else { Ok(Self(Packed::new(&reader.bytes))) }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    bytes: Vec<u8>,
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

    fn list(&mut self, depth: usize) -> Result<()> {
        if !matches!(self.peek(), None | Some(']' | '］')) {
            self.item(depth)?;
            while self.eat(&[',', '，', '、']) {
                self.item(depth)?;
            }
        }
        self.peek();
        Ok(())
    }

    fn item(&mut self, depth: usize) -> Result<()> {
        if matches!(self.peek(), Some('[' | '［')) && depth < MAX_NESTING {
            self.eat(&['[', '［']);
            pack(&mut self.bytes, Sign::Open);
            self.list(depth + 1)?;
            pack(&mut self.bytes, Sign::Close);
            return if self.eat(&[']', '］']) { Ok(()) } else { Err(self.unexpected()) };
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
        pack(&mut self.bytes, Sign::Number(number));
        Ok(())
    }
}
