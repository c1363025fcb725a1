//! Secrets: a game's id on the first line, a position on the second, then the text.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((game, rest)) = quintain_fuzz::game_and_rest(input)
        && let Some((position, text)) = rest.split_once('\n')
        && let Ok(position) = game.parse(position)
    {
        quintain_fuzz::secret(&*position, text);
    }
});
