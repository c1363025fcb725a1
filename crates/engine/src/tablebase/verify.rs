//! Checks of a table with the rules and the search, which know nothing of how it was made.

use super::retrograde::before;
use super::{Tablebase, TablebaseError};
use crate::expectimax::WeightedMean;
use crate::limits::Limits;
use crate::score::{Mate, Score};
use crate::search::{SearchOptions, search};
use crate::tt::TranspositionTable;
use quintain_rules::{Step, Strategy, splitmix64};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Forced ends so near are looked for by the search.
const MAX_MATE_PLIES: u8 = 5;

/// A value that cannot be right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position} is stored as {stored}, but {witness} {found}")]
pub struct TablebaseMismatch {
    /// The position.
    pub position: String,
    /// What the table says.
    pub stored: Score,
    /// Who says something else.
    pub witness: &'static str,
    /// What it says.
    pub found: Score,
}

impl Tablebase {
    /// Checks about so many positions, chosen by chance from all classes that are solved: each
    /// value must be the best of what the moves lead to, and a forced end that is near must be
    /// found by the search without the table. Gives how many were checked, and how many of them
    /// by the search.
    pub fn verify<G: Strategy>(
        &self,
        board: &G,
        count: u64,
        seed: u64,
    ) -> Result<(u64, u64), TablebaseError> {
        self.ensure_board(board)?;
        let all = self.positions().max(1);
        let table = TranspositionTable::new(1);
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
                searched += u64::from(self.verify_position(&position, &table)?);
                checked += 1;
            }
        }
        Ok((checked, searched))
    }

    /// Tells whether the search had a say.
    fn verify_position<G: Strategy>(
        &self,
        position: &G,
        table: &TranspositionTable,
    ) -> Result<bool, TablebaseMismatch> {
        let told = self.probe(position).unwrap_or(Score::MIN);
        let must_be = |witness, found| {
            if found == told {
                return Ok(());
            }
            Err(TablebaseMismatch {
                position: position.to_string(),
                stored: told,
                witness,
                found,
            })
        };
        must_be("its moves lead to", self.one_ply_value(position))?;
        let (Some(Mate::Win(plies)) | Some(Mate::Loss(plies))) = told.mate() else {
            return Ok(false);
        };
        if plies > MAX_MATE_PLIES {
            return Ok(false);
        }
        let limits = Limits {
            depth: Some(plies),
            ..Limits::default()
        };
        let options = SearchOptions {
            pruning: false,
            ..SearchOptions::default()
        };
        let stop = AtomicBool::new(false);
        let report = search(position, &[], &limits, options, table, &stop, &mut |_| {});
        let found = report.lines.first().map_or(Score::MIN, |line| line.score);
        must_be("the search says", found)?;
        Ok(true)
    }

    /// The value of the best move by the values of what comes after.
    fn one_ply_value<G: Strategy>(&self, position: &G) -> Score {
        let mut best = Score::MIN;
        let _ = position.visit_moves(|mv| {
            let mut mean = WeightedMean::NEW;
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
