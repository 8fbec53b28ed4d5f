//! Values: the data of an input, and of expressions and templates.
//!
//! Whole numbers are exact at any size and there are no fractions. A [`Meter`] bounds the cost of one
//! evaluation, so that no short text can cause unbounded work or memory.

mod operators;

use std::sync::Arc;

pub use operators::{Arithmetic, Relation};

use dashu_base::BitTest as _;
use dashu_int::IBig;

use crate::lexer::Fault;
use crate::number::{Num, push_u64};

/// A value. Clones of texts, lists and maps share their content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Val {
    /// A missing value: a part that an answer does not have, an element beyond a list's end.
    #[default]
    Undefined,
    None,
    Bool(bool),
    Int(Num),
    Text(Arc<str>),
    List(Arc<Vec<Val>>),
    Map(Arc<Vec<(Val, Val)>>),
    /// A namespace: its index among those of the evaluation.
    Space(usize),
}

/// A result of an evaluation. The fault is boxed because it is rare and large.
pub type Eval<T> = Result<T, Box<Fault>>;

/// The longest power, and the longest product of two numbers that are both longer than a word, in bits.
const LONGEST_RESULT: usize = 1 << 20;
/// The longest number, in bits: far above what an input may hold.
const MOST_BITS: usize = 40_000_000;
/// The deepest nesting of lists: functions on lists recurse into all of them.
const MOST_DEEP: usize = 32;
/// Steps of one evaluation, and further steps for each number of the input that it uses.
const STEPS: u64 = 4_000_000;
const STEPS_EACH: u64 = 256;
/// Bytes of one evaluation.
const BYTES: u64 = 256 << 20;
/// The charge for an element of a list, in bytes.
const ELEMENT: usize = size_of::<Val>();
/// The length of a value in a message, in characters.
const SHOWN: usize = 40;

/// The remaining budget of an evaluation.
#[derive(Debug)]
pub struct Meter {
    steps: u64,
    bytes: u64,
}

impl Meter {
    pub fn new(slots: &[Val]) -> Self {
        let items = |val: &Val| if let Val::List(items) = val { items.len() as u64 } else { 0 };
        let numbers = slots.iter().map(items).sum::<u64>();
        Self { steps: STEPS + STEPS_EACH * numbers, bytes: BYTES }
    }

    #[inline]
    pub fn step(&mut self) -> Eval<()> {
        self.steps = self.steps.checked_sub(1).ok_or_else(too_long)?;
        Ok(())
    }

    pub fn steps(&mut self, count: usize) -> Eval<()> {
        self.steps = self.steps.checked_sub(count as u64).ok_or_else(too_long)?;
        Ok(())
    }

    #[inline]
    pub fn bytes(&mut self, count: usize) -> Eval<()> {
        self.bytes = self.bytes.checked_sub(count as u64).ok_or_else(too_long)?;
        Ok(())
    }

    /// Creates a list; charges for it and checks its depth.
    pub fn list(&mut self, items: Vec<Val>) -> Eval<Val> {
        self.bytes(items.len().saturating_mul(ELEMENT))?;
        items.iter().try_for_each(|item| self.weigh(item, MOST_DEEP - 1))?;
        Ok(Val::List(Arc::new(items)))
    }

    pub fn map(&mut self, pairs: Vec<(Val, Val)>) -> Eval<Val> {
        self.bytes(pairs.len().saturating_mul(2 * ELEMENT))?;
        pairs.iter().try_for_each(|(_, val)| self.weigh(val, MOST_DEEP - 1))?;
        Ok(Val::Map(Arc::new(pairs)))
    }

    pub fn text(&mut self, text: String) -> Eval<Val> {
        self.bytes(text.len())?;
        Ok(Val::Text(text.into()))
    }

    /// Charges for everything in a value, as often as it occurs: a list that contains another many times is cheap
    /// to make, but to show or to compare it costs as much as if they were different.
    pub fn whole(&mut self, val: &Val) -> Eval<()> {
        self.weigh(val, MOST_DEEP)
    }

    fn weigh(&mut self, val: &Val, deep: usize) -> Eval<()> {
        let inner = |deep: usize| {
            deep.checked_sub(1).ok_or_else(|| fault("lists-too-deep", &[("limit", MOST_DEEP.to_string())]))
        };
        match val {
            Val::List(items) => {
                let deep = inner(deep)?;
                self.steps(items.len())?;
                items.iter().try_for_each(|item| self.weigh(item, deep))
            }
            Val::Map(pairs) => {
                let deep = inner(deep)?;
                self.steps(pairs.len())?;
                pairs.iter().try_for_each(|(_, val)| self.weigh(val, deep))
            }
            Val::Text(text) => self.bytes(text.len()),
            Val::Int(Num::Big(n)) => self.bytes(n.bit_len() / 3),
            _ => Ok(()),
        }
    }

    fn number(&mut self, bits: usize) -> Eval<()> {
        if bits > MOST_BITS {
            return Err(too_large(MOST_BITS));
        }
        self.bytes(bits / 8)
    }
}

fn too_long() -> Box<Fault> {
    fault("template-too-long", &[])
}

fn too_large(limit: usize) -> Box<Fault> {
    fault("number-too-large", &[("limit", limit.to_string())])
}

/// A fault without a place.
pub fn fault(code: &'static str, values: &[(&'static str, String)]) -> Box<Fault> {
    Box::new(Fault { code, values: values.to_vec(), at: Fault::NOWHERE })
}

