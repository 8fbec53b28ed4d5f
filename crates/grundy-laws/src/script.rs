//! Games as scripts.

use grundy_solver::own::Own;

use crate::sound;

/// Positions that are solved, besides the start that a script may define.
const POSITIONS: [&str; 5] = ["", "5", "2, 3", "[1, 2], 3", "18446744073709551615"];

/// A script is parsed or rejected. Its positions are answered within the limits, and the outcome of a position
/// follows from those of its options.
///
/// # Panics
/// If the law is broken.
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
