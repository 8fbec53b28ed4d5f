//! `prove`: a law of the P-positions for heaps of every size, with its automaton and certificate.

use grundy_proof::{Dfa, Effort, Law, MOST_VALUES, Question, find, refused};
use grundy_solver::error::Error;
use serde_json::{Value as Json, json};

use crate::ask::Ask;
use crate::failure::Failure;
use crate::watch;
use crate::work::Work;

/// The most heaps; with more, no automaton is small enough.
const MOST_HEAPS: usize = 8;
/// Positions of the largest table, and the bytes of each while automata are learned from it.
const POSITIONS: u64 = 4_200_000;
const POSITION: u64 = 16;

/// Learns a law and proves it. If none is found within the limits, `law` is null and `all_tried` says whether the search
/// was completed.
pub fn prove(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let line = ask.line(work)?;
    let heaps = ask.count("number_of_heaps", MOST_HEAPS)?.unwrap_or(2);
    let values = ask.count("values", MOST_VALUES)?.unwrap_or(1);
    let question = Question::new(&line, heaps)?;
    if values > 1 && question.misere {
        return Err(Error::input("error.values-misere").into());
    }
    let usual = Effort::default();
    let positions = (work.limits.memory / POSITION).min(POSITIONS);
    let effort = Effort {
        time: work.limits.time.or(usual.time),
        positions: usize::try_from(positions).unwrap_or(usual.positions),
        stop: Some(watch::is_cancelled),
        values,
        ..usual
    };
    let found = watch::cancelled_by(&work.cancel, || find(&question, &effort)).map_err(refused)?;
    let law = match &found.law {
        None => Json::Null,
        Some(law) => json!({
            "numeration": law.numeration().id(), "states": law.lost().states(), "certificate": law.to_text()?,
            "svg": law.to_svg(), "dot": law.to_dot(), "walnut": law.to_walnut().ok(),
            "values": sets_of_values(law), "all_values": (values > 1).then(|| law.has_all_values()),
        }),
    };
    let status = if law.is_null() { "none" } else { "proved" };
    Ok(json!({
        "schema": 1, "game": &*line.spelled, "convention": if line.misere { "misere" } else { "normal" },
        "number_of_heaps": heaps, "status": status, "law": law, "all_tried": found.in_time,
    }))
}

/// The automata of the positions of Grundy value 1, 2, ..., as many as were proved.
fn sets_of_values(law: &Law) -> Json {
    let set = |(value, set): (usize, &Dfa)| json!({"value": value, "states": set.states(), "svg": law.svg_of_value(value)});
    law.sets().iter().enumerate().skip(1).map(set).collect()
}

#[cfg(test)]
mod tests {
    use grundy_solver::limits::{Cancel, Limits};
    use grundy_solver::text::Lang;

    use crate::endpoint;

    use super::*;

    fn asked(body: &Json, work: &Work) -> Result<Json, Failure> {
        let prove = endpoint("prove").unwrap();
        let ask = Ask::of_body(body.to_string().as_bytes(), prove.fields, Lang::En)?;
        (prove.answer)(&ask, work)
    }

    #[test]
    fn a_law_comes_with_its_certificate_and_pictures() {
        let work = Work::without_progress(Limits::default());
        let answer = asked(&json!({"game": "wythoff"}), &work).unwrap();
        let law = &answer["law"];
        assert_eq!((&law["numeration"], &law["states"]), (&json!("fib"), &json!(7)));
        assert!(grundy_proof::read_certificate(law["certificate"].as_str().unwrap().as_bytes()).is_ok());
        assert!(law["svg"].as_str().unwrap().starts_with("<svg"));
        assert!(law["dot"].as_str().unwrap().starts_with("digraph"));
        assert!(law["walnut"].as_str().unwrap().starts_with("msd_fib msd_fib"));
    }

    #[test]
    fn the_sets_of_values_come_when_they_are_asked_for() {
        let work = Work::without_progress(Limits::default());
        let asked = |body: &Json| asked(body, &work);
        let alone = asked(&json!({"game": "take 1..3 or take 3 from 2 heaps"})).unwrap();
        assert_eq!((&alone["law"]["values"], &alone["law"]["all_values"]), (&json!([]), &Json::Null));
        let law =
            asked(&json!({"game": "take 1..3 or take 3 from 2 heaps", "values": 8})).unwrap()["law"].clone();
        let sets = law["values"].as_array().unwrap();
        assert!(sets.len() > 2 && law["all_values"] == true, "{}", sets.len());
        let text = law["certificate"].as_str().unwrap();
        let known = Law::from_text(text.trim().as_bytes()).unwrap();
        for (set, automaton) in sets.iter().zip(&known.sets()[1..]) {
            assert_eq!(set["states"], automaton.states());
            assert!(set["svg"].as_str().unwrap().starts_with("<svg"));
        }
        let error = asked(&json!({"game": "nim", "misere": true, "values": 2})).unwrap_err();
        assert_eq!(error.code(), "values-misere");
        assert!(asked(&json!({"game": "nim", "values": 65})).is_err());
    }

    #[test]
    fn what_cannot_be_proved_says_why_and_what_is_cancelled_ends() {
        let work = Work::without_progress(Limits::default());
        let error = asked(&json!({"game": "fibonacci"}), &work).unwrap_err();
        assert_eq!((error.status(), error.code()), (422, "no-law"));
        let cancel = Cancel::default();
        cancel.cancel();
        let work = Work::new(Limits::default(), cancel, std::sync::Arc::default());
        let answer = asked(&json!({"game": "take any or take any from 2 heaps within 6"}), &work);
        assert!(answer.is_err() || answer.unwrap()["status"] == "none");
    }
}
