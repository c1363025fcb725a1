//! The engine in a server: a bounded pool of threads, the engine's moves, and analysis.

mod analyses;
mod move_task;
mod pool;

pub(crate) use analyses::{Analyses, AnalysisError};
pub(crate) use move_task::EngineTask;
pub(crate) use pool::{EnginePool, Task, TaskHandle, TaskState};
