//! Conversations with an engine: a game's id on the first line, then what it is told.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((game, lines)) = quintain_fuzz::game_and_rest(input) {
        quintain_fuzz::ugi(game, lines);
    }
});
