//! A game session line by line: whose turn it is, commands and their answers.

use grundy_play::{Choice, Hints, LISTED, Session, choices, read, rules_in_words};
use grundy_solver::error::ErrorKind;
use grundy_solver::limits::Budget;
use grundy_solver::{Outcome, Solver};
use serde_json::{Value as Json, json};

use super::command::Command;
use super::events::say;
use super::mode::Mode;
use crate::failure::Failure;
use crate::options::Options;
use crate::question;
use crate::words::filled;

/// A game in progress with its state.
pub struct Table<'a> {
    pub(super) session: Session,
    pub(super) solver: Solver,
    pub(super) mode: Mode,
    /// Whether to show before each move who is winning.
    pub(super) hinting: bool,
    pub(super) options: &'a Options,
    hints: Option<Hints>,
    left: bool,
}

impl<'a> Table<'a> {
    /// A session without output so far.
    pub fn new(session: Session, solver: Solver, mode: Mode, hinting: bool, options: &'a Options) -> Self {
        Self { session, solver, mode, hinting, options, hints: None, left: false }
    }

    /// Whether the player has quit.
    pub fn has_left(&self) -> bool {
        self.left
    }

    pub(super) fn is_engines_turn(&self) -> bool {
        self.mode.is_engine(self.session.to_move())
    }

    /// The game that is played.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Greets the player and resumes the game. In a new game the engine moves if it is its turn; in a
    /// resumed game it waits.
    pub fn start(&mut self) -> Result<(), Failure> {
        let budget = Budget::new(self.options.limits);
        let (few, _) = choices(self.session.position(), LISTED, &budget)?;
        // The last of these moves takes few stones.
        let example = few.last().map(|choice| choice.typed().render(self.options.lang)).unwrap_or_default();
        let id = match &self.mode {
            Mode::Puzzle => "play.welcome-puzzle",
            _ if example.is_empty() => "play.welcome-over",
            _ => "play.welcome",
        };
        let you = match &self.mode {
            Mode::Engine { you, .. } => json!(you.number()),
            Mode::Two | Mode::Puzzle => Json::Null,
        };
        let data = json!({"game": self.session.position().to_string(), "you": you});
        self.tell("start", data, &filled(self.options.lang, id, &[("example", &example)]))?;
        if !self.options.json {
            say(&rules_in_words(self.session.position(), self.options.lang))?;
        }
        if self.session.at() > 0 { self.show_place() } else { self.go_on() }
    }

    /// Starts another game, from this position or from the first one of this game.
    fn start_anew(&mut self, position: &str) -> Result<(), Failure> {
        let position = match position {
            "" => Ok(self.session.positions()[0].clone()),
            position => question::position_of_text(position, self.options),
        };
        let position = match position {
            Ok(position) => position,
            Err(failure) => return self.refuse_usage(&failure),
        };
        let mut session = Session::new(position);
        if let Mode::Puzzle = self.mode
            && session.standing(0, &self.solver)?.outcome == Outcome::P
        {
            return self.refuse_usage(&Failure::usage("puzzle-lost", vec![]));
        }
        self.session = session;
        self.start()
    }

    /// Shows the position; the engine moves while it is its turn.
    fn go_on(&mut self) -> Result<(), Failure> {
        self.show_position()?;
        while !self.is_over()? && self.is_engines_turn() {
            let Mode::Engine { engine, .. } = &mut self.mode else { break };
            let choice = engine.choose(&self.session, &self.solver)?;
            self.play(choice)?;
            if self.hinting {
                self.judge()?;
            }
            self.show_position()?;
        }
        self.show_end_or_turn()
    }

    fn is_over(&self) -> Result<bool, Failure> {
        Ok(self.session.end(&self.solver)?.is_some())
    }

    fn play(&mut self, choice: Choice) -> Result<(), Failure> {
        let seat = self.session.to_move();
        let words = choice.in_words().render(self.options.lang);
        let data = json!({
            "number": self.session.at() + 1, "by": seat.number(), "move": choice.text(), "text": words,
            "position": choice.result().to_string(),
        });
        self.session.play(choice)?;
        let blanks = [("who", &*self.name(seat)), ("move", &*words)];
        self.tell("move", data, &filled(self.options.lang, "play.moved", &blanks))
    }

    /// Reports whether the latest move was a mistake, and returns it.
    fn judge(&mut self) -> Result<bool, Failure> {
        let verdict = self.session.verdict(self.session.at(), &self.solver)?;
        if verdict.is_mistake() {
            self.messages("mistake", &verdict.messages())?;
        }
        Ok(verdict.is_mistake())
    }

