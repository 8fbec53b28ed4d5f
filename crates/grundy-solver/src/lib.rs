//! The solver: which method answers a position, and the methods.
//!
//! Programs that want answers use the crate `grundy`, which shows what is meant for them. This crate shows everything to the
//! programs of this repository, and its items may change in any release.
//!
//! [`Solver`] keeps what it learns between questions. [`theorem`] has one file a theorem; [`kernel`] and [`batch`] answer
//! millions of positions on machine words; [`lattice`] has sieves and tables of several heaps tied together; [`search`]
//! looks at every line of play where nothing better is known, and [`oracle`] is the plain search that everything else is
//! tested against.
pub mod batch;
mod compound;
pub mod explain;
pub mod games;
pub mod kernel;
pub mod lattice;
pub mod law;
mod legal;
pub mod loaded;
pub mod method;
pub mod oracle;
pub mod periods;
mod plan;
mod product;
pub mod recognise;
pub mod report;
pub mod results;
pub mod search;
mod solver;
pub mod sweep;
pub mod table;
pub mod theorem;
pub mod values;

pub use grundy_core::{
    Answer, DEFAULT_MOVES, Error, IBig, Outcome, UBig, answer, board, catalogue, error, game, limits, nimber,
    notation, number, position, rules, text,
};
pub use grundy_sequence as sequence;
pub use grundy_sequence::certificate;

/// Games the notation cannot express: tokens on a graph, a script, or rules written in Rust.
pub mod own {
    pub use grundy_core::own::*;
    pub use grundy_core::typed::Typed;
}

pub use legal::{LegalMove, LegalMoves};
pub use solver::{Decision, Solver, WinningTurns};
