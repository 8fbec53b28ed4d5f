//! Functions on numbers, ranges and maps.

use std::rc::Rc;

use super::{Builtin, lacks, number as number_of, text_of};
use crate::own::script::failure::{Failure, Fault};
use crate::own::script::run::Run;
use crate::own::script::value::{MAX_SIZE, Map, Value};
use crate::text::Message;

/// Calls a number function.
pub(super) fn number(builtin: Builtin, value: i64, args: &[Value], run: &Run<'_>) -> Result<Value, Failure> {
    Ok(match builtin {
        Builtin::Abs => Value::Int(value.checked_abs().ok_or_else(|| Message::new("script.overflow"))?),
        Builtin::Sign => Value::Int(value.signum()),
        Builtin::IsEven => Value::Bool(value % 2 == 0),
        Builtin::IsOdd => Value::Bool(value % 2 != 0),
        Builtin::IsZero => Value::Bool(value == 0),
        // Without an argument these are functions of lists.
        Builtin::Min if !args.is_empty() => Value::Int(value.min(number_of(&args[0])?)),
        Builtin::Max if !args.is_empty() => Value::Int(value.max(number_of(&args[0])?)),
        Builtin::Gcd => {
            let (mut a, mut b) = (value.unsigned_abs(), number_of(&args[0])?.unsigned_abs());
            while b > 0 {
                (a, b) = (b, a % b);
            }
            Value::Int(i64::try_from(a).map_err(|_| Message::new("script.overflow"))?)
        }
        Builtin::ToInt => Value::Int(value),
        Builtin::Range => {
            let to = number_of(&args[0])?;
            let Some(step) = args.get(1) else { return Ok(Value::range(value, to)) };
            stepped(value, to, number_of(step)?, run)?
        }
        _ => return Err(lacks(builtin, &Value::Int(value))),
    })
}

/// The numbers from `from` to below `to`, every `step`-th, as a list.
fn stepped(from: i64, to: i64, step: i64, run: &Run<'_>) -> Result<Value, Failure> {
    let between =
        if step < 0 { i128::from(from) - i128::from(to) } else { i128::from(to) - i128::from(from) };
    if step == 0 {
        return Err(Message::new("script.amount").with("amount", step).into());
    }
    let count = u128::try_from(between).unwrap_or(0).div_ceil(u128::from(step.unsigned_abs()));
    if count > MAX_SIZE as u128 {
        return Err(Fault::Size.into());
    }
    let items = (0..i64::try_from(count).unwrap_or(0)).map(|k| Value::Int(from + k * step)).collect();
    Value::list(items, run.meter())
}

/// Calls a range function; list functions work on the list of its members.
pub(super) fn range(
    builtin: Builtin,
    (from, to): (i64, i64),
    args: &mut [Value],
    run: &mut Run<'_>,
) -> Result<Value, Failure> {
    match builtin {
        Builtin::Contains => Ok(Value::Bool((from..to).contains(&number_of(&args[0])?))),
        Builtin::IsEmpty => Ok(Value::Bool(from >= to)),
        Builtin::Len => Ok(Value::Int(to.saturating_sub(from).max(0))),
        _ if builtin.changes() => Err(lacks(builtin, &Value::range(from, to))),
        _ => {
            let mut list = stepped(from, to, 1, run)?;
            run.spend(list.size() as u64)?;
            super::list::call(builtin, &mut list, args, run)
        }
    }
}

/// Calls a map function.
pub(super) fn map(
    builtin: Builtin,
    target: &mut Value,
    args: &mut [Value],
    run: &Run<'_>,
) -> Result<Value, Failure> {
    let Value::Map(shared) = &*target else { return Err(lacks(builtin, target)) };
    let entries = shared.entries();
    match builtin {
        Builtin::Len => return Ok(Value::Int(i64::try_from(entries.len()).unwrap_or(i64::MAX))),
        Builtin::IsEmpty => return Ok(Value::Bool(entries.is_empty())),
        Builtin::Contains => return Ok(Value::Bool(entries.contains_key(text_of(&args[0])?))),
        Builtin::Get => return Ok(entries.get(text_of(&args[0])?).cloned().unwrap_or_default()),
        Builtin::Keys => {
            let keys =
                entries.keys().map(|key| Value::text(&**key, run.meter())).collect::<Result<_, _>>()?;
            return Value::list(keys, run.meter());
        }
        Builtin::Values => return Value::list(entries.values().cloned().collect(), run.meter()),
        _ => {}
    }
    let Value::Map(shared) = target else { return Ok(Value::Unit) };
    let map = Map::own(shared)?;
    match builtin {
        Builtin::Remove => {
            let key = text_of(&args[0])?;
            map.remove(key)
        }
        Builtin::Clear => map.clear().map(|()| Value::Unit),
        Builtin::Set => {
            let key: Rc<str> = text_of(&args[0])?.into();
            let value = std::mem::take(&mut args[1]);
            map.insert(key, value).map(|()| Value::Unit)
        }
        _ => Err(lacks(builtin, target)),
    }
}
