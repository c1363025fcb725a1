//! Catapult as a functional-programming course asks for it: functions on a board, a player and a
//! square.
//!
//! | question | function |
//! |---|---|
//! | Is this text a board? | [`validate_board`], or [`check_board`], which says why not |
//! | Which board? | [`build_board`] |
//! | Where can a player's flag go? | [`flag_moves`] |
//! | Where can the general on a square go? | [`general_moves`] |
//! | What can the knight on a square do by itself? | [`knight_moves`] |
//! | What can the catapults do that have their rear on a square? | [`catapult_moves`] |
//! | Has a player won? | [`player_won`], or [`winner`], which knows whose turn it is |
//! | What can a player do? | [`list_moves`] |
//!
//! All of them use the move generation that plays the game, and return moves sorted by their
//! text. A board's text is the board part of a position string: ranks 9 to 0
//! separated by `/`, `w` and `b` for knights, `W` and `B` for flags, `g` for White's general
//! and `G` for Black's, digits for runs of empty squares; an empty rank is written as nothing.
//!
//! The functions about one square look only at the piece there: they also answer on a board with
//! three pieces, with the flags still to be placed, or with the game long over. They return no
//! moves if the square is empty or holds a piece of another kind or of the enemy. Whether the
//! player may make such a move *now* is the question that [`list_moves`] answers.
//!
//! # A flag that is not there
//!
//! A board does not show whether a missing flag has been taken or is still to be placed. But in a
//! game the two are never confused: as long as a flag is still to be placed, all knights and
//! generals are in their start places, and a flag can only be taken by a knight or catapult that
//! has come a long way. So here a missing flag is *still to be placed* if no flag is on the board
//! at all, or if everything else is in its start place; otherwise it has been taken. For other
//! boards, use a position string, which has `place` in it.
//!
//! ```
//! use quintain_coursework::catapult::*;
//!
//! let board = build_board("/1w1w1w1w1w/1w1w1w1w1w/1w1w1w1w1w/5g4/4G5/b1b1b1b1b1/b1b1b1b1b1/b1b1b1b1b1/")?;
//! assert_eq!(
//!     picture(&board),
//!     "\
//! 9 . . . . . . . . . .
//! 8 . w . w . w . w . w
//! 7 . w . w . w . w . w
//! 6 . w . w . w . w . w
//! 5 . . . . . g . . . .
//! 4 . . . . G . . . . .
//! 3 b . b . b . b . b .
//! 2 b . b . b . b . b .
//! 1 b . b . b . b . b .
//! 0 . . . . . . . . . .
//!   a b c d e f g h i j
//! "
//! );
//! assert_eq!(
//!     texts(&list_moves(&board, WHITE)),
//!     "b9-b9 c9-c9 d9-d9 e9-e9 f9-f9 g9-g9 h9-h9 i9-i9"
//! );
//! assert_eq!(texts(&knight_moves(&board, WHITE, square("d6"))), "d6-c6 d6-d5 d6-e6");
//! assert_eq!(texts(&catapult_moves(&board, WHITE, square("d6"))), "d6-d9");
//! # fn square(name: &str) -> Square { name.parse().unwrap() }
//! # Ok::<(), quintain_rules::PositionError>(())
//! ```

#[cfg(test)]
mod tests;

use quintain_rules::games::catapult::Catapult;
use quintain_rules::{Position, PositionError, Side};
use std::ops::ControlFlow;

pub use quintain_rules::games::catapult::{Board, Move, Piece, Square};

/// White sits at the top, plays down and moves first.
pub const WHITE: Side = Side::First;
/// Black sits at the bottom and plays up.
pub const BLACK: Side = Side::Second;

/// Whether a text is a board; [`check_board`] says why it is not.
///
/// It must have ten ranks of ten squares, known letters, no run of 0, and at most one flag and one
/// general for each side. Any number of knights is accepted, and pieces may be missing.
///
/// ```
/// use quintain_coursework::catapult::validate_board;
/// assert!(validate_board("/1w1w1w1w1w/1w1w1w1w1w/1w1w1w1w1w/5g4/4G5/b1b1b1b1b1/b1b1b1b1b1/b1b1b1b1b1/"));
/// assert!(validate_board("/////////"));
/// assert!(!validate_board("////////")); // nine ranks
/// assert!(!validate_board("/////////4g4")); // nine squares
/// ```
pub fn validate_board(text: &str) -> bool {
    check_board(text).is_ok()
}

/// Checks that a text is a board; the error says why it is not.
///
/// ```
/// use quintain_coursework::catapult::check_board;
/// let error = check_board("4WW4/////////").unwrap_err();
/// assert_eq!(error.to_string(), "White has 2 flags (e9 and f9), expected at most 1");
/// ```
pub fn check_board(text: &str) -> Result<(), PositionError> {
    build_board(text).map(|_| ())
}

