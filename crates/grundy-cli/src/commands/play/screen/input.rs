//! Keys from a terminal that may go away.
//!
//! Once its terminal is gone, the library that reads keys reads nothing for ever and does not come back. So nothing is
//! asked of it before the terminal has been looked at, and waiting is done here.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event};

/// What happens within that time, if anything.
///
/// # Errors
/// The terminal cannot be read; `UnexpectedEof` where it is gone.
pub fn next(within: Duration) -> io::Result<Option<Event>> {
    // First what the library has read before and not been asked for: for that the terminal would be waited for in vain.
    if !is_waiting()? {
        wait(within)?;
    }
    if is_waiting()? { event::read().map(Some) } else { Ok(None) }
}

/// Has something happened that [`next`] would give?
pub fn is_waiting() -> io::Result<bool> {
    wait(Duration::ZERO)?;
    event::poll(Duration::ZERO)
}

/// Waits for input, or for the terminal to go away, which is an error.
#[cfg(unix)]
fn wait(within: Duration) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = io::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::IN)];
    let within = Timespec::try_from(within).map_err(io::Error::other)?;
    match poll(&mut terminal, Some(&within)) {
        // A signal: the window has another size, or the program is to end.
        Err(rustix::io::Errno::INTR) => return Ok(()),
        result => result?,
    };
    if terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

/// Waits for input; terminals of such systems do not go away while a program runs in them.
#[cfg(not(unix))]
fn wait(within: Duration) -> io::Result<()> {
    event::poll(within).map(|_| ())
}
