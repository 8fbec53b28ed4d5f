//! `cargo xtask page --static`: the page without a server, with the library compiled to WebAssembly inside.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{build, page, repository};

/// The target of the library: a system with input, output and a clock, which the page emulates.
const TARGET: &str = "wasm32-wasip1";

/// Searches recurse as deep as positions are long; the same stack as a thread of the server.
const STACK: u32 = 16 << 20;

/// The message if the target is missing.
pub const TARGET_MISSING: &str = "the Rust target wasm32-wasip1 is not installed, so the page without a server is left \
    out; to include it: rustup target add wasm32-wasip1";

/// Whether the library can be compiled for the page.
pub fn has_target() -> bool {
    let words = ["--print", "target-libdir", "--target", TARGET];
    let printed = Command::new("rustc").args(words).current_dir(repository::root()).output();
    let folder = printed.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim())).ok();
    folder.is_some_and(|folder| folder.is_dir())
}

/// The output folder of the pages: `grundy.html`, and the folder `app`.
pub fn folder() -> PathBuf {
    repository::path("target/page")
}

/// Compiles the library and bundles both pages.
pub fn build() -> Result<()> {
    if !has_target() {
        bail!(TARGET_MISSING);
    }
    // A separate folder: with different flags cargo would rebuild everything else.
    let target = repository::path("target/wasm");
    let status = Command::new(build::cargo())
        .args(["build", "--profile", "page", "--target", TARGET, "--package", "grundy-api"])
        .args(["--bin", "grundy-answer", "--target-dir"])
        .arg(&target)
        .env("RUSTFLAGS", format!("-C link-arg=-zstack-size={STACK}"))
        .current_dir(repository::root())
        .status()
        .context("cargo")?;
    ensure!(status.success(), "the library could not be compiled for {TARGET}");
    let module = target.join(TARGET).join("page/grundy-answer.wasm");
    page::without_server(&module, &folder())
}
