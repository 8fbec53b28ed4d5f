//! The value of one heap: G(0), G(1), ...
//!
//! In a heapwise game, the value of a position is the nim-sum of its heaps' values. So solving one
//! requires only a function of one number and its inverse: the moves of a heap that lead to a
//! given value. A [`HeapFunction`] provides both, from a closed form, a proved period or a table.

mod bound;
mod capped;
pub mod certificate;
mod closed;
mod distances;
mod distant;
pub mod engine;
mod equivalence;
mod function;
mod identity;
mod intervals;
mod lasker;
mod listed;
mod misere_line;
mod needed;
mod options;
mod period;
mod periodic;
pub mod proof;
mod reached;
mod remakes;
mod repeating;
mod residue;
mod restricted;
mod run;
mod store;
mod stretch;
mod table;
mod values;

pub use closed::{ClosedPeriod, closed_period};
pub use distant::Classes;
pub use equivalence::{Equivalence, equivalences};
pub use function::{HeapFunction, HeapFunctions, HeapMove, HeapMoves};
pub use identity::Identity;
pub use lasker::{Lasker, is_lasker};
pub use misere_line::MisereLine;
pub use needed::Needed;
pub use options::HeapOptions;
pub use period::{Period, Proof, Seen, seen};
pub use periodic::Periodic;
pub use residue::{Residue, residue_modulus};
pub use restricted::Restricted;
pub use run::{Estimate, Largest, Progress, Run, Statistics, StopReason, readable_time};
pub use store::{Store, segment_name};
pub use table::Table;

pub use distances::Distances;
pub use periodic::PROVED;
pub use repeating::Repeating;
pub use table::HEAP_VALUES;
