//! Why a request has no answer: a status, and the error object of the contract.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use grundy_solver::text::Lang;
use serde_json::{Value as Json, json};

use crate::words;

/// The `Retry-After` of a refused client, in seconds.
const RETRY_AFTER: u64 = 1;

/// The error code of a response, kept as an extension for the metrics.
#[derive(Clone, Debug)]
pub struct Code(pub String);

/// The failures of a request.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The question has no answer.
    Asked(grundy_api::Failure),
    /// The request itself is wrong or cannot be served: `web.CODE` is its text.
    Request { status: StatusCode, code: &'static str, blanks: Vec<(&'static str, String)> },
}

impl From<grundy_api::Failure> for Failure {
    fn from(failure: grundy_api::Failure) -> Self {
        Self::Asked(failure)
    }
}

impl From<grundy_solver::Error> for Failure {
    fn from(error: grundy_solver::Error) -> Self {
        Self::Asked(error.into())
    }
}

impl Failure {
    /// A failure without blanks.
    pub fn plain(status: StatusCode, code: &'static str) -> Self {
        Self::Request { status, code, blanks: Vec::new() }
    }

    /// All threads are busy and the queue is full.
    pub fn busy() -> Self {
        Self::plain(StatusCode::SERVICE_UNAVAILABLE, "busy")
    }

    /// The status of the response.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Request { status, .. } => *status,
            Self::Asked(failure) => {
                StatusCode::from_u16(failure.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            }
        }
    }

    /// The code of the error.
    pub fn code(&self) -> &str {
        match self {
            Self::Request { code, .. } => code,
            Self::Asked(failure) => failure.code(),
        }
    }

    /// The error object.
    pub fn to_json(&self, lang: Lang) -> Json {
        match self {
            Self::Asked(failure) => failure.to_json(lang),
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
        response.extensions_mut().insert(Code(self.code().to_owned()));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        match self.status() {
            StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, RETRY_AFTER.into());
            }
            // The rest of the body is not awaited.
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
