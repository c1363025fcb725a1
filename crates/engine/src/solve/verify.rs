//! The check of a proof: the claimed winner plays one move everywhere, the other side every
//! move it has, and every game must end as claimed.

use quintain_rules::{Side, Step, Strategy};
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use thiserror::Error;

/// What a proof that holds consists of: all the positions that can come up when the winner
/// plays by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofStats {
    /// Different positions where the winner had to choose.
    pub or_nodes: u64,
    /// Different positions where every move of the other side was answered.
    pub and_nodes: u64,
    /// Different positions that end the game.
    pub terminal_nodes: u64,
}

impl ProofStats {
    /// All positions together: the size of the proof.
    pub const fn positions(&self) -> u64 {
        self.or_nodes + self.and_nodes + self.terminal_nodes
    }
}

/// Why a claim was not proved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// The game ends with the other winner.
    #[error("the other side has won in {position}")]
    Lost {
        /// Where.
        position: String,
    },
    /// The winner was given no move.
    #[error("there is no move for the winner in {position}")]
    NoMove {
        /// Where.
        position: String,
    },
    /// The winner was given a move that cannot be played.
    #[error("{mv} cannot be played in {position}")]
    Illegal {
        /// Where.
        position: String,
        /// The move.
        mv: String,
    },
    /// The game need not end, so that walking through it proves nothing.
    #[error("{game} need not end")]
    Endless {
        /// The game's name.
        game: &'static str,
    },
    /// More positions than were allowed.
    #[error("not finished after {positions} positions")]
    TooLarge {
        /// How many.
        positions: u64,
    },
}

/// So many plies from the root, images of positions already checked are not checked again.
/// Later they are too rare to be worth making eight images of every position.
const SYMMETRY_PLIES: u32 = 8;

/// Fingerprints are random already.
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

/// The positions already checked, as fingerprints of 128 bits made with keys drawn anew for
/// every check, so that no two positions can be taken for one another but by a miracle. The
/// whole positions would take many times the memory.
struct Seen {
    set: HashSet<u128, BuildHasherDefault<IdentityHasher>>,
    states: [RandomState; 2],
}

impl Seen {
    fn new() -> Self {
        Seen {
            set: HashSet::default(),
            states: [RandomState::new(), RandomState::new()],
        }
    }

    fn fingerprint<G: Strategy>(&self, position: &G) -> u128 {
        let [high, low] = self.states.each_ref().map(|state| state.hash_one(position));
        u128::from(high) << 64 | u128::from(low)
    }

    /// Whether the position, or near the root an image of it, is new.
    fn insert<G: Strategy>(&mut self, position: &G, ply: u32) -> bool {
        let fingerprint = if ply <= SYMMETRY_PLIES {
            G::SYMMETRIES
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

/// Checks that `winner` wins from `root` by playing what `choose` says, against every reply
/// and every chance. Nothing is believed but the rules; `choose` may be wrong, and is asked
/// once for every position that can come up. At most `limit` positions are looked at.
pub fn verify<G: Strategy>(
    root: &G,
    winner: Side,
    limit: Option<u64>,
    choose: &mut dyn FnMut(&G) -> Option<G::Move>,
) -> Result<ProofStats, VerifyError> {
    if G::HAS_CYCLES {
        return Err(VerifyError::Endless { game: G::INFO.name });
    }
    let mut checked = ProofStats::default();
    let mut seen = Seen::new();
    let mut open = vec![(*root, 0)];
    seen.insert(root, 0);
    while let Some((position, ply)) = open.pop() {
        if limit.is_some_and(|limit| checked.positions() >= limit) {
            return Err(VerifyError::TooLarge {
                positions: checked.positions(),
            });
        }
        if let Some(found) = position.winner() {
            if found != winner {
                return Err(VerifyError::Lost {
                    position: position.to_string(),
                });
            }
            checked.terminal_nodes += 1;
            continue;
        }
        let mut follow = |step| {
            let mut next = position;
            next.play_unchecked(step);
            if seen.insert(&next, ply + 1) {
                open.push((next, ply + 1));
            }
        };
        if position.turn() == winner {
            checked.or_nodes += 1;
            let mv = chosen(&position, choose)?;
            position.visit_reveals(mv, |reveal, _| follow(Step { mv, reveal }));
        } else {
            checked.and_nodes += 1;
            position.visit_steps(follow);
        }
    }
    Ok(checked)
}

/// The move that the winner is to play, checked.
fn chosen<G: Strategy>(
    position: &G,
    choose: &mut dyn FnMut(&G) -> Option<G::Move>,
) -> Result<G::Move, VerifyError> {
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
