//! Files in the formats of single games.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| quintain_fuzz::format(text));
