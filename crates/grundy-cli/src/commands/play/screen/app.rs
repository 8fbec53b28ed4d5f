//! The state of the game on the screen: pending tasks and their results. With the key handling (`keys`) it
//! neither draws nor waits, so that a test can play it key by key.

use std::cell::Cell;
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

/// The most notes that are kept.
const MAX_NOTES: usize = 200;

/// The settings with which a game on the screen begins.
pub struct Setting {
    pub mode: Mode,
    /// Whether to show before each move who is winning.
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

/// The whole state of the screen.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct App<'a> {
    pub(super) options: &'a Options,
    pub(super) lang: Lang,
    pub(super) mode: Mode,
    pub(super) hinting: bool,
    pub(super) session: Session,
    pub(super) picker: Picker,
    /// How the game ended; set once the position was analysed.
    pub(super) end: Option<End>,
    pub(super) solved: bool,
    /// The engine is to move and waits for a command.
    pub(super) waits: bool,
    pub(super) line: Vec<Mark>,
    pub(super) shows_line: bool,
    /// Whether the mark of the present position is shown too.
    pub(super) shows_present: bool,
    pub(super) notes: Vec<Note>,
    /// Lines of notes below the pane; limited when it is drawn, as only then their number is known.
    pub(super) scroll: Cell<usize>,
    /// Number of the latest notes that belong together and are shown from their beginning.
    pub(super) fresh: Cell<usize>,
    pub(super) prompt: Option<Prompt>,
    pub(super) helping: bool,
    /// Whether the player is asked about leaving an unfinished game.
    pub(super) parting: bool,
    pub(super) leaving: Option<Leaving>,
    pub(super) file: Option<String>,
    hints: Option<Hints>,
    pub(super) tasks: VecDeque<Task>,
    running: Option<Task>,
    pub(super) stopped: bool,
    pub(super) typed: String,
    /// Keys pressed while a task was running.
    pub(super) keys: VecDeque<KeyEvent>,
    /// The file that may be overwritten: it was saved or named before.
    pub(super) own_file: Option<String>,
}

impl<'a> App<'a> {
    /// A new game, or a saved one that is resumed.
    pub fn new(session: Session, setting: Setting, options: &'a Options) -> Self {
        let picker = Picker::empty(session.position().clone(), options.limits);
        let waits = session.at() > 0;
        let mut app = Self {
            options,
            lang: options.lang,
            // Two people get no marks that they did not request.
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
            scroll: Cell::default(),
            fresh: Cell::default(),
            prompt: None,
            helping: false,
            parting: false,
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
        self.arrive();
    }

    /// Whether a task is running or queued.
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || !self.tasks.is_empty()
    }

    /// Whether the game is over or the puzzle is solved.
    pub fn is_over(&self) -> bool {
        self.end.is_some() || self.solved
    }

    /// Whether the game is in progress, so that leaving would end it.
    pub fn is_unfinished(&self) -> bool {
        !self.session.moves().is_empty() && !self.is_over()
    }

    /// Who was winning at a place. For the latest position this is a hint, returned only if hints are on.
    pub fn mark(&self, place: usize) -> Option<&Mark> {
        let present = place == self.session.at() && place == self.session.moves().len();
        let open = !present || self.shows_present || self.is_over();
        self.line.get(place).filter(|_| open)
    }

    /// Whether the engine is to move.
    pub fn is_engines_turn(&self) -> bool {
        self.mode.is_engine(self.session.to_move())
    }

    /// The next job, if none is running.
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

    /// Whether the running job was cancelled. Resets the flag.
    pub fn wants_stop(&mut self) -> bool {
        std::mem::take(&mut self.stopped)
    }

    /// Takes the result of a job, then the keys pressed meanwhile.
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
            News::Hint(steps) => {
                let count = steps.len();
                for step in steps {
                    self.say(Note::Said(Tone::Hint, step));
                }
                self.fresh.set(count);
            }
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

    /// Judges a move in a puzzle: restarts it after a mistake, else ends it.
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

    /// Reports a task that failed; the game continues without its result.
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
        self.scroll.set(0);
        self.fresh.set(0);
        if self.notes.len() > MAX_NOTES {
            self.notes.remove(0);
        }
    }

    /// Updates the state after the session moved to another place.
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
