//! Grundy.
