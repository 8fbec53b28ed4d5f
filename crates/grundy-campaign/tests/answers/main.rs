//! Answers of all interfaces beside plain search. One test program, since each would link the library again.

mod agreement;
mod one_name;
