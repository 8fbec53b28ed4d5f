//! `judge`: a contest problem's input, answered in the format of its profile.

use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

use dashu_int::UBig;
use grundy_judge::{
    Asked, BUILTINS, Error, Grundy, Judge, Need, Outcome, Pieces, Prepared, Profile, Solve, SolveError,
    Verdict, Wholes, WordMoves, find,
};
use grundy_pattern::Request;
use grundy_pattern::emit::Language;
use grundy_solver::Solver;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::position::Position;
use grundy_solver::text::Lang;
use serde_json::{Value as Json, json};

use crate::ask::{Ask, missing};
use crate::failure::Failure;
use crate::work::Work;

/// The most bytes of answers.
const MOST: usize = 4 << 20;
/// The most questions searched for one in which there is a move, and the limits of each.
const QUESTIONS: usize = 8;
const QUESTION_TIME: Duration = Duration::from_millis(100);
const QUESTION_MEMORY: u64 = 64 << 20;

/// The profiles; with a profile, its sample, and its program in the language `emit`; with an input, the answers; with an
/// output, its first wrong line.
pub fn judge(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let Some(name) = ask.text("profile")? else { return profiles(ask.lang) };
    let builtin = find(&name).map_err(Failure::judged)?;
    let profile = builtin.profile().map_err(Failure::judged)?;
    let mut json = json!({"schema": 1, "profile": profile.source(), "title": profile.title_in(ask.lang), "rules": profile.rules_in(ask.lang)});
    let language = ask.word("emit", &Language::ALL)?;
    let Some(input) = ask.text("input")? else {
        if ask.text("output")?.is_some() {
            return Err(missing("input"));
        }
        json["question"] = question(&profile, builtin.input);
        json["sample"] = json!({"input": builtin.input, "output": builtin.output});
        if let Some(language) = language {
            let request = Request { heaps: None, to: None };
            let program = grundy_judge::program(&profile, language, &work.solver(), request, false, ask.lang);
            json["program"] = program.map_err(Failure::judged)?.into();
        }
        return Ok(json);
    };
    if language.is_some() {
        return Err(Failure::refused("emit-with-input", vec![]));
    }
    json["question"] = question(&profile, &input);
    let judge = Judge::new(&profile).map_err(Failure::judged)?;
    let budget = Rc::new(Budget::new(work.limits).with_cancel(work.cancel.clone()));
    // A question may begin just before the whole time is over, so each has half of it.
    let time = work.limits.time.map(|time| time / 2);
    let early = Rc::new(Budget::new(Limits { time, ..work.limits }).with_cancel(work.cancel.clone()));
    let solver = Solver::new(Limits { time, ..work.limits }).cancelled_by(work.cancel.clone());
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
            Ok(json!({
                "name": builtin.file, "source": profile.source(), "title": profile.title_in(lang),
                "question": question(&profile, builtin.input),
            }))
        })
        .collect::<Result<_, Error>>()
        .map_err(Failure::judged)?;
    Ok(json!({"schema": 1, "profiles": list}))
}

/// The first question about an input in which there is a move, else the first one, as a position that can be played
/// and explained; with the game and its heaps if it is a single one. Null if there is none, and where the profile
/// computes the winner by itself: a script, or one heap of Nim that stands for the answer.
fn question(profile: &Profile, input: &str) -> Json {
    if profile.asks().0 == "script" {
        return Json::Null;
    }
    let limits = Limits { memory: QUESTION_MEMORY, time: Some(QUESTION_TIME), threads: 1 };
    let solver = Solver::new(limits);
    let budget = solver.budget();
    let reader = Grundy::new(solver, false);
    let stands_for_the_answer = |asked: &Asked, position: &Position| {
        let single = position.single().filter(|_| matches!(asked, Asked::Whole(_)));
        single.is_some_and(|one| &*one.spelled == "nim" && one.heaps().len() < 2)
    };
    let mut positions = Vec::new();
    for asked in profile.questions(input.as_bytes(), QUESTIONS) {
        let Ok(position) = reader.position(&asked) else { continue };
        if stands_for_the_answer(&asked, &position) {
            return Json::Null;
        }
        let has_turn = position.has_turn(&budget).unwrap_or(false);
        positions.push(position);
        if has_turn {
            positions.reverse();
            break;
        }
    }
    let Some(position) = positions.first() else { return Json::Null };
    let single = position.single();
    json!({
        "position": position.to_string(), "misere": position.is_misere(),
        "game": single.map(|one| &*one.spelled), "heaps": single.map(|one| one.game.json(one.heaps())),
    })
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
    fn a_problem_has_its_first_question_and_its_program() {
        let all = asked(&json!({}), Limits::default()).unwrap();
        let questions: Vec<(&str, &Json)> = all["profiles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["name"].as_str().unwrap(), &one["question"]))
            .collect();
        let of = |name: &str| questions.iter().find(|(known, _)| *known == name).unwrap().1;
        let bash = json!({"position": "bash(2)[23]", "misere": false, "game": "bash(2)", "heaps": [23]});
        assert_eq!(of("hdu-1846"), &bash);
        assert_eq!((&of("poj-3480")["game"], &of("poj-3480")["misere"]), (&json!("nim"), &json!(true)));
        assert_eq!(of("hdu-2147")["position"], "some(bash(1)[4], bash(1)[2])");
        assert_eq!(of("hdu-2147")["game"], Json::Null);
        // The first question of this sample has no coin that can move.
        assert_eq!(of("poj-1704")["position"], "staircase[2, 1, 2, 1, 0, 0, 3, 0]");
        // One computes the winner in its template, one is a script.
        assert_eq!((of("hdu-1079"), of("luogu-p10501")), (&Json::Null, &Json::Null));
        // What is told can be asked.
        let told: Vec<&str> = questions.iter().filter_map(|(_, one)| one["position"].as_str()).collect();
        assert!(told.len() > 130, "{}", told.len());
        for position in told {
            let play = endpoint("play").unwrap();
            let body = json!({"game": position, "moves": 1}).to_string();
            let ask = Ask::of_body(body.as_bytes(), play.fields, Lang::En).unwrap();
            let played = (play.answer)(&ask, &Work::without_progress(Limits::default()));
            assert!(played.is_ok(), "{position}: {played:?}");
        }
        let body = json!({"profile": "hdu-1846", "input": "1\n7 3\n"});
        let answer = asked(&body, Limits::default()).unwrap();
        assert_eq!(answer["question"]["position"], "bash(3)[7]");
        let body = json!({"profile": "poj-1067", "input": "0 0\n0 0\n"});
        assert_eq!(asked(&body, Limits::default()).unwrap()["question"]["position"], "wythoff[0, 0]");
        let body = json!({"profile": "hdu-1846", "input": "1\n"});
        assert!(asked(&body, Limits::default()).is_err());
        let body = json!({"profile": "hdu-1846", "emit": "python"});
        let answer = asked(&body, Limits::default()).unwrap();
        assert!(answer["program"].as_str().unwrap().contains("first"), "{answer}");
        let body = json!({"profile": "hdu-1846", "emit": "python", "input": "1\n7 3\n"});
        assert_eq!(asked(&body, Limits::default()).unwrap_err().code(), "emit-with-input");
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
