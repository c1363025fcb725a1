//! The files that only the program reads. The first line of an input says which, the rest is the
//! file.
#![no_main]

// Not in the library: the program's tests use it too, and the other targets do not need it.
#[path = "../src/program.rs"]
mod program;
#[path = "../src/scratch.rs"]
mod scratch;

use std::path::PathBuf;
use std::sync::LazyLock;

/// The file that the program reads, one for all inputs.
static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| scratch::scratch_file(&format!("quintain-fuzz-{}.txt", std::process::id())));

libfuzzer_sys::fuzz_target!(|text: &str| program::read(text, &FILE));
