//! The Python package: installed into its own environment, and tested there.
//!
//! The tests use the library of a development build, which is linted as it is built. Users install a wheel.
//!
//! The environment is `target/python-env`. Its packages are fetched once, at the versions in
//! `integrations/grundy-python/requirements.txt`; nothing outside the repository changes.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::build::{self, Scope};
use crate::repository;
use crate::step::Tally;

/// The folder of the package.
pub const CRATE: &str = "integrations/grundy-python";
const ENVIRONMENT: &str = "target/python-env";
/// Cargo's name of the library.
const LIBRARY: &str = "grundy_python";
const WHEELS: &str = "target/python-env/wheels";
/// The oldest supported Python.
const OLDEST: (u32, u32) = (3, 10);

/// Runs the tests of the package, its examples and its type checks. `Ok(false)`: one of them failed.
pub fn test(tally: &mut Tally) -> Result<bool> {
    let python = environment()?;
    install_built(&python)?;
    let run = |arguments: &[&str]| -> Result<bool> {
        let mut command = Command::new(&python);
        command.args(arguments).current_dir(repository::path(CRATE));
        println!("$ python {}", arguments.join(" "));
        Ok(command.status().with_context(|| format!("cannot start {}", python.display()))?.success())
    };
    Ok(pytest(&python, tally)?
        && run(&["-m", "mypy", "--strict", "tests/sample.py"])?
        && run(&["-m", "mypy.stubtest", "grundy", "--ignore-disjoint-bases"])?)
}

/// Installs the package with the library of a development build.
fn install_built(python: &Path) -> Result<()> {
    ran(Command::new(build::cargo())
        .envs(build::linted())
        .arg("build")
        .args(Scope::Python.words())
        .args(["--profile", "test", "--lib"])
        .current_dir(repository::root()))?;
    let library = format!("{}{LIBRARY}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let package = site_packages(python)?.join("grundy");
    if package.exists() {
        fs::remove_dir_all(&package).with_context(|| format!("cannot remove {}", package.display()))?;
    }
    fs::create_dir_all(&package).with_context(|| format!("cannot make {}", package.display()))?;
    for entry in fs::read_dir(repository::path(CRATE).join("python/grundy"))? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), package.join(entry.file_name()))?;
        }
    }
    let name = if cfg!(windows) { "_grundy.pyd" } else { "_grundy.abi3.so" };
    let built = Scope::Python.target().join("debug").join(library);
    fs::copy(&built, package.join(name)).with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(())
}

/// The folder of the environment's packages.
fn site_packages(python: &Path) -> Result<PathBuf> {
    let program = "import sysconfig; print(sysconfig.get_path('platlib'))";
    let output = Command::new(python)
        .args(["-c", program])
        .output()
        .with_context(|| format!("cannot start {}", python.display()))?;
    ensure!(output.status.success(), "{} does not report the folder of its packages", python.display());
    Ok(String::from_utf8(output.stdout)?.trim_end().into())
}

/// Builds a wheel of the package in `profile` and installs it into the environment.
pub fn install_wheel(python: &Path, profile: &str) -> Result<()> {
    let wheels = repository::path(WHEELS);
    if wheels.exists() {
        fs::remove_dir_all(&wheels).with_context(|| format!("cannot remove {}", wheels.display()))?;
    }
    let manifest = repository::path(CRATE).join("Cargo.toml");
    // Maturin keeps its default temporary directory and cache.
    ran(Command::new(python)
        .args(["-m", "maturin", "build", "--quiet", "--profile", profile, "--manifest-path"])
        .arg(manifest)
        .arg("--interpreter")
        .arg(python)
        .arg("--out")
        .arg(&wheels))?;
    let mut built = fs::read_dir(&wheels).with_context(|| format!("no wheel in {}", wheels.display()))?;
    let wheel = built.next().with_context(|| format!("no wheel in {}", wheels.display()))??.path();
    ran(pip(python).args(["install", "--quiet", "--force-reinstall", "--no-deps"]).arg(wheel))
}

/// The Python of the environment, with all packages for building and testing.
pub fn environment() -> Result<PathBuf> {
    let folder = repository::path(ENVIRONMENT);
    let inside = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let python = folder.join(inside);
    let wanted = fs::read_to_string(repository::path(CRATE).join("requirements.txt"))
        .with_context(|| format!("cannot read {CRATE}/requirements.txt"))?;
    let installed = folder.join("installed.txt");
    if python.exists() && fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    println!("the Python environment is missing: creating it in {ENVIRONMENT}");
    let host = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    check_version(&host)?;
    ran(Command::new(&host).args(["-m", "venv", "--clear"]).arg(&folder))
        .context("this Python cannot make environments: install its module `venv`")?;
    let requirements = repository::path(CRATE).join("requirements.txt");
    ran(pip(&python).args(["install", "--quiet", "--requirement"]).arg(requirements)).with_context(|| {
        let missing: Vec<&str> = wanted.lines().filter(|line| !line.starts_with('#')).collect();
        format!(
            "the package index was not reached; to be installed into {ENVIRONMENT}: {}",
            missing.join(", ")
        )
    })?;
    fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))?;
    Ok(python)
}

fn check_version(host: &str) -> Result<()> {
    let (major, minor) = OLDEST;
    let program = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    match Command::new(host).args(["-c", &program]).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => {
            bail!("`{host}` is older than Python {major}.{minor}: name another one in the variable PYTHON")
        }
        Err(_) => {
            bail!("there is no `{host}`: install Python {major}.{minor} or later, or name it in PYTHON")
        }
    }
}

/// The `pip` of that Python.
pub fn pip(python: &Path) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", "--disable-pip-version-check"]);
    command
}

fn ran(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "{shown} ended with {status}");
    Ok(())
}

/// Runs the tests and adds them to the tally.
fn pytest(python: &Path, tally: &mut Tally) -> Result<bool> {
    println!("$ python -m pytest");
    let mut child = Command::new(python)
        .args(["-m", "pytest"])
        .current_dir(repository::path(CRATE))
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", python.display()))?;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines() {
            let line = line?;
            println!("{line}");
            count(&line, tally);
        }
    }
    Ok(child.wait()?.success())
}

/// Adds the counts of a summary line: `3 failed, 70 passed in 5.21s`.
fn count(line: &str, tally: &mut Tally) {
    let Some((counts, _)) = line.rsplit_once(" in ") else { return };
    for part in counts.split(',') {
        let mut words = part.split_whitespace();
        match (words.next().and_then(|number| number.parse::<u64>().ok()), words.next()) {
            (Some(number), Some("passed")) => tally.passed += number,
            (Some(number), Some("failed" | "error" | "errors")) => tally.failed += number,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_counted() {
        let mut tally = Tally::default();
        count("tests/test_games.py ....... 3 passed", &mut tally);
        count("2 failed, 70 passed, 1 skipped in 5.21s", &mut tally);
        count("1 error in 0.10s", &mut tally);
        assert_eq!(tally, Tally { passed: 70, failed: 3 });
    }
}
