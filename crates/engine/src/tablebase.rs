//! Exact values of endgames: all positions with few pieces, solved class by class.
//!
//! Within a group of classes a value is the best of the moves, a move's value the average over
//! what it may reveal, and steps that leave the group lead to what is solved already. Values
//! start at one half and are computed again and again until nothing changes. After so many
//! rounds they are those of a game that ends with one half after so many plies, so what never
//! changes at the end is right, and endless play counts one half.
//!
//! A value is a [`Score`] in 16 bits as inside the search of games with chance: linear in the
//! chance to win, or a forced end with its distance.

mod file;
#[cfg(test)]
mod tests;

pub use file::EndgameError;

use crate::chance::{CERTAIN, Mean};
use crate::score::{Forced, Score};
use quintain_rules::{EndgameClass, Game, Step, Strategy};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Forced ends that are further away are told as being this far.
const FAR: u8 = 240;

/// How many positions a thread takes at a time.
const CHUNK: u64 = 4096;

/// A table of exact values of endgames on one board of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgames {
    /// The game's id.
    game: String,
    /// The board's size, 0 for games with one board.
    board: u8,
    /// Pieces a side, at most.
    most: u8,
    /// Sorted by id.
    classes: Vec<Class>,
}

/// The values of a class, as bits of scores.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Class {
    id: u32,
    values: Vec<u16>,
}

/// How far the building of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions of finished classes.
    pub solved: u64,
    /// All positions.
    pub total: u64,
    /// Rounds done in the group of classes that is being solved.
    pub rounds: u32,
}

impl Endgames {
    /// Solves all endgames with at most `most` pieces a side on the board of a position. The
    /// table is empty for games without endgame tables.
    pub fn build<G: Strategy>(
        board: &G,
        most: u8,
        threads: usize,
        tell: &mut dyn FnMut(Progress),
    ) -> Endgames {
        let mut endgames = Endgames {
            game: G::INFO.id.to_owned(),
            board: board.size().unwrap_or(0),
            most,
            classes: Vec::new(),
        };
        let all = board.endgame_classes(most);
        let mut progress = Progress {
            solved: 0,
            total: all.iter().map(|class| class.size).sum(),
            rounds: 0,
        };
        for group in all.chunk_by(|a, b| a.group == b.group) {
            let open = Group::new(board, group, &endgames, threads);
            progress.rounds = 0;
            loop {
                let changes = open.sweep();
                progress.rounds += 1;
                tell(progress);
                if changes == 0 {
                    break;
                }
            }
            let solved = open.finish();
            progress.solved += solved
                .iter()
                .map(|class| class.values.len() as u64)
                .sum::<u64>();
            endgames.classes.extend(solved);
            endgames.classes.sort_by_key(|class| class.id);
        }
        tell(progress);
        endgames
    }

    /// How many positions the table knows.
    pub fn positions(&self) -> u64 {
        self.classes
            .iter()
            .map(|class| class.values.len() as u64)
            .sum()
    }

    /// Whether this is a table of the game and board of a position.
    pub fn is_for<G: Game>(&self, position: &G) -> bool {
        self.game == G::INFO.id && self.board == position.size().unwrap_or(0)
    }

    /// The chance to win of the side to move, if the table knows it.
    pub fn chance<G: Strategy>(&self, position: &G) -> Option<f64> {
        let score = self.is_for(position).then(|| self.probe(position))??;
        Some(match score.forced() {
            Some(Forced::Win(_)) => 1.0,
            Some(Forced::Loss(_)) => 0.0,
            None => 0.5 + f64::from(score.value()) / f64::from(2 * CERTAIN),
        })
    }

    /// The value of a position for the side to move, as inside the search.
    #[inline]
    pub(crate) fn probe<G: Strategy>(&self, position: &G) -> Option<Score> {
        let id = position.endgame_class()?;
        let at = self
            .classes
            .binary_search_by_key(&id, |class| class.id)
            .ok()?;
        let index = usize::try_from(position.endgame_index()).ok()?;
        self.classes[at]
            .values
            .get(index)
            .map(|&bits| Score::from_bits(bits))
    }
}

/// Classes that are being solved together.
struct Group<'a, G: Strategy> {
    board: &'a G,
    classes: Vec<Open>,
    solved: &'a Endgames,
    threads: usize,
}

/// A class that is being solved.
struct Open {
    id: u32,
    values: Vec<AtomicU16>,
    /// The best that can be had by leaving the group at once; `MIN` if nothing can.
    exits: Vec<AtomicU16>,
}

