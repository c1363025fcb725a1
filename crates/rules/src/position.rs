//! The one trait that all games implement, and what belongs to it.

use crate::bits::PortableHasher;
use crate::error::{MoveError, Phrase, PositionError, SecretError, SizeError};
use crate::message::{AnyOf, Message};
use crate::{Boards, GameInfo, Side, Symmetry};
use std::fmt::{Debug, Display};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;

/// A move packed into 16 bits, for transposition tables and move lists.
///
/// For a newtype over `u16`, [`move_bits!`](crate::move_bits) writes the implementation.
pub trait MoveBits: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The move as a number.
    fn to_bits(self) -> u16;
    /// The move of a number that [`to_bits`](MoveBits::to_bits) gave. Any other number gives
    /// some move that may not be legal anywhere; ask [`Position::is_legal`] before playing it.
    fn from_bits(bits: u16) -> Self;
}

/// Implements [`MoveBits`] for a newtype over `u16`, and asserts that it is no larger. The mask,
/// if there is one, says which bits a move uses: the others are dropped from any number that a
/// move is made from.
///
/// ```
/// use quintain_rules::{MoveBits, move_bits};
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
/// struct Square(u16);
/// move_bits!(Square, 0x3f);
///
/// assert_eq!(Square::from_bits(0xff05), Square(5));
/// ```
#[macro_export]
macro_rules! move_bits {
    ($name:ident) => {
        $crate::move_bits!($name, u16::MAX);
    };
    ($name:ident, $mask:expr) => {
        const _: () = assert!(size_of::<$name>() == 2);

        impl $crate::MoveBits for $name {
            #[inline]
            fn to_bits(self) -> u16 {
                self.0
            }

            #[inline]
            fn from_bits(bits: u16) -> Self {
                $name(bits & $mask)
            }
        }
    };
}

/// What chance chooses after a player has chosen a move: the outcome of a chance node.
///
/// `()` for games without chance, where it costs nothing.
pub trait Reveal: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// All reveals.
    const ALL: &'static [Self];
    /// What a step's text adds to the move's, for example `+`; may be empty.
    fn suffix(self) -> &'static str;
}

impl Reveal for () {
    const ALL: &'static [()] = &[()];

    #[inline]
    fn suffix(self) -> &'static str {
        ""
    }
}

/// A move together with what it revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step<M, R = ()> {
    /// What the player chose.
    pub mv: M,
    /// What chance chose.
    pub reveal: R,
}

/// The steps of a game.
pub type StepOf<P> = Step<<P as Position>::Move, <P as Position>::Reveal>;

/// What a referee knows and the position does not show, such as which pawns are the spies.
///
/// A secret belongs to one position; [`advance`](Secret::advance) carries it to the next.
/// All secrets of a position are equally likely. `()` for games without secrets.
pub trait Secret<P: Position>: Clone + Debug + Eq + Send + Sync + 'static {
    /// How many secrets the public position allows.
    fn count(position: &P) -> u64;
    /// The secret with this index, from 0 to below [`count`](Secret::count).
    fn nth(position: &P, index: u64) -> Self;
    /// What a legal move reveals under this secret.
    fn reveal(&self, position: &P, mv: P::Move) -> P::Reveal;
    /// Carries the secret over a step that is about to be played from `position`.
    fn advance(&mut self, position: &P, step: StepOf<P>);
    /// The secret as a record writes it; empty in games without secrets.
    fn text(&self, position: &P) -> String;
    /// Parses what [`text`](Secret::text) wrote.
    fn parse(position: &P, text: &str) -> Result<Self, SecretError>;
}

impl<P: Position<Reveal = ()>> Secret<P> for () {
    fn count(_: &P) -> u64 {
        1
    }

    fn nth(_: &P, _: u64) {}

    fn reveal(&self, _: &P, _: P::Move) {}

    fn advance(&mut self, _: &P, _: StepOf<P>) {}

    fn text(&self, _: &P) -> String {
        String::new()
    }

    fn parse(_: &P, text: &str) -> Result<(), SecretError> {
        if text.is_empty() {
            Ok(())
        } else {
            let game = P::INFO.name();
            Err(SecretError::new(text, Phrase::NoSecrets { game }))
        }
    }
}

