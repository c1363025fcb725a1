//! The games with everything the engine can do with them, for applications that choose the game
//! at run time.

use crate::erased::{AnyEngine, engine};
use crate::tools::EngineTools;
use quintain_rules::erased::{AnyGame, Erased as ErasedGame};
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::net::NetworkError;
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Registry, Tunable, UnknownGame};
use std::marker::PhantomData;

/// Makes engines for one game.
pub trait EngineFactory: EngineTools {
    /// The game.
    fn game(&self) -> &'static dyn AnyGame;
    /// A new engine.
    fn engine(&self) -> Box<dyn AnyEngine>;
    /// Whether the game's network is there, or none is needed; see [`Tunable::has_network`].
    fn has_network(&self) -> bool;
    /// Takes the bytes of the game's network; see [`Tunable::load_network`].
    fn load_network(&self, bytes: &[u8]) -> Result<(), NetworkError>;
}

/// The games to choose from by id, each with its [`EngineFactory`].
///
/// [`EngineRegistry::standard`] has the games of the rules crate; an application or a test can
/// add its own.
///
/// ```
/// use quintain_engine::{EngineRegistry, Limits};
/// use std::sync::atomic::AtomicBool;
///
/// let registry = EngineRegistry::standard();
/// let factory = registry.get("knights-duel")?;
/// let position = factory.game().start(Some(5))?;
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let stop = AtomicBool::new(false);
/// let result = factory.engine().go(&*position, &[], &limits, &stop, &mut |_| {});
/// assert!(result.best_move.is_some_and(|best| position.moves().contains(&best)));
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
            factories: ids.filter_map(|id| dispatch(id, FindFactory)).collect(),
            registry,
        }
    }

    /// The same games and one more.
    #[must_use]
    pub fn with<P: Describe + Evaluate>(mut self) -> Self {
        self.registry = self.registry.with(Erased::<P>::GAME);
        self.factories.push(Erased::<P>::FACTORY);
        self
    }

    /// The games alone.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The factories, in the order of the games.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn EngineFactory> + '_ {
        self.factories.iter().copied()
    }

    /// The factory for the game with this id.
    pub fn get(&self, id: &str) -> Result<&'static dyn EngineFactory, UnknownGame> {
        self.iter()
            .find(|factory| factory.game().info().id == id)
            .ok_or_else(|| self.registry.unknown(id))
    }
}

/// Finds the factory for a game of the rules crate.
struct FindFactory;

impl Visitor for FindFactory {
    type Output = &'static dyn EngineFactory;

    fn visit<P: Describe + Evaluate>(self) -> &'static dyn EngineFactory {
        Erased::<P>::FACTORY
    }
}

/// The factory for a game's type.
pub(crate) struct Erased<P>(PhantomData<fn() -> P>);

impl<P: Describe + Evaluate> Erased<P> {
    const GAME: &'static dyn AnyGame = &ErasedGame::<P>::GAME;
    const FACTORY: &'static dyn EngineFactory = &Erased::<P>(PhantomData);
}

impl<P: Describe + Evaluate> EngineFactory for Erased<P> {
    fn game(&self) -> &'static dyn AnyGame {
        Self::GAME
    }

    fn engine(&self) -> Box<dyn AnyEngine> {
        engine::<P>()
    }

    fn has_network(&self) -> bool {
        P::Tuning::has_network()
    }

    fn load_network(&self, bytes: &[u8]) -> Result<(), NetworkError> {
        P::Tuning::load_network(bytes)
    }
}
