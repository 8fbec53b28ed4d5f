//! `cargo xtask cluster-test`: a scheduler and two executors on this machine run the same job in every supported
//! way, one executor is killed while it works, and the times are reported.
//!
//! Every answer is compared byte by byte after sorting. All processes are stopped at the end, also after an error.

mod machines;
mod processor;
mod python;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::bench::{first_line_of, machine};
use crate::build::Scope;
use crate::inputs;
use crate::repository;
use crate::step::{Step, Tally};
use machines::Machines;
use processor::children_time;

/// The number of input files; each is a part of the job.
const FILES: u64 = 8;
/// The number of positions in all of them.
const POSITIONS: u64 = 400_000;
/// Rows and columns of the table for measuring rates.
const MANY: (u32, u32) = (5000, 2000);
/// The family of the sweep: subtraction sets within 1..=this, for a development build and for a release build. It should
/// take seconds, so that the overhead of a cluster does not dominate.
const SWEPT: [u32; 2] = [14, 18];

/// Builds the program with its cluster, runs all tests and writes `docs/cluster.md`.
pub fn run(release: bool) -> Result<bool> {
    let mut build = [vec!["build"], Scope::Cluster.words()].concat();
    if release {
        build.push("--release");
    }
    let mut tally = Tally::default();
    if !Step::cargo("build", &build).run(&mut tally)? {
        return Ok(false);
    }
    let place = repository::path("target/cluster");
    fs::create_dir_all(&place)?;
    let grundy = Scope::Cluster.target().join(if release { "release/grundy" } else { "debug/grundy" });
    let mut test = Test { grundy, place, release, rows: Vec::new() };
    test.inputs()?;
    test.same_answers()?;
    test.rates()?;
    test.shards()?;
    test.figures()?;
    test.killed()?;
    let date = first_line_of(Command::new("date").args(["-u", "+%F"]))?;
    let build = if release { "release" } else { "development" };
    let command = if release { "cargo xtask cluster-test --release" } else { "cargo xtask cluster-test" };
    let mut report = format!(
        "# Results of the cluster test\n\nWritten by `{command}` on {date}: {}; {build} build. The scheduler and the \
         executors run on\none machine, so more executors help only while it has idle cores. Times are wall times and include the effect of other\nwork on the machine; processor time is the time of the processes themselves.\n\n\
         | what | time | notes |\n| --- | --: | --- |\n",
        machine()?
    );
    for row in &test.rows {
        report.push_str(row);
        report.push('\n');
    }
    println!("\n{report}");
    fs::write(repository::path("docs/cluster.md"), report)?;
    println!("{} checks passed, 0 failed", test.rows.len());
    // Last, since the lints check every dependency again.
    let lints =
        [vec!["clippy"], Scope::Cluster.words(), vec!["--all-targets", "--", "-D", "warnings"]].concat();
    Step::cargo("lints", &lints).run(&mut tally)
}

struct Test {
    grundy: PathBuf,
    place: PathBuf,
    release: bool,
    rows: Vec<String>,
}

/// Every position with its outcome.
const OUTCOMES: &str = "SELECT a, b, wythoff_outcome(a, b) AS outcome FROM t";

impl Test {
    fn note(&mut self, what: &str, took: Duration, beside: &str) {
        let row = format!("| {what} | {}.{:02} s | {beside} |", took.as_secs(), took.subsec_millis() / 10);
        println!("{row}");
        self.rows.push(row);
    }

    fn swept(&self) -> u32 {
        SWEPT[usize::from(self.release)]
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.join(name)
    }

