//! The open connections of all users.

use super::ClientSender;
use crate::auth::{Credential, CurrentUser};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The open connections by user, cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections(Arc<Mutex<HashMap<String, Vec<Connection>>>>);

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
#[derive(Debug)]
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
        if let Some(connections) = users.get_mut(&self.user) {
            connections.retain(|connection| connection.id != self.id);
            if connections.is_empty() {
                users.remove(&self.user);
            }
        }
    }
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Connection>>> {
        // The map is consistent between any two of its operations.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.lock()
            .entry(user.clone())
            .or_default()
            .push(connection);
        Registration {
            connections: self.clone(),
            user,
            id,
            cut,
        }
    }

    /// Closes the connections of a user that came by these credentials.
    pub(crate) fn disconnect(&self, user: &str, by: impl Fn(&Credential) -> bool) {
        for connection in self.lock().get(user).into_iter().flatten() {
            if by(&connection.credential) {
                connection.cut.notify_one();
            }
        }
    }

    /// The connections of a user that get the news of their games.
    pub(crate) fn of_user(&self, user: &str) -> Vec<ClientSender> {
        let users = self.lock();
        let connections = users.get(user).into_iter().flatten();
        connections
            .filter_map(|connection| connection.client.clone())
            .collect()
    }

    /// Whether a user is connected.
    pub(crate) fn is_online(&self, user: &str) -> bool {
        self.lock().contains_key(user)
    }

    /// How many users are connected.
    pub(crate) fn count_users(&self) -> usize {
        self.lock().len()
    }
}