/// The board of a text. The board's own text, by `to_string`, has the longest possible runs.
///
/// ```
/// use quintain_coursework::catapult::*;
/// let board = build_board("4W5////5g22/55////")?;
/// assert_eq!(board.to_string(), "4W5////5g4/////");
/// assert_eq!(board.piece_at("f5".parse()?), Some((WHITE, Piece::General)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_board(text: &str) -> Result<Board, PositionError> {
    text.parse()
}

/// The board drawn as text.
pub fn picture(board: &Board) -> String {
    let mut picture = String::new();
    for (rank, runs) in (0..=9).rev().zip(board.to_string().split('/')) {
        let mut squares = String::new();
        for symbol in runs.chars() {
            match symbol.to_digit(10) {
                Some(run) => squares += &" .".repeat(run as usize),
                None => squares.extend([' ', symbol]),
            }
        }
        // A rank without pieces is written as nothing.
        if squares.is_empty() {
            squares = " .".repeat(10);
        }
        picture += &format!("{rank}{squares}\n");
    }
    picture + "  a b c d e f g h i j\n"
}

/// The texts of some moves, separated by spaces.
pub fn texts(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.join(" ")
}

/// Where a player can place the flag: on the player's own edge of the board, but not in a corner
/// or on a piece. Nowhere if the flag is already on the board.
///
/// ```
/// use quintain_coursework::catapult::*;
/// // 9 . w . . g . . b W .
/// let board = build_board("1w2g2bW1/////////")?;
/// assert_eq!(flag_moves(&board, WHITE), []);
/// // 9 . w . . g . . b . .
/// let board = build_board("1w2g2b2/////////")?;
/// assert_eq!(texts(&flag_moves(&board, WHITE)), "c9-c9 d9-d9 f9-f9 g9-g9 i9-i9");
/// # Ok::<(), quintain_rules::PositionError>(())
/// ```
pub fn flag_moves(board: &Board, player: Side) -> Vec<Move> {
    let free = board.flag_placements(player);
    sorted(free.map(|square| Move::new(square, square)).collect())
}

/// The steps of a player's general that stands on `from`.
///
/// ```
/// use quintain_coursework::catapult::*;
/// // 2 . . . . .
/// // 1 b . . . .
/// // 0 . G . . .
/// //   a b c d e
/// let board = build_board("////////b9/1G8")?;
/// let b0 = "b0".parse()?;
/// assert_eq!(texts(&general_moves(&board, BLACK, b0)), "b0-a0 b0-b1 b0-c0 b0-c1");
/// assert_eq!(general_moves(&board, WHITE, b0), []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn general_moves(board: &Board, player: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = board.visit_general_moves(player, keep(&mut moves, |mv| mv.from() == from));
    sorted(moves)
}

/// The steps, captures and retreats of a player's knight that stands on `from`.
///
/// ```
/// use quintain_coursework::catapult::*;
/// // 9 . . . . .
/// // 8 . . . . .
/// // 7 . w . . .
/// // 6 . b G . .
/// // 5 . . . . .
/// //   a b c d e
/// let board = build_board("//1w8/1bG7//////")?;
/// let b7 = "b7".parse()?;
/// assert_eq!(
///     texts(&knight_moves(&board, WHITE, b7)),
///     "b7-a7 b7-b6 b7-b9 b7-c6 b7-c7 b7-d9"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn knight_moves(board: &Board, player: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = board.visit_knight_moves(player, keep(&mut moves, |mv| mv.from() == from));
    sorted(moves)
}

/// The shifts and shots of a player's catapults that have their rear knight on `from`.
///
/// ```
/// use quintain_coursework::catapult::*;
/// // 4 . . . . . .
/// // 3 g . . . . .
/// // 2 w w w . b B
/// // 1 . . . . . .
/// // 0 . . . . . .
/// //   a b c d e f
/// let board = build_board("//////g9/www1bB4//")?;
/// let a2 = "a2".parse()?;
/// assert_eq!(texts(&catapult_moves(&board, WHITE, a2)), "a2-d2 a2-e2 a2-f2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn catapult_moves(board: &Board, player: Side, from: Square) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = board.visit_catapult_moves(player, keep(&mut moves, |mv| mv.from() == from));
    sorted(moves)
}

/// The winner, as far as the board shows it: the player whose enemy has lost flag or general.
/// `None` while neither has, or if both have, which no game leads to.
///
/// ```
/// use quintain_coursework::catapult::*;
/// let board = build_board("4W5///4g5////4b5//4B5")?;
/// assert_eq!(player_won(&board), Some(WHITE)); // Black's general is gone.
/// # Ok::<(), quintain_rules::PositionError>(())
/// ```
pub fn player_won(board: &Board) -> Option<Side> {
    match Side::BOTH.map(|side| has_lost(board, side)) {
        [true, false] => Some(BLACK),
        [false, true] => Some(WHITE),
        _ => None,
    }
}

