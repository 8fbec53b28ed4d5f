//! Grundy.
rust_i18n::i18n!("locales", fallback = "en");

pub mod catalogue;
pub mod error;
pub mod limits;
pub mod notation;
pub mod oracle;
pub mod number;
pub mod position;
pub mod rules;
pub mod text;
