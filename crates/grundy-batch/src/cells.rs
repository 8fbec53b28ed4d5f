//! The content of one column of one record, on its way from one format to another.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use dashu_int::UBig;
use grundy_solver::number::JSON_EXACT;
use grundy_solver::{Error, notation};

/// The blank between Chinese characters, which separates like a plain one.
const WIDE_BLANK: char = '\u{3000}';
/// The digits as wide as Chinese characters.
const WIDE_DIGITS: RangeInclusive<char> = '０'..='９';

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell<'a> {
    /// No value.
    Null,
    /// A text.
    Text(Cow<'a, str>),
    /// A JSON number, truth value, list or object.
    Json(Cow<'a, str>),
}

/// A machine word in decimal digits, possibly surrounded by blanks.
pub(crate) fn word(text: &str) -> Option<u64> {
    let digits = text.as_bytes().trim_ascii();
    // 19 digits always fit.
    if digits.is_empty() || digits.len() > 19 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0')))
}

/// The heaps in a cell. Digits in groups of three, as in `1,000`, are refused: they may be one number or
/// several heaps. Spreadsheets group with a blank that does not break a line as well; a plain blank separates heaps.
pub(crate) fn heaps(cell: &str) -> Result<Vec<UBig>, Error> {
    let heaps = notation::parse_heaps(cell)?;
    let between =
        |c: char| matches!(c, ',' | '，') || (c.is_whitespace() && !c.is_ascii() && c != WIDE_BLANK);
    let groups: Vec<&str> = cell.trim().split(between).collect();
    let digits = |group: &&str| group.chars().all(|c| c.is_ascii_digit() || WIDE_DIGITS.contains(&c));
    let length = |group: &str| group.chars().count();
    let grouped = groups.len() > 1
        && groups.iter().all(digits)
        && (1..=3).contains(&length(groups[0]))
        && groups[1..].iter().all(|group| length(group) == 3);
    if grouped { Err(Error::input("error.grouped-digits").with("cell", cell.trim())) } else { Ok(heaps) }
}

/// Appends a JSON string.
pub(crate) fn push_json_text(text: &str, out: &mut Vec<u8>) {
    // Writing to memory does not fail.
    let _ = serde_json::to_writer(out, text);
}

/// Appends an integer as JSON: as a string if readers would lose digits.
pub(crate) fn push_json_number(number: &str, out: &mut Vec<u8>) {
    if word(number).is_some_and(|number| number <= JSON_EXACT) {
        out.extend(number.as_bytes());
    } else {
        push_json_text(number, out);
    }
}

/// Appends a cell of a CSV or TSV table, quoted if necessary.
pub(crate) fn push_csv(text: &str, separator: u8, out: &mut Vec<u8>) {
    let special = |byte: &u8| matches!(*byte, b'"' | b'\n' | b'\r') || *byte == separator;
    if !text.as_bytes().iter().any(special) {
        out.extend(text.as_bytes());
        return;
    }
    out.push(b'"');
    for byte in text.bytes() {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

impl Cell<'_> {
    /// Appends the cell to a CSV record.
    pub fn push_csv(&self, separator: u8, out: &mut Vec<u8>) {
        match self {
            Self::Null => {}
            Self::Text(text) | Self::Json(text) => push_csv(text, separator, out),
        }
    }

    /// Appends the cell to a JSON object. Texts that are integers become numbers, and empty texts null, since
    /// CSV has no types.
    pub fn push_json(&self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.extend(b"null"),
            Self::Json(text) => out.extend(text.as_bytes()),
            Self::Text(text) if text.is_empty() => out.extend(b"null"),
            Self::Text(text)
                if word(text).is_some_and(|number| number <= JSON_EXACT && number.to_string() == **text) =>
            {
                out.extend(text.as_bytes());
            }
            Self::Text(text) => push_json_text(text, out),
        }
    }
}