/// The winner if it is `player`'s turn: as in [`player_won`], or else the other player if `player`
/// cannot move.
///
/// ```
/// use quintain_coursework::catapult::*;
/// // 9 . . . . . . . . W g
/// // 8 . . . . . . . . b b
/// // ...
/// // 0 G . . . B . . . . .
/// //   a b c d e f g h i j
/// let board = build_board("8Wg/8bb////////G3B5")?;
/// assert_eq!(player_won(&board), None);
/// assert_eq!(winner(&board, WHITE), Some(BLACK));
/// assert_eq!(winner(&board, BLACK), None);
/// # Ok::<(), quintain_rules::PositionError>(())
/// ```
pub fn winner(board: &Board, player: Side) -> Option<Side> {
    match phase(board, player) {
        Phase::Won(winner) => Some(winner),
        Phase::BothLost => None,
        Phase::Placing | Phase::Playing => list_moves(board, player).is_empty().then_some(!player),
    }
}

/// All moves of a player whose turn it is: the placements of the flag as long as it has to be
/// placed, and after that the moves of the general, all knights and all catapults. Empty once the
/// game is over.
///
/// ```
/// use quintain_coursework::catapult::*;
/// // 9 . . W . . . . . . g
/// // 8 . . . . . . . . . .
/// // ...
/// // 2 . . . . . . . . . .
/// // 1 . . . . b . . . . .
/// // 0 G B . . . . . . . .
/// //   a b c d e f g h i j
/// let board = build_board("2W6g////////4b5/GB8")?;
/// assert_eq!(texts(&list_moves(&board, WHITE)), "j9-i8 j9-i9 j9-j8");
/// assert_eq!(texts(&list_moves(&board, BLACK)), "a0-a1 a0-b1 e1-d1 e1-e2 e1-f1");
/// # Ok::<(), quintain_rules::PositionError>(())
/// ```
pub fn list_moves(board: &Board, player: Side) -> Vec<Move> {
    match phase(board, player) {
        Phase::Won(_) | Phase::BothLost => Vec::new(),
        Phase::Placing => flag_moves(board, player),
        Phase::Playing => {
            let mut moves = Vec::new();
            let _ = board.visit_general_moves(player, keep(&mut moves, |_| true));
            let _ = board.visit_knight_moves(player, keep(&mut moves, |_| true));
            let _ = board.visit_catapult_moves(player, keep(&mut moves, |_| true));
            sorted(moves)
        }
    }
}

/// The position of this board with `player` to move, with missing flags interpreted as the
/// [module](self) says. `None` if no game leads there, because both players have lost or Black
/// would place the first flag.
pub fn position(board: &Board, player: Side) -> Option<Catapult> {
    let phase = phase(board, player);
    let position = Catapult::new(*board, player, phase == Phase::Placing).ok()?;
    let same = match phase {
        Phase::Won(winner) => position.terminal_winner() == Some(winner),
        Phase::Placing | Phase::Playing => position.terminal_winner().is_none(),
        Phase::BothLost => false,
    };
    same.then_some(position)
}

/// What a board means if it is a player's turn. The questions may be about either player, in any
/// order: Black can be about to place the first flag here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Placing,
    Playing,
    Won(Side),
    BothLost,
}

fn phase(board: &Board, player: Side) -> Phase {
    match (player_won(board), board.flag(player)) {
        (Some(winner), _) => Phase::Won(winner),
        (None, _) if has_lost(board, player) => Phase::BothLost,
        (None, None) => Phase::Placing,
        (None, Some(_)) => Phase::Playing,
    }
}

fn has_lost(board: &Board, player: Side) -> bool {
    let flag_taken =
        board.flag(player).is_none() && board.flag(!player).is_some() && !is_opening(board);
    board.general(player).is_none() || flag_taken
}

/// Whether all knights and generals are in their start places.
fn is_opening(board: &Board) -> bool {
    let others = |board: &Board| {
        let pieces = board.pieces();
        let others = pieces.filter(|&(_, _, piece)| piece != Piece::Flag);
        others.collect::<Vec<_>>()
    };
    others(board) == others(&Board::start())
}

/// A visitor that keeps some of the moves.
fn keep(
    moves: &mut Vec<Move>,
    wanted: impl Fn(Move) -> bool,
) -> impl FnMut(Move) -> ControlFlow<()> {
    move |mv| {
        if wanted(mv) {
            moves.push(mv);
        }
        ControlFlow::Continue(())
    }
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort_by_cached_key(Move::to_string);
    moves
}
