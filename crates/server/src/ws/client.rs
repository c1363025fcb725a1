//! The queue of messages to a client.

use crate::budget::{Permit, Share};
use axum::extract::ws::Utf8Bytes;
use quintain_api::protocol::ServerMessage;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for a client that reads slowly.
const QUEUE_LEN: usize = 128;
/// How many bytes they may have together.
const MAX_QUEUED_BYTES: usize = 1024 * 1024;

/// The sending end of a client's queue. Sending never waits: a client that lags behind is
/// disconnected, and resumes with the number of the last event that it has seen.
#[derive(Clone, Debug)]
pub(crate) struct ClientSender {
    id: u64,
    queue: mpsc::Sender<Outgoing>,
    lagged: Arc<Notify>,
    queued_bytes: Arc<AtomicUsize>,
    share: Share,
}

/// The receiving end of a client's queue.
#[derive(Debug)]
pub(crate) struct ClientReceiver {
    queue: mpsc::Receiver<Outgoing>,
    lagged: Arc<Notify>,
}

/// A message on its way to a client. It counts as queued until it is dropped, so whoever sends it
/// keeps it until it has been sent.
#[derive(Debug)]
pub(crate) struct Outgoing {
    /// The encoded message.
    pub(crate) text: Utf8Bytes,
    queued_bytes: Arc<AtomicUsize>,
    _permit: Permit,
}

impl Drop for Outgoing {
    fn drop(&mut self) {
        self.queued_bytes
            .fetch_sub(self.text.len(), Ordering::Relaxed);
    }
}

/// A message as it goes over the wire.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Messages are plain data: they always have a JSON form.
    serde_json::to_string(message).unwrap_or_default().into()
}

impl ClientSender {
    /// Both ends of a new client's queue; `share` is for the bytes in it.
    pub(crate) fn new(share: Share) -> (ClientSender, ClientReceiver) {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        let (sender, queue) = mpsc::channel(QUEUE_LEN);
        let lagged = Arc::new(Notify::new());
        let client = ClientSender {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            queue: sender,
            lagged: Arc::clone(&lagged),
            queued_bytes: Arc::default(),
            share,
        };
        (client, ClientReceiver { queue, lagged })
    }

    /// The client's number in this process.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Sends an encoded message.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        let outgoing = self.outgoing(text);
        let sent = outgoing.map(|outgoing| self.queue.try_send(outgoing));
        if matches!(sent, None | Some(Err(mpsc::error::TrySendError::Full(_)))) {
            self.lagged.notify_one();
        }
    }

    /// A message to queue; `None` if there is no room for its bytes.
    fn outgoing(&self, text: Utf8Bytes) -> Option<Outgoing> {
        let bytes = text.len();
        let permit = self.share.take(bytes).ok()?;
        let before = self.queued_bytes.fetch_add(bytes, Ordering::Relaxed);
        let outgoing = Outgoing {
            text,
            queued_bytes: Arc::clone(&self.queued_bytes),
            _permit: permit,
        };
        // A single message always fits: a client that reads is never cut off for its length.
        (before == 0 || before.saturating_add(bytes) <= MAX_QUEUED_BYTES).then_some(outgoing)
    }

    /// Sends a message.
    pub(crate) fn send(&self, message: &ServerMessage) {
        self.send_text(encode(message));
    }

    /// Whether the client has gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }
}

impl ClientReceiver {
    /// Waits until the client lags behind.
    pub(crate) async fn lagged(&self) {
        self.lagged.notified().await;
    }

    /// How many messages are waiting to be sent.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    /// The next message, if there is one already.
    pub(super) fn try_next(&mut self) -> Option<Outgoing> {
        self.queue.try_recv().ok()
    }

    /// The next message to send; `None` if the client lags behind or there are no more senders.
    pub(crate) async fn next(&mut self) -> Option<Outgoing> {
        tokio::select! {
            biased;
            () = self.lagged.notified() => None,
            outgoing = self.queue.recv() => outgoing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClientSender, MAX_QUEUED_BYTES};
    use crate::budget::Budget;
    use std::net::IpAddr;

    #[tokio::test]
    async fn what_is_queued_for_a_client_is_bounded_in_bytes() {
        let budget = Budget::new(usize::MAX, usize::MAX);
        let share = budget.share(IpAddr::from([192, 0, 2, 1]));
        let (client, mut receiver) = ClientSender::new(share);
        let text = "x".repeat(MAX_QUEUED_BYTES / 4);
        for _ in 0..4 {
            client.send_text(text.clone().into());
        }
        assert_eq!(budget.used(), MAX_QUEUED_BYTES);
        // What was taken from the queue counts until it has been sent.
        let outgoing = receiver.next().await.expect("a message");
        assert_eq!(budget.used(), MAX_QUEUED_BYTES);
        drop(outgoing);
        client.send_text(text.clone().into());
        assert_eq!(budget.used(), MAX_QUEUED_BYTES);
        client.send_text("x".into());
        assert!(receiver.next().await.is_none(), "it lags behind");
        drop((client, receiver));
        assert_eq!(budget.used(), 0);
    }

    #[tokio::test]
    async fn the_clients_of_one_address_share_its_bytes() {
        let budget = Budget::new(1000, 100);
        let share = budget.share(IpAddr::from([192, 0, 2, 1]));
        let (first, _unread) = ClientSender::new(share.clone());
        let (second, mut receiver) = ClientSender::new(share);
        first.send_text("x".repeat(90).into());
        second.send_text("x".repeat(20).into());
        assert!(receiver.next().await.is_none(), "nothing is left for it");
        let elsewhere = budget.share(IpAddr::from([192, 0, 2, 2]));
        let (third, mut receiver) = ClientSender::new(elsewhere);
        third.send_text("x".repeat(20).into());
        assert!(receiver.next().await.is_some());
    }
}
