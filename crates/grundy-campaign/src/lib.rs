//! A differential campaign: random rules of every form of the notation, random positions, and every part of
//! every answer compared with what follows from the definitions alone.
//!
//! It finds errors that chosen cases miss: a theorem applied just outside its precondition, a result counted
//! twice, a cut list out of order, a wrong number in a sentence. A round is given by its seed, so a failure
//! names a position that fails again, after shrinking.

/// Returns the reason as an error if the condition does not hold.
macro_rules! ensure {
    ($holds:expr, $($why:tt)+) => {
        if !$holds {
            return Err(format!($($why)+));
        }
    };
}

pub mod answers;
mod around;
pub mod case;
pub mod conjectures;
mod game;
pub mod generator;
mod known;
pub mod limits;
mod own;
mod program;
mod reread;
pub mod run;
pub mod second;
pub mod shrink;
pub mod solvers;
mod spelling;
pub mod steps;
pub mod truth;
mod words;