    /// Runs the program and returns its standard output.
    fn ask(&self, arguments: &[&str]) -> Result<Vec<u8>> {
        let output = Command::new(&self.grundy).args(arguments).output()?;
        let printed = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "grundy {}: {printed}", arguments.join(" "));
        Ok(output.stdout)
    }

    /// The rows of a query over the input, as sorted lines without the header, and the time it took.
    fn rows_of(&self, query: &str, more: &[&str]) -> Result<(Vec<String>, Duration)> {
        let started = Instant::now();
        let table = format!("t={}/", self.path("input").display());
        let arguments = [&["sql", query, "--table", &table, "--format", "csv"], more].concat();
        let text = String::from_utf8(self.ask(&arguments)?)?;
        let took = started.elapsed();
        let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        lines.sort_unstable();
        Ok((lines, took))
    }

    /// Writes the positions as text, and as Parquet in several files.
    fn inputs(&self) -> Result<()> {
        let text = self.path("positions.txt");
        let mut out = BufWriter::new(File::create(&text)?);
        inputs::write_positions(&mut out, POSITIONS)?;
        out.flush()?;
        let csv = self.path("positions.csv");
        let positions = fs::read_to_string(&text)?.replace(' ', ",");
        fs::write(&csv, format!("a,b\n{positions}"))?;
        for folder in ["input", "shards"] {
            let folder = self.path(folder);
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
        }
        for file in 0..FILES {
            let out = self.path("input").join(format!("part-{file}.parquet"));
            let query = format!("SELECT a, b FROM '{}' WHERE (a + b) % {FILES} = {file}", csv.display());
            self.ask(&["sql", &query, "--out", &out.display().to_string()])?;
        }
        Ok(())
    }

    /// Runs the job by `batch` on text, by SQL locally, and by SQL on two executors.
    fn same_answers(&mut self) -> Result<()> {
        let text = self.path("positions.txt");
        let answers = String::from_utf8(self.ask(&["batch", "wythoff", &text.display().to_string()])?)?;
        let positions = fs::read_to_string(&text)?;
        let mut expected: Vec<String> = positions
            .lines()
            .zip(answers.lines())
            .map(|(heaps, answer)| format!("{heaps} {answer}").replace(' ', ","))
            .collect();
        expected.sort_unstable();
        ensure!(expected.len() as u64 == POSITIONS, "batch gave {} rows", expected.len());
        let (local, took) = self.rows_of(OUTCOMES, &[])?;
        ensure!(local == expected, "SQL on this machine and batch differ");
        self.note(
            &format!("{POSITIONS} outcomes, SQL on this machine"),
            took,
            "the same bytes as `batch`, sorted",
        );
        let machines = Machines::start(&self.grundy, &self.place, 2)?;
        let (remote, took) = self.rows_of(OUTCOMES, &["--cluster", &machines.address])?;
        ensure!(remote == expected, "SQL on the cluster and batch differ");
        self.note(&format!("{POSITIONS} outcomes, two executors"), took, "the same bytes, sorted");
        drop(machines);
        self.python(&expected)
    }

    /// Parquet to Parquet on one thread: by `batch`, by SQL, and by SQL without a question.
    fn rates(&mut self) -> Result<()> {
        let (rows, columns) = MANY;
        let path = |name: &str| self.path(name).display().to_string();
        let input = path("many.parquet");
        let table = format!("SELECT a, b FROM grundy_table('wythoff', {rows}, {columns})");
        self.ask(&["sql", &table, "--out", &input])?;
        let outcomes = format!("SELECT a, b, wythoff_outcome(a, b) AS outcome FROM '{input}'");
        let nothing = format!("SELECT a, b, 'N' AS outcome FROM '{input}'");
        let (by_batch, by_sql, copied) =
            (path("by-batch.parquet"), path("by-sql.parquet"), path("copied.parquet"));
        let one = ["--threads", "1", "--out"];
        let jobs = [
            ("`batch`", vec!["batch", "wythoff", &input, "--quiet"], &by_batch),
            ("SQL", vec!["sql", &outcomes], &by_sql),
            ("SQL that copies and asks nothing", vec!["sql", &nothing], &copied),
        ];
        let mut notes = Vec::new();
        for (what, words, out) in jobs {
            let (before, started) = (children_time()?, Instant::now());
            self.ask(&[&words[..], &one[..], &[out.as_str()]].concat())?;
            let used = children_time()? - before;
            let millions = f64::from(rows * columns) / 1e6;
            let beside =
                format!("processor time {used:.2} s: {:.1} million rows a second", millions / used.max(0.01));
            notes.push((
                format!("{millions:.0} million rows to Parquet, one thread, {what}"),
                started.elapsed(),
                beside,
            ));
        }
        let summary = |path: &str| {
            let query = format!(
                "SELECT outcome, count(*), sum(a), sum(b), sum(a * b) FROM '{path}' GROUP BY outcome"
            );
            self.rows_of(&query, &[]).map(|(rows, _)| rows)
        };
        ensure!(summary(&by_batch)? == summary(&by_sql)?, "SQL and batch differ");
        for (what, took, beside) in notes {
            self.note(&what, took, &beside);
        }
        Ok(())
    }

    /// A shard for each input file, written by the executors; a second call makes none.
    fn shards(&mut self) -> Result<()> {
        let machines = Machines::start(&self.grundy, &self.place, 2)?;
        let table = format!("t={}/", self.path("input").display());
        let out = self.path("shards").display().to_string();
        let arguments = [
            "sql",
            OUTCOMES,
            "--table",
            &table,
            "--each",
            "t",
            "--out",
            &out,
            "--cluster",
            &machines.address,
            "--json",
        ];
        let before = machines.worked()?;
        let started = Instant::now();
        let first = String::from_utf8(self.ask(&arguments)?)?;
        let took = started.elapsed();
        let worked: Vec<bool> =
            before.iter().zip(machines.worked()?).map(|(before, after)| after > before + 0.02).collect();
        ensure!(first.contains(&format!("\"made\":{FILES},\"kept\":0,\"rows\":{POSITIONS}")), "{first}");
        ensure!(worked == [true, true], "the executors that worked: {worked:?}");
        let again = String::from_utf8(self.ask(&arguments)?)?;
        ensure!(again.contains(&format!("\"made\":0,\"kept\":{FILES},\"rows\":{POSITIONS}")), "{again}");
        let query = format!("SELECT * FROM '{out}/part-0.parquet'");
        let (shard, _) = self.rows_of(&query, &[])?;
        let (whole, _) = self.rows_of(&format!("{OUTCOMES} WHERE (a + b) % {FILES} = 0"), &[])?;
        ensure!(shard == whole, "a shard differs from its part of the whole");
        self.note(
            &format!("{FILES} shards, two executors"),
            took,
            "both wrote; the same call again made none",
        );
        Ok(())
    }

    /// Times of the sweep locally and on one and two executors of one task each.
    fn figures(&mut self) -> Result<()> {
        let most = self.swept();
        let query = sweep(most);
        let what = format!("the periods of the {} subtraction sets within 1..{most}", (1u32 << most) - 1);
        let before = children_time()?;
        let (expected, one) = self.rows_of(&query, &["--threads", "1"])?;
        let used = children_time()? - before;
        self.note(
            &format!("{what}, on this machine, one thread"),
            one,
            &format!("processor time {used:.1} s"),
        );
        let before = children_time()?;
        let (two_threads, took) = self.rows_of(&query, &["--threads", "2"])?;
        let used = children_time()? - before;
        ensure!(two_threads == expected, "one and two threads differ");
        let beside = format!("{}; processor time {used:.1} s", ratio(one, took));
        self.note("the same, two threads", took, &beside);
        for executors in [1, 2] {
            let machines = Machines::start(&self.grundy, &self.place, executors)?;
            let cluster = ["--cluster", machines.address.as_str()];
            let (_, nothing) = self.rows_of("SELECT count(*) FROM grundy_games()", &cluster)?;
            let before = machines.worked()?;
            let (rows, took) = self.rows_of(&query, &cluster)?;
            let worked: Vec<f64> =
                before.iter().zip(machines.worked()?).map(|(before, after)| after - before).collect();
            ensure!(rows == expected, "{executors} executors and one thread differ");
            ensure!(worked.iter().all(|seconds| *seconds > 0.0), "an executor did nothing: {worked:?}");
            let seconds: Vec<String> = worked.iter().map(|seconds| format!("{seconds:.1} s")).collect();
            let beside = format!("{}; processor time {}", ratio(one, took), seconds.join(" and "));
            self.note(&format!("the same, executors: {executors}"), took, &beside);
            self.note(
                &format!("a query that asks for nothing, executors: {executors}"),
                nothing,
                "start-up and overhead",
            );
        }
        Ok(())
    }

    /// Kills one of two executors while it works.
    fn killed(&mut self) -> Result<()> {
        let query = sweep(self.swept());
        let (expected, _) = self.rows_of(&query, &[])?;
        let mut machines = Machines::start(&self.grundy, &self.place, 2)?;
        let before = machines.worked()?;
        let out = self.path("killed.csv");
        let started = Instant::now();
        let mut job = Command::new(&self.grundy)
            .args(["sql", &query, "--format", "csv", "--cluster", &machines.address, "--out"])
            .arg(&out)
            .spawn()?;
        // It has a task and has done part of it.
        while machines.worked()?[1] < before[1] + 0.3 {
            ensure!(job.try_wait()?.is_none(), "the job ended before the executor could be killed");
            sleep(Duration::from_millis(10));
        }
        machines.kill(1)?;
        let killed = started.elapsed();
        ensure!(job.try_wait()?.is_none(), "the job had ended when the executor was killed");
        ensure!(job.wait()?.success(), "the job failed");
        let text = fs::read_to_string(&out)?;
        let mut rows: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
        rows.sort_unstable();
        ensure!(rows == expected, "the answer differs after an executor was killed");
        let beside = format!("complete and the same bytes; killed after {:.1} s", killed.as_secs_f64());
        self.note(
            "the same sweep, two executors, one killed with SIGKILL while it works",
            started.elapsed(),
            &beside,
        );
        Ok(())
    }
}

fn sweep(most: u32) -> String {
    format!(
        "SELECT rule, p.period, p.preperiod, p.max_value, p.proof \
         FROM (SELECT rule, grundy_period(rule) AS p FROM grundy_subtraction_sets({most}))"
    )
}

fn ratio(one: Duration, other: Duration) -> String {
    let hundredths = one.as_millis() * 100 / other.as_millis().max(1);
    format!("{}.{:02} times the speed of one thread", hundredths / 100, hundredths % 100)
}
