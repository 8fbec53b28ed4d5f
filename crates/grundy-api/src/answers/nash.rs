//! `nash`: the equilibria of a two-player game in matrix form.

use grundy_payoff::{self, Player, SolutionMethod};
use grundy_solver::limits::Budget;
use serde_json::{Value as Json, json};

use crate::ask::Ask;
use crate::failure::Failure;
use crate::work::Work;

/// The most cells of a matrix; the answer repeats each of them several times.
const MOST_CELLS: usize = 10_000;

/// Solves the game; without a game, lists the well-known ones.
///
/// Besides the fields of the command line: `best_replies`, for each strategy of the opponent, and `text`, one sentence a
/// line.
pub fn nash(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let method =
        ask.word("method", &SolutionMethod::ALL.map(|method| (method.word(), method)))?.unwrap_or_default();
    let Some(text) = ask.text("matrix")? else { return Ok(grundy_payoff::classics_json(ask.lang)?) };
    let game = grundy_payoff::named_or_read(&text, ask.lang)?;
    if Player::BOTH.map(|player| game.size(player)).iter().product::<usize>() > MOST_CELLS {
        return Err(Failure::refused("matrix-too-large", vec![("limit", MOST_CELLS.to_string())]));
    }
    let budget = Budget::new(work.limits).with_cancel(work.cancel.clone());
    let report = grundy_payoff::solve(&game, method, &budget)?;
    let mut json = report.to_json();
    let [row, column] = Player::BOTH.map(|player| game.best_replies(player));
    json["best_replies"] = json!({"row": row, "column": column});
    json["text"] = report.sentences(ask.lang).into();
    Ok(json)
}
