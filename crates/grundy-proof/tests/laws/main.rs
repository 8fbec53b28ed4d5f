//! Laws that are found and proved. One test program, since each would link the library again.

mod random;
mod shelf;
mod targets;
