//! Expressions over nimbers.

use grundy_solver::nimber::evaluate;

use crate::sound;

/// An expression has a value or is rejected with a span. A value is itself an expression, and its inverse cancels it.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let text = sound::text(data);
    let value = match evaluate(&text) {
        Ok(value) => value,
        Err(error) => return sound::error(&error, Some(&text)),
    };
    assert_eq!(evaluate(&value.to_string()), Ok(value));
    assert_eq!(evaluate(&format!("sqrt({value})^2 + {value}")), Ok(0));
    if value > 0 {
        assert_eq!(evaluate(&format!("{value}^-1 * {value}")), Ok(1));
    }
}
