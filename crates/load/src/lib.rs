//! Load and fault tests for a game server.
//!
//! Many pairs of players play random legal moves over real sockets: [`run`] measures how long a
//! move takes from the moment it is due until its acknowledgment has been read. With [`Faults`]
//! the server is killed repeatedly under load, and everything that it had acknowledged is
//! looked for afterwards. [`attack`] plays beside hostile visitors instead, and compares what
//! honest players notice with a budget.
//!
//! A player moves some time after learning of the opponent's move, as people do, so a slow
//! server gets fewer requests. Three things keep that from flattering it: the pairs do not wait
//! for each other, latency counts from when a move should have been sent even if this tool was
//! late to send it, and moves without a reply at the end are waited for.
//!
//! Players know no rules: they choose among the moves in the server's views, so every game in
//! the server's catalogue is played.

use quintain_rules::message::{AllOf, Message, MessageSpec, Texts};

/// The texts of this crate.
pub static TEXTS: Texts = quintain_rules::texts!("load", "$CARGO_MANIFEST_DIR/texts");

/// The messages of this crate, for tests of its catalogues.
pub const MESSAGES: &[&[MessageSpec]] = &[
    LoadError::SPECS,
    report::Label::SPECS,
    report::Value::SPECS,
    Failure::SPECS,
    ClientError::SPECS,
    Problem::SPECS,
    Loss::SPECS,
    Excess::SPECS,
    attack::Heading::SPECS,
    attack::Column::SPECS,
];

mod attack;
mod client;
mod expectations;
mod faults;
mod messages;
mod pair;
mod problem;
mod random;
mod report;
mod server_process;
mod shared;
mod stats;

pub use attack::{Attack, AttackReport, Budget, Excess, Trial, UnknownAttack, attack};
pub use report::{ErrorCount, Failure, FaultReport, Memory, Report, RoundTrip};

use client::ApiClient;
use problem::{ClientError, Loss, Problem};
use quintain_rules::rng::Rng;
use quintain_rules::{Registry, messages};
use server_process::{Limits, ServerProcess};
use shared::{Phase, Shared};
use stats::Stats;
use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// How many pairs connect at the same time.
const CONCURRENT_SETUPS: usize = 32;
/// How long all pairs have to start their first game: even a slow machine does ten per second.
const SETUP_TIMEOUT: Duration = Duration::from_secs(60);
const SETUP_TIMEOUT_PER_GAME: Duration = Duration::from_millis(100);

/// What to do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which server.
    pub target: Target,
    /// How many games are played at the same time, each over two sockets.
    pub games: usize,
    /// The average time that a player takes for a move; zero means as fast as possible.
    pub move_interval: Duration,
    /// How long to measure. With faults it is how long the server lives on average.
    pub duration: Duration,
    /// Whether the server is killed.
    pub faults: Option<Faults>,
    /// The seed of games and moves.
    pub seed: u64,
}

/// Which server.
#[derive(Clone, Debug)]
pub enum Target {
    /// A running server, at an address such as `http://127.0.0.1:7878`.
    Running(String),
    /// A server that is started with this program, in a directory of its own.
    Spawn {
        /// The program.
        program: PathBuf,
        /// The database, a file or a URL; a new file if there is none.
        database: Option<OsString>,
    },
}

/// How the server is killed.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// How many times.
    pub kills: usize,
    /// How long it stays down at most.
    pub max_downtime: Duration,
    /// How much time a running clock may lose in each outage.
    pub max_clock_loss: Duration,
}

