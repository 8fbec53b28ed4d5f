//! Programs that come from the crate registry: fetched once, into `target/tools`, at the version this repository is
//! written for. A machine-wide one of another version behaves differently, and nothing outside the repository
//! should change.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::repository;

/// A program of the registry.
pub struct Installed {
    /// The package.
    pub package: &'static str,
    /// The program in it.
    pub program: &'static str,
    /// What `--version` says, and what is installed.
    pub version: &'static str,
    /// More words for `cargo install`.
    pub options: &'static [&'static str],
}

/// Turns the book's chapters into pages.
pub const MDBOOK: Installed = Installed {
    package: "mdbook",
    program: "mdbook",
    version: "0.5.4",
    options: &["--no-default-features", "--debug"],
};

/// Looks at the licences and the known weaknesses of dependencies. It runs for a second, so it is built quickly.
pub const CARGO_DENY: Installed =
    Installed { package: "cargo-deny", program: "cargo-deny", version: "0.20.2", options: &["--debug"] };

/// Counts the lines that tests reach.
pub const CARGO_LLVM_COV: Installed = Installed {
    package: "cargo-llvm-cov",
    program: "cargo-llvm-cov",
    version: "0.9.1",
    options: &["--debug"],
};

impl Installed {
    /// Where it is, installed if need be.
    pub fn get(&self) -> Result<PathBuf> {
        let path = repository::path("target/tools/bin").join(self.program);
        if self.is_right(&path) {
            return Ok(path);
        }
        let Self { package, version, .. } = self;
        println!("{package} {version} is not there yet: installing it into target/tools");
        let mut command = Command::new(crate::build::cargo());
        command.args(["install", package, "--locked", "--version", version]).args(self.options).arg("--root");
        let status =
            command.arg(repository::path("target/tools")).current_dir(repository::root()).status()?;
        ensure!(
            status.success(),
            "{package} {version} is needed; by hand: cargo install {package} --locked --version {version} \
             --root target/tools"
        );
        Ok(path)
    }

    /// Whether this program is there and is of the wanted version.
    fn is_right(&self, path: &PathBuf) -> bool {
        let output = Command::new(path).arg("--version").output();
        output.is_ok_and(|output| {
            let said = String::from_utf8_lossy(&output.stdout);
            said.split_whitespace().any(|word| word.trim_start_matches('v') == self.version)
        })
    }
}
