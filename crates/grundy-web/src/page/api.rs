//! The API page: the `OpenAPI` document for readers, each endpoint with an example and its answer.

use std::fmt::Write as _;
use std::sync::OnceLock;

use grundy_api::{Ask, ENDPOINTS, Endpoint, Work};
use grundy_solver::limits::Limits;
use grundy_solver::text::{Lang, escaped};
use serde_json::Value as Json;

use crate::openapi::{self, PREFIX};
use crate::words::text;

/// Longer answers are cut, in characters.
const SHOWN: usize = 2000;

/// The content of the page, rendered once for each language.
pub fn main(lang: Lang) -> String {
    static PAGES: [OnceLock<String>; 2] = [const { OnceLock::new() }; 2];
    PAGES[usize::from(lang == Lang::Zh)].get_or_init(|| written(lang)).clone()
}

fn written(lang: Lang) -> String {
    let t = |key: &str| escaped(&text(lang, key));
    let document = openapi::document(lang);
    let about = document["info"]["description"].as_str().unwrap_or("");
    let mut out = format!("<h1>{}</h1>", t("page.api"));
    for paragraph in about.split("\n\n") {
        let _ = write!(out, "<p>{}</p>", escaped(paragraph));
    }
    let _ = write!(
        out,
        "<p><a href=\"{PREFIX}/openapi.json?lang={}\">{}</a></p>",
        lang.tag(),
        t("page.document")
    );
    for endpoint in &ENDPOINTS {
        section(&mut out, endpoint, &document, lang);
    }
    let _ = write!(out, "<section><h2>{}</h2>\n<dl>", t("page.statuses"));
    for status in openapi::STATUSES {
        let _ = write!(out, "<dt><code>{status}</code></dt><dd>{}</dd>", t(&format!("api.status-{status}")));
    }
    out + "</dl></section>"
}

fn section(out: &mut String, endpoint: &Endpoint, document: &Json, lang: Lang) {
    let t = |key: &str| escaped(&text(lang, key));
    let path = format!("{PREFIX}/{}", endpoint.name);
    let operation = &document["paths"][&path]["post"];
    let content = &operation["requestBody"]["content"]["application/json"];
    let (schema, about) = (&content["schema"], operation["summary"].as_str().unwrap_or(""));
    let _ = write!(
        out,
        "<section id=\"{}\"><h2><code>{path}</code></h2><p>{}</p><h3>{}</h3><dl>",
        endpoint.name,
        escaped(about),
        t("page.fields"),
    );
    let needed: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let mark = if needed.contains(&name.as_str()) { t("page.needed") } else { String::new() };
        let words = property["description"].as_str().unwrap_or("");
        let _ = write!(out, "<dt><code>{}</code> {mark}</dt><dd>{}</dd>", escaped(name), escaped(words));
    }
    let _ = write!(
        out,
        "</dl><h3>{}</h3><pre tabindex=\"0\">POST {path}\nContent-Type: application/json\n\n{}</pre>\
         <h3>{}</h3><pre tabindex=\"0\">{}</pre></section>",
        t("page.example"),
        escaped(endpoint.example),
        t("page.answer"),
        escaped(&answer(endpoint, lang)),
    );
}

/// The real answer to the example.
fn answer(endpoint: &Endpoint, lang: Lang) -> String {
    let limits = Limits { memory: 64 << 20, time: None, threads: 1 };
    let work = Work::without_progress(limits);
    let answer = Ask::of_body(endpoint.example.as_bytes(), endpoint.fields, lang)
        .and_then(|ask| (endpoint.answer)(&ask, &work))
        .map_or_else(|failure| failure.to_json(lang).to_string(), |json| json.to_string());
    match answer.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &answer[..end]),
        None => answer,
    }
}
