//! Checks of a table with the rules and the search, which know nothing of how it was made.

use super::group::before;
use super::{EndgameError, Endgames};
use crate::chance::Mean;
use crate::limits::Limits;
use crate::score::{Forced, Score};
use crate::search::{Options, search};
use crate::table::Table;
use quintain_rules::{Step, Strategy, splitmix64};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Forced ends so near are looked for by the search.
const NEAR: u8 = 5;

/// A value that cannot be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position} is told as {told}, but {witness} {found}")]
pub struct EndgameFlaw {
    /// The position.
    pub position: String,
    /// What the table says.
    pub told: Score,
    /// Who says something else.
    pub witness: &'static str,
    /// What it says.
    pub found: Score,
}

impl Endgames {
    /// Checks about so many positions, chosen by chance from all classes that are solved: each
    /// value must be the best of what the moves lead to, and a forced end that is near must be
    /// found by the search without the table. Gives how many were checked, and how many of them
    /// by the search.
    pub fn check<G: Strategy>(
        &self,
        board: &G,
        count: u64,
        seed: u64,
    ) -> Result<(u64, u64), EndgameError> {
        self.must_be_for(board)?;
        let all = self.positions().max(1);
        let table = Table::new(1);
        let mut random = seed;
        let (mut checked, mut searched) = (0, 0);
        for class in &self.classes {
            // At least one of each class.
            let size = class.values.len() as u64;
            for _ in 0..=(u128::from(count) * u128::from(size) / u128::from(all)) {
                random = splitmix64(random);
                let Some(position) = board.endgame_at(class.id, random % size.max(1)) else {
                    continue;
                };
                searched += u64::from(self.check_one(&position, &table)?);
                checked += 1;
            }
        }
        Ok((checked, searched))
    }

    /// Tells whether the search had a say.
    fn check_one<G: Strategy>(&self, position: &G, table: &Table) -> Result<bool, EndgameFlaw> {
        let told = self.probe(position).unwrap_or(Score::MIN);
        let must_be = |witness, found| {
            if found == told {
                return Ok(());
            }
            Err(EndgameFlaw {
                position: position.to_string(),
                told,
                witness,
                found,
            })
        };
        must_be("its moves lead to", self.best_move(position))?;
        let (Some(Forced::Win(plies)) | Some(Forced::Loss(plies))) = told.forced() else {
            return Ok(false);
        };
        if plies > NEAR {
            return Ok(false);
        }
        let limits = Limits {
            depth: Some(plies),
            ..Limits::default()
        };
        let options = Options {
            selective: false,
            ..Options::default()
        };
        let stop = AtomicBool::new(false);
        let report = search(position, &[], &limits, options, table, &stop, &mut |_| {});
        let found = report.lines.first().map_or(Score::MIN, |line| line.score);
        must_be("the search says", found)?;
        Ok(true)
    }

    /// The value of the best move by the values of what comes after.
    fn best_move<G: Strategy>(&self, position: &G) -> Score {
        let mut best = Score::MIN;
        let _ = position.visit_moves(|mv| {
            let mut mean = Mean::NEW;
            position.visit_reveals(mv, |reveal, weight| {
                let mut next = *position;
                next.play_unchecked(Step { mv, reveal });
                let value = match next.winner() {
                    Some(winner) if winner == next.turn() => Score::win_in(0),
                    Some(_) => Score::loss_in(0),
                    None => self.probe(&next).unwrap_or(Score::MIN),
                };
                mean.add(weight, before(value));
            });
            best = best.max(mean.score());
            ControlFlow::<()>::Continue(())
        });
        best
    }
}
