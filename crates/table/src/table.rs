//! A game being played.

use crate::clock::{Clocks, Time, TimeControl};
use crate::entry::{Action, End, Entry, Event, Offer, Outcome, Refusal};
use crate::seal::Seal;
use crate::setup::{Setup, SetupError, Takebacks};
use quintain_rules::erased::{AnyPosition, AnyReferee};
use quintain_rules::record::{Record, RecordFault, Termination};
use quintain_rules::view::{StepView, View};
use quintain_rules::{GameInfo, Registry, SecretError, Side, UnknownGame};
use thiserror::Error;

/// A game being played, or played to its end.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    play: Play,
    clocks: Option<Clocks>,
    /// What each side has offered.
    offers: [Option<Offer>; 2],
    outcome: Option<Outcome>,
    /// The number of the next entry.
    next: u32,
    /// When the last entry was made.
    last: Time,
}

/// The steps, and what follows from them.
#[derive(Clone, Debug)]
struct Play {
    start: Box<dyn AnyPosition>,
    position: Box<dyn AnyPosition>,
    /// Knows what is hidden.
    referee: Box<dyn AnyReferee>,
    steps: Vec<StepView>,
    /// The keys of the positions before each step.
    keys: Vec<u64>,
}

/// Why a table cannot be made, or an entry not applied: what was kept is not what was played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// What is hidden is none of the game's secrets.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// An entry is missing, or comes twice.
    #[error("entry {found} comes where entry {expected} should")]
    Order {
        /// The number expected.
        expected: u32,
        /// The number found.
        found: u32,
    },
    /// An entry cannot have happened.
    #[error("entry {seq} cannot be: {reason}")]
    Impossible {
        /// Its number.
        seq: u32,
        /// Why.
        reason: String,
    },
}

impl Table {
    /// The table as it is set up, before anything has happened.
    pub fn new(games: &Registry, setup: Setup) -> Result<Table, TableError> {
        let game = games.get(&setup.game)?;
        let start = game.parse(&setup.start).map_err(SetupError::from)?;
        let referee = match &setup.seal {
            Some(seal) => start.referee_from(&seal.secret)?,
            None => start.referee(0),
        };
        Ok(Table {
            clocks: Clocks::new(setup.time),
            offers: [None; 2],
            outcome: by_the_rules(&*start),
            next: 0,
            last: setup.created,
            play: Play::new(start, referee),
            setup,
        })
    }

    /// A table with all that happened at it.
    pub fn replay(
        games: &Registry,
        setup: Setup,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Table, TableError> {
        let mut table = Table::new(games, setup)?;
        for entry in entries {
            table.apply(entry)?;
        }
        Ok(table)
    }

    /// How it was set up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game's name, sides and boards.
    pub fn info(&self) -> &'static GameInfo {
        self.play.start.info()
    }