pub fn unfit(code: &'static str, op: &str, found: &Val) -> Box<Fault> {
    fault(code, &[("op", op.to_owned()), ("found", found.brief())])
}

impl From<bool> for Val {
    fn from(is: bool) -> Self {
        Self::Bool(is)
    }
}

impl From<usize> for Val {
    fn from(n: usize) -> Self {
        Self::Int(IBig::from(n).into())
    }
}

impl From<&str> for Val {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl Val {
    pub const ZERO: Self = Self::Int(Num::Small(0));

    pub fn int(&self) -> Option<&Num> {
        match self {
            Self::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The number as a signed word, if it fits.
    #[inline]
    pub fn small(&self) -> Option<i64> {
        match self {
            Self::Int(Num::Small(n)) => Some(*n),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn items(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    pub fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined)
    }

    pub fn is_true(&self) -> bool {
        match self {
            Self::Undefined | Self::None => false,
            Self::Bool(is) => *is,
            Self::Int(n) => *n != Num::Small(0),
            Self::Text(text) => !text.is_empty(),
            Self::List(items) => !items.is_empty(),
            Self::Map(pairs) => !pairs.is_empty(),
            Self::Space(_) => true,
        }
    }

    /// Appends the value as a template shows it.
    pub fn show(&self, out: &mut Vec<u8>) {
        match self {
            Self::Undefined => out.extend_from_slice(b"undefined"),
            Self::None => out.extend_from_slice(b"None"),
            Self::Bool(true) => out.extend_from_slice(b"True"),
            Self::Bool(false) => out.extend_from_slice(b"False"),
            Self::Int(n) => n.write(out),
            Self::Text(text) => out.extend_from_slice(text.as_bytes()),
            Self::List(items) => {
                out.push(b'[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.extend_from_slice(b", ");
                    }
                    item.show_quoted(out);
                }
                out.push(b']');
            }
            Self::Map(pairs) => {
                out.push(b'{');
                for (i, (key, val)) in pairs.iter().enumerate() {
                    if i > 0 {
                        out.extend_from_slice(b", ");
                    }
                    key.show_quoted(out);
                    out.extend_from_slice(b": ");
                    val.show_quoted(out);
                }
                out.push(b'}');
            }
            Self::Space(place) => {
                out.extend_from_slice(b"namespace ");
                push_u64(out, *place as u64 + 1);
            }
        }
    }

    /// Appends the value, with quotes around texts.
    fn show_quoted(&self, out: &mut Vec<u8>) {
        let Self::Text(text) = self else { return self.show(out) };
        let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
        let mut shown = String::from(quote);
        for c in text.chars() {
            match c {
                '\n' => shown.push_str("\\n"),
                '\t' => shown.push_str("\\t"),
                '\\' => shown.push_str("\\\\"),
                c if c == quote => shown.extend(['\\', c]),
                c => shown.push(c),
            }
        }
        shown.push(quote);
        out.extend_from_slice(shown.as_bytes());
    }

    pub fn shown(&self) -> String {
        let mut out = Vec::new();
        self.show(&mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The value for a message, cut if it is long; the cost does not depend on its size.
    fn brief(&self) -> String {
        let text = match self {
            Self::Text(text) => text.chars().take(SHOWN + 1).collect(),
            Self::List(_) => "[...]".into(),
            Self::Map(_) => "{...}".into(),
            Self::Int(Num::Big(_)) => "...".into(),
            other => other.shown(),
        };
        if text.chars().count() <= SHOWN {
            text
        } else {
            text.chars().take(SHOWN - 1).chain(['…']).collect()
        }
    }

    /// An element of a list or map, or a character; `Undefined` if there is none.
    pub fn item(&self, key: &Self) -> Eval<Self> {
        let place = |len: usize| {
            let i = match key {
                Self::Int(Num::Small(i)) => *i,
                Self::Int(Num::Big(_)) => return Ok(None),
                _ => return Err(unfit("no-integer", "[]", key)),
            };
            let from_end = i.checked_add_unsigned(len as u64);
            Ok(usize::try_from(i).ok().or_else(|| usize::try_from(from_end?).ok()))
        };
        match self {
            Self::List(items) => {
                Ok(place(items.len())?.and_then(|i| items.get(i)).cloned().unwrap_or_default())
            }
            Self::Text(text) => {
                let letter = place(text.chars().count())?.and_then(|i| text.chars().nth(i));
                Ok(letter.map_or(Self::Undefined, |c| Self::from(c.encode_utf8(&mut [0; 4]) as &str)))
            }
            Self::Map(pairs) => {
                Ok(pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone()).unwrap_or_default())
            }
            other => Err(unfit("no-list", "[]", other)),
        }
    }
}

/// A named part of a map or move; `Undefined` for a list of pairs.
pub fn attribute(val: &Val, name: &str) -> Val {
    let Val::Map(pairs) = val else { return Val::Undefined };
    pairs.iter().find(|(key, _)| key.text() == Some(name)).map(|(_, val)| val.clone()).unwrap_or_default()
}

/// Writes the elements of a list, separated by a text.
pub fn join(of: &Val, between: &str, meter: &mut Meter, out: &mut Vec<u8>) -> Eval<()> {
    for (i, item) in meter.elements(of)?.iter().enumerate() {
        if i > 0 {
            meter.bytes(between.len())?;
            out.extend_from_slice(between.as_bytes());
        }
        if !matches!(item, Val::Int(Num::Small(_))) {
            meter.whole(item)?;
        }
        item.show(out);
    }
    Ok(())
}
