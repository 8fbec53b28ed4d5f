//! Certificates and what is said of them. One test program, for each takes its time to link.

mod certificates;
mod common;
mod tampering;
mod texts;
