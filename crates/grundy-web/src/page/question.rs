//! The page on which a game is asked about: a form, and below it the answer with its reasons.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response};
use grundy::catalogue;
use grundy::explain::{DEFAULT_REPLIES, Explanation, explain, move_in_words};
use grundy::text::Lang;
use grundy::{Answer, Outcome};
use serde_json::{Map, Value as Json, json};

use super::{escape, html};
use crate::api::{Endpoint, Field, Kind};
use crate::app::App;
use crate::ask::Ask;
use crate::connection::Client;
use crate::failure::Failure;
use crate::guard;
use crate::words::{filled, text};
use crate::work::Work;

/// So many winning moves are shown.
const SHOWN: usize = 20;

/// Questions of the form: an endpoint that has no address, whose answer is HTML.
static FORM: Endpoint = Endpoint {
    name: "form",
    fields: &[
        Field { name: "game", kind: Kind::Text, needed: true },
        Field { name: "heaps", kind: Kind::Heaps, needed: false },
        Field { name: "misere", kind: Kind::Flag, needed: false },
    ],
    example: "{}",
    quick: false,
    answer: answered,
};

/// What the form holds.
#[derive(Default)]
struct Form {
    game: String,
    heaps: String,
    misere: bool,
}

impl Form {
    fn of(query: &str) -> Self {
        let mut form = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "game" => form.game = value.into_owned(),
                "heaps" => form.heaps = value.into_owned(),
                "misere" => form.misere = true,
                _ => {}
            }
        }
        form
    }

    /// The same as a request; empty fields are not there.
    fn ask(&self, lang: Lang) -> Result<Ask, Failure> {
        let mut fields = Map::new();
        fields.insert("game".into(), self.game.trim().into());
        if !self.heaps.trim().is_empty() {
            fields.insert("heaps".into(), self.heaps.trim().into());
        }
        fields.insert("misere".into(), self.misere.into());
        Ask::of_body(Json::Object(fields).to_string().as_bytes(), FORM.fields, lang)
    }
}

/// The whole page. What a link from another site fills in is shown and not computed.
pub async fn page(app: &Arc<App>, request: Request<Body>, lang: Lang) -> Response<Body> {
    let form = Form::of(request.uri().query().unwrap_or(""));
    let client = request.extensions().get::<Arc<Client>>().cloned();
    let asks = !form.game.trim().is_empty() && !guard::is_foreign(request.headers());
    drop(request);
    let mut main = shown(&form, lang);
    let mut status = axum::http::StatusCode::OK;
    if asks {
        let pending = form.ask(lang).and_then(|ask| app.submit(&FORM, ask, client.map(|c| c.busy())));
        let answer = match pending {
            Ok(pending) => pending.await,
            Err(failure) => Err(failure),
        };
        match answer.and_then(|answer| text_of(&answer)) {
            Ok(answer) => main.push_str(&answer),
            Err(failure) => {
                status = failure.status();
                let report = escape(&failure.report(lang));
                let _ = write!(main, "<section id=\"answer\"><pre role=\"alert\">{report}</pre></section>");
            }
        }
    } else {
        main.push_str(&examples(lang));
    }
    let title = text(lang, "page.title");
    let title = if asks { format!("{} - {title}", form.game.trim()) } else { title };
    let mut response = html(lang, html_page(lang, &title, &main));
    *response.status_mut() = status;
    response
}

fn html_page(lang: Lang, title: &str, main: &str) -> String {
    super::page(lang, title, "/", main)
}

/// The HTML inside the answer of the form's endpoint.
fn text_of(answer: &str) -> Result<String, Failure> {
    let internal = || Failure::plain(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "internal");
    serde_json::from_str::<String>(answer).map_err(|_| internal())
}

