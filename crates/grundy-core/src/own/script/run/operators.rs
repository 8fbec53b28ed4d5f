//! Operators between values.

use std::rc::Rc;

use crate::own::script::failure::Failure;
use crate::own::script::library::unfit;
use crate::own::script::meter::Meter;
use crate::own::script::syntax::Operator;
use crate::own::script::value::Value;
use crate::text::Message;

/// A value that is a machine word.
#[derive(Clone, Copy)]
pub(super) enum Word {
    Int(i64),
    Bool(bool),
}

impl From<Word> for Value {
    fn from(word: Word) -> Self {
        match word {
            Word::Int(number) => Self::Int(number),
            Word::Bool(truth) => Self::Bool(truth),
        }
    }
}

/// Applies an operator to whole numbers. Overflow of 64 bits is an error.
pub(super) fn numbers(operator: Operator, a: i64, b: i64) -> Result<Value, Failure> {
    use Operator as O;
    let amount = || Message::new("script.amount").with("amount", b).into();
    on_words(operator, a, b).map(Value::from).ok_or_else(|| match operator {
        O::Divide | O::Remainder if b == 0 => Message::new("script.zero").into(),
        O::Power if u32::try_from(b).is_err() => amount(),
        O::ShiftLeft | O::ShiftRight => amount(),
        O::In | O::NotIn => unfit("array", &Value::Int(b)),
        _ => Message::new("script.overflow").into(),
    })
}

/// Applies an operator to whole numbers; `None` if it fails.
#[inline]
pub(super) fn on_words(operator: Operator, a: i64, b: i64) -> Option<Word> {
    use Operator as O;
    let bits = || u32::try_from(b).ok().filter(|&b| b < 64);
    let number = match operator {
        O::Add => a.checked_add(b),
        O::Subtract => a.checked_sub(b),
        O::Multiply => a.checked_mul(b),
        O::Divide => a.checked_div(b),
        O::Remainder => a.checked_rem(b),
        O::Power => a.checked_pow(u32::try_from(b).ok()?),
        O::ShiftLeft => Some(a << bits()?),
        O::ShiftRight => Some(a >> bits()?),
        O::BitAnd => Some(a & b),
        O::BitOr => Some(a | b),
        O::BitXor => Some(a ^ b),
        O::Equal => return Some(Word::Bool(a == b)),
        O::Unequal => return Some(Word::Bool(a != b)),
        O::Less => return Some(Word::Bool(a < b)),
        O::LessOrEqual => return Some(Word::Bool(a <= b)),
        O::Greater => return Some(Word::Bool(a > b)),
        O::GreaterOrEqual => return Some(Word::Bool(a >= b)),
        O::In | O::NotIn => None,
    };
    number.map(Word::Int)
}

/// Applies an operator to any values, except `+` to two lists, where the first may be extended.
pub(super) fn values(
    operator: Operator,
    left: &Value,
    right: &Value,
    meter: &Rc<Meter>,
) -> Result<Value, Failure> {
    use Operator as O;
    let unfit = || kinds(operator, left, right);
    match (operator, left, right) {
        (O::Equal, ..) => Ok(Value::Bool(left == right)),
        (O::Unequal, ..) => Ok(Value::Bool(left != right)),
        (O::In | O::NotIn, ..) => {
            let found = contains(left, right).ok_or_else(unfit)?;
            Ok(Value::Bool(found == (operator == O::In)))
        }
        (O::Add, Value::Text(_), _) | (O::Add, _, Value::Text(_)) => {
            Value::text(left.printed()? + &right.printed()?, meter)
        }
        (O::Less | O::LessOrEqual | O::Greater | O::GreaterOrEqual, ..) if left.kind() == right.kind() => {
            let order = left.cmp(right);
            Ok(Value::Bool(match operator {
                O::Less => order.is_lt(),
                O::LessOrEqual => order.is_le(),
                O::Greater => order.is_gt(),
                _ => order.is_ge(),
            }))
        }
        (O::BitAnd | O::BitOr | O::BitXor, &Value::Bool(a), &Value::Bool(b)) => {
            Ok(Value::Bool(match operator {
                O::BitAnd => a & b,
                O::BitOr => a | b,
                _ => a ^ b,
            }))
        }
        _ => Err(unfit()),
    }
}

/// The error that the operator has no meaning for two values of these types.
fn kinds(operator: Operator, left: &Value, right: &Value) -> Failure {
    let message = Message::new("script.kinds").with("operator", operator.sign());
    message.with("left", left.kind()).with("right", right.kind()).into()
}

/// `value in whole`; `None` if the one cannot contain the other.
fn contains(value: &Value, whole: &Value) -> Option<bool> {
    Some(match (whole, value) {
        (Value::List(list), value) => list.items().contains(value),
        (Value::Range(ends), Value::Int(number)) => (ends.0..ends.1).contains(number),
        (Value::Text(text), Value::Text(part)) => text.as_str().contains(part.as_str()),
        (Value::Map(map), Value::Text(key)) => map.entries().contains_key(key.as_str()),
        _ => return None,
    })
}
