//! Web Push: telling players that it is their turn, wherever they are.
//!
//! A browser that its user has allowed to be told has an address at a push service, and keys. Messages
//! go there, encrypted for the browser (`encryption`), signed by this server (`identity`), to public
//! addresses only (`network`). Nothing waits for them: they have a queue of bounded length, a bounded
//! number of senders, and a time limit each; what cannot be sent is lost, and the game itself says
//! whose turn it is.

mod encryption;
mod identity;
mod network;

pub use network::PushNetwork;

use crate::TEXTS;
use crate::auth::RateLimiter;
use crate::config::Config;
use crate::log_throttle::{LogThrottle, log_throttled};
use crate::metrics::Metrics;
use crate::store::{PushRow, Store, StoreError};
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use encryption::{AUTH_SECRET_BYTES, BrowserKeys, PUBLIC_KEY_BYTES};
use identity::Identity;
use network::Caller;
use quintain_api::protocol::PushSubscription;
use quintain_rules::message::{Language, Message, ToMessage};
use quintain_rules::messages;
use quintain_table::Timestamp;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};

/// How many browsers of one user are told.
const MAX_BROWSERS: u32 = 8;
/// How much may wait to be sent.
const QUEUE_LEN: usize = 1024;
/// How many users are told at the same time.
const CONCURRENT: usize = 8;
/// How long a push service may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a push service keeps a message for a browser that is off, in seconds.
const KEEP_SECONDS: u32 = 3 * 86_400;

static FAILURES: LogThrottle = LogThrottle::new();

messages! {
    /// What players are told.
    pub(crate) enum PushText in TEXTS {
        /// It is the player's turn.
        YourTurn = "push-your-turn",
        /// The game is over.
        GameOver = "push-game-over",
    }
}

messages! {
    /// Why a browser cannot be told.
    pub(crate) enum PushError in TEXTS {
        /// The address is not one of a push service on the public network.
        InvalidEndpoint = "push-invalid-endpoint",
        /// The keys are not those of a browser.
        InvalidKeys = "push-invalid-keys",
        /// This server cannot reach push services.
        Unavailable = "push-unavailable",
    } or {
        /// The store failed.
        Store(StoreError),
    }
}

impl Error for PushError {}

impl From<StoreError> for PushError {
    fn from(error: StoreError) -> Self {
        PushError::Store(error)
    }
}

/// Something that a player is notified of.
#[derive(Debug)]
pub(crate) struct PushNews {
    pub(crate) user: String,
    pub(crate) game_id: String,
    /// The name of the game.
    pub(crate) name: Message,
    pub(crate) text: PushText,
}

/// Tells players, cheap to clone.
#[derive(Clone)]
pub(crate) struct Push(Arc<Service>);

struct Service {
    store: Arc<dyn Store>,
    identity: Identity,
    /// `None` if push services cannot be reached.
    caller: Option<Caller>,
    rate_limiter: RateLimiter,
    metrics: Metrics,
    queue: mpsc::Sender<PushNews>,
}

impl Push {
    /// The server's key is made at the first start and kept in the database.
    pub(crate) async fn start(
        store: Arc<dyn Store>,
        config: &Config,
        rate_limiter: RateLimiter,
        metrics: Metrics,
    ) -> Result<Push, StoreError> {
        let new = Identity::generate().unwrap_or_default();
        let key = store.get_or_insert("push_key", &new).await?;
        let contact = config.origin.clone();
        let contact = contact.filter(|origin| origin.starts_with("https://"));
        let identity = Identity::parse(&key, contact)
            .ok_or_else(|| StoreError::corrupt("push_key is not a key"))?;
        let (queue, news) = mpsc::channel(QUEUE_LEN);
        let push = Push(Arc::new(Service {
            store,
            identity,
            caller: Caller::new(config.push_network.clone()),
            rate_limiter,
            metrics,
            queue,
        }));
        tokio::spawn(send_loop(Arc::downgrade(&push.0), news));
        Ok(push)
    }

    /// The key by which browsers know this server.
    pub(crate) fn public_key(&self) -> String {
        self.0.identity.public_key()
    }

    /// Tells a user in a browser from now on.
    pub(crate) async fn subscribe(
        &self,
        user: &str,
        request: PushSubscription,
        now: Timestamp,
    ) -> Result<(), PushError> {
        let caller = self.0.caller.as_ref().ok_or(PushError::Unavailable)?;
        if caller.endpoint(&request.endpoint).is_none() {
            return Err(PushError::InvalidEndpoint);
        }
        let subscription = PushRow {
            endpoint: request.endpoint,
            user_id: user.to_owned(),
            public_key: request.public_key,
            auth_secret: request.auth_secret,
            language: request.language,
            created_at: now,
        };
        if keys(&subscription).is_none() || Language::from_tag(&subscription.language).is_none() {
            return Err(PushError::InvalidKeys);
        }
        Ok(self.0.store.subscribe(&subscription, MAX_BROWSERS).await?)
    }

