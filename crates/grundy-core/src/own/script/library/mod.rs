//! The built-in functions of scripts.

mod list;
mod other;
mod text;

use super::failure::Failure;
use super::run::Run;
use super::value::Value;
use crate::text::Message;

macro_rules! builtins {
    ($($name:literal $variant:ident $least:literal $most:literal $changes:literal,)*) => {
        /// A built-in function.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in super::super) enum Builtin { $($variant),* }

        /// Name, function, minimum and maximum number of arguments (including the value before the dot), and whether it
        /// changes that value.
        const ALL: &[(&str, Builtin, usize, usize, bool)] = &[$(($name, Builtin::$variant, $least, $most, $changes)),*];
    };
}

builtins! {
    "abs" Abs 1 1 false,
    "all" All 2 2 false,
    "append" Append 2 2 true,
    "chars" Chars 1 1 false,
    "chop" Chop 2 2 true,
    "clear" Clear 1 1 true,
    "contains" Contains 2 2 false,
    "debug" Debug 1 1 false,
    "dedup" Dedup 1 1 true,
    "drain" Drain 2 3 true,
    "ends_with" EndsWith 2 2 false,
    "extract" Extract 2 3 false,
    "filter" Filter 2 2 false,
    "find" Find 2 2 false,
    "find_map" FindMap 2 2 false,
    "for_each" ForEach 2 2 false,
    "gcd" Gcd 2 2 false,
    "get" Get 2 2 false,
    "index_of" IndexOf 2 2 false,
    "insert" Insert 3 3 true,
    "is_empty" IsEmpty 1 1 false,
    "is_even" IsEven 1 1 false,
    "is_odd" IsOdd 1 1 false,
    "is_zero" IsZero 1 1 false,
    "keys" Keys 1 1 false,
    "len" Len 1 1 false,
    "map" Map 2 2 false,
    "max" Max 1 2 false,
    "min" Min 1 2 false,
    "pad" Pad 3 3 true,
    "parse_int" ParseInt 1 1 false,
    "pop" Pop 1 1 true,
    "print" Print 1 1 false,
    "push" Push 2 2 true,
    "range" Range 2 3 false,
    "reduce" Reduce 2 3 false,
    "remove" Remove 2 2 true,
    "replace" Replace 3 3 true,
    "retain" Retain 2 2 true,
    "reverse" Reverse 1 1 true,
    "set" Set 3 3 true,
    "shift" Shift 1 1 true,
    "sign" Sign 1 1 false,
    "some" Some 2 2 false,
    "sort" Sort 1 2 true,
    "sort_desc" SortDesc 1 1 true,
    "splice" Splice 4 4 true,
    "split" Split 1 2 true,
    "starts_with" StartsWith 2 2 false,
    "sub_string" SubString 2 3 false,
    "sum" Sum 1 1 false,
    "to_debug" ToDebug 1 1 false,
    "to_int" ToInt 1 1 false,
    "to_lower" ToLower 1 1 false,
    "to_string" ToString 1 1 false,
    "to_upper" ToUpper 1 1 false,
    "trim" Trim 1 1 true,
    "truncate" Truncate 2 2 true,
    "type_of" TypeOf 1 1 false,
    "values" Values 1 1 false,
    "zip" Zip 3 3 false,
}

/// Maximum number of arguments, besides the value before the dot.
pub(super) const MAX_ARGUMENTS: usize = {
    let (mut most, mut at) = (0, 0);
    while at < ALL.len() {
        if ALL[at].3 > most + 1 {
            most = ALL[at].3 - 1;
        }
        at += 1;
    }
    most
};

impl Builtin {
    /// The function of this name with this number of arguments, if it exists.
    pub(in super::super) fn find(name: &str, values: usize) -> Option<Self> {
        let fits = |&&(known, _, least, most, _): &&(&str, Self, usize, usize, bool)| {
            known == name && (least..=most).contains(&values)
        };
        ALL.iter().find(fits).map(|&(_, builtin, ..)| builtin)
    }

