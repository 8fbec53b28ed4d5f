//! What has been said at the table, kept as data: it is put into words when it is drawn, in the language of
//! that moment.

use grundy_play::{End, Seat};
use grundy_solver::text::{Lang, Message};

use super::super::mode::Mode;
use crate::words::filled;

/// How something is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Hint,
    Mistake,
    End,
    Refused,
}

impl Tone {
    /// The mark in front of it: nothing is said by colour alone.
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

/// Something said.
#[derive(Clone, Debug)]
pub enum Note {
    /// A sentence of the library.
    Said(Tone, Message),
    /// A text of this program with its blanks filled.
    Text(Tone, &'static str, Vec<(&'static str, String)>),
    /// A move.
    Moved(Seat, Message),
    /// The end.
    Ended(End),
    /// What is there in one language only, such as the words of the operating system.
    Words(Tone, String),
}

impl Note {
    /// A text without blanks.
    pub fn text(tone: Tone, key: &'static str) -> Self {
        Self::Text(tone, key, vec![])
    }

    /// How it is meant.
    pub fn tone(&self) -> Tone {
        match self {
            Self::Said(tone, _) | Self::Text(tone, ..) | Self::Words(tone, _) => *tone,
            Self::Moved(..) => Tone::Plain,
            Self::Ended(_) => Tone::End,
        }
    }

    /// The words.
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
