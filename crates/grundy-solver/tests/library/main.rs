//! The library from outside. One test program: each would link the whole library again. What looks at the process has one of its own.

mod facts;
mod published_values;
mod reasons;
mod rules;
mod texts;
mod words;
