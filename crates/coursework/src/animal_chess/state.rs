//! The state that the handles of one game share: plain data that knows nothing of handles. All rules
//! of movement and promotion are asked of the kinds of pieces that `AnimalChess` plays with.

use super::ModelError;
use quintain_rules::games::animal_chess::{AnimalChess, Kind, Square};
use quintain_rules::{Position, PositionError, Side};

/// A piece's number within its game. Pieces are never deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(usize);

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Newly made, removed, or a captured lion.
    Nowhere,
    /// On the board.
    On(Square),
    /// In its owner's hand.
    Hand,
}

/// Everything about a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceState {
    pub(super) kind: Kind,
    pub(super) owner: Side,
    pub(super) place: Place,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pieces: Vec<PieceState>,
    /// The pieces in each hand, in the order they came; agrees with [`Place::Hand`].
    hands: [Vec<Id>; 2],
    winner: Option<Side>,
}

impl State {
    pub(super) fn of_position(position: &AnimalChess) -> Self {
        let mut state = State {
            winner: position.terminal_winner(),
            ..State::default()
        };
        for square in Square::all() {
            if let Some((owner, kind)) = position.piece_at(square) {
                let id = state.new_piece(owner, kind);
                state.pieces[id.0].place = Place::On(square);
            }
        }
        for side in Side::BOTH {
            for kind in Kind::DROPPABLE {
                for _ in 0..position.hand(side, kind) {
                    let id = state.new_piece(side, kind);
                    state.put_in_hand(side, id);
                }
            }
        }
        state
    }

    pub(super) fn position(&self, turn: Side) -> Result<AnimalChess, PositionError> {
        let piece_at = |square| {
            let piece = self.piece(self.on(square)?);
            Some((piece.owner, piece.kind))
        };
        let held = |side: Side, kind: Kind| {
            let hand = self.hand(side).iter();
            let count = hand.filter(|&&id| self.piece(id).kind == kind).count();
            // More than any position allows, however many there are.
            u8::try_from(count).unwrap_or(u8::MAX)
        };
        AnimalChess::from_parts(piece_at, held, turn)
    }

    pub(super) fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Only the first win counts.
    pub(super) fn win(&mut self, side: Side) {
        self.winner.get_or_insert(side);
    }

    pub(super) fn new_piece(&mut self, owner: Side, kind: Kind) -> Id {
        self.pieces.push(PieceState {
            kind,
            owner,
            place: Place::Nowhere,
        });
        Id(self.pieces.len() - 1)
    }

    pub(super) fn piece(&self, id: Id) -> &PieceState {
        // Only `new_piece` makes ids, and a handle is used with its own game only.
        &self.pieces[id.0]
    }

    pub(super) fn hand(&self, side: Side) -> &[Id] {
        &self.hands[side.index()]
    }

    /// The pieces on the board with their squares.
    fn standing(&self) -> impl Iterator<Item = (Id, &PieceState, Square)> {
        let pieces = self.pieces.iter().enumerate();
        pieces.filter_map(|(id, piece)| match piece.place {
            Place::On(square) => Some((Id(id), piece, square)),
            Place::Hand | Place::Nowhere => None,
        })
    }

    /// The piece on a square.
    pub(super) fn on(&self, square: Square) -> Option<Id> {
        let mut standing = self.standing();
        standing.find_map(|(id, _, at)| (at == square).then_some(id))
    }

    /// Removes a piece from its square or hand.
    pub(super) fn remove(&mut self, id: Id) {
        for hand in &mut self.hands {
            hand.retain(|&held| held != id);
        }
        self.pieces[id.0].place = Place::Nowhere;
    }

    /// Puts a piece on an empty square, wherever it was.
    pub(super) fn place(&mut self, id: Id, square: Square) -> Result<(), ModelError> {
        if let Some(there) = self.on(square) {
            return Err(ModelError::Occupied {
                piece: self.piece(there).kind,
                row: square.row(),
                col: square.col(),
            });
        }
        self.remove(id);
        self.pieces[id.0].place = Place::On(square);
        Ok(())
    }

    pub(super) fn add_to_hand(&mut self, side: Side, id: Id) -> Result<(), ModelError> {
        let piece = self.piece(id);
        if piece.kind == Kind::Lion {
            return Err(ModelError::LionInHand);
        }
        if piece.place != Place::Hand || piece.owner != side {
            self.put_in_hand(side, id);
        }
        Ok(())
    }

    /// Appends a piece, which must not be a lion, to a hand.
    fn put_in_hand(&mut self, side: Side, id: Id) {
        self.remove(id);
        self.pieces[id.0] = PieceState {
            kind: self.piece(id).kind.base(),
            owner: side,
            place: Place::Hand,
        };
        self.hands[side.index()].push(id);
    }

    pub(super) fn be_captured(&mut self, id: Id, captor: Side) -> Result<(), ModelError> {
        let PieceState { kind, owner, place } = *self.piece(id);
        if !matches!(place, Place::On(_)) {
            return Err(ModelError::NotOnBoard { piece: kind });
        }
        if owner == captor {
            return Err(ModelError::OwnPiece { piece: kind });
        }
        if kind == Kind::Lion {
            self.remove(id);
            self.pieces[id.0].owner = captor;
            self.win(captor);
        } else {
            self.put_in_hand(captor, id);
        }
        Ok(())
    }

    pub(super) fn promote(&mut self, id: Id) -> Result<(), ModelError> {
        let PieceState { kind, place, .. } = *self.piece(id);
        match kind.promoted() {
            Some(_) if place == Place::Hand => Err(ModelError::PromotionInHand { piece: kind }),
            Some(promoted) => {
                self.pieces[id.0].kind = promoted;
                Ok(())
            }
            None if kind != kind.base() => Ok(()),
            None => Err(ModelError::NotPromotable { piece: kind }),
        }
    }

    pub(super) fn legal_moves(&self, id: Id) -> Vec<Square> {
        let PieceState { kind, owner, place } = *self.piece(id);
        match place {
            Place::On(square) if self.winner.is_none() => {
                let own = |at| self.on(at).is_some_and(|id| self.piece(id).owner == owner);
                let steps = kind.steps(owner, square);
                steps.filter(|&at| !own(at)).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn move_to(&mut self, id: Id, square: Square) -> Result<(), ModelError> {
        let PieceState { kind, owner, place } = *self.piece(id);
        if !matches!(place, Place::On(_)) {
            return Err(ModelError::NotOnBoard { piece: kind });
        }
        if !self.legal_moves(id).contains(&square) {
            return Err(ModelError::IllegalMove {
                piece: kind,
                row: square.row(),
                col: square.col(),
            });
        }
        if let Some(captured) = self.on(square) {
            self.be_captured(captured, owner)?;
        }
        self.pieces[id.0].place = Place::On(square);
        self.pieces[id.0].kind = kind.after_move(owner, square);
        Ok(())
    }
}
