//! The operators on values: arithmetic, comparison, slices.

use std::cmp::Ordering;
use std::sync::Arc;

use dashu_base::{BitTest as _, Sign};
use dashu_int::IBig;

use super::{ELEMENT, Eval, LONGEST_RESULT, Meter, Val, fault, too_large, unfit};
use crate::number::Num;

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

    /// Whether it holds between two words.
    #[inline]
    pub const fn holds_between(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Greater => a > b,
            Self::AtLeast => a >= b,
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
