//! A game at this computer: the table with its journal, the programs that play, hints, and the
//! steps that were taken back. No terminal in here: both faces of `quintain play` use it.

use super::opponent::{Opponent, Reply};
use super::plan::{Plan, Terms, from_record};
use super::store::Store;
use super::{DrawAnswer, News, SessionError};
use crate::files;
use quintain_engine::{EngineFactory, EngineRegistry, Limits, SearchResult};
use quintain_rules::record::Record;
use quintain_rules::view::StepView;
use quintain_rules::{Side, splitmix64};
use quintain_table::{
    Action, ActionError, Controller, EngineLevel, Entry, Event, Journal, Outcome, Table, Timestamp,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How much a hint is thought about. Counted in positions and not in time, so that the same
/// question has the same answer on every computer.
const HINT: Limits = Limits {
    depth: None,
    nodes: Some(200_000),
    move_time: None,
    clock: None,
};

/// A program that expects less than this accepts a draw.
const CONTENT_WITH_DRAW: f64 = 0.4;

/// A game being played at this computer.
pub(crate) struct Session<'a> {
    games: &'a EngineRegistry,
    expert: &'static dyn EngineFactory,
    store: Store,
    terms: Terms,
    table: Table,
    journal: Journal,
    opponents: [Option<Opponent>; 2],
    /// What the programs thought last.
    thoughts: [Option<SearchResult>; 2],
    advisor: Option<Opponent>,
    /// What was taken back, the last first: the steps of one undo each, in their order.
    undone: Vec<Vec<String>>,
    /// The record that was loaded, and how many entries it gave.
    loaded: Option<(Record, u32)>,
}

impl<'a> Session<'a> {
    /// Begins a new game.
    pub(crate) fn begin(
        games: &'a EngineRegistry,
        store: &Store,
        plan: &Plan,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        let setup = plan.setup(games.registry(), now)?;
        let table = Table::new(games.registry(), setup)?;
        let journal = store.begin(table.setup())?;
        Session::over(games, store, plan.terms.clone(), table, journal)
    }

    /// Goes on where a recorded game ends; one that is over can be looked at.
    pub(crate) fn load(
        games: &'a EngineRegistry,
        store: &Store,
        file: &Path,
        terms: &Terms,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        let record = files::load(games.registry(), file).map_err(SessionError::File)?;
        let (setup, entries) = from_record(&record, terms, now, games.registry())?;
        let mut table = Table::new(games.registry(), setup)?;
        let mut journal = store.begin(table.setup())?;
        for entry in entries {
            journal.append(&entry)?;
            table.apply(entry)?;
        }
        let mut session = Session::over(games, store, terms.clone(), table, journal)?;
        session.loaded = Some((record, session.table.next_seq()));
        Ok(session)
    }

    /// Goes on with a game from its journal. No clock has run since it was left.
    pub(crate) fn resume(
        games: &'a EngineRegistry,
        store: &Store,
        file: &Path,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        let (mut journal, mut table) = store.open(file, games.registry())?;
        let pause = table.pause(table.changed_at(), now);
        journal.append(&pause)?;
        table.apply(pause)?;
        let terms = Terms {
            players: table.setup().seats.clone().map(|seat| seat.controller),
            clock: table.setup().time_control,
            seed: None,
        };
        Session::over(games, store, terms, table, journal)
    }

    fn over(
        games: &'a EngineRegistry,
        store: &Store,
        terms: Terms,
        table: Table,
        journal: Journal,
    ) -> Result<Self, SessionError> {
        let expert = games.get(table.info().id)?;
        let seed = terms.engine_seed();
        let opponent = |side: Side| {
            let controller = &table.setup().seats[side.index()].controller;
            let seed = splitmix64(seed.wrapping_add(side.index() as u64));
            Opponent::start(expert, controller, seed)
        };
        Ok(Session {
            games,
            expert,
            store: store.clone(),
            opponents: Side::BOTH.map(opponent),
            terms,
            table,
            journal,
            thoughts: [None, None],
            advisor: None,
            undone: Vec::new(),
            loaded: None,
        })
    }

