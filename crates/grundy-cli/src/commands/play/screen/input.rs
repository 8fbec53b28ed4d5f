//! Keys from a terminal that may be closed.
//!
//! Once its terminal is closed, the library that reads keys blocks for ever. So the terminal is checked before each
//! call, and waiting is done here.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

/// The next event within that time, if any.
///
/// # Errors
/// The terminal cannot be read; `UnexpectedEof` if it is closed.
pub fn next(within: Duration) -> io::Result<Option<Event>> {
    // First the events that the library has already buffered: the terminal would not report those.
    if !is_waiting()? {
        wait(within)?;
    }
    if is_waiting()? { event::read().map(Some) } else { Ok(None) }
}

/// Whether an event is ready for [`next`].
pub fn is_waiting() -> io::Result<bool> {
    wait(Duration::ZERO)?;
    event::poll(Duration::ZERO)
}

/// Waits for input, or returns an error when the terminal is closed.
#[cfg(unix)]
fn wait(within: Duration) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = io::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::IN)];
    let within = Timespec::try_from(within).map_err(io::Error::other)?;
    match poll(&mut terminal, Some(&within)) {
        // A signal: the window was resized, or the program is to end.
        Err(rustix::io::Errno::INTR) => return Ok(()),
        result => result?,
    };
    if terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

/// Waits for input; on such systems a terminal is not closed while a program runs in it.
#[cfg(not(unix))]
fn wait(within: Duration) -> io::Result<()> {
    event::poll(within).map(|_| ())
}
