//! Hostile visitors beside honest players: whatever one visitor does, the others play on.
//!
//! Each [`Attack`] gets a server of its own, with default settings and an empty database. Honest
//! pairs play as in every load test; hostile connections, all from one address, do their worst.
//! Afterwards the server is asked to shut down while the attack goes on.

mod accounts;
mod material;
mod report;
mod visitor;

pub use report::{AttackReport, Excess, Trial};
pub(crate) use report::{Column, Heading};

use crate::client::ApiClient;
use crate::server_process::{Limits, ServerProcess};
use crate::{Fleet, LoadError, Options, Target, client};
use material::Material;
use quintain_rules::Registry;
use quintain_rules::rng::Rng;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use visitor::{Tally, Visitor};

/// What hostile visitors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Ask for the longest answers there are, and never read them.
    UnreadAnswers,
    /// Ask for the web app's files, and never read them.
    UnreadFiles,
    /// Follow games as event streams, and never read them.
    UnreadStreams,
    /// Send requests one byte at a time.
    SlowRequests,
    /// Make moves and take them back, and ask for the whole game again and again.
    Takebacks,
    /// Start games against the strongest engine, each as a new guest.
    EngineGames,
    /// Start long analyses of many lines.
    Analyses,
    /// Try to sign in and register with huge and with wrong names.
    SignIns,
    /// Offer, join and list games in the lobby.
    Offers,
    /// Watch the honest players' games, leave and watch again.
    Spectators,
    /// Send pings and garbage over sockets.
    Floods,
    /// Become new guests and leave games behind.
    Guests,
    /// Sign up again and again, fill the lobby with the accounts, and change their passwords.
    Accounts,
    /// Turn accounts with many open games into programs', and back.
    Programs,
}

impl Attack {
    /// All attacks.
    pub const ALL: [Attack; 14] = [
        Attack::UnreadAnswers,
        Attack::UnreadFiles,
        Attack::UnreadStreams,
        Attack::SlowRequests,
        Attack::Takebacks,
        Attack::EngineGames,
        Attack::Analyses,
        Attack::SignIns,
        Attack::Offers,
        Attack::Spectators,
        Attack::Floods,
        Attack::Guests,
        Attack::Accounts,
        Attack::Programs,
    ];

    /// Its name on the command line and in reports.
    pub fn id(self) -> &'static str {
        match self {
            Attack::UnreadAnswers => "unread-answers",
            Attack::UnreadFiles => "unread-files",
            Attack::UnreadStreams => "unread-streams",
            Attack::SlowRequests => "slow-requests",
            Attack::Takebacks => "takebacks",
            Attack::EngineGames => "engine-games",
            Attack::Analyses => "analyses",
            Attack::SignIns => "sign-ins",
            Attack::Offers => "offers",
            Attack::Spectators => "spectators",
            Attack::Floods => "floods",
            Attack::Guests => "guests",
            Attack::Accounts => "accounts",
            Attack::Programs => "programs",
        }
    }
}

/// Not the name of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAttack;

impl FromStr for Attack {
    type Err = UnknownAttack;

    fn from_str(id: &str) -> Result<Attack, UnknownAttack> {
        let mut all = Attack::ALL.into_iter();
        all.find(|attack| attack.id() == id).ok_or(UnknownAttack)
    }
}

/// What the server must keep up while it is attacked.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// The longest round trip of an honest move, 99 percent of the time.
    pub p99: Duration,
    /// The most memory.
    pub memory_bytes: u64,
    /// The longest time to shut down.
    pub shutdown: Duration,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            p99: Duration::from_millis(100),
            memory_bytes: 512 * 1024 * 1024,
            shutdown: Duration::from_secs(10),
        }
    }
}

/// How long a shutdown is waited for beyond its budget, to measure how far off it is.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(60);

/// Plays under one attack after the other, with this many hostile connections.
pub async fn attack(
    games: &Registry,
    options: &Options,
    attacks: &[Attack],
    connections: usize,
) -> Result<AttackReport, LoadError> {
    let Target::Spawn { program, database } = &options.target else {
        return Err(LoadError::ForeignServer);
    };
    quintain_server::raise_open_file_limit();
    let material = Arc::new(Material::new(games, options.seed));
    let mut report = AttackReport::new(connections, Budget::default());
    for &attack in attacks {
        let process = ServerProcess::start(program, database.as_deref(), Limits::Default).await?;
        let trial = try_one(attack, process, &material, options, connections).await?;
        report.trials.push(trial);
    }
    Ok(report)
}

async fn try_one(
    attack: Attack,
    process: ServerProcess,
    material: &Arc<Material>,
    options: &Options,
    connections: usize,
) -> Result<Trial, LoadError> {
    let address = process.address();
    let api = ApiClient::new(address.clone());
    let catalogue = api.catalogue().await?;
    let mut fleet = Fleet::spawn(api, catalogue, options).await?;
    let tally = Arc::new(Tally::default());
    let mut rng = Rng::new(options.seed ^ 0xbad);
    let mut hostile = JoinSet::new();
    for _ in 0..connections {
        let api = ApiClient::from_address(address.clone(), client::HOSTILE_ADDRESS);
        let visitor = Visitor::new(
            api,
            Arc::clone(material),
            Arc::clone(&tally),
            rng.next_u64(),
        );
        hostile.spawn(visitor.attack(attack));
    }
    tokio::time::sleep(options.duration).await;
    let stats = fleet.join().await;
    let memory = process.memory();
    let shutdown = process.shut_down(SHUTDOWN_TIMEOUT).await?;
    hostile.shutdown().await;
    Ok(Trial::new(attack, stats, &tally, memory, shutdown))
}

#[cfg(test)]
mod tests {
    use super::{Attack, UnknownAttack};

    #[test]
    fn attacks_are_found_by_their_names() {
        for attack in Attack::ALL {
            assert_eq!(attack.id().parse(), Ok(attack));
        }
        assert_eq!("kindness".parse::<Attack>(), Err(UnknownAttack));
    }
}