    fn entry(self) -> &'static (&'static str, Self, usize, usize, bool) {
        &ALL[self as usize]
    }

    pub(super) fn name(self) -> &'static str {
        self.entry().0
    }

    /// Whether it changes the value it is called on.
    pub(in super::super) fn changes(self) -> bool {
        self.entry().4
    }

    /// The names of all functions, for suggestions.
    pub(in super::super) fn names<'a>() -> impl Iterator<Item = &'a str> {
        ALL.iter().map(|entry| entry.0)
    }
}

/// Calls a built-in function on `target`.
pub(super) fn call(
    builtin: Builtin,
    target: &mut Value,
    args: &mut [Value],
    run: &mut Run<'_>,
) -> Result<Value, Failure> {
    // These take constant time, unless the value has to be copied first.
    let at_once = matches!(
        builtin,
        Builtin::Push
            | Builtin::Append
            | Builtin::Pop
            | Builtin::Len
            | Builtin::IsEmpty
            | Builtin::Get
            | Builtin::Set
    ) && matches!(target, Value::List(_) | Value::Map(_));
    let copies = builtin.changes() && target.is_shared();
    run.spend(1 + if at_once && !copies { 0 } else { target.size() as u64 / 8 })?;
    match (&*target, builtin) {
        (_, Builtin::Print | Builtin::Debug) => Ok(Value::Unit),
        (_, Builtin::TypeOf) => Value::text(target.kind(), run.meter()),
        (_, Builtin::ToString | Builtin::ToDebug) => Value::text(target.printed()?, run.meter()),
        (Value::List(_), _) => list::call(builtin, target, args, run),
        (Value::Text(_), _) => text::call(builtin, target, args, run),
        (Value::Map(_), _) => other::map(builtin, target, args, run),
        (Value::Range(ends), _) => {
            let ends = (ends.0, ends.1);
            other::range(builtin, ends, args, run)
        }
        (&Value::Int(number), _) => other::number(builtin, number, args, run),
        _ => Err(lacks(builtin, target)),
    }
}

/// The error that the function does not exist for this kind of value.
fn lacks(builtin: Builtin, target: &Value) -> Failure {
    Message::new("script.no-function").with("name", builtin.name()).with("kind", target.kind()).into()
}

/// The value as a whole number, or an error.
pub(super) fn number(value: &Value) -> Result<i64, Failure> {
    if let &Value::Int(number) = value { Ok(number) } else { Err(unfit("i64", value)) }
}

/// The value as a number of members; negative numbers count as 0.
fn count(value: &Value) -> Result<usize, Failure> {
    Ok(usize::try_from(number(value)?.max(0)).unwrap_or(usize::MAX))
}

fn text_of(value: &Value) -> Result<&str, Failure> {
    if let Value::Text(text) = value { Ok(text.as_str()) } else { Err(unfit("string", value)) }
}

/// The error that a value is of the wrong kind.
pub(super) fn unfit(wanted: &'static str, found: &Value) -> Failure {
    Message::new("script.kind").with("wanted", wanted).with("found", found.kind()).into()
}

/// The span, within a length, that a start and a length, or a range, select. Negative starts count from the end.
fn span(args: &[Value], length: usize) -> Result<std::ops::Range<usize>, Failure> {
    let (start, end) = match args {
        [Value::Range(ends)] => (start_at(ends.0, length), count(&Value::Int(ends.1))?),
        [start] => (start_at(number(start)?, length), length),
        [start, many, ..] => {
            let start = start_at(number(start)?, length);
            (start, start.saturating_add(count(many)?))
        }
        [] => (0, length),
    };
    Ok(start..end.clamp(start, length))
}

fn start_at(index: i64, length: usize) -> usize {
    let far = usize::try_from(index.unsigned_abs()).unwrap_or(usize::MAX);
    if index < 0 { length.saturating_sub(far) } else { far.min(length) }
}

/// The place that an index selects within a length; negative indices count from the end.
pub(super) fn index(value: &Value, length: usize) -> Result<usize, Failure> {
    let index = number(value)?;
    index_of(index, length)
        .ok_or_else(|| Message::new("script.index").with("index", index).with("length", length).into())
}

/// As [`index`]; `None` if there is no such member.
pub(super) fn index_of(index: i64, length: usize) -> Option<usize> {
    let far = usize::try_from(index.unsigned_abs()).ok();
    let at = if index < 0 { far.and_then(|far| length.checked_sub(far)) } else { far };
    at.filter(|&at| at < length)
}
