//! Answers one question from standard input on standard output.
//!
//! The input is an object with the `name` of an endpoint and the `body` of the request; the output has the `status`
//! that the request would have over HTTP, and its `answer` or error object. A WebAssembly host can run one instance
//! for each question: instances share nothing, and one that traps or is ended does not affect the others.

use std::io::{Read as _, Write as _};
use std::time::Duration;

use grundy_api::{Ask, Failure, Work, endpoint};
use grundy_solver::limits::Limits;
use grundy_solver::text::Lang;
use serde_json::{Value as Json, json};

/// Bytes of memory for a question.
const MEMORY: u64 = 512 << 20;
/// The longest time that a question is computed, unless it sets a shorter one.
const TIME: Duration = Duration::from_secs(10);

fn main() -> std::io::Result<()> {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input)?;
    let question: Json = serde_json::from_slice(&input)?;
    let lang = question["body"]["lang"].as_str().map_or(Lang::En, Lang::from_locale);
    let answer = answered(&question, lang);
    let (status, json) =
        answer.map_or_else(|failure| (failure.status(), failure.to_json(lang)), |json| (200, json));
    let mut output = std::io::stdout().lock();
    serde_json::to_writer(&mut output, &json!({"status": status, "answer": json}))?;
    output.flush()
}

fn answered(question: &Json, lang: Lang) -> Result<Json, Failure> {
    let name = question["name"].as_str().unwrap_or_default();
    let endpoint = endpoint(name).ok_or_else(|| Failure::unknown(name))?;
    let ask = Ask::of_body(question["body"].to_string().as_bytes(), endpoint.fields, lang)?;
    let time = ask.time()?.map_or(TIME, |time| time.min(TIME));
    (endpoint.answer)(&ask, &Work::without_progress(Limits { memory: MEMORY, time: Some(time), threads: 1 }))
}
