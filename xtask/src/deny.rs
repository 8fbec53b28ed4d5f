//! `cargo xtask deny`: licences, sources and known vulnerabilities of every dependency, as configured in
//! `deny.toml`.
//!
//! Licences and sources are read from the crates that Cargo has fetched. The database of vulnerabilities is
//! fetched each time; if it cannot be reached, that is reported and only this check is skipped.

use std::process::Command;

use anyhow::{Result, bail};

use crate::installed::CARGO_DENY;
use crate::repository;

/// Runs the checks. With `strict` an unreachable database of vulnerabilities is a failure too.
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
