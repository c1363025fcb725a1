//! Limits on requests, and the count of all of them.

use super::extract::client_address;
use super::{ApiError, unsent};
use crate::app::App;
use crate::budget::{Exhausted, Permit, Share};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Instant;

/// Parsed, a request may take this many times its size.
const PARSED_SIZE_FACTOR: usize = 4;

/// Rejects the requests of an address that sends too many or leaves too many responses unread, and
/// counts all requests. Every route is behind this.
pub(super) async fn limit(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let address = client_address(app.config(), request.headers(), request.extensions());
    let share = app.unsent().share(address);
    let response = match app.rate_limiter().request(address) {
        Ok(()) => respond(&share, request, next).await,
        Err(limited) => ApiError::from(limited).into_response(),
    };
    let status = response.status().as_u16();
    if status == 429 {
        app.metrics().rate_limited.increment(1);
    }
    app.metrics().record_request(status, started.elapsed());
    response
}

async fn respond(share: &Share, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let received = match share.take(0) {
        Ok(permit) => Arc::new(Mutex::new(Received {
            permit,
            exhausted: None,
        })),
        Err(exhausted) => return ApiError::from(exhausted).into_response(),
    };
    parts.extensions.insert(share.clone());
    let body = ReceivedBody {
        inner: body,
        received: Arc::clone(&received),
    };
    let response = next.run(Request::from_parts(parts, Body::new(body))).await;
    let exhausted = lock(&received).exhausted;
    drop(received);
    match exhausted {
        Some(exhausted) => ApiError::from(exhausted).into_response(),
        None => unsent::counted(share, response),
    }
}

/// What a request has sent so far. It counts until the request has been answered.
struct Received {
    permit: Permit,
    /// Set when there is no room for more.
    exhausted: Option<Exhausted>,
}

fn lock(received: &Mutex<Received>) -> MutexGuard<'_, Received> {
    // It is consistent between any two of its changes.
    received.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The body of a request, whose bytes count as they arrive: whoever only announces them takes
/// nothing from others.
struct ReceivedBody {
    inner: Body,
    received: Arc<Mutex<Received>>,
}

impl HttpBody for ReceivedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
        if let Some(Ok(frame)) = &frame
            && let Some(bytes) = frame.data_ref()
        {
            let mut received = lock(&self.received);
            let size = bytes.len().saturating_mul(PARSED_SIZE_FACTOR);
            if let Err(exhausted) = received.permit.extend(size) {
                received.exhausted = Some(exhausted);
                return Poll::Ready(Some(Err(axum::Error::new(ApiError::from(exhausted)))));
            }
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
