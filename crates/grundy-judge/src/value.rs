//! Values: the data of an input, and of expressions and templates.
//!
//! Whole numbers are exact at any size and there are no fractions. A [`Meter`] bounds the cost of one
//! evaluation, so that no short text can cause unbounded work or memory.

use std::cmp::Ordering;
use std::sync::Arc;

use dashu_base::{BitTest as _, Sign};
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

fn two<'v>(op: &str, a: &'v Val, b: &'v Val) -> Eval<(&'v Num, &'v Num)> {
    let number = |val: &'v Val| val.int().ok_or_else(|| unfit("no-integer", op, val));
    Ok((number(a)?, number(b)?))
}

impl Meter {
    /// `a op b` for the operators on whole numbers. `+` also joins texts and lists, `*` repeats them.
    pub fn arithmetic(&mut self, op: Arithmetic, a: &Val, b: &Val) -> Eval<Val> {
        if let (Some(x), Some(y)) = (a.small(), b.small())
            && let Some(n) = op.on_words(x, y)
        {
            return Ok(Val::Int(Num::Small(n)));
        }
        match (op, a, b) {
            (Arithmetic::Add, Val::Text(x), Val::Text(y)) => return self.text([&**x, &**y].concat()),
            (Arithmetic::Add, Val::List(x), Val::List(y)) => return self.list([&***x, &***y].concat()),
            (Arithmetic::Mul, Val::Text(_) | Val::List(_), Val::Int(times)) => return self.repeat(a, times),
            (Arithmetic::Mul, Val::Int(times), Val::Text(_) | Val::List(_)) => return self.repeat(b, times),
            _ => {}
        }
        let (x, y) = two(op.mark(), a, b)?;
        let (x, y) = (x.to_ibig(), y.to_ibig());
        let (long, short) = (x.bit_len().max(y.bit_len()), x.bit_len().min(y.bit_len()));
        let divided = |quotient: Option<IBig>| quotient.ok_or_else(|| fault("division-by-zero", &[]));
        let result = match op {
            Arithmetic::Add | Arithmetic::Sub => {
                self.number(long + 1)?;
                if op == Arithmetic::Add { x + y } else { x - y }
            }
            Arithmetic::Mul => {
                if long + short > LONGEST_RESULT && short > 64 {
                    return Err(too_large(LONGEST_RESULT));
                }
                self.number(long + short)?;
                x * y
            }
            Arithmetic::Div => {
                self.number(long)?;
                divided(floor_div(&x, &y))?
            }
            Arithmetic::Rem => {
                self.number(2 * long)?;
                let quotient = divided(floor_div(&x, &y))?;
                x - quotient * y
            }
            Arithmetic::Pow => self.power(x, &y)?,
        };
        Ok(Val::Int(result.into()))
    }

    fn power(&mut self, base: IBig, exponent: &IBig) -> Eval<IBig> {
        if *exponent < IBig::ZERO {
            return Err(fault("negative-power", &[]));
        }
        if base.bit_len() <= 1 && *exponent != IBig::ZERO {
            // 0, 1 and -1.
            return Ok(if exponent.bit(0) { base } else { base.clone() * base });
        }
        let exponent = usize::try_from(exponent).unwrap_or(usize::MAX);
        let bits = base.bit_len().saturating_mul(exponent);
        if bits > LONGEST_RESULT {
            return Err(too_large(LONGEST_RESULT));
        }
        self.number(bits)?;
        Ok(base.pow(exponent))
    }

    fn repeat(&mut self, val: &Val, times: &Num) -> Eval<Val> {
        let times = match times {
            n if n.is_negative() => 0,
            Num::Small(n) => usize::try_from(*n).unwrap_or(usize::MAX),
            Num::Big(_) => usize::MAX,
        };
        if let Some(text) = val.text() {
            self.bytes(text.len().saturating_mul(times))?;
            return Ok(Val::Text(text.repeat(times).into()));
        }
        let once = val.items().unwrap_or_default();
        self.bytes(once.len().saturating_mul(times).saturating_mul(ELEMENT))?;
        self.steps(once.len().saturating_mul(times))?;
        Ok(Val::List(Arc::new(std::iter::repeat_n(once, times).flatten().cloned().collect())))
    }

