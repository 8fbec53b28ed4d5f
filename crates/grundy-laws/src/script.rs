//! Games as scripts.

use grundy_solver::own::Own;

use crate::sound;

/// Positions that are asked about, beside the start that a script may name.
const POSITIONS: [&str; 5] = ["", "5", "2, 3", "[1, 2], 3", "18446744073709551615"];

/// A script is read or refused; what it says is answered within the limits, and who wins follows from who wins
/// one move later.
///
/// # Panics
/// Where the law is broken.
pub fn law(data: &[u8]) {
    let text = sound::text(data);
    let game = match Own::script("script", &text) {
        Ok(game) => game,
        Err(error) => return sound::error(&error, None),
    };
    let solver = sound::solver();
    for at in POSITIONS {
        let position = match game.position(at) {
            Ok(position) => position,
            Err(error) => {
                sound::error(&error, Some(at));
                continue;
            }
        };
        match solver.solve(&position) {
            Ok(answer) => {
                sound::answer(&answer);
                sound::consistent(&position, &solver);
            }
            Err(error) => sound::error(&error, None),
        }
    }
}
