//! Files in which a training is kept.
#![no_main]

// Not in the library: the tests of the training use it too.
#[path = "../src/training_state.rs"]
mod training_state;

libfuzzer_sys::fuzz_target!(|input: &[u8]| training_state::read(input));
