//! The network that evaluates positions, and its inputs: which piece stands on which square and
//! how many are in hand, as each side sees it, and for the side to move counts of what the pieces
//! can do together.
//!
//! `net.bin` was trained by the crate `quintain-training`; `docs/networks.md` has the commands.

use super::board::Board;
use super::counts::COUNTS;
use super::pieces::{ALL, GRID, ROW};
use super::{AnimalChess, Kind, Square};
use crate::bits::Bits;
use crate::net::{
    Change, Network, NetworkError, PerspectiveAccumulator, PerspectiveInputs, Shape, network,
};
use crate::{Position, Side, Tunable};

const SQUARES: usize = 30;
const KINDS: usize = 6;
/// Pieces of one hand: the first giraffe, the second, and so on. "Thermometer coding": three
/// chicks in hand are the first, the second and the third.
const HELD: usize = 14;
/// Where each kind begins among those.
const HELD_OF: [usize; 3] = [0, 4, 8];
/// The first feature of the hands: before it are those of the board.
const HANDS: usize = 2 * KINDS * SQUARES;
/// The first of the counts.
const BY_COUNT: usize = HANDS + 2 * HELD;
const FEATURES: usize = BY_COUNT + 2 * COUNTS;
/// Hidden units that are learned; as many look at the mirror image.
const HIDDEN: usize = 32;
const BUCKETS: usize = 4;

const SHAPE: Shape = Shape {
    features: FEATURES,
    hidden: HIDDEN,
    images: 2,
    perspectives: 2,
    buckets: BUCKETS,
    max_active: 16,
};

network!(Network<FEATURES, { 2 * HIDDEN }, 2, BUCKETS> = "net.bin", Some(&MIRROR));

/// Hidden units of both perspectives, kept up to date from position to position.
pub(super) type Accumulator =
    PerspectiveAccumulator<AnimalChess, FEATURES, { 2 * HIDDEN }, 2, BUCKETS>;

/// The index of a piece on a square, by perspective, side, kind and square. A side sees its own
/// pieces first, and its own edge of the board as the first row.
static BOARD_FEATURES: [[[[u16; 64]; KINDS]; 2]; 2] = {
    let mut table = [[[[0; 64]; KINDS]; 2]; 2];
    let mut index = 0;
    while index < 2 * 2 * KINDS * 64 {
        let (square, kind) = (index % 64, index / 64 % KINDS);
        let (side, perspective) = (index / 64 / KINDS % 2, index / 64 / KINDS / 2);
        if ALL >> square & 1 != 0 {
            let (row, col) = (square / ROW as usize, square % ROW as usize);
            let row = if perspective == 0 { row } else { 5 - row };
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
        let image = if feature < HANDS {
            let cols = GRID.cols as usize;
            let col = feature % cols;
            feature - col + (cols - 1 - col)
        } else {
            feature
        };
        table[feature] = image as u16;
        feature += 1;
    }
    table
};

/// A piece on the board as both sides see it.
#[inline]
fn board_feature(side: Side, kind: Kind, square: Square) -> [usize; 2] {
    let index = |perspective: usize| {
        let table = &BOARD_FEATURES[perspective][side.index()][kind.index()];
        usize::from(table[usize::from(square.0 & 63)])
    };
    [index(0), index(1)]
}

/// A piece in hand as both sides see it: the `number`th of its kind, counted from 0.
#[inline]
fn hand_feature(side: Side, kind: Kind, number: u8) -> [usize; 2] {
    let index = HANDS + HELD_OF[kind.index()] + usize::from(number);
    match side {
        Side::First => [index, index + HELD],
        Side::Second => [index + HELD, index],
    }
}

impl PerspectiveInputs<FEATURES, { 2 * HIDDEN }, 2, BUCKETS> for AnimalChess {
    const MAX_NETWORK_EVAL: i32 = 6000;

    #[inline]
    fn network() -> &'static Network<FEATURES, { 2 * HIDDEN }, 2, BUCKETS> {
        network()
    }

    fn featureless() -> Self {
        AnimalChess {
            board: Board::empty(),
        }
    }

    #[inline]
    fn visit_changes(before: &Self, after: &Self, mut visit: impl FnMut(Change, [usize; 2])) {
        let (before, after) = (&before.board, &after.board);
        let changed = before.difference(after);
        for side in Side::BOTH {
            for square in Bits(before.by_side(side) & changed).map(Square) {
                let feature = board_feature(side, before.kind_on(square), square);
                visit(Change::Removed, feature);
            }
            for square in Bits(after.by_side(side) & changed).map(Square) {
                let feature = board_feature(side, after.kind_on(square), square);
                visit(Change::Added, feature);
            }
            for kind in Kind::DROPPABLE {
                let (old, new) = (before.hand(side, kind), after.hand(side, kind));
                for number in new..old {
                    visit(Change::Removed, hand_feature(side, kind, number));
                }
                for number in old..new {
                    visit(Change::Added, hand_feature(side, kind, number));
                }
            }
        }
    }

    /// Only for the perspective of the side to move: the counts are those of both sides.
    #[inline]
    fn visit_counts(&self, perspective: Side, mut add: impl FnMut(usize, u32)) {
        if perspective == self.turn() {
            self.visit_side_counts(|count, number| add(BY_COUNT + count, number));
        }
    }

    /// By the number of pieces in hand.
    #[inline]
    fn bucket(&self) -> usize {
        let held: u8 = Side::BOTH
            .into_iter()
            .flat_map(|side| Kind::DROPPABLE.map(|kind| self.board.hand(side, kind)))
            .sum();
        usize::from(held / 2).min(BUCKETS - 1)
    }
}

impl Tunable<Self> for AnimalChess {
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
