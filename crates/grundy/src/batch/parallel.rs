//! `batch` on several threads: chunks of lines go out, rows come back in order.
//!
//! Each worker has a solver of its own, so nothing is shared and nothing waits. At most two chunks
//! a worker are under way, which bounds memory whatever the length of the input.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::run::{Batch, BatchError, Settings};

/// Bytes of input a worker gets at once.
const CHUNK: usize = 1 << 18;

/// Rows for one chunk, or why it ended early; with the number of lines answered.
struct Done {
    number: u64,
    rows: Vec<u8>,
    result: Result<u64, BatchError>,
}

/// Answers every line of `input` on `threads` threads; rows keep the order of the lines.
pub fn run(
    settings: &Settings,
    threads: usize,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> Result<u64, BatchError> {
    thread::scope(|scope| {
        let (done, finished) = channel::<Done>();
        let workers: Vec<Sender<(u64, Vec<u8>)>> = (0..threads)
            .map(|_| {
                let (send, receive) = channel();
                let done = done.clone();
                scope.spawn(move || work(settings, &receive, &done));
                send
            })
            .collect();
        drop(done);
        let mut rest = Vec::new();
        let mut merge = Merge { output, waiting: BTreeMap::new(), next: 0, lines: 0 };
        let mut sent = 0u64;
        loop {
            let chunk = next_chunk(input, &mut rest).map_err(BatchError::Io)?;
            let ended = chunk.is_empty();
            if !ended {
                let worker = &workers[usize::try_from(sent).unwrap_or(0) % workers.len()];
                // A worker only goes away when this function does.
                let _ = worker.send((sent, chunk));
                sent += 1;
            }
            let in_flight = 2 * threads as u64;
            while merge.next < sent && (ended || sent - merge.next >= in_flight) {
                match finished.recv() {
                    Ok(done) => merge.take(done)?,
                    Err(_) => break,
                }
            }
            if ended {
                return Ok(merge.lines);
            }
        }
    })
}

fn work(settings: &Settings, chunks: &Receiver<(u64, Vec<u8>)>, done: &Sender<Done>) {
    let solver = settings.solver();
    let mut batch = Batch::new(&solver, settings);
    while let Ok((number, chunk)) = chunks.recv() {
        let mut rows = Vec::new();
        let result = batch.run(&mut &chunk[..], &mut rows);
        if done.send(Done { number, rows, result }).is_err() {
            return;
        }
    }
}

/// Puts rows back into order.
struct Merge<'a> {
    output: &'a mut dyn Write,
    waiting: BTreeMap<u64, Done>,
    next: u64,
    lines: u64,
}

impl Merge<'_> {
    fn take(&mut self, done: Done) -> Result<(), BatchError> {
        self.waiting.insert(done.number, done);
        while let Some(done) = self.waiting.remove(&self.next) {
            self.output.write_all(&done.rows).map_err(BatchError::Io)?;
            self.next += 1;
            match done.result {
                Ok(lines) => self.lines += lines,
                Err(BatchError::Line { line, column, error }) => {
                    return Err(BatchError::Line { line: line + self.lines, column, error });
                }
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }
}

/// Whole lines, about a chunk of them; what follows the last newline waits in `rest`.
fn next_chunk(input: &mut dyn Read, rest: &mut Vec<u8>) -> std::io::Result<Vec<u8>> {
    let mut chunk = std::mem::take(rest);
    loop {
        let start = chunk.len();
        let read = input.take(CHUNK as u64).read_to_end(&mut chunk)?;
        if read == 0 {
            return Ok(chunk);
        }
        if let Some(newline) = memchr::memrchr(b'\n', &chunk[start..]) {
            *rest = chunk.split_off(start + newline + 1);
            return Ok(chunk);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Column;
    use crate::limits::{Cancel, Limits};
    use crate::notation::parse_game;

    fn settings(game: &str) -> Settings {
        Settings {
            line: parse_game(game).unwrap(),
            columns: vec![Column::Outcome, Column::Value],
            keep_going: false,
            limits: Limits::default(),
            cancel: Cancel::default(),
        }
    }

    #[test]
    fn rows_keep_the_order_of_the_lines() {
        let settings = settings("kayles");
        let (mut one, mut many) = (Vec::new(), Vec::new());
        let lines: Vec<String> = (0..90_000).map(|n| format!("{} {}", n % 500, n % 7)).collect();
        let text = lines.join("\n");
        Batch::new(&settings.solver(), &settings).run(&mut text.as_bytes(), &mut one).unwrap();
        assert_eq!(run(&settings, 3, &mut text.as_bytes(), &mut many).unwrap(), 90_000);
        assert_eq!(one, many);
    }

    #[test]
    fn a_bad_line_far_down_is_named_and_the_rows_before_it_are_kept() {
        let mut text = "1 2\n".repeat(200_000);
        text.push_str("1 x\n");
        let mut rows = Vec::new();
        match run(&settings("nim"), 2, &mut text.as_bytes(), &mut rows) {
            Err(BatchError::Line { line, column, .. }) => assert_eq!((line, column), (200_001, 3)),
            other => panic!("{other:?}"),
        }
        assert_eq!(String::from_utf8(rows).unwrap().lines().count(), 200_000);
    }
}
