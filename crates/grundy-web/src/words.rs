//! The server's own texts, in both languages.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use grundy::text::Lang;

/// The text `key`.
pub fn text(lang: Lang, key: &str) -> String {
    crate::_rust_i18n_try_translate(lang.tag(), key).map_or_else(|| key.to_owned(), Into::into)
}

/// The text `key` with its blanks filled.
pub fn filled(lang: Lang, key: &str, blanks: &[(&str, String)]) -> String {
    let names: Vec<&str> = blanks.iter().map(|(name, _)| *name).collect();
    let values: Vec<String> = blanks.iter().map(|(_, value)| value.clone()).collect();
    rust_i18n::replace_patterns(&text(lang, key), &names, &values)
}

/// The language a client would like: the first one it names.
pub fn preferred(headers: &HeaderMap) -> Lang {
    let list = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    Lang::from_locale(list.trim_start())
}
