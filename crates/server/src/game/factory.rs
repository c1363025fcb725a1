//! New games: which requests are allowed, who sits where, and how a game starts.

use super::game_state::status_of;
use super::{GameError, Ratings};
use crate::clock::Clock;
use crate::config::Entropy;
use crate::ids::{coin_flip, random_id};
use crate::store::{GameRequest, GameRow, GameStart, SeatRow, UserRow};
use quintain_api::local::DRAW_LIMITS;
use quintain_api::protocol::{CreateGameRequest, GameState, Opponent, SideChoice, Speed};
use quintain_api::{positions, time_control};
use quintain_engine::EngineRegistry;
use quintain_rules::erased::AnyPosition;
use quintain_table::{Controller, EngineLevel, Setup, Table, Takebacks, TimeControl};
use std::net::IpAddr;
use std::sync::Arc;

/// The length of games' ids: long enough that nobody can find a game by trying.
const GAME_ID_LEN: usize = 10;

/// How long a game waits for a player: in the lobby, in the lobby for a game with days per move,
/// and for a friend who has its link.
const OFFER_LIFETIME_MS: u64 = 10 * 60_000;
const CORRESPONDENCE_OFFER_LIFETIME_MS: u64 = 3 * 86_400_000;
const LINK_LIFETIME_MS: u64 = 14 * 86_400_000;

/// Someone who creates a game.
#[derive(Clone, Debug)]
pub(crate) struct Creator {
    pub(crate) user: UserRow,
    /// Whether a program acts for the user.
    pub(crate) is_bot: bool,
    /// The network that the request comes from.
    pub(crate) network: IpAddr,
    /// What stands for it in the store.
    pub(crate) address_tag: String,
}

/// Makes new games, cheap to clone.
#[derive(Clone)]
pub(crate) struct GameFactory {
    engines: Arc<EngineRegistry>,
    ratings: Ratings,
    entropy: Entropy,
    clock: Clock,
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

/// The seats of a game that waits for a player: the creator sits on the chosen side, or on the first
/// side if sides are drawn when it starts.
pub(super) fn waiting_seats(choice: SideChoice, creator: SeatRow) -> [SeatRow; 2] {
    match choice {
        SideChoice::First | SideChoice::Random => [creator, SeatRow::default()],
        SideChoice::Second => [SeatRow::default(), creator],
    }
}

impl GameFactory {
    pub(crate) fn new(
        engines: Arc<EngineRegistry>,
        ratings: Ratings,
        entropy: Entropy,
        clock: Clock,
    ) -> GameFactory {
        GameFactory {
            engines,
            ratings,
            entropy,
            clock,
        }
    }

    /// Checks a request for a game.
    pub(super) fn check(
        &self,
        creator: &Creator,
        create: &CreateGameRequest,
    ) -> Result<GameRequest, GameError> {
        let user = &creator.user;
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
                _ if creator.is_bot && !user.is_program => {
                    return Err(GameError::ProgramNeedsOwnAccount);
                }
                _ if time_control == TimeControl::Unlimited => {
                    return Err(GameError::RatedNeedsClock);
                }
                _ if start.is_some() => return Err(GameError::RatedNeedsDefaultStart),
                _ => {}
            }
        }
        let position = start.as_ref().unwrap_or(&default);
        let now = self.clock.now();
        let lifetime_ms = match (create.opponent, time_control) {
            (Opponent::Anyone, TimeControl::Correspondence { .. }) => {
                CORRESPONDENCE_OFFER_LIFETIME_MS
            }
            (Opponent::Anyone, _) => OFFER_LIFETIME_MS,
            _ => LINK_LIFETIME_MS,
        };
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
            creator_is_program: user.is_program,
            address_tag: creator.address_tag.clone(),
            by_guest: !user.is_account(),
            created_at: now,
            expires_at: now.plus_ms(lifetime_ms),
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
        if request.rated {
            let [first, second] = &seats;
            let is_program = |seat: &SeatRow| seat.user.as_ref().map(|user| user.is_program);
            if is_program(first) != is_program(second) {
                return Err(GameError::RatedNeedsEqualPlayers);
            }
        }
        let games = self.engines.registry();
        let game = games.get(&request.game)?;
        let (now, entropy) = (self.clock.now(), (self.entropy.0)());
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
        // It counts for whoever created the first game.
        let request = GameRequest {
            id: random_id(GAME_ID_LEN),
            in_lobby: false,
            created_at: self.clock.now(),
            ..row.request.clone()
        };
        let start = self.start(&request, seats).await?;
        Ok((request, start))
    }
}
