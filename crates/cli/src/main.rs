//! The `quintain` program.

use quintain_engine::EngineRegistry;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    // First of all: nothing else is sure to run on a processor that lacks something, not even the
    // choice of a language.
    if let Some(set) = quintain_rules::processor::missing() {
        eprintln!(
            "quintain: this build needs a processor with {set}; for this one, build it with \
             RUSTFLAGS=-Ctarget-cpu=x86-64\n\
             quintain: Dieses Programm ist für Prozessoren mit {set} gebaut; für diesen geht \
             RUSTFLAGS=-Ctarget-cpu=x86-64"
        );
        return ExitCode::FAILURE;
    }
    run()
}

/// Everything else.
#[inline(never)]
fn run() -> ExitCode {
    let language = quintain::choose_language(std::env::args_os(), |name| std::env::var(name).ok());
    let stdout = std::io::stdout();
    let styled = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    // Not locked: an engine replies from the thread that searches.
    let mut out = std::io::BufWriter::new(stdout);
    let result = quintain::run(
        &EngineRegistry::standard(),
        language,
        std::env::args_os(),
        &mut out,
        styled,
    );
    let result = result.and_then(|()| out.flush().map_err(quintain::Error::from));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(language, quintain::wants_json(std::env::args_os())),
    }
}