    /// The position the game started from.
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.play.start
    }

    /// The position reached.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.play.position
    }

    /// The position after so many steps, at most all of them.
    pub fn position_at(&self, plies: usize) -> Box<dyn AnyPosition> {
        let mut position = self.play.start.clone();
        for step in self.play.steps.iter().take(plies) {
            // What was played once can be played again.
            drop(position.play(&step.text));
        }
        position
    }

    /// The steps played.
    pub fn steps(&self) -> &[StepView] {
        &self.play.steps
    }

    /// The keys of the positions before each step, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.play.keys
    }

    /// Whose turn it is; nobody's in a game that is over.
    pub fn turn(&self) -> Option<Side> {
        self.outcome.is_none().then(|| self.play.position.turn())
    }

    /// How the game ended; nothing while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// What a side has offered and the other not yet answered.
    pub fn offer(&self, side: Side) -> Option<Offer> {
        self.offers[side.index()]
    }

    /// How many entries there are: the number of the next one.
    pub fn entries(&self) -> u32 {
        self.next
    }

    /// When the last thing happened.
    pub fn last(&self) -> Time {
        self.last
    }

    /// What was promised about what is hidden.
    pub fn commitment(&self) -> Option<String> {
        self.setup.seal.as_ref().map(Seal::commitment)
    }

    /// What was hidden, once the game is over.
    pub fn revealed(&self) -> Option<&Seal> {
        self.setup.seal.as_ref().filter(|_| self.outcome.is_some())
    }

    /// The position as data to draw. In a game that is over there are no moves, and the status
    /// says how it ended.
    pub fn view(&self) -> View {
        let view = self.play.position.view();
        match (self.outcome, self.ending()) {
            (Some(outcome), Some(status)) => View {
                turn: None,
                winner: outcome.winner,
                status,
                moves: Vec::new(),
                ..view
            },
            _ => view,
        }
    }

    /// How the game ended, in plain words.
    pub fn ending(&self) -> Option<String> {
        let outcome = self.outcome?;
        let name = |side| self.info().side_name(side);
        Some(match (outcome.by, outcome.winner) {
            (End::Rules, _) => self.play.position.view().status,
            (End::Abort, _) => "The game was aborted.".into(),
            (End::Agreement, None) => "The players agreed on a draw.".into(),
            (End::Adjudication, None) => "The game goes on for too long: a draw.".into(),
            (_, None) => "The game is a draw.".into(),
            (by, Some(winner)) => {
                let (loser, winner) = (name(!winner), name(winner));
                let cause = match by {
                    End::Resignation => "has resigned",
                    End::Time => "has run out of time",
                    End::Abandonment => "has left the game",
                    _ => "has lost by decision of the arbiter",
                };
                format!("{loser} {cause}. {winner} wins.")
            }
        })
    }

    /// The game as a record. What is hidden is told once the game is over.
    pub fn record(&self) -> Result<Record, RecordFault> {
        let mut record = Record::new(self.play.start.clone());
        for (name, seat) in ["First", "Second"].into_iter().zip(&self.setup.seats) {
            record.set_header(name, &seat.name)?;
        }
        record.set_header("Date", &date(self.setup.created))?;
        if self.setup.time != TimeControl::Unlimited {
            record.set_header("TimeControl", &self.setup.time.to_string())?;
        }
        if let Some(commitment) = self.commitment() {
            record.set_header("Commitment", &commitment)?;
        }
        for step in &self.play.steps {
            record.play(&step.text)?;
        }
        if let Some(seal) = self.revealed() {
            record.set_header("Salt", &seal.salt)?;
            record.disclose_secret(&seal.secret)?;
        }
        if let Some(Outcome { winner, by }) = self.outcome
            && let Some(termination) = termination(by)
        {
            record.end(winner, termination)?;
        }
        Ok(record)
    }

    /// What would happen if a player did something now. Nothing is changed: keep the entry,
    /// then [`apply`](Table::apply) it.
    pub fn decide(&self, side: Side, action: &Action, now: Time) -> Result<Entry, Refusal> {
        let event = match action {
            // A finished game can be taken up again, unless its secret is out.
            Action::Undo => return self.undo(side, now),
            _ if self.outcome.is_some() => return Err(Refusal::Over),
            Action::Move { text } => self.step(side, text, now)?,
            Action::Resign => Event::End {
                winner: Some(!side),
                by: Termination::Resignation,
            },
            Action::Offer { offer } => self.make_offer(side, *offer)?,
            Action::Decline { offer } => {
                let offered = Side::BOTH
                    .into_iter()
                    .any(|side| self.offer(side) == Some(*offer));
                if !offered {
                    return Err(Refusal::NoOffer);
                }
                Event::Decline {
                    side,
                    offer: *offer,
                }
            }
            Action::Abort if self.play.steps.len() >= 2 => return Err(Refusal::TooLate),
            Action::Abort => Event::Abort,
        };
        Ok(self.entry(event, now))
    }

    /// The entry of a player's running out of time, if that has happened by now.
    pub fn tick(&self, now: Time) -> Option<Entry> {
        let (side, due) = self.due()?;
        (due <= now).then(|| {
            let event = Event::End {
                winner: Some(!side),
                by: Termination::Time,
            };
            self.entry(event, now)
        })
    }

    /// When somebody's time will have run out, and whose.
    pub fn due(&self) -> Option<(Side, Time)> {
        self.clocks?.due()
    }

    /// The entry of an end that an arbiter decides.
    pub fn end(&self, winner: Option<Side>, by: Termination, now: Time) -> Result<Entry, Refusal> {
        match self.outcome {
            Some(_) => Err(Refusal::Over),
            None => Ok(self.entry(Event::End { winner, by }, now)),
        }
    }

    /// The entry of a time in which nobody could play: since an earlier moment, until now.
    pub fn pause(&self, from: Time, now: Time) -> Entry {
        self.entry(Event::Pause { from }, now)
    }

    fn entry(&self, event: Event, now: Time) -> Entry {
        Entry {
            seq: self.next,
            // Clocks of computers are set back now and then; entries do not go back in time.
            at: now.max(self.last),
            event,
        }
    }

    fn step(&self, side: Side, text: &str, now: Time) -> Result<Event, Refusal> {
        let turn = self.play.position.turn();
        if turn != side {
            let turn = self.info().side_name(turn);
            return Err(Refusal::NotYourTurn { turn });
        }
        if self.due().is_some_and(|(_, due)| due <= now) {
            let side = self.info().side_name(side);
            return Err(Refusal::OutOfTime { side });
        }
        let step = self.play.referee.clone().play(text)?;
        Ok(Event::Step { text: step.text })
    }

    fn undo(&self, side: Side, now: Time) -> Result<Entry, Refusal> {
        match self.setup.takebacks {
            Takebacks::Never => Err(Refusal::NoTakebacks),
            Takebacks::Agreed => Err(Refusal::MustAsk),
            Takebacks::Free if self.revealed().is_some() => Err(Refusal::Over),
            Takebacks::Free => Ok(self.entry(self.takeback(side)?, now)),
        }
    }

    /// Takes back the last step of a side, and what was played since.
    fn takeback(&self, side: Side) -> Result<Event, Refusal> {
        let steps = &self.play.steps;
        let plies = steps.iter().rev().position(|step| step.side == side);
        match plies {
            Some(later) => Ok(Event::Undo { plies: later + 1 }),
            None => Err(Refusal::NothingToUndo {
                side: self.info().side_name(side),
            }),
        }
    }

    fn make_offer(&self, side: Side, offer: Offer) -> Result<Event, Refusal> {
        if self.offer(!side) == Some(offer) {
            return match offer {
                Offer::Draw => Ok(Event::End {
                    winner: None,
                    by: Termination::Agreement,
                }),
                Offer::Takeback => self.takeback(!side),
            };
        }
        if self.offer(side).is_some() {
            return Err(Refusal::Offered);
        }
        if offer == Offer::Takeback {
            if self.setup.takebacks == Takebacks::Never {
                return Err(Refusal::NoTakebacks);
            }
            self.takeback(side)?;
        }
        Ok(Event::Offer { side, offer })
    }

    /// Lets an entry happen; gives the step if it was one. An entry that cannot have happened
    /// changes nothing.
    pub fn apply(&mut self, entry: Entry) -> Result<Option<&StepView>, TableError> {
        let Entry { seq, at, event } = entry;
        if seq != self.next {
            return Err(TableError::Order {
                expected: self.next,
                found: seq,
            });
        }
        let impossible = |reason: String| TableError::Impossible { seq, reason };
        if at < self.last {
            return Err(impossible("it is older than the one before".into()));
        }
        if self.outcome.is_some() && !matches!(event, Event::Undo { .. } | Event::Pause { .. }) {
            return Err(impossible("the game is over".into()));
        }
        let mut stepped = false;
        match event {
            Event::Step { text } => {
                self.play.step(&text).map_err(impossible)?;
                self.stepped(at);
                stepped = true;
            }
            Event::Undo { plies } => {
                self.play.undo(plies).map_err(impossible)?;
                self.offers = [None; 2];
                self.turned(at);
            }
            Event::Offer { side, offer } => self.offers[side.index()] = Some(offer),
            Event::Decline { offer, .. } => {
                for open in &mut self.offers {
                    *open = open.filter(|&open| open != offer);
                }
            }
            Event::End { winner, by } => self.finish(winner, by.into(), at),
            Event::Abort => self.finish(None, End::Abort, at),
            Event::Pause { from } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.forgive(from, at);
                }
            }
        }
        self.next += 1;
        self.last = at;
        Ok(self.play.steps.last().filter(|_| stepped))
    }

    fn stepped(&mut self, at: Time) {
        if let Some(clocks) = &mut self.clocks {
            clocks.step(at);
        }
        // Who moves on declines what the other had offered.
        self.offers[self.play.position.turn().index()] = None;
        self.turned(at);
    }

    /// It is somebody's turn, or the game is over.
    fn turned(&mut self, at: Time) {
        self.outcome = self.judged();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
            if self.outcome.is_none() && self.play.steps.len() >= 2 {
                clocks.start(self.play.position.turn(), at);
            }
        }
    }

    /// What the rules and the table's limits say of the position.
    fn judged(&self) -> Option<Outcome> {
        let limits = self.setup.limits;
        let key = self.play.position.zobrist();
        let times = 1 + self.play.keys.iter().filter(|&&other| other == key).count();
        let repeated = limits
            .repetitions
            .is_some_and(|most| times >= usize::from(most));
        let long = limits
            .plies
            .is_some_and(|most| self.play.steps.len() >= usize::from(most));
        let drawn = Outcome {
            winner: None,
            by: End::Adjudication,
        };
        by_the_rules(&*self.play.position).or((repeated || long).then_some(drawn))
    }

    fn finish(&mut self, winner: Option<Side>, by: End, at: Time) {
        self.outcome = Some(Outcome { winner, by });
        self.offers = [None; 2];
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
        }
    }
}

