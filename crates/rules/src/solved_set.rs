//! Sets of solved positions that come with a game.
//!
//! A set is a text with one position string per line: positions that are lost for the side to
//! move, chosen such that the winner can always move to one of them. So no moves are stored: a
//! position is won if some move leads to one that is listed. The texts are made by the engine
//! crate's example `solved_set`; `#` starts a comment.

use crate::{Position, SolvedValue, SolverKnowledge, Step};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// The solved positions of a game, parsed when they are first asked for.
pub(crate) struct SolvedSet<P> {
    text: &'static str,
    boards: OnceLock<Vec<Board>>,
    game: PhantomData<fn() -> P>,
}

/// The positions on boards of one size.
struct Board {
    size: Option<u8>,
    /// The smallest bound on the plies left in a listed position: later positions need not be
    /// looked up.
    min_plies_left: u32,
    /// The canonical keys of the positions, sorted.
    lost: Vec<u128>,
}

impl<P: Position<Reveal = ()> + SolverKnowledge<P>> SolvedSet<P> {
    pub(crate) const fn new(text: &'static str) -> Self {
        SolvedSet {
            text,
            boards: OnceLock::new(),
            game: PhantomData,
        }
    }

    /// The lines that hold a position.
    fn lines(&self) -> impl Iterator<Item = &'static str> {
        let lines = self.text.lines();
        lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
    }

    fn boards(&self) -> &[Board] {
        self.boards.get_or_init(|| {
            let mut boards: Vec<Board> = Vec::new();
            for position in self.lines().filter_map(|line| line.parse::<P>().ok()) {
                let size = position.size();
                let index = boards.iter().position(|board| board.size == size);
                let index = index.unwrap_or_else(|| {
                    boards.push(Board {
                        size,
                        min_plies_left: u32::MAX,
                        lost: Vec::new(),
                    });
                    boards.len() - 1
                });
                let board = &mut boards[index];
                board.min_plies_left = board.min_plies_left.min(P::max_plies_left(&position));
                board.lost.push(P::canonical_key(&position));
            }
            for board in &mut boards {
                board.lost.sort_unstable();
            }
            boards
        })
    }

    /// The value of a position that is listed, or from which a move leads to a listed one.
    pub(crate) fn probe(&self, position: &P) -> Option<SolvedValue<P::Move>> {
        let boards = self.boards();
        let board = boards.iter().find(|board| board.size == position.size())?;
        let left = P::max_plies_left(position);
        let is_lost = |position: &P| {
            let key = P::canonical_key(position);
            board.lost.binary_search(&key).is_ok()
        };
        if left >= board.min_plies_left && is_lost(position) {
            return Some(SolvedValue {
                winner: !position.turn(),
                best_move: None,
            });
        }
        if left <= board.min_plies_left {
            return None;
        }
        let best = position.visit_moves(|mv| {
            let mut next = *position;
            next.play_unchecked(Step { mv, reveal: () });
            if is_lost(&next) {
                ControlFlow::Break(mv)
            } else {
                ControlFlow::Continue(())
            }
        });
        best.break_value().map(|mv| SolvedValue {
            winner: position.turn(),
            best_move: Some(mv),
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::SolvedSet;
    use crate::games::sight::Sight;
    use crate::{Position, Side, SolvedValue, SolverKnowledge};

    static SOLVED: SolvedSet<Sight> = SolvedSet::new("# a comment\n\n.../.O./... X\nnonsense\n");

    #[test]
    fn a_listed_position_is_lost_and_one_before_it_won() {
        let start = Sight::start(Some(3)).unwrap();
        let center = start.parse_move("b2").unwrap();
        assert_eq!(
            SOLVED.probe(&start),
            Some(SolvedValue {
                winner: Side::First,
                best_move: Some(center)
            })
        );
        let listed = ".../.O./... X".parse().unwrap();
        assert_eq!(
            SOLVED.probe(&listed),
            Some(SolvedValue {
                winner: Side::First,
                best_move: None
            })
        );
        // The same with the sides swapped.
        let swapped: Sight = ".../.X./... O".parse().unwrap();
        assert_eq!(
            SOLVED.probe(&swapped).map(|known| known.winner),
            Some(Side::Second)
        );
        for text in [
            ".../.../O.. X",
            ".../.OX/... O",
            "...../...../...../...../..... O",
        ] {
            assert_eq!(SOLVED.probe(&text.parse().unwrap()), None, "{text}");
        }
    }

    /// Every line of a game's own set is a position, and one that is solved as lost.
    pub(crate) fn is_sound<P: Position<Reveal = ()> + SolverKnowledge<P>>(text: &str) {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for line in lines {
            let position: P = line.parse().unwrap();
            let known = P::probe_solved(&position).unwrap();
            assert_eq!(known.winner, !position.turn(), "{line}");
            count += 1;
        }
        assert!(count > 0);
    }
}
