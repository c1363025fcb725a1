//! Observations and actions of a game on one board.

use crate::args;
use crate::buffers::{Claims, Masks, Observations, array, slice_mut};
use crate::errors::{GameError, MoveError, raise};
use crate::position::{Position, game};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quintain_rules::erased::AnyPosition;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::learn::{Augmentation, Encode, augmentations};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, MoveError as BadMove};

/// An array with a row per symmetry.
type Table<'py> = Bound<'py, PyArray2<i64>>;

/// A board of a game whose type is known.
pub(crate) trait AnySpace: Send + Sync {
    fn planes(&self) -> &'static [&'static str];
    fn action_planes(&self) -> Vec<String>;
    /// The planes, rows and columns of an observation.
    fn shape(&self) -> [usize; 3];
    fn action_count(&self) -> usize;
    fn augmentations(&self) -> Vec<Augmentation>;
    /// The number of a move given as text; `None` for positions of other boards.
    fn action(&self, position: &dyn AnyPosition, mv: &str) -> Option<Result<usize, BadMove>>;
    /// The text of an action; the inner `None` if no move has this number.
    fn mv(&self, position: &dyn AnyPosition, action: usize) -> Option<Option<String>>;
    fn write_bytes(&self, position: &dyn AnyPosition, out: &mut [u8]) -> bool;
    fn write_floats(&self, position: &dyn AnyPosition, out: &mut [f32]) -> bool;
    fn write_mask_bytes(&self, position: &dyn AnyPosition, out: &mut [u8]) -> bool;
    fn write_mask_flags(&self, position: &dyn AnyPosition, out: &mut [bool]) -> bool;
}

struct Board<P>(P);

impl<P: Encode> Board<P> {
    /// The typed position, if it is one of this board.
    fn own<'a>(&self, position: &'a dyn AnyPosition) -> Option<&'a P> {
        let position = position.as_any().downcast_ref::<P>()?;
        (position.size() == self.0.size()).then_some(position)
    }
}

impl<P: Encode> AnySpace for Board<P> {
    fn planes(&self) -> &'static [&'static str] {
        P::PLANES
    }

    fn action_planes(&self) -> Vec<String> {
        P::action_planes(self.0.frame().cols)
    }

    fn shape(&self) -> [usize; 3] {
        let frame = self.0.frame();
        [P::PLANES.len(), frame.rows.into(), frame.cols.into()]
    }

    fn action_count(&self) -> usize {
        self.0.action_count()
    }

    fn augmentations(&self) -> Vec<Augmentation> {
        augmentations(&self.0)
    }

    fn action(&self, position: &dyn AnyPosition, mv: &str) -> Option<Result<usize, BadMove>> {
        let position = self.own(position)?;
        let action = position.parse_move(mv).and_then(|mv| {
            position.validate_move(mv)?;
            Ok(position.action_of(mv))
        });
        Some(action)
    }

    fn mv(&self, position: &dyn AnyPosition, action: usize) -> Option<Option<String>> {
        let position = self.own(position)?;
        Some(position.move_of(action).map(|mv| position.move_text(mv)))
    }

    fn write_bytes(&self, position: &dyn AnyPosition, out: &mut [u8]) -> bool {
        self.own(position)
            .map(|own| own.write_planes(out))
            .is_some()
    }

    fn write_floats(&self, position: &dyn AnyPosition, out: &mut [f32]) -> bool {
        self.own(position)
            .map(|own| own.write_planes(out))
            .is_some()
    }

    fn write_mask_bytes(&self, position: &dyn AnyPosition, out: &mut [u8]) -> bool {
        self.own(position).map(|own| own.write_mask(out)).is_some()
    }

    fn write_mask_flags(&self, position: &dyn AnyPosition, out: &mut [bool]) -> bool {
        self.own(position).map(|own| own.write_mask(out)).is_some()
    }
}

struct MakeSpace(Option<u8>);

impl Visitor for MakeSpace {
    type Output = Result<Box<dyn AnySpace>, quintain_rules::SizeError>;

    fn visit<P: Describe + Evaluate + Encode>(self) -> Self::Output {
        Ok(Box::new(Board(P::start(self.0)?)))
    }
}

/// The observations and actions of a game on one board.
#[pyclass(module = "quintain", frozen)]
pub(crate) struct Space {
    #[pyo3(get)]
    game: &'static str,
    #[pyo3(get)]
    size: Option<u8>,
    space: Box<dyn AnySpace>,
}

impl Space {
    /// The error for a position of another board.
    fn other_board(&self, position: &Position) -> PyErr {
        let size = |size: Option<u8>| {
            size.map(|size| format!(" on size {size}"))
                .unwrap_or_default()
        };
        let (own, other) = (size(self.size), size(position.0.size()));
        PyValueError::new_err(format!(
            "position must be one of {}{own}, not of {}{other}",
            self.game,
            position.info().id
        ))
    }
}

