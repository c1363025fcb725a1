//! Streams for programs: one JSON object a line.

use crate::app::App;
use crate::outbox::Inbox;
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::Response;
use futures_util::stream::unfold;
use std::any::Any;
use std::convert::Infallible;
use std::time::Duration;

/// An empty line is sent after so long without news, so that both ends notice a dead
/// connection.
const QUIET: Duration = Duration::from_secs(15);

/// Lines of a connection's messages.
pub(super) struct Lines {
    app: App,
    inbox: Inbox,
    /// What must live as long as the stream.
    kept: Vec<Box<dyn Any + Send + Sync>>,
}

impl Lines {
    pub(super) fn new(app: App, inbox: Inbox) -> Lines {
        Lines {
            app,
            inbox,
            kept: Vec::new(),
        }
    }

    /// Keeps something until the stream ends.
    pub(super) fn keep(mut self, kept: impl Any + Send + Sync) -> Lines {
        self.kept.push(Box::new(kept));
        self
    }

    async fn next(&mut self) -> Option<Bytes> {
        let mut closing = self.app.closing();
        tokio::select! {
            biased;
            Ok(_) = closing.wait_for(|closing| *closing) => None,
            text = self.inbox.next() => text.map(|text| Bytes::from(format!("{text}\n"))),
            () = tokio::time::sleep(QUIET) => Some(Bytes::from_static(b"\n")),
        }
    }

    /// The answer that streams.
    pub(super) fn into_response(self) -> Response {
        let stream = unfold(self, |mut lines| async {
            let line = lines.next().await?;
            Some((Ok::<Bytes, Infallible>(line), lines))
        });
        let mut response = Response::new(Body::from_stream(stream));
        response.headers_mut().insert(
            CONTENT_TYPE,
            HeaderValue::from_static("application/x-ndjson"),
        );
        response
    }
}
