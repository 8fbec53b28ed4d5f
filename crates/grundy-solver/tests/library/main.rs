//! The library from outside. One test program, since each would link the whole library again. Tests that
//! inspect the process are separate programs.

mod facts;
mod published_values;
mod reasons;
mod rules;
mod texts;
mod words;
