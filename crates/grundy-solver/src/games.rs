//! The catalogue as an answer: all games, or one with the methods that solve it.

use dashu_int::UBig;
use serde_json::{Value as Json, json};

use crate::solver::Solver;
use grundy_core::answer::Answer;
use grundy_core::catalogue::{self, Entry};
use grundy_core::error::{Error, Result, nearest};
use grundy_core::notation;
use grundy_core::text::Lang;

/// A named game and the answers to its example position.
#[derive(Clone, Debug)]
pub struct Described {
    /// The game.
    pub entry: &'static Entry,
    /// Under normal play and under misère play.
    pub answers: [Answer; 2],
}

/// The games a name stands for, each with its example solved under both conventions.
///
/// Ignores arguments in brackets after the name. The error for an unknown name suggests the nearest one.
pub fn described(solver: &Solver, name: &str) -> Result<Vec<Described>> {
    let word = name.split(['(', ':', '（']).next().unwrap_or(name).trim().to_lowercase();
    let entries: Vec<&Entry> = catalogue::all().iter().filter(|entry| entry.is_called(&word)).collect();
    if entries.is_empty() {
        let nearest = nearest(&word, catalogue::names());
        let error = Error::input("error.unknown-game").with("name", name).suggest(nearest);
        return Err(error.at(0..name.len()).within(name));
    }
    let solved = |entry: &Entry, misere: bool| {
        let mut line = notation::parse_game(entry.example())?;
        line.misere = misere;
        solver.solve_heaps(&line, entry.heaps.iter().map(|&heap| UBig::from(heap)).collect())
    };
    entries
        .into_iter()
        .map(|entry| Ok(Described { entry, answers: [solved(entry, false)?, solved(entry, true)?] }))
        .collect()
}

/// The whole catalogue as JSON.
pub fn list_json(lang: Lang) -> Json {
    let list: Json = catalogue::all().iter().map(|entry| entry_json(entry, lang)).collect();
    json!({"schema": 1, "games": list})
}

/// Games in full as JSON.
pub fn described_json(games: &[Described], lang: Lang) -> Json {
    let one = |game: &Described| {
        let mut json = entry_json(game.entry, lang);
        json["methods"] = game
            .answers
            .iter()
            .map(|answer| {
                json!({
                    "convention": if answer.question.is_misere() { "misere" } else { "normal" },
                    "name": answer.method.name, "kind": answer.method.kind.word(),
                    "reference": answer.method.reference,
                })
            })
            .collect();
        json
    };
    json!({"schema": 1, "games": games.iter().map(one).collect::<Json>()})
}

fn entry_json(entry: &Entry, lang: Lang) -> Json {
    json!({
        "name": entry.name, "signature": entry.signature(), "aliases": entry.aliases, "rules": entry.rules,
        "example": entry.example(), "heaps": entry.heaps, "title": entry.title.get(lang),
        "about": entry.about.get(lang), "references": entry.references,
    })
}
