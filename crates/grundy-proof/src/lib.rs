//! Laws of games, found and proved automatically.
//!
//! Heaps are written in a numeration, and an automaton reads the digits of all heaps side by side. For many
//! games some automaton accepts exactly the P-positions: seven states in Fibonacci numeration for Wythoff's
//! game. Such an automaton is *learned* from a table of small positions, and then *proved*. The proof consists
//! of two statements: no P-position has an option that is a P-position, and every other position has one. Both
//! are statements about automata that can be decided for all numbers at once (Büchi; Bruyère, Hansel, Michaux
//! and Villemaire 1994). A proved law decides heaps of any size digit by digit.
//!
//! ```
//! use grundy_core::notation::parse_game;
//! use grundy_proof::{Effort, Question, find};
//!
//! let line = parse_game("wythoff")?;
//! let question = Question::new(&line, 2)?;
//! let law = find(&question, &Effort::default()).unwrap().law.unwrap();
//! assert_eq!((law.numeration().id().as_str(), law.lost().states()), ("fib", 7));
//! assert!(law.is_lost(&[8u8.into(), 13u8.into()]));
//! assert!(!law.is_lost(&[8u8.into(), 14u8.into()]));
//! # Ok::<(), grundy_core::error::Error>(())
//! ```

// Digits, letters, tracks and sides of tables are small numbers.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

mod certificate;
mod digits;
mod draw;
mod export;
mod few;
mod find;
mod law;
mod lean;
mod proof;
mod question;
mod relation;
mod room;
mod sample;
mod table;
#[cfg(test)]
mod testing;
mod values;
mod walk;
mod walnut;
mod words;

pub use certificate::read as read_certificate;
pub use digits::{read, word, write};
pub use find::{Effort, Found, NUMERATIONS, find, first_difference, lost_pairs, prove_law};
pub use grundy_automata::{DEAD, Dfa, Error as BudgetError, Numeration, Step};
pub use grundy_verify::Law as Certificate;
pub use law::Law;
pub use proof::Sizes;
pub use question::{MOST_HEAPS, MOST_VALUES, Question, Unsaid, refused};
pub use relation::Trouble;
pub use room::{End, Tried};
pub use walk::Winning;
pub use words::Words;

/// Certificates of proved laws included in the program, one per line, as written by [`Law::to_text`].
pub const SHELF: &str = include_str!("../shelf/laws.jsonl");
