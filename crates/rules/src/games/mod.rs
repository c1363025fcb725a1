//! The games, one folder each, and the one list of them.

use crate::Evaluate;
use crate::erased::{AnyGame, Erased};
use crate::learn::Encode;
use crate::view::Describe;

pub mod animal_chess;
pub mod catapult;
pub mod incognito;
pub mod knights_duel;
pub mod sight;

/// Something to do with a game's type, for code that is generic over games but learns only at run
/// time which one it is: see [`dispatch`].
pub trait Visitor {
    /// The result.
    type Output;
    /// Called with the game's type.
    fn visit<P: Describe + Evaluate + Encode>(self) -> Self::Output;
}

/// The one list: everything that exists per game follows from it.
macro_rules! games {
    ($($game:ty,)*) => {
        /// Every game of this library, behind trait objects.
        pub(crate) const ALL: &[&dyn AnyGame] = &[$(&Erased::<$game>::GAME),*];

        /// Calls the visitor with the type of the game with this id; `None` if there is none.
        pub fn dispatch<V: Visitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if id == <$game as crate::Position>::INFO.id {
                return Some(visitor.visit::<$game>());
            })*
            None
        }
    };
}

games! {
    catapult::Catapult,
    knights_duel::KnightsDuel,
    animal_chess::AnimalChess,
    incognito::Incognito,
    sight::Sight,
}
