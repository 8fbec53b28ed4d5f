//! Decisions on machine words: exact, without allocation, as fast as the processor allows.
//!
//! The theorems speak about integers of any size. Almost every position met in practice fits 64 bits,
//! and there each question below is a handful of multiplications. The functions here are total: every
//! `u64` is a valid heap, nothing overflows silently, and a result that can leave 64 bits is a `u128`.

pub mod euclid;
pub mod moore;
pub mod nim;
pub mod periodic;
pub mod residue;
pub mod wythoff;
