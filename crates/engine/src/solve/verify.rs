//! Verification of a proof: the claimed winner plays one move everywhere, the other side every
//! move it has, and every game must end as claimed.

use crate::TEXTS;
use quintain_rules::message::Message;
use quintain_rules::{Evaluate, Side, Step, messages};
use std::collections::HashSet;
use std::error::Error;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

/// The size of a proof: all the positions that can occur when the winner plays by it, as nodes
/// of the solution tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// A hasher for numbers that are hashes already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, number: u128) {
        self.0 = number as u64;
    }
}

/// The positions that are already verified, as 128-bit fingerprints under random keys drawn anew
/// for every verification: a collision is out of the question, and nobody can prepare one. Whole
/// positions would take many times the memory.
struct Visited {
    set: HashSet<u128, BuildHasherDefault<IdentityHasher>>,
    states: [RandomState; 2],
}

impl Visited {
    fn new() -> Self {
        Visited {
            set: HashSet::default(),
            states: [RandomState::new(), RandomState::new()],
        }
    }

    fn fingerprint<P: Evaluate>(&self, position: &P) -> u128 {
        let [high, low] = self.states.each_ref().map(|state| state.hash_one(position));
        u128::from(high) << 64 | u128::from(low)
    }

    /// Whether the position is new, near the root up to symmetry.
    fn insert<P: Evaluate>(&mut self, position: &P, ply: u32) -> bool {
        let fingerprint = if ply <= SYMMETRY_PLIES {
            P::SYMMETRIES
                .iter()
                .filter(|symmetry| !symmetry.swap_sides)
                .map(|&symmetry| self.fingerprint(&position.transform(symmetry)))
                .fold(u128::MAX, u128::min)
        } else {
            self.fingerprint(position)
        };
        self.set.insert(fingerprint)
    }
}

/// Verifies that `winner` wins from `root` by playing what `choose` says, against every reply and
/// every reveal. Nothing is trusted but the rules; `choose` may be wrong, and is asked once for
/// every position that can occur. At most `limit` positions are visited.
pub fn verify<P: Evaluate>(
    root: &P,
    winner: Side,
    limit: Option<u64>,
    choose: &mut dyn FnMut(&P) -> Option<P::Move>,
) -> Result<ProofStats, VerifyError> {
    if P::HAS_CYCLES {
        return Err(VerifyError::Endless {
            game: P::INFO.name(),
        });
    }
    let mut proof = ProofStats::default();
    let mut visited = Visited::new();
    let mut open = vec![(*root, 0)];
    visited.insert(root, 0);
    while let Some((position, ply)) = open.pop() {
        if limit.is_some_and(|limit| proof.positions() >= limit) {
            return Err(VerifyError::TooLarge {
                positions: proof.positions(),
            });
        }
        if let Some(found) = position.winner() {
            if found != winner {
                return Err(VerifyError::Lost {
                    position: position.to_string(),
                });
            }
            proof.terminal_nodes += 1;
            continue;
        }
        let mut visit = |step| {
            let mut next = position;
            next.play_unchecked(step);
            if visited.insert(&next, ply + 1) {
                open.push((next, ply + 1));
            }
        };
        if position.turn() == winner {
            proof.or_nodes += 1;
            let mv = legal_choice(&position, choose)?;
            position.visit_reveals(mv, |reveal, _| visit(Step { mv, reveal }));
        } else {
            proof.and_nodes += 1;
            position.visit_steps(visit);
        }
    }
    Ok(proof)
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
