//! The state of a training: parameters, and what Adam keeps for each.

use super::{BETA1, BETA2, EPSILON};
use crate::Error;
use std::io::Read;
use std::path::Path;

const MAGIC: &[u8; 16] = b"quintain-train 1";

/// Everything that the rest of a training follows from.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Finished epochs.
    pub(super) epoch: u32,
    /// Steps of gradient descent.
    steps: u32,
    pub(super) parameters: Vec<f32>,
    /// Running means of the gradient and of its square.
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl State {
    pub(super) fn new(parameters: Vec<f32>) -> State {
        State {
            epoch: 0,
            steps: 0,
            mean: vec![0.0; parameters.len()],
            square: vec![0.0; parameters.len()],
            parameters,
        }
    }

    /// A step against a gradient, which is first multiplied by `scale`; all parameters shrink by
    /// `decay` (decoupled weight decay).
    pub fn adam(&mut self, gradient: &[f32], scale: f32, rate: f32, decay: f32) {
        // What the number of steps decides has long been the same when there are no larger numbers.
        self.steps = self.steps.saturating_add(1);
        let unbias = |beta: f32| 1.0 / (1.0 - power(beta, self.steps));
        let (unbias1, unbias2) = (unbias(BETA1), unbias(BETA2));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        let rows = self.parameters.iter_mut().zip(moments).zip(gradient);
        for ((parameter, (mean, square)), &gradient) in rows {
            let gradient = gradient * scale;
            *mean += (1.0 - BETA1) * (gradient - *mean);
            *square += (1.0 - BETA2) * (gradient * gradient - *square);
            *parameter -= decay * *parameter;
            *parameter -= rate * *mean * unbias1 / ((*square * unbias2).sqrt() + EPSILON);
        }
    }

    /// The state as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.epoch.to_le_bytes());
        bytes.extend(self.steps.to_le_bytes());
        let rows = [&self.parameters, &self.mean, &self.square];
        for number in rows.into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// Writes the state beside the file and then puts it in its place, so that a crash leaves
    /// either the old one or the new one.
    pub(super) fn write(&self, path: &Path) -> Result<(), Error> {
        let temporary = path.with_extension("tmp");
        std::fs::write(&temporary, self.to_bytes())
            .and_then(|()| std::fs::rename(&temporary, path))
            .map_err(|error| Error::file(path, error))
    }

    /// Reads a state with this many parameters.
    pub(super) fn read(path: &Path, parameters: usize) -> Result<State, Error> {
        let length = MAGIC.len() + 4 * (2 + 3 * parameters);
        let mut bytes = Vec::new();
        let file = crate::games_file::open(path)?;
        // One byte more than there should be tells that it is another file.
        let read = file.take(length as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| Error::file(path, error))?;
        State::parse(path, &bytes, parameters)
    }

    /// The same for what is in a file with this name.
    pub fn parse(path: &Path, bytes: &[u8], parameters: usize) -> Result<State, Error> {
        let Some(rest) = bytes.strip_prefix(MAGIC) else {
            return Err(Error::format(path, "this is not the state of a training"));
        };
        let numbers: Vec<[u8; 4]> = rest.as_chunks().0.to_vec();
        if numbers.len() != 2 + 3 * parameters || rest.len() % 4 != 0 {
            return Err(Error::format(path, "this is the state of another network"));
        }
        let (head, rows) = numbers.split_at(2);
        let row = |index: usize| -> Vec<f32> {
            rows[index * parameters..][..parameters]
                .iter()
                .map(|&bytes| f32::from_le_bytes(bytes))
                .collect()
        };
        let state = State {
            epoch: u32::from_le_bytes(head[0]),
            steps: u32::from_le_bytes(head[1]),
            parameters: row(0),
            mean: row(1),
            square: row(2),
        };
        let means = state.parameters.iter().chain(&state.mean);
        let is_sound = means.chain(&state.square).all(|number| number.is_finite())
            && state.square.iter().all(|&square| square >= 0.0);
        if !is_sound {
            let reason = "this state has numbers that no training leads to";
            return Err(Error::format(path, reason));
        }
        Ok(state)
    }
}

/// A power by repeated multiplication: the libraries' differ from system to system.
fn power(base: f32, exponent: u32) -> f32 {
    let (mut result, mut square, mut rest) = (1.0, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    result
}
