//! Named games, defined in `catalogue.toml`.
//!
//! A name is only a shorthand: the notation replaces it by its rules, and finds the name of given
//! rules.

use std::sync::OnceLock;

use serde::Deserialize;

use crate::text::Lang;

/// What a parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A whole number.
    Number,
    /// A set of amounts.
    Amounts,
}

/// A parameter of a named game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Parameter {
    /// Its name in the rules, in lower case.
    pub name: String,
    /// Its name as the catalogue writes it.
    pub written: String,
    /// What it stands for.
    pub kind: ParameterKind,
}

impl TryFrom<String> for Parameter {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (name, kind) = text.split_once(':').ok_or_else(|| format!("`{text}` needs a kind"))?;
        let kind = match kind.trim() {
            "number" => ParameterKind::Number,
            "amounts" => ParameterKind::Amounts,
            other => return Err(format!("`{other}` is not a kind of parameter")),
        };
        Ok(Self { name: name.trim().to_lowercase(), written: name.trim().to_owned(), kind })
    }
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Bilingual {
    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

/// One named game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The primary name.
    pub name: String,
    /// Other names, in both languages.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The arguments that must follow the name in brackets.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    /// The rules, with parameters in place of arguments.
    pub rules: String,
    /// An example position.
    pub heaps: Vec<u64>,
    /// The game with example arguments, if it has parameters.
    pub example: Option<String>,
    /// The common name.
    pub title: Bilingual,
    /// The rules in one sentence.
    pub about: Bilingual,
    /// Where to read more.
    pub references: Vec<String>,
}

impl Entry {
    /// Whether `word` (in lower case) is one of its names.
    pub fn is_called(&self, word: &str) -> bool {
        self.name == word || self.aliases.iter().any(|alias| alias == word)
    }

    /// The name with its parameters: `bash(m)`.
    pub fn signature(&self) -> String {
        if self.parameters.is_empty() {
            return self.name.clone();
        }
        let names: Vec<&str> = self.parameters.iter().map(|p| p.written.as_str()).collect();
        format!("{}({})", self.name, names.join(", "))
    }

    /// A game to try: the name, or the example with arguments.
    pub fn example(&self) -> &str {
        self.example.as_deref().unwrap_or(&self.name)
    }
}

#[derive(Deserialize)]
struct File {
    game: Vec<Entry>,
}

/// All named games, in the order of the file.
pub fn all() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        // The file is part of the program and a test reads it, so this cannot fail for a user.
        toml::from_str::<File>(include_str!("catalogue.toml")).map(|file| file.game).unwrap_or_default()
    })
}

/// Every name and alias.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().iter().flat_map(|e| std::iter::once(&e.name).chain(&e.aliases)).map(String::as_str)
}
