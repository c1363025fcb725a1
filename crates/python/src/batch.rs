//! Many games at once, with results in arrays of the caller.

use crate::args;
use crate::buffers::{Actions, Claims, Masks, Observations, optional_writable, slice_mut};
use crate::errors::{GameError, raise};
use crate::mcts::{AnyForest, forest};
use crate::position::{Position, game};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use quintain_engine::mcts::MctsOptions;
use quintain_rules::erased::{AnyPosition, erase};
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::learn::{Batch as Games, Encode, StepResults};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, SizeError};

/// The most games in a batch.
const MAX_COUNT: u64 = 1 << 24;

/// A batch of games whose type is known.
trait AnyBatch: Send + Sync {
    fn len(&self) -> usize;
    fn shape(&self) -> [usize; 3];
    fn action_count(&self) -> usize;
    fn step_long(&mut self, actions: &[i64], results: &mut StepResults<'_>) -> usize;
    fn step_short(&mut self, actions: &[i32], results: &mut StepResults<'_>) -> usize;
    fn write_bytes(&self, out: &mut [u8]);
    fn write_floats(&self, out: &mut [f32]);
    fn write_mask_bytes(&self, out: &mut [u8]);
    fn write_mask_flags(&self, out: &mut [bool]);
    fn write_players(&self, out: &mut [i8]);
    fn sample(&mut self, out: &mut [i64]);
    fn reset(&mut self, env: usize);
    fn set_seed(&mut self, env: usize, seed: u64);
    fn position(&self, env: usize) -> Option<Box<dyn AnyPosition>>;
    /// Whether the position could be set: it must be one of the same board.
    fn set_position(&mut self, env: usize, position: &dyn AnyPosition) -> bool;
    fn plies(&self) -> &[u32];
    /// A search tree for each game.
    fn forest(&self, seed: u64, options: MctsOptions) -> Box<dyn AnyForest>;
}

/// The games, and a start of their board.
struct Typed<P> {
    games: Games<P>,
    start: P,
}

impl<P: Describe + Encode> AnyBatch for Typed<P> {
    fn len(&self) -> usize {
        self.games.len()
    }

    fn shape(&self) -> [usize; 3] {
        let frame = self.start.frame();
        [P::PLANES.len(), frame.rows.into(), frame.cols.into()]
    }

    fn action_count(&self) -> usize {
        self.start.action_count()
    }

    fn step_long(&mut self, actions: &[i64], results: &mut StepResults<'_>) -> usize {
        self.games.step(actions, results)
    }

    fn step_short(&mut self, actions: &[i32], results: &mut StepResults<'_>) -> usize {
        self.games.step(actions, results)
    }

    fn write_bytes(&self, out: &mut [u8]) {
        self.games.write_observations(out);
    }

    fn write_floats(&self, out: &mut [f32]) {
        self.games.write_observations(out);
    }

    fn write_mask_bytes(&self, out: &mut [u8]) {
        self.games.write_masks(out);
    }

    fn write_mask_flags(&self, out: &mut [bool]) {
        self.games.write_masks(out);
    }

    fn write_players(&self, out: &mut [i8]) {
        self.games.write_players(out);
    }

    fn sample(&mut self, out: &mut [i64]) {
        self.games.sample(out);
    }

    fn reset(&mut self, env: usize) {
        self.games.reset(env);
    }

    fn set_seed(&mut self, env: usize, seed: u64) {
        self.games.set_seed(env, seed);
    }

    fn position(&self, env: usize) -> Option<Box<dyn AnyPosition>> {
        self.games.positions().get(env).copied().map(erase)
    }

    fn set_position(&mut self, env: usize, position: &dyn AnyPosition) -> bool {
        match position.as_any().downcast_ref::<P>() {
            Some(&position) if position.size() == self.start.size() => {
                self.games.set_position(env, position)
            }
            _ => false,
        }
    }

    fn plies(&self) -> &[u32] {
        self.games.plies()
    }

    fn forest(&self, seed: u64, options: MctsOptions) -> Box<dyn AnyForest> {
        forest(self.games.positions(), seed, options)
    }
}

struct MakeBatch<'a> {
    size: Option<u8>,
    seeds: &'a [u64],
    auto_reset: bool,
    max_plies: Option<u32>,
}

impl Visitor for MakeBatch<'_> {
    type Output = Result<Box<dyn AnyBatch>, SizeError>;

    fn visit<P: Describe + Evaluate + Encode>(self) -> Self::Output {
        let starts = P::initial_positions(self.size)?;
        Ok(Box::new(Typed {
            games: Games::new(starts, self.seeds, self.auto_reset, self.max_plies),
            start: P::start(self.size)?,
        }))
    }
}

