//! External programs: Node.js with npm for the page, and a browser for its tests.
//!
//! They are installed if the system allows it (root on Debian and its derivatives); otherwise the message
//! states what is missing and how to get it.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Result, bail, ensure};

/// The oldest version for the bundle and the tests.
const NODE: u32 = 20;

/// The names of a tool, and the Debian packages that contain it.
pub struct Tool {
    programs: &'static [&'static str],
    packages: &'static [&'static str],
}

/// Runs the page's build and tests.
pub const NODE_JS: Tool = Tool { programs: &["node"], packages: &["nodejs", "npm"] };
/// Installs the packages in package-lock.json.
pub const NPM: Tool = Tool { programs: &["npm"], packages: &["npm"] };
/// A browser that Playwright can drive.
pub const CHROMIUM: Tool =
    Tool { programs: &["chromium", "chromium-browser", "google-chrome"], packages: &["chromium"] };

/// Reads the coverage data of a build; its major version must match the compiler's LLVM.
pub const LLVM_COV: Tool = Tool { programs: &["llvm-cov-22"], packages: &["llvm-22"] };
/// Merges coverage data.
pub const LLVM_PROFDATA: Tool = Tool { programs: &["llvm-profdata-22"], packages: &["llvm-22"] };

impl Tool {
    /// The path of the tool, if it is installed.
    pub fn find(&self) -> Option<PathBuf> {
        let path = env::var_os("PATH")?;
        let folders: Vec<PathBuf> = env::split_paths(&path).collect();
        let names = self.programs.iter();
        names.flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
    }

    /// The path of the tool, which is installed if necessary.
    pub fn get(&self) -> Result<PathBuf> {
        if let Some(path) = self.find() {
            return Ok(path);
        }
        let (name, packages) = (self.programs[0], self.packages.join(" "));
        if may_install() {
            println!("{name} is missing: apt-get install {packages}");
            let _ = apt(&["update"]);
            let mut arguments = vec!["install", "-y", "--no-install-recommends"];
            arguments.extend(self.packages);
            let _ = apt(&arguments);
        }
        match self.find() {
            Some(path) => Ok(path),
            None => bail!("{name} is missing; on Debian: apt-get install {packages}"),
        }
    }
}

/// Rejects a Node.js that is too old.
pub fn check_node() -> Result<()> {
    let output = Command::new(NODE_JS.get()?).arg("--version").output()?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    ensure!(
        major.is_some_and(|major| major >= NODE),
        "Node.js {NODE} or later is needed, and {version} is there; see https://nodejs.org"
    );
    Ok(())
}

fn apt(arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("apt-get");
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
    ensure!(command.status()?.success(), "apt-get {} failed", arguments.join(" "));
    Ok(())
}

/// Whether this is root on a machine with apt.
fn may_install() -> bool {
    let is_root =
        Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    is_root && Tool { programs: &["apt-get"], packages: &[] }.find().is_some()
}
