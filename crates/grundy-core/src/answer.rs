//! Answers to questions about positions, and their JSON.

use dashu_int::{IBig, UBig};
use serde_json::{Map, Value as Json, json};

use crate::game::Game;
use crate::number::{natural_to_json, to_json};
use crate::position::{Past, Position};
use crate::text::{Lang, Message};

pub use crate::method::{Declined, MethodKind, MethodUsed};
pub use crate::outcome::Outcome;

/// Default maximum number of winning moves listed.
pub const DEFAULT_MOVES: usize = 1000;

/// A heap that a move rearranges: split, thrown away or moved from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapChange {
    /// Which heap, counted from 1.
    pub heap: usize,
    /// Its size before.
    pub from: UBig,
    /// The heaps it becomes; empty if it is emptied.
    pub to: Vec<UBig>,
    /// What is done to it.
    pub how: Change,
}

/// What a move that rearranges does to one heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is thrown away.
    Discard,
    /// It was closed and is opened, with all its stones.
    Open,
    /// This many stones are taken, and at most one heap is left.
    Take(UBig),
    /// It becomes several heaps.
    Split,
    /// It becomes heaps of other stones than it had.
    Become,
    /// It is merged with others; the first of them becomes the whole.
    Merge,
    /// This many stones are put back on it.
    Put(UBig),
    /// Stones or a token move in or out.
    Step,
}

/// How a move reaches its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Stones taken from each heap of the position, in order.
    Take(Vec<UBig>),
    /// Nothing: the turn is passed to the other player.
    Pass,
    /// In a race: added to the total.
    Add(UBig),
    /// In a race: the factor of the total.
    Multiply(UBig),
    /// Heaps rearranged, or a token moved.
    Changes(Vec<HeapChange>),
    /// In a script or a game in Rust: the position is replaced.
    Go,
    /// On a board, where the result describes the move.
    Become,
}

/// The part of a move in one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Which component, from 0.
    pub component: usize,
    /// Its heaps after the move.
    pub to: Vec<UBig>,
    /// The history after the move.
    pub state: Past,
    /// How the result is reached.
    pub doing: Doing,
}

/// The result of a winning move, with one way to reach it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningMove {
    /// The components moved in; exactly one, except in compounds.
    pub played: Vec<Played>,
    /// Number of moves that lead to this result.
    pub ways: u64,
}

impl WinningMove {
    /// The entry of a list of moves of the position `question`; `with_component` for sums and other compounds.
    pub fn to_json(&self, question: &Position, with_component: bool) -> Json {
        let mut map = match &self.played[..] {
            [one] => one.to_json(question, with_component),
            several => {
                let parts = several.iter().map(|p| Json::Object(p.to_json(question, true))).collect();
                Map::from_iter([("parts".to_owned(), parts)])
            }
        };
        if self.ways > 1 {
            map.insert("ways".into(), self.ways.into());
        }
        Json::Object(map)
    }
}

impl Played {
    fn to_json(&self, question: &Position, with_component: bool) -> Map<String, Json> {
        let game = question.components().get(self.component).map(|c| &*c.game);
        let list = |heaps: &[UBig]| heaps_to_json(game, heaps);
        let mut map = Map::new();
        if with_component {
            map.insert("component".into(), self.component.into());
        }
        map.insert("to".into(), list(&self.to));
        if !self.state.is_start() {
            map.insert("state".into(), self.state.to_json());
        }
        let how = match &self.doing {
            Doing::Take(take) => Some(("take", list(take))),
            Doing::Pass => Some(("pass", true.into())),
            Doing::Add(k) => Some(("add", natural_to_json(k))),
            Doing::Multiply(k) => Some(("multiply", natural_to_json(k))),
            Doing::Changes(changes) => {
                let row = |c: &HeapChange| {
                    let from = list(std::slice::from_ref(&c.from))[0].take();
                    json!({"heap": c.heap, "from": from, "to": list(&c.to)})
                };
                Some(("changes", changes.iter().map(row).collect()))
            }
            Doing::Go | Doing::Become => None,
        };
        map.extend(how.map(|(key, value)| (key.to_owned(), value)));
        map
    }
}

