//! The `quintain` program.

use quintain_rules::Registry;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let result = quintain::run(&Registry::standard(), std::env::args_os(), &mut out);
    let result = result.and_then(|()| out.flush().map_err(quintain::Failure::from));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
