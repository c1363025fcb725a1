//! Steps: a game's id on the first line, a position on the second, then the text.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((game, rest)) = quintain_fuzz::game_and_rest(input)
        && let Some((position, step)) = rest.split_once('\n')
    {
        quintain_fuzz::step(game, position, step);
    }
});
