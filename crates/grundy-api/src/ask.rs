//! A request as fields: from a JSON object or from a query string.

use std::borrow::Cow;
use std::time::Duration;

use dashu_int::UBig;
use grundy_solver::game::Game;
use grundy_solver::notation::{self, GameLine, Parsed};
use grundy_solver::number::digits_at_most;
use grundy_solver::position::Position;
use grundy_solver::text::Lang;
use serde_json::{Map, Value as Json};

use crate::failure::Failure;
use crate::field::{EVERYWHERE, Field};
use crate::work::{MOST_COMPUTED, Work, reading};

/// The most bytes of a text that may be answered without queueing.
const SMALL: usize = 1000;
/// The most digits of its numbers.
const SMALL_NUMBER: usize = 40;
/// A number with more digits counts towards the total limit of a list.
const LONG: usize = 1000;

/// The fields of a request.
pub struct Ask {
    fields: Map<String, Json>,
    /// The language of the answer.
    pub lang: Lang,
}

impl Ask {
    /// Parses a body. `lang` applies unless the object has its own.
    pub fn of_body(body: &[u8], known: &[Field], lang: Lang) -> Result<Self, Failure> {
        let wrong = |reason: String| Failure::bad("not-json", vec![("reason", reason)]);
        match serde_json::from_slice(body).map_err(|error| wrong(error.to_string()))? {
            Json::Object(fields) => Self::new(fields, known, lang),
            _ => Err(Failure::bad("no-object", vec![])),
        }
    }

