//! Games that one device hosts by itself: against the engine, or of two people in front of it.
//!
//! Nothing is kept here between two requests. A game follows from how it was set up and from what was
//! done in it; whoever hosts it stores that, and adds what is done next once it is accepted.

use crate::error::ServiceError;
use crate::positions::start;
use crate::presenter;
use crate::protocol::{
    CreateGameRequest, GameSnapshot, GameState, GameSummary, Opponent, Presence, Rematch, Seat,
    SeatKind, SideChoice, Speed, ViewsPage,
};
use quintain_engine::{AnyEngine, EngineRegistry, Level, Limits, Settings};
use quintain_rules::{Registry, Side};
use quintain_table::{
    Action, Controller, DrawLimits, EndReason, EngineLevel, Setup, Table, TimeControl, Timestamp,
};
use serde::Deserialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// When a game that its rules do not end is a draw, on a device as on a server: at the fourth
/// occurrence of a position, or after this many steps.
pub const DRAW_LIMITS: DrawLimits = DrawLimits {
    repetitions: Some(4),
    max_plies: Some(600),
};
/// How long the engine thinks about a move at most.
const MAX_MOVE_TIME: Duration = Duration::from_millis(1500);

/// A game as its host stores it: how it was set up, and what was done in it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalGame {
    /// The id that its host has given it.
    pub id: String,
    /// What was asked for.
    pub request: CreateGameRequest,
    /// When.
    pub created_at: Timestamp,
    /// 32 bytes that decide everything that the game leaves to chance.
    pub entropy: Vec<u8>,
    /// What was done since.
    pub actions: Vec<LocalAction>,
}

/// Something that was done in a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LocalAction {
    /// By whom; by the side to move if it is missing.
    #[serde(default)]
    pub side: Option<Side>,
    /// What.
    pub action: Action,
    /// When.
    pub at: Timestamp,
}

impl LocalGame {
    /// The table after everything that was done.
    fn table(&self, games: &Registry) -> Result<Table, ServiceError> {
        let mut table = Table::new(games, self.setup(games)?)?;
        for LocalAction { side, action, at } in &self.actions {
            let side = side.unwrap_or_else(|| table.position().turn());
            let entry = table.decide(side, action, *at)?;
            table.apply(entry)?;
        }
        Ok(table)
    }

    fn setup(&self, games: &Registry) -> Result<Setup, ServiceError> {
        let (request, now) = (&self.request, self.created_at);
        let Ok(entropy) = <[u8; 32]>::try_from(&*self.entropy) else {
            let reason = format!("entropy: {} bytes, expected 32", self.entropy.len());
            return Err(ServiceError::Malformed { reason });
        };
        let game = games.get(&request.game)?;
        if request.time_control != TimeControl::Unlimited || request.rated {
            return Err(ServiceError::LocalClock);
        }
        let mut setup = match &request.start {
            Some(text) => {
                let start = start(games, &request.game, request.size, Some(text))?;
                if start.winner().is_some() {
                    return Err(ServiceError::StartIsOver);
                }
                Setup::from_position(game, &start.text(), now, entropy)?
            }
            None => Setup::new(game, request.size, now, entropy)?,
        };
        setup.draw_limits = DRAW_LIMITS;
        match request.opponent {
            Opponent::Local => {}
            Opponent::Engine { level } => {
                let level = EngineLevel::try_from(level)?;
                setup.seats[self.engine_side().index()].controller = Controller::Engine { level };
            }
            Opponent::Friend | Opponent::Anyone => return Err(ServiceError::LocalOpponent),
        }
        Ok(setup)
    }

    fn engine_side(&self) -> Side {
        match self.request.side {
            SideChoice::First => Side::Second,
            SideChoice::Second => Side::First,
            SideChoice::Random if self.entropy.last().is_none_or(|byte| byte & 1 == 0) => {
                Side::Second
            }
            SideChoice::Random => Side::First,
        }
    }

