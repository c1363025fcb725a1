//! The bus: how the nodes that share a database tell each other what they have stored.
//!
//! The store alone is the truth. The bus only saves reading it: whatever is lost on the way is
//! found out by its number and read from the store. One node by itself has no bus, and then nothing
//! here costs anything.

mod address;
mod nats;
mod news;

pub use address::{BusAddress, InvalidBus};
pub use nats::BusFault;
pub(crate) use news::{GameNews, NodeNews, Revoked, UserNews};

use crate::metrics::Metrics;
use futures_util::StreamExt;
use nats::Nats;
use news::Envelope;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::sync::Arc;
use tokio::sync::watch;

/// The bus, cheap to clone; nothing for a node that is alone.
#[derive(Clone, Default)]
pub(crate) struct Bus(Option<Arc<Nats>>);

/// How the bus is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BusState {
    /// Counts how often messages may have been lost, here or on their way from here.
    pub(crate) interruptions: u64,
    /// Whether this node is connected.
    pub(crate) is_connected: bool,
    /// Whether all other nodes are, as far as the database knows.
    pub(crate) others_connected: bool,
}

impl BusState {
    /// A node that is alone misses nothing.
    const ALONE: BusState = BusState {
        interruptions: 0,
        is_connected: true,
        others_connected: true,
    };

    /// Whether news may be missing at this moment, so that the store must be asked.
    pub(crate) fn is_whole(self) -> bool {
        self.is_connected && self.others_connected
    }
}

