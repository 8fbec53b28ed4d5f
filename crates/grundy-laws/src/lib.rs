//! Laws that hold for any input: one for each interface that accepts text or bytes from outside.
//!
//! A law takes any bytes and panics when something is wrong: a panic of the library itself, an answer that
//! contradicts another one, an error that points outside the text, a limit that does not hold. The ordinary tests
//! run each law on the files in `corpus` and `regressions` and on fixed mutations of them ([`mutate`]); `cargo
//! xtask fuzz` runs a coverage-guided fuzzer.
//!
//! Laws set small limits on memory and time, so an input that takes much of either has bypassed them.

pub mod batch;
pub mod certificate;
pub mod graph;
#[cfg(feature = "http")]
pub mod http;
pub mod mutate;
pub mod nimber;
pub mod notation;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod payoff;
pub mod play;
pub mod profile;
pub mod script;
pub mod solve;
mod sound;

/// A law and its name, which also names its folder of inputs and its fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The name.
    pub name: &'static str,
    /// Panics if the law is broken.
    pub check: fn(&[u8]),
}

/// All laws.
pub static LAWS: &[Law] = &[
    Law { name: "notation", check: notation::law },
    Law { name: "solve", check: solve::law },
    Law { name: "profile", check: profile::law },
    Law { name: "certificate", check: certificate::law },
    Law { name: "graph", check: graph::law },
    Law { name: "script", check: script::law },
    Law { name: "nimber", check: nimber::law },
    Law { name: "payoff", check: payoff::law },
    Law { name: "batch", check: batch::law },
    #[cfg(feature = "parquet")]
    Law { name: "parquet", check: parquet::law },
    #[cfg(feature = "http")]
    Law { name: "http", check: http::law },
    Law { name: "play", check: play::law },
];
