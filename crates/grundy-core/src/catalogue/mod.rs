//! Named games, kept as data in `catalogue.toml`.
//!
//! A name is a shorthand and nothing else: the parser replaces it by its rules, and recognition
//! never sees it. The way back, from rules to a name, tries the entries in order.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

use dashu_int::{IBig, UBig};
use serde::Deserialize;

use crate::error::Result;
use crate::notation::{self, Argument, Parameters};
use crate::number;
use crate::rules::{Amounts, MoveRule, Rules, Source, Span};
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

    fn try_from(text: String) -> std::result::Result<Self, String> {
        let (name, kind) = text.split_once(':').ok_or_else(|| format!("`{text}` needs a kind"))?;
        let kind = match kind.trim() {
            "number" => ParameterKind::Number,
            "amounts" => ParameterKind::Amounts,
            other => return Err(format!("`{other}` is no kind of parameter")),
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
    /// The name it is called by first.
    pub name: String,
    /// Other names, in both languages.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// What must be said in brackets after the name.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
    /// The rules, parameters standing for their arguments.
    pub rules: String,
    /// A position to begin with.
    pub heaps: Vec<u64>,
    /// The game with arguments filled in, where it has parameters.
    pub example: Option<String>,
    /// What people call it.
    pub title: Bilingual,
    /// The rules in one sentence.
    pub about: Bilingual,
    /// Where to read more.
    pub references: Vec<String>,
}

impl Entry {
    /// Is `word` (in lower case) one of its names?
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

    /// A game to try: the name itself, or the example with arguments.
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
        // The file is part of the program; a test reads it, so this cannot fail at a user's.
        toml::from_str::<File>(include_str!("catalogue.toml")).map(|file| file.game).unwrap_or_default()
    })
}

/// Every name and alias.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().iter().flat_map(|e| std::iter::once(&e.name).chain(&e.aliases)).map(String::as_str)
}

/// The nearest of `known` to `word`, if near enough to be what was meant.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let length = word.chars().count();
    if length > 40 {
        return None;
    }
    known
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, _)| *distance <= 1 + length / 4 && *distance < length)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name.to_owned())
}

/// The rules of an entry for given arguments.
pub fn expand(entry: &Entry, arguments: &[Argument]) -> Result<Rules> {
    let parameters: Parameters =
        entry.parameters.iter().map(|p| p.name.clone()).zip(arguments.iter().cloned()).collect();
    notation::rules_with(&entry.rules, parameters)
}

/// The canonical spelling of an entry with arguments.
pub fn spell(entry: &Entry, arguments: &[Argument]) -> String {
    if arguments.is_empty() {
        return entry.name.clone();
    }
    let list: Vec<String> = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Number(n) => n.to_string(),
            Argument::Amounts(set) => set.to_string(),
        })
        .collect();
    format!("{}({})", entry.name, list.join(", "))
}

/// The first name that stands for these rules, with its arguments.
///
/// Every entry may have to be tried, which takes longer than many an answer: the latest names asked for
/// on a thread are remembered.
pub fn name_of(rules: &Rules) -> Option<String> {
    thread_local! {
        static LATEST: RefCell<HashMap<Rules, Option<String>>> = RefCell::default();
    }
    // A graph or a script is itself and nothing else; it is not kept alive for a name it cannot have.
    if rules.own().is_some() || rules.moves().len() > MOVES_REMEMBERED {
        return find(rules).map(|(_, spelled)| spelled);
    }
    LATEST.with_borrow_mut(|latest| {
        if let Some(name) = latest.get(rules) {
            return name.clone();
        }
        let name = find(rules).map(|(_, spelled)| spelled);
        if latest.len() >= NAMES_REMEMBERED {
            latest.clear();
        }
        let spans: usize = amounts_in(rules).iter().map(|amounts| amounts.spans().len()).sum();
        if spans <= SPANS_REMEMBERED {
            latest.insert(rules.clone(), name.clone());
        }
        name
    })
}

/// How many rules a thread remembers the names of.
const NAMES_REMEMBERED: usize = 256;
/// Rules longer than so many moves or ranges of amounts are not remembered.
const MOVES_REMEMBERED: usize = 16;
const SPANS_REMEMBERED: usize = 64;

