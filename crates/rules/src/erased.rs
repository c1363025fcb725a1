//! Games behind trait objects, for applications that choose the game at run time: text in,
//! text and views out.

use crate::draft::{self, Draft, DraftError, SetupSchema};
use crate::error::{MoveError, PositionError, SecretError, SizeError};
use crate::message::{Message, MessageSpec};
#[cfg(feature = "perft")]
use crate::perft::{self, Division, OnProgress};
use crate::premoves;
use crate::record::FileFormat;
use crate::view::{Describe, Geometry, MoveView, Piece, StepView, View};
use crate::{GameInfo, Position, Secret, Side, Step, StepOf};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;
#[cfg(feature = "perft")]
use std::sync::atomic::AtomicBool;

/// The traits are implemented here alone, for every type that describes a game: a feature or a new
/// version may add methods to them.
mod sealed {
    pub trait Sealed {}
    impl<G> Sealed for super::Erased<G> {}
    impl<G> Sealed for super::Held<G> {}
    impl<G: crate::Position> Sealed for super::Referee<G> {}
}
use sealed::Sealed;

/// A game chosen at run time: makes positions. [`Erased`] is the one for a game's type.
pub trait AnyGame: Sealed + Send + Sync {
    /// The game's name, sides, boards and rules page.
    fn info(&self) -> &'static GameInfo;
    /// The start position on a board of this size, or on the default board.
    fn start(&self, size: Option<u8>) -> Result<Box<dyn AnyPosition>, SizeError>;
    /// The positions a game on such a board can begin with, the default one first; where there
    /// are several, chance chooses.
    fn initial_positions(&self, size: Option<u8>) -> Result<Vec<Box<dyn AnyPosition>>, SizeError>;
    /// Reads a position string.
    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError>;
    /// The messages of the game that its catalogues must have.
    fn message_specs(&self) -> Vec<MessageSpec>;
    /// What positions are made of, for editors.
    fn setup_schema(&self) -> SetupSchema;
    /// The position string of a draft. It may stand for no position: parse it to know.
    fn compose(&self, draft: &Draft) -> Result<String, DraftError>;
    /// File formats of the game's own, beside the common record format.
    fn formats(&self) -> &'static [FileFormat];
}

/// A position of a game chosen at run time.
pub trait AnyPosition: Sealed + fmt::Debug + Send + Sync {
    /// The game's name, sides, boards and rules page.
    fn info(&self) -> &'static GameInfo;
    /// The board's size, for games that have several.
    fn size(&self) -> Option<u8>;
    /// The start position of this position's board.
    fn default_start(&self) -> Box<dyn AnyPosition>;
    /// The position string.
    fn text(&self) -> String;
    /// The 64-bit key.
    fn zobrist(&self) -> u64;
    /// Who is to move.
    fn turn(&self) -> Side;
    /// Who has won, if the game is over.
    fn winner(&self) -> Option<Side>;
    /// The legal moves, sorted by text.
    fn moves(&self) -> Vec<String>;
    /// The steps with their chances, sorted by text.
    fn events(&self) -> Vec<Event>;
    /// Plays a step given as text and returns what happened; a rejected one changes nothing.
    fn play(&mut self, step: &str) -> Result<StepView, MoveError>;
    /// The board.
    fn geometry(&self) -> Geometry;
    /// The position as data to draw.
    fn view(&self) -> View;
    /// What the side not to move may choose from in advance, sorted by text: the moves that it can
    /// have after at least one of the steps that are possible now. Only what is public goes into
    /// it.
    fn premoves(&self) -> Vec<MoveView>;
    /// The position taken apart, to change it.
    fn draft(&self) -> Draft;
    /// How many sequences of exactly `depth` steps there are.
    #[cfg(feature = "perft")]
    fn perft(&self, depth: u8, threads: usize) -> u64;
    /// The count below each step, sorted by text.
    #[cfg(feature = "perft")]
    fn divide(
        &self,
        depth: u8,
        threads: usize,
        stop: &AtomicBool,
        on_progress: OnProgress<'_>,
    ) -> Division;
    /// What is hidden from the players: whole sentences, none in games that hide nothing.
    fn hidden(&self) -> Vec<Message>;
    /// How many secrets a referee could draw from: 1 where there are none.
    fn secret_count(&self) -> u64;
    /// A referee who knows secret number `index`, from 0 to below
    /// [`secret_count`](AnyPosition::secret_count) (a larger number is taken modulo it).
    fn referee(&self, index: u64) -> Box<dyn AnyReferee>;
    /// A referee who knows the secret that a record names.
    fn referee_from(&self, secret: &str) -> Result<Box<dyn AnyReferee>, SecretError>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
    /// The typed position inside: a [`Position`] type.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Someone who knows the secret of a game, watches over it and says what each move reveals.
pub trait AnyReferee: Sealed + fmt::Debug + Send + Sync {
    /// The public position reached.
    fn position(&self) -> Box<dyn AnyPosition>;
    /// The secret as records write it, for the position that the referee started from.
    fn secret(&self) -> &str;
    /// The pieces on the board with what is hidden about them.
    fn pieces(&self) -> Vec<Piece>;
    /// The secret for people: a whole sentence. `None` in games that hide nothing.
    fn disclosure(&self) -> Option<&Message>;
    /// Plays a move (without what it reveals) and returns the resulting step.
    fn play(&mut self, mv: &str) -> Result<StepView, MoveError>;
    /// Plays the move of a step, whatever the step claims to have revealed.
    fn replay(&mut self, step: &str) -> Result<StepView, MoveError>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyReferee>;
}

impl Clone for Box<dyn AnyReferee> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A step that may happen, and its probability `weight / total`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// The text of the move, without what it reveals.
    pub mv: String,
    /// The step's text.
    pub text: String,
    /// Its weight.
    pub weight: u32,
    /// The sum of the weights of the move's steps.
    pub total: u32,
}

