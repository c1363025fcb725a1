//! Tables of proved positions, as they come with a game.
//!
//! A table is a text with a position string on every line: positions that are lost for the
//! side to move, chosen such that the winner can always move to one of them. So it needs no
//! moves: a position is won if some move leads to one that is listed. The texts are made by the
//! engine crate's example `book`; `#` begins a comment.

use crate::{SolvedValue, Step, Strategy};
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// The table of a game, read when it is first asked.
pub(crate) struct SolvedSet<G> {
    text: &'static str,
    boards: OnceLock<Vec<Board>>,
    game: PhantomData<fn() -> G>,
}

/// What is listed for a board of one size.
struct Board {
    size: Option<u8>,
    /// The least number of plies left in a listed position: later ones need not be looked up.
    min_plies_left: u32,
    /// The canonical keys of the positions, sorted.
    lost: Vec<u64>,
}

impl<G: Strategy<Reveal = ()>> SolvedSet<G> {
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
            for position in self.lines().filter_map(|line| line.parse::<G>().ok()) {
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
                board.min_plies_left = board.min_plies_left.min(position.max_plies_left());
                board.lost.push(position.canonical_key());
            }
            for board in &mut boards {
                board.lost.sort_unstable();
            }
            boards
        })
    }

    /// What the table says about a position.
    pub(crate) fn probe(&self, position: &G) -> Option<SolvedValue<G::Move>> {
        let boards = self.boards();
        let board = boards.iter().find(|board| board.size == position.size())?;
        let left = position.max_plies_left();
        let is_lost = |position: &G| {
            let key = position.canonical_key();
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
    use crate::{Position, Side, SolvedValue, Strategy};

    static BOOK: SolvedSet<Sight> = SolvedSet::new("# a comment\n\n.../.O./... X\nnonsense\n");

    #[test]
    fn a_listed_position_is_lost_and_one_before_it_won() {
        let start = Sight::start(Some(3)).unwrap();
        let centre = start.parse_move("b2").unwrap();
        assert_eq!(
            BOOK.probe(&start),
            Some(SolvedValue {
                winner: Side::First,
                best_move: Some(centre)
            })
        );
        let listed = ".../.O./... X".parse().unwrap();
        assert_eq!(
            BOOK.probe(&listed),
            Some(SolvedValue {
                winner: Side::First,
                best_move: None
            })
        );
        // The same with the sides exchanged.
        let swapped: Sight = ".../.X./... O".parse().unwrap();
        assert_eq!(
            BOOK.probe(&swapped).map(|known| known.winner),
            Some(Side::Second)
        );
        for text in [
            ".../.../O.. X",
            ".../.OX/... O",
            "...../...../...../...../..... O",
        ] {
            assert_eq!(BOOK.probe(&text.parse().unwrap()), None, "{text}");
        }
    }

    /// Every line of a game's own table can be read, and says of the position what it should.
    pub(crate) fn is_sound<G: Strategy<Reveal = ()>>(text: &str) {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for line in lines {
            let position: G = line.parse().unwrap();
            let known = position.probe_solved().unwrap();
            assert_eq!(known.winner, !position.turn(), "{line}");
            count += 1;
        }
        assert!(count > 0);
    }
}