    pub fn negative(&mut self, val: &Val) -> Eval<Val> {
        self.arithmetic(Arithmetic::Sub, &Val::ZERO, val)
    }

    /// Concatenates both as text.
    pub fn join_texts(&mut self, a: &Val, b: &Val) -> Eval<Val> {
        let mut out = Vec::new();
        for val in [a, b] {
            if val.is_undefined() {
                return Err(fault("undefined", &[]));
            }
            self.whole(val)?;
            val.show(&mut out);
        }
        self.text(String::from_utf8_lossy(&out).into_owned())
    }

    pub fn equal(&mut self, a: &Val, b: &Val) -> Eval<bool> {
        if let (Val::Int(x), Val::Int(y)) = (a, b) {
            return Ok(x == y);
        }
        if a.is_undefined() || b.is_undefined() {
            return Err(fault("undefined", &[]));
        }
        self.whole(a)?;
        self.whole(b)?;
        Ok(a == b)
    }

    /// Compares two values of the same type.
    pub fn compare(&mut self, a: &Val, b: &Val) -> Eval<Ordering> {
        match (a, b) {
            (Val::Int(Num::Small(x)), Val::Int(Num::Small(y))) => Ok(x.cmp(y)),
            (Val::Int(x), Val::Int(y)) => Ok(x.to_ibig().cmp(&y.to_ibig())),
            (Val::Text(x), Val::Text(y)) => {
                self.bytes(x.len().min(y.len()))?;
                Ok(x.cmp(y))
            }
            (Val::Bool(x), Val::Bool(y)) => Ok(x.cmp(y)),
            (Val::List(x), Val::List(y)) => {
                for (a, b) in x.iter().zip(&**y) {
                    self.step()?;
                    match self.compare(a, b)? {
                        Ordering::Equal => {}
                        unequal => return Ok(unequal),
                    }
                }
                Ok(x.len().cmp(&y.len()))
            }
            _ => Err(fault("not-comparable", &[("left", a.brief()), ("right", b.brief())])),
        }
    }

    /// Sorts by a key; keys of different types are an error.
    pub fn sort<T>(&mut self, items: &mut [T], key: impl Fn(&T) -> &Val) -> Eval<()> {
        let mut failed = None;
        self.steps(items.len())?;
        items.sort_by(|a, b| {
            self.compare(key(a), key(b)).unwrap_or_else(|fault| {
                failed.get_or_insert(fault);
                Ordering::Equal
            })
        });
        failed.map_or(Ok(()), Err)
    }