/// The first entry that stands for these rules, and how to call it.
pub fn find(rules: &Rules) -> Option<(&'static Entry, String)> {
    all().iter().find_map(|entry| {
        let arguments = arguments_for(entry, rules)?;
        Some((entry, spell(entry, &arguments)))
    })
}

/// Arguments that make the entry's rules equal to `rules`: every number that occurs in the rules,
/// or is one more than one that does, is tried.
fn arguments_for(entry: &Entry, rules: &Rules) -> Option<Vec<Argument>> {
    let equal = |arguments: &[Argument]| expand(entry, arguments).is_ok_and(|r| r == *rules);
    let mut candidates: Vec<Vec<Argument>> = vec![Vec::new()];
    for parameter in &entry.parameters {
        let options = match parameter.kind {
            ParameterKind::Number => numbers_in(rules).into_iter().map(Argument::Number).collect(),
            ParameterKind::Amounts => {
                amounts_in(rules).into_iter().map(Argument::Amounts).collect::<Vec<_>>()
            }
        };
        candidates = candidates
            .iter()
            .flat_map(|list| {
                options.iter().map(move |option| {
                    let mut list = list.clone();
                    list.push(option.clone());
                    list
                })
            })
            .collect();
    }
    candidates.into_iter().find(|arguments| equal(arguments))
}

/// How many numbers of the rules are tried as an argument.
const MAX_CANDIDATES: usize = 24;

fn numbers_in(rules: &Rules) -> Vec<UBig> {
    let mut found: Vec<IBig> = Vec::new();
    if let Some(goal) = rules.goal() {
        found.push(IBig::from(goal.target.clone()));
    }
    for rule in rules.moves() {
        if let MoveRule::Take { source, .. } = rule {
            match source {
                Source::Same(k) | Source::SameUpTo(k) | Source::Free(k) | Source::FreeUpTo(k) => {
                    found.push(IBig::from(*k));
                }
                Source::Within(_, bound) => bound.constants(&mut found),
                _ => {}
            }
        }
    }
    for amounts in amounts_in(rules) {
        for Span { lo, hi } in amounts.spans().iter().take(4) {
            found.push(IBig::from(lo.clone()));
            found.extend(hi.clone().map(IBig::from));
        }
    }
    let mut numbers: Vec<UBig> = Vec::new();
    for value in found {
        for value in [value.clone(), value + IBig::ONE] {
            if let Some(value) = number::natural(&value)
                && !numbers.contains(&value)
                && numbers.len() < MAX_CANDIDATES
            {
                numbers.push(value);
            }
        }
    }
    numbers
}

fn amounts_in(rules: &Rules) -> Vec<Amounts> {
    rules
        .moves()
        .iter()
        .filter_map(|rule| match rule {
            MoveRule::Take { amounts, .. } => Some(amounts.clone()),
            _ => None,
        })
        .take(2)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_game;

    #[test]
    fn the_file_is_sound() {
        assert!(all().len() > 10);
        for entry in all() {
            let game = parse_game(entry.example()).unwrap();
            assert_eq!(name_of(&game.game.rules).as_deref(), Some(entry.example()), "{}", entry.name);
            assert!(!entry.references.is_empty() && !entry.about.zh.is_ascii() && !entry.title.zh.is_ascii());
            for alias in &entry.aliases {
                assert_eq!(*alias, alias.to_lowercase());
            }
        }
    }

    #[test]
    fn rules_typed_out_find_their_name() {
        let name = |text: &str| name_of(&parse_game(text).unwrap().game.rules);
        assert_eq!(name("take any from up to 2 heaps").as_deref(), Some("wythoff"));
        assert_eq!(name("take 1, 2, 3").as_deref(), Some("bash(3)"));
        assert_eq!(name("take 1, 3, 4").as_deref(), Some("subtract(1, 3, 4)"));
        assert_eq!(name("take any or take any from 2 heaps within 2").as_deref(), Some("wythoff(3)"));
        assert_eq!(name("take 1..10; to 100").as_deref(), Some("race(100, 1..10)"));
        assert_eq!(name("octal(0.77)").as_deref(), Some("kayles"));
        assert_eq!(name("take 1..2*last; first any"), None);
    }
}
