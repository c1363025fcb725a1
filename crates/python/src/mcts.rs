//! Monte Carlo tree search with evaluations from Python, one call for each batch of leaves.

use crate::args;
use crate::batch::Batch;
use crate::buffers::{Claims, readable, wrong_dtype, zeros};
use crate::position::Position;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use quintain_engine::mcts::{EvaluationError, Forest, MctsOptions, RootNoise};
use quintain_rules::Evaluate;
use quintain_rules::erased::AnyPosition;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::learn::Encode;
use quintain_rules::view::Describe;

/// The most positions, simulations of each, and leaves of each in a batch.
const MAX_TREES: usize = 1 << 20;
const MAX_SIMULATIONS: u64 = 1 << 20;
const MAX_LEAVES: u64 = 1 << 10;
/// The largest number that options of the search may be: enough for any purpose, and no infinity.
const MAX_OPTION: f32 = 1e6;

/// Visits and values of all positions.
type Found<'py> = (Bound<'py, PyArrayDyn<u32>>, Bound<'py, PyArrayDyn<f32>>);

/// Search trees of a game whose type is known.
pub(crate) trait AnyForest: Send + Sync {
    fn len(&self) -> usize;
    /// The planes, rows and columns of an observation.
    fn shape(&self) -> [usize; 3];
    fn action_count(&self) -> usize;
    fn select(&mut self, simulations: u32, leaves: usize) -> usize;
    fn write_leaves(&self, observations: &mut [f32], masks: &mut [bool]);
    fn expand(&mut self, logits: &[f32], values: &[f32]) -> Result<(), EvaluationError>;
    fn write_results(&self, visits: &mut [u32], values: &mut [f32]);
}

/// The trees, and the position of one of them.
struct Typed<P: Encode> {
    forest: Forest<P>,
    board: P,
}

impl<P: Encode> AnyForest for Typed<P> {
    fn len(&self) -> usize {
        self.forest.len()
    }

    fn shape(&self) -> [usize; 3] {
        let frame = self.board.frame();
        [P::PLANES.len(), frame.rows.into(), frame.cols.into()]
    }

    fn action_count(&self) -> usize {
        self.board.action_count()
    }

    fn select(&mut self, simulations: u32, leaves: usize) -> usize {
        self.forest.select(simulations, leaves)
    }

    fn write_leaves(&self, observations: &mut [f32], masks: &mut [bool]) {
        let planes = observations.chunks_exact_mut(self.board.observation_len());
        let masks = masks.chunks_exact_mut(self.board.action_count());
        for ((leaf, planes), mask) in self.forest.leaves().zip(planes).zip(masks) {
            leaf.write_planes(planes);
            leaf.write_mask(mask);
        }
    }

    fn expand(&mut self, logits: &[f32], values: &[f32]) -> Result<(), EvaluationError> {
        self.forest.expand(logits, values)
    }

    fn write_results(&self, visits: &mut [u32], values: &mut [f32]) {
        let visits = visits.chunks_exact_mut(self.board.action_count());
        for (tree, (visits, value)) in visits.zip(values).enumerate() {
            self.forest.write_visits(tree, visits);
            *value = self.forest.value(tree);
        }
    }
}

/// Search trees for positions of one board; there must be at least one.
pub(crate) fn forest<P: Encode>(
    roots: &[P],
    seed: u64,
    options: MctsOptions,
) -> Box<dyn AnyForest> {
    Box::new(Typed {
        forest: Forest::new(roots, seed, options),
        board: roots[0],
    })
}

/// Makes search trees for positions whose game is known at run time; `Err` has the number of the
/// first one that is not of the same board as the first.
struct MakeForest<'a> {
    roots: &'a [Box<dyn AnyPosition>],
    seed: u64,
    options: MctsOptions,
}

impl Visitor for MakeForest<'_> {
    type Output = Result<Box<dyn AnyForest>, usize>;

    fn visit<P: Describe + Evaluate + Encode>(self) -> Self::Output {
        let mut typed: Vec<P> = Vec::with_capacity(self.roots.len());
        for (index, root) in self.roots.iter().enumerate() {
            match root.as_any().downcast_ref::<P>() {
                Some(root) if root.size() == self.roots[0].size() => typed.push(*root),
                _ => return Err(index),
            }
        }
        Ok(forest(&typed, self.seed, self.options))
    }
}

/// Search trees for a batch, or for any positions of one board.
fn trees(
    positions: &Bound<'_, PyAny>,
    seed: u64,
    options: MctsOptions,
) -> PyResult<Box<dyn AnyForest>> {
    if let Ok(batch) = positions.cast::<Batch>() {
        return Ok(batch.try_borrow()?.forest(seed, options));
    }
    let wrong = |value: &Bound<'_, PyAny>| {
        PyTypeError::new_err(format!(
            "positions must be a Batch or positions, not {}",
            args::type_name(value)
        ))
    };
    let mut roots = Vec::new();
    for item in positions.try_iter().map_err(|_| wrong(positions))? {
        let item = item?;
        let position = item.cast::<Position>().map_err(|_| wrong(&item))?;
        roots.push(position.try_borrow()?.0.clone());
        if roots.len() > MAX_TREES {
            return Err(PyValueError::new_err(format!(
                "positions must be at most {MAX_TREES}"
            )));
        }
    }
    let Some(first) = roots.first() else {
        return Err(PyValueError::new_err(
            "positions must have at least one position",
        ));
    };
    let make = MakeForest {
        roots: &roots,
        seed,
        options,
    };
    match dispatch(first.info().id, make) {
        Some(Ok(forest)) => Ok(forest),
        Some(Err(index)) => Err(PyValueError::new_err(format!(
            "positions must be of one game and board: number {index} is of another than number 0"
        ))),
        None => Err(PyValueError::new_err(format!(
            "{} cannot be learned",
            first.info().id
        ))),
    }
}