/// What a subject is about.
#[derive(Clone, Copy, Debug)]
enum Topic<'a> {
    /// One game; nodes with a room of it listen.
    Game(&'a str),
    /// One user; nodes where the user is connected listen.
    User(&'a str),
    /// Everything that concerns all nodes.
    Nodes,
    /// One node, to find out whether it can be reached.
    Node(&'a str),
}

impl Bus {
    /// Connects a node to the bus, for the nodes that share one database.
    pub(crate) async fn connect(
        address: &BusAddress,
        node: &str,
        cluster: &str,
        metrics: &Metrics,
    ) -> Result<Bus, BusFault> {
        let nats = Nats::connect(address, node, cluster, metrics).await?;
        Ok(Bus(Some(Arc::new(nats))))
    }

    /// Whether there are other nodes to talk to.
    pub(crate) fn is_shared(&self) -> bool {
        self.0.is_some()
    }

    /// How the bus is doing; a node that is alone misses nothing.
    pub(crate) fn state(&self) -> BusState {
        match &self.0 {
            Some(nats) => *nats.state.borrow(),
            None => BusState::ALONE,
        }
    }

    /// Notes whether all other nodes are connected.
    pub(crate) fn set_others_connected(&self, connected: bool) {
        if let Some(nats) = &self.0 {
            nats.state.send_if_modified(|state| {
                let changed = state.others_connected != connected;
                state.others_connected = connected;
                changed
            });
        }
    }

    /// Tells the other nodes that have a room of a game.
    pub(crate) fn tell_game(&self, game: &str, news: &GameNews) {
        self.tell(Topic::Game(game), news);
    }

    /// Tells the other nodes where a user is connected.
    pub(crate) fn tell_user(&self, user: &str, news: &UserNews) {
        self.tell(Topic::User(user), news);
    }

    /// Tells all other nodes.
    pub(crate) fn tell_nodes(&self, news: &NodeNews) {
        self.tell(Topic::Nodes, news);
    }

    /// This never waits: what cannot be sent is lost.
    fn tell<T: Serialize>(&self, topic: Topic<'_>, news: &T) {
        if let Some(nats) = &self.0 {
            let envelope = Envelope {
                from: nats.node.as_str(),
                news,
            };
            // News are plain data: they always have a JSON form.
            let payload = serde_json::to_vec(&envelope).unwrap_or_default();
            nats.send(nats.subject(topic), payload);
        }
    }

    /// The news of a game.
    pub(crate) async fn game_news(&self, game: &str) -> Subscription<GameNews> {
        self.subscribe(Topic::Game(game)).await
    }

    /// The news of a user.
    pub(crate) async fn user_news(&self, user: &str) -> Subscription<UserNews> {
        self.subscribe(Topic::User(user)).await
    }

    /// What concerns all nodes.
    pub(crate) async fn node_news(&self) -> Subscription<NodeNews> {
        self.subscribe(Topic::Nodes).await
    }

    async fn subscribe<T>(&self, topic: Topic<'_>) -> Subscription<T> {
        let inner = match &self.0 {
            Some(nats) => {
                let subject = nats.subject(topic);
                Some(Inner {
                    subscriber: nats.subscribe(&subject).await,
                    state: nats.state.subscribe(),
                    nats: Arc::clone(nats),
                    subject,
                })
            }
            None => None,
        };
        Subscription {
            inner,
            news: PhantomData,
        }
    }

    /// Whether a user is connected to another node: whoever has the user's news answers.
    pub(crate) async fn has_user(&self, user: &str) -> bool {
        match &self.0 {
            Some(nats) => nats.ask(nats.subject(Topic::User(user))).await,
            None => false,
        }
    }

    /// Whether another node is on this bus.
    pub(crate) async fn has_node(&self, node: &str) -> bool {
        match &self.0 {
            Some(nats) => nats.ask(nats.subject(Topic::Node(node))).await,
            None => false,
        }
    }

    /// Sends what is on its way, and ends the connection.
    pub(crate) async fn close(&self) {
        if let Some(nats) = &self.0 {
            nats.close().await;
        }
    }
}

/// Something heard over the bus.
#[derive(Debug)]
pub(crate) enum Heard<T> {
    /// News from another node.
    News {
        /// The node.
        from: String,
        /// What it says.
        news: T,
    },
    /// The bus is doing better or worse than before.
    State,
}

/// News as they come in.
pub(crate) struct Subscription<T> {
    inner: Option<Inner>,
    news: PhantomData<fn() -> T>,
}

struct Inner {
    nats: Arc<Nats>,
    subject: async_nats::Subject,
    /// `None` until it could be made.
    subscriber: Option<async_nats::Subscriber>,
    state: watch::Receiver<BusState>,
}

impl<T> Subscription<T> {
    /// Whether there are other nodes to hear from.
    pub(crate) fn is_shared(&self) -> bool {
        self.inner.is_some()
    }

    /// How the bus is doing.
    pub(crate) fn state(&self) -> BusState {
        match &self.inner {
            Some(inner) => *inner.state.borrow(),
            None => BusState::ALONE,
        }
    }
}

impl<T: DeserializeOwned> Subscription<T> {
    /// The next news. Without a bus there never are any. Nothing is lost if this is dropped before
    /// it is done.
    pub(crate) async fn next(&mut self) -> Heard<T> {
        let Some(inner) = &mut self.inner else {
            return std::future::pending().await;
        };
        loop {
            if inner.subscriber.is_none() && inner.state.borrow().is_connected {
                inner.subscriber = inner.nats.subscribe(&inner.subject).await;
            }
            let message = tokio::select! {
                biased;
                changed = inner.state.changed() => match changed {
                    Ok(()) => return Heard::State,
                    Err(_) => return std::future::pending().await,
                },
                message = next_message(&mut inner.subscriber) => message,
            };
            if let Some(reply) = message.reply {
                // Someone only wants to know whether anyone is here.
                inner.nats.send(reply, Vec::new());
                continue;
            }
            match serde_json::from_slice::<Envelope<String, T>>(&message.payload) {
                Ok(Envelope { from, news }) => {
                    inner.nats.metrics.bus_received.increment(1);
                    return Heard::News { from, news };
                }
                // Another version may know more kinds of news; the store has what matters.
                Err(error) => tracing::debug!(%error, "news that cannot be read"),
            }
        }
    }
}

async fn next_message(subscriber: &mut Option<async_nats::Subscriber>) -> async_nats::Message {
    if let Some(subscriber) = subscriber
        && let Some(message) = subscriber.next().await
    {
        return message;
    }
    std::future::pending().await
}