    /// Whether a list contains an element, a text a substring, a map a key.
    pub fn contains(&mut self, all: &Val, wanted: &Val) -> Eval<bool> {
        match (all, wanted) {
            (Val::List(items), _) => {
                for item in &**items {
                    self.step()?;
                    if self.equal(item, wanted)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (Val::Text(text), Val::Text(part)) => {
                self.bytes(text.len())?;
                Ok(text.contains(&**part))
            }
            (Val::Map(pairs), key) => Ok(pairs.iter().any(|(k, _)| k == key)),
            _ => Err(unfit("no-list", "in", all)),
        }
    }

    /// The elements of a list, the characters of a text, the keys of a map.
    pub fn elements(&mut self, val: &Val) -> Eval<Arc<Vec<Val>>> {
        let all: Vec<Val> = match val {
            Val::List(items) => {
                self.steps(items.len())?;
                return Ok(items.clone());
            }
            Val::Map(pairs) => pairs.iter().map(|(key, _)| key.clone()).collect(),
            Val::Text(text) => {
                self.bytes(text.len().saturating_mul(ELEMENT))?;
                text.chars().map(|c| Val::from(c.encode_utf8(&mut [0; 4]) as &str)).collect()
            }
            Val::Undefined => return Err(fault("undefined", &[])),
            other => return Err(unfit("no-list", "for", other)),
        };
        Ok(Arc::new(all))
    }

    /// `val[start:stop:step]` with bounds of any size.
    pub fn slice(&mut self, val: &Val, [start, stop, step]: [&Val; 3]) -> Eval<Val> {
        let bound = |val: &Val| match val {
            Val::Undefined | Val::None => Ok(None),
            Val::Int(Num::Small(n)) => Ok(Some(i128::from(*n))),
            Val::Int(n) => Ok(Some(i128::from(if n.is_negative() { i64::MIN } else { i64::MAX }))),
            other => Err(unfit("no-integer", "[:]", other)),
        };
        let (start, stop, step) = (bound(start)?, bound(stop)?, bound(step)?.unwrap_or(1));
        if step == 0 {
            return Err(fault("step-zero", &[]));
        }
        let all = match val {
            Val::List(_) | Val::Text(_) => self.elements(val)?,
            other => return Err(unfit("no-list", "[:]", other)),
        };
        let chosen: Vec<Val> = indices(all.len(), start, stop, step).map(|i| all[i].clone()).collect();
        self.steps(chosen.len())?;
        if val.text().is_some() {
            return self.text(chosen.iter().filter_map(Val::text).collect());
        }
        self.list(chosen)
    }
}

fn indices(len: usize, start: Option<i128>, stop: Option<i128>, step: i128) -> impl Iterator<Item = usize> {
    let len = len as i128;
    let (low, high) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let place = |b: i128| if b < 0 { b + len } else { b }.clamp(low, high);
    let (first, end) = if step > 0 { (0, len) } else { (len - 1, -1) };
    let (first, end) = (start.map_or(first, place), stop.map_or(end, place));
    let inside = move |i: &i128| if step > 0 { *i < end } else { *i > end };
    std::iter::successors(Some(first), move |i| Some(i + step))
        .take_while(inside)
        .filter_map(|i| usize::try_from(i).ok())
}

/// An operator on whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
}

impl Arithmetic {
    const fn mark(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "//",
            Self::Rem => "%",
            Self::Pow => "^",
        }
    }

    /// The result if it is a machine word and cheap to compute.
    #[inline]
    pub fn on_words(self, x: i64, y: i64) -> Option<i64> {
        match self {
            Self::Add => x.checked_add(y),
            Self::Sub => x.checked_sub(y),
            Self::Mul => x.checked_mul(y),
            Self::Div => {
                let quotient = x.checked_div(y)?;
                Some(if x % y != 0 && (x < 0) != (y < 0) { quotient - 1 } else { quotient })
            }
            Self::Rem => {
                let rest = x.checked_rem(y)?;
                Some(if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest })
            }
            Self::Pow => x.checked_pow(u32::try_from(y).ok()?),
        }
    }
}

/// Division rounding down; `None` by zero.
fn floor_div(a: &IBig, b: &IBig) -> Option<IBig> {
    if *b == IBig::ZERO {
        return None;
    }
    let quotient = a / b;
    let exact = &quotient * b == *a;
    let negative = (a.sign() == Sign::Negative) != (b.sign() == Sign::Negative);
    Some(if !exact && negative { quotient - IBig::ONE } else { quotient })
}

/// The relation of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Relation {
    pub const ALL: [(&'static str, Self); 7] = [
        ("=", Self::Equal),
        ("==", Self::Equal),
        ("!=", Self::Unequal),
        ("<", Self::Less),
        ("<=", Self::AtMost),
        (">", Self::Greater),
        (">=", Self::AtLeast),
    ];

    #[inline]
    pub const fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }

    pub fn of(self, a: &Val, b: &Val, meter: &mut Meter) -> Eval<bool> {
        match self {
            Self::Equal => meter.equal(a, b),
            Self::Unequal => Ok(!meter.equal(a, b)?),
            _ => Ok(self.holds(meter.compare(a, b)?)),
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