/// Searches many positions at once: see the type stub.
#[pyfunction]
#[pyo3(signature = (positions, evaluate, *, simulations, leaves = None, exploration = None, fpu_reduction = None, noise_alpha = None, noise_fraction = None, seed = None))]
#[expect(
    clippy::too_many_arguments,
    reason = "they are options with names in Python"
)]
pub(crate) fn mcts<'py>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    evaluate: &Bound<'py, PyAny>,
    simulations: &Bound<'py, PyAny>,
    leaves: Option<&Bound<'py, PyAny>>,
    exploration: Option<&Bound<'py, PyAny>>,
    fpu_reduction: Option<&Bound<'py, PyAny>>,
    noise_alpha: Option<&Bound<'py, PyAny>>,
    noise_fraction: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Found<'py>> {
    if !evaluate.is_callable() {
        return Err(PyTypeError::new_err(format!(
            "evaluate must be a function, not {}",
            args::type_name(evaluate)
        )));
    }
    let simulations = args::whole("simulations", simulations, 1..=MAX_SIMULATIONS)? as u32;
    let leaves = args::optional_whole("leaves", leaves, 1..=MAX_LEAVES)?.unwrap_or(8) as usize;
    let seed = args::optional_whole("seed", seed, 0..=u64::MAX)?.unwrap_or(0);
    let options = options(exploration, fpu_reduction, noise_alpha, noise_fraction)?;
    let mut forest = trees(positions, seed, options)?;
    loop {
        let count = py.detach(|| forest.select(simulations, leaves));
        if count == 0 {
            break;
        }
        py.check_signals()?;
        let (logits, values) = ask(py, &*forest, count, evaluate)?;
        let (logits, values) = (logits.as_slice()?, values.as_slice()?);
        py.detach(|| forest.expand(logits, values))
            .map_err(|error| PyValueError::new_err(format!("what evaluate returned: {error}")))?;
    }
    let visits = zeros::<u32>(py, &[forest.len(), forest.action_count()])?;
    let values = zeros::<f32>(py, &[forest.len()])?;
    let (mut all, mut means) = (visits.readwrite(), values.readwrite());
    let (all_slice, means_slice) = (all.as_slice_mut()?, means.as_slice_mut()?);
    py.detach(|| forest.write_results(all_slice, means_slice));
    drop((all, means));
    Ok((visits, values))
}

fn options(
    exploration: Option<&Bound<'_, PyAny>>,
    fpu_reduction: Option<&Bound<'_, PyAny>>,
    noise_alpha: Option<&Bound<'_, PyAny>>,
    noise_fraction: Option<&Bound<'_, PyAny>>,
) -> PyResult<MctsOptions> {
    let mut options = MctsOptions::default();
    if let Some(value) = exploration {
        options.exploration = args::real("exploration", value, 0.0..=MAX_OPTION)?;
    }
    if let Some(value) = fpu_reduction {
        options.fpu_reduction = args::real("fpu_reduction", value, -MAX_OPTION..=MAX_OPTION)?;
    }
    let fraction = noise_fraction
        .map(|value| args::real("noise_fraction", value, 0.0..=1.0))
        .transpose()?;
    if let Some(value) = noise_alpha {
        options.noise = Some(RootNoise {
            alpha: args::real("noise_alpha", value, 1e-6..=MAX_OPTION)?,
            fraction: fraction.unwrap_or(0.25),
        });
    }
    Ok(options)
}

/// Has Python evaluate the leaves that wait: logits and values, of the right types and shapes.
fn ask<'py>(
    py: Python<'py>,
    forest: &dyn AnyForest,
    count: usize,
    evaluate: &Bound<'py, PyAny>,
) -> PyResult<(PyReadonlyArrayDyn<'py, f32>, PyReadonlyArrayDyn<'py, f32>)> {
    let ([planes, rows, cols], actions) = (forest.shape(), forest.action_count());
    // New arrays each time, so that whoever is called may keep them.
    let observations = zeros::<f32>(py, &[count, planes, rows, cols])?;
    let masks = zeros::<bool>(py, &[count, actions])?;
    let (mut seen, mut legal) = (observations.readwrite(), masks.readwrite());
    let (seen_slice, legal_slice) = (seen.as_slice_mut()?, legal.as_slice_mut()?);
    py.detach(|| forest.write_leaves(seen_slice, legal_slice));
    drop((seen, legal));
    let returned = evaluate.call1((observations, masks))?;
    let parts = returned
        .cast::<PyTuple>()
        .ok()
        .filter(|parts| parts.len() == 2);
    let Some(parts) = parts else {
        return Err(PyTypeError::new_err(format!(
            "evaluate must return a tuple of logits and values, not {}",
            args::type_name(&returned)
        )));
    };
    let array = |index: usize, name: &str, shape: &[usize]| {
        let part = parts.get_item(index)?;
        match readable(&mut Claims::default(), name, &part, shape)? {
            Some(array) => Ok(array),
            None => Err(wrong_dtype(name, &part, "float32")),
        }
    };
    Ok((
        array(0, "logits that evaluate returns", &[count, actions])?,
        array(1, "values that evaluate returns", &[count])?,
    ))
}
