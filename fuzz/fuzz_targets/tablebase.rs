//! Tablebase files: for every game that has them, on its smallest board.
#![no_main]

use quintain_engine::{EngineRegistry, TablebaseBuilder};
use std::sync::LazyLock;

static BUILDERS: LazyLock<Vec<Box<dyn TablebaseBuilder>>> = LazyLock::new(|| {
    let registry = EngineRegistry::standard();
    let builders = registry.iter().filter_map(|factory| {
        let size = factory.game().info().sizes().first().copied();
        let board = factory.game().start(size).ok()?;
        factory.tablebase(&*board).ok()
    });
    builders.collect()
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    for builder in BUILDERS.iter() {
        let mut rest = input;
        if let Ok(tablebase) = builder.read(&mut rest) {
            let mut written = Vec::new();
            tablebase
                .write(&mut written)
                .expect("memory takes everything");
            assert_eq!(written, input, "what was read is written the same");
        }
    }
});
