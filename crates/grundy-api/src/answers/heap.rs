//! `values` and `period`: the Grundy values of one heap.

use dashu_int::UBig;
use grundy_solver::periods::{certified_json, period_json};
use grundy_solver::sequence::Run;
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
/// observed and the `reason`. With `certificate`, a proved period has its certificate, or the `certificate_reason`
/// why it has none.
pub fn period(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let (line, limit) = (ask.line(work)?, ask.natural("limit")?);
    let watch = &mut |run: &Run| work.see(run);
    let (limits, cancel) = (work.limits, work.cancel.clone());
    if !ask.flag("certificate")? {
        return Ok(period_json(&line, limit.as_ref(), limits, cancel, watch)?.0);
    }
    let (mut json, certificate) = certified_json(&line, limit.as_ref(), limits, cancel, watch)?;
    json["certificate"] = Json::Null;
    match certificate {
        Ok(text) => json["certificate"] = text.into(),
        Err(error) => json["certificate_reason"] = error.message().render(ask.lang).into(),
    }
    Ok(json)
}

#[cfg(test)]
mod tests {
    use grundy_solver::limits::Limits;
    use grundy_solver::text::Lang;
    use serde_json::json;

    use crate::endpoint;

    use super::*;

    #[test]
    fn a_proved_period_has_a_certificate_or_a_reason() {
        let asked = |body: Json| {
            let period = endpoint("period").unwrap();
            let ask = Ask::of_body(body.to_string().as_bytes(), period.fields, Lang::En).unwrap();
            (period.answer)(&ask, &Work::without_progress(Limits::default())).unwrap()
        };
        let kayles = asked(json!({"game": "kayles", "certificate": true}));
        let text = kayles["certificate"].as_str().unwrap();
        let claim = &serde_json::from_str::<Json>(text).unwrap()["claim"];
        assert_eq!((&claim["period"], &claim["preperiod"]), (&json!(12), &json!(71)));
        assert_eq!(kayles["period"], asked(json!({"game": "kayles"}))["period"]);
        for (game, limit) in [("bash(100000000)", 100), ("grundy", 100)] {
            let answer = asked(json!({"game": game, "limit": limit, "certificate": true}));
            assert!(answer["certificate"].is_null() && answer["certificate_reason"].is_string(), "{answer}");
        }
    }
}
