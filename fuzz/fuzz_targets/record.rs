//! Records of whole games.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| quintain_fuzz::record(text));
