//! The builds shared by lints, tests, documentation, the page and the Python package.
//!
//! Dependencies that are only checked, as by `cargo clippy` and `cargo doc`, cannot be linked into tests, so separate runs
//! would compile all dependencies twice. Here clippy's compiler builds the workspace: the tested code is linted, and
//! dependencies are built once.

use std::path::PathBuf;
use std::process::Command;

use crate::repository;

/// Crates that only optional features of the program or benchmarks need. The first two commands of the README never build
/// them.
const OPTIONAL: [&str; 4] = ["grundy-api", "grundy-bench", "grundy-mcp", "grundy-web"];

/// Crates that have optional features or exist for one.
const FEATURED: [&str; 6] =
    ["grundy-api", "grundy-mcp", "grundy-web", "grundy-batch", "grundy-cli", "grundy-laws"];

/// Every optional feature of these crates.
const FEATURES: &str = "grundy-cli/full,grundy-laws/http,grundy-laws/parquet";

/// The members of the workspace `integrations` that SQL needs.
const SQL: [&str; 3] = ["grundy-arrow", "grundy-sql", "grundy-full"];

/// The workspace of crates with large dependencies of their own.
const INTEGRATIONS: &str = "integrations/Cargo.toml";

/// The packages and features of a cargo command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The default build of the program.
    Default,
    /// The crates with optional features, with all of these enabled.
    Features,
    /// The benchmarks of the library.
    Benchmarks,
    /// SQL without the cluster.
    Sql,
    /// SQL and the cluster.
    Cluster,
    /// The library behind the Python package.
    Python,
}

impl Scope {
    /// The arguments that select it.
    pub fn words(self) -> Vec<&'static str> {
        let packages = |names: &[&'static str]| names.iter().flat_map(|name| ["--package", *name]).collect();
        let integrations = |mut more: Vec<&'static str>| {
            more.splice(0..0, ["--manifest-path", INTEGRATIONS]);
            more
        };
        match self {
            Self::Default => {
                let without = OPTIONAL.iter().flat_map(|name| ["--exclude", *name]);
                std::iter::once("--workspace").chain(without).collect()
            }
            Self::Features => [packages(&FEATURED), vec!["--features", FEATURES]].concat(),
            Self::Benchmarks => packages(&["grundy-bench"]),
            Self::Sql => integrations(packages(&SQL)),
            Self::Cluster => {
                integrations([packages(&SQL), vec!["--features", "grundy-full/cluster"]].concat())
            }
            Self::Python => integrations(packages(&["grundy-python"])),
        }
    }

    /// The target folder of its workspace.
    pub fn target(self) -> PathBuf {
        let folder = match self {
            Self::Default | Self::Features | Self::Benchmarks => "target",
            Self::Sql | Self::Cluster | Self::Python => "integrations/target",
        };
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository::path(folder), PathBuf::from)
    }
}

/// The variables that make cargo lint what it builds, with warnings as errors.
pub fn linted() -> [(&'static str, String); 2] {
    [
        ("RUSTC_WORKSPACE_WRAPPER", clippy().to_string_lossy().into_owned()),
        // This is how `cargo clippy` itself passes `-D warnings`.
        ("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__".to_owned()),
    ]
}

/// The `cargo` that runs this program, in case several are installed.
pub fn cargo() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Clippy's compiler: the toolchain's own, else the one in `PATH`.
fn clippy() -> PathBuf {
    let name = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).current_dir(repository::root()).output();
    let beside = sysroot
        .ok()
        .map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join("bin").join(&name));
    beside.filter(|program| program.is_file()).unwrap_or_else(|| name.into())
}
