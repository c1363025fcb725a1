//! The files that only the program reads: the openings of a match, a saved match, the settings of a
//! server.

use quintain_engine::EngineRegistry;
use quintain_rules::message::Language;
use std::ffi::OsString;
use std::path::Path;

const MATCH: &str = "quintain match random random;name=other --game sight --size 3 --games 2";

/// An input whose first line says what the rest is: the program reads it from a file, and says what
/// is wrong with it in every language.
pub(crate) fn read(text: &str, file: &Path) {
    let Some((kind, contents)) = text.split_once('\n') else {
        return;
    };
    let command = match kind {
        "openings" => format!("{MATCH} --openings"),
        "match" => format!("{MATCH} --save"),
        // The database cannot be made, so that no server starts.
        "settings" => "quintain serve --database /dev/null/none --log error --config".to_owned(),
        _ => return,
    };
    let args = command.split(' ').map(OsString::from);
    let args = args.chain([file.as_os_str().to_owned()]);
    let engines = EngineRegistry::standard();
    for language in Language::all() {
        std::fs::write(file, contents).expect("a file can be written");
        let mut out = Vec::new();
        if let Err(error) = quintain::run(&engines, language, args.clone(), &mut out, false) {
            assert!(!error.text(language).is_empty());
        }
    }
}
