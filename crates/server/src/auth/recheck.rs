//! Sessions and tokens that another node has revoked, if the news of that was lost.

use super::accounts::Accounts;
use super::identity::Credential;
use crate::bus::{Bus, Heard, Revoked};
use crate::shutdown::Shutdown;
use crate::store::StoreError;
use std::time::Duration;
use tracing::warn;

/// How often the credentials of all open connections are looked up.
const RECHECK_INTERVAL: Duration = Duration::from_secs(60);
/// How many users' open connections are checked by one query.
const RECHECKED_AT_ONCE: usize = 500;

impl Accounts {
    /// Closes the connections whose sessions and tokens another node has revoked, if the news of that
    /// was lost: every minute, and whenever the bus was interrupted. A node that is alone has
    /// nothing to do here.
    pub(crate) async fn recheck_loop(self, bus: Bus, shutdown: Shutdown) {
        if !bus.is_shared() {
            return;
        }
        let mut news = bus.node_news().await;
        let mut interruptions = bus.state().interruptions;
        loop {
            let due = tokio::time::sleep(RECHECK_INTERVAL);
            tokio::pin!(due);
            loop {
                tokio::select! {
                    () = shutdown.wait() => return,
                    () = &mut due => break,
                    heard = news.next() => {
                        let before = std::mem::replace(&mut interruptions, bus.state().interruptions);
                        if matches!(heard, Heard::State) && before != interruptions {
                            break;
                        }
                    }
                }
            }
            if let Err(error) = self.recheck().await {
                warn!(%error, "cannot check the sessions of open connections");
            }
        }
    }

    async fn recheck(&self) -> Result<(), StoreError> {
        let connected = self.connections.credentials();
        for part in connected.chunks(RECHECKED_AT_ONCE) {
            let is_guest = |credentials: &[Credential]| credentials.contains(&Credential::Guest);
            let guests = part.iter().filter(|(_, of_user)| is_guest(of_user));
            let guests: Vec<String> = guests.map(|(user, _)| user.clone()).collect();
            for user in self.store.users_with_account(&guests).await? {
                self.connections.disconnect(&user, &Revoked::Guest);
            }
            let ids = part.iter().flat_map(|(_, of_user)| of_user);
            let ids: Vec<String> = ids.filter_map(|c| c.id().map(str::to_owned)).collect();
            let gone = self.store.revoked_credentials(&ids).await?;
            if gone.is_empty() {
                continue;
            }
            let revoked = Revoked::Credentials(gone);
            for (user, _) in part {
                self.connections.disconnect(user, &revoked);
            }
        }
        Ok(())
    }
}
