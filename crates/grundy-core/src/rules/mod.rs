//! Games on heaps: moves, amounts and settings, in one normal form.
//!
//! Recognition, planning and every engine use [`Rules`] only, never the text or name they came from.
//! [`Rules::new`] is the only constructor, so all rules are valid and in normal form.

mod amounts;
mod expr;
mod expr_print;
mod members;
mod normal;
mod print;
mod remake;
mod shape;
mod slope;
mod takes;
mod validate;
pub mod words;

use std::collections::BTreeSet;

use dashu_int::UBig;

pub use amounts::{Amounts, Named, Span, Symbolic};
pub use expr::{Atom, DigitsOf, Env, Expr, Var};
pub use members::Members;
pub use remake::Remake;
pub use validate::{check_first, conflict};

use crate::error::Result;

/// How the parts of a split must compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// In any way.
    Free,
    /// All different.
    Unequal,
    /// All the same.
    Equal,
}

/// The numbers of non-empty heaps that the rest of a touched heap may form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Parts {
    /// The numbers of heaps allowed.
    pub counts: BTreeSet<u32>,
    /// How two or more parts must compare.
    pub likeness: Likeness,
}

impl Parts {
    /// One heap or nothing: the rest is not split.
    pub fn together() -> Self {
        Self { counts: BTreeSet::from([0, 1]), likeness: Likeness::Free }
    }

    /// Whether the number of heaps can grow.
    pub fn splits(&self) -> bool {
        self.counts.last().is_some_and(|&c| c >= 2)
    }
}

/// Which heaps a take touches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// One heap of the player's choice.
    One,
    /// A largest heap.
    Max,
    /// A smallest heap.
    Min,
    /// The same number from each of exactly this many heaps (2 or more).
    Same(u64),
    /// The same number from each of 1 to this many heaps, for bounds too large to be spelled out.
    SameUpTo(u64),
    /// A separate amount from each of exactly this many heaps (2 or more).
    Free(u64),
    /// A separate amount from each of 1 to this many heaps (2 or more).
    FreeUpTo(u64),
    /// Amounts from each of this many heaps (2 or more) that differ by at most the bound.
    Within(u64, Expr),
    /// The same number from every heap.
    All,
    /// The same number from every non-empty heap.
    Nonempty,
}

impl Source {
    /// Whether the player chooses some of the heaps, so that there may be very many choices.
    pub fn chooses(&self) -> bool {
        match self {
            Self::Same(_) | Self::SameUpTo(_) | Self::Free(_) | Self::FreeUpTo(_) | Self::Within(..) => true,
            Self::One | Self::Max | Self::Min | Self::All | Self::Nonempty => false,
        }
    }
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveRule {
    /// Stones leave heaps.
    Take {
        /// Which heaps.
        source: Source,
        /// What may remain of each heap.
        parts: Parts,
        /// How many stones.
        amounts: Amounts,
    },
    /// Whole non-empty heaps are thrown away first.
    Discard {
        /// How many.
        heaps: u64,
        /// The move made on the others.
        then: Box<Self>,
    },
    /// Stones move to a lower heap.
    Step {
        /// How many at once.
        amounts: Amounts,
        /// Whether any number of steps is allowed, not just one.
        far: bool,
    },
    /// Stones move to a lower heap whose number fits that of theirs; heaps are counted from 1.
    Carry {
        /// How many at once.
        amounts: Amounts,
        /// The differences of the two numbers that are allowed.
        distance: Amounts,
        /// The sums of the two numbers that are allowed.
        sum: Amounts,
    },
    /// Heaps become other heaps.
    Remake(Remake),
    /// In a race: the total is multiplied.
    Multiply(Amounts),
}

/// In which order heaps must be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// A heap once begun is finished before another is touched.
    Finish,
    /// A heap once begun is finished before another is touched, and each next heap is smaller than the previous one was.
    Descending,
}

