//! The open connections of all users.

use super::ClientSender;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The open connections by user, cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections(Arc<Mutex<HashMap<String, Vec<Connection>>>>);

#[derive(Debug)]
struct Connection {
    client: ClientSender,
    /// The session or token behind it; when that is revoked, the connection is closed.
    credential: Option<String>,
    disconnect: Arc<Notify>,
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<Connection>>> {
        // The map is consistent between any two of its operations.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection. It is to be closed when the returned signal fires.
    pub(crate) fn register(
        &self,
        user: &str,
        client: ClientSender,
        credential: Option<String>,
    ) -> Arc<Notify> {
        let disconnect = Arc::new(Notify::new());
        let connection = Connection {
            client,
            credential,
            disconnect: Arc::clone(&disconnect),
        };
        self.lock()
            .entry(user.to_owned())
            .or_default()
            .push(connection);
        disconnect
    }

    /// Removes a connection that has ended.
    pub(crate) fn remove(&self, user: &str, client_id: u64) {
        let mut users = self.lock();
        if let Some(connections) = users.get_mut(user) {
            connections.retain(|connection| connection.client.id() != client_id);
            if connections.is_empty() {
                users.remove(user);
            }
        }
    }

    /// Closes the connections of a user that came by a credential, or all of them if `None`.
    pub(crate) fn disconnect(&self, user: &str, credential: Option<&str>) {
        for connection in self.lock().get(user).into_iter().flatten() {
            if credential.is_none() || connection.credential.as_deref() == credential {
                connection.disconnect.notify_one();
            }
        }
    }

    /// The connections of a user.
    pub(crate) fn of_user(&self, user: &str) -> Vec<ClientSender> {
        let users = self.lock();
        let connections = users.get(user).into_iter().flatten();
        connections
            .map(|connection| connection.client.clone())
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
