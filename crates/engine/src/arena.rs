//! Matches between players: who plays whom, balanced openings, games with faults and
//! adjudication, and statistics (Elo, SPRT). `docs/matches.md` describes them.

mod adjudicator;
mod game;
mod openings;
mod schedule;
mod standings;
mod stats;

pub(crate) use adjudicator::adjudicator;
pub use adjudicator::{Adjudicator, Effort};
pub use game::{Ending, GameSetup, MatchGame, MatchRules, play_game};
pub use openings::{Opening, random_opening};
pub use schedule::{GameSet, MAX_PLAYERS, Schedule, ScheduledGame, Tournament};
pub use standings::{Results, Standings};
pub use stats::{Elo, Pentanomial, Points, Sprt, SprtStatus, Tally};

#[cfg(test)]
mod tests;
