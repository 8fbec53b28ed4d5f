//! `cargo xtask bench`: the benchmarks of the library, then whole programs as a user runs them, written into the chapter
//! on speed.
//!
//! A time is valid only with a correct answer, so every output is checked: byte by byte against the baseline's
//! output, against an independent count, or against known checksums.

mod chapter;
mod contests;
mod games;
mod measure;
mod sizes;

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::repository;
use crate::step::{Step, Tally};
use chapter::Part;
use measure::{Program, RUNS, in_turns, readable};
pub use measure::{first_line_of, machine};

/// The number of starts whose median is taken.
const STARTS: usize = 50;

/// Writes an input file.
type Write = fn(&mut BufWriter<File>) -> Result<()>;

/// Runs everything and writes the tables of the chapter; `date` defaults to today. With `programs_only` the library's
/// own benchmarks are skipped.
pub fn run(date: Option<&str>, programs_only: bool) -> Result<()> {
    let mut tally = Tally::default();
    let benchmarks = Step::cargo("benchmarks", &["bench", "--package", "grundy-bench"]);
    let build = Step::cargo("build", &["build", "--profile", "dist", "--package", "grundy-cli"]);
    let steps = if programs_only { vec![build] } else { vec![benchmarks, build] };
    for step in steps {
        ensure!(step.run(&mut tally)?, "failed: {}", step.command_line());
    }
    let date = match date {
        Some(date) => date.to_owned(),
        None => first_line_of(Command::new("date").args(["-u", "+%F"]))?,
    };
    let place = Place::new()?;
    let parts = [
        introduction(&place, &date)?,
        contests::table(&place)?,
        games::table(&place)?,
        sizes::table(&place)?,
    ];
    chapter::write(&parts)?;
    println!("\nwritten into docs/src/en/speed.md and docs/src/zh/speed.md");
    Ok(())
}

/// Where and when the tables were made, and the time of a program that is started for a single question.
fn introduction(place: &Place, date: &str) -> Result<Part> {
    let start =
        Program::new(place.grundy.clone(), &["solve", "wythoff", "646", "583"], Path::new("/dev/null"));
    let mut starts = Vec::new();
    while starts.len() < STARTS {
        starts.extend(in_turns(&[&start])?.remove(0).0);
    }
    starts.sort_unstable();
    let start = readable(starts[starts.len() / 2]);
    let (machine, compiler) = (machine()?, first_line_of(Command::new("g++").arg("--version"))?);
    let compiler = compiler.rsplit(' ').next().unwrap_or_default().to_owned();
    let rust = first_line_of(Command::new("rustc").arg("--version"))?;
    let rust = rust.split(' ').nth(1).unwrap_or_default().to_owned();
    Ok(Part {
        name: "run",
        text: [
            format!(
                "{machine}; {date}; Rust {rust}, the release that is shipped (`--profile dist`), g++ {compiler} at `-O2`. Wall time of the \
whole process, the median of up to {RUNS} runs in turns. `grundy solve wythoff 646 583`, from start to exit: {start}.\n"
            ),
            format!(
                "{machine}；{date}；Rust {rust}，发行版程序（`--profile dist`），g++ {compiler} `-O2`。整个进程的实际时间，轮流运行至多 {RUNS} 次取中位数。\
`grundy solve wythoff 646 583` 从启动到退出：{start}。\n"
            ),
        ],
    })
}

/// The compiled C++ program with this name.
fn baseline(name: &str) -> PathBuf {
    repository::path("target/baselines").join(name)
}

/// The program that is measured, and the folder with their inputs and outputs.
struct Place {
    grundy: PathBuf,
    folder: PathBuf,
}

impl Place {
    /// Compiles every baseline, so that none breaks unnoticed.
    fn new() -> Result<Self> {
        let place =
            Self { grundy: repository::path("target/dist/grundy"), folder: repository::path("target/bench") };
        fs::create_dir_all(&place.folder)
            .with_context(|| format!("cannot make {}", place.folder.display()))?;
        fs::create_dir_all(repository::path("target/baselines"))?;
        for entry in fs::read_dir(repository::path("baselines"))? {
            let source = entry?.path();
            if source.extension().is_none_or(|extension| extension != "cpp") {
                continue;
            }
            let program = baseline(&source.file_stem().unwrap_or_default().to_string_lossy());
            let status = Command::new("g++")
                .args(["-O2", "-o"])
                .args([&program, &source])
                .status()
                .context("cannot start g++, which the comparison needs")?;
            ensure!(status.success(), "g++ could not compile {}", source.display());
        }
        Ok(place)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes an input file; its content is always the same.
    fn generate(&self, name: &str, write: impl Fn(&mut BufWriter<File>) -> Result<()>) -> Result<PathBuf> {
        let path = self.file(name);
        let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        Ok(path)
    }
}
