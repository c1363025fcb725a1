//! A game at this computer: the table with its journal, the programs that play, hints, and moves
//! to redo. It knows no terminal: both user interfaces of `quintain play` use it.

mod events;

pub(crate) use events::{Advice, SessionEvent};

use super::SessionError;
use super::opponent::Opponent;
use super::options::{GameOptions, GamePlan, from_record};
use super::store::Store;
use super::text::Text;
use crate::files;
use crate::messages::Reason;
use quintain_engine::{EngineFactory, EngineRegistry, SearchResult};
use quintain_rules::message::Message;
use quintain_rules::record::Record;
use quintain_rules::view::StepView;
use quintain_rules::{Side, splitmix64};
use quintain_table::{Action, ActionError, Entry, Event, Journal, Outcome, Table, Timestamp};
use std::path::{Path, PathBuf};

/// A program with a lower win probability than this accepts a draw.
const ACCEPT_DRAW_BELOW: f64 = 0.4;

/// The reply to a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawReply {
    /// None so far: the other player is a person.
    Pending,
    /// The game is a draw.
    Agreed,
    /// The other player wants to play on.
    Declined,
}

/// Where what is hidden in a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecretOrigin {
    /// It was drawn for this game just now.
    Drawn,
    /// It was drawn when the game began, which is resumed.
    DrawnEarlier,
    /// It is what the file says that the game was loaded from.
    File,
}

/// A game being played at this computer.
pub(crate) struct Session<'a> {
    games: &'a EngineRegistry,
    factory: &'static dyn EngineFactory,
    store: Store,
    options: GameOptions,
    table: Table,
    journal: Journal,
    opponents: [Option<Opponent>; 2],
    /// The programs' latest search results.
    search_results: [Option<SearchResult>; 2],
    advisor: Option<Opponent>,
    /// The steps that can be redone: for each undo its steps in order, the latest undo last.
    undone: Vec<Vec<String>>,
    /// The record that was loaded, and the number of entries made from it.
    loaded: Option<(Record, u32)>,
    is_resumed: bool,
    /// What was skipped in the file that was loaded.
    warnings: Vec<Message>,
    /// The files that hold this game and may be overwritten with it.
    own_files: Vec<PathBuf>,
}

impl<'a> Session<'a> {
    /// Starts a new game.
    pub(crate) fn begin(
        games: &'a EngineRegistry,
        store: &Store,
        plan: &GamePlan,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        let setup = plan.setup(games.registry(), now)?;
        let table = Table::new(games.registry(), setup)?;
        let journal = store.create(table.setup())?;
        Session::new(games, store, plan.options.clone(), table, journal)
    }

    /// Continues from the end of a recorded game; one that is over can be looked at.
    pub(crate) fn load(
        games: &'a EngineRegistry,
        store: &Store,
        file: &Path,
        options: &GameOptions,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        let loaded = files::load_all(games.registry(), file).map_err(SessionError::other)?;
        let warnings = loaded.warnings.clone();
        let record = loaded.one().map_err(SessionError::other)?;
        let (setup, entries) = from_record(&record, options, now, games.registry())?;
        let mut table = Table::new(games.registry(), setup)?;
        let mut journal = store.create(table.setup())?;
        for entry in entries {
            journal.append(&entry)?;
            table.apply(entry)?;
        }
        let mut session = Session::new(games, store, options.clone(), table, journal)?;
        session.loaded = Some((record, session.table.next_seq()));
        session.warnings = warnings;
        Ok(session)
    }

