//! Reads games from text: one line, Gambit's `.nfg`, JSON, CSV.

mod csv;
mod fraction;
mod json;
mod line;
mod nfg;

use super::game::Game;
use grundy_core::error::{Error, Result};
use grundy_core::text::without_mark;

pub use csv::read_csv;
pub use fraction::MAX_DIGITS;
pub use json::read_json;
pub use line::read_matrix;
pub use nfg::read_nfg;

/// Maximum size of a text, in bytes.
pub const MAX_TEXT: usize = 1 << 25;

/// Reads a game and detects its format: `.nfg` begins with `NFG`, JSON with a brace or a bracket; anything else is a
/// matrix as on the command line.
pub fn read(text: &str) -> Result<Game> {
    let start = without_mark(text).trim_start();
    if start.starts_with("NFG") {
        read_nfg(text)
    } else if start.starts_with(['{', '[']) {
        read_json(text)
    } else {
        read_matrix(text)
    }
}

/// Fails for texts that are too long.
fn check_length(text: &str) -> Result<()> {
    if text.len() > MAX_TEXT {
        return Err(Error::input("error.payoff-text").with("limit", MAX_TEXT));
    }
    Ok(())
}
