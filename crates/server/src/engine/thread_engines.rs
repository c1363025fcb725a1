//! The engines of one of the pool's threads.

use quintain_engine::{AnyEngine, EngineFactory, Settings};

/// The size of the transposition table for moves, in mebibytes: enough for the time of a move.
const MOVE_HASH_MIB: usize = 8;
/// The size of the transposition table for analyses, in mebibytes.
const ANALYSIS_HASH_MIB: usize = 16;

/// The engines of one thread: one for moves and one for analyses, so that what an analysis has
/// found survives the moves in between. Tasks borrow them. However many tasks there are, the
/// memory for tables is that of the threads.
#[derive(Default)]
pub(crate) struct ThreadEngines {
    for_moves: Option<Box<dyn AnyEngine>>,
    for_analyses: Option<Box<dyn AnyEngine>>,
}

impl ThreadEngines {
    /// An engine for one move, with empty tables: a move must not depend on what the thread did
    /// before.
    pub(crate) fn for_move(&mut self, factory: &dyn EngineFactory) -> &mut dyn AnyEngine {
        let engine = engine_of(&mut self.for_moves, factory, MOVE_HASH_MIB);
        engine.new_game();
        engine
    }

    /// An engine for a slice of an analysis, with whatever earlier slices have found.
    pub(crate) fn for_analysis(&mut self, factory: &dyn EngineFactory) -> &mut dyn AnyEngine {
        engine_of(&mut self.for_analyses, factory, ANALYSIS_HASH_MIB)
    }
}

/// The engine in a place, made anew if it is one for another game.
fn engine_of<'a>(
    place: &'a mut Option<Box<dyn AnyEngine>>,
    factory: &dyn EngineFactory,
    hash_mib: usize,
) -> &'a mut dyn AnyEngine {
    let game = factory.game().info().id;
    // The old tables are freed before new ones are allocated.
    place.take_if(|engine| engine.info().id != game);
    let engine = place.get_or_insert_with(|| {
        let mut engine = factory.engine();
        engine.configure(Settings {
            hash_mib,
            ..engine.settings()
        });
        engine
    });
    &mut **engine
}

#[cfg(test)]
mod tests {
    use super::ThreadEngines;
    use quintain_engine::{EngineRegistry, Level, Limits, Settings};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_move_does_not_depend_on_what_the_thread_did_before() {
        let registry = EngineRegistry::standard();
        let choose = |engines: &mut ThreadEngines, game: &str| {
            let factory = registry.get(game).expect("a game");
            let start = factory.game().start(None).expect("a board");
            let engine = engines.for_move(factory);
            engine.configure(Settings {
                level: Level::new(4).expect("a level"),
                seed: 7,
                ..engine.settings()
            });
            let stop = AtomicBool::new(false);
            let result = engine.go(&*start, &[], &Limits::default(), &stop, &mut |_| {});
            (result.best_move, result.nodes)
        };
        let mut used = ThreadEngines::default();
        for _ in 0..2 {
            for game in registry.registry().iter() {
                let id = game.info().id;
                // Twice in a row with the same engine, and once with a new one.
                let first = choose(&mut used, id);
                assert_eq!(first, choose(&mut used, id), "{id}");
                assert_eq!(first, choose(&mut ThreadEngines::default(), id), "{id}");
            }
        }
    }
}
