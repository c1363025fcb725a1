//! Load on a game server, and faults.
//!
//! Many tables with two players each play random legal moves over real sockets: [`run`]
//! measures how long a move takes from the moment it is due until its acknowledgement has been
//! read. With [`Faults`] the server is killed again and again in the midst of it, and everything
//! it had acknowledged is looked for afterwards.
//!
//! A player moves some time after hearing of the other's move, as people do, so a slow server is
//! asked less. What keeps that from flattering it: the tables do not wait for each other, time
//! counts from when a move should have been sent even if this tool was late to send it, and
//! moves that have no answer yet at the end are waited for.
//!
//! Players know no rules: they choose among the moves that the server's views list, so every
//! game in the server's catalogue is played.

mod api;
mod faults;
mod host;
mod ledger;
mod messages;
mod random;
mod report;
mod shared;
mod table;
mod tally;

pub use report::{FaultReport, Memory, Report, RoundTrip};

use api::Api;
use host::Host;
use quintain_rules::Registry;
use random::Random;
use shared::{Phase, Shared};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tally::Tally;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How many tables are set up at the same time.
const AT_ONCE: usize = 32;

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which server.
    pub target: Target,
    /// How many games are played at the same time, each over two sockets.
    pub games: usize,
    /// How long a player takes for a move on average; no time means as fast as it goes.
    pub every: Duration,
    /// For how long to measure. With faults it is how long the server lives on average.
    pub time: Duration,
    /// Whether the server is killed.
    pub faults: Option<Faults>,
    /// What games and moves are made from.
    pub seed: u64,
}

/// Which server.
#[derive(Clone, Debug)]
pub enum Target {
    /// One that runs, at an address such as `http://127.0.0.1:7878`.
    Running(String),
    /// One that is started for this, with this program, in a directory of its own.
    Own(PathBuf),
}

/// How a server is killed.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// How often.
    pub kills: usize,
    /// For how long it stays away, at most.
    pub away: Duration,
    /// How much a running clock may lose each time.
    pub clock_loss: Duration,
}

/// Why nothing could be measured.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The address is not one of a server.
    #[error("{0:?} is no address of a server such as http://127.0.0.1:7878")]
    Address(String),
    /// Only a server of one's own can be killed.
    #[error("only a server that is started for this can be killed: leave out the address")]
    NotOurs,
    /// The server cannot be started.
    #[error("the server cannot be started: {0}")]
    Start(String),
    /// The server does not answer as it should.
    #[error("the server at {address} does not answer as it should: {reason}")]
    Answer {
        /// Where.
        address: String,
        /// What is wrong.
        reason: String,
    },
    /// Not all tables came together.
    #[error("only {seated} of {wanted} games began within {seconds} s; trouble: {trouble}")]
    Seats {
        /// How many games began.
        seated: usize,
        /// How many should have.
        wanted: usize,
        /// How long was waited.
        seconds: u64,
        /// What went wrong, as far as known.
        trouble: String,
    },
}

/// Plays, measures, and with faults kills and checks.
pub async fn run(games: &Registry, options: &Options) -> Result<Report, LoadError> {
    // A server that is started inherits the limit.
    quintain_server::allow_many_connections();
    let (mut host, address) = match &options.target {
        Target::Own(program) => {
            let host = Host::start(program).await?;
            let address = host.address();
            (Some(host), address)
        }
        Target::Running(_) if options.faults.is_some() => return Err(LoadError::NotOurs),
        Target::Running(url) => (None, api::host_of(url)?),
    };
    let api = Api::new(address);
    let catalogue = api.catalogue().await?;
    let mut crowd = Crowd::gather(api, catalogue, options).await?;
    let began = Instant::now();
    let faults = match (&options.faults, &mut host) {
        (Some(faults), Some(host)) => {
            let report = faults::run(games, host, &crowd.shared, options, faults).await?;
            Some(report)
        }
        _ => {
            tokio::time::sleep(options.time).await;
            None
        }
    };
    // Before everyone leaves, which frees much of it.
    let memory = host.as_ref().and_then(Host::memory);
    let tally = crowd.dismiss().await;
    let seconds = began.elapsed().as_secs_f64();
    if let Some(host) = host {
        host.stop().await;
    }
    Ok(Report::new(options.games, seconds, tally, memory, faults))
}

/// All tables.
struct Crowd {
    shared: Arc<Shared>,
    tables: JoinSet<Tally>,
}

impl Crowd {
    /// Sets up all tables and lets them begin together.
    async fn gather(
        api: Api,
        catalogue: Vec<String>,
        options: &Options,
    ) -> Result<Crowd, LoadError> {
        let shared = Arc::new(Shared::new(api, catalogue, options));
        let mut random = Random::new(options.seed);
        let entrance = Arc::new(Semaphore::new(AT_ONCE));
        let mut tables = JoinSet::new();
        for number in 0..options.games {
            let (shared, seed) = (Arc::clone(&shared), random.next());
            tables.spawn(table::run(shared, number, seed, Arc::clone(&entrance)));
        }
        let mut crowd = Crowd { shared, tables };
        // Ten a second is slow for any machine.
        let patience = Duration::from_secs(60) + Duration::from_millis(100) * options.games as u32;
        if !crowd.shared.seated.reaches(options.games, patience).await {
            let seated = crowd.shared.seated.count();
            let trouble = crowd.dismiss().await.trouble();
            return Err(LoadError::Seats {
                seated,
                wanted: options.games,
                seconds: patience.as_secs(),
                trouble,
            });
        }
        crowd.shared.phase.send_replace(Phase::Playing);
        Ok(crowd)
    }

    /// Ends all games and gives what was counted.
    async fn dismiss(&mut self) -> Tally {
        self.shared.phase.send_replace(Phase::Ending);
        let mut sum = Tally::default();
        while let Some(ended) = self.tables.join_next().await {
            match ended {
                Ok(tally) => sum.add(tally),
                Err(error) => sum.error(format!("a table broke down: {error}")),
            }
        }
        sum
    }
}
