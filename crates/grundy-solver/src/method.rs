//! What is known of a game, as one object: the interface between recognising a game and answering questions.
//!
//! A [`Method`] belongs to one game under one convention. It has a name and a basis, and provides any of four
//! things: [`solve`](Method::solve) answers a position of any size with reasons, [`values`](Method::values)
//! is the Grundy value of one heap, [`kernel`](Method::kernel) decides positions on machine words, and
//! [`law`](Method::law) is the formula that people read. Which methods apply to a game is decided in one
//! place, [`recognise`](crate::recognise).
//!
//! # Adding a method
//!
//! Write a file with a type that implements [`Method`], and a function `recognise` that takes [`Asked`],
//! examines the
//! rules in normal form and at nothing else, and returns [`Fit::Known`] with the method, [`Fit::Near`] with a reason
//! where a reader would wonder why it does not apply, or [`Fit::Unrelated`]. It computes no table. Put the function
//! into [`TABLE`](crate::recognise::TABLE), before the weaker ones that apply as well. From then on `solve`, sums, compounds,
//! `batch`, the judge, `pattern` and the other front ends use it, and the tests in `tests/library/methods.rs` compare it
//! with the plain search.
//!
//! A method may cover only some positions, such as two heaps: `solve` returns [`Applied::No`] for the other
//! positions, `kernel` and `law` return `None` for numbers of heaps they do not cover.
//!
//! Machinery may live in a crate below this one; the file here wraps it. Knowledge that a user loads goes
//! into [`Laws`](crate::recognise::Laws): it implements [`Recognise`](crate::recognise::Recognise) and is
//! queried like a row of the table.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use crate::kernel::Kernel;
use crate::law::Law;
use grundy_core::answer::{Declined, MethodKind};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move, Touch};
use grundy_core::rules::Rules;
use grundy_core::text::Message;
use grundy_sequence::{HeapFunction, HeapFunctions, HeapMove, HeapMoves};

/// What a method rests on, with author and year where it was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// A theorem; without a reference it is proved in its own file.
    Theorem(Option<&'static str>),
    /// A proof made by the program, by a method with this reference.
    Proof(Option<&'static str>),
    /// A table or a recursion over every position needed.
    Computation(Option<&'static str>),
}

impl Basis {
    /// The basis of this kind. A search is a computation of every position needed.
    pub fn of(kind: MethodKind, reference: Option<&'static str>) -> Self {
        match kind {
            MethodKind::Theorem => Self::Theorem(reference),
            MethodKind::Proof => Self::Proof(reference),
            MethodKind::Computation | MethodKind::Search => Self::Computation(reference),
        }
    }

    /// How certain it is, as answers show it.
    pub fn kind(self) -> MethodKind {
        match self {
            Self::Theorem(_) => MethodKind::Theorem,
            Self::Proof(_) => MethodKind::Proof,
            Self::Computation(_) => MethodKind::Computation,
        }
    }

    /// Author and year.
    pub fn reference(self) -> Option<&'static str> {
        match self {
            Self::Theorem(reference) | Self::Proof(reference) | Self::Computation(reference) => reference,
        }
    }
}

/// What is known of one game under one convention. See the [module](self) on how to add one.
pub trait Method {
    /// Its name, the same in all answers.
    fn name(&self) -> &'static str;

    /// Its basis.
    fn basis(&self) -> Basis;

    /// Answers a position of the game, of any size.
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>>;

    /// The Grundy value of one heap, if heaps are independent under normal play: a position is then worth the
    /// nim-sum of its heaps.
    fn values(&self) -> Option<Rc<dyn HeapFunction>> {
        None
    }

    /// Under misère play: the remainder of one heap, if positions of the game play Misère Nim on these, also
    /// in sums with other such games.
    fn misere_rests(&self) -> Option<Rc<dyn HeapFunction>> {
        None
    }

    /// The decision on machine words. Building it may take a moment, charged to `budget`.
    fn kernel(&self, budget: &Budget) -> Option<Arc<dyn Kernel>> {
        let _ = budget;
        None
    }

    /// The formula for positions of `heaps` heaps, none of them empty if moves change their number.
    fn law(&self, heaps: usize) -> Option<Law> {
        let _ = heaps;
        None
    }
}

/// A game and a convention to recognise.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The rules in normal form.
    pub rules: &'a Rules,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Value functions of single heaps, kept between questions.
    pub heaps: &'a HeapFunctions,
}

/// Whether a method applies to a game.
pub enum Fit {
    /// It applies.
    Known(Rc<dyn Method>),
    /// It does not apply, but a reader might expect it to: this is what is missing.
    Near(Declined),
    /// It is unrelated to this game.
    Unrelated,
}

impl Fit {
    /// The method applies to the game.
    pub fn known(method: impl Method + 'static) -> Self {
        Self::Known(Rc::new(method))
    }

    /// The method of this name nearly applies to the game.
    pub fn near(name: &'static str, reason: Message) -> Self {
        Self::Near(Declined { name, reason })
    }
}

