//! Verification of a proof: the claimed winner plays one move everywhere, the other side every
//! move it has, and every game must end as claimed.

use super::visited::Visited;
use crate::TEXTS;
use quintain_rules::message::Message;
use quintain_rules::{Evaluate, Side, Step, messages};
use std::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The size of a proof: all the positions that can occur when the winner plays by it, as nodes
/// of the solution tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofStats {
    /// Positions in which the winner has one move.
    pub or_nodes: u64,
    /// Positions in which every move of the other side has an answer.
    pub and_nodes: u64,
    /// Positions in which the game is over.
    pub terminal_nodes: u64,
}

impl ProofStats {
    /// All positions together.
    pub const fn positions(&self) -> u64 {
        self.or_nodes + self.and_nodes + self.terminal_nodes
    }
}

messages! {
    /// Why a proof does not hold.
    #[non_exhaustive]
    pub enum VerifyError in TEXTS {
        /// A game ends with the other winner.
        Lost = "verify-lost" {
            /// Where.
            position: String,
        },
        /// There is no move for the winner.
        NoMove = "verify-no-move" {
            /// Where.
            position: String,
        },
        /// The winner's move is illegal.
        Illegal = "verify-illegal" {
            /// Where.
            position: String,
            /// The move.
            mv: String,
        },
        /// The game need not end, so that playing it out proves nothing.
        Endless = "verify-endless" {
            /// The game's name.
            game: Message,
        },
        /// There are more positions than allowed.
        TooLarge = "verify-too-large" {
            /// How many.
            positions: u64,
        },
    }
}

impl Error for VerifyError {}

/// Up to this many plies from the root, images of positions that are already verified are
/// skipped. Later they are too rare to be worth transforming every position eight times.
const SYMMETRY_PLIES: u32 = 8;

/// Verifies that `winner` wins from `root` by playing what `choose` says, against every reply and
/// every reveal. Nothing is trusted but the rules; `choose` may be wrong, and is asked once for
/// every position that can occur. At most `limit` positions are visited.
pub fn verify<P: Evaluate>(
    root: &P,
    winner: Side,
    limit: Option<u64>,
    choose: &mut dyn FnMut(&P) -> Option<P::Move>,
) -> Result<ProofStats, VerifyError> {
    let verification = Verification::new(root, winner, limit)?;
    verification.work(choose);
    verification.result()
}

/// What chooses the winner's moves.
#[cfg(feature = "tools")]
pub(super) type Chooser<'a, P> =
    Box<dyn FnMut(&P) -> Option<<P as quintain_rules::Position>::Move> + 'a>;

/// The same by several threads, if the host has them; each makes a chooser for itself.
#[cfg(feature = "tools")]
pub(super) fn verify_parallel<'a, P: Evaluate>(
    host: &dyn crate::host::Host,
    threads: usize,
    root: &P,
    winner: Side,
    chooser: &(dyn Fn() -> Chooser<'a, P> + Sync),
) -> Result<ProofStats, VerifyError> {
    let verification = Verification::new(root, winner, None)?;
    let work = || verification.work(&mut *chooser());
    let helper = |_| -> Box<dyn FnOnce() + Send + '_> { Box::new(work) };
    let helpers = (1..threads).map(helper).collect();
    host.run_parallel(&mut || work(), helpers);
    verification.result()
}

/// A position to verify and its distance from the root.
type Open<P> = (P, u32);

/// What the threads of one verification share.
struct Verification<P> {
    winner: Side,
    limit: Option<u64>,
    visited: Visited,
    /// Positions for threads that have nothing to do.
    pool: Mutex<Pool<P>>,
    /// How many threads have nothing to do.
    idle: AtomicUsize,
    /// How many positions were visited.
    positions: AtomicU64,
    failed: AtomicBool,
}

struct Pool<P> {
    open: Vec<Open<P>>,
    /// How many threads are at work and may still add positions.
    working: usize,
    proof: ProofStats,
    error: Option<VerifyError>,
}

