//! `solve`, `explain` and `moves`: answers about one position.

use grundy_solver::DEFAULT_MOVES;
use grundy_solver::explain::{DEFAULT_REPLIES, explain, explain_move, read_move};
use serde_json::Value as Json;

use crate::ask::Ask;
use crate::failure::Failure;
use crate::work::Work;

/// The most moves that are listed, and the most replies that are shown.
const MOST: usize = 100_000;
const MOST_REPLIES: usize = 1000;

/// Who wins, the winning moves, the method.
pub fn solve(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let (moves, value) = (ask.count("moves", MOST)?, ask.flag("value")?);
    let position = ask.position(work)?;
    let set = |solver: grundy_solver::Solver| {
        solver.insist_on_value(value).list_moves(moves.unwrap_or(DEFAULT_MOVES).max(1))
    };
    let answer = work.ask(set, |solver| solver.solve(&position))?;
    Ok(answer.to_json(ask.lang))
}

/// The answer with reasons, or the result of one move.
pub fn explained(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let (replies, value) = (ask.count("moves", MOST_REPLIES)?, ask.flag("value")?);
    let position = ask.position(work)?;
    let played = ask.text("move")?;
    let explanation = work.ask(
        |solver| solver.insist_on_value(value),
        |solver| match &played {
            None => explain(solver, &position, replies.unwrap_or(DEFAULT_REPLIES)),
            Some(text) => explain_move(solver, &position, &read_move(&position, text)?),
        },
    )?;
    Ok(explanation.to_json(ask.lang))
}

/// Every move and its result.
pub fn moves(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let most = ask.count("moves", MOST)?.unwrap_or(DEFAULT_MOVES);
    let position = ask.position(work)?;
    Ok(work.ask(|solver| solver, |solver| solver.moves(&position, most))?.to_json())
}
