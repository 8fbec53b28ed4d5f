//! The one build that lints, tests, documentation, the page and the Python package share.
//!
//! A dependency that is only checked, as for `cargo clippy` and `cargo doc`, is nothing that a test can be linked
//! with, so each of the two would go through the SQL engine and all the others once more, ten minutes on two cores. Here
//! clippy's compiler builds the workspace: what is tested has been linted, and dependencies are built once.

use std::path::PathBuf;
use std::process::Command;

/// What is tested besides the default. The cluster is left out: it would double the build, and has a test of its
/// own, `cargo xtask cluster-test`.
pub const FEATURES: &str = "grundy-cli/full";

/// The variables that let cargo lint what it builds, warnings being errors.
pub fn linted() -> [(&'static str, String); 2] {
    [
        ("RUSTC_WORKSPACE_WRAPPER", clippy().to_string_lossy().into_owned()),
        // How `cargo clippy` itself passes `-D warnings` on.
        ("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__".to_owned()),
    ]
}

/// The `cargo` that runs this program, which is the one to use where several are installed.
pub fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Clippy's compiler: beside the toolchain's own, or wherever the path says.
fn clippy() -> PathBuf {
    let name = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
    let sysroot =
        Command::new("rustc").args(["--print", "sysroot"]).current_dir(crate::repository::root()).output();
    let beside = sysroot
        .ok()
        .map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join("bin").join(&name));
    beside.filter(|program| program.is_file()).unwrap_or_else(|| name.into())
}
