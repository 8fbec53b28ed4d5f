//! What is known: one file a theorem.
//!
//! A [`Theorem`] looks at one component (normal form only, never a name) and either solves it or
//! says why not. What it gives back, [`Solved`], answers for that one position: who wins, the
//! value where it is cheap, every winning move, and the reason as data. To add one, write a file
//! like its neighbours and put it into [`ALL`], the strongest first.

use dashu_int::{IBig, UBig};

use grundy_core::answer::MethodKind;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::text::Message;
use grundy_sequence::HeapFunctions;

pub mod board;
mod cold_pairs;
pub mod euclid;
pub mod finish_heap;
pub mod heapwise;
pub mod matches;
pub mod misere_nim;
pub mod moore;
pub mod most_stones;
pub mod nimble;
pub mod products;
pub mod race;
pub mod ring;
pub mod slow_nim;
pub mod staircase;
pub mod t_wythoff;
pub mod take_away;
#[cfg(test)]
pub(crate) mod testing;
pub mod wythoff;

/// Winning moves as found: every way to a result, not yet sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The moves. When not complete, all ways to the first results in order where that order
    /// can be produced, else to any.
    pub list: Vec<Move>,
    /// Does `list` hold every winning move?
    pub complete: bool,
    /// The exact number of different results, if it is known without having them all. Needed
    /// only where `complete` is false.
    pub total: Option<UBig>,
}

impl Moves {
    /// Every winning move.
    pub fn all(list: Vec<Move>) -> Self {
        Self { list, complete: true, total: None }
    }
}

/// What a theorem may use besides the component.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Does whoever cannot move win?
    pub misere: bool,
    /// Counts work and memory.
    pub budget: &'a Budget,
    /// Value functions of single heaps, kept between questions.
    pub heaps: &'a HeapFunctions,
}

/// The answer to one component, from one method.
pub trait Solved {
    /// Does the player to move win? Ignored where there is a [`margin`](Self::margin).
    fn wins(&self) -> bool;

    /// The Grundy value, where it exists and is cheap.
    fn value(&self) -> Option<UBig> {
        None
    }

    /// Moves to the end under best play, where they are cheap.
    fn remoteness(&self) -> Option<UBig> {
        None
    }

    /// In scoring games: stones the player to move gets more than the other from here.
    fn margin(&self) -> Option<IBig> {
        None
    }

    /// The moves that win, or in scoring games keep the margin. At least `want` different results
    /// if there are so many; more may be listed, where their memory is counted.
    fn winning_moves(&self, want: usize) -> Result<Moves>;

    /// The moves to positions of Grundy value `target`, for sums; `None` where values are not
    /// cheap. At least `want` different results if there are so many.
    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        let _ = (target, want);
        Ok(None)
    }

    /// Why, step by step, for this position.
    fn steps(&self) -> Vec<Message>;
}

/// Whether a theorem applies.
pub enum Applied<'a> {
    /// It does.
    Yes(Box<dyn Solved + 'a>),
    /// It does not; with a reason where the game is close enough for the question to come up.
    No(Option<Message>),
}

impl<'a> Applied<'a> {
    /// It applies.
    pub fn yes(solved: impl Solved + 'a) -> Self {
        Self::Yes(Box::new(solved))
    }

    /// It has nothing to do with this game.
    pub fn unrelated() -> Self {
        Self::No(None)
    }

    /// It nearly applies.
    pub fn near(reason: Message) -> Self {
        Self::No(Some(reason))
    }
}

/// Something published or provable about a family of games.
pub trait Theorem: Sync {
    /// Its name in answers.
    fn name(&self) -> &'static str;
    /// How sure it is.
    fn kind(&self) -> MethodKind {
        MethodKind::Theorem
    }
    /// Author and year.
    fn reference(&self) -> Option<&'static str>;
    /// Does it solve this component, alone or (where it gives a value) in a sum?
    fn apply<'a>(&self, component: &'a Component, context: Context<'a>) -> Result<Applied<'a>>;
}

/// All theorems about one component, the strongest first.
#[rustfmt::skip] // one a line, so that adding one changes one line
pub static ALL: &[&dyn Theorem] = &[
    &heapwise::Nim,
    &heapwise::Residues,
    &heapwise::Lasker,
    &heapwise::Periods::Windows,
    &heapwise::Periods::Pairs,
    &heapwise::Periods::Parts,
    &heapwise::Periods::AllBut,
    &heapwise::Periods::Rising,
    &heapwise::Values,
    &ring::Ring,
    &take_away::TakeAway,
    &matches::TwoHeaps,
    &matches::ThreeHeaps,
    &staircase::Staircase,
    &nimble::Nimble,
    &race::Race::Closed,
    &race::Race::Periods,
    &race::Race::AllBut,
    &race::Race::Values,
    &products::Products,
    &most_stones::MostStones,
    &finish_heap::FinishHeap,
    &wythoff::Wythoff,
    &t_wythoff::TWythoff,
    &euclid::Euclid,
    &moore::Moore,
    &slow_nim::SlowNim,
    &board::OnBoard::Coins,
    &board::OnBoard::CoinValues,
    &board::OnBoard::Grid,
    &board::OnBoard::Chomp,
    &board::OnBoard::ManyRows,
    &board::OnBoard::Ends,
    &board::OnBoard::Strip,
    &board::OnBoard::Hackenbush,
];

#[cfg(test)]
mod tests {
    use super::ALL;
    use grundy_core::answer::MethodKind;

    /// Proved in their own files.
    const FROM_HERE: [&str; 2] = ["most-stones", "finish-heap"];

    #[test]
    fn theorems_have_their_reference() {
        let year = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).len() == 4;
        for theorem in ALL {
            let (name, reference) = (theorem.name(), theorem.reference());
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{name}");
            if let Some(text) = reference {
                let known = text.contains("Winning Ways") || text.contains("arXiv:");
                assert!(known || text.split(' ').any(year), "{name}: {text}");
            } else {
                let free = FROM_HERE.contains(&name) || theorem.kind() == MethodKind::Computation;
                assert!(free, "{name} has no reference");
            }
        }
    }
}