/// One component of the question, with its value if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentAnswer {
    /// The game as written, in canonical spelling.
    pub game: String,
    /// The catalogue's first name.
    pub name: Option<String>,
    /// The full rules.
    pub rules: String,
    /// Its heaps.
    pub position: Vec<UBig>,
    /// The history.
    pub state: Past,
    /// Its Grundy value, if it exists and is known.
    pub value: Option<UBig>,
}

impl ComponentAnswer {
    fn write_json(&self, map: &mut Map<String, Json>) {
        map.insert("game".into(), self.game.as_str().into());
        map.insert("name".into(), self.name.clone().into());
        map.insert("rules".into(), self.rules.as_str().into());
    }

    fn write_position(&self, game: Option<&Game>, map: &mut Map<String, Json>) {
        map.insert("position".into(), heaps_to_json(game, &self.position));
        map.insert("state".into(), self.state.to_json());
    }
}

/// The answer to one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The components; one, unless the position is a sum or another compound.
    pub components: Vec<ComponentAnswer>,
    /// Whether the position is a sum or another compound.
    pub is_compound: bool,
    /// The position in question.
    pub question: Position,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value of the whole, if it exists and is known.
    pub value: Option<UBig>,
    /// Moves to the end under best play, if known.
    pub remoteness: Option<UBig>,
    /// In scoring games: the final lead of the player to move under best play.
    pub margin: Option<IBig>,
    /// The winning moves, sorted; in scoring games those of best margin.
    pub moves: Vec<WinningMove>,
    /// The exact number of all winning moves, if known.
    pub moves_total: Option<UBig>,
    /// Whether `moves` is the full list.
    pub moves_complete: bool,
    /// The method of the answer.
    pub method: MethodUsed,
    /// The explanation, step by step.
    pub steps: Vec<Message>,
}

impl Answer {
    fn game(&self, component: usize) -> Option<&Game> {
        Some(&*self.question.components().get(component)?.game)
    }

    /// The JSON object of the documented format; `lang` is the language of its sentences.
    pub fn to_json(&self, lang: Lang) -> Json {
        let mut map = Map::new();
        map.insert("schema".into(), 1.into());
        let convention = if self.question.is_misere() { "misere" } else { "normal" };
        if self.is_compound {
            map.insert("game".into(), self.question.to_string().into());
            map.insert("name".into(), Json::Null);
            map.insert("rules".into(), Json::Null);
            map.insert("convention".into(), convention.into());
            let components = self.components.iter().enumerate().map(|(index, component)| {
                let mut map = Map::new();
                component.write_json(&mut map);
                component.write_position(self.game(index), &mut map);
                map.insert("value".into(), option(component.value.as_ref()));
                Json::Object(map)
            });
            map.insert("components".into(), components.collect());
        } else if let Some(component) = self.components.first() {
            component.write_json(&mut map);
            map.insert("convention".into(), convention.into());
            component.write_position(self.game(0), &mut map);
        }
        map.insert("outcome".into(), self.outcome.letter().into());
        map.insert("value".into(), option(self.value.as_ref()));
        map.insert("remoteness".into(), option(self.remoteness.as_ref()));
        if let Some(margin) = &self.margin {
            map.insert("margin".into(), to_json(margin));
        }
        map.insert(
            "moves".into(),
            self.moves.iter().map(|m| m.to_json(&self.question, self.is_compound)).collect(),
        );
        map.insert("moves_total".into(), option(self.moves_total.as_ref()));
        map.insert("moves_complete".into(), self.moves_complete.into());
        map.insert("method".into(), self.method.to_json(lang));
        Json::Object(map)
    }
}

/// Heaps as the game writes them, see [`Game::json`]; as numbers if the game is not known.
fn heaps_to_json(game: Option<&Game>, heaps: &[UBig]) -> Json {
    game.map_or_else(|| heaps.iter().map(natural_to_json).collect(), |game| game.json(heaps))
}

fn option(value: Option<&UBig>) -> Json {
    value.map_or(Json::Null, natural_to_json)
}

/// Steps of an explanation as JSON.
pub fn steps_to_json(steps: &[Message], lang: Lang) -> Json {
    steps
        .iter()
        .map(|step| json!({"id": step.id(), "values": step.values_json(lang), "text": step.render(lang)}))
        .collect()
}
