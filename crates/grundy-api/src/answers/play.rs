//! `play` and what belongs to it: a game in progress. The server keeps nothing: the start and the moves
//! played come with each request.

use grundy_play::{Engine, Hints, Session, puzzle, read};
use grundy_solver::Solver;
use serde_json::{Value as Json, json};

use crate::ask::Ask;
use crate::failure::Failure;
use crate::work::Work;

/// The most moves that may have been played.
pub const MOST_PLAYED: usize = 1000;
/// The most moves that are listed, and how many are without being asked for.
const MOST: usize = 10_000;
const LISTED: usize = 200;
/// Hints come in so many steps.
const MOST_STEPS: usize = 4;

/// The game so far, taken to the place `at`, and the solver that goes with it.
fn session(ask: &Ask, work: &Work) -> Result<(Session, Solver), Failure> {
    let mut session = Session::new(ask.position(work)?);
    let solver = work.solver();
    let budget = solver.budget();
    for said in ask.texts("played", MOST_PLAYED)? {
        if session.end(&solver)?.is_some() {
            return Err(Failure::from(grundy_solver::Error::input("error.play-over")).of_field("played"));
        }
        let choice = read(session.position(), &said, &budget);
        session.play(choice.map_err(|error| Failure::from(error).of_field("played"))?)?;
    }
    if let Some(at) = ask.count("at", MOST_PLAYED)? {
        session.goto(at)?;
    }
    Ok((session, solver))
}

/// The position, its moves, the line of play, and how it ended.
pub fn play(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let most = ask.count("moves", MOST)?.unwrap_or(LISTED);
    let (session, solver) = session(ask, work)?;
    Ok(session.to_json(&solver, most, ask.lang)?)
}

/// The move of an engine.
pub fn reply(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let mistakes = ask.count("mistakes", 100)?.unwrap_or(0);
    let seed = ask.seed()?;
    let (session, solver) = session(ask, work)?;
    if session.end(&solver)?.is_some() {
        return Err(grundy_solver::Error::input("error.play-over").into());
    }
    // Each move of a game has chances of its own; the same request gets the same answer.
    let seed = seed.wrapping_add(session.at() as u64);
    let mut engine = Engine::new(u8::try_from(mistakes).unwrap_or(0), seed);
    let choice = engine.choose(&session, &solver)?;
    Ok(json!({"schema": 1, "at": session.at(), "move": choice.to_json(ask.lang)}))
}

/// A hint, and the move itself once it is told.
pub fn hint(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let number = ask.count("step", MOST_STEPS)?.unwrap_or(1).max(1);
    let (session, solver) = session(ask, work)?;
    let mut hints = Hints::new(session.position(), &solver)?;
    let mut given = hints.give();
    for _ in 1..number {
        given = hints.give();
    }
    let best = hints.best().filter(|_| hints.has_told()).map(|best| best.to_json(ask.lang));
    Ok(json!({
        "schema": 1, "at": session.at(), "steps": grundy_solver::answer::steps_to_json(&given, ask.lang),
        "move": best, "more": !hints.is_exhausted(),
    }))
}

/// Who was winning all along, and what the mistakes were.
pub fn review(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let (mut session, solver) = session(ask, work)?;
    Ok(session.review(&solver, ask.lang)?)
}

/// A position with a win to find.
pub fn set_puzzle(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let (seed, start) = (ask.seed()?, ask.position(work)?);
    let solver = work.solver();
    let session = puzzle(&start, seed, &solver)?;
    Ok(session.to_json(&solver, 0, ask.lang)?)
}