impl<'a, G: Strategy> Group<'a, G> {
    /// Values of one half, and everything that leads out of the group.
    fn new(board: &'a G, classes: &[EndgameClass], solved: &'a Endgames, threads: usize) -> Self {
        let filled = |size: u64, score: Score| {
            let cell = || AtomicU16::new(score.to_bits());
            (0..size).map(|_| cell()).collect::<Vec<_>>()
        };
        let open = |class: &EndgameClass| Open {
            id: class.id,
            values: filled(class.size, Score::EVEN),
            exits: filled(class.size, Score::MIN),
        };
        let group = Group {
            board,
            classes: classes.iter().map(open).collect(),
            solved,
            threads,
        };
        group.for_all(|class, index, position| {
            let exit = group.best(position, false);
            class.exits[index].store(exit.to_bits(), Ordering::Relaxed);
            0
        });
        group
    }

    /// Computes every value once; tells how many have changed.
    fn sweep(&self) -> u64 {
        self.for_all(|class, index, position| {
            let exit = Score::from_bits(class.exits[index].load(Ordering::Relaxed));
            // Nothing is better than to win at once.
            let best = if exit == Score::win_in(1) {
                exit
            } else {
                exit.max(self.best(position, true))
            };
            let old = class.values[index].swap(best.to_bits(), Ordering::Relaxed);
            u64::from(old != best.to_bits())
        })
    }

    fn finish(self) -> Vec<Class> {
        let solved = |class: Open| Class {
            id: class.id,
            values: class
                .values
                .into_iter()
                .map(AtomicU16::into_inner)
                .collect(),
        };
        self.classes.into_iter().map(solved).collect()
    }

    /// Does something with every position, in threads; gives the sum of what comes of it.
    fn for_all(&self, work: impl Fn(&Open, usize, &G) -> u64 + Sync) -> u64 {
        let sum = AtomicU64::new(0);
        for class in &self.classes {
            let size = class.values.len() as u64;
            let next = AtomicU64::new(0);
            let run = || {
                loop {
                    let begin = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if begin >= size {
                        break;
                    }
                    let mut part = 0;
                    for index in begin..size.min(begin + CHUNK) {
                        if let Some(position) = self.board.endgame_at(class.id, index) {
                            part += work(class, index as usize, &position);
                        }
                    }
                    sum.fetch_add(part, Ordering::Relaxed);
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(run);
                }
                run();
            });
        }
        sum.into_inner()
    }

    /// The class of this group that a position belongs to.
    #[inline]
    fn class_of(&self, position: &G) -> Option<&Open> {
        let id = position.endgame_class()?;
        self.classes.iter().find(|class| class.id == id)
    }

    /// The best of the moves that stay in the group, or of those that do not; `MIN` if there
    /// are none. A move stays if anything it can reveal does.
    fn best(&self, position: &G, staying: bool) -> Score {
        let mut best = Score::MIN;
        let _ = position.visit_moves(|mv| {
            let mut mean = Mean::NEW;
            let mut stays = false;
            position.visit_reveals(mv, |reveal, weight| {
                let mut next = *position;
                next.play_unchecked(Step { mv, reveal });
                let inner = self.class_of(&next);
                stays |= inner.is_some();
                if staying || !stays {
                    mean.add(weight, before(self.value(&next, inner)));
                }
            });
            if stays == staying {
                best = best.max(mean.score());
            }
            ControlFlow::<()>::Continue(())
        });
        best
    }

    /// The value of a position as far as it is known, for the side to move.
    #[inline]
    fn value(&self, position: &G, class: Option<&Open>) -> Score {
        if let Some(class) = class {
            let index = position.endgame_index() as usize;
            let bits = class
                .values
                .get(index)
                .map(|bits| bits.load(Ordering::Relaxed));
            return bits.map_or(Score::EVEN, Score::from_bits);
        }
        match position.winner() {
            Some(winner) if winner == position.turn() => Score::win_in(0),
            Some(_) => Score::loss_in(0),
            None => self.solved.probe(position).unwrap_or(Score::EVEN),
        }
    }
}

/// A position's score as the side sees it that has just moved there, one ply before.
#[inline]
fn before(score: Score) -> Score {
    match (-score).forced() {
        Some(Forced::Win(plies) | Forced::Loss(plies)) if plies >= FAR => -score,
        _ => (-score).rooted_at(1),
    }
}
