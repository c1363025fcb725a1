//! Connections and what waits to be sent over them.

use crate::protocol::ServerMessage;
use axum::extract::ws::Utf8Bytes;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, mpsc};

/// How many messages may wait for a client that reads slowly.
const ROOM: usize = 128;

/// The sending end of a connection. It never waits: a client that does not keep up is cut off,
/// and comes back with the number of the last thing it has seen.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    id: u64,
    queue: mpsc::Sender<Utf8Bytes>,
    overrun: Arc<Notify>,
}

/// The other end.
#[derive(Debug)]
pub(crate) struct Inbox {
    queue: mpsc::Receiver<Utf8Bytes>,
    overrun: Arc<Notify>,
}

/// A message as it goes over the wire.
pub(crate) fn text(message: &ServerMessage) -> Utf8Bytes {
    // Messages are plain data: they always have a JSON form.
    serde_json::to_string(message).unwrap_or_default().into()
}

impl Outbox {
    /// Both ends of a new connection.
    pub(crate) fn new() -> (Outbox, Inbox) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (sender, queue) = mpsc::channel(ROOM);
        let overrun = Arc::new(Notify::new());
        let outbox = Outbox {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            queue: sender,
            overrun: Arc::clone(&overrun),
        };
        (outbox, Inbox { queue, overrun })
    }

    /// The connection's number in this process.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Sends a text.
    pub(crate) fn send(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(text) {
            self.overrun.notify_one();
        }
    }

    /// Sends a message.
    pub(crate) fn tell(&self, message: &ServerMessage) {
        self.send(text(message));
    }

    /// Whether the client has gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }
}

impl Inbox {
    /// Waits until the client did not keep up.
    pub(crate) async fn overrun(&self) {
        self.overrun.notified().await;
    }

    /// The next text to send; nothing if the client did not keep up, or nobody sends any more.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        tokio::select! {
            biased;
            () = self.overrun.notified() => None,
            text = self.queue.recv() => text,
        }
    }
}

/// Who is connected.
#[derive(Debug, Default)]
pub(crate) struct People {
    connections: Mutex<HashMap<String, Vec<Connected>>>,
}

#[derive(Debug)]
struct Connected {
    outbox: Outbox,
    /// The session or token it came by, to cut it off when that is revoked.
    credential: Option<String>,
    cut: Arc<Notify>,
}

impl People {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Connected>>> {
        // The map is whole between any two of its operations.
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Someone is connected; the answer tells when the connection is to be cut.
    pub(crate) fn come(
        &self,
        user: &str,
        outbox: Outbox,
        credential: Option<String>,
    ) -> Arc<Notify> {
        let cut = Arc::new(Notify::new());
        let connected = Connected {
            outbox,
            credential,
            cut: Arc::clone(&cut),
        };
        self.lock()
            .entry(user.to_owned())
            .or_default()
            .push(connected);
        cut
    }

    /// A connection has ended.
    pub(crate) fn go(&self, user: &str, id: u64) {
        let mut map = self.lock();
        if let Some(connections) = map.get_mut(user) {
            connections.retain(|connected| connected.outbox.id() != id);
            if connections.is_empty() {
                map.remove(user);
            }
        }
    }

    /// Cuts the connections of someone that came by a credential; all of them if none is given.
    pub(crate) fn cut(&self, user: &str, credential: Option<&str>) {
        for connected in self.lock().get(user).into_iter().flatten() {
            if credential.is_none() || connected.credential.as_deref() == credential {
                connected.cut.notify_one();
            }
        }
    }

    /// Someone's connections.
    pub(crate) fn of(&self, user: &str) -> Vec<Outbox> {
        let map = self.lock();
        let connections = map.get(user).into_iter().flatten();
        connections
            .map(|connected| connected.outbox.clone())
            .collect()
    }

    /// Whether someone is connected.
    pub(crate) fn is_here(&self, user: &str) -> bool {
        self.lock().contains_key(user)
    }

    /// How many people are connected.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }
}
