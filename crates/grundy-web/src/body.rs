//! Reads a request body within limits of time and size.

use std::future::poll_fn;
use std::pin::Pin;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body::Body as _;
use tokio::time::timeout;

use crate::app::App;
use crate::failure::Failure;

/// The bytes of a request's body.
pub async fn read(app: &App, request: Request<Body>) -> Result<Vec<u8>, Failure> {
    let (most, time) = (app.config.body, app.config.body_time);
    let too_long = || Failure::Request {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        code: "body-too-long",
        blanks: vec![("limit", grundy_solver::limits::readable_bytes(most as u64))],
    };
    let declared = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    let declared = declared.and_then(|length| length.parse::<u64>().ok()).unwrap_or(0);
    if declared > most as u64 {
        return Err(too_long());
    }
    let mut body = request.into_body();
    let reading = async {
        let (mut bytes, mut share) = (Vec::new(), app.bodies.share());
        while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
            let frame = frame.map_err(|_| Failure::plain(StatusCode::BAD_REQUEST, "body-broken"))?;
            if let Ok(piece) = frame.into_data() {
                if bytes.len() + piece.len() > most {
                    return Err(too_long());
                }
                if !share.grow(bytes.len() + piece.len()) {
                    return Err(Failure::busy());
                }
                bytes.extend_from_slice(&piece);
            }
        }
        Ok(bytes)
    };
    match timeout(time, reading).await {
        Ok(read) => read,
        Err(_) => Err(Failure::plain(StatusCode::REQUEST_TIMEOUT, "body-slow")),
    }
}
