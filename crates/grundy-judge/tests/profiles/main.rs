//! Profiles and what is answered by them. One test program: each would link the whole library again.

mod common;
mod flat;
mod format;
mod locales;
mod props;
mod samples;
mod stress;