    /// The game as it stands.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// Whether a person moves for a side: because that was chosen, or because the program that
    /// should cannot play.
    pub(crate) fn is_local(&self, side: Side) -> bool {
        self.opponents[side.index()].is_none()
    }

    /// Whose move is waited for, if it is a person's.
    pub(crate) fn waits_for(&self) -> Option<Side> {
        self.table.turn().filter(|&side| self.is_local(side))
    }

    /// What a program thought last: about its move at hand while it thinks.
    pub(crate) fn thought(&self, side: Side) -> Option<&SearchResult> {
        self.thoughts[side.index()].as_ref()
    }

    /// Whether a person can take something back.
    pub(crate) fn can_undo(&self) -> bool {
        let person = Side::BOTH.iter().any(|&side| self.is_local(side));
        person && self.table.disclosed().is_none() && !self.table.steps().is_empty()
    }

    /// Whether something was taken back that can be played again.
    pub(crate) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Plays a move of whoever's turn it is.
    pub(crate) fn play(&mut self, text: &str, now: Timestamp) -> Result<StepView, SessionError> {
        let side = self.table.turn().ok_or(ActionError::GameOver)?;
        if !self.is_local(side) {
            let turn = self.table.info().side_name(side);
            return Err(ActionError::NotYourTurn { turn }.into());
        }
        self.step(side, text, now)
    }

    fn step(&mut self, side: Side, text: &str, now: Timestamp) -> Result<StepView, SessionError> {
        let text = text.to_owned();
        let entry = self.table.decide(side, &Action::play(text), now)?;
        self.undone.clear();
        self.commit(entry)?;
        Ok(self.last_step())
    }

    fn last_step(&self) -> StepView {
        let step = self.table.steps().last();
        step.expect("a step was just played").step.clone()
    }

    /// Keeps an entry, then lets it happen.
    fn commit(&mut self, entry: Entry) -> Result<(), SessionError> {
        self.journal.append(&entry)?;
        let talk = matches!(entry.event, Event::Offer { .. } | Event::Decline { .. });
        self.table.apply(entry)?;
        if !talk {
            // What anybody thinks about is no longer on the board.
            for opponent in self.opponents.iter_mut().chain([&mut self.advisor]) {
                opponent.iter_mut().for_each(Opponent::cancel);
            }
        }
        Ok(())
    }

    /// The person who asks for something: the one there is, or of two the one to move.
    fn asker(&self) -> Result<Side, SessionError> {
        match Side::BOTH.map(|side| self.is_local(side)) {
            [true, false] => Ok(Side::First),
            [false, true] => Ok(Side::Second),
            [true, true] => Ok(self.table.position().turn()),
            [false, false] => Err(SessionError::Watching),
        }
    }

    /// Takes the last step of a person back, with what was played since; gives how many steps.
    pub(crate) fn undo(&mut self, now: Timestamp) -> Result<usize, SessionError> {
        let both = Side::BOTH.iter().all(|&side| self.is_local(side));
        let side = match self.table.steps().last() {
            // Of two people the last to move takes back.
            Some(last) if both => last.step.side,
            _ => self.asker()?,
        };
        let entry = self.table.decide(side, &Action::Takeback, now)?;
        let before: Vec<String> = self.step_texts();
        self.commit(entry)?;
        let undone = before[self.table.steps().len()..].to_vec();
        let plies = undone.len();
        self.undone.push(undone);
        Ok(plies)
    }

    fn step_texts(&self) -> Vec<String> {
        let steps = self.table.steps().iter();
        steps.map(|played| played.step.text.clone()).collect()
    }

