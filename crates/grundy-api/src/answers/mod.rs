//! The functions behind the
//! endpoints.

pub mod games;
pub mod heap;
pub mod judge;
pub mod nash;
pub mod nim;
pub mod play;
pub mod positions;
pub mod prove;
pub mod table;
