//! One tool call: from the client's arguments to an answer.

use std::sync::Arc;
use std::time::Duration;

use grundy_api::{Ask, Endpoint, Failure, Watch, Work, set_current};
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::text::Lang;
use rmcp::model::{CallToolResult, JsonObject};
use serde_json::{Value as Json, json};

use crate::tool::fields;
use crate::{Config, TEXTS};

/// A call that waits for a thread.
pub struct Call {
    endpoint: &'static Endpoint,
    arguments: JsonObject,
    config: Arc<Config>,
    /// Set when the client cancels the call.
    pub cancel: Cancel,
    /// The progress of the call.
    pub watch: Arc<Watch>,
}

/// Why a call has no answer.
enum Unanswered {
    /// An error of the API.
    Failed(Failure),
    /// An error of this crate: `error.CODE` is its text.
    Refused(&'static str, Vec<(&'static str, String)>),
}

impl From<Failure> for Unanswered {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Call {
    /// A call of the tool behind `endpoint`.
    pub fn new(endpoint: &'static Endpoint, arguments: JsonObject, config: Arc<Config>) -> Self {
        Self { endpoint, arguments, config, cancel: Cancel::default(), watch: Arc::default() }
    }

    /// Computes the answer. An error is an answer too, with its code and a sentence, so that the assistant can
    /// correct the call.
    pub fn answer(self) -> CallToolResult {
        let lang = self.lang();
        match self.computed(lang) {
            Ok(json) => CallToolResult::structured(json),
            Err(Unanswered::Failed(failure)) => CallToolResult::structured_error(failure.to_json(lang)),
            Err(Unanswered::Refused(code, values)) => {
                let message = TEXTS.filled(lang, &format!("error.{code}"), &values);
                let error = json!({"code": code, "message": message, "span": null, "suggestion": null});
                CallToolResult::structured_error(json!({ "error": error }))
            }
        }
    }

    /// The language of the call, else that of the server.
    fn lang(&self) -> Lang {
        let asked = self.arguments.get("lang").and_then(Json::as_str);
        asked.map_or(self.config.lang, Lang::from_locale)
    }

    fn computed(&self, lang: Lang) -> Result<Json, Unanswered> {
        let Config { time: most, memory, scripts, answer: longest, .. } = *self.config;
        let known: Vec<_> = fields(self.endpoint).copied().collect();
        let body = Json::Object(self.arguments.clone()).to_string();
        let ask = Ask::of_body(body.as_bytes(), &known, lang)?;
        let time = ask.time()?.map_or(most, |time: Duration| time.min(most));
        let limits = Limits { memory, time: Some(time), threads: 1 };
        let work = Work::new(limits, self.cancel.clone(), Arc::clone(&self.watch)).allow_scripts(scripts);
        set_current(Some(Arc::clone(&self.watch)));
        let answer = (self.endpoint.answer)(&ask, &work);
        set_current(None);
        let answer = answer?;
        let length = answer.to_string().len();
        if length > longest {
            let values = vec![("length", length.to_string()), ("limit", longest.to_string())];
            return Err(Unanswered::Refused("answer-too-long", values));
        }
        Ok(answer)
    }
}
