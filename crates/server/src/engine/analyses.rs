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
        let time = total_time(analysis.time_requested());
        let task = AnalysisTask {
            analysis,
            on_update,
            places: Arc::clone(&places),
        };
        let kind = TaskKind::Analysis { time };
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

/// What an analysis for which this much was asked may take, waiting and thinking.
fn total_time(requested: Duration) -> Duration {
    let time = requested
        .saturating_mul(2)
        .saturating_add(MIN_ANALYSIS_WAIT);
    time.min(MAX_ANALYSIS_TIME)
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

#[cfg(test)]
mod tests {
    use super::{Analyses, Analysis, AnalysisTask, MAX_STEPS_AT_ONCE, Requester, Task, Turn};
    use crate::config::Limits;
    use crate::engine::{EnginePool, ThreadEngines};
    use crate::heavy_work::HeavyWork;
    use crate::metrics::Metrics;
    use quintain_api::protocol::AnalysisRequest;
    use quintain_engine::EngineRegistry;
    use serde_json::json;
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    /// Steps of a game that goes on and on.
    fn steps(engines: &EngineRegistry, count: usize) -> Vec<String> {
        let game = engines.registry().get("animal-chess").expect("a game");
        let mut position = game.start(None).expect("a board");
        let mut steps = Vec::new();
        while steps.len() < count {
            let goes_on = position.events().into_iter().rev().find_map(|event| {
                let mut next = position.clone();
                next.play(&event.text).expect("possible");
                next.winner().is_none().then_some((event.text, next))
            });
            let (text, next) = goes_on.expect("a quiet move");
            steps.push(text);
            position = next;
        }
        steps
    }

    /// A minute for each of the positions.
    fn request(engines: &EngineRegistry, count: usize) -> AnalysisRequest {
        let position =
            json!({ "game": "animal-chess", "steps": steps(engines, count), "all": true });
        let request = json!({ "position": position, "time_ms": 60_000 });
        serde_json::from_value(request).expect("a request")
    }

    #[test]
    fn an_analysis_ends_in_time_however_much_was_asked_for() {
        let engines = EngineRegistry::standard();
        let request = request(&engines, 100);
        let analysis = Analysis::new(&engines, String::new(), &request).expect("valid");
        let requested = analysis.time_requested();
        assert!(requested > Duration::from_secs(6000), "{requested:?}");
        assert_eq!(super::total_time(requested), super::MAX_ANALYSIS_TIME);
        assert_eq!(super::total_time(Duration::MAX), super::MAX_ANALYSIS_TIME);
        assert!(super::total_time(Duration::from_secs(60)) < super::MAX_ANALYSIS_TIME);
        // What is left is divided among its positions.
        let mut task = AnalysisTask {
            analysis,
            on_update: Box::new(|_| {}),
            places: Arc::new(Mutex::new(None)),
        };
        let turn = Turn {
            slice: Duration::ZERO,
            time_left: Duration::from_secs(101),
            stop: &AtomicBool::new(true),
        };
        task.run(&turn, &mut ThreadEngines::default());
        assert!(task.analysis.time_requested() <= turn.time_left);
    }

    #[tokio::test]
    async fn a_long_game_is_not_played_through_on_the_threads_that_serve() {
        let engines = Arc::new(EngineRegistry::standard());
        let pool = EnginePool::start(1, 10, 10, Metrics::new()).expect("threads");
        let lane = HeavyWork::new(1, 1);
        let limits = Limits::default();
        let analyses = Analyses::new(engines.clone(), Arc::new(pool), lane.clone(), &limits);
        let places = lane.take_all().await;
        let start = |count| {
            let (analyses, request) = (analyses.clone(), request(&engines, count));
            let requester = Requester {
                user: count.to_string(),
                address: None,
            };
            tokio::spawn(async move {
                let started = analyses.start(requester, String::new(), request, Box::new(|_| {}));
                started.await.is_ok()
            })
        };
        // A short one does not wait for those with long ones.
        let long = start(MAX_STEPS_AT_ONCE + 1);
        assert!(start(MAX_STEPS_AT_ONCE).await.expect("no panic"));
        assert!(!long.is_finished());
        drop(places);
        assert!(long.await.expect("no panic"));
    }
}
