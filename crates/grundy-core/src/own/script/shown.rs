//! Values as a script writes them.

use std::fmt::{self, Write as _};

use super::value::Value;

/// A text that grows up to a limit.
pub(super) struct Shown {
    text: String,
    limit: usize,
}

impl Shown {
    /// A value as a script would write it, but a text without quotes. An error is the beginning of what is longer than `limit`
    /// bytes.
    pub(super) fn of(value: &Value, limit: usize) -> Result<String, String> {
        let mut out = Self { text: String::new(), limit };
        match out.value(value, false) {
            Ok(()) => Ok(out.text),
            Err(fmt::Error) => Err(out.text),
        }
    }

    fn value(&mut self, value: &Value, marked: bool) -> fmt::Result {
        match value {
            Value::Unit => self.write_str("()"),
            Value::Bool(value) => write!(self, "{value}"),
            Value::Int(value) => write!(self, "{value}"),
            Value::Text(text) if marked => write!(self, "{:?}", text.as_str()),
            Value::Text(text) => self.write_str(text.as_str()),
            Value::Range(ends) => write!(self, "{}..{}", ends.0, ends.1),
            Value::Function(_) => self.write_str("Fn"),
            Value::List(list) => {
                self.write_str("[")?;
                for (index, item) in list.items().iter().enumerate() {
                    self.write_str(if index > 0 { ", " } else { "" })?;
                    self.value(item, true)?;
                }
                self.write_str("]")
            }
            Value::Map(map) => {
                self.write_str("#{")?;
                for (index, (key, item)) in map.entries().iter().enumerate() {
                    self.write_str(if index > 0 { ", " } else { "" })?;
                    write!(self, "{key:?}: ")?;
                    self.value(item, true)?;
                }
                self.write_str("}")
            }
        }
    }
}

impl fmt::Write for Shown {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.limit.saturating_sub(self.text.len());
        let mut end = text.len().min(room);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.text.push_str(&text[..end]);
        if end < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