/// Many games of one kind on one board, played in step with each other.
#[pyclass(module = "quintain")]
pub(crate) struct Batch(Box<dyn AnyBatch>);

#[pymethods]
impl Batch {
    /// `count` games. `seed` is the seed of the first game, the next ones follow; or there is one
    /// seed per game. Games that end start anew by themselves unless `auto_reset` is false, and are
    /// cut off after `max_plies`.
    #[new]
    #[pyo3(signature = (game, count, size = None, *, seed = None, auto_reset = true, max_plies = None))]
    fn new(
        py: Python<'_>,
        game: &str,
        count: &Bound<'_, PyAny>,
        size: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        auto_reset: bool,
        max_plies: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Batch> {
        let info = self::game(py, game)?.info();
        let count = args::whole("count", count, 1..=MAX_COUNT)?;
        let max_plies = args::optional_whole("max_plies", max_plies, 1..=u64::from(u32::MAX - 1))?;
        let seeds = seeds(seed, count as usize)?;
        let make = MakeBatch {
            size: args::size(size)?,
            seeds: &seeds,
            auto_reset,
            max_plies: max_plies.map(|plies| plies as u32),
        };
        match py.detach(|| dispatch(info.id, make)) {
            Some(Ok(batch)) => Ok(Batch(batch)),
            Some(Err(error)) => Err(raise::<GameError>(py, error)),
            None => Err(PyValueError::new_err(format!("{game} cannot be learned"))),
        }
    }

    /// Plays one action per game and writes the results into those arrays that are given, one
    /// entry per game. Returns how many actions were not played; `status` says which and why.
    #[pyo3(signature = (actions, *, observations = None, masks = None, players = None, rewards = None, terminated = None, truncated = None, status = None, probabilities = None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are buffers with names in Python"
    )]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        observations: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
        players: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
        terminated: Option<&Bound<'py, PyAny>>,
        truncated: Option<&Bound<'py, PyAny>>,
        status: Option<&Bound<'py, PyAny>>,
        probabilities: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<usize> {
        // Everything is checked before anything is played.
        let shape = &[self.0.len()];
        let claims = &mut Claims::default();
        let actions = Actions::new(claims, actions, shape)?;
        let views = Views::new(claims, &*self.0, observations, masks, players)?;
        let mut rewards = optional_writable::<f32>(claims, "rewards", rewards, shape, "float32")?;
        let mut terminated =
            optional_writable::<bool>(claims, "terminated", terminated, shape, "bool")?;
        let mut truncated =
            optional_writable::<bool>(claims, "truncated", truncated, shape, "bool")?;
        let mut status = optional_writable::<u8>(claims, "status", status, shape, "uint8")?;
        let mut probabilities =
            optional_writable::<f32>(claims, "probabilities", probabilities, shape, "float32")?;
        let mut results = StepResults {
            rewards: rewards.as_mut().map(slice_mut).transpose()?,
            terminated: terminated.as_mut().map(slice_mut).transpose()?,
            truncated: truncated.as_mut().map(slice_mut).transpose()?,
            status: status.as_mut().map(slice_mut).transpose()?,
            probabilities: probabilities.as_mut().map(slice_mut).transpose()?,
        };
        let batch = &mut self.0;
        let rejected = match &actions {
            Actions::Long(actions) => {
                let actions = actions.as_slice()?;
                py.detach(|| batch.step_long(actions, &mut results))
            }
            Actions::Short(actions) => {
                let actions = actions.as_slice()?;
                py.detach(|| batch.step_short(actions, &mut results))
            }
        };
        views.write(py, &*self.0)?;
        Ok(rejected)
    }

    /// Writes what the games look like now into those arrays that are given.
    #[pyo3(signature = (*, observations = None, masks = None, players = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        observations: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
        players: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        Views::new(
            &mut Claims::default(),
            &*self.0,
            observations,
            masks,
            players,
        )?
        .write(py, &*self.0)
    }

    /// Draws a legal action for each game, all equally likely; -1 where a game is over.
    fn sample<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<()> {
        let shape = &[self.0.len()];
        let actions = optional_writable::<i64>(
            &mut Claims::default(),
            "actions",
            Some(actions),
            shape,
            "int64",
        )?;
        let Some(mut actions) = actions else {
            return Ok(());
        };
        let out = slice_mut(&mut actions)?;
        let batch = &mut self.0;
        py.detach(|| batch.sample(out));
        Ok(())
    }

    /// Starts games anew: all, or one. With a seed, what chance draws begins anew, too.
    #[pyo3(signature = (env = None, *, seed = None))]
    fn reset(
        &mut self,
        env: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (first, count) = match env {
            None => (0, self.0.len()),
            Some(env) => (self.env(env)?, 1),
        };
        let seeds = seed.map(|seed| seeds(Some(seed), count)).transpose()?;
        for env in 0..count {
            if let Some(seeds) = &seeds {
                self.0.set_seed(first + env, seeds[env]);
            }
            self.0.reset(first + env);
        }
        Ok(())
    }

    /// The position of a game, a copy.
    fn position(&self, env: &Bound<'_, PyAny>) -> PyResult<Position> {
        let env = self.env(env)?;
        let position = self.0.position(env);
        position
            .map(Position)
            .ok_or_else(|| PyValueError::new_err("env must be one of the games"))
    }

    /// Puts a game at a position, as if it began there.
    fn set_position(&mut self, env: &Bound<'_, PyAny>, position: &Position) -> PyResult<()> {
        let env = self.env(env)?;
        if self.0.set_position(env, &*position.0) {
            return Ok(());
        }
        Err(PyValueError::new_err(
            "position must be one of the same game and board as the batch",
        ))
    }

    /// How many plies each game has lasted.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, numpy::PyArray1<u32>> {
        crate::buffers::array(py, self.0.plies())
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.0.shape().into()
    }

    /// How many actions there are.
    #[getter]
    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

