//! `games`: the catalogue.

use grundy_solver::games::{described, described_json, list_json};
use serde_json::Value as Json;

use crate::ask::Ask;
use crate::failure::Failure;
use crate::work::Work;

/// All named games, or one with the methods that solve it.
pub fn games(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    match ask.text("name")? {
        None => Ok(list_json(ask.lang)),
        Some(name) => Ok(described_json(&described(&work.solver(), &name)?, ask.lang)),
    }
}
