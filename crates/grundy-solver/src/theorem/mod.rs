//! Theorems, one file each.
//!
//! Each file states its theorem, with the reference and the precondition, and has a `recognise` that checks the
//! precondition on rules in normal form, never on a name. What it returns, a [`Method`](crate::method::Method), answers positions of any size,
//! and where the theorem allows it gives the values of single heaps, a kernel for machine words and the formula.
//! [`TABLE`](crate::recognise::TABLE) lists the theorems; [`crate::method`] says how to add one.

pub mod board;
pub mod boxes;
pub mod closed_heaps;
mod cold_pairs;
pub mod euclid;
pub mod finish_heap;
pub mod heapwise;
pub mod matches;
pub mod misere_nim;
pub mod misere_quotient;
pub mod moore;
pub mod most_stones;
pub mod nimble;
pub mod once;
pub mod one_heap;
pub mod products;
pub mod proved;
pub mod put_back;
pub mod race;
pub mod ring;
pub mod slow_nim;
pub mod staircase;
pub mod t_wythoff;
pub mod take_away;
#[cfg(test)]
pub(crate) mod testing;
pub mod wythoff;
