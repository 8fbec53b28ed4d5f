//! Exact integers in templates.
//!
//! The template engine computes with 128 bits and with floating point. Here a number beyond 128 bits
//! is an object of its own, and every operator of a compiled template is replaced by a call of one
//! of the functions below, which compute at any size and know no fractions.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use dashu_base::BitTest;
use dashu_int::IBig;
use minijinja::value::{DynObject, Object, ObjectRepr, ValueKind};
use minijinja::{Error, ErrorKind, Value};

use crate::expr::floor_div;
use crate::number::Num;

/// Numbers in templates end here (some twelve million digits), far above what an input may hold.
const MOST_BITS: usize = 40_000_000;
/// What one rendering may produce on its way, in bytes.
const BUDGET: u64 = 256 << 20;

/// What a list's element counts for.
pub const ELEMENT: usize = 32;
/// What a namespace counts for: few enough fit the budget that those that lie in each other never lie deep.
pub const NAMESPACE: usize = 4 << 20;
/// Lists lie in each other so deep at most: the engine recurses when it shows and drops them.
const MOST_DEEP: usize = 32;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(BUDGET) };
}

/// Starts a rendering's budget anew.
pub fn refuel() {
    LEFT.set(BUDGET);
}

/// Takes from the budget, so that no short template can ask for endless work.
pub fn charge(amount: usize) -> Result<(), Error> {
    match LEFT.get().checked_sub(amount as u64) {
        Some(left) => {
            LEFT.set(left);
            Ok(())
        }
        None => Err(Error::from(ErrorKind::OutOfFuel)),
    }
}

/// An integer beyond 128 bits.
#[derive(Debug)]
struct Big(IBig);