    /// No longer tells a user in a browser.
    pub(crate) async fn unsubscribe(&self, user: &str, endpoint: &str) -> Result<(), PushError> {
        Ok(self.0.store.unsubscribe(user, endpoint).await?)
    }

    /// Tells a user something, if nothing is in the way.
    pub(crate) fn tell(&self, news: PushNews) {
        let is_allowed = self.0.rate_limiter.push(&news.user).is_ok();
        if is_allowed && self.0.queue.try_send(news).is_err() {
            log_throttled!(FAILURES, warn, "too many push messages are waiting");
        }
    }
}

/// Sends what is in the queue, until the service is gone.
async fn send_loop(service: std::sync::Weak<Service>, mut queue: mpsc::Receiver<PushNews>) {
    let places = Arc::new(Semaphore::new(CONCURRENT));
    while let Some(news) = queue.recv().await {
        let (Some(service), Ok(place)) = (service.upgrade(), places.clone().acquire_owned().await)
        else {
            return;
        };
        tokio::spawn(async move {
            service.send(&news).await;
            drop(place);
        });
    }
}

impl Service {
    async fn send(&self, news: &PushNews) {
        let Some(caller) = &self.caller else { return };
        let subscriptions = match self.store.push_subscriptions(&news.user).await {
            Ok(subscriptions) => subscriptions,
            Err(error) => {
                return log_throttled!(FAILURES, warn, %error, "cannot read push subscriptions");
            }
        };
        for subscription in subscriptions {
            let sent = tokio::time::timeout(TIMEOUT, self.send_to(caller, &subscription, news));
            let status = sent.await.ok().flatten();
            let is_accepted = status.is_some_and(|status| status.is_success());
            match is_accepted {
                true => self.metrics.push_messages.increment(1),
                false => self.metrics.push_failures.increment(1),
            }
            // The browser has taken its permission back.
            if let Some(StatusCode::NOT_FOUND | StatusCode::GONE) = status {
                let endpoint = &subscription.endpoint;
                let ended = self.store.unsubscribe(&news.user, endpoint).await;
                if let Err(error) = ended {
                    log_throttled!(FAILURES, warn, %error, "cannot end a push subscription");
                }
            }
        }
    }

    async fn send_to(
        &self,
        caller: &Caller,
        subscription: &PushRow,
        news: &PushNews,
    ) -> Option<StatusCode> {
        let endpoint = caller.endpoint(&subscription.endpoint)?;
        let language = Language::from_tag(&subscription.language).unwrap_or(Language::ENGLISH);
        let text = serde_json::json!({
            "title": news.name.render(language),
            "body": news.text.to_message().render(language),
            "game_id": news.game_id,
        });
        let (public_key, auth_secret) = keys(subscription)?;
        let keys = BrowserKeys {
            public_key: &public_key,
            auth_secret: &auth_secret,
        };
        let message = encryption::encrypt(keys, text.to_string().as_bytes())?;
        let now = std::time::UNIX_EPOCH.elapsed().ok()?.as_secs();
        let headers = [
            (
                "authorization",
                self.identity.authorization(&endpoint.service(), now)?,
            ),
            ("content-type", "application/octet-stream".to_owned()),
            ("content-encoding", "aes128gcm".to_owned()),
            ("ttl", KEEP_SECONDS.to_string()),
            ("urgency", "normal".to_owned()),
            // What is newer about the same game replaces what is older.
            ("topic", news.game_id.clone()),
        ];
        match caller.post(&endpoint, &headers, message).await {
            Ok(status) => Some(status),
            Err(error) => {
                log_throttled!(FAILURES, info, %error, "a push service cannot be reached");
                None
            }
        }
    }
}

/// The keys of a browser, if they can be such.
fn keys(subscription: &PushRow) -> Option<(Vec<u8>, Vec<u8>)> {
    // Some browsers fill up the end.
    let decode = |text: &str| BASE64.decode(text.trim_end_matches('=')).ok();
    let public_key = decode(&subscription.public_key)?;
    let auth_secret = decode(&subscription.auth_secret)?;
    let is_point = public_key.len() == PUBLIC_KEY_BYTES && public_key.first() == Some(&4);
    (is_point && auth_secret.len() == AUTH_SECRET_BYTES).then_some((public_key, auth_secret))
}
