//! A game as text: `new` and the first position, then the moves, one a line. The lines are those a
//! player types, so `--two --input` replays them, and `--load` resumes from their end.

use std::fs::File;
use std::io::Read;

use grundy_play::{Choice, Session, read};
use grundy_solver::batch::RowError;
use grundy_solver::limits::Budget;

use super::command::Command;
use crate::failure::Failure;
use crate::options::Options;
use crate::output::write_file;
use crate::question;

/// The largest file of a game.
const MAX_BYTES: u64 = 1 << 26;

/// The text of a game, including moves that were undone.
pub fn written(session: &Session) -> String {
    let mut lines = vec![format!("new {}", session.positions()[0])];
    lines.extend(session.moves().iter().map(Choice::text));
    lines.join("\n") + "\n"
}

/// Writes the game to a file, replacing its content.
pub fn save(session: &Session, path: &String) -> Result<(), Failure> {
    write_file(path, written(session).as_bytes())
}

/// Reads the game in a file; the session is at its last move.
pub fn load(path: &str, options: &Options) -> Result<Session, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| Failure::file(path, error))?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| Failure::file(path, error))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::usage("input-too-long", vec![("limit", (MAX_BYTES >> 20).to_string())]));
    }
    from_text(&String::from_utf8_lossy(&bytes), path, options)
}

fn from_text(text: &str, path: &str, options: &Options) -> Result<Session, Failure> {
    let no_game = || Failure::usage("no-game", vec![("path", path.to_owned())]);
    let mut session: Option<Session> = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let at_line = |error: grundy_solver::Error| Failure::Row(RowError::new(index, error));
        match (&mut session, Command::read(line)) {
            (None, Command::New(position)) if !position.is_empty() => {
                let position =
                    question::position_of_text(&position, options).map_err(|failure| match failure {
                        Failure::Grundy(error) => at_line(error),
                        other => other,
                    })?;
                session = Some(Session::new(position));
            }
            (None, _) => return Err(no_game()),
            (Some(session), _) => {
                let budget = Budget::new(options.limits);
                let choice = read(session.position(), line, &budget).map_err(at_line)?;
                session.play(choice).map_err(at_line)?;
            }
        }
    }
    session.ok_or_else(no_game)
}
