//! A panic on the full screen of a real terminal: reported on the normal screen, with the terminal restored.

use std::io::Read;
use std::num::NonZeroU16;
use std::{env, thread};

use pty_process::Size;
use pty_process::blocking::{Command, open};

use super::on_screen;

/// Names the place to panic in the child process.
const WHERE: &str = "GRUNDY_TEST_PANIC";
const SAID: &str = "as the test wants it";

fn size(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("not 0")
}

/// Does nothing unless the test below runs it.
#[test]
fn panics_where_it_is_told_to() {
    let Ok(place) = env::var(WHERE) else { return };
    let _ = on_screen(|terminal| {
        terminal.draw(|frame| frame.render_widget("on the screen", frame.area()))?;
        assert_ne!(place, "here", "{SAID}");
        // In the worker thread.
        let _ = thread::spawn(|| panic!("{SAID}")).join();
        Ok(())
    });
}

#[test]
fn the_terminal_is_given_back_before_a_panic_is_reported() {
    for place in ["here", "there"] {
        let (mut pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(24, 80)).expect("a size");
        let name =
            format!("{}::panics_where_it_is_told_to", module_path!().split_once("::").expect("a crate").1);
        let command = Command::new(env::current_exe().expect("this program"))
            .args(["--exact", &name, "--nocapture"])
            .env(WHERE, place)
            .env("TERM", "xterm-256color");
        let mut child = command.spawn(pts).expect("it starts");
        // When the program ends the terminal is closed, which is an error on some systems.
        let (mut raw, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = pty.read(&mut bytes) {
            raw.extend(&bytes[..count]);
        }
        child.wait().expect("an end");
        let mut seen = vt100::Parser::new(size(24), size(80), 0);
        seen.process(&raw);
        let text = String::from_utf8_lossy(&raw);
        let entered = text.find("\u{1b}[?1049h").unwrap_or_else(|| panic!("no full screen in {text}"));
        let left = text.find("\u{1b}[?1049l").unwrap_or_else(|| panic!("{place}: it is not left in {text}"));
        let reported = text.find(SAID).unwrap_or_else(|| panic!("nothing is said in {text}"));
        assert!(entered < left && left < reported, "{place}: {text}");
        assert!(!seen.screen().alternate_screen() && !seen.screen().hide_cursor(), "{place}");
        // Lines start at the left again: raw mode is off.
        assert!(text[reported..].contains("\r\n"), "{place}: {text}");
    }
}