impl Event {
    /// Sorts events by their texts. It is apart from the games, so that it is compiled once.
    fn sort(events: &mut [Event]) {
        events.sort_by(|a, b| a.text.cmp(&b.text));
    }

    /// The probability as a fraction in lowest terms: `4/25`.
    pub fn probability(&self) -> String {
        let (mut a, mut b) = (self.weight, self.total);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a.max(1);
        format!("{}/{}", self.weight / divisor, self.total / divisor)
    }
}

/// A game type as an [`AnyGame`].
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The one value of this type.
    pub const GAME: Erased<G> = Erased(PhantomData);
}

impl<G: Describe> AnyGame for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn start(&self, size: Option<u8>) -> Result<Box<dyn AnyPosition>, SizeError> {
        Ok(erase(G::start(size)?))
    }

    fn initial_positions(&self, size: Option<u8>) -> Result<Vec<Box<dyn AnyPosition>>, SizeError> {
        Ok(G::initial_positions(size)?.into_iter().map(erase).collect())
    }

    fn parse(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        Ok(erase(text.parse::<G>()?))
    }

    fn setup_schema(&self) -> SetupSchema {
        G::setup()
    }

    fn message_specs(&self) -> Vec<MessageSpec> {
        let own = G::MESSAGES.iter().copied();
        own.chain([GameInfo::SPECS]).flatten().copied().collect()
    }

    fn compose(&self, draft: &Draft) -> Result<String, DraftError> {
        draft::compose::<G>(draft)
    }

    fn formats(&self) -> &'static [FileFormat] {
        G::FORMATS
    }
}

/// A typed position as an [`AnyPosition`].
pub fn erase<G: Describe>(position: G) -> Box<dyn AnyPosition> {
    Box::new(Held {
        position,
        last: None,
    })
}

/// A typed position behind the trait object, and the step that led to it.
#[derive(Clone, Debug)]
struct Held<G> {
    position: G,
    last: Option<StepView>,
}

/// Plays a step on a typed position and returns what happened.
fn play<G: Describe>(position: &mut G, step: StepOf<G>) -> Result<StepView, MoveError> {
    position.validate(step)?;
    let view = position.step_view(step);
    position.play_unchecked(step);
    Ok(view)
}

