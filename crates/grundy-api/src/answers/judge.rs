//! `judge`: a contest problem's input, answered in the format of its profile.

use std::io::{self, Write};
use std::rc::Rc;

use dashu_int::UBig;
use grundy_judge::{
    BUILTINS, Error, Grundy, Judge, Need, Outcome, Pieces, Prepared, Solve, SolveError, Verdict, Wholes,
    WordMoves, find,
};
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::text::Lang;
use serde_json::{Value as Json, json};

use crate::ask::{Ask, missing};
use crate::failure::Failure;
use crate::work::Work;

/// The most bytes of answers.
const MOST: usize = 4 << 20;

/// The profiles; with a profile, its sample; with an input, the answers; with an output, its first wrong line.
pub fn judge(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let Some(name) = ask.text("profile")? else { return profiles(ask.lang) };
    let builtin = find(&name).map_err(Failure::judged)?;
    let profile = builtin.profile().map_err(Failure::judged)?;
    let mut json = json!({"schema": 1, "profile": profile.source(), "title": profile.title_in(ask.lang), "rules": profile.rules_in(ask.lang)});
    let Some(input) = ask.text("input")? else {
        if ask.text("output")?.is_some() {
            return Err(missing("input"));
        }
        json["sample"] = json!({"input": builtin.input, "output": builtin.output});
        return Ok(json);
    };
    let judge = Judge::new(&profile).map_err(Failure::judged)?;
    let budget = Rc::new(Budget::new(work.limits).with_cancel(work.cancel.clone()));
    // A question may begin just before the whole time is over, so each has half of it.
    let time = work.limits.time.map(|time| time / 2);
    let early = Rc::new(Budget::new(Limits { time, ..work.limits }).with_cancel(work.cancel.clone()));
    let solver = grundy_solver::Solver::new(Limits { time, ..work.limits }).cancelled_by(work.cancel.clone());
    let mut solver = Timed { inner: Grundy::new(solver, false), budget: early };
    if let Some(output) = ask.text("output")? {
        let found = judge.check(&mut solver, input.as_bytes(), output.as_bytes()).map_err(Failure::judged)?;
        json["same"] = found.is_none().into();
        json["difference"] = match found {
            Some(first) => json!({"line": first.line, "expected": first.expected, "given": first.given}),
            None => Json::Null,
        };
        return Ok(json);
    }
    let mut answers = Answers { text: Vec::new(), budget, full: false };
    match judge.run(&mut solver, input.as_bytes(), &mut answers) {
        Err(_) if answers.full => {
            Err(Failure::refused("answers-too-long", vec![("limit", MOST.to_string())]))
        }
        Err(error) => Err(Failure::judged(error)),
        Ok(()) => {
            json["answers"] = String::from_utf8_lossy(&answers.text).into();
            Ok(json)
        }
    }
}

fn profiles(lang: Lang) -> Result<Json, Failure> {
    let list: Vec<Json> = BUILTINS
        .iter()
        .map(|builtin| {
            let profile = builtin.profile()?;
            Ok(json!({"name": builtin.file, "source": profile.source(), "title": profile.title_in(lang)}))
        })
        .collect::<Result<_, Error>>()
        .map_err(Failure::judged)?;
    Ok(json!({"schema": 1, "profiles": list}))
}

