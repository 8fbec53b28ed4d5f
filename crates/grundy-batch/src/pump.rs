//! Reads a stream that may be silent for long on a separate thread. Waiting for its bytes can therefore check
//! the deadline, and can be ended when no more input is wanted.
//!
//! The thread ends with the stream, or after reading a block that is no longer wanted; until then it may
//! outlive the job.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use grundy_solver::limits::Cancel;

/// A reader that can be moved to another thread.
pub trait ReadSend: Read + Send + std::fmt::Debug {}

impl<T: Read + Send + std::fmt::Debug> ReadSend for T {}

/// Bytes read at a time.
const BLOCK: usize = 1 << 18;
/// Number of blocks read ahead.
const AHEAD: usize = 2;
/// Interval between two checks while waiting.
const LOOK: Duration = Duration::from_millis(50);

/// A flag that no more input is wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unwanted(Arc<AtomicBool>);

impl Unwanted {
    pub fn say(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The receiver of the blocks read by the thread.
#[derive(Debug)]
pub(crate) struct Pump {
    blocks: Receiver<io::Result<Block>>,
    block: Block,
    /// Returns used blocks to be filled again.
    empty: Sender<Vec<u8>>,
    cancel: Cancel,
    unwanted: Unwanted,
}

/// A block of bytes; `left` is the range not yet consumed.
#[derive(Debug, Default)]
struct Block {
    bytes: Vec<u8>,
    left: Range<usize>,
}

impl Pump {
    pub fn new(mut stream: Box<dyn ReadSend>, cancel: Cancel, unwanted: Unwanted) -> io::Result<Self> {
        let (send, blocks) = sync_channel(AHEAD);
        let (empty, emptied) = channel::<Vec<u8>>();
        thread::Builder::new().name("input".into()).spawn(move || {
            loop {
                let mut bytes = emptied.try_recv().unwrap_or_else(|_| vec![0; BLOCK]);
                let read = match stream.read(&mut bytes) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) => return,
                    Ok(read) => Ok(Block { bytes, left: 0..read }),
                    Err(error) => Err(error),
                };
                if send.send(read).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { blocks, block: Block::default(), empty, cancel, unwanted })
    }
}

impl Read for Pump {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Block { bytes, left } = &mut self.block;
            let read = left.len().min(buffer.len());
            if read > 0 || buffer.is_empty() {
                buffer[..read].copy_from_slice(&bytes[left.start..left.start + read]);
                left.start += read;
                return Ok(read);
            }
            if !bytes.is_empty() {
                // The thread may have ended.
                let _ = self.empty.send(std::mem::take(bytes));
            }
            match self.blocks.recv_timeout(LOOK) {
                Ok(block) => self.block = block?,
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
                Err(RecvTimeoutError::Timeout) => {
                    self.cancel.check().map_err(io::Error::other)?;
                    if self.unwanted.0.load(Ordering::Relaxed) {
                        return Err(io::Error::other("not wanted"));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn pump(cancel: &Cancel, unwanted: &Unwanted) -> (io::PipeWriter, Pump) {
        let (reader, writer) = io::pipe().expect("a pipe");
        let pump = Pump::new(Box::new(reader), cancel.clone(), unwanted.clone());
        (writer, pump.expect("a thread"))
    }

    #[test]
    fn bytes_come_as_they_are_written_and_then_the_end() {
        let (mut writer, mut pump) = pump(&Cancel::default(), &Unwanted::default());
        let mut bytes = [0; 4];
        for text in [b"3 4\n", b"5 6\n"] {
            writer.write_all(text).expect("somebody reads");
            pump.read_exact(&mut bytes).expect("what was written");
            assert_eq!(&bytes, text);
        }
        drop(writer);
        assert_eq!(pump.read(&mut bytes).expect("the end"), 0);
    }

    /// The writers stay open, so without a check of the deadline the readers would wait for ever.
    #[test]
    fn who_waits_can_be_stopped() {
        let (cancel, unwanted) = (Cancel::default(), Unwanted::default());
        let (_writer, mut waiting) = pump(&cancel, &unwanted);
        unwanted.say();
        assert!(waiting.read(&mut [0]).is_err());
        let (_other, mut waiting) = pump(&cancel.clone().within(Some(LOOK)), &Unwanted::default());
        assert!(waiting.read(&mut [0]).is_err());
    }
}