impl Play {
    fn new(start: Box<dyn AnyPosition>, referee: Box<dyn AnyReferee>) -> Play {
        Play {
            position: start.clone(),
            start,
            referee,
            steps: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Plays a step with what it revealed, which must be what the secret makes of it.
    fn step(&mut self, text: &str) -> Result<(), String> {
        let mut referee = self.referee.clone();
        let step = referee.replay(text).map_err(|error| error.to_string())?;
        if step.text != text {
            return Err(format!("the step is {}, not {text}", step.text));
        }
        let key = self.position.zobrist();
        self.position
            .play(text)
            .map_err(|error| error.to_string())?;
        self.referee = referee;
        self.keys.push(key);
        self.steps.push(step);
        Ok(())
    }

    fn undo(&mut self, plies: usize) -> Result<(), String> {
        let left = self.steps.len().checked_sub(plies).filter(|_| plies > 0);
        let left = left.ok_or_else(|| format!("{plies} steps cannot be taken back"))?;
        let referee = self
            .start
            .referee_from(self.referee.secret())
            .map_err(|error| error.to_string())?;
        let mut play = Play::new(self.start.clone(), referee);
        for step in &self.steps[..left] {
            play.step(&step.text)?;
        }
        *self = play;
        Ok(())
    }
}

fn by_the_rules(position: &dyn AnyPosition) -> Option<Outcome> {
    position.winner().map(|winner| Outcome {
        winner: Some(winner),
        by: End::Rules,
    })
}

/// What a record calls an end.
fn termination(end: End) -> Option<Termination> {
    match end {
        End::Rules => None,
        End::Resignation => Some(Termination::Resignation),
        End::Time => Some(Termination::Time),
        End::Agreement => Some(Termination::Agreement),
        // A record has no word for a game that has hardly begun.
        End::Abandonment | End::Abort => Some(Termination::Abandonment),
        End::Adjudication => Some(Termination::Adjudication),
    }
}

/// The day of a moment (UTC), as `2026-11-15`.
fn date(time: Time) -> String {
    // Days are counted in years that begin in March, so that the leap day comes last.
    let days = time.0 / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next)
}