    /// Plays again what was last taken back.
    pub(crate) fn redo(&mut self, now: Timestamp) -> Result<Vec<StepView>, SessionError> {
        if self.table.outcome().is_some() {
            return Err(ActionError::GameOver.into());
        }
        let steps = self.undone.pop().ok_or(SessionError::NothingToRedo)?;
        let mut played = Vec::new();
        for text in steps {
            // With what it revealed: the secret is the same, and so is what follows.
            self.commit(Entry {
                seq: self.table.next_seq(),
                at: now.max(self.table.changed_at()),
                event: Event::Step { text },
            })?;
            played.push(self.last_step());
        }
        Ok(played)
    }

    /// Gives up for the person who asks.
    pub(crate) fn resign(&mut self, now: Timestamp) -> Result<(), SessionError> {
        let side = self.asker()?;
        let entry = self.table.decide(side, &Action::Resign, now)?;
        self.commit(entry)
    }

    /// Offers a draw, or accepts one. A program answers at once: it accepts if it expects to
    /// lose.
    pub(crate) fn draw(&mut self, now: Timestamp) -> Result<DrawAnswer, SessionError> {
        let side = self.asker()?;
        let entry = self.table.decide(side, &Action::OfferDraw, now)?;
        self.commit(entry)?;
        if self.table.outcome().is_some() {
            return Ok(DrawAnswer::Agreed);
        }
        if self.is_local(!side) {
            return Ok(DrawAnswer::Offered);
        }
        let agrees = self.expects(!side).is_some_and(|c| c < CONTENT_WITH_DRAW);
        let (action, answer) = if agrees {
            (Action::OfferDraw, DrawAnswer::Agreed)
        } else {
            (Action::DeclineDraw, DrawAnswer::Declined)
        };
        let entry = self.table.decide(!side, &action, now)?;
        self.commit(entry)?;
        Ok(answer)
    }

    /// The chance to win that a program saw for itself when it last thought.
    pub(crate) fn expects(&self, side: Side) -> Option<f64> {
        Some(self.thought(side)?.lines.first()?.win_probability)
    }

    /// Asks for a hint; [`poll`](Session::poll) tells it.
    pub(crate) fn hint(&mut self) -> Result<(), SessionError> {
        self.advise(HINT)
    }

    /// Asks the engine at its full strength about the position, within limits of one's own.
    pub(crate) fn advise(&mut self, limits: Limits) -> Result<(), SessionError> {
        if self.table.outcome().is_some() {
            return Err(ActionError::GameOver.into());
        }
        if self.advisor.is_none() {
            let strongest = Controller::Engine {
                level: EngineLevel::MAX,
            };
            self.advisor = Opponent::start(self.expert, &strongest, 0);
        }
        if let Some(advisor) = &mut self.advisor {
            advisor.request_within(&self.table, limits);
        }
        Ok(())
    }

    /// Drops a question for advice.
    pub(crate) fn stop_advice(&mut self) {
        self.advisor.iter_mut().for_each(Opponent::cancel);
    }

    /// How much of the time it is expected to think a program has thought, from 0 to 1;
    /// nothing if none thinks.
    pub(crate) fn progress(&self) -> Option<f64> {
        let mut opponents = self.opponents.iter().flatten();
        opponents.find_map(Opponent::progress)
    }

    /// Has a program that thinks move at once.
    pub(crate) fn move_now(&mut self) {
        for opponent in self.opponents.iter_mut().flatten() {
            opponent.move_now();
        }
    }

    /// Lets happen what is due, waiting at most so long for something to happen: a player's
    /// time has run out, a program thinks or moves, advice comes. Call it again and again.
    pub(crate) fn poll(
        &mut self,
        now: Timestamp,
        patience: Duration,
    ) -> Result<Option<News>, SessionError> {
        if let Some(entry) = self.table.check_flag(now) {
            self.commit(entry)?;
            return Ok(self.table.outcome().map(News::TimeUp));
        }
        if let Some(advisor) = &mut self.advisor {
            // Only one of the two can be waited for; a program's move comes first.
            let turn = self.table.turn();
            let alone = turn.is_none_or(|side| self.opponents[side.index()].is_none());
            let answer = advisor.next(if alone { patience } else { Duration::ZERO });
            if let Some(answer) = answer {
                return Ok(Some(News::Advice(answer.into())));
            }
        }
        self.poll_opponent(now, patience)
    }

