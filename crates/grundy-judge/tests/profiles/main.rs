//! Profiles and their answers. One test program, since each would link the whole library again.

mod answers;
mod block;
mod common;
mod format;
mod library;
mod locales;
mod own;
mod plain;
mod props;
mod samples;
mod stress;
mod whole;