#[pymethods]
impl Space {
    /// The space of a game on the default board, or on one of another size.
    #[new]
    #[pyo3(signature = (game, size = None))]
    fn new(py: Python<'_>, game: &str, size: Option<&Bound<'_, PyAny>>) -> PyResult<Space> {
        let info = self::game(py, game)?.info();
        let asked = args::size(size)?;
        let made = dispatch(info.id, MakeSpace(asked));
        let space = match made {
            Some(Ok(space)) => space,
            Some(Err(error)) => return Err(raise::<GameError>(py, error)),
            None => return Err(PyValueError::new_err(format!("{game} cannot be learned"))),
        };
        let [_, _, cols] = space.shape();
        Ok(Space {
            game: info.id,
            size: (!info.sizes().is_empty()).then_some(cols as u8),
            space,
        })
    }

    /// The names of the planes of an observation.
    #[getter]
    fn planes(&self) -> Vec<&'static str> {
        self.space.planes().to_vec()
    }

    /// The names of the action planes. Action `plane * rows * columns + row * columns + column`
    /// goes to that cell.
    #[getter]
    fn action_planes(&self) -> Vec<String> {
        self.space.action_planes()
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.space.shape().into()
    }

    /// How many actions there are.
    #[getter]
    fn action_count(&self) -> usize {
        self.space.action_count()
    }

    /// The number of a legal move, from the view of the side to move.
    fn action(&self, py: Python<'_>, position: &Position, r#move: &str) -> PyResult<usize> {
        match self.space.action(&*position.0, r#move) {
            None => Err(self.other_board(position)),
            Some(action) => action.map_err(|error| raise::<MoveError>(py, error)),
        }
    }

    /// The text of an action, legal or not.
    fn move_text(&self, position: &Position, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let most = self.space.action_count() as u64 - 1;
        let action = args::whole("action", action, 0..=most)?;
        match self.space.mv(&*position.0, action as usize) {
            None => Err(self.other_board(position)),
            Some(Some(text)) => Ok(text),
            Some(None) => Err(PyValueError::new_err(format!(
                "action {action} stands for no move: it would begin beyond the edge of the board"
            ))),
        }
    }

    /// Writes the observation of a position.
    fn observe(&self, position: &Position, observations: &Bound<'_, PyAny>) -> PyResult<()> {
        let written =
            match Observations::new(&mut Claims::default(), observations, &self.space.shape())? {
                Observations::Bytes(mut out) => {
                    self.space.write_bytes(&*position.0, slice_mut(&mut out)?)
                }
                Observations::Floats(mut out) => {
                    self.space.write_floats(&*position.0, slice_mut(&mut out)?)
                }
            };
        if written {
            Ok(())
        } else {
            Err(self.other_board(position))
        }
    }

    /// Writes the mask of the legal actions of a position.
    fn write_mask(&self, position: &Position, masks: &Bound<'_, PyAny>) -> PyResult<()> {
        let written = match Masks::new(&mut Claims::default(), masks, &[self.space.action_count()])?
        {
            Masks::Bytes(mut out) => self
                .space
                .write_mask_bytes(&*position.0, slice_mut(&mut out)?),
            Masks::Flags(mut out) => self
                .space
                .write_mask_flags(&*position.0, slice_mut(&mut out)?),
        };
        if written {
            Ok(())
        } else {
            Err(self.other_board(position))
        }
    }

    /// The symmetries, the identity first: for each the cell that every cell goes to, and the
    /// action that every action becomes.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<(Table<'py>, Table<'py>)> {
        let found = self.space.augmentations();
        let rows = |of: fn(&Augmentation) -> &Vec<usize>| {
            let all: Vec<i64> = found.iter().flat_map(of).map(|&to| to as i64).collect();
            let flat: Bound<'py, PyArray1<i64>> = array(py, &all);
            let width = all.len() / found.len().max(1);
            flat.reshape([found.len(), width])
        };
        Ok((rows(|map| &map.cells)?, rows(|map| &map.actions)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&'static str, Option<u8>)) {
        (py.get_type::<Space>().into_any(), (self.game, self.size))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.extract::<PyRef<'_, Space>>();
        other.is_ok_and(|other| (self.game, self.size) == (other.game, other.size))
    }

    fn __hash__(&self) -> u64 {
        let size = u64::from(self.size.unwrap_or(0));
        self.game.bytes().fold(size, |hash, byte| {
            quintain_rules::splitmix64(hash ^ u64::from(byte))
        })
    }

    fn __repr__(&self) -> String {
        let [planes, rows, cols] = self.space.shape();
        let actions = self.space.action_count();
        let game = self.game;
        format!("<Space of {game}: {planes} planes of {rows}x{cols}, {actions} actions>")
    }
}
