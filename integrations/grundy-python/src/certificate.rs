//! Certificates: written from a run, checked by independent code.

use grundy_solver::certificate;
use grundy_solver::error::Result;
use grundy_solver::rules::Rules;
use grundy_solver::sequence::Run;

use crate::means;

/// Runs until a period is proved and returns its certificate; `None` if none was proved.
pub fn of_run(mut run: Run, rules: &Rules) -> Result<Option<String>> {
    while run.step()?.is_none() {
        means::see(&run);
    }
    match (run.proof(), run.limit()) {
        (Some(proof), _) => certificate::of(&run, rules, proof).map(Some),
        (None, Some(error)) => Err(error.clone()),
        (None, None) => Ok(None),
    }
}
