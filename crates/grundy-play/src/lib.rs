//! Game sessions: two players, an opponent that plays perfectly or makes mistakes, hints, verdicts.
//!
//! A [`Session`] holds the line of play with undo, redo and jumps. A move comes from text ([`read`]),
//! from a list ([`choices`]) or from an [`Engine`]. Each is a [`Choice`], which is legal by
//! construction, so an illegal move cannot be played. [`Hints`] help step by step, and a [`Verdict`]
//! says what a move gave away and which reply proves it.
//!
//! ```
//! use grundy_solver::limits::Budget;
//! use grundy_play::{Engine, Session, read};
//! use grundy_solver::{Solver, notation};
//!
//! let (solver, budget) = (Solver::default(), Budget::default());
//! let mut session = Session::new(notation::parse_position("nim[3, 4, 5]")?);
//! session.play(read(session.position(), "take 2 from 3", &budget)?)?;
//! let mut engine = Engine::perfect();
//! while session.end(&solver)?.is_none() {
//!     session.play(engine.choose(&session, &solver)?)?;
//! }
//! // The first player won: their move was the only winning one, and the rest was played perfectly.
//! assert_eq!(session.end(&solver)?.and_then(|end| end.winner()).map(|seat| seat.number()), Some(1));
//! # Ok::<(), grundy_solver::Error>(())
//! ```

mod action;
mod choice;
mod engine;
mod hints;
mod puzzle;
mod record;
mod rules;
mod session;
mod standing;
mod verdict;

pub use choice::{Choice, LISTED, choices, read};
pub use engine::Engine;
pub use hints::Hints;
pub use puzzle::puzzle;
pub use rules::rules_in_words;
pub use session::{End, Session};
pub use standing::{Seat, Standing};
pub use verdict::Verdict;
