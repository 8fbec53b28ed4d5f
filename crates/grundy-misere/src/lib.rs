//! Misère play of sums of heaps, solved as a theory.
//!
//! Under misère play whoever makes the last move loses, and Grundy values do not decide sums. The *misère
//! quotient* of a game does: a commutative monoid with an element for every heap, in which the product of a
//! sum's heaps decides the outcome. [`GameQuotient`] computes it heap by heap, and detects when it is that of
//! all heaps.
//!
//! ```
//! use grundy_core::limits::Budget;
//! use grundy_core::notation;
//! use grundy_misere::{Bounds, GameQuotient};
//!
//! let kayles = notation::parse_game("kayles")?;
//! let mut quotient = GameQuotient::new([kayles.game.rules().unwrap()]);
//! quotient.extend(1000, Bounds::SHORT, &Budget::default()).unwrap();
//! assert!(quotient.is_full());
//! assert_eq!((quotient.monoid().order(), quotient.monoid().lost_count()), (40, 9));
//!
//! // Two rows of 10^100 pins: the same as one row of none, or lost?
//! let row = notation::parse_number("10^100")?;
//! let class = quotient.class(0, &row).unwrap();
//! let both = quotient.monoid().product(class, class);
//! assert!(quotient.monoid().is_lost(both));
//! # Ok::<(), grundy_core::Error>(())
//! ```

mod candidate;
pub mod certificate;
pub mod diagram;
mod exact;
mod forms;
mod games;
pub mod json;
mod meter;
mod monoid;
mod options;
mod presentation;
mod quotient;
mod set;
#[cfg(test)]
mod tests;

pub use forms::{Form, Forms, Genus, Kind};
pub use games::{GameQuotient, Repetition, genus_repetition};
pub use meter::{Bounds, Halt};
pub use monoid::{Element, Monoid};
pub use options::{Atom, Options};
pub use presentation::{Monomial, Presentation, generator_name};
pub use quotient::Quotient;
