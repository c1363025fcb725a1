//! Analysis on the engine's threads.

use super::pool::{EnginePool, Task, TaskHandle, TaskState};
use quintain_api::protocol::{AnalysisRequest, AnalysisUpdate};
use quintain_api::{Analysis, Progress, ServiceError};
use quintain_engine::Catalogue;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Receives the results of an analysis.
pub(crate) type OnUpdate = Box<dyn FnMut(AnalysisUpdate) + Send>;

/// Why an analysis cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AnalysisError {
    /// The request is invalid.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// Too many tasks are waiting already.
    #[error("the engine is too busy; try again later")]
    Busy,
}

/// Analyses positions, cheap to clone.
#[derive(Clone)]
pub(crate) struct Analyses {
    engines: Arc<Catalogue>,
    pool: Arc<EnginePool>,
}

impl Analyses {
    pub(crate) fn new(engines: Arc<Catalogue>, pool: Arc<EnginePool>) -> Analyses {
        Analyses { engines, pool }
    }

    /// Starts an analysis, which ends at the latest when the handle is dropped.
    pub(crate) fn start(
        &self,
        request_id: String,
        request: &AnalysisRequest,
        on_update: OnUpdate,
    ) -> Result<TaskHandle, AnalysisError> {
        let task = AnalysisTask {
            analysis: Analysis::new(&self.engines, request_id, request)?,
            on_update,
        };
        let handle = self.pool.submit(Box::new(task));
        handle.ok_or(AnalysisError::Busy)
    }
}

struct AnalysisTask {
    analysis: Analysis,
    on_update: OnUpdate,
}

impl Task for AnalysisTask {
    fn run(&mut self, slice: Duration, stop: &AtomicBool) -> TaskState {
        match self.analysis.run(slice, stop, &mut self.on_update) {
            Progress::Done => TaskState::Done,
            Progress::Unfinished => TaskState::Unfinished,
        }
    }
}