impl<P: Evaluate> Verification<P> {
    fn new(root: &P, winner: Side, limit: Option<u64>) -> Result<Self, VerifyError> {
        if P::HAS_CYCLES {
            return Err(VerifyError::Endless {
                game: P::INFO.name(),
            });
        }
        let visited = Visited::new();
        visited.insert(root, true);
        Ok(Verification {
            winner,
            limit,
            visited,
            pool: Mutex::new(Pool {
                open: vec![(*root, 0)],
                working: 0,
                proof: ProofStats::default(),
                error: None,
            }),
            idle: AtomicUsize::new(0),
            positions: AtomicU64::new(0),
            failed: AtomicBool::new(false),
        })
    }

    /// Works until every position is verified or one is wrong.
    fn work(&self, choose: &mut dyn FnMut(&P) -> Option<P::Move>) {
        let mut open = Vec::new();
        let mut proof = ProofStats::default();
        while self.refill(&mut open) {
            let mut verified = Ok(());
            while verified.is_ok() && !self.failed.load(Ordering::Relaxed) {
                let Some(position) = open.pop() else { break };
                verified = self.visit(position, &mut open, &mut proof, choose);
                if open.len() > 1 && self.idle.load(Ordering::Relaxed) > 0 {
                    self.share(&mut open);
                }
            }
            let mut pool = self.lock();
            pool.working -= 1;
            if let Err(error) = verified {
                self.failed.store(true, Ordering::Relaxed);
                pool.error.get_or_insert(error);
            }
        }
        let mut pool = self.lock();
        pool.proof.or_nodes += proof.or_nodes;
        pool.proof.and_nodes += proof.and_nodes;
        pool.proof.terminal_nodes += proof.terminal_nodes;
    }

    /// Takes a position out of the pool, waiting for one if need be; false if no more will come.
    fn refill(&self, open: &mut Vec<Open<P>>) -> bool {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let found = loop {
            let mut pool = self.lock();
            if self.failed.load(Ordering::Relaxed) {
                break false;
            }
            if let Some(position) = pool.open.pop() {
                open.push(position);
                pool.working += 1;
                break true;
            }
            if pool.working == 0 {
                break false;
            }
            drop(pool);
            std::thread::yield_now();
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        found
    }

    /// Gives half of a thread's positions to the others: the first ones, which have the most
    /// after them.
    fn share(&self, open: &mut Vec<Open<P>>) {
        let half = open.len() / 2;
        self.lock().open.extend(open.drain(..half));
    }

    /// Visits one position and opens those that follow.
    fn visit(
        &self,
        (position, ply): Open<P>,
        open: &mut Vec<Open<P>>,
        proof: &mut ProofStats,
        choose: &mut dyn FnMut(&P) -> Option<P::Move>,
    ) -> Result<(), VerifyError> {
        if let Some(limit) = self.limit
            && self.positions.fetch_add(1, Ordering::Relaxed) >= limit
        {
            return Err(VerifyError::TooLarge { positions: limit });
        }
        if let Some(found) = position.winner() {
            if found != self.winner {
                return Err(VerifyError::Lost {
                    position: position.to_string(),
                });
            }
            proof.terminal_nodes += 1;
            return Ok(());
        }
        let mut visit = |step| {
            let mut next = position;
            next.play_unchecked(step);
            if self.visited.insert(&next, ply < SYMMETRY_PLIES) {
                open.push((next, ply + 1));
            }
        };
        if position.turn() == self.winner {
            proof.or_nodes += 1;
            let mv = legal_choice(&position, choose)?;
            position.visit_reveals(mv, |reveal, _| visit(Step { mv, reveal }));
        } else {
            proof.and_nodes += 1;
            position.visit_steps(visit);
        }
        Ok(())
    }

    /// The size of the proof, or why there is none.
    fn result(self) -> Result<ProofStats, VerifyError> {
        let pool = self.pool.into_inner();
        let pool = pool.unwrap_or_else(PoisonError::into_inner);
        pool.error.map_or(Ok(pool.proof), Err)
    }

    fn lock(&self) -> MutexGuard<'_, Pool<P>> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The winner's move, which must be legal.
fn legal_choice<P: Evaluate>(
    position: &P,
    choose: &mut dyn FnMut(&P) -> Option<P::Move>,
) -> Result<P::Move, VerifyError> {
    let Some(mv) = choose(position) else {
        return Err(VerifyError::NoMove {
            position: position.to_string(),
        });
    };
    if position.is_legal(mv) {
        Ok(mv)
    } else {
        Err(VerifyError::Illegal {
            position: position.to_string(),
            mv: position.move_text(mv),
        })
    }
}
