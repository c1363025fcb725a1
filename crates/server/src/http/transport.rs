//! A connection that notices when the other end takes nothing.

use crate::budget::Permit;
use crate::metrics::Metrics;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

/// A connection. Writing fails once the other end has not taken a single byte for a while. It is
/// progress that counts and not speed: a phone in a tunnel may be slow, but it takes something now
/// and then.
pub(super) struct Transport<S> {
    stream: S,
    write_timeout: Duration,
    /// Runs while nothing is taken.
    stalled: Option<Pin<Box<Sleep>>>,
    metrics: Metrics,
    /// The connection's place, which is free again once the connection is closed.
    _place: Permit,
}

impl<S> Transport<S> {
    pub(super) fn new(
        stream: S,
        write_timeout: Duration,
        metrics: Metrics,
        place: Permit,
    ) -> Transport<S> {
        Transport {
            stream,
            write_timeout,
            stalled: None,
            metrics,
            _place: place,
        }
    }

    /// Passes on the result of a write; an error if it has been pending for too long.
    fn check<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let timeout = self.write_timeout;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(tokio::time::sleep(timeout)));
        if stalled.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        self.stalled = None;
        self.metrics.stalled_connections.increment(1);
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Transport<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Transport<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, buffer);
        self.check(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, buffers);
        self.check(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.check(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.check(context, ended)
    }
}

#[cfg(test)]
mod tests {
    use super::Transport;
    use crate::budget::Budget;
    use crate::metrics::Metrics;
    use std::future::poll_fn;
    use std::io::{self, ErrorKind};
    use std::net::IpAddr;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};
    use std::time::Duration;
    use tokio::io::AsyncWrite;

    /// The other end, which takes this many more bytes.
    struct Taking(usize);

    impl AsyncWrite for Taking {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &[u8],
        ) -> Poll<io::Result<usize>> {
            let taken = self.0.min(buffer.len());
            self.0 -= taken;
            match taken {
                0 => Poll::Pending,
                taken => Poll::Ready(Ok(taken)),
            }
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    fn transport(write_timeout: Duration) -> (Transport<Taking>, Budget) {
        let budget = Budget::new(1, 1);
        let place = budget.share(IpAddr::from([192, 0, 2, 1])).take(1);
        let place = place.expect("a place");
        let transport = Transport::new(Taking(1), write_timeout, Metrics::new(), place);
        (transport, budget)
    }

    #[tokio::test]
    async fn a_client_that_takes_a_byte_now_and_then_has_its_time_anew() {
        let (mut transport, _) = transport(Duration::from_secs(3600));
        let mut context = Context::from_waker(Waker::noop());
        for _ in 0..3 {
            transport.stream.0 = 1;
            let written = Pin::new(&mut transport).poll_write(&mut context, b"xy");
            assert!(matches!(written, Poll::Ready(Ok(1))));
            assert!(transport.stalled.is_none());
            for _ in 0..2 {
                let written = Pin::new(&mut transport).poll_write(&mut context, b"y");
                assert!(written.is_pending() && transport.stalled.is_some());
            }
        }
    }

    #[tokio::test]
    async fn a_client_that_takes_nothing_is_cut_and_its_place_is_free() {
        let (mut transport, budget) = transport(Duration::ZERO);
        let written = poll_fn(|context| Pin::new(&mut transport).poll_write(context, b"x")).await;
        assert!(matches!(written, Ok(1)));
        let writing = poll_fn(|context| Pin::new(&mut transport).poll_write(context, b"x"));
        let written = tokio::time::timeout(Duration::from_secs(60), writing).await;
        let written = written.expect("it does not wait forever");
        assert_eq!(written.expect_err("cut").kind(), ErrorKind::TimedOut);
        assert_eq!(budget.used(), 1);
        drop(transport);
        assert_eq!(budget.used(), 0);
    }
}
