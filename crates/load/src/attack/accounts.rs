//! Hostile visitors with accounts: one address signs up as often as it may, and uses what it got.

use super::visitor::{Done, Visitor};
use crate::client::Guest;
use crate::problem::ClientError;
use hyper::Method;
use quintain_api::protocol::Opponent;
use serde_json::{Value, json};

/// How often an account is used before the next one is made.
const ROUNDS: usize = 20;
/// How many games are open while the account they belong to changes.
const OPEN_GAMES: usize = 20;

/// An account, and its password.
struct Account {
    session: Guest,
    password: String,
}

impl Visitor {
    /// Signs up, offers as many games as it can, and changes the password after each.
    pub(super) async fn use_account(&mut self) -> Done {
        let mut account = self.sign_up().await?;
        for _ in 0..ROUNDS {
            self.act(self.create(&account.session, Opponent::Anyone))
                .await;
            self.act(self.lobby()).await;
            let new = format!("secret-{:x}", self.rng.next_u64());
            let change = json!({ "current_password": account.password, "new_password": new });
            let changed = self.send(&account, "/api/me/password", &change);
            if self.act(changed).await.is_some() {
                account.password = new;
            }
        }
        Ok(())
    }

    /// Signs up, opens games, and says over and over that the account is a program's, and that it is
    /// not: each time the games are loaded again.
    pub(super) async fn change_account(&mut self) -> Done {
        let account = self.sign_up().await?;
        for _ in 0..OPEN_GAMES {
            self.act(self.create(&account.session, Opponent::Local))
                .await;
        }
        for round in 0..ROUNDS {
            let change = json!({ "program": round % 2 == 0 });
            self.act(self.send(&account, "/api/me/program", &change))
                .await;
        }
        Ok(())
    }

    async fn sign_up(&mut self) -> Result<Account, ClientError> {
        let guest = self.api.guest().await?;
        let name = format!("h{:x}", self.rng.next_u64());
        let password = format!("secret-{:x}", self.rng.next_u64());
        let session = self.api.register(&guest, &name, &password).await?;
        Ok(Account { session, password })
    }

    async fn send(&self, account: &Account, path: &str, body: &Value) -> Done {
        let session = Some(&account.session);
        self.api
            .request(Method::POST, path, session, body.to_string())
            .await
    }
}
