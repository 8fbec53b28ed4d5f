//! `play` and related endpoints: a game session. Each request carries the start and the moves so far, so any thread of
//! any server can answer it.

use grundy_play::{Engine, Hints, Session, puzzle, read};
use grundy_solver::answer::steps_to_json;
use grundy_solver::{Error, Solver};
use serde_json::{Value as Json, json};

use crate::ask::Ask;
use crate::failure::Failure;
use crate::work::Work;

/// The most moves that may have been played.
pub const MOST_PLAYED: usize = 1000;
/// The most moves that are listed, and the default.
const MOST: usize = 10_000;
const LISTED: usize = 200;
/// The most hints for one position.
const MOST_STEPS: usize = 4;

/// Answers about the session at the place `at`. The moves are checked against the rules again; search results are reused
/// across requests, see [`Work::ask_in_play`].
fn in_play<T>(
    ask: &Ask,
    work: &Work,
    answer: impl FnOnce(&mut Session, &Solver) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let start = ask.position(work)?;
    work.ask_in_play(start.to_string(), |solver| {
        let mut session = Session::new(start);
        let budget = solver.budget();
        for written in ask.texts("played", MOST_PLAYED)? {
            if session.end(solver)?.is_some() {
                return Err(Failure::from(Error::input("error.play-over")).of_field("played"));
            }
            let choice = read(session.position(), &written, &budget);
            session.play(choice.map_err(|error| Failure::from(error).of_field("played"))?)?;
        }
        if let Some(at) = ask.count("at", MOST_PLAYED)? {
            session.goto(at)?;
        }
        answer(&mut session, solver)
    })
}

/// The position, its moves, the moves played, and how the game ended.
pub fn play(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let most = ask.count("moves", MOST)?.unwrap_or(LISTED);
    in_play(ask, work, |session, solver| Ok(session.to_json(solver, most, ask.lang)?))
}

/// The move of an engine.
pub fn reply(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let mistakes = ask.count("mistakes", 100)?.unwrap_or(0);
    let seed = ask.seed()?;
    in_play(ask, work, |session, solver| {
        if session.end(solver)?.is_some() {
            return Err(Error::input("error.play-over").into());
        }
        // Each move of a game has its own random choice; the same request gets the same answer.
        let seed = seed.wrapping_add(session.at() as u64);
        let mut engine = Engine::new(u8::try_from(mistakes).unwrap_or(0), seed);
        let choice = engine.choose(session, solver)?;
        Ok(json!({"schema": 1, "at": session.at(), "move": choice.to_json(ask.lang)}))
    })
}

/// A hint; after the last one, the move itself.
pub fn hint(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let number = ask.count("step", MOST_STEPS)?.unwrap_or(1).max(1);
    in_play(ask, work, |session, solver| {
        let mut hints = Hints::new(session.position(), solver)?;
        let mut given = hints.give();
        for _ in 1..number {
            given = hints.give();
        }
        let best = hints.best().filter(|_| hints.has_told()).map(|best| best.to_json(ask.lang));
        Ok(json!({
            "schema": 1, "at": session.at(), "steps": steps_to_json(&given, ask.lang),
            "move": best, "more": !hints.is_exhausted(),
        }))
    })
}

/// Who was winning at each place, and the mistakes.
pub fn review(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    in_play(ask, work, |session, solver| Ok(session.review(solver, ask.lang)?))
}

/// A puzzle: a position with a winning move to find.
pub fn set_puzzle(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let (seed, start) = (ask.seed()?, ask.position(work)?);
    let solver = work.solver();
    let session = puzzle(&start, seed, &solver)?;
    Ok(session.to_json(&solver, 0, ask.lang)?)
}