    fn poll_opponent(
        &mut self,
        now: Timestamp,
        patience: Duration,
    ) -> Result<Option<News>, SessionError> {
        let Some(side) = self.table.turn() else {
            return Ok(None);
        };
        let Some(opponent) = &mut self.opponents[side.index()] else {
            return Ok(None);
        };
        if !opponent.is_busy() {
            opponent.request_move(&self.table, now);
        }
        match opponent.next(patience) {
            None => Ok(None),
            Some(Reply::Thinking(thought)) => {
                self.thoughts[side.index()] = Some(thought);
                Ok(Some(News::Thinking(side)))
            }
            Some(Reply::Move(text, thought)) => {
                if thought.is_some() {
                    self.thoughts[side.index()] = thought;
                }
                self.answered(side, &text, now).map(Some)
            }
            Some(Reply::Failed(reason)) => Ok(Some(self.dismiss(side, reason))),
        }
    }

    /// A program has moved.
    fn answered(&mut self, side: Side, text: &str, now: Timestamp) -> Result<News, SessionError> {
        // The answer may have waited for us; the time it came in is ours to say, not later
        // than now.
        match self.step(side, text, now) {
            Ok(step) => Ok(News::Step(step)),
            Err(SessionError::Action(ActionError::OutOfTime { .. })) => {
                let entry = self.table.check_flag(now).ok_or(ActionError::GameOver)?;
                self.commit(entry)?;
                let outcome = self.table.outcome().ok_or(ActionError::GameOver)?;
                Ok(News::TimeUp(outcome))
            }
            Err(SessionError::Action(error)) => Ok(self.dismiss(
                side,
                format!("it answered with a move that cannot be: {error}"),
            )),
            Err(other) => Err(other),
        }
    }

    /// A program cannot play: from now on a person moves in its place.
    fn dismiss(&mut self, side: Side, reason: String) -> News {
        self.opponents[side.index()] = None;
        News::Failed { side, reason }
    }

    /// Writes the game as a record into a file.
    pub(crate) fn save(&self, file: &Path) -> Result<(), SessionError> {
        let record = match &self.loaded {
            // A game that was only looked at keeps all that its record says.
            Some((record, entries)) if *entries == self.table.next_seq() => record.clone(),
            _ => self
                .table
                .record()
                .map_err(|fault| SessionError::File(fault.to_string()))?,
        };
        files::save(self.games.registry(), file, &record).map_err(SessionError::File)
    }

    /// Goes on with another game from a file, with the same players and clock. The game so far
    /// is left: gives where it is kept, if it is.
    pub(crate) fn change_to(
        &mut self,
        file: &Path,
        now: Timestamp,
    ) -> Result<Option<PathBuf>, SessionError> {
        let next = Session::load(self.games, &self.store, file, &self.terms, now)?;
        std::mem::replace(self, next).leave(now)
    }

    /// Leaves the game. One that is over needs no journal any more, nor does one in which
    /// nothing was played; of any other, gives where it is kept to go on with.
    pub(crate) fn leave(mut self, now: Timestamp) -> Result<Option<PathBuf>, SessionError> {
        if self.table.outcome().is_some() || self.table.steps().is_empty() {
            self.journal.remove()?;
            return Ok(None);
        }
        // Notes when it was left: until now the clock has run.
        let left = self.table.pause(now, now);
        self.commit(left)?;
        Ok(Some(self.journal.path().to_owned()))
    }

    /// How the game ended; nothing while it goes on.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }
}
