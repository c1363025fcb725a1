//! The kept inputs of the fuzz target for the socket, without a fuzzer.

#[path = "../../../../fuzz/src/socket.rs"]
mod socket;

use crate::common::temp_dir;
use std::path::Path;

#[test]
fn nothing_that_a_client_says_is_an_internal_error() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/socket");
    let dir = temp_dir();
    let server = socket::Server::start(dir.path().join("fuzz.db"));
    let mut inputs = 0;
    for file in std::fs::read_dir(corpus).expect("a directory") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        server.receive(&text);
        inputs += 1;
    }
    assert!(inputs > 0);
}
