//! CPU time, as Linux reports it.

use std::fs;

use anyhow::{Context, Result};

/// Clock ticks per second in `/proc/PID/stat`, on every Linux.
const TICKS: f64 = 100.0;

/// The CPU time of a process so far, in seconds.
pub fn processor_time(process: u32) -> Result<f64> {
    seconds(&process.to_string(), [11, 12])
}

/// The CPU time of the children of this process that have ended, in seconds.
pub fn children_time() -> Result<f64> {
    seconds("self", [13, 14])
}

/// The sum of two fields in `/proc/PROCESS/stat`, counted from the third field of the file.
fn seconds(process: &str, fields: [usize; 2]) -> Result<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // Fields 3 and following, after the name, which is in parentheses and may hold any character.
    let all: Vec<&str> = text.rsplit_once(')').context("a name")?.1.split_whitespace().collect();
    let ticks = |at: usize| -> Result<f64> { Ok(all.get(at).context("a field")?.parse::<u32>()?.into()) };
    Ok((ticks(fields[0])? + ticks(fields[1])?) / TICKS)
}
