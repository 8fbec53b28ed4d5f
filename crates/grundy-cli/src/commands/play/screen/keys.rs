//! The effect of each key.

use std::path::Path;

use grundy_play::Session;
use grundy_solver::text::Lang;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::super::record;
use super::app::{App, Leaving};
use super::background::Task;
use super::note::{Note, Tone};
use super::prompt::{Prompt, Wish};
use crate::question;

/// The most keys that are kept while a task is running.
const MAX_KEYS: usize = 64;

impl App<'_> {
    /// Handles a key. While a task is running, only quitting, cancelling, help and the language take
    /// effect at once; other keys are queued.
    pub fn press(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.leaving = Some(Leaving::Interrupted);
            }
            return;
        }
        if self.helping {
            match key.code {
                KeyCode::Char('l') => self.switch_language(),
                _ => self.helping = false,
            }
            return;
        }
        if self.parting {
            self.part(key.code);
            return;
        }
        if self.is_busy() {
            // If nothing was typed before, a letter cannot be part of a longer input.
            let first = self.keys.is_empty() && self.prompt.is_none() && !self.picker.is_filtering();
            match key.code {
                KeyCode::Esc => self.stop(),
                KeyCode::Char('?') if first => self.helping = true,
                KeyCode::Char('l') if first => self.switch_language(),
                _ if self.keys.len() < MAX_KEYS => self.keys.push_back(key),
                _ => {}
            }
            return;
        }
        if self.prompt.is_some() {
            return self.write(key.code);
        }
        if self.picker.is_filtering() && self.search(key.code) {
            return;
        }
        self.command(key.code);
    }

    fn stop(&mut self) {
        self.stopped = true;
        self.tasks.clear();
        self.keys.clear();
        self.waits = true;
    }

    /// Handles a letter of the search; `false` for keys that keep their usual meaning.
    fn search(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Char(c) => self.picker.search_for(c),
            KeyCode::Backspace => self.picker.rub_out(),
            _ => return false,
        }
        true
    }

    fn command(&mut self, code: KeyCode) {
        match code {
            KeyCode::Up => self.picker.walk(-1, self.lang),
            KeyCode::Down => self.picker.walk(1, self.lang),
            KeyCode::PageUp => self.picker.walk(-10, self.lang),
            KeyCode::PageDown => self.picker.walk(10, self.lang),
            KeyCode::Right if self.picker.is_by_heaps() => self.picker.change(true, 1),
            KeyCode::Left if self.picker.is_by_heaps() => self.picker.change(false, 1),
            KeyCode::End if self.picker.is_by_heaps() => self.picker.set_all(true),
            KeyCode::Home if self.picker.is_by_heaps() => self.picker.set_all(false),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.picker.digit(digit),
            KeyCode::Backspace => self.picker.rub_out(),
            KeyCode::Tab => self.picker.switch(),
            KeyCode::Enter => self.take(),
            KeyCode::Esc => {
                self.picker.clear();
            }
            KeyCode::Char('/') => self.picker.start_search(),
            KeyCode::Char(':' | '：') => self.ask(Wish::Move, String::new()),
            KeyCode::Char('?' | '？') => self.helping = true,
            KeyCode::Char(letter) => self.letter(letter.to_ascii_lowercase()),
            _ => {}
        }
    }

    fn letter(&mut self, letter: char) {
        match letter {
            'h' => self.tasks.push_back(Task::Hint),
            'w' => self.tasks.push_back(Task::Why),
            'u' => {
                let moved = self.mode.step_back(&mut self.session);
                self.moved_on(moved, "play.nothing-to-undo");
            }
            'r' => {
                let moved = self.mode.step_on(&mut self.session);
                self.moved_on(moved, "play.nothing-to-redo");
            }
            'g' => self.ask(Wish::Goto, String::new()),
            'n' => self.ask(Wish::New, self.session.positions()[0].to_string()),
            'm' => self.tasks.push_back(Task::NextMistake),
            'c' => {
                self.waits = false;
                self.arrive();
            }
            't' => {
                let off = self.shows_line && self.shows_present;
                (self.shows_line, self.shows_present) = (!off, !off);
                self.line.clear();
                if self.shows_line {
                    self.tasks.push_back(Task::Line);
                }
            }
            's' => self.ask(Wish::Save, self.file.clone().unwrap_or_default()),
            'l' => self.switch_language(),
            'k' => self.scroll.set(self.scroll.get().saturating_add(1)),
            'j' => self.scroll.set(self.scroll.get().saturating_sub(1)),
            'q' if self.is_unfinished() => self.parting = true,
            'q' => self.leaving = Some(Leaving::Quit),
            _ => {}
        }
    }

    /// Handles the answer about leaving an unfinished game; any key without a meaning returns to it.
    fn part(&mut self, code: KeyCode) {
        self.parting = false;
        match code {
            KeyCode::Char('y' | 'Y' | 'q') => self.leaving = Some(Leaving::Quit),
            KeyCode::Char('s') => self.ask(Wish::Save, self.file.clone().unwrap_or_default()),
            KeyCode::Char('l') => {
                self.switch_language();
                self.parting = true;
            }
            _ => {}
        }
    }

    fn switch_language(&mut self) {
        self.lang = match self.lang {
            Lang::En => Lang::Zh,
            Lang::Zh => Lang::En,
        };
    }

    fn moved_on(&mut self, moved: bool, otherwise: &'static str) {
        if moved {
            self.waits = true;
            self.arrive();
        } else {
            self.say(Note::text(Tone::Plain, otherwise));
        }
    }

    /// Plays the chosen move.
    fn take(&mut self) {
        if self.is_over() {
            return self.say(Note::text(Tone::Plain, "screen.over"));
        }
        if let Some(choice) = self.picker.chosen(self.lang) {
            self.play(choice);
        } else if let Some(typed) = self.picker.typed() {
            self.read(typed);
        }
    }

    fn read(&mut self, typed: String) {
        self.typed = typed;
        self.tasks.push_back(Task::Read);
    }

    fn ask(&mut self, wish: Wish, text: String) {
        self.prompt = Some(Prompt::new(wish, text));
    }

    fn write(&mut self, code: KeyCode) {
        let Some(prompt) = &mut self.prompt else { return };
        match code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                if let Some(prompt) = self.prompt.take() {
                    self.grant(&prompt);
                }
            }
            KeyCode::Char(c) => prompt.insert(c),
            KeyCode::Backspace => prompt.rub_out(),
            KeyCode::Left => prompt.walk(false),
            KeyCode::Right => prompt.walk(true),
            KeyCode::Home => prompt.go_to_start(),
            KeyCode::End => prompt.go_to_end(),
            _ => {}
        }
    }

    /// Carries out the prompt at the foot of the screen.
    fn grant(&mut self, prompt: &Prompt) {
        let text = prompt.text();
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match prompt.wish() {
            Wish::Move if self.is_over() => self.say(Note::text(Tone::Plain, "screen.over")),
            Wish::Move => self.read(text.to_owned()),
            Wish::Goto => match self.session.goto(text.parse().unwrap_or(usize::MAX)) {
                Ok(()) => self.moved_on(true, ""),
                Err(error) => self.say(Note::Said(Tone::Refused, error.message().clone())),
            },
            Wish::New => match question::position_of_text(text, self.options) {
                Ok(position) => self.start_anew(Session::new(position)),
                Err(failure) => self.say(Note::Words(Tone::Refused, failure.sentence(self.lang))),
            },
            Wish::Save => self.save(text.to_owned()),
        }
    }

    fn start_anew(&mut self, session: Session) {
        self.session = session;
        self.notes.clear();
        self.waits = false;
        self.greet();
    }

    /// Saves the game; another existing file is not overwritten.
    fn save(&mut self, path: String) {
        if self.own_file.as_ref() != Some(&path) && Path::new(&path).exists() {
            return self.say(Note::Text(Tone::Refused, "screen.exists", vec![("path", path)]));
        }
        match record::save(&self.session, &path) {
            Ok(()) => {
                self.own_file = Some(path.clone());
                self.say(Note::Text(Tone::Plain, "screen.saved", vec![("path", path.clone())]));
                self.file = Some(path);
            }
            Err(failure) => self.say(Note::Words(Tone::Refused, failure.sentence(self.lang))),
        }
    }
}
