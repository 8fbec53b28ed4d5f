//! The processes of a cluster on this machine, stopped on drop.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::processor::processor_time;

/// A scheduler and executors of one task each.
pub struct Machines {
    /// The scheduler's address.
    pub address: String,
    scheduler: Child,
    executors: Vec<Child>,
}

impl Machines {
    /// Starts them on loopback, at free ports, and waits until all executors are registered.
    pub fn start(grundy: &Path, place: &Path, executors: usize) -> Result<Self> {
        let (scheduler, line) = started(grundy, &["cluster", "scheduler", "--listen", "127.0.0.1:0"])?;
        let address =
            line.split(' ').find(|word| word.starts_with("127.0.0.1:")).unwrap_or_default().to_owned();
        let mut machines = Self { address, scheduler, executors: Vec::new() };
        for number in 0..executors {
            let work = place.join(format!("executor-{number}"));
            fs::create_dir_all(&work)?;
            let work = work.display().to_string();
            let arguments =
                ["cluster", "executor", "--scheduler", &machines.address, "--threads", "1", "--work", &work];
            machines.executors.push(started(grundy, &arguments)?.0);
        }
        machines.wait(grundy, executors)?;
        Ok(machines)
    }

    /// Waits until a query uses every executor; registration takes a moment.
    fn wait(&self, grundy: &Path, executors: usize) -> Result<()> {
        let began = Instant::now();
        loop {
            let before = self.worked()?;
            let query =
                "SELECT count(*), max(grundy_value('take 1, 3, 4', size)) FROM grundy_subtraction_sets(15)";
            let output = Command::new(grundy).args(["sql", query, "--cluster", &self.address]).output()?;
            let busy = before.iter().zip(self.worked()?).filter(|(before, after)| after > *before).count();
            if output.status.success() && busy == executors {
                return Ok(());
            }
            if began.elapsed() > Duration::from_mins(1) {
                bail!("the executors do not work: {}", String::from_utf8_lossy(&output.stderr));
            }
        }
    }

    /// The CPU time of each executor so far, in seconds.
    pub fn worked(&self) -> Result<Vec<f64>> {
        self.executors.iter().map(|executor| processor_time(executor.id())).collect()
    }

    /// Kills an executor.
    pub fn kill(&mut self, number: usize) -> Result<()> {
        self.executors[number].kill()?;
        self.executors[number].wait()?;
        Ok(())
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for child in self.executors.iter_mut().chain([&mut self.scheduler]) {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts a process and reads the first line of its standard error, which reports that it is ready.
fn started(grundy: &Path, arguments: &[&str]) -> Result<(Child, String)> {
    let mut child = Command::new(grundy)
        .args(arguments)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", grundy.display()))?;
    let mut lines = BufReader::new(child.stderr.take().context("a pipe")?);
    let mut line = String::new();
    lines.read_line(&mut line)?;
    ensure!(line.contains("127.0.0.1:"), "grundy {}: {line}", arguments.join(" "));
    // If nothing read the pipe, the process would block once it is full.
    thread::spawn(move || {
        for line in lines.lines().map_while(std::io::Result::ok) {
            eprintln!("  {line}");
        }
    });
    Ok((child, line))
}