impl Batch {
    /// A search tree for each game.
    pub(crate) fn forest(&self, seed: u64, options: MctsOptions) -> Box<dyn AnyForest> {
        self.0.forest(seed, options)
    }

    fn env(&self, env: &Bound<'_, PyAny>) -> PyResult<usize> {
        let most = self.0.len() as u64 - 1;
        Ok(args::whole("env", env, 0..=most)? as usize)
    }
}

/// One seed per game: from the seed of the first one, or from all of them.
fn seeds(seed: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<u64>> {
    let Some(seed) = seed else {
        return Ok((0..count as u64).collect());
    };
    // Arrays have `__index__` as well, so what can be iterated comes first.
    let Ok(items) = seed.try_iter() else {
        if !seed.hasattr("__index__")? {
            return Err(PyTypeError::new_err(format!(
                "seed must be a whole number or one per game, not {}",
                args::type_name(seed)
            )));
        }
        let first = args::whole("seed", seed, 0..=u64::MAX)?;
        return Ok((0..count as u64)
            .map(|env| first.wrapping_add(env))
            .collect());
    };
    let mut all = Vec::new();
    for item in items.take(count + 1) {
        all.push(args::whole("seed", &item?, 0..=u64::MAX)?);
    }
    if all.len() != count {
        return Err(PyValueError::new_err(format!(
            "seed must have one number per game, {count}, not {}",
            if all.len() > count {
                "more".to_owned()
            } else {
                all.len().to_string()
            }
        )));
    }
    Ok(all)
}

/// The arrays that show what games look like.
struct Views<'py> {
    observations: Option<Observations<'py>>,
    masks: Option<Masks<'py>>,
    players: Option<numpy::PyReadwriteArrayDyn<'py, i8>>,
}

impl<'py> Views<'py> {
    fn new(
        claims: &mut Claims,
        batch: &dyn AnyBatch,
        observations: Option<&Bound<'py, PyAny>>,
        masks: Option<&Bound<'py, PyAny>>,
        players: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let (count, [planes, rows, cols]) = (batch.len(), batch.shape());
        let shape = [count, planes, rows, cols];
        let mask_shape = [count, batch.action_count()];
        Ok(Views {
            observations: observations
                .map(|array| Observations::new(claims, array, &shape))
                .transpose()?,
            masks: masks
                .map(|array| Masks::new(claims, array, &mask_shape))
                .transpose()?,
            players: optional_writable(claims, "players", players, &[count], "int8")?,
        })
    }

    fn write(self, py: Python<'_>, batch: &dyn AnyBatch) -> PyResult<()> {
        match self.observations {
            Some(Observations::Bytes(mut out)) => {
                let out = slice_mut(&mut out)?;
                py.detach(|| batch.write_bytes(out));
            }
            Some(Observations::Floats(mut out)) => {
                let out = slice_mut(&mut out)?;
                py.detach(|| batch.write_floats(out));
            }
            None => {}
        }
        match self.masks {
            Some(Masks::Bytes(mut out)) => {
                let out = slice_mut(&mut out)?;
                py.detach(|| batch.write_mask_bytes(out));
            }
            Some(Masks::Flags(mut out)) => {
                let out = slice_mut(&mut out)?;
                py.detach(|| batch.write_mask_flags(out));
            }
            None => {}
        }
        if let Some(mut players) = self.players {
            let out = slice_mut(&mut players)?;
            py.detach(|| batch.write_players(out));
        }
        Ok(())
    }
}
