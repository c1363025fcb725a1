//! The open connections of all users.

use super::ClientSender;
use crate::auth::{Credential, CurrentUser};
use crate::bus::{Bus, Heard, NodeNews, Revoked, UserNews};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, mpsc};
use tokio::task::AbortHandle;

/// How much news of users may wait.
const MAX_NEWS: usize = 1024;

/// The open connections by user, cheap to clone.
#[derive(Clone)]
pub(crate) struct Connections(Arc<Shared>);

struct Shared {
    users: Mutex<HashMap<String, ConnectedUser>>,
    bus: Bus,
    /// Where news from other nodes go.
    news: mpsc::Sender<(String, UserNews)>,
}

#[derive(Debug, Default)]
struct ConnectedUser {
    connections: Vec<Connection>,
    /// Follows what other nodes say about the user, if there are any.
    follower: Option<Follower>,
}

/// A task that ends when this is dropped.
#[derive(Debug)]
struct Follower(AbortHandle);

impl Drop for Follower {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[derive(Debug)]
struct Connection {
    id: u64,
    /// Where news of the user's games goes; `None` for streams about something else.
    client: Option<ClientSender>,
    /// How the user proved who they are; when that is revoked, the connection is closed.
    credential: Credential,
    cut: Arc<Notify>,
}

/// An open connection of a user, until it is dropped.
pub(crate) struct Registration {
    connections: Connections,
    user: String,
    id: u64,
    cut: Arc<Notify>,
}

impl Registration {
    /// Waits until the connection is to be closed because its session or token is revoked.
    pub(crate) async fn revoked(&self) {
        self.cut.notified().await;
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut users = self.connections.lock();
        if let Some(user) = users.get_mut(&self.user) {
            user.connections
                .retain(|connection| connection.id != self.id);
            if user.connections.is_empty() {
                users.remove(&self.user);
            }
        }
    }
}

impl Connections {
    /// No connections yet, and where the news come out that other nodes have of users.
    pub(crate) fn new(bus: Bus) -> (Connections, mpsc::Receiver<(String, UserNews)>) {
        let (news, received) = mpsc::channel(MAX_NEWS);
        let shared = Shared {
            users: Mutex::default(),
            bus,
            news,
        };
        (Connections(Arc::new(shared)), received)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, ConnectedUser>> {
        // The map is consistent between any two of its operations.
        self.0.users.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection of a user; `client` gets the news of their games.
    pub(crate) fn register(
        &self,
        current: &CurrentUser,
        client: Option<ClientSender>,
    ) -> Registration {
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        let id = NEXT_ID.fetch_add(1, Ordering::Relaxed);
        let (user, cut) = (current.user.id.clone(), Arc::new(Notify::new()));
        let connection = Connection {
            id,
            client,
            credential: current.credential.clone(),
            cut: Arc::clone(&cut),
        };
        let mut users = self.lock();
        let connected = users.entry(user.clone()).or_default();
        connected.connections.push(connection);
        if connected.follower.is_none() && self.0.bus.is_shared() {
            connected.follower = Some(self.follow(user.clone()));
        }
        drop(users);
        Registration {
            connections: self.clone(),
            user,
            id,
            cut,
        }
    }

    /// Follows what other nodes say about a user.
    fn follow(&self, user: String) -> Follower {
        let (bus, news) = (self.0.bus.clone(), self.0.news.clone());
        let follow = async move {
            let mut heard = bus.user_news(&user).await;
            loop {
                if let Heard::News { news: heard, .. } = heard.next().await
                    && news.send((user.clone(), heard)).await.is_err()
                {
                    return;
                }
            }
        };
        Follower(tokio::spawn(follow).abort_handle())
    }

    /// Closes the connections of a user that came by what is revoked, on all nodes.
    pub(crate) fn revoke(&self, user: &str, revoked: Revoked) {
        self.disconnect(user, &revoked);
        let user = user.to_owned();
        self.0.bus.tell_nodes(&NodeNews::Revoked { user, revoked });
    }

    /// The same on this node.
    pub(crate) fn disconnect(&self, user: &str, revoked: &Revoked) {
        if let Some(user) = self.lock().get(user) {
            for connection in &user.connections {
                if revoked.includes(&connection.credential) {
                    connection.cut.notify_one();
                }
            }
        }
    }

    /// The connections of a user that get the news of their games.
    pub(crate) fn of_user(&self, user: &str) -> Vec<ClientSender> {
        let users = self.lock();
        let connections = users.get(user).into_iter().flat_map(|u| &u.connections);
        connections
            .filter_map(|connection| connection.client.clone())
            .collect()
    }

    /// Whether a user is connected to this node or another one.
    pub(crate) async fn is_online(&self, user: &str) -> bool {
        let is_here = self.lock().contains_key(user);
        is_here || self.0.bus.has_user(user).await
    }

    /// How many users are connected to this node.
    pub(crate) fn count_users(&self) -> usize {
        self.lock().len()
    }

    /// Everyone who is connected to this node, with the credentials that they came by.
    pub(crate) fn credentials(&self) -> Vec<(String, Vec<Credential>)> {
        let users = self.lock();
        let credentials = |user: &ConnectedUser| {
            let connections = user.connections.iter();
            connections.map(|open| open.credential.clone()).collect()
        };
        users
            .iter()
            .map(|(id, user)| (id.clone(), credentials(user)))
            .collect()
    }
}
