//! `values` and `period`: the Grundy values of one heap.

use dashu_int::UBig;
use grundy_solver::periods::period_json;
use serde_json::Value as Json;

use crate::ask::{Ask, missing};
use crate::failure::Failure;
use crate::work::Work;

/// The most values of one answer.
const MOST: u32 = 1_000_000;

/// G(from) to G(to).
pub fn values(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let line = ask.line(work)?;
    let from = ask.natural("from")?.unwrap_or(UBig::ZERO);
    let to = ask.natural("to")?.ok_or_else(|| missing("to"))?;
    if from > to {
        let blanks = vec![("from", from.to_string()), ("to", to.to_string())];
        return Err(Failure::refused("from-above-to", blanks));
    }
    if &to - &from >= UBig::from(MOST) {
        return Err(Failure::refused("too-many-values", vec![("limit", MOST.to_string())]));
    }
    Ok(work.solver().values_json(&line, &from, &to, &mut |run| work.see(run))?)
}

/// Whether the values repeat for ever. If no period was proved within the limits, the answer has what was
/// observed and the `reason`.
pub fn period(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let (line, limit) = (ask.line(work)?, ask.natural("limit")?);
    let watch = &mut |run: &grundy_solver::sequence::Run| work.see(run);
    let (json, _) = period_json(&line, limit.as_ref(), work.limits, work.cancel.clone(), watch)?;
    Ok(json)
}
