//! This crate's own texts, in both languages.

use grundy::text::Lang;

/// The text `key` with its blanks filled.
pub fn filled(lang: Lang, key: &str, blanks: &[(&'static str, String)]) -> String {
    let text = crate::_rust_i18n_try_translate(lang.tag(), key).map_or_else(|| key.to_owned(), Into::into);
    let (names, values): (Vec<&str>, Vec<String>) = blanks.iter().cloned().unzip();
    rust_i18n::replace_patterns(&text, &names, &values)
}
