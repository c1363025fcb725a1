//! The `quintain` program.

use quintain_engine::EngineRegistry;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
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
