//! The theorems a certificate may rest on: one file each.
//!
//! Each says which games it is about, and up to which heap the values must be known so that a
//! repetition among them goes on for ever. A new theorem is a file with its statement and proof, and a
//! line in [`find`]; a name that is not there is refused.

mod all_but;
mod guy_smith;
mod window;

use crate::certificate::Claim;
use crate::game::Game;
use crate::sentence::Reason;

/// When repeated values repeat for ever.
pub trait Theorem {
    /// Is the game of the kind that the theorem is about, and the claim of the kind that it proves?
    fn fits(&self, game: &Game, claim: &Claim) -> Result<(), Reason>;

    /// The last heap whose value is needed: G(n + period) = G(n) + saltus for all n from `preperiod`
    /// to this less the period makes it true for all n from `preperiod` on. Saturates.
    fn last_needed(&self, game: &Game, claim: &Claim) -> u64;
}

/// The theorem of a name.
pub fn find(name: &str) -> Result<&'static dyn Theorem, Reason> {
    match name {
        "window" => Ok(&window::Window),
        "guy-smith" => Ok(&guy_smith::GuySmith),
        "all-but" => Ok(&all_but::AllBut),
        _ => Err(Reason::new("theorem-unknown").with("theorem", name)),
    }
}

/// A claim without growth, for theorems about bounded values.
fn no_saltus(claim: &Claim) -> Result<(), Reason> {
    if claim.saltus == 0 {
        return Ok(());
    }
    Err(Reason::new("saltus").with("theorem", &claim.theorem).with("saltus", claim.saltus))
}
