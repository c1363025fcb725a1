//! A socket without a network, for tests and fuzzing.

use super::client::ClientReceiver;
use super::connections::Registration;
use super::socket::SocketSession;
use crate::app::App;
use axum::extract::ws::Message;
use std::net::{IpAddr, Ipv4Addr};

/// A client's end of a socket without a network: messages go in as text, and everything behind the
/// network handles them as it does for any other client.
pub struct LocalSocket {
    app: App,
    session: SocketSession,
    receiver: ClientReceiver,
    _registration: Registration,
}

impl LocalSocket {
    /// Opens a socket for the user with this cookie, the part after `quintain=`; `None` if there is
    /// no such user.
    pub async fn open(app: &App, cookie: &str) -> Option<LocalSocket> {
        let current = app.authenticator().by_cookie(cookie).await.ok()?;
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let (session, receiver, registration) = SocketSession::new(app.clone(), current, address);
        Some(LocalSocket {
            app: app.clone(),
            session,
            receiver,
            _registration: registration,
        })
    }

    /// Sends a message. Returns whether the socket stays open.
    pub async fn send(&mut self, text: &str) -> bool {
        let message = Message::Text(text.into());
        let arrived_at = self.app.now();
        self.session.receive(&message, arrived_at).await.is_none()
    }

    /// The messages that have arrived in the meantime.
    pub fn received(&mut self) -> Vec<String> {
        let mut received = Vec::new();
        while let Some(outgoing) = self.receiver.try_next() {
            received.push(outgoing.text.to_string());
        }
        received
    }

    /// Closes the socket.
    pub async fn close(mut self) {
        self.session.leave().await;
    }
}