    /// Carries out a line of input. What is impossible is explained, and the game continues.
    pub fn obey(&mut self, line: &str) -> Result<(), Failure> {
        if line.is_empty() {
            return Ok(());
        }
        let command = Command::read(line);
        let asks = !matches!(command, Command::Move(_) | Command::Go);
        match self.act(command) {
            // An answer beyond the limits does not end the game.
            Err(Failure::Grundy(error)) if asks && error.kind() == ErrorKind::Limit => self.refuse(&error),
            result => result,
        }
    }

    fn act(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Help => self.say_note("play.help"),
            Command::Hint => {
                let given = self.hints()?.give();
                self.messages("hint", &given)
            }
            Command::Why => {
                let hints = self.hints()?;
                let mut steps = vec![hints.standing()];
                steps.extend(hints.reasons());
                self.messages("why", &steps)
            }
            Command::Undo => self.step_back(),
            Command::Redo => self.step_on(),
            Command::Moves { all } => self.list(all),
            Command::History => self.history(),
            Command::NextMistake => match self.session.next_mistake(&self.solver)? {
                Some(number) => {
                    self.session.goto(number)?;
                    self.judge()?;
                    self.session.goto(number - 1)?;
                    self.show_place()
                }
                None => self.tell("next", json!({"number": null}), &self.text("play.no-mistake")),
            },
            Command::Go => self.go_on(),
            Command::Goto(place) => {
                // What is not a number counts as a place after the end.
                match self.session.goto(place.parse().unwrap_or(usize::MAX)) {
                    Ok(()) => self.show_place(),
                    Err(error) => self.refuse(&error),
                }
            }
            Command::New(position) => self.start_anew(&position),
            Command::Quit => {
                self.left = true;
                Ok(())
            }
            Command::Move(typed) => self.try_move(&typed),
        }
    }

    fn refuse_usage(&self, failure: &Failure) -> Result<(), Failure> {
        let lang = self.options.lang;
        self.tell("refused", failure.to_json(lang), &failure.sentence(lang))
    }

    fn refuse(&self, error: &grundy_solver::Error) -> Result<(), Failure> {
        let lang = self.options.lang;
        self.tell("refused", error.to_json(lang), &error.message().render(lang))
    }

    fn try_move(&mut self, typed: &str) -> Result<(), Failure> {
        if self.is_over()? {
            return self.refuse(&grundy_solver::Error::input("error.play-over"));
        }
        let budget = Budget::new(self.options.limits);
        let choice = match read(self.session.position(), typed, &budget) {
            Ok(choice) => choice,
            Err(error) if error.kind() == ErrorKind::Input => return self.refuse(&error),
            Err(error) => return Err(error.into()),
        };
        self.play(choice)?;
        match self.mode {
            Mode::Puzzle => {
                if self.judge()? {
                    self.session = Session::new(self.session.positions()[0].clone());
                    self.tell("again", json!({}), &self.text("play.again"))?;
                    return self.show_position();
                }
                self.left = true;
                self.tell("solved", json!({}), &self.text("play.solved"))
            }
            Mode::Engine { .. } | Mode::Two => {
                if self.mode.judges(self.hinting) {
                    self.judge()?;
                }
                self.go_on()
            }
        }
    }

    /// Undoes moves up to the latest position with a person to move.
    fn step_back(&mut self) -> Result<(), Failure> {
        if !self.mode.step_back(&mut self.session) {
            return self.tell("position", self.place(), &self.text("play.nothing-to-undo"));
        }
        self.show_place()
    }

    fn step_on(&mut self) -> Result<(), Failure> {
        if !self.mode.step_on(&mut self.session) {
            return self.tell("position", self.place(), &self.text("play.nothing-to-redo"));
        }
        self.show_place()
    }

    /// Shows the present place; an engine waits there for a command.
    fn show_place(&mut self) -> Result<(), Failure> {
        self.show_position()?;
        if self.is_engines_turn() && !self.is_over()? {
            return self.say_note("play.engine-waits");
        }
        self.show_end_or_turn()
    }

    pub(super) fn hints(&mut self) -> Result<&mut Hints, Failure> {
        let known = self.hints.take().filter(|hints| hints.position() == self.session.position());
        let hints = match known {
            Some(hints) => hints,
            None => Hints::new(self.session.position(), &self.solver)?,
        };
        Ok(self.hints.insert(hints))
    }
}
