//! Analysis on the engine's threads.

use super::fair_queue::Requester;
use super::permits::{Permit, Permits};
use super::pool::{EnginePool, Task, TaskHandle, TaskKind, TaskState, Turn};
use super::thread_engines::ThreadEngines;
use crate::TEXTS;
use crate::config::Limits;
use crate::heavy_work::{HeavyWork, Overloaded};
use quintain_api::protocol::{AnalysisRequest, AnalysisUpdate};
use quintain_api::{Analysis, Progress, ServiceError};
use quintain_engine::EngineRegistry;
use quintain_rules::messages;
use std::error::Error;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What an analysis may take in all, waiting and thinking, however much was asked for.
const MAX_ANALYSIS_TIME: Duration = Duration::from_secs(10 * 60);
/// What it may wait beyond twice the time that was asked for.
const MIN_ANALYSIS_WAIT: Duration = Duration::from_secs(10);

/// A request with at most this many steps is prepared at once.
const MAX_STEPS_AT_ONCE: usize = 64;

/// Receives the results of an analysis.
pub(crate) type OnUpdate = Box<dyn FnMut(AnalysisUpdate) + Send>;

messages! {
    /// Why an analysis cannot be started.
    pub(crate) enum AnalysisError in TEXTS {
        /// Too many tasks are waiting already.
        Busy = "engine-busy",
        /// The user has too many analyses.
        TooManyOfUser = "too-many-analyses" {
            /// How many a user may have at the same time.
            max: u32,
        },
        /// The address has too many analyses.
        TooManyOfAddress = "too-many-analyses-of-address" {
            /// How many an address may have at the same time.
            max: u32,
        },
    } or {
        /// The request is invalid.
        Service(ServiceError),
        /// Too much is being prepared already.
        Overloaded(Overloaded),
    }
}

impl Error for AnalysisError {}

impl From<ServiceError> for AnalysisError {
    fn from(error: ServiceError) -> Self {
        AnalysisError::Service(error)
    }
}

impl From<Overloaded> for AnalysisError {
    fn from(error: Overloaded) -> Self {
        AnalysisError::Overloaded(error)
    }
}

/// Analyses positions, cheap to clone.
#[derive(Clone)]
pub(crate) struct Analyses {
    engines: Arc<EngineRegistry>,
    pool: Arc<EnginePool>,
    heavy: HeavyWork,
    of_user: Permits<String>,
    of_address: Permits<IpAddr>,
}

/// The places of a running analysis in its user's and its address's shares.
struct Places {
    _of_user: Permit<String>,
    _of_address: Option<Permit<IpAddr>>,
}

/// Given back when the analysis is complete or nobody wants it anymore, whichever comes first.
type SharedPlaces = Arc<Mutex<Option<Places>>>;

fn give_back(places: &SharedPlaces) {
    drop(places.lock().unwrap_or_else(PoisonError::into_inner).take());
}

/// A running analysis, which ends at the latest when this is dropped.
pub(crate) struct AnalysisHandle {
    _task: TaskHandle,
    places: SharedPlaces,
}

impl Drop for AnalysisHandle {
    fn drop(&mut self) {
        give_back(&self.places);
    }
}

impl Analyses {
    pub(crate) fn new(
        engines: Arc<EngineRegistry>,
        pool: Arc<EnginePool>,
        heavy: HeavyWork,
        limits: &Limits,
    ) -> Analyses {
        Analyses {
            engines,
            pool,
            heavy,
            of_user: Permits::new(limits.analyses_per_user),
            of_address: Permits::new(limits.analyses_per_address),
        }
    }

    /// Starts an analysis.
    pub(crate) async fn start(
        &self,
        requester: Requester,
        request_id: String,
        request: AnalysisRequest,
        on_update: OnUpdate,
    ) -> Result<AnalysisHandle, AnalysisError> {
        let places = Arc::new(Mutex::new(Some(self.places(&requester)?)));
        let analysis = self.prepare(request_id, request).await?;
        let time = analysis.time_requested() * 2 + MIN_ANALYSIS_WAIT;
        let task = AnalysisTask {
            analysis,
            on_update,
            places: Arc::clone(&places),
        };
        let kind = TaskKind::Analysis {
            time: time.min(MAX_ANALYSIS_TIME),
        };
        let handle = self.pool.submit(kind, &requester, Box::new(task));
        Ok(AnalysisHandle {
            _task: handle.ok_or(AnalysisError::Busy)?,
            places,
        })
    }

    /// Plays through the request. A long game is no work for the threads that serve, and with a
    /// short one nobody need wait for those who have long ones.
    async fn prepare(
        &self,
        request_id: String,
        request: AnalysisRequest,
    ) -> Result<Analysis, AnalysisError> {
        if request.position.steps.len() <= MAX_STEPS_AT_ONCE {
            return Ok(Analysis::new(&self.engines, request_id, &request)?);
        }
        let engines = Arc::clone(&self.engines);
        let prepare = move || Analysis::new(&engines, request_id, &request);
        Ok(self.heavy.run(prepare).await??)
    }

    fn places(&self, requester: &Requester) -> Result<Places, AnalysisError> {
        let of_user = self.of_user.acquire(&requester.user);
        let of_user = of_user.ok_or(AnalysisError::TooManyOfUser {
            max: self.of_user.max(),
        })?;
        let of_address = match &requester.address {
            None => None,
            Some(address) => {
                let place = self.of_address.acquire(address);
                Some(place.ok_or(AnalysisError::TooManyOfAddress {
                    max: self.of_address.max(),
                })?)
            }
        };
        Ok(Places {
            _of_user: of_user,
            _of_address: of_address,
        })
    }
}

struct AnalysisTask {
    analysis: Analysis,
    on_update: OnUpdate,
    places: SharedPlaces,
}

impl Task for AnalysisTask {
    fn run(&mut self, turn: &Turn<'_>, engines: &mut ThreadEngines) -> TaskState {
        self.analysis.shorten(turn.time_left);
        let engine = engines.for_analysis(self.analysis.factory());
        let on_update = &mut self.on_update;
        match self.analysis.run(engine, turn.slice, turn.stop, on_update) {
            Progress::Done => TaskState::Done,
            Progress::Unfinished => TaskState::Unfinished,
        }
    }

    fn give_up(&mut self) {
        self.analysis.finish(&mut self.on_update);
    }
}

impl Drop for AnalysisTask {
    fn drop(&mut self) {
        give_back(&self.places);
    }
}
