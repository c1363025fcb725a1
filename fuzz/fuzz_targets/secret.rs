//! Secrets of a start position: a game's id on the first line, then the text.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((game, text)) = quintain_fuzz::game_and_rest(input)
        && let Ok(position) = game.start(None)
    {
        quintain_fuzz::secret(&*position, text);
    }
});
