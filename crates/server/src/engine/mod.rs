//! The engine in a server: a bounded pool of threads, the engine's moves, and analysis.

mod analyses;
mod fair_queue;
mod move_task;
mod permits;
mod pool;
mod thread_engines;

pub(crate) use analyses::{Analyses, AnalysisError, AnalysisHandle};
pub(crate) use fair_queue::Requester;
pub(crate) use move_task::{EngineTask, FoundMove};
pub(crate) use permits::{Permit, Permits};
pub(crate) use pool::{EnginePool, Task, TaskHandle, TaskKind, TaskState, Turn};
pub(crate) use thread_engines::ThreadEngines;
