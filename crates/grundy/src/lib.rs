//! Grundy.

pub mod batch;
pub mod kernel;
