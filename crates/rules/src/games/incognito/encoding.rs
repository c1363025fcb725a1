//! Incognito for learning programs.

use super::{Incognito, Move, Square};
use crate::Position;
use crate::learn::{Count, DIRECTION_NAMES, Encode, direction, write_set};

/// Bits per row of a bitboard.
const STRIDE: u8 = 8;
/// All directions, and those of questions: the first ones, along rows and columns.
const WAYS: usize = DIRECTION_NAMES.len();
const QUESTIONS: usize = 4;

impl Encode for Incognito {
    const PLANES: &'static [&'static str] = &[
        "own pawns that may be the spy",
        "own pawns known to be knights",
        "enemy pawns that may be the spy",
        "enemy pawns known to be knights",
    ];
    const TURNS: bool = true;

    fn action_planes(size: u8) -> Vec<String> {
        let questions = DIRECTION_NAMES[..QUESTIONS].iter();
        let questions = questions.map(|way| format!("question {way}"));
        let moves = (1..size)
            .flat_map(|distance| DIRECTION_NAMES.map(|way| format!("move {way} by {distance}")));
        questions.chain(moves).collect()
    }

    fn action_plane_count(size: u8) -> usize {
        QUESTIONS + WAYS * usize::from(size - 1)
    }

    #[inline]
    fn write_planes<T: Count>(&self, out: &mut [T]) {
        let frame = self.frame();
        let sets = [self.turn(), !self.turn()].map(|side| {
            let suspects = self.suspects(side);
            [suspects, self.pawns(side) & !suspects]
        });
        let planes = out.chunks_exact_mut(frame.cells());
        for (plane, set) in planes.zip(sets.into_iter().flatten()) {
            write_set(plane, frame.set(set, STRIDE));
        }
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        let frame = self.frame();
        let [from, to] = [mv.from(), mv.to()].map(|square| frame.see(square.cell()));
        let plane = match direction(from, to) {
            Some((way, 1)) if mv.is_question() => way,
            Some((way, distance)) => QUESTIONS + WAYS * usize::from(distance - 1) + way,
            None => 0,
        };
        plane * frame.cells() + frame.index(mv.to().cell())
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let frame = self.frame();
        let (plane, cell) = (action / frame.cells(), action % frame.cells());
        let to = Square::at(frame.cell(cell));
        if plane < QUESTIONS {
            let from = frame.origin(cell, plane, 1)?;
            return Some(Move::question(Square::at(from), to));
        }
        let slide = plane - QUESTIONS;
        let distance = u8::try_from(slide / WAYS + 1).ok()?;
        let from = frame.origin(cell, slide % WAYS, distance)?;
        Some(Move::slide(Square::at(from), to))
    }
}
