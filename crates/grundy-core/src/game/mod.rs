//! Games: on heaps, on a board, or given by the options of their positions.
//!
//! [`Game`] is the normal form of a game without its position: two spellings of one game are equal. This module has
//! the operations common to all three kinds; only modules for one kind match on it.

use std::cmp::Ordering;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use dashu_int::UBig;
use serde_json::Value as Json;

use crate::board::Board;
use crate::error::Result;
use crate::limits::Budget;
use crate::number::{brief, natural_to_json};
use crate::outcome::Outcome;
use crate::own::Own;
use crate::rules::{Goal, MoveRule, Rules, Settings, conflict};

/// What a user types for an empty board, where 0 may be a place.
pub const NOTHING: &str = "-";

/// A game: the moves of every position, without a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// A game on heaps of stones.
    Heaps(Rules),
    /// A game on a row of coins, a bar of chocolate, a strip or a graph.
    Board(Board),
    /// A game given by the options of its positions: tokens on a graph, a script, or Rust.
    Own(Own),
}

/// A move as the notation writes it: on heaps, or on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenMove {
    /// A move on heaps.
    Heaps(MoveRule),
    /// The one kind of move of a board.
    Board(Board),
}

impl Game {
    /// The game with these moves and settings, in normal form. A board has one kind of move and no settings.
    pub fn new(moves: Vec<WrittenMove>, settings: Settings) -> Result<Self> {
        let (mut on_heaps, mut boards) = (Vec::new(), Vec::new());
        for written in moves {
            match written {
                WrittenMove::Heaps(rule) => on_heaps.push(rule),
                WrittenMove::Board(board) => boards.push(board),
            }
        }
        boards.sort();
        boards.dedup();
        let mut boards = boards.into_iter();
        let Some(board) = boards.next() else { return Rules::new(on_heaps, settings).map(Self::Heaps) };
        board.check()?;
        let other_board = boards.next().map(|board| board.to_string());
        let other = other_board.or_else(|| on_heaps.first().map(MoveRule::to_string));
        match other {
            Some(other) => Err(conflict(&board.to_string(), &other)),
            None if settings == Settings::default() => Ok(Self::Board(board)),
            None => Err(conflict(&board.to_string(), settings.to_string().trim_start_matches("; "))),
        }
    }

    /// The rules, if the game is played on heaps.
    pub fn rules(&self) -> Option<&Rules> {
        match self {
            Self::Heaps(rules) => Some(rules),
            Self::Board(_) | Self::Own(_) => None,
        }
    }

    /// The board, if the game is played on one.
    pub fn board(&self) -> Option<&Board> {
        match self {
            Self::Board(board) => Some(board),
            Self::Heaps(_) | Self::Own(_) => None,
        }
    }

    /// The graph, the script or the game in Rust, if the game is one of them.
    pub fn own(&self) -> Option<&Own> {
        match self {
            Self::Own(own) => Some(own),
            Self::Heaps(_) | Self::Board(_) => None,
        }
    }

    /// Whether the greater number of stones wins, instead of the last move.
    pub fn is_scoring(&self) -> bool {
        self.rules().is_some_and(|rules| rules.settings().most)
    }

    /// The goal, if the game is a race.
    pub fn goal(&self) -> Option<&Goal> {
        self.rules().and_then(Rules::goal)
    }

    /// Whether moves joined with `or` may allow one move twice.
    pub fn has_alternatives(&self) -> bool {
        self.rules().is_some_and(Rules::has_alternatives)
    }

    /// Whether the order in which the numbers of a position are written matters.
    pub fn is_ordered(&self) -> bool {
        match self {
            Self::Heaps(rules) => rules.is_ordered(),
            Self::Board(_) => true,
            Self::Own(_) => false,
        }
    }

    /// Whether a move can change the number of heaps, so that empty heaps are dropped.
    pub fn changes_heap_count(&self) -> bool {
        self.rules().is_some_and(Rules::changes_heap_count)
    }

