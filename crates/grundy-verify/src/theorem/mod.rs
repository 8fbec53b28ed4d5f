//! The theorems that certificates use, one file each.
//!
//! Each file says which games the theorem covers, and up to which heap the values must be known so
//! that a repetition among them continues forever. A new theorem is a file with its statement and
//! proof, and a line in [`find`]; unknown names are refused.

mod all_but;
mod guy_smith;
mod window;

use crate::certificate::Claim;
use crate::game::Game;
use crate::sentence::Reason;

/// A theorem that extends repeated values to all heaps.
pub trait Theorem {
    /// Fails unless the theorem covers the game and proves claims of this kind.
    fn fits(&self, game: &Game, claim: &Claim) -> Result<(), Reason>;

    /// The last heap whose value is needed: if G(n + period) = G(n) + saltus for all n from
    /// `preperiod` to this heap minus the period, it holds for all n from `preperiod` on. Saturates.
    fn last_needed(&self, game: &Game, claim: &Claim) -> u64;
}

/// The theorem with this name.
pub fn find(name: &str) -> Result<&'static dyn Theorem, Reason> {
    match name {
        "window" => Ok(&window::Window),
        "guy-smith" => Ok(&guy_smith::GuySmith),
        "all-but" => Ok(&all_but::AllBut),
        _ => Err(Reason::new("theorem-unknown").with("theorem", name)),
    }
}

/// Fails for a claim with growth, for theorems about bounded values.
fn no_saltus(claim: &Claim) -> Result<(), Reason> {
    if claim.saltus == 0 {
        return Ok(());
    }
    Err(Reason::new("saltus").with("theorem", &claim.theorem).with("saltus", claim.saltus))
}
