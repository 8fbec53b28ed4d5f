//! The mode of a game: who plays, the names of the players, and how far an undo goes.

use grundy_play::{End, Engine, Seat, Session};
use grundy_solver::text::Lang;

use crate::words::{filled, text};

/// Who plays.
#[derive(Clone, Debug)]
pub enum Mode {
    /// One person and an engine.
    Engine { engine: Engine, you: Seat },
    /// Two people.
    Two,
    /// One person looks for a winning move.
    Puzzle,
}

impl Mode {
    /// Whether the engine plays this seat.
    pub fn is_engine(&self, seat: Seat) -> bool {
        matches!(self, Self::Engine { you, .. } if *you != seat)
    }

    /// Whether the moves of a person are judged.
    pub fn judges(&self, hinting: bool) -> bool {
        hinting || !matches!(self, Self::Two)
    }

    /// The name of a player.
    pub fn name(&self, seat: Seat, lang: Lang) -> String {
        match self {
            Self::Engine { you, .. } if *you != seat => text(lang, "play.engine"),
            Self::Two => filled(lang, "play.player", &[("number", &seat.number().to_string())]),
            _ => text(lang, "play.you"),
        }
    }

    /// The result in words.
    pub fn ending(&self, end: &End, lang: Lang) -> String {
        match end {
            End::Won { winner, by } => {
                let id = match self {
                    Self::Engine { you, .. } if you == winner => "play.you-win",
                    Self::Engine { .. } => "play.engine-wins",
                    Self::Two | Self::Puzzle => "play.player-wins",
                };
                let words = filled(lang, id, &[("number", &winner.number().to_string())]);
                match by {
                    Some(by) => words + filled(lang, "play.ahead", &[("stones", &by.to_string())]).as_str(),
                    None => words,
                }
            }
            End::Drawn => text(lang, "play.drawn"),
            End::Repeated => text(lang, "play.repeated"),
        }
    }

    /// Undoes moves up to the latest position with a person to move; if there is none, changes nothing and
    /// returns `false`.
    pub fn step_back(&self, session: &mut Session) -> bool {
        let mut back = session.clone();
        while back.undo() {
            if !self.is_engine(back.to_move()) {
                *session = back;
                return true;
            }
        }
        false
    }

    /// Redoes moves up to the next position with a person to move, or to the latest move.
    pub fn step_on(&self, session: &mut Session) -> bool {
        let redone = session.redo();
        while self.is_engine(session.to_move()) && session.redo() {}
        redone
    }
}
