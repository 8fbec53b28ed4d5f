//! Tests of certificates and their messages. One test program, as each takes time to link.

mod certificates;
mod common;
mod tampering;
mod texts;
