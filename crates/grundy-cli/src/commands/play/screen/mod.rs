//! `play` on the full screen of a terminal.
//!
//! [`app`] is the state that keys change, [`background`] the worker thread, [`draw`] the picture of the state.
//! This module connects them, and restores the terminal in every case.

mod app;
mod background;
mod board;
mod draw;
mod fit;
mod input;
mod keys;
mod look;
mod note;
#[cfg(all(test, unix))]
mod panics;
mod picker;
mod prompt;
#[cfg(test)]
mod tests;

use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anstream::ColorChoice;
use grundy_play::Session;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::Event;

use super::record;
use crate::failure::Failure;
use crate::options::Options;
use app::{App, Leaving};
use background::Background;
use input::Input;
use look::Look;

pub use app::Setting;

/// Time between two checks for keys, while a task is running and while none is.
const WAIT_BUSY: Duration = Duration::from_millis(15);
const WAIT_IDLE: Duration = Duration::from_millis(200);
/// A shorter task shows no progress.
const SHORT: Duration = Duration::from_millis(300);

/// Set when a signal requests the end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Plays until the player quits.
pub fn run(session: Session, setting: Setting, options: &Options) -> Result<ExitCode, Failure> {
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    let to_save = setting.file.clone();
    let mut app = App::new(session, setting, options);
    let (background, look) = (Background::start(options.limits), Look::new(has_colors(options)));
    let left = on_screen(|terminal| play(terminal, &mut app, background, look));
    // Also if the terminal is closed.
    if let Some(path) = to_save {
        record::save(&app.session, &path)?;
    }
    Ok(match left.map_err(Failure::Output)? {
        Leaving::Quit => ExitCode::SUCCESS,
        Leaving::Interrupted => ExitCode::from(130),
    })
}

/// Runs `work` on the full screen. The terminal is restored at the end, and before a panic is reported.
fn on_screen<T>(work: impl FnOnce(&mut DefaultTerminal) -> io::Result<T>) -> io::Result<T> {
    let mut terminal = ratatui::try_init()?;
    let _guard = Restored;
    let result = work(&mut terminal);
    // Dropping the terminal shows the cursor, and panics if the terminal is closed, where nothing could be reported.
    if terminal.show_cursor().is_err() {
        std::mem::forget(terminal);
    }
    result
}

/// Restores the terminal when dropped.
struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        // Not `restore`, which prints errors to a terminal that may be closed.
        let _ = ratatui::try_restore();
    }
}

fn has_colors(options: &Options) -> bool {
    match options.color {
        ColorChoice::Never => false,
        ColorChoice::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        _ => true,
    }
}

fn play(
    terminal: &mut DefaultTerminal,
    app: &mut App,
    mut background: Background,
    look: Look,
) -> io::Result<Leaving> {
    // The thread ends before the program only by a panic, which has been reported.
    let gone = || io::Error::from(io::ErrorKind::Other);
    let mut input = Input::start();
    let mut begun: Option<Instant> = None;
    loop {
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Ok(Leaving::Interrupted);
        }
        if let Some(leaving) = app.leaving {
            return Ok(leaving);
        }
        if app.wants_stop() {
            background.stop();
        }
        if let Some(job) = app.next_job() {
            background.begin(job);
            begun = begun.or_else(|| Some(Instant::now()));
        }
        if app.is_busy() {
            // Most tasks end before a change of the screen would be visible.
            if let Some(found) = background.poll(WAIT_BUSY).map_err(|()| gone())? {
                app.learn(found);
                if app.is_busy() && !input.is_waiting()? {
                    continue;
                }
            }
        }
        if !app.is_busy() {
            begun = None;
        }
        let thinking = begun.filter(|begun| begun.elapsed() >= SHORT).map(|_| Background::positions());
        terminal.draw(|frame| draw::draw(frame, app, look, thinking))?;
        let wait = if app.is_busy() { Duration::ZERO } else { WAIT_IDLE };
        if let Some(Event::Key(key)) = input.next(wait)? {
            app.press(key);
        }
    }
}
