//! The messages of a game session, kept as data: they are rendered when drawn, in the language of that
//! moment.

use grundy_play::{End, Seat};
use grundy_solver::text::{Lang, Message};

use super::super::mode::Mode;
use crate::words::filled;

/// The tone of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Hint,
    Mistake,
    End,
    Refused,
}

impl Tone {
    /// The mark in front of the note: no meaning is shown by colour alone.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Plain => "  ",
            Self::Hint => "? ",
            Self::Mistake => "! ",
            Self::End => "# ",
            Self::Refused => "x ",
        }
    }
}

/// A message.
#[derive(Clone, Debug)]
pub enum Note {
    /// A sentence of the library.
    Said(Tone, Message),
    /// A text of this program with its blanks filled.
    Text(Tone, &'static str, Vec<(&'static str, String)>),
    /// A move.
    Moved(Seat, Message),
    /// The end of the game.
    Ended(End),
    /// A text that exists in one language only, such as the messages of the operating system.
    Words(Tone, String),
}

impl Note {
    /// A text without blanks.
    pub fn text(tone: Tone, key: &'static str) -> Self {
        Self::Text(tone, key, vec![])
    }

    /// The tone of this note.
    pub fn tone(&self) -> Tone {
        match self {
            Self::Said(tone, _) | Self::Text(tone, ..) | Self::Words(tone, _) => *tone,
            Self::Moved(..) => Tone::Plain,
            Self::Ended(_) => Tone::End,
        }
    }

    /// The text of this note.
    pub fn words(&self, mode: &Mode, lang: Lang) -> String {
        match self {
            Self::Said(_, message) => message.render(lang),
            Self::Text(_, key, blanks) => {
                let blanks: Vec<(&str, &str)> = blanks.iter().map(|(k, v)| (*k, v.as_str())).collect();
                filled(lang, key, &blanks)
            }
            Self::Moved(seat, what) => {
                let (who, what) = (mode.name(*seat, lang), what.render(lang));
                filled(lang, "play.moved", &[("who", &who), ("move", &what)])
            }
            Self::Ended(end) => mode.ending(end, lang),
            Self::Words(_, words) => words.clone(),
        }
    }
}
