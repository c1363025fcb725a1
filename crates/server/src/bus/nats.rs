//! The bus over NATS: core subjects, which deliver at most once.

use super::{BusAddress, BusState, Topic};
use crate::TEXTS;
use crate::metrics::Metrics;
use async_nats::connection::State;
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, Subject, Subscriber};
use quintain_rules::{OsError, messages};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tracing::{info, warn};

/// How long connecting, subscribing and asking may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const SUBSCRIBE_TIMEOUT: Duration = Duration::from_secs(1);
const ANSWER_TIMEOUT: Duration = Duration::from_millis(500);
/// How often the server is asked whether it is there: after three of these it is not.
const PING_INTERVAL: Duration = Duration::from_secs(2);
/// The longest wait before connecting again.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(1);
/// How many messages may wait to be sent, and how many of one subject to be read. What is more is
/// lost, which the nodes find out.
const MAX_UNSENT: usize = 16 * 1024;
const MAX_UNREAD: usize = 1024;
/// How many requests the library may have waiting while there is no connection.
const CLIENT_CAPACITY: usize = 64 * 1024;

messages! {
    /// Why the bus cannot be used.
    pub enum BusFault in TEXTS {
        /// Nobody answers.
        Unreachable = "bus-unreachable" {
            /// Where it should be.
            address: String,
            /// What the system says.
            error: OsError,
        },
        /// It does not let us in.
        NotAllowed = "bus-not-allowed" {
            /// Where it is.
            address: String,
        },
        /// Anything else.
        Failed = "bus-failed" {
            /// Where it is.
            address: String,
            /// What the library says.
            reason: String,
        },
    }
}

impl std::error::Error for BusFault {}

/// A connection to NATS.
pub(super) struct Nats {
    client: Client,
    /// This node.
    pub(super) node: String,
    /// What all subjects of this cluster begin with.
    prefix: String,
    unsent: mpsc::Sender<(Subject, Vec<u8>)>,
    /// Whether something could not be sent.
    has_lost: Arc<AtomicBool>,
    pub(super) state: Arc<watch::Sender<BusState>>,
    pub(super) metrics: Metrics,
}

impl Nats {
    pub(super) async fn connect(
        address: &BusAddress,
        node: &str,
        cluster: &str,
        metrics: &Metrics,
    ) -> Result<Nats, BusFault> {
        let state = Arc::new(watch::Sender::new(BusState::ALONE));
        let client = options(address, node, &state)
            .connect(address.servers())
            .await
            .map_err(|error| fault(address, &error))?;
        let (unsent, queue) = mpsc::channel(MAX_UNSENT);
        let has_lost = Arc::new(AtomicBool::new(false));
        let sender = Sender {
            client: client.clone(),
            queue,
            has_lost: Arc::clone(&has_lost),
            state: Arc::clone(&state),
            metrics: metrics.clone(),
        };
        tokio::spawn(sender.run());
        let nats = Nats {
            client,
            node: node.to_owned(),
            prefix: format!("quintain.{cluster}"),
            unsent,
            has_lost,
            state,
            metrics: metrics.clone(),
        };
        nats.answer_for_node().await;
        Ok(nats)
    }

    pub(super) fn subject(&self, topic: Topic<'_>) -> Subject {
        let prefix = &self.prefix;
        match topic {
            Topic::Game(id) => format!("{prefix}.game.{}", token(id)),
            Topic::User(id) => format!("{prefix}.user.{}", token(id)),
            Topic::Nodes => format!("{prefix}.nodes"),
            Topic::Node(id) => format!("{prefix}.node.{}", token(id)),
        }
        .into()
    }

    /// Answers those who want to know whether this node is on the bus.
    async fn answer_for_node(&self) {
        let subject = self.subject(Topic::Node(&self.node));
        let Some(mut subscriber) = self.subscribe(&subject).await else {
            return;
        };
        let client = self.client.clone();
        tokio::spawn(async move {
            while let Some(message) = futures_util::StreamExt::next(&mut subscriber).await {
                if let Some(reply) = message.reply {
                    // Whoever asks will ask again.
                    client.publish(reply, Vec::new().into()).await.ok();
                }
            }
        });
    }

    /// `None` if that is not possible at the moment.
    pub(super) async fn subscribe(&self, subject: &Subject) -> Option<Subscriber> {
        let subscribed = self.client.subscribe(subject.clone());
        let subscribed = tokio::time::timeout(SUBSCRIBE_TIMEOUT, subscribed).await;
        subscribed.ok()?.ok()
    }

    /// Sends a message, without waiting for anything.
    pub(super) fn send(&self, subject: Subject, payload: Vec<u8>) {
        if self.unsent.try_send((subject, payload)).is_err() {
            self.metrics.bus_lost.increment(1);
            self.has_lost.store(true, Ordering::Relaxed);
        }
    }

