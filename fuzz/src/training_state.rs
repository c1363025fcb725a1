//! The file in which a training is kept.

use quintain_training::train::state::State;
use std::path::Path;

/// An input whose first byte is the number of a network's parameters, and the rest the file: what is
/// accepted is written as it was read, and the training goes on from it.
pub(crate) fn read(input: &[u8]) {
    let Some((&parameters, file)) = input.split_first() else {
        return;
    };
    let Ok(mut state) = State::parse(Path::new("state"), file, parameters.into()) else {
        return;
    };
    assert_eq!(state.to_bytes(), file);
    state.adam(&vec![1.0; parameters.into()], 0.5, 0.01, 0.001);
}
