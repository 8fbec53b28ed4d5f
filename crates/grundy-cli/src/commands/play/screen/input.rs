//! Keys from a terminal that may be closed.
//!
//! Once its terminal is closed, the library that reads keys blocks for ever. So a thread of its own reads them, which
//! ends with the program; the others notice the end by its signal, or because they cannot draw.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

/// What is typed in the terminal, and changes of its size.
pub struct Input {
    events: Receiver<io::Result<Event>>,
    /// The next event, if [`Input::is_waiting`] has already received it.
    next: Option<io::Result<Event>>,
}

impl Input {
    /// Starts to read.
    pub fn start() -> Self {
        let (sender, events) = mpsc::channel();
        thread::spawn(move || {
            loop {
                let event = event::read();
                let is_last = event.is_err();
                if sender.send(event).is_err() || is_last {
                    return;
                }
            }
        });
        Self { events, next: None }
    }

    /// The next event within that time, if any.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn next(&mut self, within: Duration) -> io::Result<Option<Event>> {
        if self.next.is_none() {
            self.wait(within)?;
        }
        self.next.take().transpose()
    }

    /// Whether an event is ready for [`Input::next`].
    ///
    /// # Errors
    /// As [`Input::next`], after the last event.
    pub fn is_waiting(&mut self) -> io::Result<bool> {
        if self.next.is_none() {
            self.wait(Duration::ZERO)?;
        }
        Ok(self.next.is_some())
    }

    fn wait(&mut self, within: Duration) -> io::Result<()> {
        match self.events.recv_timeout(within) {
            Ok(event) => self.next = Some(event),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        Ok(())
    }
}
