//! The game on the screen: what is to be found out, and what has been. With what the keys do (`keys`) it
//! neither draws nor waits, so that a test can play it key by key.

use std::collections::VecDeque;

use grundy_play::{Choice, End, Hints, Seat, Session, Verdict};
use grundy_solver::error::{Condition, Error, Result};
use grundy_solver::text::Lang;
use ratatui::crossterm::event::KeyEvent;

use super::super::mode::Mode;
use super::background::{Found, Job, Mark, News, Task};
use super::note::{Note, Tone};
use super::picker::Picker;
use super::prompt::Prompt;
use crate::options::Options;

/// So much is kept of what was said.
const MAX_NOTES: usize = 200;

/// How a game on the screen begins.
pub struct Setting {
    pub mode: Mode,
    /// Say before each move who is winning.
    pub hinting: bool,
    /// Where the game is saved.
    pub file: Option<String>,
}

/// Why the screen is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    Quit,
    Interrupted,
}

/// The whole state.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct App<'a> {
    pub(super) options: &'a Options,
    pub(super) lang: Lang,
    pub(super) mode: Mode,
    pub(super) hinting: bool,
    pub(super) session: Session,
    pub(super) picker: Picker,
    /// How the game has ended; known once the position was looked at.
    pub(super) end: Option<End>,
    pub(super) solved: bool,
    /// The engine is to move but was not told to.
    pub(super) waits: bool,
    pub(super) line: Vec<Mark>,
    pub(super) shows_line: bool,
    /// Also of the position that is being thought about.
    pub(super) shows_present: bool,
    pub(super) notes: Vec<Note>,
    pub(super) prompt: Option<Prompt>,
    pub(super) helping: bool,
    pub(super) leaving: Option<Leaving>,
    pub(super) file: Option<String>,
    hints: Option<Hints>,
    pub(super) tasks: VecDeque<Task>,
    running: Option<Task>,
    pub(super) stopped: bool,
    pub(super) typed: String,
    /// Typed while something was found out.
    pub(super) keys: VecDeque<KeyEvent>,
    /// This file may be replaced: it was saved or named before.
    pub(super) own_file: Option<String>,
}

impl<'a> App<'a> {
    /// A game that is about to begin, or is taken up where it stands.
    pub fn new(session: Session, setting: Setting, options: &'a Options) -> Self {
        let picker = Picker::empty(session.position().clone(), options.limits);
        let waits = session.at() > 0;
        let mut app = Self {
            options,
            lang: options.lang,
            // Two people are told nothing they did not ask for.
            shows_line: setting.mode.judges(setting.hinting),
            shows_present: setting.hinting,
            mode: setting.mode,
            hinting: setting.hinting,
            session,
            picker,
            end: None,
            solved: false,
            waits,
            line: vec![],
            notes: vec![],
            prompt: None,
            helping: false,
            leaving: None,
            own_file: setting.file.clone(),
            file: setting.file,
            hints: None,
            tasks: VecDeque::new(),
            running: None,
            stopped: false,
            typed: String::new(),
            keys: VecDeque::new(),
        };
        app.greet();
        app
    }

    pub(super) fn greet(&mut self) {
        let welcome = if let Mode::Puzzle = self.mode { "screen.welcome-puzzle" } else { "screen.welcome" };
        self.say(Note::text(Tone::Plain, welcome));
        if self.session.position().is_misere() {
            self.say(Note::text(Tone::Plain, "play.misere"));
        }
        self.arrive();
    }

