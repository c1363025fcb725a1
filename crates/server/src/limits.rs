//! Limits on what one address or account may do.

use crate::app::App;
use crate::config::Limits;
use crate::error::ApiError;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Above so many entries, those are forgotten that limit nobody any more.
const CROWD: usize = 10_000;

/// A steady pace with room for a burst (the generic cell rate algorithm).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// How far apart events are in the long run.
    every: Duration,
    /// How many may come at once.
    burst: u32,
}

impl Pace {
    /// So many in a span of time, and so many at once.
    pub(crate) fn new(count: u32, span: Duration, burst: u32) -> Pace {
        Pace {
            every: span / count.max(1),
            burst: burst.max(1),
        }
    }
}

/// When the next event would come if all before had kept the pace.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket(Instant);

impl Bucket {
    pub(crate) fn new(now: Instant) -> Bucket {
        Bucket(now)
    }

    /// Lets an event pass, or tells how long to wait.
    pub(crate) fn pass(&mut self, pace: Pace, now: Instant) -> Result<(), Duration> {
        let due = self.0.max(now);
        let ahead = due.duration_since(now);
        let allowed = pace.every * (pace.burst - 1);
        if ahead > allowed {
            return Err(ahead - allowed);
        }
        self.0 = due + pace.every;
        Ok(())
    }
}

/// What is counted, for whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Requests(IpAddr),
    Passwords(IpAddr),
    Account(String),
    Games(String),
}

/// Lets through what is within the limits.
#[derive(Debug)]
pub(crate) struct Gate {
    limits: Limits,
    buckets: Mutex<HashMap<Key, Bucket>>,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

impl Gate {
    pub(crate) fn new(limits: Limits) -> Gate {
        Gate {
            limits,
            buckets: Mutex::default(),
            connections: Arc::default(),
        }
    }

    /// A request from an address.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), ApiError> {
        let count = self.limits.requests;
        let pace = Pace::new(count, SECOND, count.saturating_mul(10));
        self.pass(Key::Requests(address), pace)
    }

    /// An attempt to sign in or up.
    pub(crate) fn password(&self, address: IpAddr, name: &str) -> Result<(), ApiError> {
        let count = self.limits.passwords;
        let pace = Pace::new(count, MINUTE, count);
        self.pass(Key::Passwords(address), pace)?;
        // Someone with many addresses must not be able to try one account's passwords.
        self.pass(Key::Account(name.to_lowercase()), pace)
    }

    /// A new game.
    pub(crate) fn game(&self, user: &str) -> Result<(), ApiError> {
        let count = self.limits.games;
        self.pass(Key::Games(user.to_owned()), Pace::new(count, HOUR, count))
    }

    /// The pace of messages over one connection.
    pub(crate) fn messages(&self) -> Pace {
        let count = self.limits.messages;
        Pace::new(count, SECOND, count.saturating_mul(3))
    }

    fn pass(&self, key: Key, pace: Pace) -> Result<(), ApiError> {
        let now = Instant::now();
        let mut buckets = lock(&self.buckets);
        if buckets.len() > CROWD {
            buckets.retain(|_, bucket| bucket.0 > now);
        }
        let bucket = buckets.entry(key).or_insert_with(|| Bucket::new(now));
        bucket.pass(pace, now).map_err(|wait| ApiError::TooMany {
            retry: u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX),
        })
    }

    /// A connection that stays open; it counts as long as the answer lives.
    pub(crate) fn connect(&self, address: IpAddr) -> Result<Open, ApiError> {
        let mut connections = lock(&self.connections);
        let open = connections.entry(address).or_default();
        if *open >= self.limits.connections {
            return Err(ApiError::TooMany { retry: 10 });
        }
        *open += 1;
        Ok(Open {
            address,
            connections: Arc::clone(&self.connections),
        })
    }
}

/// An open connection.
#[derive(Debug)]
pub(crate) struct Open {
    address: IpAddr,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut connections = lock(&self.connections);
        if let Some(open) = connections.get_mut(&self.address) {
            *open -= 1;
            if *open == 0 {
                connections.remove(&self.address);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The maps are whole between any two of their operations.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        Ok(address(app, &parts.headers, peer))
    }
}

fn address(app: &App, headers: &HeaderMap, peer: Option<&ConnectInfo<SocketAddr>>) -> Address {
    let forwarded = || {
        // The last one is what our own proxy saw; those before it anyone could have written.
        let header = headers.get_all("x-forwarded-for").iter().next_back()?;
        header
            .to_str()
            .ok()?
            .rsplit(',')
            .next()?
            .trim()
            .parse()
            .ok()
    };
    let found = match (app.config().behind_proxy, peer) {
        (true, _) => forwarded().or(peer.map(|peer| peer.0.ip())),
        (false, peer) => peer.map(|peer| peer.0.ip()),
    };
    // Without a socket, as in tests, everything comes from here.
    Address(prefix(found.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))))
}

/// What stands for one household: the address, or the first half of one of version 6.
fn prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) if !six.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() >> 64 << 64))
        }
        other => other,
    }
}

/// Refuses requests of an address that sends too many, and counts them all.
pub(crate) async fn limit(State(app): State<App>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let Address(address) = address(&app, request.headers(), peer);
    let response = match app.gate().request(address) {
        Ok(()) => next.run(request).await,
        Err(error) => {
            app.metrics().limited.add(1);
            error.into_response()
        }
    };
    let class = usize::from(response.status().as_u16() / 100).saturating_sub(1);
    if let Some(counter) = app.metrics().requests.get(class) {
        counter.add(1);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::{Bucket, Pace, prefix};
    use std::time::{Duration, Instant};

    #[test]
    fn a_burst_passes_and_then_the_pace_is_kept() {
        let pace = Pace::new(10, Duration::from_secs(1), 3);
        let now = Instant::now();
        let mut bucket = Bucket::new(now);
        for _ in 0..3 {
            assert_eq!(bucket.pass(pace, now), Ok(()));
        }
        assert_eq!(bucket.pass(pace, now), Err(Duration::from_millis(100)));
        let later = now + Duration::from_millis(100);
        assert_eq!(bucket.pass(pace, later), Ok(()));
        assert!(bucket.pass(pace, later).is_err());
        let much_later = now + Duration::from_secs(60);
        for _ in 0..3 {
            assert_eq!(bucket.pass(pace, much_later), Ok(()));
        }
        assert!(bucket.pass(pace, much_later).is_err());
    }

    #[test]
    fn addresses_of_one_household_are_one() {
        let prefix = |text: &str| prefix(text.parse().expect("an address")).to_string();
        assert_eq!(prefix("192.0.2.7"), "192.0.2.7");
        assert_eq!(prefix("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(prefix("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(prefix("::1"), "::1");
    }
}
