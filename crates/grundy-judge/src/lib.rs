//! Contest problems as data: a profile describes a problem's input, its game and the format of its answers.
//! With it, any solver can be judged, or can judge other programs.
//!
//! ```
//! use grundy_judge::{Judge, Outcome, Need, Prepared, Profile, Solve, SolveError, Verdict};
//! use dashu_int::UBig;
//!
//! /// Nim, by the sum without carries.
//! struct Nim;
//! impl Solve for Nim {
//!     fn game(&mut self, _: &str) -> Result<Box<dyn Prepared>, SolveError> {
//!         Ok(Box::new(Nim))
//!     }
//!     fn whole(&mut self, _: &str, _: &Need) -> Result<Verdict, SolveError> {
//!         Err(SolveError { code: "no-text".into(), en: "heaps only".into(), zh: "只接受堆".into(), limit: false })
//!     }
//! }
//! impl Prepared for Nim {
//!     fn solve(&mut self, heaps: &[UBig], _: &Need) -> Result<Verdict, SolveError> {
//!         let sum = heaps.iter().fold(UBig::ZERO, |sum, h| sum ^ h);
//!         let outcome = if sum == UBig::ZERO { Outcome::P } else { Outcome::N };
//!         Ok(Verdict { outcome, heaps: heaps.len(), value: Some(sum), margin: None, remoteness: None, count: None, moves: vec![], discard: None })
//!     }
//! }
//!
//! let profile = Profile::parse(r#"
//!     game = "nim"
//!     position = "x"
//!     [input]
//!     pattern = "(n x*n)*"
//!     stop = "n = 0"
//!     [output]
//!     N = "Win {{ value }}"
//!     P = "Lose"
//! "#)?;
//! let mut answers = Vec::new();
//! Judge::new(&profile)?.run(&mut Nim, "2 3 3\n3 1 2 4\n0\n".as_bytes(), &mut answers)?;
//! assert_eq!(answers, b"Lose\nWin 7\n");
//! # Ok::<(), grundy_judge::Error>(())
//! ```
//!
//! Reading and writing stream in large pieces, integers are exact at any size in inputs and templates, and
//! nothing is printed: errors are returned as an [`Error`] with a place and a message in two languages.

// Faults are boxed: an expression is evaluated in small steps, each of which may fail.
#![allow(clippy::unnecessary_box_returns)]

mod about;
mod ask;
mod block;
mod builtin;
mod cache;
mod change;
mod check;
mod decider;
mod error;
mod expr;
mod facts;
mod field;
mod filters;
mod judge;
mod lexer;
mod limits;
mod memo;
mod number;
mod order;
mod pattern;
mod pieces;
mod profile;
mod program;
mod question;
mod reader;
mod run;
mod sink;
mod solve;
mod solver;
pub mod stress;
mod template;
mod value;
mod whole;

pub use about::{About, Theme, themes};
pub use builtin::{BUILTINS, Builtin, find, list, search};
pub use check::Difference;
pub use error::{Error, Lang, Place, SolveError, Text};
pub use grundy_solver::discard::Aim;
pub use judge::Judge;
pub use pieces::Pieces;
pub use profile::Profile;
pub use program::program;
pub use solve::{
    Asked, Discarded, Item, Move, Need, Order, Outcome, Prepared, Solve, Touch, Verdict, Wanted, Wholes,
    WordMove, WordMoves,
};
pub use solver::Grundy;
