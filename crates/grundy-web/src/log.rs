//! The log: one JSON object a line, written by its own thread so that no request waits for it.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value as Json, json};

/// The most lines in the queue; further lines are dropped.
const WAITING: usize = 4096;

/// The destination of the log. Dropping the last clone waits until all is written.
#[derive(Clone, Debug)]
pub struct Log(Option<Arc<Writer>>);

#[derive(Debug)]
struct Writer {
    sender: Option<SyncSender<Json>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.sender.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Log {
    /// No log.
    pub fn none() -> Self {
        Self(None)
    }

    /// Writes lines to `out`.
    ///
    /// Errors: the writer thread could not be started.
    pub fn to(out: impl Write + Send + 'static) -> io::Result<Self> {
        let (sender, receiver) = sync_channel(WAITING);
        let thread = thread::Builder::new().name("log".into()).spawn(move || write(&receiver, out))?;
        Ok(Self(Some(Arc::new(Writer { sender: Some(sender), thread: Some(thread) }))))
    }

    /// Whether there is a log.
    pub(crate) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Writes `event` with the time and the fields of `about`, an object.
    pub(crate) fn write(&self, event: &str, about: Json) {
        let Some(sender) = self.0.as_ref().and_then(|writer| writer.sender.as_ref()) else { return };
        let mut line = json!({"time": now(), "event": event});
        if let (Some(line), Json::Object(about)) = (line.as_object_mut(), about) {
            line.extend(about);
        }
        let _ = sender.try_send(line);
    }
}

fn write(receiver: &Receiver<Json>, out: impl Write) {
    let mut out = BufWriter::new(out);
    while let Ok(line) = receiver.recv() {
        let mut written = writeln!(out, "{line}");
        for line in receiver.try_iter().take(WAITING) {
            written = written.and_then(|()| writeln!(out, "{line}"));
        }
        // A failed write of the log cannot be reported anywhere.
        if written.and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    timestamp(since.as_secs(), since.subsec_millis())
}

/// RFC 3339 in UTC. Days are counted from 1 March 0000, so that leap days come last: H. Hinnant,
/// "chrono-compatible low-level date algorithms".
fn timestamp(seconds: u64, milliseconds: u32) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year_of_era = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(timestamp(0, 0), "1970-01-01T00:00:00.000Z");
        assert_eq!(timestamp(951_782_400, 7), "2000-02-29T00:00:00.007Z");
        assert_eq!(timestamp(1_798_761_599, 999), "2026-12-31T23:59:59.999Z");
    }
}
