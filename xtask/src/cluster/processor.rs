//! Processor time, as Linux tells it.

use std::fs;

use anyhow::{Context, Result};

/// Ticks of a second in `/proc/PID/stat`, on every Linux.
const TICKS: f64 = 100.0;

/// What a process has used so far, in seconds.
pub fn processor_time(process: u32) -> Result<f64> {
    seconds(&process.to_string(), [11, 12])
}

/// What those children of this process that have ended used, in seconds.
pub fn children_time() -> Result<f64> {
    seconds("self", [13, 14])
}

/// The sum of two fields in `/proc/PROCESS/stat`, counted from the third of the file.
fn seconds(process: &str, fields: [usize; 2]) -> Result<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // Behind the name, which is in parentheses and may hold anything: fields 3 and so on.
    let all: Vec<&str> = text.rsplit_once(')').context("a name")?.1.split_whitespace().collect();
    let ticks = |at: usize| -> Result<f64> { Ok(all.get(at).context("a field")?.parse::<u32>()?.into()) };
    Ok((ticks(fields[0])? + ticks(fields[1])?) / TICKS)
}
