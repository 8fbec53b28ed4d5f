//! Functions on lists.

use std::cmp::Ordering;
use std::mem::take;

use super::{Builtin, count, index, lacks, number, span, start_at};
use crate::own::script::failure::Failure;
use crate::own::script::run::Run;
use crate::own::script::value::{List, Value};
use crate::text::Message;

/// Calls a list function.
pub(super) fn call(
    builtin: Builtin,
    target: &mut Value,
    args: &mut [Value],
    run: &mut Run<'_>,
) -> Result<Value, Failure> {
    if builtin.changes() { change(builtin, target, args, run) } else { look(builtin, target, args, run) }
}

/// The functions that do not change the list.
fn look(builtin: Builtin, target: &Value, args: &mut [Value], run: &mut Run<'_>) -> Result<Value, Failure> {
    let Value::List(list) = target else { return Err(lacks(builtin, target)) };
    let items = list.items();
    let none = Value::Unit;
    let first = args.first().unwrap_or(&none);
    let found = |at: Option<usize>| Value::Int(at.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1));
    match builtin {
        Builtin::Len => Ok(Value::Int(i64::try_from(items.len()).unwrap_or(i64::MAX))),
        Builtin::IsEmpty => Ok(Value::Bool(items.is_empty())),
        Builtin::Sum => {
            let mut sum = 0i64;
            for item in items {
                sum = sum.checked_add(number(item)?).ok_or_else(|| Message::new("script.overflow"))?;
            }
            Ok(Value::Int(sum))
        }
        Builtin::Min | Builtin::Max if args.is_empty() => {
            let numbers = items.iter().map(number).collect::<Result<Vec<i64>, Failure>>()?;
            let numbers = numbers.into_iter();
            let found = if builtin == Builtin::Min { numbers.min() } else { numbers.max() };
            Ok(found.map_or(Value::Unit, Value::Int))
        }
        Builtin::Get => Ok(index(first, items.len()).map(|at| items[at].clone()).unwrap_or_default()),
        Builtin::Contains => Ok(Value::Bool(items.contains(first))),
        Builtin::Extract => {
            let span = span(args, items.len())?;
            Value::list(items[span].to_vec(), run.meter())
        }
        Builtin::Zip => {
            let Value::List(other) = first else { return Err(super::unfit("array", first)) };
            let each = &args[1];
            let mut out = Value::list(vec![], run.meter())?;
            for (a, b) in items.iter().zip(other.items()) {
                let value = run.invoke(each, [a.clone(), b.clone()])?;
                push(&mut out, value)?;
            }
            Ok(out)
        }
        Builtin::IndexOf if !matches!(first, Value::Function(_)) => {
            Ok(found(items.iter().position(|item| item == first)))
        }
        Builtin::Filter | Builtin::Map => {
            let mut out = Value::list(vec![], run.meter())?;
            for (at, item) in items.iter().enumerate() {
                let value = run.member(first, at, item)?;
                match builtin {
                    Builtin::Map => push(&mut out, value)?,
                    _ if truth(&value)? => push(&mut out, item.clone())?,
                    _ => {}
                }
            }
            Ok(out)
        }
        Builtin::All | Builtin::Some | Builtin::Find | Builtin::IndexOf => {
            // `all` searches for a member that fails.
            let wanted = builtin != Builtin::All;
            let mut at = None;
            for (place, item) in items.iter().enumerate() {
                if truth(&run.member(first, place, item)?)? == wanted {
                    at = Some(place);
                    break;
                }
            }
            Ok(match builtin {
                Builtin::Find => at.map(|at| items[at].clone()).unwrap_or_default(),
                Builtin::IndexOf => found(at),
                _ => Value::Bool(at.is_some() == wanted),
            })
        }
        Builtin::FindMap => {
            for (at, item) in items.iter().enumerate() {
                let value = run.member(first, at, item)?;
                if !matches!(value, Value::Unit) {
                    return Ok(value);
                }
            }
            Ok(Value::Unit)
        }
        Builtin::ForEach => {
            for (at, item) in items.iter().enumerate() {
                run.member(first, at, item)?;
            }
            Ok(Value::Unit)
        }
        Builtin::Reduce => {
            let mut all = args.get(1).cloned().unwrap_or_default();
            for item in items {
                all = run.invoke(first, [all, item.clone()])?;
            }
            Ok(all)
        }
        _ => Err(lacks(builtin, target)),
    }
}

