//! Checks the packages before they are published: the files of every crate, and the Python sources.
//!
//! Nothing is built, and the registry is not contacted: the packages of this repository depend on each other, and
//! are not in the registry before they are published.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{build, python, repository};

/// The two workspaces.
const WORKSPACES: [&str; 2] = ["Cargo.toml", "integrations/Cargo.toml"];
/// Files that every package needs besides its sources.
const NEEDED: [&str; 4] = ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// The metadata that users look for before adding a package.
const FIELDS: [&str; 5] = ["description", "license", "repository", "homepage", "readme"];
/// Files of the Python sources besides those of the library.
const IN_PYTHON: [&str; 3] = ["PKG-INFO", "python/grundy/__init__.pyi", "LICENSE-MIT"];
/// The files that contain the address of the sources.
const ADDRESSED: [&str; 3] =
    ["Cargo.toml", "integrations/Cargo.toml", "integrations/grundy-python/pyproject.toml"];

/// A package to publish.
struct Package {
    name: String,
    workspace: &'static str,
    version: String,
    missing: Vec<&'static str>,
}

/// Packs everything and checks the packed files. `Ok(false)`: something is missing, and was reported.
pub fn check() -> Result<bool> {
    let packages = packages()?;
    let mut whole = true;
    let mut say = |text: String| {
        println!("{text}");
        whole = false;
    };
    let versions: BTreeSet<&str> = packages.iter().map(|package| &*package.version).collect();
    if versions.len() != 1 {
        say(format!("the packages are of different versions: {versions:?}"));
    }
    for package in &packages {
        if !package.missing.is_empty() {
            say(format!("{}: its Cargo.toml lacks {}", package.name, package.missing.join(", ")));
        }
        let files = packed(package)?;
        for needed in NEEDED.iter().filter(|needed| !files.lines().any(|file| file == **needed)) {
            say(format!("{}: {needed} is not in the package", package.name));
        }
    }
    for workspace in WORKSPACES {
        let names = packages.iter().filter(|package| package.workspace == workspace);
        let names: Vec<&str> = names.flat_map(|package| ["--package", &package.name]).collect();
        println!(
            "$ cargo package --no-verify --exclude-lockfile --manifest-path {workspace} {}",
            names.join(" ")
        );
        let packs = cargo(&["package", "--quiet", "--no-verify", "--exclude-lockfile", "--allow-dirty"])
            .args(["--manifest-path", workspace])
            .args(names)
            .status()?;
        if !packs.success() {
            say(format!("{workspace}: not every package can be built"));
        }
    }
    println!("{} packages checked", packages.len());
    let python = python_sources()?;
    Ok(whole && python)
}

/// Sets the address of the sources wherever a package reads it.
pub fn address(address: &str) -> Result<()> {
    ensure!(
        address.starts_with("https://") && address.chars().all(|c| c.is_ascii_graphic() && c != '"'),
        "`{address}` is not the address of a page: https://..."
    );
    for file in ADDRESSED {
        let path = repository::path(file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        let (changed, count) = addressed(&text, address);
        ensure!(count > 0, "{file} names no repository");
        fs::write(&path, changed).with_context(|| format!("cannot write {file}"))?;
        println!("{file}: {address}");
    }
    Ok(())
}

/// The text with another address, and the number of changed lines.
fn addressed(text: &str, address: &str) -> (String, usize) {
    let mut count = 0;
    let mut line = |line: &str| {
        let key = line.split(" = ").next().unwrap_or_default();
        if matches!(key, "repository" | "homepage" | "Repository" | "Homepage") {
            count += 1;
            return format!("{key} = \"{address}\"\n");
        }
        format!("{line}\n")
    };
    let changed = text.lines().map(&mut line).collect();
    (changed, count)
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(build::cargo());
    command.args(arguments).current_dir(repository::root());
    command
}

/// Every package of the two workspaces that is to be published.
fn packages() -> Result<Vec<Package>> {
    let mut found = Vec::new();
    for workspace in WORKSPACES {
        let words = ["metadata", "--format-version", "1", "--no-deps", "--manifest-path", workspace];
        let output = cargo(&words).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "cargo metadata failed for {workspace}");
        let all: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        for package in all["packages"].as_array().into_iter().flatten() {
            // `cargo metadata` shows `publish = false` as an empty list of registries.
            if package["publish"].as_array().is_some_and(Vec::is_empty) {
                continue;
            }
            let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
            let missing = FIELDS.into_iter().filter(|field| package[*field].as_str().is_none()).collect();
            found.push(Package { name: text("name"), workspace, version: text("version"), missing });
        }
    }
    Ok(found)
}

/// The files of a package, one a line.
fn packed(package: &Package) -> Result<String> {
    let words =
        ["package", "--list", "--allow-dirty", "--exclude-lockfile", "--manifest-path", package.workspace];
    let output = cargo(&words).args(["--package", &package.name]).stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "cargo package --list failed for {}", package.name);
    Ok(String::from_utf8(output.stdout)?)
}

/// Builds and checks the source distribution of the Python package.
fn python_sources() -> Result<bool> {
    let python = python::environment()?;
    let folder = repository::path("target/sdist");
    let _ = fs::remove_dir_all(&folder);
    println!("$ maturin sdist --manifest-path {}/Cargo.toml", python::CRATE);
    let status = Command::new(&python)
        .args(["-m", "maturin", "sdist", "--out"])
        .arg(&folder)
        .arg("--manifest-path")
        .arg(repository::path(python::CRATE).join("Cargo.toml"))
        .current_dir(repository::root())
        .status()?;
    ensure!(status.success(), "maturin sdist failed");
    let archive = fs::read_dir(&folder)?.next().context("maturin wrote nothing")??.path();
    let files = members(&python, &archive)?;
    let missing: Vec<&str> = IN_PYTHON
        .into_iter()
        .filter(|needed| !files.lines().any(|file| file.ends_with(&format!("/{needed}"))))
        .collect();
    for needed in &missing {
        println!("the Python sources lack {needed}");
    }
    Ok(missing.is_empty())
}

/// The files of an archive, one a line.
fn members(python: &Path, archive: &Path) -> Result<String> {
    let program = "import sys, tarfile; print('\\n'.join(tarfile.open(sys.argv[1]).getnames()))";
    let output = Command::new(python).args(["-c", program]).arg(archive).output()?;
    ensure!(output.status.success(), "cannot read {}", archive.display());
    Ok(String::from_utf8(output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_changes_and_nothing_else() {
        let text = "[workspace.package]\n# repository\nrepository = \"https://a\"\nhomepage = \"https://b\"\nname = \"x\"\n";
        let (changed, count) = addressed(text, "https://c");
        assert_eq!(count, 2);
        assert_eq!(
            changed,
            "[workspace.package]\n# repository\nrepository = \"https://c\"\nhomepage = \"https://c\"\nname = \"x\"\n"
        );
        assert!(address("http://c").is_err() && address("https://c d").is_err());
    }

    #[test]
    fn every_package_says_what_it_is() {
        for package in packages().unwrap() {
            assert_eq!(package.missing, [""; 0], "{}", package.name);
        }
    }
}
