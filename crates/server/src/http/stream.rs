//! Streams for programs: newline-delimited JSON.

use super::ApiError;
use crate::app::App;
use crate::auth::{AuthError, CurrentUser};
use crate::shutdown::Shutdown;
use crate::ws::{ClientReceiver, ClientSender, Registration};
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::Response;
use futures_util::stream::unfold;
use std::any::Any;
use std::convert::Infallible;
use std::time::Duration;

/// After this time without a message an empty line is sent, so that both ends notice a dead
/// connection.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// The type of streams.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// Registers a stream of a user, so that it ends when their session or token is revoked.
pub(super) async fn register(
    app: &App,
    current: &CurrentUser,
    client: Option<ClientSender>,
) -> Result<Registration, ApiError> {
    let registration = app.connections().register(current, client);
    match app.authenticator().is_current(current).await? {
        true => Ok(registration),
        false => Err(AuthError::SessionEnded.into()),
    }
}

/// A stream of a client's messages, one per line.
pub(super) struct NdjsonStream {
    receiver: ClientReceiver,
    registration: Registration,
    shutdown: Shutdown,
    /// What must live as long as the stream.
    _guards: Box<dyn Any + Send + Sync>,
}

impl NdjsonStream {
    /// Streams a client's messages until the server shuts down or the session or token of the
    /// connection is revoked, and keeps `guards` until then.
    pub(super) fn new(
        receiver: ClientReceiver,
        registration: Registration,
        shutdown: Shutdown,
        guards: impl Any + Send + Sync,
    ) -> NdjsonStream {
        NdjsonStream {
            receiver,
            registration,
            shutdown,
            _guards: Box::new(guards),
        }
    }

    async fn next(&mut self) -> Option<Bytes> {
        tokio::select! {
            biased;
            () = self.shutdown.wait() => None,
            () = self.registration.revoked() => None,
            next = self.receiver.next() => {
                next.map(|outgoing| Bytes::from(format!("{}\n", outgoing.text)))
            }
            () = tokio::time::sleep(KEEP_ALIVE_INTERVAL) => Some(Bytes::from_static(b"\n")),
        }
    }

    /// The response that streams.
    pub(super) fn into_response(self) -> Response {
        let lines = unfold(self, |mut stream| async {
            let line = stream.next().await?;
            Some((Ok::<Bytes, Infallible>(line), stream))
        });
        let mut response = Response::new(Body::from_stream(lines));
        response
            .headers_mut()
            .insert(CONTENT_TYPE, HeaderValue::from_static(NDJSON));
        response
    }
}