    /// Whether anyone answers on a subject.
    pub(super) async fn ask(&self, subject: Subject) -> bool {
        if self.client.connection_state() != State::Connected {
            return false;
        }
        let answer = self.client.request(subject, Vec::new().into());
        matches!(
            tokio::time::timeout(ANSWER_TIMEOUT, answer).await,
            Ok(Ok(_))
        )
    }

    pub(super) async fn close(&self) {
        drop(tokio::time::timeout(SUBSCRIBE_TIMEOUT, self.client.drain()).await);
    }
}

/// An id as a part of a subject. Anyone can ask for a game with any id, and some characters mean
/// "all games" there.
fn token(id: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !id.is_empty() && id.chars().all(is_plain) {
        true => id.into(),
        false => format!("hex:{}", hex::encode(id)).into(),
    }
}

fn options(
    address: &BusAddress,
    node: &str,
    state: &Arc<watch::Sender<BusState>>,
) -> ConnectOptions {
    let state = Arc::clone(state);
    let options = ConnectOptions::new()
        .name(format!("quintain {node}"))
        .no_echo()
        .connection_timeout(CONNECT_TIMEOUT)
        .ping_interval(PING_INTERVAL)
        .subscription_capacity(MAX_UNREAD)
        .client_capacity(CLIENT_CAPACITY)
        .reconnect_delay_callback(|attempts| {
            let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
            Duration::from_millis(100)
                .saturating_mul(attempts)
                .min(MAX_RECONNECT_DELAY)
        })
        .event_callback(move |event| {
            note(&state, &event);
            std::future::ready(())
        });
    match address.token() {
        Some(token) => options.token(token),
        None => options,
    }
}

/// Notes what has become of the connection.
fn note(state: &watch::Sender<BusState>, event: &Event) {
    let is_connected = match event {
        Event::Connected => true,
        Event::Disconnected | Event::Closed => false,
        // Messages have come faster than they were read.
        Event::SlowConsumer(_) => {
            state.send_modify(|state| state.interruptions += 1);
            return;
        }
        _ => return,
    };
    let changed = state.send_if_modified(|state| {
        let changed = state.is_connected != is_connected;
        state.is_connected = is_connected;
        state.interruptions += u64::from(changed);
        changed
    });
    match event {
        Event::Connected if changed => {
            info!("the bus is back; everything is read from the database once");
        }
        Event::Disconnected if changed => warn!("the bus is away; the database is asked instead"),
        // The node itself has ended the connection.
        _ => {}
    }
}

fn fault(address: &BusAddress, error: &async_nats::ConnectError) -> BusFault {
    let address = address.to_string();
    let source = std::error::Error::source(error);
    let io = source.and_then(|source| source.downcast_ref::<std::io::Error>());
    match (error.kind(), io) {
        (ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication, _) => {
            BusFault::NotAllowed { address }
        }
        (ConnectErrorKind::TimedOut, _) => BusFault::Unreachable {
            address,
            error: std::io::Error::from(std::io::ErrorKind::TimedOut).into(),
        },
        (ConnectErrorKind::Io | ConnectErrorKind::Dns, Some(io)) => BusFault::Unreachable {
            address,
            error: io.into(),
        },
        _ => BusFault::Failed {
            address,
            reason: error.to_string(),
        },
    }
}

/// Sends what is to be sent, one message after the other.
struct Sender {
    client: Client,
    queue: mpsc::Receiver<(Subject, Vec<u8>)>,
    has_lost: Arc<AtomicBool>,
    state: Arc<watch::Sender<BusState>>,
    metrics: Metrics,
}

impl Sender {
    async fn run(mut self) {
        while let Some((subject, payload)) = self.queue.recv().await {
            // Old news are of no use once the bus is back: then everything is read from the store.
            let is_connected = self.client.connection_state() == State::Connected;
            match is_connected && self.client.publish(subject, payload.into()).await.is_ok() {
                true => self.metrics.bus_sent.increment(1),
                false => self.metrics.bus_lost.increment(1),
            }
            if self.queue.is_empty() && self.has_lost.swap(false, Ordering::Relaxed) {
                // Others must hear that they have missed something.
                self.state.send_modify(|state| state.interruptions += 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::token;

    #[test]
    fn no_id_stands_for_other_games() {
        assert_eq!(token("aB3-_"), "aB3-_");
        for id in ["", "*", ">", "a.b", "a b", "a\r\nPUB", "ä"] {
            let token = token(id).into_owned();
            assert!(
                token.chars().all(|c| c.is_ascii_alphanumeric() || c == ':'),
                "{token}"
            );
        }
    }
}