/// The functions that change the list.
fn change(
    builtin: Builtin,
    target: &mut Value,
    args: &mut [Value],
    run: &mut Run<'_>,
) -> Result<Value, Failure> {
    // Callbacks run first, before the list is borrowed.
    let kept = match builtin {
        Builtin::Retain | Builtin::Drain if matches!(args.first(), Some(Value::Function(_))) => {
            Some(decide(target, &args[0], run)?)
        }
        Builtin::Sort if !args.is_empty() => return sort_by(target, &args[0], run),
        _ => None,
    };
    let Value::List(shared) = target else { return Err(lacks(builtin, target)) };
    let length = shared.items().len();
    let meter = run.meter().clone();
    let list = List::own(shared)?;
    match builtin {
        Builtin::Push => list.push(take(&mut args[0]))?,
        Builtin::Append => {
            let Value::List(other) = &args[0] else { return Err(super::unfit("array", &args[0])) };
            run.spend(other.items().len() as u64)?;
            list.append(other)?;
        }
        Builtin::Insert => {
            let at = start_at(number(&args[0])?, length);
            list.change(1, |items| items.insert(at, take(&mut args[1])))?;
        }
        Builtin::Set => {
            let at = index(&args[0], length)?;
            list.exchange(at, take(&mut args[1]))?;
        }
        Builtin::Pop => return Ok(list.pop().unwrap_or_default()),
        Builtin::Shift if length == 0 => {}
        Builtin::Shift => return list.change(0, |items| items.remove(0)),
        Builtin::Remove => {
            if let Ok(at) = index(&args[0], length) {
                return list.change(0, |items| items.remove(at));
            }
        }
        Builtin::Clear => list.change(0, Vec::clear)?,
        Builtin::Truncate => {
            let most = count(&args[0])?;
            list.change(0, |items| items.truncate(most))?;
        }
        Builtin::Chop => {
            let most = count(&args[0])?;
            list.change(0, |items| drop(items.drain(..length.saturating_sub(most))))?;
        }
        Builtin::Pad => {
            let wanted = count(&args[0])?;
            run.spend(wanted.saturating_sub(length) as u64)?;
            let more = wanted.saturating_sub(length);
            list.change(more, |items| items.resize(length + more, take(&mut args[1])))?;
        }
        Builtin::Reverse => list.change(0, |items| items.reverse())?,
        Builtin::Sort => list.change(0, |items| items.sort())?,
        Builtin::SortDesc => list.change(0, |items| items.sort_by(|a, b| b.cmp(a)))?,
        Builtin::Dedup => list.change(0, Vec::dedup)?,
        Builtin::Retain | Builtin::Drain => {
            let out_of = |at: usize| match &kept {
                Some(decided) => decided[at] == (builtin == Builtin::Drain),
                None => false,
            };
            let gone = if kept.is_some() {
                list.change(0, |items| {
                    let (gone, stay) =
                        take(items).into_iter().enumerate().partition::<Vec<_>, _>(|(at, _)| out_of(*at));
                    items.extend(stay.into_iter().map(|(_, item)| item));
                    gone.into_iter().map(|(_, item)| item).collect::<Vec<_>>()
                })?
            } else {
                let within = span(args, length)?;
                let all = builtin == Builtin::Drain;
                list.change(0, |items| {
                    if all {
                        return items.drain(within).collect::<Vec<_>>();
                    }
                    let mut gone = items.split_off(within.end);
                    let stay = items.split_off(within.start);
                    gone.extend(std::mem::replace(items, stay));
                    gone
                })?
            };
            return Value::list(gone, &meter);
        }
        Builtin::Split => {
            let at = start_at(args.first().map_or(Ok(0), number)?, length);
            let tail = list.change(0, |items| items.split_off(at))?;
            return Value::list(tail, &meter);
        }
        Builtin::Splice => {
            let within = span(&args[..2], length)?;
            let Value::List(other) = &args[2] else { return Err(super::unfit("array", &args[2])) };
            run.spend(other.items().len() as u64)?;
            list.change(other.items().len(), |items| {
                drop(items.splice(within, other.items().iter().cloned()));
            })?;
        }
        _ => return Err(lacks(builtin, target)),
    }
    Ok(Value::Unit)
}

/// The results of a callback for each member.
fn decide(target: &Value, each: &Value, run: &mut Run<'_>) -> Result<Vec<bool>, Failure> {
    let Value::List(list) = target else { return Ok(vec![]) };
    let results = list.items().iter().enumerate().map(|(at, item)| truth(&run.member(each, at, item)?));
    results.collect()
}

/// Sorts by a callback that returns a negative number, 0 or a positive number, or whether its first argument comes
/// first. The callback may be inconsistent, so this is a merge sort, which always ends.
fn sort_by(target: &mut Value, order: &Value, run: &mut Run<'_>) -> Result<Value, Failure> {
    let Value::List(list) = &*target else { return Ok(Value::Unit) };
    let mut parts: Vec<Vec<Value>> = list.items().iter().map(|item| vec![item.clone()]).collect();
    while parts.len() > 1 {
        let mut merged = Vec::with_capacity(parts.len().div_ceil(2));
        let mut pairs = parts.into_iter();
        while let Some(left) = pairs.next() {
            merged.push(match pairs.next() {
                Some(right) => merge(left, right, order, run)?,
                None => left,
            });
        }
        parts = merged;
    }
    *target = Value::list(parts.pop().unwrap_or_default(), run.meter())?;
    Ok(Value::Unit)
}

fn merge(
    left: Vec<Value>,
    right: Vec<Value>,
    order: &Value,
    run: &mut Run<'_>,
) -> Result<Vec<Value>, Failure> {
    let mut out = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let compared = match run.invoke(order, [b.clone(), a.clone()])? {
            Value::Bool(before) => {
                if before {
                    Ordering::Less
                } else {
                    Ordering::Equal
                }
            }
            other => number(&other)?.cmp(&0),
        };
        out.extend(if compared == Ordering::Less { right.next() } else { left.next() });
    }
    out.extend(left);
    out.extend(right);
    Ok(out)
}

fn push(list: &mut Value, value: Value) -> Result<(), Failure> {
    match list {
        Value::List(list) => List::own(list)?.push(value),
        _ => Ok(()),
    }
}

fn truth(value: &Value) -> Result<bool, Failure> {
    if let &Value::Bool(value) = value { Ok(value) } else { Err(super::unfit("bool", value)) }
}
