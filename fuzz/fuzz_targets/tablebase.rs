//! Tablebase files: for every game that has them, on its smallest board.
#![no_main]

use quintain_engine::EngineRegistry;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    for factory in EngineRegistry::standard().iter() {
        let size = factory.game().info().sizes().first().copied();
        let board = factory.game().start(size).expect("a size of the game");
        let Ok(builder) = factory.tablebase(&*board) else {
            continue;
        };
        let mut rest = input;
        if let Ok(tablebase) = builder.read(&mut rest) {
            let mut written = Vec::new();
            tablebase.write(&mut written).expect("memory takes everything");
            assert_eq!(written, input, "what was read is written the same");
        }
    }
});