/// Winning moves as found: every way to a result, not yet sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// The moves. If incomplete, all ways to the first results in order if that order can be produced, else
    /// to any results.
    pub list: Vec<Move>,
    /// Whether `list` holds every winning move.
    pub complete: bool,
    /// The exact number of distinct results, if it is known without listing them. Needed only if `complete`
    /// is false.
    pub total: Option<UBig>,
}

impl Moves {
    /// Every winning move.
    pub fn all(list: Vec<Move>) -> Self {
        Self { list, complete: true, total: None }
    }

    /// The moves in one heap of a component. `moves_of` finds them for a heap and its index; it is asked once
    /// about equal heaps, which have equal moves: each is a separate way to the same result.
    pub(crate) fn in_one_heap(
        component: &Component,
        budget: &Budget,
        mut moves_of: impl FnMut(&UBig, usize) -> Result<HeapMoves>,
    ) -> Result<Self> {
        let mut moves = Self::all(Vec::new());
        let mut total = Some(UBig::ZERO);
        let mut equal: BTreeMap<&UBig, Vec<usize>> = BTreeMap::new();
        for (index, heap) in component.heaps().iter().enumerate().filter(|(_, heap)| **heap > UBig::ZERO) {
            equal.entry(heap).or_default().push(index);
        }
        for (heap, indices) in equal {
            let found = moves_of(heap, indices[0])?;
            let count = if found.complete { Some(UBig::from(found.list.len())) } else { found.total };
            total = total.zip(count).map(|(a, b)| a + b);
            moves.complete &= found.complete;
            for HeapMove { taken, left } in found.list {
                for &heap in &indices {
                    let touch = Touch { heap, taken: taken.clone(), left: left.clone() };
                    let played = Move::Take { discarded: vec![], touched: vec![touch] };
                    budget.reserve(played.bytes())?;
                    moves.list.push(played);
                }
            }
        }
        moves.total = total;
        Ok(moves)
    }
}

/// The answer to one position, from one method.
pub trait Solved {
    /// Whether the player to move wins. Ignored if there is a [`margin`](Self::margin).
    fn wins(&self) -> bool;

    /// The method's name and basis, if they depend on the position.
    fn source(&self) -> Option<(&'static str, Basis)> {
        None
    }

    /// The Grundy value, if it exists and is cheap.
    fn value(&self) -> Option<UBig> {
        None
    }

    /// Number of moves to the end under best play, if it is cheap.
    fn remoteness(&self) -> Option<UBig> {
        None
    }

    /// In scoring games: stones the player to move gets more than the other from here.
    fn margin(&self) -> Option<IBig> {
        None
    }

    /// The moves that win, or in scoring games keep the margin. At least `want` distinct results if there are
    /// that many; more may be listed, with their memory counted.
    fn winning_moves(&self, want: usize) -> Result<Moves>;

    /// The moves to positions of Grundy value `target`, for sums; `None` if values are not cheap. At least
    /// `want` distinct results if there are that many.
    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        let _ = (target, want);
        Ok(None)
    }

    /// Whether [`moves_to_value`](Self::moves_to_value) lists the moves to every value. If not, the value is no
    /// use in sums.
    fn knows_moves_to_values(&self) -> bool {
        true
    }

    /// Why, step by step, for this position.
    fn steps(&self) -> Vec<Message>;
}

/// A position whose Grundy value is known, with the moves to each value. It is [`Solved`]: under normal play the value
/// decides who wins.
pub(crate) trait Valued {
    /// The Grundy value.
    fn grundy_value(&self) -> &UBig;

    /// The moves to positions of Grundy value `target`: at least `want` distinct results if there are that many.
    fn moves_to(&self, target: &UBig, want: usize) -> Result<Moves>;

    /// Why the position has this value and who wins it, step by step.
    fn reasons(&self) -> Vec<Message>;
}

impl<T: Valued> Solved for T {
    fn wins(&self) -> bool {
        *self.grundy_value() > UBig::ZERO
    }

    fn value(&self) -> Option<UBig> {
        Some(self.grundy_value().clone())
    }

    fn winning_moves(&self, want: usize) -> Result<Moves> {
        self.moves_to(&UBig::ZERO, want)
    }

    fn moves_to_value(&self, target: &UBig, want: usize) -> Result<Option<Moves>> {
        self.moves_to(target, want).map(Some)
    }

    fn steps(&self) -> Vec<Message> {
        self.reasons()
    }
}

/// Whether a method answers a position of its game.
pub enum Applied<'a> {
    /// It does.
    Yes(Box<dyn Solved + 'a>),
    /// It does not; with a reason if the position is a near miss.
    No(Option<Message>),
}

impl<'a> Applied<'a> {
    /// The method answers.
    pub fn yes(solved: impl Solved + 'a) -> Self {
        Self::Yes(Box::new(solved))
    }

    /// The method is unrelated to this position.
    pub fn unrelated() -> Self {
        Self::No(None)
    }

    /// A near miss; `reason` says what is missing.
    pub fn near(reason: Message) -> Self {
        Self::No(Some(reason))
    }
}

/// The convention of a question, and the budget that its work is charged to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Counts work and memory.
    pub budget: &'a Budget,
}
