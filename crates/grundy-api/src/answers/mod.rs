//! The functions behind the
//! endpoints.

pub mod games;
pub mod heap;
pub mod nash;
pub mod nim;
pub mod play;
pub mod positions;
pub mod table;
