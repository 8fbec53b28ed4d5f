//! `cargo xtask page --static`: the page without a server, with the library compiled to WebAssembly inside.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::{build, page, repository};

/// What the library is compiled for: a system with an input, an output and a clock, which the page stands for.
const TARGET: &str = "wasm32-wasip1";

/// Searches call themselves as deep as positions are long; the same stack as a thread of the server.
const STACK: u32 = 16 << 20;

/// What to do where the target is missing.
pub const TARGET_MISSING: &str = "the Rust target wasm32-wasip1 is not here, so the page without a server is left \
    out; to have it: rustup target add wasm32-wasip1";

/// Can the library be compiled for the page?
pub fn has_target() -> bool {
    let words = ["--print", "target-libdir", "--target", TARGET];
    let printed = Command::new("rustc").args(words).current_dir(repository::root()).output();
    let folder = printed.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim())).ok();
    folder.is_some_and(|folder| folder.is_dir())
}

/// Where the pages are written: `grundy.html`, and the folder `app`.
pub fn folder() -> PathBuf {
    repository::path("target/page")
}

/// Compiles the library and bundles both pages.
pub fn build() -> Result<()> {
    if !has_target() {
        bail!(TARGET_MISSING);
    }
    // A folder of its own: flags that differ would make cargo build everything else anew.
    let target = repository::path("target/wasm");
    let status = Command::new(build::cargo())
        .args(["build", "--profile", "page", "--target", TARGET, "--package", "grundy-api"])
        .args(["--bin", "grundy-answer", "--target-dir"])
        .arg(&target)
        .env("RUSTFLAGS", format!("-C link-arg=-zstack-size={STACK}"))
        .current_dir(repository::root())
        .status()
        .context("cargo")?;
    ensure!(status.success(), "the library was not compiled for {TARGET}");
    let module = target.join(TARGET).join("page/grundy-answer.wasm");
    page::without_server(&module, &folder())
}