/// A position of a game: everything needed to continue play, and nothing else.
///
/// A position is a small value, made for copy-make: to play a move, copy the position and change
/// the copy. Its text (`Display`, `FromStr`) is the game's position string; two positions are
/// equal exactly when their strings are. History, clocks and secrets live elsewhere.
///
/// A game must define `INFO`, the three types, [`start`](Position::start),
/// [`turn`](Position::turn), [`visit_moves`](Position::visit_moves),
/// [`play_unchecked`](Position::play_unchecked) and [`move_text`](Position::move_text). Everything
/// else has a default, some of them slow; `crates/rules/tests/sixth` is a whole game made this way.
///
/// ```
/// use quintain_rules::Position;
/// use quintain_rules::games::knights_duel::KnightsDuel;
///
/// let mut position = KnightsDuel::start(Some(5))?;
/// let step = position.parse_step("(2,3)")?;
/// position.play(step)?;
/// assert_eq!(position.to_string(), "4B/5/1W3/5/x4 b");
/// assert_eq!(position.count_moves(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Position:
    Copy + Eq + Hash + Debug + Display + FromStr<Err = PositionError> + Send + Sync + 'static
{
    /// The game's name, sides, boards and rules page.
    const INFO: GameInfo;
    /// The maps of the board that turn legal play into legal play, the identity first. A game
    /// that names more than the identity implements [`transform`](Position::transform) and
    /// [`transform_move`](Position::transform_move).
    const SYMMETRIES: &'static [Symmetry] = &[Symmetry::IDENTITY];
    /// What a player chooses.
    type Move: MoveBits;
    /// What chance chooses after that; `()` for games without chance.
    type Reveal: Reveal;
    /// What a referee knows and the position does not show; `()` if everything is in the open.
    type Secret: Secret<Self>;

    /// The start position on a board of this size, or on the default board.
    fn start(size: Option<u8>) -> Result<Self, SizeError>;

    /// The positions a game on such a board can begin with, [`start`](Position::start) first. If
    /// there are several, they are equally likely and one is drawn at random.
    fn initial_positions(size: Option<u8>) -> Result<Vec<Self>, SizeError> {
        Ok(vec![Self::start(size)?])
    }

    /// The board's size, for games that have several: those must implement it.
    fn size(&self) -> Option<u8> {
        const {
            let one = matches!(Self::INFO.boards, Boards::One { .. });
            assert!(one, "a game with boards of several sizes implements `size`");
        }
        None
    }

    /// The side to move (in a finished game, the side that would be).
    fn turn(&self) -> Side;

    /// The winner, if the board itself shows that the game is over. Cheap: does not check
    /// whether the side to move can move. By default a game ends only when a side cannot move.
    #[inline]
    fn terminal_winner(&self) -> Option<Side> {
        None
    }

    /// The winner, if the game is over. A side that must move and cannot has lost.
    #[inline]
    fn winner(&self) -> Option<Side> {
        self.terminal_winner()
            .or_else(|| (!self.has_move()).then(|| !self.turn()))
    }

    /// Move generation by visitor: calls `visit` with every legal move, in no particular order,
    /// until it breaks. A finished game has none. Nothing is allocated.
    fn visit_moves<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Adds every legal move to a collection, so that a caller can reuse its memory.
    #[inline]
    fn collect_moves(&self, moves: &mut impl Extend<Self::Move>) {
        let _ = self.visit_moves(|mv| {
            moves.extend([mv]);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Every legal move in a new vector, for code where speed does not matter.
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.collect_moves(&mut moves);
        moves
    }

    /// Whether there is a legal move.
    #[inline]
    fn has_move(&self) -> bool {
        self.visit_moves(|_| ControlFlow::Break(())).is_break()
    }

    /// How many legal moves there are.
    #[inline]
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_moves(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Whether a move is legal.
    #[inline]
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.visit_moves(|legal| {
            if legal == mv {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .is_break()
    }

    /// Calls `visit` with every reveal that can follow a legal move, and its weight: the
    /// probability is the weight over the sum of all weights of that move. Weights are at
    /// least 1, and exact. A game with chance must implement it; without chance there is one
    /// reveal, and it is certain.
    #[inline]
    fn visit_reveals(&self, mv: Self::Move, mut visit: impl FnMut(Self::Reveal, u32)) {
        const {
            let certain = Self::Reveal::ALL.len() == 1;
            assert!(certain, "a game with chance implements `visit_reveals`");
        }
        let _ = mv;
        visit(Self::Reveal::ALL[0], 1);
    }

    /// Calls `visit` with every step: every legal move with every reveal that can follow it.
    #[inline]
    fn visit_steps(&self, mut visit: impl FnMut(StepOf<Self>)) {
        let _ = self.visit_moves(|mv| {
            self.visit_reveals(mv, |reveal, _| visit(Step { mv, reveal }));
            ControlFlow::<()>::Continue(())
        });
    }

    /// How many steps there are: bulk counting, which [`perft`](mod@crate::perft) uses at the
    /// leaves.
    #[inline]
    fn count_steps(&self) -> u64 {
        // Without chance, steps are moves.
        if Self::Reveal::ALL.len() == 1 {
            return self.count_moves();
        }
        let mut count = 0;
        self.visit_steps(|_| count += 1);
        count
    }

    /// Plays a step after checking it; a rejected step leaves the position unchanged.
    fn play(&mut self, step: StepOf<Self>) -> Result<(), MoveError> {
        self.validate(step)?;
        self.play_unchecked(step);
        Ok(())
    }

    /// Plays a step that is known to be legal: the hot path. An illegal step panics in debug
    /// builds; in release builds it panics or leads to a wrong position.
    fn play_unchecked(&mut self, step: StepOf<Self>);

    /// Checks that a step can be played; the error says why it cannot.
    fn validate(&self, step: StepOf<Self>) -> Result<(), MoveError> {
        self.validate_move(step.mv)?;
        let mut possible = false;
        self.visit_reveals(step.mv, |reveal, _| possible |= reveal == step.reveal);
        if possible {
            Ok(())
        } else {
            Err(wrong_reveal(self, step))
        }
    }

    /// Checks that a move can be played; the error says why it cannot.
    fn validate_move(&self, mv: Self::Move) -> Result<(), MoveError> {
        if self.is_legal(mv) {
            return Ok(());
        }
        let text = self.move_text(mv);
        Err(match self.winner() {
            Some(winner) => MoveError::GameOver {
                text,
                winner: Self::INFO.side_name(winner),
            },
            None => MoveError::Illegal {
                text,
                reason: self.illegal_reason(mv),
            },
        })
    }

    /// Why a move is not legal: part of a sentence. Only called for illegal moves in unfinished
    /// games.
    fn illegal_reason(&self, mv: Self::Move) -> Message {
        let _ = mv;
        Phrase::NotLegal.into()
    }

    /// The position's 64-bit Zobrist hash. Equal positions have equal hashes; different positions
    /// almost surely have different ones.
    ///
    /// By default it is computed each time. A game that wants to be fast keeps it in the position
    /// and updates it in [`play_unchecked`](Position::play_unchecked).
    #[inline]
    fn zobrist(&self) -> u64 {
        self.compute_zobrist()
    }

    /// The same hash computed from scratch, to check the incremental one against.
    ///
    /// By default it is made from the fields that `Hash` sees, the same in every run. A position
    /// that keeps its own hash in a field must implement it.
    fn compute_zobrist(&self) -> u64 {
        let mut hasher = PortableHasher::default();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// The image of the position under one of [`SYMMETRIES`](Position::SYMMETRIES).
    #[inline]
    fn transform(&self, symmetry: Symmetry) -> Self {
        const { assert!(Self::SYMMETRIES.len() == 1, "symmetries need `transform`") }
        let _ = symmetry;
        *self
    }

    /// The image of a move under one of [`SYMMETRIES`](Position::SYMMETRIES).
    #[inline]
    fn transform_move(&self, mv: Self::Move, symmetry: Symmetry) -> Self::Move {
        let _ = symmetry;
        mv
    }

    /// The move's text. Legal moves of a position have different texts.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Parses a move, which need not be legal.
    ///
    /// By default it understands what [`move_text`](Position::move_text) writes, by comparing texts:
    /// first of the legal moves, then of all 65,536 numbers a move can be made from. That is slow.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let legal = self.moves().into_iter();
        let any = (0..=u16::MAX).map(MoveBits::from_bits);
        legal
            .chain(any)
            .find(|&mv| self.move_text(mv) == text)
            .ok_or_else(|| MoveError::syntax(text, Phrase::NotAMove))
    }

    /// The step's text: the move's, followed by what it revealed.
    fn step_text(&self, step: StepOf<Self>) -> String {
        self.move_text(step.mv) + step.reveal.suffix()
    }

    /// Parses a step, which need not be legal.
    fn parse_step(&self, text: &str) -> Result<StepOf<Self>, MoveError> {
        let suffixed = Self::Reveal::ALL.iter().find_map(|&reveal| {
            let suffix = reveal.suffix();
            let head = text.strip_suffix(suffix)?;
            (!suffix.is_empty()).then_some((head, reveal))
        });
        let plain = Self::Reveal::ALL
            .iter()
            .find(|reveal| reveal.suffix().is_empty());
        let (head, reveal) = match (suffixed, plain) {
            (Some(found), _) => found,
            (None, Some(&plain)) => (text, plain),
            (None, None) => return Err(MoveError::syntax(text, Phrase::NoReveal)),
        };
        let mv = self.parse_move(head).map_err(|error| match error {
            // The message is about the whole text, not only the part before the suffix.
            MoveError::Syntax { reason, .. } => MoveError::syntax(text, reason),
            other => other,
        })?;
        Ok(Step { mv, reveal })
    }
}

/// The error for a legal move with a reveal that is not possible.
fn wrong_reveal<P: Position>(position: &P, step: StepOf<P>) -> MoveError {
    let text = position.step_text(step);
    let mut texts = Vec::new();
    position.visit_reveals(step.mv, |reveal, _| {
        texts.push(position.step_text(Step { reveal, ..step }));
    });
    let possible = AnyOf(texts);
    if step.reveal.suffix().is_empty() {
        MoveError::RevealMissing { text, possible }
    } else {
        MoveError::RevealImpossible { text, possible }
    }
}
