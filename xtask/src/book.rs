//! `cargo xtask book`: the book in both languages.
//!
//! mdBook is fetched once, into `target/tools`, at the version the book is written for: a machine-wide
//! mdBook of another version renders differently, and nothing outside the repository should change.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::repository;

const VERSION: &str = "0.5.4";

/// Builds `docs/book/en` and `docs/book/zh`.
pub fn build() -> Result<()> {
    let mdbook = repository::path("target/tools/bin/mdbook");
    if !is_right_version(&mdbook) {
        println!("mdBook {VERSION} is not there yet: installing it into target/tools");
        run(Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
            .args(["install", "mdbook", "--locked", "--version", VERSION, "--no-default-features", "--root"])
            .arg(repository::path("target/tools")))?;
    }
    for language in ["en", "zh"] {
        run(Command::new(&mdbook).arg("build").arg(repository::path("docs").join(language)))?;
    }
    Ok(())
}

/// Whether this program is there and is mdBook of the wanted version.
fn is_right_version(mdbook: &Path) -> bool {
    Command::new(mdbook)
        .arg("--version")
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == format!("mdbook v{VERSION}"))
}

/// Runs a command whose failure ends the build.
fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status =
        command.current_dir(repository::root()).status().with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "{shown} ended with {status}");
    Ok(())
}
