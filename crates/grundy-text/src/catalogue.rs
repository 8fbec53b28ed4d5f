//! The catalogue of a crate: texts by id, read from its text files.
//!
//! A program needs few of its texts. So the first lookup finds where each id is, and a text is read when it is asked for.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use crate::Lang;
use crate::file::{Item, Items, headers};
use crate::template::{Piece, blanks, fill, pieces};

/// The texts of a crate in both languages.
#[derive(Debug)]
pub struct Catalogue {
    files: &'static [(&'static str, &'static str)],
    /// For each id, the part of its file after its header.
    places: OnceLock<HashMap<&'static str, &'static str>>,
}

/// A [`Catalogue`] of the files `locales/NAME.toml` of the crate that uses the macro.
#[macro_export]
macro_rules! catalogue {
    ($($name:literal),* $(,)?) => {
        $crate::Catalogue::new(&[$((
            ::core::concat!($name, ".toml"),
            ::core::include_str!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), "/locales/", $name, ".toml")),
        )),*])
    };
}

impl Catalogue {
    /// A catalogue of files, each given by its name and its content. [`catalogue!`](crate::catalogue!) needs only names.
    pub const fn new(files: &'static [(&'static str, &'static str)]) -> Self {
        Self { files, places: OnceLock::new() }
    }

    /// The text of an id as written in the file, with its blanks not filled.
    pub fn template(&self, lang: Lang, id: &str) -> Option<Cow<'static, str>> {
        let places = self.places.get_or_init(|| {
            let mut places = HashMap::with_capacity(1024);
            places.extend(self.files.iter().flat_map(|(_, content)| headers(content)));
            places
        });
        let (&id, rest) = places.get_key_value(id)?;
        Items::below(id, rest)
            .map_while(|item| match item {
                Item::Text { id: of, lang, text, .. } if of == id => Some((lang, text)),
                _ => None,
            })
            .find_map(|(of, text)| (of == lang).then_some(text))
    }

    /// The text of an id without blanks. An unknown id is returned as its own text, which is better than nothing.
    pub fn text(&self, lang: Lang, id: &str) -> String {
        self.template(lang, id).map_or_else(|| id.to_owned(), Cow::into_owned)
    }

    /// The text of an id with its blanks filled.
    pub fn filled<V: AsRef<str>>(&self, lang: Lang, id: &str, values: &[(&str, V)]) -> String {
        fill(&self.template(lang, id).unwrap_or(Cow::Borrowed(id)), values)
    }

    /// All ids in alphabetical order.
    pub fn ids(&self) -> BTreeSet<&'static str> {
        self.items()
            .filter_map(|(_, item)| if let Item::Text { id, .. } = item { Some(id) } else { None })
            .collect()
    }

    /// The items of all files, each with the name of its file.
    fn items(&self) -> impl Iterator<Item = (&'static str, Item<'static>)> {
        self.files.iter().flat_map(|&(name, content)| Items::of(content).map(move |item| (name, item)))
    }

    /// The errors in the files, one line each. Checks the syntax, that every text exists exactly once in each language,
    /// and that both languages have the same blanks. A test expects an empty list.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut entries: BTreeMap<&str, BTreeMap<&str, Cow<str>>> = BTreeMap::new();
        for &(file, content) in self.files {
            for (id, _) in headers(content) {
                // A lookup finds one of them only.
                if entries.insert(id, BTreeMap::new()).is_some() {
                    faults.push(format!("{file}: the header `[{id}]` occurs twice, or is a line of a text"));
                }
            }
        }
        for (file, item) in self.items() {
            match item {
                Item::Fault { line, reason } => faults.push(format!("{file}, line {line}: {reason}")),
                Item::Text { line, id, lang, text } => {
                    if entries.entry(id).or_default().insert(lang.tag(), text).is_some() {
                        faults.push(format!("{file}, line {line}: `{id}` has two texts in `{}`", lang.tag()));
                    }
                }
            }
        }
        for (id, texts) in &entries {
            let (Some(en), Some(zh)) = (texts.get("en"), texts.get("zh")) else {
                faults.push(format!("`{id}` exists in one language only"));
                continue;
            };
            faults.extend(faults_of_texts(en, zh).into_iter().map(|fault| format!("`{id}`: {fault}")));
        }
        faults
    }
}

/// The errors in the two texts of an id.
fn faults_of_texts(en: &str, zh: &str) -> Vec<&'static str> {
    let is_chinese = |c: char| c >= '\u{2e80}';
    let has_words = |text: &str| {
        let is_word =
            |piece: &Piece| matches!(piece, Piece::Plain(plain) if plain.contains(char::is_alphabetic));
        pieces(text).iter().any(is_word)
    };
    let has_uncounted_form = |text: &str| {
        let names = blanks(en);
        pieces(text)
            .iter()
            .any(|piece| matches!(piece, Piece::Counted { count, .. } if !names.contains(count)))
    };
    let mut faults = Vec::new();
    let mut check = |is_wrong: bool, fault| {
        if is_wrong {
            faults.push(fault);
        }
    };
    check(en.trim().is_empty() || zh.trim().is_empty(), "an empty text");
    check(blanks(en) != blanks(zh), "the languages have different blanks");
    check(has_uncounted_form(en) || has_uncounted_form(zh), "a counted noun whose number is not a blank");
    check(has_words(zh) && !zh.contains(is_chinese), "nothing Chinese in the Chinese text");
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_in_any_file_and_language() {
        static TEXTS: Catalogue = Catalogue::new(&[
            ("a", "[a.b]\nen = \"x\"\nzh = \"一\""),
            ("c", "[c]\nen = \"%{n} y\"\nzh = \"%{n} 二\""),
        ]);
        assert_eq!(TEXTS.text(Lang::Zh, "a.b"), "一");
        assert_eq!(TEXTS.filled(Lang::En, "c", &[("n", "3")]), "3 y");
        assert_eq!(TEXTS.template(Lang::En, "c").as_deref(), Some("%{n} y"));
        assert_eq!(TEXTS.template(Lang::En, "b"), None);
        assert_eq!(TEXTS.text(Lang::En, "b"), "b");
        assert_eq!(TEXTS.ids(), BTreeSet::from(["a.b", "c"]));
        assert_eq!(TEXTS.faults(), Vec::<String>::new());
    }

    #[test]
    fn faults_are_found() {
        for (file, fault) in [
            ("[a]\nen = \"x\"", "one language only"),
            ("[a]\nen = \"x\"\nen = \"y\"\nzh = \"一\"", "a.toml, line 3: `a` has two texts in `en`"),
            ("[a]\nen = \"%{x}\"\nzh = \"一\"", "different blanks"),
            ("[a]\nen = \"{n:x|y}\"\nzh = \"一\"", "not a blank"),
            ("[a]\nen = \"x\"\nzh = \"x\"", "nothing Chinese"),
            ("[a]\nen = \"x\"\nzh = \"一\"\n[a]", "a.toml: the header `[a]` occurs twice"),
            ("[a]\nen = \"\"\"\nx\n[b]\n\"\"\"\nzh = \"一\"", "`b` exists in one language only"),
            ("[a]\nen = \" \"\nzh = \"一\"", "empty"),
            ("[a]\nen = x\nen = \"x\"\nzh = \"一\"", "line 2: a text stands in double quotes"),
        ] {
            let faults = Catalogue::new(Vec::leak(vec![("a.toml", file)])).faults();
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(faults[0].contains(fault), "{faults:?}");
        }
    }
}
