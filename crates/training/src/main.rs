//! Generates games and trains networks: `datagen` and `train`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quintain_training::cli::main()
}