    /// Resumes a game from its journal. No clock has run since it was left.
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
        let options = GameOptions {
            players: table.setup().seats.clone().map(|seat| seat.controller),
            clock: table.setup().time_control,
            seed: None,
        };
        let session = Session::new(games, store, options, table, journal)?;
        Ok(Session {
            is_resumed: true,
            ..session
        })
    }

    fn new(
        games: &'a EngineRegistry,
        store: &Store,
        options: GameOptions,
        table: Table,
        journal: Journal,
    ) -> Result<Self, SessionError> {
        let factory = games.get(table.info().id)?;
        let seed = options.engine_seed();
        let opponent = |side: Side| {
            let controller = &table.setup().seats[side.index()].controller;
            let seed = splitmix64(seed.wrapping_add(side.index() as u64));
            Opponent::start(factory, controller, seed)
        };
        Ok(Session {
            games,
            factory,
            store: store.clone(),
            opponents: Side::BOTH.map(opponent),
            options,
            table,
            journal,
            search_results: [None, None],
            advisor: None,
            undone: Vec::new(),
            loaded: None,
            is_resumed: false,
            warnings: Vec::new(),
            own_files: Vec::new(),
        })
    }

    /// The game.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// Whether a person moves for a side: by choice, or because the program cannot play.
    pub(crate) fn is_local(&self, side: Side) -> bool {
        self.opponents[side.index()].is_none()
    }

    /// The side to move, if it is a person's.
    pub(crate) fn human_to_move(&self) -> Option<Side> {
        self.table.turn().filter(|&side| self.is_local(side))
    }

    /// A program's latest search result: about the current move while it is thinking.
    pub(crate) fn search_result(&self, side: Side) -> Option<&SearchResult> {
        self.search_results[side.index()].as_ref()
    }

    /// Whether a person can take back a move.
    pub(crate) fn can_undo(&self) -> bool {
        let side = self.side_to_undo();
        side.is_ok_and(|side| self.table.check_takeback(side).is_ok())
    }

    /// Where what is hidden comes from, in games that hide something.
    pub(crate) fn secret_origin(&self) -> SecretOrigin {
        // Only a game that was loaded continues the headers of a record.
        if self.table.setup().annotations.is_some() {
            SecretOrigin::File
        } else if self.is_resumed {
            SecretOrigin::DrawnEarlier
        } else {
            SecretOrigin::Drawn
        }
    }

    /// What was skipped in the file that was loaded.
    pub(crate) fn warnings(&self) -> &[Message] {
        &self.warnings
    }

    /// Whether a move that was taken back can be redone.
    pub(crate) fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Plays a move for the side to move.
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

    /// Stores an entry, then applies it.
    fn commit(&mut self, entry: Entry) -> Result<(), SessionError> {
        self.journal.append(&entry)?;
        let is_offer = matches!(entry.event, Event::Offer { .. } | Event::Decline { .. });
        self.table.apply(entry)?;
        if !is_offer {
            // Whatever is being searched is no longer on the board.
            for opponent in self.opponents.iter_mut().chain([&mut self.advisor]) {
                opponent.iter_mut().for_each(Opponent::cancel);
            }
        }
        Ok(())
    }

    /// The side of the person who acts: the only person, or of two the one to move.
    fn acting_side(&self) -> Result<Side, SessionError> {
        match Side::BOTH.map(|side| self.is_local(side)) {
            [true, false] => Ok(Side::First),
            [false, true] => Ok(Side::Second),
            [true, true] => Ok(self.table.position().turn()),
            [false, false] => Err(SessionError::Watching),
        }
    }

    /// Takes back a person's last move and what was played since; returns the number of steps.
    pub(crate) fn undo(&mut self, now: Timestamp) -> Result<usize, SessionError> {
        let side = self.side_to_undo()?;
        let entry = self.table.decide(side, &Action::Takeback, now)?;
        let before: Vec<String> = self.step_texts();
        self.commit(entry)?;
        let undone = before[self.table.steps().len()..].to_vec();
        let plies = undone.len();
        self.undone.push(undone);
        Ok(plies)
    }

    /// The side whose last move a person takes back.
    fn side_to_undo(&self) -> Result<Side, SessionError> {
        let both = Side::BOTH.iter().all(|&side| self.is_local(side));
        match self.table.steps().last() {
            // Of two people the one who moved last takes back.
            Some(last) if both => Ok(last.step.side),
            _ => self.acting_side(),
        }
    }

    fn step_texts(&self) -> Vec<String> {
        let steps = self.table.steps().iter();
        steps.map(|played| played.step.text.clone()).collect()
    }

    /// Redoes what was last taken back.
    pub(crate) fn redo(&mut self, now: Timestamp) -> Result<Vec<StepView>, SessionError> {
        if self.table.outcome().is_some() {
            return Err(ActionError::GameOver.into());
        }
        let steps = self.undone.pop().ok_or(SessionError::NothingToRedo)?;
        let mut played = Vec::new();
        for text in steps {
            // With what it revealed: the secret is the same, and so is what follows.
            self.commit(self.table.entry(Event::Step { text }, now))?;
            played.push(self.last_step());
        }
        Ok(played)
    }

    /// Nobody could play from one moment to another: no clock has run.
    pub(crate) fn pause(&mut self, from: Timestamp, now: Timestamp) -> Result<(), SessionError> {
        if self.table.outcome().is_some() {
            return Ok(());
        }
        self.commit(self.table.pause(from, now))
    }

    /// Resigns for the person who acts.
    pub(crate) fn resign(&mut self, now: Timestamp) -> Result<(), SessionError> {
        let side = self.acting_side()?;
        let entry = self.table.decide(side, &Action::Resign, now)?;
        self.commit(entry)
    }

    /// Offers a draw, or accepts one. A program replies at once: it accepts if it expects to
    /// lose.
    pub(crate) fn offer_draw(&mut self, now: Timestamp) -> Result<DrawReply, SessionError> {
        let side = self.acting_side()?;
        let entry = self.table.decide(side, &Action::OfferDraw, now)?;
        self.commit(entry)?;
        if self.table.outcome().is_some() {
            return Ok(DrawReply::Agreed);
        }
        if self.is_local(!side) {
            return Ok(DrawReply::Pending);
        }
        let win_probability = self.win_probability(!side);
        let (action, reply) = if win_probability.is_some_and(|p| p < ACCEPT_DRAW_BELOW) {
            (Action::OfferDraw, DrawReply::Agreed)
        } else {
            (Action::DeclineDraw, DrawReply::Declined)
        };
        let entry = self.table.decide(!side, &action, now)?;
        self.commit(entry)?;
        Ok(reply)
    }

    /// The win probability that a program saw for itself in its latest search.
    pub(crate) fn win_probability(&self, side: Side) -> Option<f64> {
        Some(self.search_result(side)?.lines.first()?.win_probability)
    }

    /// Saves the game in a file, and returns what there is to say about it. Another game's file is
    /// overwritten only if that was asked for.
    pub(crate) fn save(&mut self, file: &Path, overwrite: bool) -> Result<Text, SessionError> {
        let record = self.record_for(file)?;
        if !overwrite {
            self.check_save(file)?;
        }
        files::save(self.games.registry(), file, &record, true).map_err(SessionError::other)?;
        self.own(file);
        let is_open = record.secret().is_some() && self.table.outcome().is_none();
        let file = file.display().to_string();
        Ok(match is_open {
            true => Text::SavedOpenly { file },
            false => Text::Saved { file },
        })
    }

    /// Whether the game could be saved in a file without overwriting another one.
    pub(crate) fn check_save(&self, file: &Path) -> Result<(), SessionError> {
        if self.own_files.iter().any(|own| own == file) {
            return Ok(());
        }
        let record = self.record_for(file)?;
        let checked = files::check_overwrite(self.games.registry(), file, &record);
        checked.map_err(|reason| match reason {
            Reason::OtherGame => SessionError::OtherGame {
                file: file.display().to_string(),
            },
            reason => SessionError::other(Reason::InFile {
                file: file.display().to_string(),
                reason: reason.into(),
            }),
        })
    }

    /// Lets the game overwrite whatever game is in a file.
    pub(crate) fn own(&mut self, file: &Path) {
        self.own_files.push(file.to_owned());
    }

    /// The record as a file can hold it: some formats name the secret at any time.
    fn record_for(&self, file: &Path) -> Result<Record, SessionError> {
        let mut record = match &self.loaded {
            // A game that was only looked at keeps everything in its record.
            Some((record, entries)) if *entries == self.table.next_seq() => record.clone(),
            _ => self.table.record().map_err(SessionError::other)?,
        };
        let format = files::format_of(self.games.registry(), file);
        if format.is_some_and(|format| format.names_secret)
            && let Some(seal) = &self.table.setup().seal
        {
            let disclosed = record.disclose_secret(&seal.secret);
            disclosed.map_err(SessionError::other)?;
        }
        Ok(record)
    }

    /// Changes to another game from a file, with the same players and clock. The game so far is
    /// left; returns where it is stored, if it is.
    pub(crate) fn switch_to(
        &mut self,
        file: &Path,
        now: Timestamp,
    ) -> Result<Option<PathBuf>, SessionError> {
        let next = Session::load(self.games, &self.store, file, &self.options, now)?;
        std::mem::replace(self, next).leave(now)
    }

    /// Leaves the game. If it is over or was never begun, its journal is removed; otherwise
    /// returns where it is stored to be resumed.
    pub(crate) fn leave(mut self, now: Timestamp) -> Result<Option<PathBuf>, SessionError> {
        if self.table.outcome().is_some() || self.table.steps().is_empty() {
            self.journal.remove()?;
            return Ok(None);
        }
        // Records when it was left: the clock has run until now.
        let pause = self.table.pause(now, now);
        self.commit(pause)?;
        Ok(Some(self.journal.path().to_owned()))
    }

    /// Gives up a game that was just begun or loaded: nothing of it is stored.
    pub(crate) fn discard(self) -> Result<(), SessionError> {
        Ok(self.journal.remove()?)
    }

    /// How the game ended; `None` while it is being played.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }
}
