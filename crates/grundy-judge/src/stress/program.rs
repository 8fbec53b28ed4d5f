//! Runs a program on one input, with limits on time and output, and ends all processes that it started.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

/// The most bytes that are kept of its standard error.
const MOST_SAID: u64 = 4096;
/// Time between two checks of a program that has closed its output but not ended.
const LOOK: Duration = Duration::from_micros(200);
/// How long its standard error may stay open after it was killed.
const GRACE: Duration = Duration::from_millis(500);

/// A program and its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program to run.
    pub command: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The time limit of one run.
    pub time: Duration,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With exit code 0.
    Well,
    /// With another exit code.
    Code(i32),
    /// By a signal, or in another way that has no code.
    Signal(Option<i32>),
    /// Killed at the time limit.
    Time,
    /// Killed because of too much output.
    Output,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Ran {
    pub end: End,
    pub output: Vec<u8>,
    /// The start of its standard error.
    pub said: Vec<u8>,
}

impl Program {
    /// Runs the program on an input, with at most `most` bytes of output, while `going` returns `true`. The
    /// error is that it cannot be started.
    pub(crate) fn run(
        &self,
        input: &[u8],
        most: usize,
        time: Duration,
        going: &mut dyn FnMut() -> bool,
    ) -> io::Result<Ran> {
        let mut command = Command::new(&self.command);
        command.args(&self.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut wrap = CommandWrap::from(command);
        #[cfg(unix)]
        wrap.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(process_wrap::std::JobObject);
        let mut child = wrap.spawn()?;
        let ran = watch(&mut *child, input, most, time.min(self.time), going);
        // Kills all processes that it started; an error means that there are none.
        let _ = child.start_kill();
        let _ = child.wait();
        ran
    }
}

fn watch(
    child: &mut dyn ChildWrapper,
    input: &[u8],
    most: usize,
    time: Duration,
    going: &mut dyn FnMut() -> bool,
) -> io::Result<Ran> {
    let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
    let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
        return Err(io::Error::other("no pipes"));
    };
    let begun = Instant::now();
    let (done, output) = mpsc::channel();
    let (told, said) = mpsc::channel();
    let input = input.to_vec();
    // A program may leave its input unread. The threads end when the pipes close.
    thread::spawn(move || drop(stdin.write_all(&input)));
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = stdout.take(most as u64 + 1).read_to_end(&mut bytes);
        let _ = done.send(read.map(|_| bytes));
    });
    thread::spawn(move || {
        let (mut bytes, mut rest) = (Vec::new(), stderr);
        let _ = rest.by_ref().take(MOST_SAID).read_to_end(&mut bytes);
        let _ = told.send(bytes);
        let _ = io::copy(&mut rest, &mut io::sink());
    });
    let mut end = None;
    let mut bytes = Vec::new();
    let mut killed = false;
    loop {
        let left = time.saturating_sub(begun.elapsed());
        if left.is_zero() || !going() {
            end = Some(End::Time);
            break;
        }
        match output.recv_timeout(left.min(Duration::from_millis(20))) {
            Ok(read) => {
                bytes = read?;
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
            // A child process may keep the output open after the program has ended. Once it is killed, what
            // was written arrives as soon as the thread that reads it is given time.
            Err(RecvTimeoutError::Timeout) => {
                if !killed && child.try_wait()?.is_some() {
                    let _ = child.start_kill();
                    killed = true;
                }
            }
        }
    }
    if end.is_none() && bytes.len() > most {
        bytes.truncate(most);
        end = Some(End::Output);
    }
    let end = match end {
        Some(end) => end,
        None => ended(child, begun, time)?,
    };
    let _ = child.start_kill();
    let said = said.recv_timeout(GRACE).unwrap_or_default();
    Ok(Ran { end, output: bytes, said })
}

/// Waits for a program that has closed its output.
fn ended(child: &mut dyn ChildWrapper, begun: Instant, time: Duration) -> io::Result<End> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(match status.code() {
                Some(0) => End::Well,
                Some(code) => End::Code(code),
                None => End::Signal(signal(status)),
            });
        }
        if begun.elapsed() >= time {
            return Ok(End::Time);
        }
        thread::sleep(LOOK);
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    fn run(script: &str, time: Duration) -> Ran {
        let arguments = ["-c", script].map(OsString::from).to_vec();
        let program = Program { command: "sh".into(), arguments, time };
        program.run(b"", 1000, time, &mut || true).unwrap()
    }

    /// What arrives late is not taken for nothing: a busy machine may keep the reader waiting.
    #[test]
    #[cfg(target_os = "linux")]
    fn output_that_arrives_after_the_end_counts() {
        let ran = run("setsid sh -c 'sleep 1; echo 5' &", Duration::from_mins(1));
        assert_eq!((ran.end, &*ran.output), (End::Well, &b"5\n"[..]));
    }

    #[test]
    fn processes_left_behind_are_killed() {
        let ran = run("echo 7; sleep 600 &", Duration::from_mins(1));
        assert_eq!((ran.end, &*ran.output), (End::Well, &b"7\n"[..]));
    }
}
