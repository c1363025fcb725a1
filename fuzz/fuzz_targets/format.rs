//! Files in the games' own formats.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| quintain_fuzz::format(text));