fn shown(form: &Form, lang: Lang) -> String {
    let t = |key: &str| escape(&text(lang, key));
    let names = catalogue::all().iter().fold(String::new(), |mut out, entry| {
        let title = escape(entry.title.get(lang));
        let _ = write!(out, "<option value=\"{}\">{title}</option>", escape(entry.example()));
        out
    });
    format!(
        "<h1>{title}</h1>\n<p>{about}</p>\n<form method=\"get\" action=\"/\">\
         <input type=\"hidden\" name=\"lang\" value=\"{lang}\">\
         <label for=\"game\">{game}</label><input id=\"game\" name=\"game\" value=\"{value}\" list=\"games\" required \
         autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\" aria-describedby=\"game-hint\">\
         <datalist id=\"games\">{names}</datalist><p class=\"hint\" id=\"game-hint\">{game_hint}</p>\
         <label for=\"heaps\">{heaps}</label><input id=\"heaps\" name=\"heaps\" value=\"{heaps_value}\" \
         autocomplete=\"off\" spellcheck=\"false\" aria-describedby=\"heaps-hint\">\
         <p class=\"hint\" id=\"heaps-hint\">{heaps_hint}</p>\
         <label class=\"check\"><input type=\"checkbox\" name=\"misere\" value=\"1\"{checked}> {misere}</label>\
         <button type=\"submit\">{ask}</button></form>\n",
        title = t("page.title"),
        about = t("page.about"),
        lang = lang.tag(),
        game = t("page.game"),
        value = escape(&form.game),
        game_hint = t("page.game-hint"),
        heaps = t("page.heaps"),
        heaps_value = escape(&form.heaps),
        heaps_hint = t("page.heaps-hint"),
        checked = if form.misere { " checked" } else { "" },
        misere = t("page.misere"),
        ask = t("page.ask"),
    )
}

/// Each named game with a position to begin with.
fn examples(lang: Lang) -> String {
    let mut out = format!("<section><h2>{}</h2>\n<dl>", escape(&text(lang, "page.examples")));
    for entry in catalogue::all() {
        let heaps = entry.heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("lang", lang.tag())
            .append_pair("game", entry.example())
            .append_pair("heaps", &heaps);
        let _ = write!(
            out,
            "<dt><a href=\"/?{}\">{}</a> <code>{}</code></dt><dd>{}</dd>",
            escape(&query.finish()),
            escape(entry.title.get(lang)),
            escape(&format!("{} {heaps}", entry.example())),
            escape(entry.about.get(lang)),
        );
    }
    out + "</dl></section>"
}

fn answered(ask: &Ask, work: &Work) -> Result<Json, Failure> {
    let position = ask.position(work)?;
    let explanation = work.ask(|solver| solver, |solver| explain(solver, &position, DEFAULT_REPLIES))?;
    Ok(json!(section(&explanation, ask.lang)))
}

fn section(explanation: &Explanation, lang: Lang) -> String {
    let answer = &explanation.answer;
    let class = match answer.outcome {
        Outcome::N => "n",
        Outcome::P => "p",
        Outcome::D => "d",
    };
    let key = format!("page.outcome-{class}");
    let mut out = format!(
        "<section id=\"answer\" aria-live=\"polite\"><h2 class=\"{class}\">{}</h2>\n<p><code>{}</code></p>",
        escape(&text(lang, &key)),
        escape(&cut(&answer.question.to_string())),
    );
    let mut row = |key: &str, value: &dyn ToString| {
        let line = filled(lang, &format!("page.{key}"), &[("value", cut(&value.to_string()))]);
        let _ = write!(out, "<p>{}</p>", escape(&line));
    };
    if let Some(margin) = &answer.margin {
        row("margin", margin);
    }
    if let Some(value) = &answer.value {
        row("value", value);
    }
    moves(&mut out, answer, lang);
    let _ = write!(out, "<h3>{}</h3><ol>", escape(&text(lang, "page.why")));
    for step in &explanation.steps {
        let _ = write!(out, "<li>{}</li>", escape(&step.render(lang)));
    }
    let method = match answer.method.reference {
        Some(reference) => format!("{} ({reference})", answer.method.name),
        None => answer.method.name.to_owned(),
    };
    let method = filled(lang, "page.method", &[("value", method)]);
    let _ = write!(out, "</ol><p class=\"hint\">{}</p></section>", escape(&method));
    out
}

fn moves(out: &mut String, answer: &Answer, lang: Lang) {
    if answer.moves.is_empty() {
        return;
    }
    let shown = answer.moves.len().min(SHOWN);
    let total = answer.moves_total.as_ref().map_or_else(|| "?".to_owned(), ToString::to_string);
    let key = if answer.outcome == Outcome::D { "page.moves-draw" } else { "page.moves" };
    let heading = filled(lang, key, &[("shown", shown.to_string()), ("total", cut(&total))]);
    let _ = write!(out, "<h3>{}</h3><ul>", escape(&heading));
    for one in &answer.moves[..shown] {
        let _ = write!(out, "<li>{}</li>", escape(&move_in_words(&answer.question, one).render(lang)));
    }
    out.push_str("</ul>");
}

/// A text for a person: not longer than anybody reads.
fn cut(text: &str) -> String {
    const MOST: usize = 400;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
