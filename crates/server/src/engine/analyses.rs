//! Analysis on the engine's threads.

use super::pool::{EnginePool, Task, TaskHandle, TaskState};
use crate::TEXTS;
use quintain_api::protocol::{AnalysisRequest, AnalysisUpdate};
use quintain_api::{Analysis, Progress, ServiceError};
use quintain_engine::EngineRegistry;
use quintain_rules::messages;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Receives the results of an analysis.
pub(crate) type OnUpdate = Box<dyn FnMut(AnalysisUpdate) + Send>;

messages! {
    /// Why an analysis cannot be started.
    pub(crate) enum AnalysisError in TEXTS {
        /// Too many tasks are waiting already.
        Busy = "engine-busy",
    } or {
        /// The request is invalid.
        Service(ServiceError),
    }
}

impl Error for AnalysisError {}

impl From<ServiceError> for AnalysisError {
    fn from(error: ServiceError) -> Self {
        AnalysisError::Service(error)
    }
}

/// Analyses positions, cheap to clone.
#[derive(Clone)]
pub(crate) struct Analyses {
    engines: Arc<EngineRegistry>,
    pool: Arc<EnginePool>,
}

impl Analyses {
    pub(crate) fn new(engines: Arc<EngineRegistry>, pool: Arc<EnginePool>) -> Analyses {
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
