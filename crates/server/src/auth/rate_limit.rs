//! Limits on what one address or account may do.
//!
//! This is our own because the limits are few and fixed, and the generic cell rate algorithm is
//! one comparison and one addition: a crate for it would bring more settings than code.

use crate::TEXTS;
use crate::config::Limits;
use quintain_rules::messages;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::error::Error;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How many buckets of one kind there are at most.
const MAX_BUCKETS: usize = 20_000;
/// How long to wait for a connection to be closed.
const CONNECTION_RETRY_SECONDS: u32 = 10;

/// The users of one address may create as many games as this many users.
const USERS_PER_ADDRESS: u32 = 5;
/// The sockets of one address may send as many messages as this many busy ones: a hundred honest
/// players send far fewer.
const BUSY_SOCKETS_PER_ADDRESS: u32 = 10;

/// All passwords from one address, right or wrong, in multiples of the wrong ones per minute: 60 a
/// minute and at once by default.
const PASSWORDS_AT_ONCE: u32 = 6;
/// New accounts from one address, in the same multiples: 20 an hour and 60 at once by default.
const SIGN_UPS_PER_HOUR: u32 = 2;
const SIGN_UPS_AT_ONCE: u32 = 6;
/// How often an hour a user is notified by push messages, and how often at once.
const PUSHES_PER_HOUR: u32 = 60;
const PUSHES_AT_ONCE: u32 = 20;
/// How often an hour a user may turn an account into a program's, or back.
const CHANGES_PER_HOUR: u32 = 20;

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

    /// Takes back an event that was admitted.
    fn refund(&mut self, quota: Quota) {
        self.0 = self.0.checked_sub(quota.interval).unwrap_or(self.0);
    }
}

/// The buckets of all who have been active lately. Two generations: when the newer one is full, the
/// older one is dropped, and with it whoever has been silent longest. So there are never more than
/// [`MAX_BUCKETS`], and making room costs the same however many there are.
#[derive(Debug)]
struct Buckets<K> {
    newer: HashMap<K, Bucket>,
    older: HashMap<K, Bucket>,
}

impl<K> Default for Buckets<K> {
    fn default() -> Self {
        Buckets {
            newer: HashMap::new(),
            older: HashMap::new(),
        }
    }
}

impl<K: Copy + Eq + Hash> Buckets<K> {
    fn get(&mut self, key: K, now: Instant) -> &mut Bucket {
        if self.newer.len() >= MAX_BUCKETS / 2 && !self.newer.contains_key(&key) {
            self.older = std::mem::take(&mut self.newer);
        }
        let known = self.older.remove(&key);
        let bucket = || known.unwrap_or_else(|| Bucket::new(now));
        self.newer.entry(key).or_insert_with(bucket)
    }
}

/// A text as a key: of the same size however long the text is.
type Digest = [u8; 16];

fn digest(text: &str) -> Digest {
    let hash = Sha256::digest(text);
    std::array::from_fn(|index| hash[index])
}

/// Which passwords are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PasswordKey {
    /// All from an address, because each costs time.
    From(IpAddr),
    /// Wrong ones from an address.
    WrongFrom(IpAddr),
    /// Wrong ones from an address for one account.
    WrongFor(IpAddr, Digest),
    /// Wrong ones within a session.
    WrongInSession(Digest),
    /// Those of new accounts from an address.
    NewFrom(IpAddr),
}

