//! The network that evaluates positions, and its inputs: which piece stands on which square, as
//! the side to move sees it, and counts of what the pieces can do together.
//!
//! `net.bin` was trained by the crate `quintain-training`; `docs/networks.md` has the commands.

use super::board::{BOARD, Board, DOWN, GRID};
use super::counts::COUNTS;
use super::{Catapult, Phase, Piece, Square};
use crate::bits::Bits;
use crate::net::{
    Change, Network, NetworkError, PerspectiveAccumulator, PerspectiveInputs, Shape, network,
};
use crate::{Side, Tunable};

const SQUARES: usize = 100;
const KINDS: usize = 3;
/// The first of the counts: before it are the pieces on their squares.
const BY_COUNT: usize = 2 * KINDS * SQUARES;
const FEATURES: usize = BY_COUNT + 2 * COUNTS;
/// Hidden units that are learned; as many look at the mirror image.
const HIDDEN: usize = 32;
const BUCKETS: usize = 4;
/// Knights per bucket, both sides together.
const BUCKET_KNIGHTS: u32 = 8;

const SHAPE: Shape = Shape {
    features: FEATURES,
    hidden: HIDDEN,
    images: 2,
    perspectives: 1,
    buckets: BUCKETS,
    // Positions for study may have a knight on every square.
    max_active: SQUARES,
};

network!(Network<FEATURES, { 2 * HIDDEN }, 1, BUCKETS> = "net.bin", Some(&MIRROR));

/// Hidden units of both perspectives, kept up to date from position to position.
pub(super) type Accumulator =
    PerspectiveAccumulator<Catapult, FEATURES, { 2 * HIDDEN }, 1, BUCKETS>;

/// The index of a piece on a square, by perspective, side, kind and square. A side sees its own
/// pieces first, and its own edge of the board as the first row.
static PIECE_FEATURES: [[[[u16; 128]; KINDS]; 2]; 2] = {
    let mut table = [[[[0; 128]; KINDS]; 2]; 2];
    let mut index = 0;
    while index < 2 * 2 * KINDS * 128 {
        let (square, kind) = (index % 128, index / 128 % KINDS);
        let (side, perspective) = (index / 128 / KINDS % 2, index / 128 / KINDS / 2);
        if BOARD >> square & 1 != 0 {
            let (row, col) = (square / DOWN as usize, square % DOWN as usize);
            let row = if perspective == 0 { row } else { 9 - row };
            let foreign = if side == perspective { 0 } else { KINDS };
            let feature = (foreign + kind) * SQUARES + row * GRID.cols as usize + col;
            table[perspective][side][kind][square] = feature as u16;
        }
        index += 1;
    }
    table
};

/// The mirror image of each feature.
static MIRROR: [u16; FEATURES] = {
    let mut table = [0; FEATURES];
    let mut feature = 0;
    while feature < FEATURES {
        let cols = GRID.cols as usize;
        let col = feature % cols;
        table[feature] = if feature < BY_COUNT {
            (feature - col + (cols - 1 - col)) as u16
        } else {
            feature as u16
        };
        feature += 1;
    }
    table
};

/// A piece as both sides see it.
#[inline]
fn feature(side: Side, piece: Piece, square: Square) -> [usize; 2] {
    let index = |perspective: usize| {
        let table = &PIECE_FEATURES[perspective][side.index()][piece as usize];
        usize::from(table[square.index()])
    };
    [index(0), index(1)]
}

impl PerspectiveInputs<FEATURES, { 2 * HIDDEN }, 1, BUCKETS> for Catapult {
    const MAX_NETWORK_EVAL: i32 = 6000;

    #[inline]
    fn network() -> &'static Network<FEATURES, { 2 * HIDDEN }, 1, BUCKETS> {
        network()
    }

    fn featureless() -> Self {
        Catapult {
            board: Board::EMPTY,
            turn: Side::First,
            phase: Phase::Playing,
        }
    }

    #[inline]
    fn visit_changes(before: &Self, after: &Self, mut visit: impl FnMut(Change, [usize; 2])) {
        let (before, after) = (&before.board, &after.board);
        for side in Side::BOTH {
            let (old, new) = (before.knight_bitboard(side), after.knight_bitboard(side));
            for square in Bits(old & !new).map(Square::of_bit) {
                visit(Change::Removed, feature(side, Piece::Knight, square));
            }
            for square in Bits(new & !old).map(Square::of_bit) {
                visit(Change::Added, feature(side, Piece::Knight, square));
            }
            let royals = [
                (Piece::General, before.general(side), after.general(side)),
                (Piece::Flag, before.flag(side), after.flag(side)),
            ];
            for (piece, old, new) in royals {
                if old != new {
                    if let Some(square) = old {
                        visit(Change::Removed, feature(side, piece, square));
                    }
                    if let Some(square) = new {
                        visit(Change::Added, feature(side, piece, square));
                    }
                }
            }
        }
    }

    #[inline]
    fn visit_counts(&self, perspective: Side, mut add: impl FnMut(usize, u32)) {
        self.visit_side_counts(perspective, |count, number| {
            add(BY_COUNT + count, number);
        });
    }

    /// By the number of knights.
    #[inline]
    fn bucket(&self) -> usize {
        let count = |side| self.board.knight_bitboard(side).count_ones();
        let knights = count(Side::First) + count(Side::Second);
        ((knights / BUCKET_KNIGHTS) as usize).min(BUCKETS - 1)
    }
}

impl Tunable<Self> for Catapult {
    const NETWORK: Option<Shape> = Some(SHAPE);

    fn load_network(bytes: &[u8]) -> Result<(), NetworkError> {
        load_network(bytes)
    }

    fn has_network() -> bool {
        has_network()
    }

    fn visit_features(position: &Self, perspective: Side, mut add: impl FnMut(usize, i32)) {
        Self::visit_changes(&Self::featureless(), position, |_, features| {
            add(features[perspective.index()], 1);
        });
        position.visit_counts(perspective, |count, number| add(count, number as i32));
    }

    fn mirror_feature(feature: usize) -> usize {
        MIRROR[feature].into()
    }

    fn bucket(position: &Self) -> usize {
        PerspectiveInputs::bucket(position)
    }
}
