//! One position answered by a solver, as columns of `batch`.

use dashu_int::UBig;

use super::run::{BatchSettings, Column};
use crate::results;
use crate::solver::{Solver, WinningTurns};
use grundy_core::answer::{Outcome, Played, WinningMove};
use grundy_core::error::{Error, ErrorKind, Result};
use grundy_core::position::Position;

/// Bytes for a number of a result that is written out.
const NUMBER: u64 = 64;
/// Bytes for a heap of a position, with the copies that a question makes of it: 240 were measured with a million heaps.
const HEAP: u64 = 256;

/// One answered position.
pub(super) struct Row {
    position: Position,
    pub outcome: Outcome,
    pub value: Option<UBig>,
    pub method: &'static str,
    /// Why the value is unknown, if it was requested and everything else is known.
    pub no_value: Option<Error>,
    moves: Vec<WinningMove>,
}

impl Row {
    /// Computes only what the columns of `settings` show.
    pub fn of(solver: &Solver, settings: &BatchSettings, heaps: Vec<UBig>) -> Result<Self> {
        // Small positions never check the clock themselves.
        settings.cancel.check()?;
        solver.budget().reserve_each(heaps.len(), HEAP)?;
        let position = Position::start(&settings.line, heaps)?;
        if settings.columns == [Column::Outcome] {
            let outcome = solver.outcome(&position)?;
            return Ok(Self {
                position,
                outcome,
                value: None,
                method: "",
                no_value: None,
                moves: Vec::new(),
            });
        }
        let want = match (
            settings.columns.contains(&Column::Moves),
            settings.columns.contains(&Column::FirstMove),
        ) {
            (true, _) => usize::MAX,
            (false, true) => 1,
            (false, false) => 0,
        };
        // The value may be out of reach even if the outcome is easy.
        let known = match (settings.asks_value(), want) {
            (true, 0) => solver.known_outcome(&position).ok(),
            _ => None,
        };
        let found = match (solver.winning_turns(&position, want), known) {
            (Err(error), Some(known)) if error.kind() == ErrorKind::Limit => {
                let (outcome, method, no_value) = (known.outcome, known.method.name, Some(error));
                return Ok(Self { position, outcome, value: None, method, no_value, moves: Vec::new() });
            }
            (found, _) => found?,
        };
        let heaps: usize = position.components().iter().map(|component| component.heaps().len()).sum();
        let numbers = want.min(found.turns.len()).saturating_mul(heaps.saturating_add(1));
        solver.budget().reserve_each(numbers, NUMBER)?;
        let moves = results::of_turns(&position, &found.turns, want).moves;
        let WinningTurns { outcome, value, method, .. } = found;
        Ok(Self { position, outcome, value, method, no_value: None, moves })
    }

    /// Writes the first winning result, if there is one.
    pub fn write_first_move(&self, out: &mut String) {
        if let Some(first) = self.moves.first() {
            self.write(&first.played, out);
        }
    }

    /// Writes all winning results, `a b;c d`.
    pub fn write_moves(&self, out: &mut String) {
        for (index, winning) in self.moves.iter().enumerate() {
            if index > 0 {
                out.push(';');
            }
            self.write(&winning.played, out);
        }
    }

    /// Writes the remaining heaps of each component played in, separated by blanks.
    fn write(&self, played: &[Played], out: &mut String) {
        let components = self.position.components();
        for (index, p) in played.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            let component = &components[p.component];
            out.push_str(&component.game.typed(&p.to).replace(", ", " "));
        }
    }
}
