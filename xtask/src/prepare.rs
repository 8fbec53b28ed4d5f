//! `cargo xtask prepare`: fetches and builds the dependencies of later checks.
//!
//! `cargo xtask test` runs it in parallel with its long build, at the lowest priority: neither keeps all processors busy
//! all the time. A step whose tool is missing reports that itself when it runs.

use std::fs::{self, File};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::installed::{CARGO_DENY, MDBOOK};
use crate::{page, python, repository, workflows};

/// The log of the parallel run.
const LOG: &str = "target/prepare.log";

/// Fetches one dependency, if it is missing.
type Fetch = fn() -> Result<()>;

/// Fetches all dependencies in order, and reports failures. Returns whether all are available.
pub fn everything() -> bool {
    let parts: [(&str, Fetch); 5] = [
        ("the page's packages and a browser", page::fetch),
        ("what reads workflows", workflows::fetch),
        ("the Python environment", || python::environment().map(drop)),
        (CARGO_DENY.package, || CARGO_DENY.get().map(drop)),
        (MDBOOK.package, || MDBOOK.get().map(drop)),
    ];
    let mut all = true;
    for (name, fetch) in parts {
        let started = Instant::now();
        match fetch() {
            Ok(()) => println!("-- {name}: there, {:.1} s", started.elapsed().as_secs_f64()),
            Err(error) => {
                println!("-- {name}: missing: {error:#}");
                all = false;
            }
        }
    }
    all
}

/// The preparation in a child process, in parallel with other work. Dropping it waits for the process, so that
/// nothing runs in the background after the command.
pub struct Beside(Child);

impl Beside {
    /// Starts the process.
    pub fn start() -> Result<Self> {
        let this = repository::this_program().context("cannot find the path of this program")?;
        let path = repository::path(LOG);
        fs::create_dir_all(repository::path("target"))?;
        let log = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut command = if cfg!(unix) {
            let mut nice = Command::new("nice");
            nice.args(["-n", "19"]).arg(this);
            nice
        } else {
            Command::new(this)
        };
        command.arg("prepare").stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        println!("in parallel: cargo xtask prepare (its log is {LOG})");
        Ok(Self(command.spawn().context("cannot start cargo xtask prepare")?))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        let started = Instant::now();
        if self.0.wait().is_ok_and(|status| status.success()) {
            println!("\ncargo xtask prepare: ok, waited {:.1} s for it", started.elapsed().as_secs_f64());
        } else {
            println!(
                "\ncargo xtask prepare: something is missing (see {LOG}); the step that needs it reports it"
            );
        }
    }
}
