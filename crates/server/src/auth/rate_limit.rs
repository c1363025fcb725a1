//! Limits on what one address or account may do.
//!
//! This is our own because the limits are few and fixed, and the generic cell rate algorithm is
//! one comparison and one addition: a crate for it would bring more settings than code.

use crate::TEXTS;
use crate::config::Limits;
use quintain_rules::messages;
use std::collections::HashMap;
use std::error::Error;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Above this many buckets, those that limit nobody anymore are dropped.
const PRUNE_ABOVE: usize = 10_000;
/// How long to wait for a connection to be closed.
const CONNECTION_RETRY_SECONDS: u32 = 10;

/// The users of one address may create as many games as this many users.
const USERS_PER_ADDRESS: u32 = 5;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3600);

messages! {
    /// A limit was exceeded.
    pub(crate) struct RateLimited in TEXTS = "rate-limited" {
        /// How long to wait.
        retry_after_seconds: u32,
    }
}

impl Error for RateLimited {}

impl RateLimited {
    fn wait(wait: Duration) -> RateLimited {
        RateLimited {
            retry_after_seconds: u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX),
        }
    }
}

/// How many events may happen: at a steady rate in the long run, and in a burst (the generic
/// cell rate algorithm).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quota {
    interval: Duration,
    burst: u32,
}

impl Quota {
    /// This many events per period, and this many in a burst.
    fn new(count: u32, period: Duration, burst: u32) -> Quota {
        Quota {
            interval: period / count.max(1),
            burst: burst.max(1),
        }
    }
}

/// The theoretical arrival time of the next event: when it would come if all events so far had
/// kept the steady rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket(Instant);

impl Bucket {
    pub(crate) fn new(now: Instant) -> Bucket {
        Bucket(now)
    }

    /// Admits an event, or says how long to wait.
    pub(crate) fn try_acquire(&mut self, quota: Quota, now: Instant) -> Result<(), RateLimited> {
        self.check(quota, now).map_err(RateLimited::wait)
    }

    fn check(&mut self, quota: Quota, now: Instant) -> Result<(), Duration> {
        let expected = self.0.max(now);
        let ahead = expected.duration_since(now);
        let tolerance = quota.interval * (quota.burst - 1);
        if ahead > tolerance {
            return Err(ahead - tolerance);
        }
        self.0 = expected + quota.interval;
        Ok(())
    }
}

/// What is counted, and for whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Requests(IpAddr),
    PasswordsFrom(IpAddr),
    PasswordsFor(String),
    Games(String),
    GamesFrom(IpAddr),
}

/// Admits what is within the limits, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct RateLimiter {
    limits: Limits,
    buckets: Arc<Mutex<HashMap<Key, Bucket>>>,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl RateLimiter {
    pub(crate) fn new(limits: Limits) -> RateLimiter {
        RateLimiter {
            limits,
            buckets: Arc::default(),
            connections: Arc::default(),
        }
    }

    /// A request from an address.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), RateLimited> {
        let count = self.limits.requests_per_second;
        let quota = Quota::new(count, SECOND, count.saturating_mul(10));
        self.try_acquire(Key::Requests(network(address)), quota)
    }

    /// An attempt to sign in or sign up.
    pub(crate) fn password(&self, address: IpAddr, name: &str) -> Result<(), RateLimited> {
        let count = self.limits.passwords_per_minute;
        let quota = Quota::new(count, MINUTE, count);
        self.try_acquire(Key::PasswordsFrom(network(address)), quota)?;
        // An attacker with many addresses must not get more attempts at one account.
        self.try_acquire(Key::PasswordsFor(name.to_lowercase()), quota)
    }

    /// A game that a user creates or joins.
    pub(crate) fn new_game(&self, address: IpAddr, user: &str) -> Result<(), RateLimited> {
        let count = self.limits.games_per_hour;
        let quota = Quota::new(count, HOUR, count);
        self.try_acquire(Key::Games(user.to_owned()), quota)?;
        // Whoever has reached the limit could become a new guest.
        let count = self.limits.games_per_hour.saturating_mul(USERS_PER_ADDRESS);
        let quota = Quota::new(count, HOUR, count);
        self.try_acquire(Key::GamesFrom(network(address)), quota)
    }

    /// The quota for messages over one connection.
    pub(crate) fn messages(&self) -> Quota {
        let count = self.limits.messages_per_second;
        Quota::new(count, SECOND, count.saturating_mul(3))
    }

    fn try_acquire(&self, key: Key, quota: Quota) -> Result<(), RateLimited> {
        let now = Instant::now();
        let mut buckets = lock(&self.buckets);
        if buckets.len() > PRUNE_ABOVE {
            buckets.retain(|_, bucket| bucket.0 > now);
        }
        let bucket = buckets.entry(key).or_insert_with(|| Bucket::new(now));
        bucket.try_acquire(quota, now)
    }

    /// A connection that stays open. It counts until the permit is dropped.
    pub(crate) fn connect(&self, address: IpAddr) -> Result<ConnectionPermit, RateLimited> {
        let address = network(address);
        let mut connections = lock(&self.connections);
        let open = connections.entry(address).or_default();
        if *open >= self.limits.connections {
            return Err(RateLimited {
                retry_after_seconds: CONNECTION_RETRY_SECONDS,
            });
        }
        *open += 1;
        Ok(ConnectionPermit {
            address,
            connections: Arc::clone(&self.connections),
        })
    }
}

/// An open connection that counts for its address.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    address: IpAddr,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for ConnectionPermit {
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
    // The maps are consistent between any two of their operations.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What counts as one client: an IPv4 address, or a /64 network of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bucket, Quota, network};
    use std::time::{Duration, Instant};

    #[test]
    fn a_burst_is_admitted_and_then_the_steady_rate_applies() {
        let quota = Quota::new(10, Duration::from_secs(1), 3);
        let now = Instant::now();
        let mut bucket = Bucket::new(now);
        for _ in 0..3 {
            assert_eq!(bucket.check(quota, now), Ok(()));
        }
        assert_eq!(bucket.check(quota, now), Err(Duration::from_millis(100)));
        let later = now + Duration::from_millis(100);
        assert_eq!(bucket.check(quota, later), Ok(()));
        assert!(bucket.check(quota, later).is_err());
        let much_later = now + Duration::from_secs(60);
        for _ in 0..3 {
            assert_eq!(bucket.check(quota, much_later), Ok(()));
        }
        assert!(bucket.check(quota, much_later).is_err());
    }

    #[test]
    fn the_addresses_of_one_household_count_as_one() {
        let network = |text: &str| network(text.parse().expect("an address")).to_string();
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::1"), "::1");
    }
}