/// Whose password is about to be checked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guess<'a> {
    /// The password of the account with this name.
    SignIn { name: &'a str },
    /// The password of the account whose session this is.
    Confirm { session: &'a str },
}

/// A password that is being checked. It counts as wrong unless it turns out to be right.
#[derive(Debug)]
pub(crate) struct GuessPermit {
    limiter: RateLimiter,
    counted: Vec<(PasswordKey, Quota)>,
}

impl GuessPermit {
    /// The password was right, or was not checked: it is not held against anyone.
    pub(crate) fn refund(self) {
        let now = Instant::now();
        let mut buckets = lock(&self.limiter.passwords);
        for (key, quota) in self.counted {
            buckets.get(key, now).refund(quota);
        }
    }
}

/// Admits what is within the limits, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct RateLimiter {
    limits: Limits,
    requests: Arc<Mutex<Buckets<IpAddr>>>,
    passwords: Arc<Mutex<Buckets<PasswordKey>>>,
    games: Arc<Mutex<Buckets<Digest>>>,
    account_changes: Arc<Mutex<Buckets<Digest>>>,
    pushes: Arc<Mutex<Buckets<Digest>>>,
    games_from: Arc<Mutex<Buckets<IpAddr>>>,
    messages_from: Arc<Mutex<Buckets<IpAddr>>>,
    connections: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl RateLimiter {
    pub(crate) fn new(limits: Limits) -> RateLimiter {
        RateLimiter {
            limits,
            requests: Arc::default(),
            passwords: Arc::default(),
            games: Arc::default(),
            account_changes: Arc::default(),
            pushes: Arc::default(),
            games_from: Arc::default(),
            messages_from: Arc::default(),
            connections: Arc::default(),
        }
    }

    /// A request from an address.
    pub(crate) fn request(&self, address: IpAddr) -> Result<(), RateLimited> {
        let count = self.limits.requests_per_second;
        let quota = Quota::new(count, SECOND, count.saturating_mul(10));
        let now = Instant::now();
        lock(&self.requests)
            .get(network(address), now)
            .try_acquire(quota, now)
    }

    /// A new account. In the long run there are few from one address, though a whole class may sign
    /// up at once: so it does not count as a wrong password, of which there are fewer.
    pub(crate) fn sign_up(&self, address: IpAddr) -> Result<(), RateLimited> {
        let address = network(address);
        let count = self.limits.passwords_per_minute;
        let new = Quota::new(
            count.saturating_mul(SIGN_UPS_PER_HOUR),
            HOUR,
            count.saturating_mul(SIGN_UPS_AT_ONCE),
        );
        self.count_passwords(address, &[(PasswordKey::NewFrom(address), new)])
    }

    /// A change of an account for which its games are loaded again.
    pub(crate) fn account_change(&self, address: IpAddr, user: &str) -> Result<(), RateLimited> {
        let now = Instant::now();
        let mut changes = lock(&self.account_changes);
        for (key, count) in [
            (digest(user), CHANGES_PER_HOUR),
            (
                digest(&network(address).to_string()),
                CHANGES_PER_HOUR * USERS_PER_ADDRESS,
            ),
        ] {
            let quota = Quota::new(count, HOUR, count);
            changes.get(key, now).try_acquire(quota, now)?;
        }
        Ok(())
    }

    /// A push message to a user.
    pub(crate) fn push(&self, user: &str) -> Result<(), RateLimited> {
        let now = Instant::now();
        let quota = Quota::new(PUSHES_PER_HOUR, HOUR, PUSHES_AT_ONCE);
        lock(&self.pushes)
            .get(digest(user), now)
            .try_acquire(quota, now)
    }

    /// A password to check.
    ///
    /// Wrong passwords count for the address they come from, and for that address and the account
    /// together. Nothing counts for the account alone: otherwise anyone could keep its owner out by
    /// guessing. The price is that someone with many addresses gets that many times the guesses.
    pub(crate) fn guess(
        &self,
        address: IpAddr,
        guess: Guess<'_>,
    ) -> Result<GuessPermit, RateLimited> {
        let address = network(address);
        let for_account = self.wrong_for_account();
        let counted = match guess {
            Guess::SignIn { name } => vec![
                (PasswordKey::WrongFrom(address), self.wrong()),
                (
                    PasswordKey::WrongFor(address, digest(&name.to_lowercase())),
                    for_account,
                ),
            ],
            // Others at the same address cannot spoil this for the owner of a session.
            Guess::Confirm { session } => {
                vec![(PasswordKey::WrongInSession(digest(session)), for_account)]
            }
        };
        self.count_passwords(address, &counted)?;
        Ok(GuessPermit {
            limiter: self.clone(),
            counted,
        })
    }

    /// Wrong passwords from one address.
    fn wrong(&self) -> Quota {
        let count = self.limits.passwords_per_minute;
        Quota::new(count, MINUTE, count)
    }

    /// Wrong passwords for one account from one address: after a few, they come slowly.
    fn wrong_for_account(&self) -> Quota {
        let count = self.limits.passwords_per_minute;
        Quota::new(count.saturating_mul(3), HOUR, count / 2)
    }

    /// Counts a password in several ways at once, or in none if one of them is exhausted.
    fn count_passwords(
        &self,
        address: IpAddr,
        counted: &[(PasswordKey, Quota)],
    ) -> Result<(), RateLimited> {
        let count = self.limits.passwords_per_minute;
        let count = count.saturating_mul(PASSWORDS_AT_ONCE);
        let all = Quota::new(count, MINUTE, count);
        let now = Instant::now();
        let mut buckets = lock(&self.passwords);
        let all = (PasswordKey::From(address), all);
        for &(key, quota) in counted.iter().chain([&all]) {
            let bucket = buckets.get(key, now);
            bucket.clone().try_acquire(quota, now)?;
        }
        for &(key, quota) in counted.iter().chain([&all]) {
            buckets.get(key, now).try_acquire(quota, now)?;
        }
        Ok(())
    }

    /// A game that a user creates or joins.
    pub(crate) fn new_game(&self, address: IpAddr, user: &str) -> Result<(), RateLimited> {
        let count = self.limits.games_per_hour;
        let quota = Quota::new(count, HOUR, count);
        let now = Instant::now();
        lock(&self.games)
            .get(digest(user), now)
            .try_acquire(quota, now)?;
        // Whoever has reached the limit could become a new guest.
        let count = self.limits.games_per_hour.saturating_mul(USERS_PER_ADDRESS);
        let quota = Quota::new(count, HOUR, count);
        lock(&self.games_from)
            .get(network(address), now)
            .try_acquire(quota, now)
    }

    /// A message over a connection, which has this bucket of its own. All connections of an
    /// address share another one, so that opening more of them gains little.
    pub(crate) fn message(&self, address: IpAddr, own: &mut Bucket) -> Result<(), RateLimited> {
        let count = self.limits.messages_per_second;
        let now = Instant::now();
        own.try_acquire(Quota::new(count, SECOND, count.saturating_mul(3)), now)?;
        let count = count.saturating_mul(BUSY_SOCKETS_PER_ADDRESS);
        let quota = Quota::new(count, SECOND, count.saturating_mul(3));
        lock(&self.messages_from)
            .get(network(address), now)
            .try_acquire(quota, now)
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
    use super::{Bucket, Buckets, Guess, MAX_BUCKETS, Quota, RateLimiter, lock, network};
    use crate::config::Limits;
    use std::net::IpAddr;
    use std::time::{Duration, Instant};

    #[test]
    fn however_many_come_the_buckets_stay_bounded_and_the_active_keep_theirs() {
        let mut buckets = Buckets::default();
        let quota = Quota::new(1, Duration::from_secs(3600), 1);
        let now = Instant::now();
        assert!(buckets.get(0, now).try_acquire(quota, now).is_ok());
        for key in 1..10 * MAX_BUCKETS {
            buckets.get(key, now);
            assert!(buckets.newer.len() + buckets.older.len() <= MAX_BUCKETS);
            if key % 1000 == 0 {
                assert!(buckets.get(0, now).try_acquire(quota, now).is_err());
            }
        }
    }

    #[test]
    fn a_name_of_any_length_takes_a_key_of_the_same_size() {
        let limiter = RateLimiter::new(Limits::default());
        let address: IpAddr = "192.0.2.7".parse().expect("an address");
        let name = "a".repeat(512 * 1024);
        let guess = Guess::SignIn { name: &name };
        assert!(limiter.guess(address, guess).is_ok());
        let passwords = lock(&limiter.passwords);
        let bytes = passwords.newer.capacity() * size_of::<(super::PasswordKey, Bucket)>();
        assert!(bytes < 1000, "{bytes}");
    }

    /// Guesses until refused. Returns how many guesses were admitted.
    fn guess_until_refused(limiter: &RateLimiter, address: &str, name: &str) -> usize {
        let address = address.parse().expect("an address");
        let admitted = || limiter.guess(address, Guess::SignIn { name }).is_ok();
        (0..1000).take_while(|_| admitted()).count()
    }

    #[test]
    fn guessing_locks_out_the_guesser_and_nobody_else() {
        let limiter = RateLimiter::new(Limits::default());
        assert_eq!(guess_until_refused(&limiter, "192.0.2.7", "Ada"), 5);
        // Another spelling is no other account, and another account has its own few guesses until
        // the address has none left.
        assert_eq!(guess_until_refused(&limiter, "192.0.2.7", "ADA"), 0);
        assert_eq!(guess_until_refused(&limiter, "192.0.2.7", "Bob"), 5);
        assert_eq!(guess_until_refused(&limiter, "192.0.2.7", "Eve"), 0);
        // Even at that address, someone who is signed in can confirm a password.
        let address: IpAddr = "192.0.2.7".parse().expect("an address");
        let confirm = Guess::Confirm { session: "s" };
        assert!(limiter.guess(address, confirm).is_ok());
        // The owner signs in from elsewhere, as often as they like.
        let elsewhere: IpAddr = "198.51.100.1".parse().expect("an address");
        for _ in 0..20 {
            let guess = limiter.guess(elsewhere, Guess::SignIn { name: "Ada" });
            guess.expect("admitted").refund();
        }
        assert_eq!(guess_until_refused(&limiter, "198.51.100.1", "Ada"), 5);
    }

    #[test]
    fn many_sockets_of_one_address_send_no_more_than_a_few_busy_ones() {
        let limiter = RateLimiter::new(Limits::default());
        let address: IpAddr = "192.0.2.7".parse().expect("an address");
        let mut sockets = [Bucket::new(Instant::now()); 100];
        let started = Instant::now();
        let mut admitted: u64 = 0;
        for _ in 0..100 {
            for own in &mut sockets {
                admitted += u64::from(limiter.message(address, own).is_ok());
            }
        }
        // A burst, and what has come since at the steady rate.
        let most = 600 + 200 * (started.elapsed().as_secs() + 1);
        assert!((600..=most).contains(&admitted), "{admitted}");
        let elsewhere: IpAddr = "198.51.100.1".parse().expect("an address");
        let own = &mut Bucket::new(Instant::now());
        assert!(limiter.message(elsewhere, own).is_ok());
    }

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