/// The answers in memory, up to a size.
struct Answers {
    text: Vec<u8>,
    budget: Rc<Budget>,
    /// Whether there were more.
    full: bool,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.full = self.text.len() + bytes.len() > MOST;
        if self.full || self.budget.reserve(bytes.len() as u64).is_err() {
            return Err(io::Error::other("too many answers"));
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A solver with one time limit for all questions of an input.
struct Timed<S> {
    inner: S,
    budget: Rc<Budget>,
}

impl<S> Timed<S> {
    fn check(&self) -> Result<(), SolveError> {
        self.budget.check_time().map_err(|error| SolveError {
            code: error.code().into(),
            en: error.message().render(Lang::En),
            zh: error.message().render(Lang::Zh),
            limit: true,
        })
    }
}

impl Solve for Timed<Grundy> {
    fn game(&mut self, game: &str) -> Result<Box<dyn Prepared>, SolveError> {
        self.check()?;
        Ok(Box::new(Timed { inner: self.inner.game(game)?, budget: Rc::clone(&self.budget) }))
    }

    fn whole(&mut self, position: &str, need: &Need) -> Result<Verdict, SolveError> {
        self.check()?;
        self.inner.whole(position, need)
    }

    fn wholes(&mut self) -> Option<Box<dyn Wholes>> {
        Some(Box::new(Timed { inner: self.inner.wholes()?, budget: Rc::clone(&self.budget) }))
    }
}

impl Wholes for Timed<Box<dyn Wholes>> {
    fn decide(&mut self, pieces: &Pieces) -> Option<Outcome> {
        self.check().ok()?;
        self.inner.decide(pieces)
    }

    fn learn(&mut self, pieces: &Pieces, outcome: Outcome) {
        self.inner.learn(pieces, outcome);
    }
}

impl Prepared for Timed<Box<dyn Prepared>> {
    fn solve(&mut self, heaps: &[UBig], need: &Need) -> Result<Verdict, SolveError> {
        self.check()?;
        self.inner.solve(heaps, need)
    }

    // Without an answer here the question is asked again above, where the limit is reported.
    fn decide_u64(&mut self, heaps: &[u64]) -> Option<Outcome> {
        self.check().ok()?;
        self.inner.decide_u64(heaps)
    }

    fn results_u64(&mut self, heaps: &[u64], out: &mut WordMoves) -> Option<Outcome> {
        self.check().ok()?;
        self.inner.results_u64(heaps, out)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::endpoint;

    use super::*;

    fn asked(body: &Json, limits: Limits) -> Result<Json, Failure> {
        let judge = endpoint("judge").unwrap();
        let ask = Ask::of_body(body.to_string().as_bytes(), judge.fields, Lang::En)?;
        (judge.answer)(&ask, &Work::without_progress(limits))
    }

    #[test]
    fn samples_are_answered_and_a_wrong_line_is_found() {
        let all = asked(&json!({}), Limits::default()).unwrap();
        let profiles = all["profiles"].as_array().unwrap();
        assert!(profiles.len() > 50);
        // The crate of the profiles tests all of them.
        for profile in profiles.iter().step_by(7) {
            let name = &profile["name"];
            let sample = asked(&json!({"profile": name}), Limits::default()).unwrap()["sample"].clone();
            let body = json!({"profile": name, "input": sample["input"]});
            let answers = asked(&body, Limits::default()).unwrap()["answers"].clone();
            let mut body = json!({"profile": name, "input": sample["input"], "output": answers});
            assert_eq!(asked(&body, Limits::default()).unwrap()["same"], true, "{name}");
            body["output"] = format!("?\n{}", answers.as_str().unwrap()).into();
            let wrong = asked(&body, Limits::default()).unwrap();
            assert_eq!((&wrong["same"], &wrong["difference"]["line"]), (&json!(false), &json!(1)), "{name}");
        }
    }

    #[test]
    fn errors_have_their_place_and_limits_are_limits() {
        let body = json!({"profile": "poj-1067", "input": "2 1\n8 x\n"});
        let error = asked(&body, Limits::default()).unwrap_err();
        let json = error.to_json(Lang::En);
        assert_eq!((error.status(), &json["error"]["line"]), (422, &json!(2)), "{json}");
        assert_eq!(json["error"]["field"], "input");
        let near = asked(&json!({"profile": "poj 1076"}), Limits::default()).unwrap_err();
        assert_eq!(near.to_json(Lang::En)["error"]["suggestion"], "POJ 1067");
        let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let late =
            asked(&json!({"profile": "poj-1067", "input": "2 1\n".repeat(100_000)}), none).unwrap_err();
        assert!(late.is_limit() && late.status() == 504, "{late:?}");
        let only = asked(&json!({"profile": "poj-1067", "output": "0"}), Limits::default()).unwrap_err();
        assert_eq!(only.code(), "field-missing");
    }
}