    /// The level of the engine on a side; `None` for a person.
    fn level(&self, side: Side) -> Option<u8> {
        match self.request.opponent {
            Opponent::Engine { level } if side == self.engine_side() => Some(level),
            _ => None,
        }
    }

    fn seat(&self, side: Side) -> Seat {
        let level = self.level(side);
        Seat {
            kind: match level {
                Some(_) => SeatKind::Engine,
                None => SeatKind::Guest,
            },
            user_id: None,
            name: None,
            level,
            rating: None,
        }
    }

    fn summary(&self, table: &Table) -> GameSummary {
        let created_at = presenter::to_millis(self.created_at);
        GameSummary {
            id: self.id.clone(),
            game: self.request.game.clone(),
            name: table.info().name(),
            size: table.start().size(),
            start: self.request.start.clone(),
            seats: Side::BOTH.map(|side| self.seat(side)),
            time_control: self.request.time_control,
            speed: Speed::of(self.request.time_control),
            rated: false,
            public: false,
            state: match table.outcome() {
                None => GameState::Running,
                Some(outcome) if outcome.reason == EndReason::Abort => GameState::Aborted,
                Some(_) => GameState::Ended,
            },
            position: table.position().text(),
            turn: table.turn(),
            plies: presenter::to_u32(table.steps().len()),
            outcome: table
                .outcome()
                .and_then(|ended| presenter::outcome(ended, || table.result())),
            created_at,
            updated_at: presenter::to_millis(table.changed_at()),
        }
    }
}

/// Everything about a game, for the person in front of the device.
pub fn snapshot(
    games: &Registry,
    game: &LocalGame,
    now: Timestamp,
) -> Result<GameSnapshot, ServiceError> {
    let table = game.table(games)?;
    let your_sides: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|&side| game.level(side).is_none())
        .collect();
    let view = presenter::view(&table);
    let is_mover = view.turn.is_some_and(|turn| your_sides.contains(&turn));
    Ok(GameSnapshot {
        summary: game.summary(&table),
        geometry: table.start().geometry(),
        view: match is_mover {
            true => view,
            false => presenter::without_moves(view),
        },
        seq: u64::from(table.next_seq()),
        steps: presenter::played_steps(&table),
        clocks: presenter::clocks(&table, now),
        offers: presenter::offers(&table),
        presence: Presence {
            online: [true; 2],
            ..Presence::default()
        },
        rematch: Rematch::default(),
        commitment: table.commitment(),
        seal: presenter::opened_seal(&table),
        rating_changes: None,
        your_sides,
    })
}

/// The engine's move, if it is its turn.
pub fn engine_move(
    engines: &EngineRegistry,
    engine: &mut dyn AnyEngine,
    game: &LocalGame,
    seed: u64,
) -> Result<Option<String>, ServiceError> {
    let table = game.table(engines.registry())?;
    let Some(level) = table.turn().and_then(|turn| game.level(turn)) else {
        return Ok(None);
    };
    engine.configure(Settings {
        level: Level::new(level).unwrap_or(Level::FULL),
        seed,
        multi_pv: 1,
        ..engine.settings()
    });
    // A move must not depend on what was searched before.
    engine.new_game();
    let limits = Limits {
        move_time: Some(MAX_MOVE_TIME),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    let result = engine.go(
        table.position(),
        table.history(),
        &limits,
        &stop,
        &mut |_| {},
    );
    Ok(result.best_move)
}

/// Past positions of a game.
pub fn views(
    games: &Registry,
    game: &LocalGame,
    from: usize,
    to: usize,
) -> Result<ViewsPage, ServiceError> {
    Ok(presenter::views(&game.table(games)?, from, to))
}

/// A game as a record.
pub fn record(games: &Registry, game: &LocalGame) -> Result<String, ServiceError> {
    Ok(game.table(games)?.record()?.to_string())
}
