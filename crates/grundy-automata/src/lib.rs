//! Finite automata that read several numbers at once, and the questions about numbers they answer.
//!
//! A number is written in a [`Numeration`]: base 2 to 10, Fibonacci, or one of its kin. Several numbers are written one
//! below the other, as long as the longest, with leading zeros; a *letter* is one column, one digit a number. A [`Dfa`]
//! reads letters from the most significant one on and accepts a set of tuples of numbers. A row of digits is called a *track*.
//!
//! Order, addition, constants, multiples and residues are such sets in each of these numerations ([`linear`],
//! [`residue`]). Unions, intersections and differences are products of automata; "there is a number such that" drops a
//! track ([`project`]) and makes the result deterministic again ([`Nfa::determinise`]). So whatever can be said of whole
//! numbers with addition and "for all" and "there is" can be decided (Büchi; Bruyère, Hansel, Michaux and Villemaire 1994;
//! for Fibonacci numbers Mousavi, Schaeffer and Shallit 2016).
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
//! Nothing here knows what a game is. Every step counts states and looks at the clock, and ends with
//! [`Error`] where a [`Budget`] is used up: automata can grow exponentially.

// States, letters and digits are numbered with 32 bits; a budget ends long before that.
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
