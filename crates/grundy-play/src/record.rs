//! A game session as JSON, for programs that display it.

use dashu_int::UBig;
use serde_json::{Value as Json, json};

use super::choice::{Choice, choices};
use super::session::{End, Session};
use super::standing::Seat;
use super::verdict::Verdict;
use grundy_core::answer::steps_to_json;
use grundy_core::board::Board;
use grundy_core::error::Result;
use grundy_core::game::Game;
use grundy_core::number;
use grundy_core::position::{Component, Position};
use grundy_core::rules::Mark;
use grundy_core::text::Lang;
use grundy_solver::Solver;

impl Choice {
    /// The entry of a list of moves, with `text`, the text to type for it, and `words`, its description; `also` lists other
    /// ways to the same result.
    pub fn to_json(&self, lang: Lang) -> Json {
        let from = self.from();
        let mut row = self.shown().to_json(from, from.single().is_none());
        row["text"] = self.text().into();
        row["words"] = self.in_words().render(lang).into();
        if !self.others().is_empty() {
            let many = from.single().is_none();
            row["also"] = self.others().iter().map(|way| way.to_json(from, many)).collect();
        }
        row
    }
}

impl Session {
    /// The present position with at most `most` of its moves, the end if the game is over, and the `line` of
    /// all moves, each with the components after it. It does not reveal who is winning.
    ///
    /// A component has `heaps`, `state` and `kind`: `heaps` for stones, or another kind of display, such as
    /// `chomp`; `ordered` and `drops` say whether heaps keep their places, and whether empty ones are
    /// removed. Where the rules have them, `marks` is the mark that heaps bear (`row`, `open` or `touched`), `seats` has
    /// the numbers of the seats, and `passes` and `put_backs` say how often players may pass
    /// and put stones back in all.
    pub fn to_json(&self, solver: &Solver, most: usize, lang: Lang) -> Result<Json> {
        let end = self.end(solver)?;
        let (moves, all) = match end {
            Some(_) => (vec![], true),
            None => choices(self.position(), most, &solver.budget())?,
        };
        let line = self.moves().iter().zip(&self.positions()[1..]).map(|(choice, after)| {
            let mut row = choice.to_json(lang);
            row["components"] = components(after);
            row
        });
        Ok(json!({
            "schema": 1,
            "position": self.position().to_string(),
            "misere": self.position().is_misere(),
            "scoring": self.position().is_scoring(),
            "at": self.at(),
            "to_move": self.to_move().number(),
            "start": components(&self.positions()[0]),
            "components": components(self.position()),
            "line": line.collect::<Json>(),
            "moves": moves.iter().map(|choice| choice.to_json(lang)).collect::<Json>(),
            "moves_complete": all,
            "end": end.as_ref().map(End::to_json),
        }))
    }

    /// Who was winning after each number of moves, and for each mistake its `number`, the sentences about
    /// it, and the `reply` that punishes it.
    pub fn review(&mut self, solver: &Solver, lang: Lang) -> Result<Json> {
        let (mut standings, mut mistakes) = (Vec::new(), Vec::new());
        for number in 0..=self.moves().len() {
            let standing = self.standing(number, solver)?;
            let winner = standing.winner(Seat::after(number)).map(Seat::number);
            let margin = standing.margin.as_ref().map(number::to_json);
            standings.push(json!({
                "outcome": standing.outcome.letter(), "winner": winner, "margin": margin,
            }));
            if number > 0 {
                let verdict = self.verdict(number, solver)?;
                if verdict.is_mistake() {
                    mistakes.push(verdict.to_json(number, lang));
                }
            }
        }
        Ok(json!({"schema": 1, "standings": standings, "mistakes": mistakes}))
    }
}

impl Verdict {
    fn to_json(&self, number: usize, lang: Lang) -> Json {
        let reply = self.punished_by.as_ref().map(|reply| reply.to_json(lang));
        json!({"number": number, "steps": steps_to_json(&self.messages(), lang), "reply": reply})
    }
}

impl End {
    /// `winner` (1, 2 or none), the lead `by` in stones in a scoring game, and whether it is a draw because
    /// a position was `repeated`.
    pub fn to_json(&self) -> Json {
        let by = match self {
            Self::Won { by: Some(by), .. } => number::to_json(by),
            _ => Json::Null,
        };
        json!({"winner": self.winner().map(Seat::number), "by": by, "repeated": *self == Self::Repeated})
    }
}

fn components(position: &Position) -> Json {
    position.components().iter().map(component).collect()
}

fn component(component: &Component) -> Json {
    let game = &component.game;
    let mut shown = json!({
        "game": &*component.spelled,
        "kind": kind(component),
        "heaps": game.json(component.heaps()),
        "state": component.state.past.to_json(),
        "ordered": game.is_ordered(),
        "drops": game.changes_heap_count(),
    });
    if let Game::Board(Board::Squares(placing)) = &**game {
        shown["squares"] = json!(placing.board);
    }
    if let Game::Heaps(rules) = &**game {
        let settings = rules.settings();
        if let Some((word, _)) = Mark::ALL.iter().find(|(_, mark)| Some(*mark) == settings.marks) {
            shown["marks"] = json!(word);
        }
        if !settings.seats.is_empty() {
            shown["seats"] = settings.seats.iter().map(number::natural_to_json).collect();
        }
        if settings.passes != UBig::ZERO {
            shown["passes"] = number::natural_to_json(&settings.passes);
        }
        if let Some(put) = &settings.put_back {
            shown["put_backs"] = number::natural_to_json(&put.times);
        }
    }
    shown
}

/// How a component is drawn.
fn kind(component: &Component) -> &'static str {
    match &*component.game {
        Game::Own(_) | Game::Board(Board::Forest | Board::Walk | Board::Sheets { .. }) => "own",
        Game::Heaps(rules) if rules.goal().is_some() => "race",
        Game::Heaps(_) | Game::Board(Board::Ends) => "heaps",
        Game::Board(Board::Coins(_)) => "coins",
        Game::Board(Board::Grid(..) | Board::Connected) => "grid",
        Game::Board(Board::Chomp) => "chomp",
        Game::Board(Board::Strip) => "strip",
        Game::Board(Board::Hackenbush) => "hackenbush",
        Game::Board(Board::Squares(_)) => "squares",
        Game::Board(Board::Vertices | Board::Regions | Board::Edges) => "edges",
    }
}
