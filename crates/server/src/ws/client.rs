//! The queue of messages to a client.

use axum::extract::ws::Utf8Bytes;
use quintain_api::protocol::ServerMessage;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for a client that reads slowly.
const QUEUE_LEN: usize = 128;

/// The sending end of a client's queue. Sending never waits: a client that lags behind is
/// disconnected, and resumes with the number of the last event that it has seen.
#[derive(Clone, Debug)]
pub(crate) struct ClientSender {
    id: u64,
    queue: mpsc::Sender<Utf8Bytes>,
    lagged: Arc<Notify>,
}

/// The receiving end of a client's queue.
#[derive(Debug)]
pub(crate) struct ClientReceiver {
    queue: mpsc::Receiver<Utf8Bytes>,
    lagged: Arc<Notify>,
}

/// A message as it goes over the wire.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Messages are plain data: they always have a JSON form.
    serde_json::to_string(message).unwrap_or_default().into()
}

impl ClientSender {
    /// Both ends of a new client's queue.
    pub(crate) fn new() -> (ClientSender, ClientReceiver) {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        let (sender, queue) = mpsc::channel(QUEUE_LEN);
        let lagged = Arc::new(Notify::new());
        let client = ClientSender {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            queue: sender,
            lagged: Arc::clone(&lagged),
        };
        (client, ClientReceiver { queue, lagged })
    }

    /// The client's number in this process.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Sends an encoded message.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(text) {
            self.lagged.notify_one();
        }
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

    /// The next message to send; `None` if the client lags behind or there are no more senders.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        tokio::select! {
            biased;
            () = self.lagged.notified() => None,
            text = self.queue.recv() => text,
        }
    }
}
