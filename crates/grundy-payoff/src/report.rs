//! The results for a game: equilibria, maximal Nash subsets, value, dominated strategies.

use dashu_ratio::RBig;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::dominance::{Domination, Scope};
use super::game::{Game, Player};
use super::method::SolutionMethod;
use grundy_core::error::Error;

/// The version of the JSON object.
const SCHEMA: u32 = 1;

/// An equilibrium in mixed strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equilibrium {
    /// The row player's mixture, an index into [`Report::mixtures`].
    pub row: usize,
    /// The column player's mixture, an index into [`Report::mixtures`].
    pub column: usize,
    /// The expected payoff of the row player, and of the column player.
    pub payoff: [RBig; 2],
    /// Whether each player uses only one strategy.
    pub pure: bool,
}

/// The Lemke-Howson path of one label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// The player whose strategy is dropped first.
    pub player: Player,
    /// The index of that strategy, from 0.
    pub strategy: usize,
    /// The equilibrium it ends in, an index into [`Report::equilibria`].
    pub equilibrium: usize,
}

/// The solution of a game.
///
/// Every equilibrium in it has passed the exact conditions of best reply, whatever method found it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game.
    pub game: Game,
    /// How it was solved.
    pub method: SolutionMethod,
    /// The mixed strategies that occur: of the row player, then of the column player. Each has a probability per
    /// strategy.
    pub mixtures: [Vec<Vec<RBig>>; 2],
    /// The extreme equilibria, pure ones first.
    pub equilibria: Vec<Equilibrium>,
    /// Whether these are all extreme equilibria, so that with the components they give all equilibria.
    pub complete: bool,
    /// The maximal Nash subsets, as indices into `equilibria`: in each subset, every mixture of its row strategies
    /// with every mixture of its column strategies is an equilibrium, and each equilibrium is in one of the subsets.
    /// Empty unless `complete`.
    pub components: Vec<Vec<usize>>,
    /// The row player's payoff in every equilibrium, if both payoffs have a constant sum.
    pub value: Option<RBig>,
    /// The dominated strategies, by round.
    pub dominated: Vec<Domination>,
    /// The scope of the search for dominated strategies.
    pub dominance: Scope,
    /// Whether an equilibrium strategy has more best replies than it uses strategies. If not, the number of equilibria
    /// is finite and odd. `None` if this is unknown because not all equilibria are known.
    pub degenerate: Option<bool>,
    /// The end of each Lemke-Howson path, if that was the method.
    pub paths: Vec<Path>,
    /// The limit that ended the search before it was complete.
    pub stopped: Option<Error>,
}

impl Report {
    /// The mixed strategies of an equilibrium: the row player's, and the column player's.
    pub fn strategies(&self, equilibrium: &Equilibrium) -> [&[RBig]; 2] {
        [&self.mixtures[0][equilibrium.row], &self.mixtures[1][equilibrium.column]]
    }

    /// The JSON object of the command line. Fractions are strings, strategies and equilibria are counted from 0, and
    /// `game` is in the format for reading games.
    pub fn to_json(&self) -> Json {
        let equilibria: Vec<Json> = self.equilibria.iter().map(|e| self.equilibrium_json(e)).collect();
        let part = |pure: bool| -> Vec<Json> {
            let with = self.equilibria.iter().zip(&equilibria).filter(|(e, _)| e.pure == pure);
            with.map(|(_, json)| json.clone()).collect()
        };
        let (pure, mixed) = (part(true), part(false));
        let dominated: Vec<Json> = self.dominated.iter().map(domination_json).collect();
        let mut json = json!({
            "schema": SCHEMA, "game": self.game.to_json(), "method": self.method.word(),
            "equilibria": equilibria, "complete": self.complete, "components": self.components,
            "pure": pure, "mixed": mixed, "value": self.value.as_ref().map(RBig::to_string),
            "dominated": dominated, "dominance": self.dominance.word(),
            "degenerate": self.degenerate,
        });
        if self.method == SolutionMethod::LemkeHowson {
            json["paths"] = self.paths.iter().map(path_json).collect();
        }
        if let Some(error) = &self.stopped {
            json["reason"] = error.code().into();
        }
        json
    }

    fn equilibrium_json(&self, equilibrium: &Equilibrium) -> Json {
        let [row, column] = self.strategies(equilibrium).map(fractions);
        json!({"row": row, "column": column, "payoff": fractions(&equilibrium.payoff), "pure": equilibrium.pure})
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

fn fractions(list: &[RBig]) -> Json {
    list.iter().map(|fraction| Json::from(fraction.to_string())).collect()
}

fn domination_json(domination: &Domination) -> Json {
    json!({
        "player": domination.player.word(), "strategy": domination.strategy, "by": fractions(&domination.by),
        "strict": domination.strict, "round": domination.round,
    })
}

fn path_json(path: &Path) -> Json {
    json!({"player": path.player.word(), "strategy": path.strategy, "equilibrium": path.equilibrium})
}

impl Game {
    /// The JSON format for reading games, with fractions as strings.
    pub fn to_json(&self) -> Json {
        let mut json = serde_json::Map::new();
        if let Some(title) = &self.title {
            json.insert("title".to_owned(), title.as_str().into());
        }
        if let Some(players) = &self.players {
            json.insert("players".to_owned(), json!(players));
        }
        if let Some(names) = self.strategies() {
            json.insert("strategies".to_owned(), json!(names));
        }
        for player in Player::BOTH {
            json.insert(player.word().to_owned(), self.payoffs(player).rows().map(fractions).collect());
        }
        Json::Object(json)
    }
}
