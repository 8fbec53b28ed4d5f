//! Functions on texts. Lengths and indices count characters.

use super::{Builtin, count, lacks, number, span, text_of};
use crate::own::script::failure::{Failure, Fault};
use crate::own::script::run::Run;
use crate::own::script::value::{MAX_SIZE, Value};
use crate::text::Message;

/// Calls a text function.
pub(super) fn call(
    builtin: Builtin,
    target: &mut Value,
    args: &[Value],
    run: &mut Run<'_>,
) -> Result<Value, Failure> {
    let meter = run.meter().clone();
    let new = |text: String| Value::text(text, &meter);
    let Value::Text(shared) = &*target else { return Err(lacks(builtin, target)) };
    let text = shared.as_str();
    let length = || text.chars().count();
    let cut =
        |span: std::ops::Range<usize>| text.chars().skip(span.start).take(span.len()).collect::<String>();
    let whole = |count: usize| Value::Int(i64::try_from(count).unwrap_or(i64::MAX));
    let changed = match builtin {
        Builtin::Len => return Ok(whole(length())),
        Builtin::IsEmpty => return Ok(Value::Bool(text.is_empty())),
        Builtin::ToUpper => return new(text.to_uppercase()),
        Builtin::ToLower => return new(text.to_lowercase()),
        Builtin::Contains => return Ok(Value::Bool(text.contains(text_of(&args[0])?))),
        Builtin::StartsWith => return Ok(Value::Bool(text.starts_with(text_of(&args[0])?))),
        Builtin::EndsWith => return Ok(Value::Bool(text.ends_with(text_of(&args[0])?))),
        Builtin::IndexOf => {
            let at = text.find(text_of(&args[0])?);
            return Ok(at.map_or(Value::Int(-1), |at| whole(text[..at].chars().count())));
        }
        Builtin::SubString | Builtin::Extract => return new(cut(span(args, length())?)),
        Builtin::ParseInt | Builtin::ToInt => {
            let known = text.trim().parse().map(Value::Int);
            return known
                .map_err(|_| Message::new("script.not-number").with("text", target.shown(40)).into());
        }
        Builtin::Chars => {
            let chars = text.chars().map(|c| new(c.to_string())).collect::<Result<_, _>>()?;
            return Value::list(chars, &meter);
        }
        Builtin::Split => {
            let pieces: Vec<&str> = match args {
                [mark] => text.split(text_of(mark)?).take(MAX_SIZE + 2).collect(),
                _ => text.split_whitespace().collect(),
            };
            let pieces = pieces.into_iter().map(|piece| new(piece.to_owned())).collect::<Result<_, _>>()?;
            return Value::list(pieces, &meter);
        }
        Builtin::Trim => text.trim().to_owned(),
        Builtin::Clear => String::new(),
        Builtin::Reverse => text.chars().rev().collect(),
        Builtin::Truncate => cut(0..count(&args[0])?.min(length())),
        Builtin::Push | Builtin::Append => {
            let more = args[0].printed()?;
            format!("{text}{more}")
        }
        Builtin::Pad => {
            let (wanted, with) = (count(&args[0])?, text_of(&args[1])?);
            let more = wanted.saturating_sub(length());
            if more.saturating_mul(with.len().max(1)) > MAX_SIZE {
                return Err(Fault::Size.into());
            }
            let more: String = with.chars().cycle().take(more).collect();
            format!("{text}{more}")
        }
        Builtin::Replace => {
            let (from, to) = (text_of(&args[0])?, text_of(&args[1])?);
            let grown = text.matches(from).count().saturating_mul(to.len().saturating_sub(from.len()));
            if text.len().saturating_add(grown) > MAX_SIZE {
                return Err(Fault::Size.into());
            }
            text.replace(from, to)
        }
        Builtin::Remove => {
            let from = text_of(&args[0])?;
            if from.is_empty() { text.to_owned() } else { text.replace(from, "") }
        }
        Builtin::Set => {
            let at = super::index(&Value::Int(number(&args[0])?), length())?;
            let put = text_of(&args[1])?;
            text.chars()
                .enumerate()
                .map(|(i, c)| if i == at { put.to_owned() } else { c.to_string() })
                .collect()
        }
        _ => return Err(lacks(builtin, target)),
    };
    *target = new(changed)?;
    Ok(Value::Unit)
}