    /// Parses a query string.
    pub fn of_query(query: &str, known: &[Field], lang: Lang) -> Result<Self, Failure> {
        let mut fields = Map::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            if fields.insert(name.to_string(), Json::String(value.into_owned())).is_some() {
                return Err(Failure::bad("field-twice", vec![("field", name.into_owned())]));
            }
        }
        Self::new(fields, known, lang)
    }

    fn new(mut fields: Map<String, Json>, known: &[Field], lang: Lang) -> Result<Self, Failure> {
        // A field that is null counts as absent.
        fields.retain(|_, value| !value.is_null());
        for name in fields.keys() {
            let mut names = known.iter().chain(EVERYWHERE).map(|field| field.name);
            if !names.any(|known| known == name) {
                return Err(unknown(name, known));
            }
        }
        let mut ask = Self { fields, lang };
        match ask.text("lang")?.as_deref() {
            None => {}
            Some("en") => ask.lang = Lang::En,
            Some("zh") => ask.lang = Lang::Zh,
            Some(_) => return Err(wrong("lang", "en, zh")),
        }
        Ok(ask)
    }

    /// A text field; a number is read as its digits.
    pub fn text(&self, name: &'static str) -> Result<Option<Cow<'_, str>>, Failure> {
        match self.fields.get(name) {
            None => Ok(None),
            Some(Json::String(text)) => Ok(Some(Cow::Borrowed(text))),
            Some(Json::Number(number)) if number.is_u64() => Ok(Some(Cow::Owned(number.to_string()))),
            Some(_) => Err(wrong(name, "\"...\"")),
        }
    }

    /// One of the words in `words`.
    pub fn word<T: Copy>(
        &self,
        name: &'static str,
        words: &[(&'static str, T)],
    ) -> Result<Option<T>, Failure> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        let known = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
        found.map(Some).ok_or_else(|| wrong(name, &known()))
    }

    /// A boolean field; false if absent.
    pub fn flag(&self, name: &'static str) -> Result<bool, Failure> {
        match self.fields.get(name) {
            None => Ok(false),
            Some(Json::Bool(value)) => Ok(*value),
            Some(Json::String(text)) if matches!(text.as_str(), "true" | "1" | "on") => Ok(true),
            Some(Json::String(text)) if matches!(text.as_str(), "false" | "0" | "") => Ok(false),
            Some(_) => Err(wrong(name, "true, false")),
        }
    }

    /// A whole number of any size, as a JSON number or as text in the notation.
    pub fn natural(&self, name: &'static str) -> Result<Option<UBig>, Failure> {
        self.fields.get(name).map(|value| number(name, value)).transpose()
    }

    /// A small whole number, at most `most`.
    pub fn count(&self, name: &'static str, most: usize) -> Result<Option<usize>, Failure> {
        let Some(number) = self.natural(name)? else { return Ok(None) };
        let fits = usize::try_from(&number).ok().filter(|&number| number <= most);
        fits.map(Some).ok_or_else(|| wrong(name, &format!("0..{most}")))
    }

    /// At most `most` texts in order: a list, or one text with `|` between them.
    pub fn texts(&self, name: &'static str, most: usize) -> Result<Vec<Cow<'_, str>>, Failure> {
        let shape = || wrong(name, "[\"...\", \"...\"], \"...|...\"");
        let found: Vec<Cow<'_, str>> = match self.fields.get(name) {
            None => vec![],
            Some(Json::String(text)) if text.is_empty() => vec![],
            Some(Json::String(text)) => text.split('|').map(Cow::Borrowed).collect(),
            Some(Json::Array(list)) => {
                let texts = list.iter().map(|item| item.as_str().map(Cow::Borrowed));
                texts.collect::<Option<_>>().ok_or_else(shape)?
            }
            Some(_) => return Err(shape()),
        };
        if found.len() > most {
            let blanks = vec![("field", name.to_owned()), ("limit", most.to_string())];
            return Err(Failure::refused("too-many-texts", blanks));
        }
        Ok(found)
    }

    /// The seed for random choices: the last 64 binary digits of the number.
    pub fn seed(&self) -> Result<u64, Failure> {
        let seed = self.natural("seed")?.unwrap_or(UBig::ZERO);
        Ok(u64::try_from(&(seed & UBig::from(u64::MAX))).unwrap_or(0))
    }

    /// Two sides: `[64, 48]`, `"64x48"` or `64`.
    pub fn sides(&self, name: &'static str) -> Result<Option<[UBig; 2]>, Failure> {
        let shape = || wrong(name, "[64, 64], \"64x64\"");
        let Some(value) = self.fields.get(name) else { return Ok(None) };
        let sides = match value {
            Json::Array(list) => match &list[..] {
                [rows, columns] => [number(name, rows)?, number(name, columns)?],
                _ => return Err(shape()),
            },
            Json::String(text) => {
                let (rows, columns) = text.split_once(['x', 'X', '×', '*']).unwrap_or((text, text));
                let side = |text: &str| notation::parse_number_with(text.trim(), &reading());
                [side(rows)?, side(columns)?]
            }
            value => {
                let side = number(name, value)?;
                [side.clone(), side]
            }
        };
        Ok(Some(sides))
    }

    /// The longest time that the client waits.
    pub fn time(&self) -> Result<Option<Duration>, Failure> {
        let Some(number) = self.natural("time_ms")? else { return Ok(None) };
        Ok(Some(Duration::from_millis(u64::try_from(&number).unwrap_or(u64::MAX))))
    }

    /// A game without heaps.
    pub fn line(&self, work: &Work) -> Result<GameLine, Failure> {
        let line = notation::parse_game_with(&self.game()?, &work.reading()).map_err(in_game)?;
        Ok(GameLine { misere: line.misere || self.flag("misere")?, ..line })
    }

    /// A game with heaps: in its brackets, or in a field of their own.
    pub fn position(&self, work: &Work) -> Result<Position, Failure> {
        let (game, misere) = (self.game()?, self.flag("misere")?);
        let Some(heaps) = self.fields.get("heaps") else {
            let position = notation::parse_position_with(&game, &work.reading()).map_err(in_game)?;
            let misere = misere || position.is_misere();
            return Ok(position.with_misere(misere));
        };
        let line = match notation::parse_with(&game, &work.reading()).map_err(in_game)? {
            Parsed::Game(line) => GameLine { misere: line.misere || misere, ..line },
            Parsed::Position(_) => {
                return Err(Failure::bad("heaps-twice", vec![("game", game.into_owned())]));
            }
        };
        if let Game::Own(own) = &*line.game {
            let position = own.position(names(heaps)?.trim()).map_err(in_heaps)?;
            return Ok(position.with_misere(line.misere));
        }
        let heaps = match heaps {
            Json::String(text) => notation::parse_heaps_with(text.trim(), &reading()).map_err(in_heaps)?,
            Json::Array(list) => numbers("heaps", list)?,
            one => vec![number("heaps", one)?],
        };
        Position::start(&line, heaps).map_err(in_heaps)
    }

    fn game(&self) -> Result<Cow<'_, str>, Failure> {
        self.text("game")?.ok_or_else(|| missing("game"))
    }

    /// Whether the request is so short that parsing takes negligible time. Powers are excluded: they are short but
    /// large. So is text that is not ASCII, such as full-width characters.
    pub fn is_small(&self) -> bool {
        let is_short = |text: &str| {
            let plain =
                text.is_ascii() && !text.contains('^') && !text.contains("graph") && !text.contains("script");
            let digits = |c: char| c.is_ascii_digit() || c == '_' || c == 'e' || c == 'E';
            let scientific = |part: &str| {
                let digits_then_e = part.split(['e', 'E']).next().is_some_and(|head| !head.is_empty());
                digits_then_e && part.contains(['e', 'E'])
            };
            let mut runs = text.split(|c: char| !digits(c)).filter(|run| !run.is_empty());
            plain && text.len() <= SMALL && runs.all(|run| run.len() <= SMALL_NUMBER && !scientific(run))
        };
        self.fields.values().all(|value| match value {
            Json::String(text) => is_short(text),
            Json::Array(list) => {
                list.len() <= SMALL / 10 && list.iter().all(|item| item.as_str().is_none_or(is_short))
            }
            Json::Object(_) => false,
            _ => true,
        })
    }
}

