//! Well-known games, as data in `classics.toml`.

use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::game::Game;
use super::read::{read, read_matrix};
use grundy_core::catalogue::Bilingual;
use grundy_core::error::Result;
use grundy_core::text::Lang;

/// A well-known game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Classic {
    /// The primary name.
    pub name: String,
    /// Other names, in both languages.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The common name.
    pub title: Bilingual,
    /// The story of the game and what it models.
    pub about: Bilingual,
    /// The payoffs, as on the command line.
    pub matrix: String,
    /// Names of the strategies: the row player's, then the column player's, separated by a bar.
    pub strategies: Bilingual,
    /// Names of the players, separated by a bar.
    pub players: Option<Bilingual>,
    /// Where to read more.
    pub references: Vec<String>,
}

impl Classic {
    /// The game with the names of one language.
    pub fn game(&self, lang: Lang) -> Result<Game> {
        let halves = |text: &str| -> [String; 2] {
            let (first, second) = text.split_once('|').unwrap_or((text, text));
            [first.trim().to_owned(), second.trim().to_owned()]
        };
        let names =
            |list: String| list.split(',').map(|name| name.trim().to_owned()).collect::<Vec<String>>();
        let mut game = read_matrix(&self.matrix)?;
        game.title = Some(self.title.get(lang).to_owned());
        game.players = self.players.as_ref().map(|players| halves(players.get(lang)));
        game.with_strategies(halves(self.strategies.get(lang)).map(names))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Vec<Classic>,
}

/// All classics.
pub fn classics() -> &'static [Classic] {
    static CLASSICS: OnceLock<Vec<Classic>> = OnceLock::new();
    CLASSICS.get_or_init(|| {
        let file: File = toml::from_str(include_str!("classics.toml"))
            .unwrap_or_else(|error| unreachable!("tests read the file: {error}"));
        file.game
    })
}

/// The classic with this name, ignoring case.
pub fn classic(name: &str) -> Option<&'static Classic> {
    let name = name.trim().to_lowercase();
    classics().iter().find(|classic| classic.name == name || classic.aliases.contains(&name))
}

/// The game that a text stands for: the name of a classic, or a game in any format that [`read`] accepts.
pub fn named_or_read(text: &str, lang: Lang) -> Result<Game> {
    match classic(text) {
        Some(classic) => classic.game(lang),
        None => read(text).map_err(|error| error.suggest(nearest_classic(text))),
    }
}

/// All classics as JSON, with the texts of one language; `game` is as in a report.
pub fn classics_json(lang: Lang) -> Result<Json> {
    let one = |classic: &Classic| -> Result<Json> {
        Ok(json!({
            "name": classic.name, "aliases": classic.aliases, "title": classic.title.get(lang),
            "about": classic.about.get(lang), "game": classic.game(lang)?.to_json(),
            "references": classic.references,
        }))
    };
    let classics = classics().iter().map(one).collect::<Result<Vec<Json>>>()?;
    Ok(json!({"schema": 1, "classics": classics}))
}

/// The name of a classic that an unknown word probably meant.
pub fn nearest_classic(word: &str) -> Option<String> {
    let word = word.trim().to_lowercase();
    let near = |name: &&str| strsim::jaro_winkler(name, &word) > 0.8;
    let names = classics()
        .iter()
        .flat_map(|c| std::iter::once(c.name.as_str()).chain(c.aliases.iter().map(String::as_str)));
    let best = |a: &&str, b: &&str| strsim::jaro_winkler(a, &word).total_cmp(&strsim::jaro_winkler(b, &word));
    names.filter(near).max_by(best).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SolutionMethod;
    use crate::solve;
    use grundy_core::limits::Budget;

    #[test]
    fn every_classic_is_read_and_has_its_names_in_both_languages() {
        for classic in classics() {
            for lang in [Lang::En, Lang::Zh] {
                let game = classic.game(lang).expect(&classic.name);
                let report = solve(&game, SolutionMethod::All, &Budget::default()).expect(&classic.name);
                assert!(report.complete, "{}", classic.name);
            }
            assert!(!classic.references.is_empty(), "{}", classic.name);
            assert!(super::classic(&classic.name.to_uppercase()).is_some());
        }
        assert_eq!(nearest_classic("prisonners").as_deref(), Some("prisoners"));
        assert_eq!(nearest_classic("1 2; 3 x"), None);
        assert_eq!(named_or_read("Pennies", Lang::En).unwrap().title.as_deref(), Some("Matching pennies"));
        assert!(named_or_read("1 2; 3 4", Lang::En).unwrap().constant_sum().is_some());
        assert!(
            named_or_read("prisonners", Lang::En)
                .unwrap_err()
                .to_json(Lang::En)
                .to_string()
                .contains("prisoners")
        );
        let json = classics_json(Lang::Zh).unwrap();
        assert_eq!(json["classics"][0]["game"]["strategies"][0][0], "沉默");
        assert_eq!(json["classics"].as_array().unwrap().len(), classics().len());
    }
}
