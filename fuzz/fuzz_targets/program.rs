//! The files that only the program reads: the openings of a match, a saved match, the settings of a
//! server. The first line of an input says which, the rest is the file.
#![no_main]

use quintain_engine::EngineRegistry;
use quintain_fuzz::scratch_file;
use quintain_rules::message::Language;
use std::path::PathBuf;
use std::sync::LazyLock;

const MATCH: &str = "quintain match random random;name=other --game sight --size 3 --games 2";

/// The file that the program reads, one for all inputs.
static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| scratch_file(&format!("quintain-fuzz-{}.txt", std::process::id())));

libfuzzer_sys::fuzz_target!(|text: &str| {
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
    std::fs::write(&*FILE, contents).expect("a file can be written");
    let args = command.split(' ').map(Into::into);
    let args = args.chain([FILE.as_os_str().to_owned()]);
    let engines = EngineRegistry::standard();
    // Whatever is wrong is said in words, in every language.
    for language in Language::all() {
        let mut out = Vec::new();
        if let Err(error) = quintain::run(&engines, language, args.clone(), &mut out, false) {
            assert!(!error.text(language).is_empty());
        }
    }
});
