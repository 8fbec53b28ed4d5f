//! `nim`: arithmetic in the field of nimbers.

use dashu_int::UBig;
use grundy_solver::nimber::evaluate;
use grundy_solver::number::natural_to_json;
use serde_json::{Value as Json, json};

use crate::ask::Ask;
use crate::failure::Failure;
use crate::work::Work;

/// The longest expression; a power takes a few hundred products.
const MOST: usize = 10_000;

/// The value of an expression.
pub fn nim(ask: &Ask, _: &Work) -> Result<Json, Failure> {
    let text = ask.text("expression")?.unwrap_or_default();
    if text.len() > MOST {
        return Err(Failure::refused("expression-too-long", vec![("limit", MOST.to_string())]));
    }
    let value = UBig::from(evaluate(&text)?);
    Ok(json!({"schema": 1, "expression": text, "value": natural_to_json(&value)}))
}
