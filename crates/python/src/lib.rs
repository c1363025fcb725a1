//! The native part of the Python package `quintain`: thin over the rules and the engine.
//!
//! What Python calls is here and in `python/quintain/`; `docs/python.md` describes it. Values from
//! Python are checked in [`args`] and [`buffers`], and everything long runs through [`work`], which
//! lets other Python threads run and heeds Ctrl-C.

mod args;
mod batch;
mod buffers;
mod engine;
mod errors;
mod mcts;
mod position;
mod record;
mod referee;
mod space;
mod tablebase;
mod values;
mod work;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// The native module: what `quintain/__init__.py` presents to the world.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::engine::{Analysis, Engine, Line};
    #[pymodule_export]
    use super::errors::{
        EngineError, GameError, MoveError, PositionError, QuintainError, RecordError,
    };
    #[pymodule_export]
    use super::mcts::mcts;
    #[pymodule_export]
    use super::position::{Position, games, parse, rules, sizes, start, starts};
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::referee::Referee;
    #[pymodule_export]
    use super::space::Space;
    #[pymodule_export]
    use super::tablebase::Tablebase;
    #[pymodule_export]
    use super::values::{Event, Solution, Step};

    #[pymodule_init]
    fn init(module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        super::check_processor()?;
        super::PyModuleMethods::add(module, "__version__", env!("CARGO_PKG_VERSION"))
    }
}

/// Code that was built for newer processors must not end in an illegal instruction on others.
fn check_processor() -> PyResult<()> {
    match quintain_rules::processor::missing() {
        None => Ok(()),
        Some(set) => Err(PyImportError::new_err(format!(
            "this build of quintain needs a processor with {set}; for this one, build it from \
             source with RUSTFLAGS=-Ctarget-cpu=x86-64"
        ))),
    }
}
