//! Sentences as data: an identifier and its numbers, put into words in English or Chinese.
//!
//! The library passes reasons, errors and descriptions as [`Message`]s. Only a presenter turns them into text, so
//! both languages have the same numbers.

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};
use grundy_text::Catalogue;
use serde_json::Value as Json;

use crate::number;

pub use grundy_text::Lang;

/// The texts of the library, in `locales/`.
pub static TEXTS: Catalogue = grundy_text::catalogue!(
    "batch",
    "board",
    "amounts-once",
    "closed-heaps",
    "compound",
    "discard",
    "equivalence",
    "error",
    "euclid",
    "expect",
    "explain",
    "finish",
    "heapwise",
    "hint",
    "lasker",
    "lattice",
    "matches",
    "moore",
    "nimber",
    "one-heap",
    "own",
    "pattern",
    "payoff",
    "period",
    "picture",
    "plan",
    "play",
    "plot",
    "products",
    "proof",
    "put-back",
    "race",
    "ring",
    "scoring",
    "script",
    "search",
    "slow-nim",
    "steps",
    "take_away",
    "time",
    "wythoff",
);

/// One number, list or text inside a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(IBig),
    /// Whole numbers in order.
    Numbers(Vec<IBig>),
    /// Notation, a name or a reference: the same in every language.
    Text(String),
    /// A sentence inside the sentence.
    Message(Box<Message>),
}

macro_rules! value_from {
    ($($source:ty),*) => { $(impl From<$source> for Value {
        fn from(value: $source) -> Self { Self::Number(IBig::from(value)) }
    })* };
}
value_from!(UBig, IBig, u8, u16, u32, u64, usize, i32, i64, i128);

impl From<&UBig> for Value {
    fn from(value: &UBig) -> Self {
        Self::Number(IBig::from(value.clone()))
    }
}
impl From<&IBig> for Value {
    fn from(value: &IBig) -> Self {
        Self::Number(value.clone())
    }
}
impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}
impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}
impl From<Message> for Value {
    fn from(value: Message) -> Self {
        Self::Message(Box::new(value))
    }
}
impl From<&[UBig]> for Value {
    fn from(value: &[UBig]) -> Self {
        Self::Numbers(value.iter().map(|n| IBig::from(n.clone())).collect())
    }
}
impl From<&Vec<UBig>> for Value {
    fn from(value: &Vec<UBig>) -> Self {
        Self::from(value.as_slice())
    }
}
impl From<Vec<UBig>> for Value {
    fn from(value: Vec<UBig>) -> Self {
        Self::from(value.as_slice())
    }
}

/// Maximum number of digits of a number shown in full in a sentence; JSON always has all.
const DIGITS_IN_A_SENTENCE: usize = 60;
/// Number of digits shown at each end of a longer number.
const DIGITS_AT_AN_END: usize = 20;
/// Maximum number of members of a list shown in a sentence.
const MEMBERS_IN_A_SENTENCE: usize = 40;

/// A number for a sentence: in full, or, if it is very long, its ends and its length.
pub fn readable(value: &IBig, lang: Lang) -> String {
    let size = value.unsigned_abs();
    let sign = if *value < IBig::ZERO { "-" } else { "" };
    // The bound may be one digit too large.
    if number::digits_at_most(&size) <= DIGITS_IN_A_SENTENCE + 1 {
        let text = size.to_string();
        if text.len() <= DIGITS_IN_A_SENTENCE {
            return format!("{sign}{text}");
        }
    }
    let (head, tail, count) = number::ends(&size, DIGITS_AT_AN_END);
    match lang {
        Lang::En => format!("{sign}{head}...{tail} ({count} digits)"),
        Lang::Zh => format!("{sign}{head}...{tail}（{count} 位）"),
    }
}

/// The mark that some editors put before a text to identify its encoding. It is not part of the text.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A text without the [mark](BYTE_ORDER_MARK) at its beginning.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Escapes a text for the inside of HTML or XML, in content or in quotes: special characters are escaped, and
/// characters that XML does not allow become blanks. Line breaks and tabs are kept.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Old HTML has no named entity for it.
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Value {
    fn render(&self, lang: Lang) -> String {
        match self {
            Self::Number(n) => readable(n, lang),
            Self::Numbers(list) => {
                let mut parts: Vec<String> =
                    list.iter().take(MEMBERS_IN_A_SENTENCE).map(|n| readable(n, lang)).collect();
                if list.len() > MEMBERS_IN_A_SENTENCE {
                    parts.push("...".to_owned());
                }
                parts.join(", ")
            }
            Self::Text(text) => text.clone(),
            Self::Message(message) => message.render(lang),
        }
    }

    fn to_json(&self, lang: Lang) -> Json {
        match self {
            Self::Number(n) => number::to_json(n),
            Self::Numbers(list) => list.iter().map(number::to_json).collect(),
            Self::Text(text) => Json::from(text.as_str()),
            Self::Message(message) => Json::from(message.render(lang)),
        }
    }
}

/// A sentence as data: its identifier and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    id: &'static str,
    values: Vec<(&'static str, Value)>,
}

impl Message {
    /// The sentence `id` of the text files, with its blanks not filled.
    pub fn new(id: &'static str) -> Self {
        Self { id, values: Vec::new() }
    }

    /// Fills the blank `name`, replacing an earlier value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.retain(|(known, _)| *known != name);
        self.values.push((name, value.into()));
        self
    }

    /// The identifier, for scripts.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The values by name, in order.
    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.values
    }

    /// The values as one JSON object.
    pub fn values_json(&self, lang: Lang) -> Json {
        self.values.iter().map(|(name, value)| ((*name).to_owned(), value.to_json(lang))).collect()
    }

    /// The sentence in words.
    pub fn render(&self, lang: Lang) -> String {
        let values: Vec<(&str, String)> =
            self.values.iter().map(|(name, value)| (*name, value.render(lang))).collect();
        match TEXTS.template(lang, self.id) {
            Some(template) => grundy_text::fill(&template, &values),
            // A test checks that every identifier has its text; if one is missing nevertheless, the identifier and
            // the numbers are better than nothing.
            None => values.iter().fold(self.id.to_owned(), |text, (_, value)| text + " " + value.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_take_the_form_of_their_number() {
        let message = |n: u8| Message::new("answer.remoteness").with("remoteness", n);
        assert_eq!(message(1).render(Lang::En), "over in 1 move under best play");
        assert_eq!(message(2).render(Lang::En), "over in 2 moves under best play");
    }

    #[test]
    fn nothing_of_a_text_is_html_or_xml() {
        assert_eq!(escaped("<b a='1' c=\"2\">&"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
        assert_eq!(escaped("&amp;"), "&amp;amp;");
        assert_eq!(escaped("\0a\u{1b}[1m\r\u{7f}\u{85}\u{ffff}"), " a [1m    ");
        assert_eq!(escaped("两堆\n\té"), "两堆\n\té");
    }

    #[test]
    fn long_numbers_are_shortened_in_sentences_only() {
        let big = IBig::from(10u8).pow(100);
        assert!(readable(&big, Lang::En).ends_with("(101 digits)"));
        let message = Message::new("test").with("n", big.clone());
        assert_eq!(message.values_json(Lang::En)["n"], Json::from(big.to_string()));
    }
}
