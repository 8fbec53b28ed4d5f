//! `play` on the full screen of a real terminal: drawing, playing, resizing, quitting, and restoring the terminal.

#![cfg(all(unix, feature = "tui"))]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// Longer than any test here takes, on the slowest machine.
const PATIENCE: Duration = Duration::from_mins(1);

fn size(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("not 0")
}

struct Screen {
    pty: Pty,
    child: std::process::Child,
    output: Receiver<Vec<u8>>,
    seen: vt100::Parser,
    raw: Vec<u8>,
}

impl Screen {
    fn start(words: &[&str], environment: &[(&str, &str)]) -> Self {
        let (pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(24, 80)).expect("a size");
        let mut command =
            Command::new(env!("CARGO_BIN_EXE_grundy")).args(words).env("TERM", "xterm-256color");
        for name in ["LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "NO_COLOR"] {
            command = command.env_remove(name);
        }
        for (name, value) in environment {
            command = command.env(name, value);
        }
        let child = command.spawn(pts).expect("the command starts");
        let copy = std::os::fd::AsFd::as_fd(&pty).try_clone_to_owned().expect("a handle");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let (mut file, mut bytes) = (std::fs::File::from(copy), [0; 4096]);
            // When the program ends the terminal is closed, which is an error on some systems.
            while let Ok(count @ 1..) = file.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { pty, child, output, seen: vt100::Parser::new(size(24), size(80), 0), raw: vec![] }
    }

    fn resize(&mut self, rows: u16, columns: u16) {
        self.pty.resize(Size::new(rows, columns)).expect("a size");
        self.seen.screen_mut().set_size(size(rows), size(columns));
    }

    fn text(&self) -> String {
        self.seen.screen().contents()
    }

    /// Waits until the screen fulfils the condition.
    fn until(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !wanted(&self.text()) {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(bytes) = self.output.recv_timeout(left) else { panic!("no {what} in\n{}", self.text()) };
            self.seen.process(&bytes);
            self.raw.extend(bytes);
        }
    }

    fn shows(&mut self, text: &str) {
        self.until(text, |screen| screen.contains(text));
    }

    fn keys(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).expect("written");
    }

    /// The exit code, and the final screen.
    fn end(mut self) -> (Option<i32>, vt100::Parser, String) {
        let status = self.child.wait().expect("an end");
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(500)) {
            self.seen.process(&bytes);
            self.raw.extend(bytes);
        }
        (status.code(), self.seen, String::from_utf8_lossy(&self.raw).into_owned())
    }
}

const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";

#[test]
fn a_game_is_played_saved_and_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let mut screen = Screen::start(&["play", "nim", "1", "2", "--save", path.to_str().expect("UTF-8")], &[]);
    screen.shows("Choose with the arrows");
    assert!(screen.seen.screen().alternate_screen());
    // Typed ahead, while the engine may still be thinking.
    screen.keys(&format!("{DOWN}{RIGHT}\r{DOWN}{RIGHT}\r"));
    screen.shows("# You win");
    screen.keys("l");
    screen.shows("你赢了");
    screen.resize(10, 30);
    screen.until("smaller screen", |text| text.contains("30x10"));
    screen.resize(24, 80);
    screen.shows("你赢了");
    screen.keys("q");
    let (code, seen, _) = screen.end();
    assert_eq!(code, Some(0));
    assert!(!seen.screen().alternate_screen() && !seen.screen().hide_cursor());
    let saved = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(saved, "new nim[1, 2]\ntake 1 from 2\ntake 1 from 1\ntake 1 from 1\n");
}

#[test]
fn interrupts_and_signals_give_the_terminal_back() {
    let long = &["play", "take any except 3 or take any except 2 from 2 heaps[300, 301, 302, 303]"];
    for how in ["key", "TERM", "INT"] {
        let mut screen = Screen::start(long, &[("NO_COLOR", "1")]);
        screen.shows("Choose with the arrows");
        // This answer takes long.
        screen.keys("h");
        screen.shows("thinking");
        if how == "key" {
            screen.keys("\x03");
        } else {
            let id = screen.child.id().to_string();
            let sent = std::process::Command::new("kill").args([&format!("-{how}"), &id]).status();
            assert!(sent.expect("kill").success());
        }
        let (code, seen, raw) = screen.end();
        assert_eq!(code, Some(130), "{how}");
        assert!(!seen.screen().alternate_screen() && !seen.screen().hide_cursor(), "{how}");
        // No foreground colour anywhere.
        assert!(!raw.contains("[38;") && !raw.contains("[31m"), "{how}");
    }
}

#[test]
fn a_search_is_stopped_and_play_goes_on() {
    let long = "take any except 3 or take any except 2 from 2 heaps[300, 301, 302, 303]";
    let mut screen = Screen::start(&["play", long, "--two"], &[]);
    screen.shows("Choose with the arrows");
    screen.keys("h");
    screen.shows("thinking");
    screen.keys("\x1b");
    screen.shows("Stopped.");
    screen.keys(&format!("{RIGHT}\r"));
    screen.shows("Player 1: take 1");
    screen.keys("q");
    screen.shows("Leave this unfinished game?");
    screen.keys("y");
    assert_eq!(screen.end().0, Some(0));
}

#[test]
fn lines_are_played_in_a_terminal_where_they_are_wanted() {
    for (words, environment) in
        [(&["play", "--line"][..], &[][..]), (&["play", "nim", "3", "4", "5"], &[("TERM", "dumb")])]
    {
        let mut screen = Screen::start(words, environment);
        screen.shows("Type a move such as");
        assert!(!screen.seen.screen().alternate_screen());
        screen.keys("quit\r");
        assert_eq!(screen.end().0, Some(0));
    }
}

#[test]
fn a_terminal_that_goes_away_ends_the_game_which_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let mut screen = Screen::start(&["play", "nim", "3", "4", "--save", path.to_str().expect("UTF-8")], &[]);
    screen.shows("Choose with the arrows");
    let Screen { mut pty, mut child, output, .. } = screen;
    // Closes the window: the next output ends the reading thread too, and then no process holds the other side of
    // the terminal.
    drop(output);
    pty.write_all(b"l").expect("written");
    drop(pty);
    let end = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = child.try_wait().expect("a state") {
            break status;
        }
        if Instant::now() > end {
            child.kill().expect("killed");
            panic!("it goes on without a terminal");
        }
        thread::sleep(Duration::from_millis(50));
    };
    assert!(!status.success());
    assert!(std::fs::read_to_string(&path).expect("a file").starts_with("new nim[3, 4]\n"));
}
