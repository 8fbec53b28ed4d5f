//! `cargo xtask book`: the book in both languages.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::installed::MDBOOK;
use crate::repository;

/// Builds `docs/book/en` and `docs/book/zh`.
pub fn build() -> Result<()> {
    let mdbook = MDBOOK.get()?;
    for language in ["en", "zh"] {
        run(Command::new(&mdbook).arg("build").arg(repository::path("docs").join(language)))?;
    }
    Ok(())
}

/// Runs a command; its failure is an error.
fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status =
        command.current_dir(repository::root()).status().with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "{shown} ended with {status}");
    Ok(())
}
