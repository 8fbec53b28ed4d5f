//! Grundy solves stone-taking and other impartial games exactly: who wins, every winning move, and why.
//!
//! A game is one line of text, such as `wythoff[8, 15]` or `take 1, 3, 4[100]`, or a sum of several. The
//! [`notation`] turns it into a [`game`] in normal form, and a plan picks the strongest known theorem. Only
//! if none applies are all lines of play searched.
//!
//! # Solving a position
//!
//! ```
//! use grundy::{Outcome, Solver};
//!
//! let answer = Solver::default().solve_text("nim[3, 4, 5]")?;
//! assert_eq!(answer.outcome, Outcome::N);
//! // The only winning move leaves 1, 4 and 5, whose nim-sum is 0.
//! assert_eq!(answer.moves.len(), 1);
//! assert_eq!(answer.method.name, "nim");
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # Rules of your own
//!
//! Rules need no name to be recognised: only the normal form counts. Bounded Nim typed out gets the theorem
//! of bounded Nim, at any size.
//!
//! ```
//! use grundy::{Outcome, Solver, catalogue, notation};
//!
//! let line = notation::parse_game("take 1, 2 or take 3")?;
//! assert_eq!(notation::name_of(&line.game).as_deref(), Some("bash(3)"));
//!
//! // A heap is lost exactly when 4 divides it, and 4 divides 10^1000.
//! let heap = notation::parse_number("10^1000")?;
//! let answer = Solver::default().solve_heaps(&line, vec![heap])?;
//! assert_eq!(answer.outcome, Outcome::P);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # Games the notation cannot express
//!
//! Define the start of the game and the options of a position, and the same engine solves it: alone, in sums,
//! under misère play, and with draws if play can go round in circles. Here a coin starts on square 7 of a
//! strip; a move takes it one square down, or to a divisor of its square other than 1.
//!
//! ```
//! use grundy::own::{OwnGame, Typed};
//! use grundy::{Outcome, Solver, notation};
//!
//! struct Strip;
//!
//! impl OwnGame for Strip {
//!     type Position = u64;
//!
//!     fn start(&self) -> u64 {
//!         7
//!     }
//!
//!     fn options(&self, &square: &u64) -> Vec<u64> {
//!         let divisors = (2..square).filter(|d| square % d == 0);
//!         divisors.chain(square.checked_sub(1)).collect()
//!     }
//! }
//!
//! let strip = Typed::new("strip", Strip);
//! let solver = Solver::default();
//! assert_eq!(solver.solve(&strip.start()?)?.outcome, Outcome::P);
//! // From square 12 the coin can go to 11, 6, 4, 3 or 2; beside two stones, two of these win.
//! let sum = strip.at(12)?.plus(&notation::parse_position("nim[2]")?)?;
//! let answer = solver.solve(&sum)?;
//! assert_eq!(answer.outcome, Outcome::N);
//! assert_eq!(strip.moves(&answer), [4, 6]);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Graphs and scripts in the notation, such as `graph("a: b c; b: c")[a]`, are solved in the same way; see
//! [`own`]. A game that names a file is refused unless [`notation::parse_position_with`] allows it.
//!
//! # Many questions, and the reasons
//!
//! A [`Solver`] keeps the tables it makes, so the second question about the same game is cheap.
//! Reasons come as data and are put into words last, in English or Chinese.
//!
//! ```
//! use grundy::text::Lang;
//! use grundy::{Outcome, Solver, notation};
//!
//! let solver = Solver::default();
//! let kayles = notation::parse_game("kayles")?;
//! let lost = (1u32..100)
//!     .filter(|&n| solver.solve_heaps(&kayles, vec![n.into(), n.into()]).unwrap().outcome == Outcome::P)
//!     .count();
//! assert_eq!(lost, 99); // Two equal rows: whatever is done to one can be done to the other.
//!
//! let answer = solver.solve_text("bash(3)[20]")?;
//! for step in &answer.steps {
//!     println!("{}", step.render(Lang::Zh));
//! }
//! assert!(answer.steps.iter().any(|step| step.id() == "residues.rule"));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! # Guarantees
//!
//! - **Exact.** Heaps are whole numbers of any size, nothing is rounded, and no decision passes
//!   through floating point. Each answer names its method: a published theorem, a proof made
//!   here, a computed table, or a search of every line of play.
//! - **As fast as the method allows.** Theorems take time in the number of digits: heaps of a
//!   thousand digits are answered at once. Tables of heap values grow with the heap, and a plain
//!   search with the number of positions that can be reached, which is exponential in the worst
//!   case.
//! - **Bounded.** [`limits::Limits`] holds each question to a memory and a time limit, checked
//!   before memory is allocated; text is refused above [`notation::MAX_TEXT`] characters,
//!   [`notation::MAX_NESTING`] levels or [`number::MAX_DIGITS`] digits. What runs into a limit is
//!   an [`Error`] of kind [`error::ErrorKind::Limit`] or [`error::ErrorKind::Input`], never a panic.
//! - **Precise errors.** An [`Error`] reports the place in the text and what was probably meant:
//!
//! ```
//! let error = grundy::notation::parse("wythof[8, 15]").unwrap_err();
//! assert_eq!((error.code(), error.span()), ("unknown-game", Some(0..6)));
//! assert_eq!(error.suggestion(), Some("wythoff"));
//! ```
//!
//! # Formats
//!
//! Games are read by [`notation::parse`] and print in one canonical spelling that reads back as
//! the same thing. [`Answer::to_json`] gives the JSON object of the command line, in which whole
//! numbers beyond 2^53 - 1 are decimal strings.
//!
//! # Modules
//!
//! Everything here is meant for other programs. What only the programs of this repository need (kernels,
//! sieves, laws, the plain search) is in the crates below, mainly `grundy-solver`, whose items may change in
//! any release.