impl Object for Big {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Plain
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn custom_cmp(self: &Arc<Self>, other: &DynObject) -> Option<Ordering> {
        other.downcast_ref::<Self>().map(|other| self.0.cmp(&other.0))
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// An integer as a template sees it.
pub fn value(n: IBig) -> Value {
    if let Ok(n) = i64::try_from(&n) {
        return Value::from(n);
    }
    match i128::try_from(&n) {
        Ok(n) => Value::from(n),
        Err(_) => Value::from_object(Big(n)),
    }
}

/// A number of the input as a template sees it.
pub fn value_of(n: &Num) -> Value {
    match n {
        Num::Small(n) => Value::from(*n),
        Num::Big(n) => value(n.clone()),
    }
}

/// The integer a value is, if it is one.
pub fn integer(v: &Value) -> Option<IBig> {
    if v.kind() == ValueKind::Number {
        if !v.is_integer() {
            return None;
        }
        return i128::try_from(v.clone())
            .map(IBig::from)
            .or_else(|_| u128::try_from(v.clone()).map(IBig::from))
            .ok();
    }
    v.downcast_object_ref::<Big>().map(|big| big.0.clone())
}

fn refuse(what: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::InvalidOperation, what)
}

fn named(v: &Value) -> String {
    if v.is_undefined() { "something undefined".into() } else { format!("a {}", v.kind()) }
}

fn two(op: &str, a: &Value, b: &Value) -> Result<(IBig, IBig), Error> {
    match (integer(a), integer(b)) {
        (Some(x), Some(y)) => Ok((x, y)),
        _ => Err(refuse(format!("`{op}` needs two integers, not {} and {}", named(a), named(b)))),
    }
}

fn sized(bits: usize) -> Result<(), Error> {
    if bits > MOST_BITS {
        return Err(refuse(format!("a number above {MOST_BITS} bits")));
    }
    charge(bits / 8)
}

/// Charges for all that a value holds, as often as it holds it: a list may hold another many times and cost nothing, and is
/// as long as if they were different when it is shown or compared.
pub fn weigh(v: &Value) -> Result<(), Error> {
    weigh_to(v, MOST_DEEP)
}

fn weigh_to(v: &Value, deep: usize) -> Result<(), Error> {
    if let Some(text) = v.as_str() {
        return charge(text.len());
    }
    let is_map = v.kind() == ValueKind::Map;
    if !is_map && !is_list(v) {
        return charge(integer(v).map_or(16, |n| 16 + n.bit_len() / 3));
    }
    let deep = deep.checked_sub(1).ok_or_else(|| refuse(format!("lists more than {MOST_DEEP} deep")))?;
    for item in v.try_iter()? {
        charge(ELEMENT)?;
        weigh_to(&item, deep)?;
        if is_map {
            weigh_to(&v.get_item(&item)?, deep)?;
        }
    }
    Ok(())
}

/// What is put into a list, a map or a namespace: no deeper than all others.
pub fn shallow(items: &[Value]) -> Result<(), Error> {
    let nests = |v: &&Value| v.kind() == ValueKind::Map || is_list(v);
    items.iter().filter(nests).try_for_each(|v| weigh_to(v, MOST_DEEP - 1))
}

fn is_list(v: &Value) -> bool {
    matches!(v.kind(), ValueKind::Seq | ValueKind::Iterable)
}

/// The elements of a list, paid for.
pub fn elements(v: &Value) -> Result<Vec<Value>, Error> {
    if v.is_undefined() {
        return Err(Error::from(ErrorKind::UndefinedError));
    }
    let mut all = Vec::new();
    for item in v.try_iter()? {
        charge(ELEMENT)?;
        all.push(item);
    }
    Ok(all)
}

pub fn add(a: &Value, b: &Value) -> Result<Value, Error> {
    if let (Some(x), Some(y)) = (a.as_str(), b.as_str()) {
        charge(x.len() + y.len())?;
        return Ok(Value::from([x, y].concat()));
    }
    if is_list(a) && is_list(b) {
        let mut all = elements(a)?;
        all.extend(elements(b)?);
        return Ok(Value::from(all));
    }
    let (x, y) = two("+", a, b)?;
    sized(x.bit_len().max(y.bit_len()))?;
    Ok(value(x + y))
}

pub fn sub(a: &Value, b: &Value) -> Result<Value, Error> {
    let (x, y) = two("-", a, b)?;
    sized(x.bit_len().max(y.bit_len()))?;
    Ok(value(x - y))
}

fn repeat(v: &Value, times: &IBig) -> Result<Value, Error> {
    let times = if *times < IBig::ZERO {
        0
    } else {
        usize::try_from(times).map_err(|_| refuse("repeated too often"))?
    };
    if let Some(text) = v.as_str() {
        charge(text.len().saturating_mul(times))?;
        return Ok(Value::from(text.repeat(times)));
    }
    let once = elements(v)?;
    charge(once.len().saturating_mul(times).saturating_mul(ELEMENT))?;
    Ok(Value::from(std::iter::repeat_n(once, times).flatten().collect::<Vec<_>>()))
}

pub fn mul(a: &Value, b: &Value) -> Result<Value, Error> {
    let repeatable = |v: &Value| v.as_str().is_some() || is_list(v);
    match (integer(a), integer(b)) {
        (None, Some(times)) if repeatable(a) => return repeat(a, &times),
        (Some(times), None) if repeatable(b) => return repeat(b, &times),
        _ => {}
    }
    let (x, y) = two("*", a, b)?;
    sized(x.bit_len() + y.bit_len())?;
    Ok(value(x * y))
}

pub fn int_div(a: &Value, b: &Value) -> Result<Value, Error> {
    let (x, y) = two("//", a, b)?;
    sized(x.bit_len())?;
    floor_div(&x, &y).map(value).ok_or_else(|| refuse("division by zero"))
}

pub fn rem(a: &Value, b: &Value) -> Result<Value, Error> {
    let (x, y) = two("%", a, b)?;
    sized(x.bit_len())?;
    let quotient = floor_div(&x, &y).ok_or_else(|| refuse("division by zero"))?;
    Ok(value(x - quotient * y))
}

pub fn pow(a: &Value, b: &Value) -> Result<Value, Error> {
    let (x, y) = two("**", a, b)?;
    if y < IBig::ZERO {
        return Err(refuse("a negative power is a fraction"));
    }
    if x.bit_len() <= 1 {
        let odd = y.bit(0);
        return Ok(value(if y == IBig::ZERO || x == IBig::ONE || (x == IBig::NEG_ONE && !odd) {
            IBig::ONE
        } else {
            x
        }));
    }
    let exponent = usize::try_from(&y).unwrap_or(usize::MAX);
    sized(x.bit_len().saturating_mul(exponent))?;
    Ok(value(x.pow(exponent)))
}

pub fn neg(a: &Value) -> Result<Value, Error> {
    integer(a).map(|x| value(-x)).ok_or_else(|| refuse(format!("`-` needs an integer, not {}", named(a))))
}

/// `~`: both as text, one behind the other.
pub fn concat(a: &Value, b: &Value) -> Result<Value, Error> {
    weigh(a)?;
    weigh(b)?;
    Ok(Value::from(format!("{a}{b}")))
}

pub fn equal(a: &Value, b: &Value) -> Result<bool, Error> {
    if a.is_undefined() || b.is_undefined() {
        return Err(Error::from(ErrorKind::UndefinedError));
    }
    if let (Some(x), Some(y)) = (integer(a), integer(b)) {
        return Ok(x == y);
    }
    weigh(a)?;
    weigh(b)?;
    Ok(a == b)
}

/// Which of two comes first; only like with like.
pub fn compare(a: &Value, b: &Value) -> Result<Ordering, Error> {
    if let (Some(x), Some(y)) = (integer(a), integer(b)) {
        return Ok(x.cmp(&y));
    }
    if is_list(a) && is_list(b) {
        // Recursing is bounded by how deep they are.
        weigh(a)?;
        weigh(b)?;
        for (a, b) in a.try_iter()?.zip(b.try_iter()?) {
            match compare(&a, &b)? {
                Ordering::Equal => {}
                unequal => return Ok(unequal),
            }
        }
        return Ok(a.len().cmp(&b.len()));
    }
    if a.is_undefined() || a.kind() != b.kind() {
        return Err(refuse(format!("{} and {} cannot be compared", named(a), named(b))));
    }
    Ok(a.cmp(b))
}

/// `v[start:stop:step]` with bounds of any size.
pub fn slice(v: &Value, start: &Value, stop: &Value, step: &Value) -> Result<Value, Error> {
    let bound = |b: &Value| -> Result<Option<i128>, Error> {
        if b.is_none() {
            return Ok(None);
        }
        let n = integer(b).ok_or_else(|| refuse(format!("a slice needs integers, not {}", named(b))))?;
        let far = i128::from(i64::MAX);
        let clamped = if n < IBig::ZERO { -far } else { far };
        Ok(Some(i64::try_from(&n).map_or(clamped, i128::from)))
    };
    let (start, stop, step) = (bound(start)?, bound(stop)?, bound(step)?.unwrap_or(1));
    if step == 0 {
        return Err(refuse("a slice cannot have step 0"));
    }
    if let Some(text) = v.as_str() {
        charge(text.len())?;
        let letters: Vec<char> = text.chars().collect();
        let chosen = indices(letters.len(), start, stop, step);
        return Ok(Value::from(chosen.map(|i| letters[i]).collect::<String>()));
    }
    if !is_list(v) {
        return Err(refuse(format!("{} cannot be sliced", named(v))));
    }
    let all = elements(v)?;
    Ok(Value::from(indices(all.len(), start, stop, step).map(|i| all[i].clone()).collect::<Vec<_>>()))
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
