//! The games with all that the engine can do with them, for applications that choose the game
//! at run time.

use crate::arena::{Adjudicator, adjudicator};
use crate::baseline::{Baseline, baseline};
use crate::bench::{BenchRequest, BenchResult, bench};
use crate::erased::{AnyEngine, engine};
use crate::player::Player;
use crate::solve::{Solution, SolveError, SolveRequest, solve_any};
use crate::tablebase::{TablebaseBuilder, TablebaseError, tablebase_builder};
use quintain_rules::erased::{AnyGame, AnyPosition, Erased as ErasedGame};
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Registry, Strategy, UnknownGame};
use std::marker::PhantomData;

/// Someone who knows all about one game.
pub trait EngineFactory: Send + Sync {
    /// The game.
    fn game(&self) -> &'static dyn AnyGame;
    /// A new engine for it.
    fn engine(&self) -> Box<dyn AnyEngine>;
    /// A simple player of it; `seed` decides what it leaves to chance.
    fn baseline(&self, kind: Baseline, seed: u64) -> Box<dyn Player>;
    /// A new judge of its positions.
    fn adjudicator(&self) -> Box<dyn Adjudicator>;
    /// Finds out who wins a position of it, and checks the proof if that is asked for.
    fn solve(
        &self,
        position: &dyn AnyPosition,
        request: &SolveRequest,
    ) -> Result<Solution, SolveError>;
    /// Tables of endgames on the board of a position; an error if the game has none.
    fn tablebase(
        &self,
        board: &dyn AnyPosition,
    ) -> Result<Box<dyn TablebaseBuilder>, TablebaseError>;
    /// Measures the speed of the search on positions of the usual board.
    fn bench(&self, request: &BenchRequest) -> BenchResult;
}

/// The games to choose from by id, each with its [`Expert`].
///
/// [`Catalogue::standard`] has the games of the rules crate; an application or a test can add
/// its own.
///
/// ```
/// use quintain_engine::{Catalogue, Limits};
/// use std::sync::atomic::AtomicBool;
///
/// let catalogue = Catalogue::standard();
/// let expert = catalogue.get("knights-duel")?;
/// let position = expert.game().start(Some(5))?;
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let stop = AtomicBool::new(false);
/// let thought = expert.engine().think(&*position, &[], &limits, &stop, &mut |_| {});
/// assert!(thought.best.is_some_and(|best| position.moves().contains(&best)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct EngineRegistry {
    registry: Registry,
    factories: Vec<&'static dyn EngineFactory>,
}

impl EngineRegistry {
    /// The games of the rules crate.
    pub fn standard() -> Self {
        let registry = Registry::standard();
        let ids = registry.iter().map(|game| game.info().id);
        EngineRegistry {
            factories: ids.filter_map(|id| dispatch(id, Find)).collect(),
            registry,
        }
    }

    /// The same games and one more.
    #[must_use]
    pub fn with<G: Describe + Strategy>(mut self) -> Self {
        self.registry = self.registry.with(Erased::<G>::GAME);
        self.factories.push(Erased::<G>::FACTORY);
        self
    }

    /// The games alone.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The experts, in the order of the games.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn EngineFactory> + '_ {
        self.factories.iter().copied()
    }

    /// The expert on the game of this id.
    pub fn get(&self, id: &str) -> Result<&'static dyn EngineFactory, UnknownGame> {
        self.iter()
            .find(|expert| expert.game().info().id == id)
            .ok_or_else(|| self.registry.unknown(id))
    }
}

/// Finds the expert on a game of the one list.
struct Find;

impl Visitor for Find {
    type Output = &'static dyn EngineFactory;

    fn visit<G: Describe + Strategy>(self) -> &'static dyn EngineFactory {
        Erased::<G>::FACTORY
    }
}

/// The expert on a game's type.
struct Erased<G>(PhantomData<fn() -> G>);

impl<G: Describe + Strategy> Erased<G> {
    const GAME: &'static dyn AnyGame = &ErasedGame::<G>::GAME;
    const FACTORY: &'static dyn EngineFactory = &Erased::<G>(PhantomData);
}

impl<G: Describe + Strategy> EngineFactory for Erased<G> {
    fn game(&self) -> &'static dyn AnyGame {
        Self::GAME
    }

    fn engine(&self) -> Box<dyn AnyEngine> {
        engine::<G>()
    }

    fn baseline(&self, kind: Baseline, seed: u64) -> Box<dyn Player> {
        baseline::<G>(kind, seed)
    }

    fn adjudicator(&self) -> Box<dyn Adjudicator> {
        adjudicator::<G>()
    }

    fn solve(
        &self,
        position: &dyn AnyPosition,
        request: &SolveRequest,
    ) -> Result<Solution, SolveError> {
        solve_any::<G>(position, request)
    }

    fn tablebase(
        &self,
        board: &dyn AnyPosition,
    ) -> Result<Box<dyn TablebaseBuilder>, TablebaseError> {
        tablebase_builder::<G>(board)
    }

    fn bench(&self, request: &BenchRequest) -> BenchResult {
        bench::<G>(request)
    }
}
