//! `cargo xtask fuzz`: the laws of `crates/grundy-laws` under a coverage-guided fuzzer.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::{build, repository};

/// The most seconds of one input; the laws limit the library to a twentieth of a second for each question.
const SECONDS: u32 = 20;
/// The most memory in MiB; the targets' allocator refuses a single allocation of half of it.
const MEMORY: u32 = 2048;
/// The longest input, in bytes.
const LONGEST: u32 = 4096;
/// The default minutes for each law.
const MINUTES: u32 = 10;

/// Runs one law, or all of them in order. The input of a broken law is written to `target/fuzz/found`.
pub fn run(arguments: &[&str]) -> Result<bool> {
    let (mut law, mut minutes) = (None, MINUTES);
    let mut rest = arguments.iter();
    while let Some(&argument) = rest.next() {
        if argument == "--minutes" {
            let value = rest.next().context("--minutes needs a number")?;
            minutes = value.parse().with_context(|| format!("--minutes: `{value}` is not a whole number"))?;
        } else {
            law = Some(argument);
        }
    }
    let known = laws()?;
    if let Some(law) = law {
        ensure!(
            known.iter().any(|name| name == law),
            "unknown law `{law}`; the laws are {}",
            known.join(", ")
        );
    }
    check_tool()?;
    same_versions()?;
    let mut held = true;
    for name in known.iter().filter(|name| law.is_none_or(|law| law == *name)) {
        println!("\n== {name} ==");
        held &= one(name, minutes)?;
    }
    Ok(held)
}

/// The laws; their names are those of the targets in the folder.
fn laws() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(repository::path("fuzz/targets"))? {
        names.extend(entry?.path().file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}

fn check_tool() -> Result<()> {
    let mut command = Command::new(build::cargo());
    let there = command.args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if there.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    bail!("cargo-fuzz is missing: run `cargo install cargo-fuzz` (needs a C++ compiler for libFuzzer)")
}

/// Makes the targets use the dependency versions of the workspace.
fn same_versions() -> Result<()> {
    let (from, to) = (repository::path("Cargo.lock"), repository::path("fuzz/Cargo.lock"));
    let changed = |path: &Path| fs::metadata(path).and_then(|about| about.modified());
    if !to.exists() || changed(&from)? > changed(&to)? {
        fs::copy(from, to)?;
    }
    Ok(())
}

fn one(name: &str, minutes: u32) -> Result<bool> {
    let below = |folder: &str| repository::path("target/fuzz").join(folder).join(name);
    let (found, learnt) = (below("found"), below("corpus"));
    for folder in [&found, &learnt] {
        fs::create_dir_all(folder)?;
    }
    let tokens = repository::path("crates/grundy-laws/tokens").join(format!("{name}.txt"));
    let dictionary = match fs::read_to_string(tokens) {
        Ok(tokens) => {
            let path = repository::path("target/fuzz").join(format!("{name}.dict"));
            fs::write(&path, entries(&tokens))?;
            Some(format!("-dict={}", path.display()))
        }
        // A binary format has no tokens, and the fuzzer rejects an empty dictionary.
        Err(_) => None,
    };
    let kept =
        ["corpus", "regressions"].map(|kind| repository::path("crates/grundy-laws").join(kind).join(name));
    let status = Command::new(build::cargo())
        // The code of this project has no `unsafe`: a sanitizer would slow it down and find nothing.
        .args(["fuzz", "run", "--sanitizer", "none", "--target-dir", "target/fuzz", name])
        .arg(&learnt)
        .args(kept.iter().filter(|folder| folder.is_dir()))
        .arg("--")
        .arg(format!("-artifact_prefix={}/", found.display()))
        .args(dictionary)
        .arg(format!("-max_total_time={}", 60 * minutes))
        .arg(format!("-timeout={SECONDS}"))
        .arg(format!("-rss_limit_mb={MEMORY}"))
        .arg(format!("-max_len={LONGEST}"))
        .arg("-print_final_stats=1")
        .current_dir(repository::root())
        .status()
        .context("cannot start cargo fuzz")?;
    if !status.success() {
        println!("{name} failed or exceeded a limit; the input is in {}", found.display());
    }
    Ok(status.success())
}

/// The tokens in the fuzzer's format: one a line, in quotes, with special characters as bytes.
fn entries(tokens: &str) -> String {
    let quoted = |token: &str| {
        let bytes = token.bytes().map(|byte| match byte {
            b'"' | b'\\' => format!("\\{}", char::from(byte)),
            b' '..=b'~' => char::from(byte).to_string(),
            _ => format!("\\x{byte:02X}"),
        });
        format!("\"{}\"\n", bytes.collect::<String>())
    };
    tokens.lines().filter(|token| !token.is_empty()).map(quoted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_a_dictionary() {
        assert_eq!(entries("take \n\n\"a\"\\\n威\n"), "\"take \"\n\"\\\"a\\\"\\\\\"\n\"\\xE5\\xA8\\x81\"\n");
    }

    #[test]
    fn every_target_has_words_and_inputs() {
        let laws = laws().unwrap();
        assert!(laws.len() > 9);
        for law in laws {
            let kept = repository::path("crates/grundy-laws/corpus").join(&law);
            assert!(fs::read_dir(kept).unwrap().next().is_some(), "{law}");
        }
    }
}
