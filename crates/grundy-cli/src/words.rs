//! The command's own texts, in both languages.

use grundy::text::Lang;

/// The text `key`.
pub fn text(lang: Lang, key: &str) -> String {
    crate::_rust_i18n_try_translate(lang.tag(), key).map_or_else(|| key.to_owned(), Into::into)
}

/// The text `key` with its blanks filled.
pub fn filled(lang: Lang, key: &str, blanks: &[(&str, &str)]) -> String {
    let names: Vec<&str> = blanks.iter().map(|(name, _)| *name).collect();
    let values: Vec<String> = blanks.iter().map(|(_, value)| (*value).to_owned()).collect();
    rust_i18n::replace_patterns(&text(lang, key), &names, &values)
}
