//! What is known about a problem: its theme, its level and the idea of its solution; and the search for problems.
//!
//! Many problems share a game, so its idea, its theorem and its law are in the list of themes, `profiles/themes.toml`. A
//! profile names its theme, and adds only what is its own. Nothing here is read before it is asked for.

use toml::de::{DeTable, DeValue};

use crate::error::{Error, Lang, Place};

/// What a profile says about its problem, apart from formats and rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    pub(crate) theme: String,
    pub(crate) level: u8,
    pub(crate) is_from_memory: bool,
    pub(crate) idea: String,
}

impl About {
    /// The name of the theme, a word such as `wythoff`.
    pub fn theme(&self) -> &str {
        &self.theme
    }

    /// How hard the problem is, from 1 to 5; 0 if the profile does not say.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// Whether formats and bounds were written from memory, without the statement at hand.
    pub fn is_from_memory(&self) -> bool {
        self.is_from_memory
    }

    /// What this problem adds to its theme; may be empty.
    pub fn idea(&self, lang: Lang) -> String {
        in_language(&self.idea, lang)
    }
}

/// A game that several problems share, with what is known about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// Its name, one word.
    pub name: String,
    title: String,
    idea: String,
    /// The theorem, or how the answer is found, with its reference.
    pub theorem: String,
    law: String,
    /// A command that shows the law or the table that it can be guessed from.
    pub command: String,
}

impl Theme {
    /// Title, idea and theorem with all their languages, for searches.
    pub(crate) fn in_all_languages(&self) -> String {
        [&*self.title, &self.idea, &self.theorem].join("\n")
    }

    /// Its title.
    pub fn title(&self, lang: Lang) -> String {
        in_language(&self.title, lang)
    }

    /// The idea of the solution.
    pub fn idea(&self, lang: Lang) -> String {
        in_language(&self.idea, lang)
    }

    /// The law as a formula: which positions are lost, or the value of a heap.
    pub fn law(&self, lang: Lang) -> String {
        in_language(&self.law, lang)
    }
}

const THEMES: &str = include_str!("../profiles/themes.toml");

/// All themes, in the order of the course.
pub fn themes() -> Result<Vec<Theme>, Error> {
    let root = DeTable::parse(THEMES).map_err(|e| {
        let place = Place::in_profile(THEMES, e.span().unwrap_or(0..0));
        Error::new("not-toml").with("reason", e.message()).at(place)
    })?;
    let theme = |(name, value): (&str, &DeValue)| {
        let text = |key: &str| match value.get(key).map(toml::Spanned::get_ref) {
            Some(DeValue::String(text)) => text.to_string(),
            _ => String::new(),
        };
        Theme {
            name: name.to_owned(),
            title: text("title"),
            idea: text("idea"),
            theorem: text("theorem"),
            law: text("law"),
            command: text("command"),
        }
    };
    let mut all: Vec<_> =
        root.get_ref().iter().map(|(name, value)| (name.span().start, name, value)).collect();
    all.sort_by_key(|(start, ..)| *start);
    Ok(all.into_iter().map(|(_, name, value)| theme((name.get_ref(), value.get_ref()))).collect())
}

/// The lines of a text in one language. A line with Chinese characters is Chinese; a text without a line in the
/// language is returned whole.
pub fn in_language(text: &str, lang: Lang) -> String {
    let is_chinese = |line: &&str| line.chars().any(|c| ('\u{2e80}'..='\u{9fff}').contains(&c));
    let (chinese, english): (Vec<&str>, Vec<&str>) = text.lines().partition(is_chinese);
    let lines = if lang == Lang::Zh { chinese } else { english };
    if lines.is_empty() { text.to_owned() } else { lines.join("\n") }
}
