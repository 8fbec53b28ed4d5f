//! Finite automata that read several numbers at once, and decide statements about numbers.
//!
//! A number is written in a [`Numeration`]: a base from 2 to 16, Fibonacci, or a related one. Several numbers
//! are written one below the other, padded with leading zeros to the length of the longest; a *letter* is one
//! column, with one digit per number. A [`Dfa`] reads letters from the most significant one on and accepts a
//! set of tuples of numbers. A row of digits is called a *track*.
//!
//! Order, addition, constants, multiples and residues are such sets in each of these numerations ([`linear`],
//! [`residue`]). Unions, intersections and differences are products of automata; "there is a number such that"
//! drops a track ([`project`]) and makes the result deterministic again ([`Nfa::determinise`]). So every
//! statement about whole numbers with addition, "for all" and "there is" can be decided (Büchi; Bruyère,
//! Hansel, Michaux and Villemaire 1994; for Fibonacci numbers Mousavi, Schaeffer and Shallit 2016).
//!
//! ```
//! use grundy_automata::{Bounds, Budget, Numeration, linear};
//!
//! // x + y = z, the numbers written as sums of Fibonacci numbers.
//! let (fibonacci, budget) = (Numeration::fibonacci(), Budget::default());
//! let sum = linear(&fibonacci, &[1, 1, -1], Bounds::exactly(0), &budget)?;
//! assert!(sum.accepts(&fibonacci, &[8, 5, 13]));
//! assert!(!sum.accepts(&fibonacci, &[8, 5, 14]));
//! # Ok::<(), grundy_automata::Error>(())
//! ```
//!
//! This crate is independent of games. Every step counts states and checks the clock, and returns an [`Error`]
//! if a [`Budget`] is used up: automata can grow exponentially.

// States, letters and digits are numbered with 32 bits; a budget is used up long before that.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod budget;
mod dfa;
mod learn;
mod linear;
mod minimise;
mod nfa;
mod numeration;

pub use budget::{Budget, Error, Reason, Step};
pub use dfa::{DEAD, Dfa};
pub use learn::{Learned, Learner, Teacher};
pub use linear::{Bounds, linear, places, residue};
pub use nfa::{Nfa, Part, project};
pub use numeration::Numeration;
