//! How a server is set up.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 lets the system choose one.
    pub listen: SocketAddr,
    /// The database file.
    pub database: PathBuf,
    /// The address that people type, `https://games.example`, if it is not the one where the
    /// server listens: pages of other origins cannot use the server. With `https` cookies are
    /// never sent in the clear.
    pub origin: Option<String>,
    /// Whether a proxy in front tells the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// How many threads the engine has; all cores but one if nothing is said.
    pub engine_threads: Option<usize>,
    /// How long a player must have been away in a fast game before the other may claim it; in
    /// slower games it is a multiple of this.
    pub claim_after: Duration,
    /// How long a client may take to send a request: its head, and again its body.
    pub patience: Duration,
    /// Limits on what one address or account may do.
    pub limits: Limits,
    /// Where the server gets its secrets from; tests put their own here.
    pub entropy: Entropy,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7878)),
            database: PathBuf::from("quintain.db"),
            origin: None,
            behind_proxy: false,
            engine_threads: None,
            claim_after: Duration::from_secs(30),
            patience: Duration::from_secs(15),
            limits: Limits::default(),
            entropy: Entropy::default(),
        }
    }
}

/// Limits on what one address or account may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Requests a second from one address, in the long run; ten times as many at once.
    pub requests: u32,
    /// Attempts a minute to sign in or up, from one address and for one name.
    pub passwords: u32,
    /// Games an hour that one person may make.
    pub games: u32,
    /// Connections that one address may have open.
    pub connections: u32,
    /// Messages a second over one connection, in the long run; three times as many at once.
    pub messages: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests: 50,
            passwords: 10,
            games: 200,
            connections: 100,
            messages: 20,
        }
    }
}

/// Where the randomness of what is hidden comes from.
#[derive(Clone)]
pub struct Entropy(pub Arc<dyn Fn() -> [u8; 32] + Send + Sync>);

impl Default for Entropy {
    /// The operating system.
    fn default() -> Self {
        Entropy(Arc::new(quintain_table::entropy))
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Entropy")
    }
}
