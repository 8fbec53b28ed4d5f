//! The library from outside. One test program, since each would link the whole library again.

mod facts;
mod memory;
mod methods;
mod own;
mod published_values;
mod reasons;
mod rules;
mod script_sums;
mod script_words;
mod texts;
mod words;
