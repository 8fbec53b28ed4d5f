//! The solver: the choice of the method that answers a position, and the methods.
//!
//! Programs that need answers use the crate `grundy`, which exports the public interface. This crate exports
//! everything to the programs of this repository, and its items may change in any release.
//!
//! [`Solver`] keeps what it learns between questions. [`theorem`] has one file per theorem; [`kernel`] and
//! [`batch`] answer millions of positions on machine words; [`lattice`] has sieves and tables of coupled
//! heaps; [`search`] examines every line of play if nothing better is known; and [`oracle`] is the plain
//! search that everything else is tested against.
pub mod batch;
mod compound;
pub mod discard;
pub mod explain;
pub mod games;
pub mod kernel;
pub mod lattice;
pub mod law;
mod legal;
mod lists;
pub mod loaded;
pub mod method;
pub mod oracle;
pub mod periods;
mod plan;
mod product;
pub mod recognise;
mod remoteness;
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
