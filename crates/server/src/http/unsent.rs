//! Responses that have been built but not yet sent: how many bytes of them there may be.
//!
//! A response takes its size from the budget before it is sent, and gives it back when the last
//! of its bytes has been handed to the system: the permit travels with the bytes themselves, so
//! it makes no difference which buffer holds them.

use super::ApiError;
use crate::budget::{Exhausted, Permit, Share};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

/// Answers up to this many bytes are not counted: whether the server is alive can be asked even when
/// everything else is used up. There are no more of them than connections.
const SMALL_ANSWER: u64 = 256;

/// Marks a response whose bytes are counted already.
#[derive(Clone, Copy)]
struct Counted;

/// Counts the response of a route before it is compressed: until then all of it is in memory.
pub(super) async fn count(request: Request, next: Next) -> Response {
    let share = request.extensions().get::<Share>().cloned();
    let response = next.run(request).await;
    match share {
        Some(share) => counted(&share, response),
        None => response,
    }
}

/// Takes the size of a response from the budget, or rejects the request if nothing is left. The
/// lines of a stream are counted one by one; if nothing is left for one of them, the stream breaks
/// off.
pub(super) fn counted(share: &Share, response: Response) -> Response {
    if response.extensions().get::<Counted>().is_some() {
        return response;
    }
    let (mut parts, inner) = response.into_parts();
    let whole = match inner.size_hint().exact() {
        // An answer as small as an error takes no more room than the error would.
        Some(size) if size <= SMALL_ANSWER => return Response::from_parts(parts, inner),
        Some(size) => match share.take(usize::try_from(size).unwrap_or(usize::MAX)) {
            Ok(permit) => Some(Arc::new(permit)),
            Err(exhausted) => return ApiError::from(exhausted).into_response(),
        },
        None => None,
    };
    parts.extensions.insert(Counted);
    let share = share.clone();
    let body = CountedBody {
        inner,
        whole,
        share,
    };
    Response::from_parts(parts, Body::new(body))
}

/// A body whose bytes are taken from a budget.
struct CountedBody {
    inner: Body,
    /// For the whole body, if its size is known.
    whole: Option<Arc<Permit>>,
    share: Share,
}

/// Bytes, and the permit for them.
struct CountedBytes {
    bytes: Bytes,
    _permit: Arc<Permit>,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl CountedBody {
    fn count(&self, bytes: Bytes) -> Result<Bytes, Exhausted> {
        let permit = match &self.whole {
            Some(permit) => Arc::clone(permit),
            None => Arc::new(self.share.take(bytes.len())?),
        };
        Ok(Bytes::from_owner(CountedBytes {
            bytes,
            _permit: permit,
        }))
    }
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
        Poll::Ready(match frame {
            Some(Ok(frame)) => match frame.into_data() {
                Ok(bytes) => {
                    let counted = self.count(bytes).map(Frame::data);
                    Some(counted.map_err(|exhausted| axum::Error::new(ApiError::from(exhausted))))
                }
                Err(trailers) => Some(Ok(trailers)),
            },
            other => other,
        })
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::counted;
    use crate::budget::Budget;
    use axum::body::{Body, HttpBody};
    use axum::http::StatusCode;
    use axum::response::Response;
    use std::convert::Infallible;
    use std::net::IpAddr;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    #[test]
    fn bytes_count_until_the_last_buffer_lets_go_of_them() {
        let budget = Budget::new(1000, 600);
        let share = budget.share(IpAddr::from([192, 0, 2, 1]));
        let respond = |size: usize| counted(&share, Response::new(Body::from(vec![0_u8; size])));
        let mut response = respond(500);
        assert_eq!(budget.used(), 500);
        assert_eq!(respond(300).status(), StatusCode::TOO_MANY_REQUESTS);
        // Small answers always pass.
        assert_eq!(respond(256).status(), StatusCode::OK);
        assert_eq!(budget.used(), 500);
        assert_eq!(respond(2000).status(), StatusCode::TOO_MANY_REQUESTS);
        // The network takes the body, but holds on to the bytes.
        let mut context = Context::from_waker(Waker::noop());
        let body = Pin::new(response.body_mut());
        let Poll::Ready(Some(Ok(frame))) = body.poll_frame(&mut context) else {
            panic!("a whole body is there at once");
        };
        drop(response);
        let mut bytes = frame.into_data().expect("bytes");
        assert_eq!((bytes.len(), budget.used()), (500, 500));
        let rest = bytes.split_off(499);
        drop(bytes);
        assert_eq!(budget.used(), 500);
        drop(rest);
        assert_eq!(budget.used(), 0);
        // It is not counted twice.
        let response = counted(&share, respond(400));
        assert_eq!((response.status(), budget.used()), (StatusCode::OK, 400));
    }

    #[test]
    fn the_lines_of_a_stream_count_one_by_one_and_it_breaks_off_when_nothing_is_left() {
        let budget = Budget::new(1000, 600);
        let share = budget.share(IpAddr::from([192, 0, 2, 1]));
        let lines = [400, 200, 1].map(|size| Ok::<_, Infallible>(vec![b'x'; size]));
        let lines = Body::from_stream(futures_util::stream::iter(lines));
        let mut response = counted(&share, Response::new(lines));
        assert_eq!((response.status(), budget.used()), (StatusCode::OK, 0));
        let mut context = Context::from_waker(Waker::noop());
        let mut unsent = Vec::new();
        let mut next = || Pin::new(response.body_mut()).poll_frame(&mut context);
        for used in [400, 600] {
            let Poll::Ready(Some(Ok(line))) = next() else {
                panic!("a line");
            };
            unsent.push(line);
            assert_eq!(budget.used(), used);
        }
        assert!(matches!(next(), Poll::Ready(Some(Err(_)))));
        drop(unsent);
        assert_eq!(budget.used(), 0);
    }
}