impl<G: Describe> AnyPosition for Held<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn size(&self) -> Option<u8> {
        self.position.size()
    }

    fn default_start(&self) -> Box<dyn AnyPosition> {
        // A position's own size is one of the game's sizes.
        erase(G::start(self.position.size()).unwrap_or(self.position))
    }

    fn text(&self) -> String {
        self.position.to_string()
    }

    fn zobrist(&self) -> u64 {
        self.position.zobrist()
    }

    fn turn(&self) -> Side {
        self.position.turn()
    }

    fn winner(&self) -> Option<Side> {
        self.position.winner()
    }

    fn moves(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let _ = self.position.visit_moves(|mv| {
            texts.push(self.position.move_text(mv));
            ControlFlow::<()>::Continue(())
        });
        texts.sort_unstable();
        texts
    }

    fn events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        for mv in self.position.moves() {
            let mut total = 0;
            self.position.visit_reveals(mv, |_, weight| total += weight);
            self.position.visit_reveals(mv, |reveal, weight| {
                let text = self.position.step_text(Step { mv, reveal });
                events.push(Event {
                    mv: self.position.move_text(mv),
                    text,
                    weight,
                    total,
                });
            });
        }
        Event::sort(&mut events);
        events
    }

    fn play(&mut self, step: &str) -> Result<StepView, MoveError> {
        let step = self.position.parse_step(step)?;
        let view = play(&mut self.position, step)?;
        self.last = Some(view.clone());
        Ok(view)
    }

    fn geometry(&self) -> Geometry {
        self.position.geometry()
    }

    fn view(&self) -> View {
        View {
            last: self.last.clone(),
            ..self.position.view()
        }
    }

    fn premoves(&self) -> Vec<MoveView> {
        premoves::premoves(&self.position)
    }

    fn draft(&self) -> Draft {
        draft::draft_of(&self.position)
    }

    #[cfg(feature = "perft")]
    fn perft(&self, depth: u8, threads: usize) -> u64 {
        perft::parallel(&self.position, depth, threads)
    }

    #[cfg(feature = "perft")]
    fn divide(
        &self,
        depth: u8,
        threads: usize,
        stop: &AtomicBool,
        on_progress: OnProgress<'_>,
    ) -> Division {
        perft::divide(&self.position, depth, threads, stop, on_progress)
    }

    fn hidden(&self) -> Vec<Message> {
        G::hidden()
    }

    fn secret_count(&self) -> u64 {
        G::Secret::count(&self.position)
    }

    fn referee(&self, index: u64) -> Box<dyn AnyReferee> {
        let index = index % G::Secret::count(&self.position).max(1);
        Box::new(Referee::new(
            self.position,
            G::Secret::nth(&self.position, index),
        ))
    }

    fn referee_from(&self, secret: &str) -> Result<Box<dyn AnyReferee>, SecretError> {
        Ok(Box::new(Referee::new(
            self.position,
            G::Secret::parse(&self.position, secret)?,
        )))
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.position
    }
}

#[derive(Clone, Debug)]
struct Referee<G: Position> {
    position: G,
    secret: G::Secret,
    /// The secret as records write it, and as people say it.
    text: String,
    disclosure: Option<Message>,
}

impl<G: Describe> AnyReferee for Referee<G> {
    fn position(&self) -> Box<dyn AnyPosition> {
        erase(self.position)
    }

    fn pieces(&self) -> Vec<Piece> {
        self.position.disclosed_pieces(&self.secret)
    }

    fn secret(&self) -> &str {
        &self.text
    }

    fn disclosure(&self) -> Option<&Message> {
        self.disclosure.as_ref()
    }

    fn play(&mut self, mv: &str) -> Result<StepView, MoveError> {
        self.judge(self.position.parse_move(mv)?)
    }

    fn replay(&mut self, step: &str) -> Result<StepView, MoveError> {
        self.judge(self.position.parse_step(step)?.mv)
    }

    fn boxed_clone(&self) -> Box<dyn AnyReferee> {
        Box::new(self.clone())
    }
}

impl<G: Describe> Referee<G> {
    fn new(position: G, secret: G::Secret) -> Self {
        Referee {
            position,
            text: secret.text(&position),
            disclosure: position.disclose_secret(&secret),
            secret,
        }
    }

    /// Plays a move with what the secret makes it reveal.
    fn judge(&mut self, mv: G::Move) -> Result<StepView, MoveError> {
        self.position.validate_move(mv)?;
        let step = Step {
            mv,
            reveal: self.secret.reveal(&self.position, mv),
        };
        self.secret.advance(&self.position, step);
        play(&mut self.position, step)
    }
}
