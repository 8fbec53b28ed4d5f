//! What is known of a game, as one object: the joint between recognising a game and answering questions about it.
//!
//! A [`Method`] belongs to one game under one convention. It has a name and a basis, and gives any of four things:
//! [`solve`](Method::solve) answers a position of any size with reasons, [`values`](Method::values) is the
//! Grundy value of one heap, [`kernel`](Method::kernel) decides positions on machine words, and
//! [`law`](Method::law) is the formula that people read. Which methods know a game is decided in one place,
//! [`recognise`](crate::recognise).
//!
//! # Adding a method
//!
//! Write a file with a type that implements [`Method`], and a function `recognise` that takes [`Asked`], looks at the
//! rules in normal form and at nothing else, and returns [`Fit::Known`] with the method, [`Fit::Near`] with a reason
//! where a reader would wonder why it does not apply, or [`Fit::Unrelated`]. It computes no table. Put the function
//! into [`TABLE`](crate::recognise::TABLE), before the weaker ones that apply as well. From then on `solve`, sums, compounds,
//! `batch`, the judge, `pattern` and the other fronts use it, and the tests in `tests/methods.rs` compare what it offers
//! with the plain search.
//!
//! What is precise only for some positions, such as two heaps, is known for the game all the same: `solve` returns
//! [`Applied::No`] for the other positions, `kernel` and `law` return `None` for numbers of heaps they do not cover.
//!
//! Machinery may live in a crate below this one; the file here wraps it. Knowledge that a user loads goes into
//! [`Laws`](crate::recognise::Laws): it implements [`Recognise`](crate::recognise::Recognise) and is asked like a row of the table.

use std::rc::Rc;
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use crate::kernel::Kernel;
use crate::law::Law;
use grundy_core::answer::{Declined, MethodKind};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Component, Move};
use grundy_core::rules::Rules;
use grundy_core::text::Message;
use grundy_sequence::{HeapFunction, HeapFunctions};

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
    /// How sure it is, as answers have it.
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

    /// What it rests on.
    fn basis(&self) -> Basis;

    /// Answers a position of the game, of any size.
    ///
    /// # Errors
    /// The limits of `budget`.
    fn solve<'a>(&'a self, component: &'a Component, budget: &'a Budget) -> Result<Applied<'a>>;

    /// The Grundy value of one heap, where the heaps of a position are independent under normal play: the position is then worth the
    /// nim-sum of its heaps.
    fn values(&self) -> Option<Rc<dyn HeapFunction>> {
        None
    }

    /// Under misère play: the remainder of one heap, where positions of the game play Misère Nim on these, also
    /// together with others that do.
    fn misere_rests(&self) -> Option<Rc<dyn HeapFunction>> {
        None
    }

    /// The decision on machine words. Making it may take moments, which `budget` limits.
    fn kernel(&self, budget: &Budget) -> Option<Arc<dyn Kernel>> {
        let _ = budget;
        None
    }

    /// The formula for positions of so many heaps, none of them empty where moves change their number.
    fn law(&self, heaps: usize) -> Option<Law> {
        let _ = heaps;
        None
    }
}

/// A game and a convention that methods are asked about.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The rules in normal form.
    pub rules: &'a Rules,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Value functions of single heaps, kept between questions.
    pub heaps: &'a HeapFunctions,
}

/// Whether a method knows a game.
pub enum Fit {
    /// It does.
    Known(Rc<dyn Method>),
    /// It does not, and the question comes up: this is what is missing.
    Near(Declined),
    /// It has nothing to do with this game.
    Unrelated,
}

impl Fit {
    /// This method knows the game.
    pub fn known(method: impl Method + 'static) -> Self {
        Self::Known(Rc::new(method))
    }

    /// The method of this name nearly knows the game.
    pub fn near(name: &'static str, reason: Message) -> Self {
        Self::Near(Declined { name, reason })
    }
}

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

/// The answer to one position, from one method.
pub trait Solved {
    /// Does the player to move win? Ignored where there is a [`margin`](Self::margin).
    fn wins(&self) -> bool;

    /// The method's name and basis, where they depend on the position.
    fn source(&self) -> Option<(&'static str, Basis)> {
        None
    }

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

/// Whether a method answers a position of its game.
pub enum Applied<'a> {
    /// It does.
    Yes(Box<dyn Solved + 'a>),
    /// It does not; with a reason where the position is close enough for the question to come up.
    No(Option<Message>),
}

impl<'a> Applied<'a> {
    /// It answers.
    pub fn yes(solved: impl Solved + 'a) -> Self {
        Self::Yes(Box::new(solved))
    }

    /// It has nothing to do with this position.
    pub fn unrelated() -> Self {
        Self::No(None)
    }

    /// It nearly answers.
    pub fn near(reason: Message) -> Self {
        Self::No(Some(reason))
    }
}

/// The convention of a question, and what its work is charged to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// Counts work and memory.
    pub budget: &'a Budget,
}
