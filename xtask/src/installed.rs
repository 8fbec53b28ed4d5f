//! Programs from the crate registry: fetched once, into `target/tools`, at the version that this repository
//! requires. A system-wide installation may have another version with other behaviour, and nothing outside the
//! repository should change.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::repository;

/// A program from the registry.
pub struct Installed {
    /// The package.
    pub package: &'static str,
    /// The program in the package.
    pub program: &'static str,
    /// The version to install, as `--version` prints it.
    pub version: &'static str,
    /// Further arguments of `cargo install`.
    pub options: &'static [&'static str],
}

/// Converts the book's chapters to HTML.
pub const MDBOOK: Installed = Installed {
    package: "mdbook",
    program: "mdbook",
    version: "0.5.4",
    options: &["--no-default-features", "--debug"],
};

/// Checks the licences and known vulnerabilities of dependencies. It runs for a second, so a debug build suffices.
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
    /// The path of the program, which is installed if necessary.
    pub fn get(&self) -> Result<PathBuf> {
        let path = repository::path("target/tools/bin").join(self.program);
        if self.is_right(&path) {
            return Ok(path);
        }
        let Self { package, version, .. } = self;
        println!("{package} {version} is missing: installing it into target/tools");
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

    /// Whether this program exists and has the required version.
    fn is_right(&self, path: &PathBuf) -> bool {
        let output = Command::new(path).arg("--version").output();
        output.is_ok_and(|output| {
            let printed = String::from_utf8_lossy(&output.stdout);
            printed.split_whitespace().any(|word| word.trim_start_matches('v') == self.version)
        })
    }
}
