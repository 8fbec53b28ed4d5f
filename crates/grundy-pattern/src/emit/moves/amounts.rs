//! The amounts that may be taken, as a function of the program.

use crate::emit::source::Source;
use grundy_core::rules::{Amounts, Atom, Expr, Named, Var};

/// Maximum number of amounts that are tried one by one.
pub const TRIED: i128 = 1_000_000;

/// An expression in `n` in the syntax of the program.
fn expression(expr: &Expr, source: &mut Source) -> Option<String> {
    let mut terms = Vec::new();
    for (atoms, factor) in expr.terms() {
        let mut text = factor.to_string();
        for (atom, power) in atoms {
            let one = match atom {
                Atom::Var(Var::N) => "n".to_owned(),
                Atom::Root(inner) => {
                    source.helper("isqrt");
                    format!("isqrt({})", expression(inner, source)?)
                }
                Atom::Div(a, b) => format!("(({}) // ({}))", expression(a, source)?, expression(b, source)?),
                Atom::Var(_) | Atom::Pow(..) | Atom::Digits(..) => return None,
            };
            for _ in 0..*power {
                text = if text == "1" { one.clone() } else { format!("{text} * {one}") };
            }
        }
        terms.push(text);
    }
    Some(if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") })
}

/// Whether `s` may be taken from `n`, as an expression.
fn allowed(amounts: &Amounts, source: &mut Source) -> Option<String> {
    let mut parts = Vec::new();
    for span in amounts.spans() {
        parts.push(match &span.hi {
            Some(hi) if *hi == span.lo => format!("s == {hi}"),
            Some(hi) => format!("s >= {} and s <= {hi}", span.lo),
            None => format!("s >= {}", span.lo),
        });
    }
    for (lo, hi) in amounts.symbolic() {
        let lo = expression(lo, source)?;
        parts.push(match hi {
            Some(hi) => format!("s >= {lo} and s <= {}", expression(hi, source)?),
            None => format!("s >= {lo}"),
        });
    }
    for named in amounts.families() {
        let constant = |e: &Expr| e.as_constant().map(|c| c.to_string());
        parts.push(match named {
            Named::Odd => "s % 2 == 1".to_owned(),
            Named::Even => "s % 2 == 0".to_owned(),
            Named::Primes => {
                source.helper("is_prime");
                "is_prime(s)".to_owned()
            }
            Named::Fibonacci => {
                source.helper("is_fibonacci");
                "is_fibonacci(s)".to_owned()
            }
            Named::Squares => {
                source.helper("isqrt");
                "isqrt(s) * isqrt(s) == s".to_owned()
            }
            Named::Powers(e) => {
                source.helper("is_power");
                format!("is_power({}, s)", constant(e)?)
            }
            Named::Multiples(e) => format!("s % {} == 0", constant(e)?),
            Named::Divisors(e) if *e == Expr::var(Var::N) => "n % s == 0".to_owned(),
            _ => return None,
        });
    }
    for (from, without) in amounts.differences() {
        parts.push(format!("({}) and not ({})", allowed(from, source)?, allowed(without, source)?));
    }
    let several = parts.len() > 1;
    let bracketed = parts
        .into_iter()
        .map(|part| if several && part.contains(" and ") { format!("({part})") } else { part });
    let text = bracketed.collect::<Vec<_>>().join(" or ");
    (!text.is_empty()).then_some(text)
}

/// Adds the function `allowed` with a number in its name, and returns the name.
pub fn define_allowed(amounts: &Amounts, number: usize, source: &mut Source) -> Option<&'static str> {
    const NAMES: [&str; 4] = ["allowed", "allowed2", "allowed3", "allowed4"];
    let name = *NAMES.get(number)?;
    let condition = allowed(amounts, source)?;
    // An unused parameter keeps all calls alike.
    source.define(name, format!("def {name}(n, s) -> bool:\n    return s <= n and ({condition})\n"));
    Some(name)
}

/// The greatest amount of a finite set.
pub fn greatest(amounts: &Amounts) -> Option<i128> {
    amounts.as_finite().and_then(|most| i128::try_from(most).ok())
}

/// Whether the allowed amounts are periodic from some number on.
pub fn repeat(amounts: &Amounts) -> bool {
    amounts.is_fixed()
        && amounts.differences().next().is_none()
        && amounts.families().all(|named| matches!(named, Named::Odd | Named::Even))
}

/// The number from which they are periodic.
pub fn start(amounts: &Amounts) -> i128 {
    let ends = amounts.spans().iter().map(|span| span.hi.as_ref().unwrap_or(&span.lo));
    ends.filter_map(|end| i128::try_from(end).ok()).max().unwrap_or(0).min(TRIED) + 2
}
