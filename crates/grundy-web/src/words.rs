//! The server's own texts, in both languages.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use grundy_api::Endpoint;
use grundy_solver::text::Lang;
use grundy_text::Catalogue;

static TEXTS: Catalogue = grundy_text::catalogue!("web");

/// The text of an id without blanks.
pub fn text(lang: Lang, id: &str) -> String {
    TEXTS.text(lang, id)
}

/// The text of an id with its blanks filled.
pub fn filled(lang: Lang, id: &str, values: &[(&str, String)]) -> String {
    TEXTS.filled(lang, id, values)
}

/// The id of the text that describes an endpoint.
pub fn endpoint_key(endpoint: &Endpoint) -> String {
    format!("api.{}", endpoint.name.replace('/', "-"))
}

/// The language a client prefers: the first known one in its list.
pub fn preferred(headers: &HeaderMap) -> Lang {
    let list = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    Lang::from_locale(list.trim_start())
}
