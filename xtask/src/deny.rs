//! `cargo xtask deny`: licences, sources and known weaknesses of every dependency, by `deny.toml`.
//!
//! Licences and sources are read from what Cargo has fetched. Known weaknesses stand in a database that is fetched
//! anew each time; where it cannot be reached, that is said, and it is the only check that is left out.

use std::process::Command;

use anyhow::{Result, bail};

use crate::installed::CARGO_DENY;
use crate::repository;

/// Runs the checks. `strict` fails as well where the database of weaknesses cannot be reached.
pub fn check(strict: bool) -> Result<bool> {
    let deny = CARGO_DENY.get()?;
    let run = |arguments: &[&str]| -> Result<bool> {
        let mut command = Command::new(&deny);
        Ok(command.args(arguments).current_dir(repository::root()).status()?.success())
    };
    if !run(&["check", "--hide-inclusion-graph", "bans", "licenses", "sources"])? {
        return Ok(false);
    }
    if run(&["fetch", "db"])? {
        return run(&["--offline", "check", "--hide-inclusion-graph", "advisories"]);
    }
    let why = "the database of known weaknesses (https://github.com/rustsec/advisory-db) cannot be reached";
    if strict {
        bail!("{why}; try again with a network that reaches it");
    }
    println!("NOT CHECKED: {why}. With a network: cargo xtask deny");
    Ok(true)
}
