//! The messages of a client over the socket, one per line. `GAME` stands for the id of a game in
//! which the client plays both sides.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| quintain_fuzz::socket::messages(text));