    /// Is something being found out, or about to be?
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || !self.tasks.is_empty()
    }

    /// Is it over, or is there nothing to choose?
    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.solved
    }

    /// Who was winning at a place. Of the latest position that is a hint, and hints are asked for.
    pub fn mark(&self, place: usize) -> Option<&Mark> {
        let present = place == self.session.at() && place == self.session.moves().len();
        let open = !present || self.shows_present || self.is_over();
        self.line.get(place).filter(|_| open)
    }

    /// Is the engine to move?
    pub fn is_engines_turn(&self) -> bool {
        self.mode.is_engine(self.session.to_move())
    }

    /// What is to be found out next, if nothing is under way.
    pub fn next_job(&mut self) -> Option<Job> {
        if self.running.is_some() {
            return None;
        }
        self.running = self.tasks.pop_front();
        let engine = match &self.mode {
            Mode::Engine { engine, .. } => Some(engine.clone()),
            Mode::Two | Mode::Puzzle => None,
        };
        self.running.map(|task| Job {
            task,
            session: self.session.clone(),
            hints: self.hints.clone(),
            engine,
            typed: self.typed.clone(),
        })
    }

    /// Was the work that is under way told to stop? Asked once.
    pub fn wants_stop(&mut self) -> bool {
        std::mem::take(&mut self.stopped)
    }

    /// Takes in what was found out, and the keys that came meanwhile.
    pub fn learn(&mut self, found: Result<Found>) {
        let Some(task) = self.running.take() else { return };
        match found {
            Ok(found) => {
                self.session = found.session;
                self.hints = found.hints;
                self.hear(found.news);
            }
            Err(error) => self.miss(task, &error),
        }
        while !self.is_busy() && self.leaving.is_none() {
            let Some(key) = self.keys.pop_front() else { break };
            self.press(key);
        }
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Place { end, moves, all } => self.look_around(end, moves, all),
            News::Verdict(verdict) => {
                self.tell_mistake(&verdict);
                if let Mode::Puzzle = self.mode {
                    self.judge_answer(verdict.is_mistake());
                }
            }
            News::Moved { seat, choice, engine: next } => {
                if let Mode::Engine { engine, .. } = &mut self.mode {
                    *engine = next;
                }
                self.say(Note::Moved(seat, choice.in_words()));
                if self.hinting {
                    self.tasks.push_back(Task::Judge);
                }
                self.arrive();
            }
            News::Hint(steps) => steps.into_iter().for_each(|step| self.say(Note::Said(Tone::Hint, step))),
            News::Mistake(None) => self.say(Note::text(Tone::Plain, "screen.no-mistake")),
            News::Mistake(Some((number, verdict))) => {
                let blanks = vec![("number", number.to_string())];
                self.say(Note::Text(Tone::Mistake, "screen.mistake-at", blanks));
                self.tell_mistake(&verdict);
                self.waits = true;
                self.arrive();
            }
            News::Line(line) => {
                let lost = line.first().is_some_and(|mark| mark.winner != Some(Seat::First));
                if matches!(self.mode, Mode::Puzzle) && lost {
                    self.say(Note::text(Tone::Refused, "usage.puzzle-lost"));
                }
                self.line = line;
            }
            News::Read(choice) => self.play(choice),
        }
    }

    fn look_around(&mut self, end: Option<End>, moves: Vec<Choice>, all: bool) {
        self.end = end;
        self.picker = Picker::new(self.session.position().clone(), moves, all, self.options.limits);
        if let Some(end) = &self.end {
            let ended = Note::Ended(end.clone());
            self.say(ended);
            self.shows_line = true;
        } else if self.is_engines_turn() {
            if self.waits {
                self.say(Note::text(Tone::Plain, "screen.engine-waits"));
            } else {
                self.tasks.push_back(Task::Engine);
                return;
            }
        } else if self.hinting {
            self.tasks.push_back(Task::Standing);
        }
        if self.shows_line {
            self.tasks.push_back(Task::Line);
        }
    }

    fn tell_mistake(&mut self, verdict: &Verdict) {
        for message in verdict.messages() {
            self.say(Note::Said(Tone::Mistake, message));
        }
    }

    /// Of a puzzle: again from the start, or done.
    fn judge_answer(&mut self, mistake: bool) {
        if mistake {
            self.session = Session::new(self.session.positions()[0].clone());
            self.say(Note::text(Tone::Plain, "play.again"));
            self.arrive();
        } else {
            self.solved = true;
            self.say(Note::text(Tone::End, "play.solved"));
            self.tasks.push_back(Task::Line);
        }
    }

    /// What could not be found out is said, and play goes on as far as it can without.
    fn miss(&mut self, task: Task, error: &Error) {
        if error.is(Condition::Interrupted) {
            self.say(Note::text(Tone::Plain, "screen.stopped"));
        } else {
            self.say(Note::Said(Tone::Refused, error.message().clone()));
        }
        match task {
            Task::Engine => self.waits = true,
            Task::Line => self.shows_line = false,
            Task::Judge if matches!(self.mode, Mode::Puzzle) => self.arrive(),
            _ => {}
        }
    }

    pub(super) fn say(&mut self, note: Note) {
        self.notes.push(note);
        if self.notes.len() > MAX_NOTES {
            self.notes.remove(0);
        }
    }

    /// The session stands at another place.
    pub(super) fn arrive(&mut self) {
        self.end = None;
        self.solved = false;
        self.line.clear();
        self.picker = self.picker.waiting_at(self.session.position().clone());
        self.tasks.push_back(Task::Look);
    }

    pub(super) fn play(&mut self, choice: Choice) {
        let (seat, words) = (self.session.to_move(), choice.in_words());
        if let Err(error) = self.session.play(choice) {
            return self.say(Note::Said(Tone::Refused, error.message().clone()));
        }
        self.say(Note::Moved(seat, words));
        self.waits = false;
        self.end = None;
        self.line.clear();
        self.picker = self.picker.waiting_at(self.session.position().clone());
        if self.mode.judges(self.hinting) {
            self.tasks.push_back(Task::Judge);
        }
        if !matches!(self.mode, Mode::Puzzle) {
            self.tasks.push_back(Task::Look);
        }
    }
}