pub use grundy_core::answer::{Answer, DEFAULT_MOVES};
pub use grundy_core::outcome::Outcome;
pub use grundy_core::{Error, IBig, UBig};
pub use grundy_solver::{Decision, LegalMove, LegalMoves, Solver, WinningTurns};

/// Answers: the winning moves, the method and the reason, as data and as JSON.
pub mod answer {
    pub use grundy_core::answer::{
        Answer, Change, ComponentAnswer, DEFAULT_MOVES, Doing, HeapChange, Played, WinningMove, steps_to_json,
    };
    pub use grundy_core::method::{Declined, MethodKind, MethodUsed};
    pub use grundy_core::outcome::Outcome;
}

/// Many positions of one game: lines of text, or columns in memory, decided on machine words if possible.
pub mod batch {
    pub use grundy_solver::batch::{
        Answers, BatchSettings, Column, Lines, Positions, Prepared, RowError, Texts, Worker, heaps_of,
    };
}

/// The named games, as data: their rules, their names in both languages, and references.
pub mod catalogue {
    pub use grundy_core::catalogue::{Bilingual, Entry, Parameter, ParameterKind, all, names};
}

/// What can go wrong: the kind of an error, its place in the text, its message, and what was probably meant.
pub mod error {
    pub use grundy_core::error::{Error, ErrorKind, Result};
}

/// Why a position is won or lost, what every reply leads to, and moves in words.
pub mod explain {
    pub use grundy_solver::explain::{
        DEFAULT_REPLIES, Explanation, Left, explain, explain_move, move_in_words, read_move, result_in_words,
    };
    pub use grundy_solver::report::{DEFAULT_SHOWN, report};
}

/// Games as data: on heaps, on a board, or defined by the options of their positions.
///
/// Rules in normal form can be built and taken apart here, for programs that make rules and do not write them as text.
pub mod game {
    pub use grundy_core::board::{Board, Layout, Turning};
    pub use grundy_core::game::{Game, GameLine, WrittenMove};
    pub use grundy_core::rules::{
        Amounts, Atom, DigitsOf, Expr, Goal, Likeness, Mark, MoveRule, Named, Once, Order, Parts, PutBack,
        Remake, Rules, Settings, Source, Span, Var,
    };
}

/// Limits on the work, time and memory of a question, and how to stop one that is running.
pub mod limits {
    pub use grundy_core::limits::{Budget, Cancel, Limits, read_bytes, read_duration, readable_bytes};
}

/// Parses games and positions from text, and finds the names of games.
pub mod notation {
    pub use grundy_core::game::GameLine;
    pub use grundy_core::notation::{
        MAX_COMPUTED, MAX_NESTING, MAX_TEXT, Parsed, entry_of, from_words, name_of, parse, parse_game,
        parse_game_with, parse_heaps, parse_heaps_of, parse_heaps_with, parse_number, parse_number_with,
        parse_position, parse_position_with, parse_with, suggested_rules,
    };
    pub use grundy_core::own::{Files, Reading};
}

/// Whole numbers of any size in JSON, and the field of nimbers.
pub mod number {
    pub use grundy_core::nimber::Nimber;
    pub use grundy_core::number::{JSON_EXACT, MAX_DIGITS, mex, natural_to_json, nim_sum, to_json};
}

/// Games the notation cannot express: tokens on a graph, a script, or rules written in Rust.
pub mod own {
    pub use grundy_core::own::{Loopy, MAX_SCRIPT, Marked, Own, OwnGame};
    pub use grundy_core::typed::Typed;
}

/// Grundy values of one heap: values in order, periods and their proofs, and certificates that others can check.
pub mod period {
    pub use grundy_sequence::certificate::{closed, of};
    pub use grundy_sequence::{
        ClosedPeriod, Estimate, HeapFunction, HeapFunctions, Period, Progress, Proof, Run, Statistics,
        StopReason, Store, closed_period,
    };
    pub use grundy_solver::periods::{PeriodQuestion, period_json};
    pub use grundy_solver::values::List;
}

/// Positions: heaps and history, sums and compounds, and the moves that lead from one position to the next.
pub mod position {
    pub use grundy_core::position::{
        Component, How, Move, Open, Others, Past, Position, State, Touch, Tree, Turn, for_each_move,
        turns_leaving,
    };
}

/// Families of rules, and the proved period of each member.
pub mod sweep {
    pub use grundy_solver::sweep::{Family, Member, Row, row, row_of};
}

/// All positions of two heaps below two sizes, as a table.
pub mod table {
    pub use grundy_solver::table::{Grid, Show};
}

/// Sentences as data, and their words in English and Chinese.
pub mod text {
    pub use grundy_core::text::{Lang, Message, Value};
}