/// An error in the text of the game.
fn in_game(error: grundy_solver::Error) -> Failure {
    Failure::from(error).of_field("game")
}

/// An error in the heaps.
fn in_heaps(error: grundy_solver::Error) -> Failure {
    Failure::from(error).of_field("heaps")
}

/// Names of vertices, or other content of the brackets.
fn names(heaps: &Json) -> Result<String, Failure> {
    let one = |item: &Json| match item {
        Json::String(text) => Ok(text.clone()),
        Json::Number(number) => Ok(number.to_string()),
        _ => Err(wrong("heaps", "[\"a\", \"b\"], \"a, b\"")),
    };
    match heaps {
        Json::Array(list) => Ok(list.iter().map(one).collect::<Result<Vec<_>, _>>()?.join(", ")),
        item => one(item),
    }
}

/// Numbers of a list; together they may have no more digits than one number.
fn numbers(name: &'static str, list: &[Json]) -> Result<Vec<UBig>, Failure> {
    let mut digits = 0;
    let mut found = Vec::with_capacity(list.len());
    for value in list {
        let number = number(name, value)?;
        digits += Some(digits_at_most(&number)).filter(|&digits| digits > LONG).unwrap_or(0);
        if digits > MOST_COMPUTED {
            let error = grundy_solver::Error::input("error.computed-too-much").with("digits", MOST_COMPUTED);
            return Err(Failure::from(error).of_field(name));
        }
        found.push(number);
    }
    Ok(found)
}

fn number(name: &'static str, value: &Json) -> Result<UBig, Failure> {
    match value {
        Json::Number(number) => number
            .as_u64()
            .map(UBig::from)
            .ok_or_else(|| Failure::bad("no-natural", vec![("field", name.to_owned())])),
        Json::String(text) => Ok(notation::parse_number_with(text.trim(), &reading())?),
        _ => Err(Failure::bad("no-natural", vec![("field", name.to_owned())])),
    }
}

/// A required field is absent.
pub fn missing(name: &'static str) -> Failure {
    Failure::bad("field-missing", vec![("field", name.to_owned())])
}

fn wrong(name: &'static str, expected: &str) -> Failure {
    Failure::bad("field-wrong", vec![("field", name.to_owned()), ("expected", expected.to_owned())])
}

fn unknown(name: &str, known: &[Field]) -> Failure {
    let names: Vec<&str> = known.iter().chain(EVERYWHERE).map(|field| field.name).collect();
    let shown: String = name.chars().take(40).collect();
    Failure::bad("field-unknown", vec![("field", shown), ("known", names.join(", "))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_in_short_texts_are_not_read_on_the_spot() {
        let small = |game: &str| {
            let body = serde_json::json!({"game": game}).to_string();
            Ask::of_body(body.as_bytes(), &[Field::text("game")], Lang::En).ok().unwrap().is_small()
        };
        assert!(small("wythoff[8, 15]") && small("take 1, 2 leaving 0, 1, 2 heaps[1_000]"));
        assert!(!small("nim[10^9999999]") && !small("nim[1e999999]") && !small("nim[1_0E9]"));
        assert!(!small(&format!("nim[{}]", "9".repeat(50))) && !small("script(\"fn \")[1]"));
    }
}
