//! Positions: heaps, history, sums and compounds; a move leads from one state to the next.

mod aim;
mod leaving;
mod moves;
mod options;
mod split;
mod state;
mod tree;
mod turns;

pub use leaving::{Others, turns_leaving};
pub use moves::{Move, Touch, gain_of};
pub use options::for_each_move;
pub use options::{MANY_HEAPS, results_at_least};
pub use split::{MAX_AT_ONCE, Split, Stones, too_many_at_once};
pub use state::{Component, Open, Past, State};
pub use tree::keep_distinct;
pub use tree::{How, Position, Tree, Turn};
