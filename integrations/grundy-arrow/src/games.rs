//! Games in a column: each is parsed once, and rows are grouped by game.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use grundy_solver::Error;
use grundy_solver::batch::{Prepared, RowError};
use grundy_solver::notation::{GameLine, parse_game_with};

use crate::About;
use crate::error::Result;
use crate::positions::texts;

/// The most games that are kept ready.
const MOST: usize = 1024;

/// Rows by game, each ascending.
pub(crate) type Groups = Vec<(Arc<Prepared>, Vec<u32>)>;

/// Parsed games by their text.
#[derive(Debug, Default)]
pub(crate) struct Games {
    known: Mutex<HashMap<String, std::result::Result<Arc<Prepared>, Error>>>,
}

impl Games {
    /// Groups rows by game. The other result lists the rows whose game is invalid.
    pub fn group(
        &self,
        games: &ArrayRef,
        default: Option<&GameLine>,
        about: &About,
    ) -> Result<(Groups, Vec<RowError>)> {
        let mut bad = Vec::new();
        let mut groups: Groups = Vec::new();
        // The group of each game, by its text in this call.
        let mut places: HashMap<Option<&str>, std::result::Result<usize, Error>> = HashMap::new();
        let texts = names(games)?;
        let mut last: Option<(Option<&str>, usize)> = None;
        for (row, text) in (0u32..).zip(texts) {
            if let Some((same, place)) = last
                && same == text
            {
                groups[place].1.push(row);
                continue;
            }
            let place = places.entry(text).or_insert_with(|| {
                let prepared = match text {
                    Some(text) => self.prepared(text, about)?,
                    None => match default {
                        Some(line) => about.prepare(line.clone()),
                        None => return Err(Error::input("error.null-game")),
                    },
                };
                groups.push((prepared, Vec::new()));
                Ok(groups.len() - 1)
            });
            match place {
                Ok(place) => {
                    groups[*place].1.push(row);
                    last = Some((text, *place));
                }
                Err(error) => {
                    bad.push(RowError::new(row as usize, error.clone()));
                }
            }
        }
        Ok((groups, bad))
    }

    fn prepared(&self, text: &str, about: &About) -> std::result::Result<Arc<Prepared>, Error> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(prepared) = known.get(text) {
            return prepared.clone();
        }
        let prepared = parse_game_with(text, &about.reading).map(|mut line| {
            line.misere |= about.misere;
            about.prepare(line)
        });
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(text.to_owned(), prepared.clone());
        prepared
    }
}

/// The names, also of dictionary arrays.
fn names(games: &ArrayRef) -> Result<Vec<Option<&str>>> {
    let plain = |array: &'_ ArrayRef| {
        matches!(array.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
    };
    if let Some(dictionary) = games.as_any_dictionary_opt() {
        let values = dictionary.values();
        if !plain(values) {
            return Err(Error::input("error.game-column-type")
                .with("type", games.data_type().to_string())
                .into());
        }
        let texts = texts(values);
        let nulls = games.logical_nulls();
        if texts.is_empty() {
            return Ok(vec![None; games.len()]);
        }
        let is_null = |row: usize| nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
        let keys = dictionary.normalized_keys();
        return Ok(keys.iter().enumerate().map(|(row, key)| (!is_null(row)).then(|| texts[*key])).collect());
    }
    if !plain(games) {
        return Err(Error::input("error.game-column-type")
            .with("type", games.data_type().to_string())
            .into());
    }
    let named = texts(games).into_iter().enumerate();
    Ok(named.map(|(row, text)| games.is_valid(row).then_some(text)).collect())
}
