//! Why a request is not answered: a status, and the error object of the contract.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use grundy::error::ErrorKind;
use grundy::text::Lang;
use serde_json::{Value as Json, json};

use crate::words;

/// How long a client that was sent away should wait, in seconds.
const RETRY_AFTER: u64 = 1;

/// What a request ended with besides an answer.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The library refused, or ran into a limit. Its place in a text is one in the text of this field.
    Grundy(grundy::Error, Option<&'static str>),
    /// The request itself is wrong or cannot be served: `web.CODE` is its text.
    Request { status: StatusCode, code: &'static str, blanks: Vec<(&'static str, String)> },
}

impl From<grundy::Error> for Failure {
    fn from(error: grundy::Error) -> Self {
        Self::Grundy(error, None)
    }
}

impl Failure {
    /// A request that cannot be read.
    pub fn bad(code: &'static str, blanks: Vec<(&'static str, String)>) -> Self {
        Self::Request { status: StatusCode::BAD_REQUEST, code, blanks }
    }

    /// A request that can be read and not be met.
    pub fn refused(code: &'static str, blanks: Vec<(&'static str, String)>) -> Self {
        Self::Request { status: StatusCode::UNPROCESSABLE_ENTITY, code, blanks }
    }

    /// Any other, without blanks.
    pub fn plain(status: StatusCode, code: &'static str) -> Self {
        Self::Request { status, code, blanks: Vec::new() }
    }

    /// Says which field of the request the library means.
    #[must_use]
    pub fn of_field(self, field: &'static str) -> Self {
        match self {
            Self::Grundy(error, _) => Self::Grundy(error, Some(field)),
            other @ Self::Request { .. } => other,
        }
    }

    /// All threads are busy and enough questions wait.
    pub fn busy() -> Self {
        Self::plain(StatusCode::SERVICE_UNAVAILABLE, "busy")
    }

    /// Is it a limit of time or memory? With more of it the same question has an answer.
    pub fn is_limit(&self) -> bool {
        matches!(self, Self::Grundy(error, _) if error.kind() == ErrorKind::Limit)
    }

    /// The status of the response.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Request { status, .. } => *status,
            Self::Grundy(error, _) => match (error.kind(), error.code()) {
                (ErrorKind::Limit, "time-limit") => StatusCode::GATEWAY_TIMEOUT,
                (ErrorKind::Limit, "memory-limit") => StatusCode::INSUFFICIENT_STORAGE,
                (ErrorKind::Limit, "interrupted") => StatusCode::SERVICE_UNAVAILABLE,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
        }
    }

    /// The error object.
    pub fn to_json(&self, lang: Lang) -> Json {
        match self {
            Self::Grundy(error, field) => {
                let mut json = error.to_json(lang);
                if let Some(field) = field {
                    json["error"]["field"] = (*field).into();
                }
                json
            }
            Self::Request { code, blanks, .. } => {
                let message = words::filled(lang, &format!("web.{code}"), blanks);
                json!({"error": {"code": code, "message": message, "span": null, "suggestion": null}})
            }
        }
    }

    /// The whole response.
    pub fn response(&self, lang: Lang) -> Response<Body> {
        let mut response = Response::new(Body::from(format!("{}\n", self.to_json(lang))));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        match self.status() {
            StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, RETRY_AFTER.into());
            }
            // What is left of the body is not waited for.
            StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_TIMEOUT => {
                headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            StatusCode::METHOD_NOT_ALLOWED => {
                headers.insert(header::ALLOW, HeaderValue::from_static("GET, POST"));
            }
            _ => {}
        }
        response
    }
}
