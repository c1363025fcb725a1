//! Verification of a tablebase by the rules and the search, which know nothing of how it was
//! built.

use super::retrograde::one_ply_back;
use super::{Tablebase, TablebaseError};
use crate::TEXTS;
use crate::expectimax::WeightedMean;
use crate::limits::Limits;
use crate::score::{Mate, Score};
use crate::search::{SearchContext, SearchOptions, Techniques, search};
use crate::tt::TranspositionTable;
use quintain_rules::{EndgameIndex, Evaluate, Rng, Step, messages};
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Forced results up to this distance are verified by the search.
const MAX_MATE_PLIES: u8 = 5;

messages! {
    /// A value that cannot be right.
    pub struct TablebaseMismatch in TEXTS = "tablebase-mismatch" {
        /// The position.
        position: String,
        /// The value in the tablebase.
        stored: String,
        /// What says otherwise: `moves` or `search`.
        witness: &'static str,
        /// The value by that witness.
        found: String,
    }
}

impl Error for TablebaseMismatch {}

impl Tablebase {
    /// Verifies about `count` positions, chosen at random from all classes that are solved: each
    /// value must be the best that the moves lead to, and a forced result that is near must be
    /// found by a search without the tablebase. Returns how many were verified, and how many of
    /// them by the search too.
    pub fn verify<P: Evaluate>(
        &self,
        board: &P,
        count: u64,
        seed: u64,
    ) -> Result<(u64, u64), TablebaseError> {
        self.ensure_board(board)?;
        let all = self.positions().max(1);
        let tt = TranspositionTable::new(1);
        let mut rng = Rng::new(seed);
        let (mut verified, mut searched) = (0, 0);
        for class in &self.classes {
            // At least one position of each class.
            let size = class.values.len() as u64;
            for _ in 0..=(u128::from(count) * u128::from(size) / u128::from(all)) {
                let index = rng.next_u64() % size.max(1);
                let Some(position) = P::Endgames::position(board, class.id, index) else {
                    continue;
                };
                searched += u64::from(self.verify_position(&position, &tt)?);
                verified += 1;
            }
        }
        Ok((verified, searched))
    }

    /// Verifies a position; returns whether the search was asked too.
    fn verify_position<P: Evaluate>(
        &self,
        position: &P,
        tt: &TranspositionTable,
    ) -> Result<bool, TablebaseMismatch> {
        let stored = self.probe(position).unwrap_or(Score::MIN);
        let must_be = |witness, found: Score| {
            if found == stored {
                return Ok(());
            }
            Err(TablebaseMismatch {
                position: position.to_string(),
                stored: stored.to_string(),
                witness,
                found: found.to_string(),
            })
        };
        must_be("moves", self.one_ply_value(position))?;
        let (Some(Mate::Win(plies)) | Some(Mate::Loss(plies))) = stored.mate() else {
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
            techniques: Techniques::NONE,
            ..SearchOptions::default()
        };
        let stop = AtomicBool::new(false);
        let context = SearchContext::new(tt, &stop);
        let result = search(position, &[], &limits, options, context, &mut |_| {});
        let found = result.lines.first().map_or(Score::MIN, |line| line.score);
        must_be("search", found)?;
        Ok(true)
    }

    /// The value of the best move, by the stored values of the positions after it.
    fn one_ply_value<P: Evaluate>(&self, position: &P) -> Score {
        let mut best = Score::MIN;
        let _ = position.visit_moves(|mv| {
            let mut mean = WeightedMean::EMPTY;
            position.visit_reveals(mv, |reveal, weight| {
                let mut next = *position;
                next.play_unchecked(Step { mv, reveal });
                let value = match next.winner() {
                    Some(winner) if winner == next.turn() => Score::win_in(0),
                    Some(_) => Score::loss_in(0),
                    None => self.probe(&next).unwrap_or(Score::MIN),
                };
                mean.add(weight, one_ply_back(value));
            });
            best = best.max(mean.score());
            ControlFlow::<()>::Continue(())
        });
        best
    }
}
