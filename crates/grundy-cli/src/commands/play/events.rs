//! The output of a game session: sentences for a person, one JSON object a line for a program.

use grundy_play::{Choice, End, LISTED, Seat, choices};
use grundy_solver::limits::Budget;
use grundy_solver::text::Message;
use serde_json::{Value as Json, json};

use super::super::print;
use super::mode::Mode;
use super::show;
use super::table::Table;
use crate::failure::Failure;
use crate::words::{filled, text};

/// Prints one line.
pub fn say(line: &str) -> Result<(), Failure> {
    print(&format!("{line}\n"))
}

impl Table<'_> {
    /// Reports an event: its name and data with `--json`, else the words.
    pub(super) fn tell(&self, event: &str, data: Json, words: &str) -> Result<(), Failure> {
        if !self.options.json {
            return if words.is_empty() { Ok(()) } else { say(words) };
        }
        let mut object = json!({"event": event});
        if let (Some(object), Json::Object(data)) = (object.as_object_mut(), data) {
            object.extend(data);
        }
        say(&object.to_string())
    }

    /// Prints sentences, one a line.
    pub(super) fn messages(&self, event: &str, messages: &[Message]) -> Result<(), Failure> {
        let lang = self.options.lang;
        let words: Vec<String> =
            messages.iter().map(|m| format!("  {}", m.render(lang).replace('\n', "\n    "))).collect();
        let data = json!({"steps": grundy_solver::answer::steps_to_json(messages, lang)});
        self.tell(event, data, &words.join("\n"))
    }

    /// A text of this command.
    pub(super) fn text(&self, key: &str) -> String {
        text(self.options.lang, key)
    }

    /// The name of a player.
    pub(super) fn name(&self, seat: Seat) -> String {
        self.mode.name(seat, self.options.lang)
    }

    /// Prints a line that only a person needs.
    pub(super) fn say_note(&self, key: &str) -> Result<(), Failure> {
        if self.options.json { Ok(()) } else { say(&self.text(key)) }
    }

    pub(super) fn show_position(&self) -> Result<(), Failure> {
        let position = self.session.position();
        let to_move = self.session.to_move().number();
        let data = json!({"at": self.session.at(), "to_move": to_move, "position": position.to_string()});
        self.tell("position", data, &show::drawn(position))
    }

    pub(super) fn show_end_or_turn(&mut self) -> Result<(), Failure> {
        if let Some(end) = self.session.end(&self.solver)? {
            return self.show_end(&end);
        }
        if let Mode::Two = self.mode
            && !self.options.json
        {
            let who = self.name(self.session.to_move());
            say(&filled(self.options.lang, "play.turn", &[("who", &who)]))?;
        }
        if self.hinting && !self.is_engines_turn() {
            let standing = self.hints()?.standing();
            self.messages("hint", &[standing])?;
        }
        Ok(())
    }

    fn show_end(&self, end: &End) -> Result<(), Failure> {
        let words = self.mode.ending(end, self.options.lang);
        let by = match end {
            End::Won { by: Some(by), .. } => grundy_solver::number::to_json(by),
            _ => Json::Null,
        };
        let data = json!({
            "winner": end.winner().map(Seat::number), "by": by, "repeated": *end == End::Repeated,
        });
        self.tell("end", data, &words)?;
        self.say_note("play.after")
    }

    pub(super) fn place(&self) -> Json {
        json!({
            "at": self.session.at(), "to_move": self.session.to_move().number(),
            "position": self.session.position().to_string(),
        })
    }

    pub(super) fn list(&self, all: bool) -> Result<(), Failure> {
        let budget = Budget::new(self.options.limits);
        let (moves, all) = choices(self.session.position(), if all { usize::MAX } else { LISTED }, &budget)?;
        let texts: Vec<String> = moves.iter().map(Choice::text).collect();
        let data = json!({"moves": texts, "complete": all});
        self.tell("moves", data, &show::listed(&moves, all, self.options.lang))
    }

    pub(super) fn history(&mut self) -> Result<(), Failure> {
        let (mut rows, mut lines) = (Vec::new(), Vec::new());
        let present = self.session.at();
        for at in 0..=self.session.moves().len() {
            let standing = self.session.standing(at, &self.solver)?;
            let winner = standing.winner(Seat::after(at));
            let winning = match winner {
                Some(seat) => filled(self.options.lang, "play.winning", &[("who", &self.name(seat))]),
                None => self.text("play.level"),
            };
            let mistake = at > 0 && self.session.verdict(at, &self.solver)?.is_mistake();
            let played = match at.checked_sub(1).and_then(|before| self.session.moves().get(before)) {
                Some(choice) => filled(
                    self.options.lang,
                    "play.moved",
                    &[
                        ("who", &self.name(Seat::after(at - 1))),
                        ("move", &choice.typed().render(self.options.lang)),
                    ],
                ),
                None => self.text("play.at-start"),
            };
            let mark = if at == present { '>' } else { ' ' };
            let note = if mistake { self.text("play.marked") } else { String::new() };
            lines.push(format!("{mark} {at}. {played} -- {winning}{note}"));
            rows.push(json!({
                "at": at, "position": self.session.positions()[at].to_string(),
                "outcome": standing.outcome.letter(), "winning": winner.map(Seat::number), "mistake": mistake,
            }));
        }
        self.tell("history", json!({"present": present, "places": rows}), &lines.join("\n"))
    }
}
