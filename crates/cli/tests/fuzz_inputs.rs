//! The kept inputs of the fuzz target for the program's files, without a fuzzer.

#[path = "../../../fuzz/src/program.rs"]
mod program;

use std::path::Path;

#[test]
fn no_file_of_a_match_or_a_server_makes_the_program_panic() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/program");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("file");
    let mut count = 0;
    for input in std::fs::read_dir(corpus).expect("the corpus") {
        let text = std::fs::read_to_string(input.expect("a file").path()).expect("text");
        program::read(&text, &file);
        // Cut off anywhere, and with a letter changed anywhere.
        for (at, letter) in text.char_indices().step_by(17) {
            program::read(&text[..at], &file);
            let changed = if letter == 'x' { "y" } else { "x" };
            let rest = &text[at + letter.len_utf8()..];
            program::read(&[&text[..at], changed, rest].concat(), &file);
        }
        count += 1;
    }
    assert!(count >= 4, "{count} inputs");
}