/// Where an upward race ends.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Goal {
    /// The number to reach.
    pub target: UBig,
    /// Whether a move may pass it.
    pub may_pass: bool,
}

/// How a game distinguishes heaps of the same size. A heap bears the mark of its game or none; none does at the
/// start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// With `ring`: something was taken from the heap, which is a row now.
    Row,
    /// With `heaps closed`: the heap was opened, so that moves may be made in it.
    Open,
    /// With `heaps alternating`: the latest move was made in the heap, so that the next one may not be.
    Touched,
}

impl Mark {
    /// All marks, with the word before the number of a heap in the history.
    pub const ALL: [(&'static str, Self); 3] =
        [("row", Self::Row), ("open", Self::Open), ("touched", Self::Touched)];

    /// The setting of the games with this mark.
    pub fn setting(self) -> &'static str {
        match self {
            Self::Row => "ring",
            Self::Open => "heaps closed",
            Self::Touched => "heaps alternating",
        }
    }
}

/// Where no amount may be taken twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Once {
    /// In the whole component.
    Game,
    /// From one heap. What is left of a heap remembers what was taken from it.
    Heap,
}

impl Once {
    /// The setting.
    pub fn setting(self) -> &'static str {
        match self {
            Self::Game => "each amount once",
            Self::Heap => "each amount once per heap",
        }
    }
}

/// A move that puts stones on a heap instead of taking some.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PutBack {
    /// How many stones.
    pub amounts: Amounts,
    /// How often players may do so, all together.
    pub times: UBig,
}

/// The settings after the semicolons.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Settings {
    /// The amounts of every take in the first move.
    pub first: Option<Amounts>,
    /// Whether the player who takes most wins.
    pub most: bool,
    /// Heaps are finished in order.
    pub order: Option<Order>,
    /// The game is an upward race.
    pub goal: Option<Goal>,
    /// Heaps bear marks: they are rings until their first take, closed until they are opened, or touched by turns.
    pub marks: Option<Mark>,
    /// The numbers of the seats, which the moves use in turn; empty if there are none.
    pub seats: Vec<UBig>,
    /// How often players may pass, all together.
    pub passes: UBig,
    /// What players may put back.
    pub put_back: Option<PutBack>,
    /// Each amount may be taken once.
    pub once: Option<Once>,
}

/// The rules of a game on heaps, in normal form.
///
/// Two rules that differ only in spelling are equal: moves of the same shape are joined, amounts
/// are sorted and absorbed, expressions are reduced.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    moves: Vec<MoveRule>,
    settings: Settings,
}

impl Rules {
    /// Brings moves and settings into normal form and checks that they make sense together.
    pub fn new(moves: Vec<MoveRule>, mut settings: Settings) -> Result<Self> {
        let mut moves = takes::normal_form(moves, settings.first.is_some())?;
        if let Some(first) = &settings.first {
            check_first(first)?;
            // If no move depends on being first, the setting has no effect.
            if !moves.iter().any(MoveRule::heeds_first) {
                settings.first = None;
                moves = takes::normal_form(moves, false)?;
            }
        }
        settings.put_back = settings.put_back.filter(|put| put.times > UBig::ZERO);
        let mut rules = Self { moves, settings };
        // Numbers that no move looks at have no effect.
        if !rules.looks_at_seats() {
            rules.settings.seats.clear();
        }
        validate::check(&rules)?;
        Ok(rules)
    }

    /// The moves, in canonical order.
    pub fn moves(&self) -> &[MoveRule] {
        &self.moves
    }

    /// Whether one move may be allowed twice, by moves joined with `or`.
    pub fn has_alternatives(&self) -> bool {
        self.moves().len() > 1
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether heaps are rings until their first take.
    pub fn is_ring(&self) -> bool {
        self.settings.marks == Some(Mark::Row)
    }

    /// The goal, if this is a race.
    pub fn goal(&self) -> Option<&Goal> {
        self.settings.goal.as_ref()
    }
}
