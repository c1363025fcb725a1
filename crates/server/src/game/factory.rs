//! New games: which requests are allowed, who sits where, and how a game starts.

use super::game_state::status_of;
use super::{GameError, Ratings};
use crate::config::Entropy;
use crate::ids::{coin_flip, random_id};
use crate::store::{GameRequest, GameRow, GameStart, SeatRow, UserRow};
use quintain_api::protocol::{CreateGameRequest, GameState, Opponent, SideChoice, Speed};
use quintain_api::{positions, time_control};
use quintain_engine::EngineRegistry;
use quintain_rules::erased::AnyPosition;
use quintain_table::{
    Controller, DrawLimits, EngineLevel, Setup, Table, Takebacks, TimeControl, Timestamp,
};
use std::sync::Arc;

/// The length of games' ids: long enough that nobody can find a game by trying.
const GAME_ID_LEN: usize = 10;
/// When a game that its rules do not end is a draw: at the fourth occurrence of a position, or
/// after this many steps.
const DRAW_LIMITS: DrawLimits = DrawLimits {
    repetitions: Some(4),
    max_plies: Some(600),
};

/// Makes new games, cheap to clone.
#[derive(Clone)]
pub(crate) struct GameFactory {
    engines: Arc<EngineRegistry>,
    ratings: Ratings,
    entropy: Entropy,
}

/// The seats of a game, given the creator's choice of side.
pub(super) fn assign_seats(choice: SideChoice, creator: SeatRow, other: SeatRow) -> [SeatRow; 2] {
    let creator_first = match choice {
        SideChoice::First => true,
        SideChoice::Second => false,
        SideChoice::Random => coin_flip(),
    };
    if creator_first {
        [creator, other]
    } else {
        [other, creator]
    }
}

impl GameFactory {
    pub(crate) fn new(
        engines: Arc<EngineRegistry>,
        ratings: Ratings,
        entropy: Entropy,
    ) -> GameFactory {
        GameFactory {
            engines,
            ratings,
            entropy,
        }
    }

    /// Checks a request for a game.
    pub(super) fn check(
        &self,
        user: &UserRow,
        is_bot: bool,
        create: &CreateGameRequest,
    ) -> Result<GameRequest, GameError> {
        let game = self.engines.registry().get(&create.game)?;
        let default = game.start(create.size)?;
        let start = self.custom_start(create)?;
        let time_control = create.time_control;
        time_control::check(time_control)?;
        if let Opponent::Engine { level } = create.opponent {
            EngineLevel::try_from(level)?;
        }
        if create.rated {
            match create.opponent {
                Opponent::Engine { .. } | Opponent::Local => {
                    return Err(GameError::RatedNeedsTwoPlayers);
                }
                _ if !user.is_account() => return Err(GameError::RatedNeedsAccount),
                _ if time_control == TimeControl::Unlimited => {
                    return Err(GameError::RatedNeedsClock);
                }
                _ if start.is_some() => return Err(GameError::RatedNeedsDefaultStart),
                _ => {}
            }
        }
        let position = start.as_ref().unwrap_or(&default);
        Ok(GameRequest {
            id: random_id(GAME_ID_LEN),
            game: create.game.clone(),
            size: position.size(),
            start: start.as_ref().map(|start| start.text()),
            position: position.text(),
            time_control,
            speed: Speed::of(time_control),
            rated: create.rated,
            public: create.public || create.opponent == Opponent::Anyone,
            in_lobby: create.opponent == Opponent::Anyone,
            side_choice: create.side,
            creator_id: user.id.clone(),
            creator_is_bot: is_bot,
            created_at: Timestamp::now(),
        })
    }

    /// The start position of a request, if it is not the default one.
    fn custom_start(
        &self,
        create: &CreateGameRequest,
    ) -> Result<Option<Box<dyn AnyPosition>>, GameError> {
        if create.start.is_none() {
            return Ok(None);
        }
        let games = self.engines.registry();
        let start = positions::start(games, &create.game, create.size, create.start.as_deref())?;
        if start.winner().is_some() {
            return Err(GameError::StartIsOver);
        }
        // If chance decides who moves first, there are several default positions. A request that
        // names one of them settles that, so it is kept.
        let defaults = games.get(&create.game)?.initial_positions(start.size())?;
        let is_default = defaults.len() == 1 && defaults[0].text() == start.text();
        Ok(Some(start).filter(|_| !is_default))
    }

    /// How a game starts with these players.
    pub(super) async fn start(
        &self,
        request: &GameRequest,
        mut seats: [SeatRow; 2],
    ) -> Result<GameStart, GameError> {
        let games = self.engines.registry();
        let game = games.get(&request.game)?;
        let (now, entropy) = (Timestamp::now(), (self.entropy.0)());
        let mut setup = match &request.start {
            Some(position) => Setup::from_position(game, position, now, entropy)?,
            None => Setup::new(game, request.size, now, entropy)?,
        };
        let has_engine = seats.iter().any(|seat| seat.engine_level.is_some());
        let is_local = seats[0].user_id() == seats[1].user_id();
        setup.time_control = request.time_control;
        setup.draw_limits = DRAW_LIMITS;
        setup.takebacks = match request.rated {
            true => Takebacks::Never,
            false if has_engine || is_local => Takebacks::Free,
            false => Takebacks::Agreed,
        };
        for (seat, row) in setup.seats.iter_mut().zip(&mut seats) {
            // Players' names can change; they are filled in when the game is loaded.
            seat.name = None;
            seat.controller = match row.engine_level.and_then(EngineLevel::new) {
                Some(level) => Controller::Engine { level },
                None => Controller::Human,
            };
            row.rating_before = self.ratings.for_seat(request, row).await?;
        }
        let table = Table::new(games, setup.clone())?;
        Ok(GameStart {
            status: status_of(&table, GameState::Running),
            setup,
            seats,
        })
    }

    /// The rematch of a game: the same with the sides swapped.
    pub(super) async fn rematch(
        &self,
        row: &GameRow,
    ) -> Result<(GameRequest, GameStart), GameError> {
        let mut seats = row.seats.clone();
        seats.reverse();
        for seat in &mut seats {
            seat.rating_after = None;
        }
        let creator = seats.iter().find_map(SeatRow::user_id);
        let request = GameRequest {
            id: random_id(GAME_ID_LEN),
            creator_id: creator.unwrap_or_default().to_owned(),
            in_lobby: false,
            created_at: Timestamp::now(),
            ..row.request.clone()
        };
        let start = self.start(&request, seats).await?;
        Ok((request, start))
    }
}