    /// Whether the game is the sum of its heaps: the moves in a heap depend on that heap alone.
    pub fn is_heapwise(&self) -> bool {
        self.rules().is_some_and(Rules::is_heapwise)
    }

    /// Whether a position is a multiset of heaps: their order does not matter, and none is marked.
    pub fn is_unordered(&self) -> bool {
        self.rules().is_some_and(|rules| {
            !rules.is_ordered()
                && rules.goal().is_none()
                && rules.settings().marks.is_none()
                && rules.settings().once.is_none()
                && rules.settings().put_back.is_none()
        })
    }

    /// The starting position, if the game defines one.
    pub fn start(&self, budget: &Budget) -> Result<Option<Vec<UBig>>> {
        match self {
            Self::Own(own) => own.start(budget),
            // A race starts at 0.
            Self::Heaps(rules) => Ok(rules.goal().map(|_| vec![UBig::ZERO])),
            Self::Board(board) => Ok(board.start()),
        }
    }

    /// The outcome that the rules decree for a position, whatever moves exist; only scripts and games in Rust decree
    /// any.
    pub fn ending(&self, heaps: &[UBig], budget: &Budget) -> Result<Option<Outcome>> {
        match self {
            Self::Own(own) => own.ending(heaps, budget),
            Self::Heaps(_) | Self::Board(_) => Ok(None),
        }
    }

    /// The inside of the brackets, without the history: heaps, pairs of a board, names of vertices. With `short`, very
    /// long numbers are cut.
    pub fn shown(&self, heaps: &[UBig], short: bool) -> String {
        if let Self::Own(own) = self {
            return own.shown(heaps);
        }
        let pairs = self.board().is_some_and(Board::is_of_pairs);
        let mut text = String::with_capacity(8 * heaps.len());
        for (index, heap) in heaps.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            if pairs && index % 2 == 0 {
                text.push('(');
            }
            if short {
                text.push_str(&brief(heap));
            } else {
                // Writing to a string cannot fail.
                let _ = write!(text, "{heap}");
            }
            if pairs && index % 2 == 1 {
                text.push(')');
            }
        }
        text
    }

    /// A position as people type it and files store it: numbers separated by blanks, or names of vertices. An empty
    /// position is written with its own sign, since an empty text would look like no position.
    pub fn typed(&self, heaps: &[UBig]) -> String {
        match self {
            Self::Own(own) => own.shown(heaps),
            Self::Board(_) if heaps.is_empty() => NOTHING.to_owned(),
            Self::Heaps(_) if heaps.is_empty() => "0".to_owned(),
            Self::Heaps(_) | Self::Board(_) => {
                heaps.iter().map(UBig::to_string).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// A position in JSON: numbers, names of vertices, or the nested lists of a script.
    pub fn json(&self, heaps: &[UBig]) -> Json {
        match self {
            Self::Own(own) => own.json(heaps),
            Self::Heaps(_) | Self::Board(_) => heaps.iter().map(natural_to_json).collect(),
        }
    }

    /// The order in which positions are listed.
    pub fn compare(&self, a: &[UBig], b: &[UBig]) -> Ordering {
        match self {
            Self::Own(own) => own.compare(a, b),
            Self::Heaps(_) | Self::Board(_) => a.cmp(b),
        }
    }
}

/// Writes the game in full notation.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heaps(rules) => rules.fmt(f),
            Self::Board(board) => board.fmt(f),
            Self::Own(own) => own.fmt(f),
        }
    }
}

/// A game with its convention and spelling: the argument of a command that takes no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// The game.
    pub game: Arc<Game>,
    /// The canonical spelling of the input, in which a name stays a name.
    pub spelled: Arc<str>,
}

impl GameLine {
    /// A game in its own canonical spelling.
    pub fn new(misere: bool, game: Game) -> Self {
        let spelled = game.to_string().into();
        Self { misere, game: Arc::new(game), spelled }
    }
}
