//! `cargo xtask page` and the page's part of `cargo xtask test`: types, bundle, and tests in a browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::build::Scope;
use crate::step::{Tally, counted};
use crate::tools::{self, CHROMIUM, NODE_JS, NPM};
use crate::{build, repository, static_page};

/// Checks the types and bundles the page, or compares the bundle with the committed one.
pub fn bundle(checks: bool) -> Result<()> {
    install()?;
    run(node()?.arg("node_modules/typescript/bin/tsc").arg("--noEmit"))?;
    run(node()?.arg("build.mjs").args(checks.then_some("--check")))
}

/// Bundles the page without a server around the library, compiled as `module`.
pub fn without_server(module: &Path, out: &Path) -> Result<()> {
    install()?;
    run(node()?.arg("build.mjs").arg("--alone").args([module, out]))
}

/// Fetches the dependencies of the page and its tests.
pub fn fetch() -> Result<()> {
    install()?;
    CHROMIUM.get().map(drop)
}

/// Runs the tests of the page's logic, which need no browser. Adds to `tally`.
pub fn logic(tally: &mut Tally) -> Result<bool> {
    install()?;
    counted(node()?.args(["--test", "--test-reporter=tap"]).args(tests(false)?), tally)
}

/// Tests the page in a real browser: with the program built here and, if that can be built, without a server. Adds
/// to `tally`.
pub fn browser(tally: &mut Tally) -> Result<bool> {
    let served = with_server(tally)?;
    if !static_page::has_target() {
        println!("NOT CHECKED without a server: {}", static_page::TARGET_MISSING);
        return Ok(served);
    }
    static_page::build()?;
    let without_server = in_browser(tally, "ALONE", &static_page::folder().join("grundy.html"))?;
    Ok(served && without_server)
}

fn with_server(tally: &mut Tally) -> Result<bool> {
    install()?;
    run(Command::new(build::cargo())
        .envs(build::linted())
        // The same build as the tests of optional features, so that it is built once.
        .arg("test")
        .args(Scope::Features.words())
        .args(["--no-run", "--quiet"])
        .current_dir(repository::root()))?;
    let program =
        Scope::Features.target().join("debug").join(format!("grundy{}", std::env::consts::EXE_SUFFIX));
    in_browser(tally, "GRUNDY", &program)
}

/// Runs the tests that use a browser; `variable` passes them the page to test.
fn in_browser(tally: &mut Tally, variable: &str, page: &Path) -> Result<bool> {
    let screenshots = repository::path("target/screenshots");
    fs::create_dir_all(&screenshots)?;
    let mut command = node()?;
    command
        .args(["--no-warnings", "--test", "--test-reporter=tap", "--test-concurrency=1"])
        .args(tests(true)?)
        .env(variable, page)
        .env("CHROMIUM", CHROMIUM.get()?)
        .env("SCREENSHOTS", &screenshots);
    println!("screenshots are kept in {}", screenshots.display());
    counted(&mut command, tally)
}

/// The bundled test files that use a browser, or those that do not.
fn tests(in_browser: bool) -> Result<Vec<PathBuf>> {
    run(node()?.arg("tests/bundle.mjs"))?;
    let bundled = folder().join("node_modules/.tests");
    let mut tests = Vec::new();
    for entry in fs::read_dir(folder().join("tests"))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let Some(name) = name.strip_suffix(".test.ts") else { continue };
        // Tests that use a browser import the harness, which starts it.
        if fs::read_to_string(&path)?.contains("\"./harness\"") == in_browser {
            tests.push(bundled.join(format!("{name}.test.mjs")));
        }
    }
    tests.sort();
    Ok(tests)
}

/// The message if Node.js is missing.
pub const NODE_MISSING: &str =
    "Node.js 20 or later and npm are not here; on Debian: apt-get install nodejs npm";

/// Whether Node.js and npm are installed.
pub fn has_node() -> bool {
    NODE_JS.find().is_some() && NPM.find().is_some()
}

/// Installs the packages in package-lock.json, again when it changes. No package may run scripts.
fn install() -> Result<()> {
    tools::check_node()?;
    let lock = fs::read(folder().join("package-lock.json")).context("package-lock.json")?;
    let mark = folder().join("node_modules/.installed");
    if fs::read(&mark).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(Command::new(NPM.get()?).args(arguments).current_dir(folder()))?;
    fs::write(mark, lock)?;
    Ok(())
}

fn node() -> Result<Command> {
    let mut command = Command::new(NODE_JS.get()?);
    command.current_dir(folder());
    Ok(command)
}

fn folder() -> PathBuf {
    repository::path("crates/grundy-web/page")
}

fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "{shown} ended with {status}");
    Ok(())
}
