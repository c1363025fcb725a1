//! Everything that this crate can do with a game beside playing it.
//!
//! A program reaches it through trait objects, from which no compiler can remove what is not used.
//! So it is behind the feature `tools`: a module that browsers download goes without.

use sealed::Sealed;

/// Only the registry's factories have tools: the feature adds methods to the trait.
mod sealed {
    pub trait Sealed {}
    impl<P> Sealed for crate::registry::Erased<P> {}
}

#[cfg(not(feature = "tools"))]
mod none {
    /// Nothing more than engines.
    pub trait EngineTools: super::Sealed + Send + Sync {}

    impl<P> EngineTools for crate::registry::Erased<P> {}
}

#[cfg(feature = "tools")]
mod all {
    use crate::arena::{Adjudicator, adjudicator};
    use crate::baseline::{Baseline, baseline};
    use crate::bench::{BenchRequest, BenchResult, bench};
    use crate::player::Player;
    use crate::registry::Erased;
    use crate::solve::{Solution, SolveError, SolveProgress, SolveRequest, solve_any};
    use crate::tablebase::{TablebaseBuilder, TablebaseError, tablebase_builder};
    use quintain_rules::Evaluate;
    use quintain_rules::erased::AnyPosition;
    use quintain_rules::view::Describe;
    use std::sync::atomic::AtomicBool;

    /// Baselines, adjudicators, proofs, tablebases and measurements for one game.
    pub trait EngineTools: super::Sealed + Send + Sync {
        /// A new baseline player; `seed` determines its random choices.
        fn baseline(&self, kind: Baseline, seed: u64) -> Box<dyn Player>;
        /// A new adjudicator.
        fn adjudicator(&self) -> Box<dyn Adjudicator>;
        /// Solves a position, and verifies the proof if that is asked for. Ends with what it has
        /// found when `stop` is set.
        fn solve(
            &self,
            position: &dyn AnyPosition,
            request: &SolveRequest,
            stop: &AtomicBool,
            on_progress: &mut dyn FnMut(&SolveProgress),
        ) -> Result<Solution, SolveError>;
        /// A builder of tablebases for the board of a position; an error if the game has none.
        fn tablebase(
            &self,
            board: &dyn AnyPosition,
        ) -> Result<Box<dyn TablebaseBuilder>, TablebaseError>;
        /// Measures the speed of the search on positions of the default board.
        fn bench(&self, request: &BenchRequest) -> BenchResult;
    }

    impl<P: Describe + Evaluate> EngineTools for Erased<P> {
        fn baseline(&self, kind: Baseline, seed: u64) -> Box<dyn Player> {
            baseline::<P>(kind, seed)
        }

        fn adjudicator(&self) -> Box<dyn Adjudicator> {
            adjudicator::<P>()
        }

        fn solve(
            &self,
            position: &dyn AnyPosition,
            request: &SolveRequest,
            stop: &AtomicBool,
            on_progress: &mut dyn FnMut(&SolveProgress),
        ) -> Result<Solution, SolveError> {
            solve_any::<P>(position, request, stop, on_progress)
        }

        fn tablebase(
            &self,
            board: &dyn AnyPosition,
        ) -> Result<Box<dyn TablebaseBuilder>, TablebaseError> {
            tablebase_builder::<P>(board)
        }

        fn bench(&self, request: &BenchRequest) -> BenchResult {
            bench::<P>(request)
        }
    }
}

#[cfg(feature = "tools")]
pub use all::EngineTools;
#[cfg(not(feature = "tools"))]
pub use none::EngineTools;