messages! {
    /// Why nothing could be measured.
    pub enum LoadError in TEXTS {
        /// The address is not that of a server.
        Address = "not-an-address" {
            /// The address, quoted.
            url: String,
        },
        /// Only a server that was started for this may be killed.
        ForeignServer = "foreign-server",
        /// The server cannot be started.
        Start = "cannot-start" {
            /// Why.
            reason: String,
        },
        /// The server does not respond as it should.
        Response = "unexpected-response" {
            /// The server's address.
            address: String,
            /// What is wrong.
            reason: ClientError,
        },
        /// Not all games started in time.
        Setup = "games-not-started" {
            /// How many games started.
            started: usize,
            /// How many should have.
            wanted: usize,
            /// The time limit.
            seconds: u64,
            /// What went wrong, as far as it is known.
            errors: AllOf<Message>,
        },
    }
}

impl Error for LoadError {}

impl LoadError {
    /// The server cannot be started.
    pub(crate) fn start(reason: impl Display) -> LoadError {
        LoadError::Start {
            reason: reason.to_string(),
        }
    }
}

/// Plays and measures; with faults, also kills the server and checks what it has kept.
pub async fn run(games: &Registry, options: &Options) -> Result<Report, LoadError> {
    // A server that is started inherits the limit.
    quintain_server::raise_open_file_limit();
    let (mut process, address) = match &options.target {
        Target::Spawn { program, database } => {
            let process = ServerProcess::start(program, database.as_deref(), Limits::Unlimited);
            let process = process.await?;
            let address = process.address();
            (Some(process), address)
        }
        Target::Running(_) if options.faults.is_some() => return Err(LoadError::ForeignServer),
        Target::Running(url) => (None, client::host_of(url)?),
    };
    let api = ApiClient::new(address);
    let catalogue = api.catalogue().await?;
    let mut fleet = Fleet::spawn(api, catalogue, options).await?;
    let started = Instant::now();
    let faults = match (&options.faults, &mut process) {
        (Some(faults), Some(process)) => {
            let report = faults::run(games, process, &fleet.shared, options, faults).await?;
            Some(report)
        }
        _ => {
            tokio::time::sleep(options.duration).await;
            None
        }
    };
    // Before everyone disconnects, which frees much of it.
    let memory = process.as_ref().and_then(ServerProcess::memory);
    let stats = fleet.join().await;
    let seconds = started.elapsed().as_secs_f64();
    if let Some(process) = process {
        process.stop().await;
    }
    Ok(Report::new(options.games, seconds, stats, memory, faults))
}

/// All pairs of players.
struct Fleet {
    shared: Arc<Shared>,
    pairs: JoinSet<Stats>,
}

impl Fleet {
    /// Connects all pairs, and has them start together.
    async fn spawn(
        api: ApiClient,
        catalogue: Vec<String>,
        options: &Options,
    ) -> Result<Fleet, LoadError> {
        let shared = Arc::new(Shared::new(api, catalogue, options));
        let mut rng = Rng::new(options.seed);
        let setups = Arc::new(Semaphore::new(CONCURRENT_SETUPS));
        let mut pairs = JoinSet::new();
        for number in 0..options.games {
            let (shared, seed) = (Arc::clone(&shared), rng.next_u64());
            pairs.spawn(pair::run(shared, number, seed, Arc::clone(&setups)));
        }
        let mut fleet = Fleet { shared, pairs };
        let timeout = SETUP_TIMEOUT + SETUP_TIMEOUT_PER_GAME * options.games as u32;
        if !fleet.shared.started.reaches(options.games, timeout).await {
            let started = fleet.shared.started.count();
            return Err(LoadError::Setup {
                started,
                wanted: options.games,
                seconds: timeout.as_secs(),
                errors: AllOf(fleet.join().await.error_messages()),
            });
        }
        fleet.shared.phase.send_replace(Phase::Playing);
        Ok(fleet)
    }

    /// Ends all games and returns what was measured.
    async fn join(&mut self) -> Stats {
        self.shared.phase.send_replace(Phase::Ending);
        let mut total = Stats::default();
        while let Some(ended) = self.pairs.join_next().await {
            match ended {
                Ok(stats) => total.merge(stats),
                Err(error) => total.count_error(Problem::Panic {
                    reason: error.to_string(),
                }),
            }
        }
        total
    }
}
