//! Making games: what may be asked for, who sits where, and how a game begins.

use crate::app::App;
use crate::error::ApiError;
use crate::live::{progress, seat_name, summary};
use crate::outbox::text;
use crate::protocol::{
    CreateGame, GameState, GameSummary, Opponent, ServerMessage, SideChoice, Speed, TimeControl,
};
use crate::random;
use crate::store::{Asked, GameRow, SeatRow, Start, UserRow};
use quintain_engine::Level;
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_table::{Controller, DrawLimits, EngineLevel, Setup, Table, Takebacks, Timestamp};

/// How long ids of games are: too many to try.
const ID_LENGTH: usize = 10;
/// How many open offers are looked at for one that fits.
const OFFERS: u32 = 100;
/// Games that never end by their rules end here: when a position comes for the fourth time, or
/// after so many steps.
const DRAWN: DrawLimits = DrawLimits {
    repetitions: Some(4),
    max_plies: Some(600),
};

impl TimeControl {
    /// The clock of a table; an error if it is too short or too long.
    pub(crate) fn checked(self) -> Result<quintain_table::TimeControl, ApiError> {
        let within = |name: &str, value: u32, least: u32, most: u32| {
            if (least..=most).contains(&value) {
                Ok(u64::from(value))
            } else {
                Err(ApiError::Invalid(format!(
                    "{name} must be from {least} to {most}, not {value}"
                )))
            }
        };
        Ok(match self {
            TimeControl::None => quintain_table::TimeControl::Unlimited,
            TimeControl::RealTime { seconds, increment } => quintain_table::TimeControl::Clock {
                base_ms: 1000 * within("seconds", seconds, 1, 10_800)?,
                increment_ms: 1000 * within("increment", increment, 0, 180)?,
            },
            TimeControl::Correspondence { days } => {
                let days = within("days", days, 1, 14)?;
                let days = u16::try_from(days).unwrap_or(14);
                quintain_table::TimeControl::Correspondence { days }
            }
        })
    }
}

impl Speed {
    /// The class of a clock: by what a side has for forty moves.
    pub(crate) fn of(clock: quintain_table::TimeControl) -> Speed {
        match clock {
            quintain_table::TimeControl::Unlimited => Speed::Unlimited,
            quintain_table::TimeControl::Correspondence { .. } => Speed::Correspondence,
            quintain_table::TimeControl::Clock {
                base_ms,
                increment_ms,
            } => match (base_ms + 40 * increment_ms) / 60_000 {
                0..3 => Speed::Bullet,
                3..8 => Speed::Blitz,
                8..25 => Speed::Rapid,
                _ => Speed::Classical,
            },
        }
    }
}

/// Who sits where.
pub(crate) fn seats(choice: SideChoice, creator: SeatRow, other: SeatRow) -> [SeatRow; 2] {
    let creator_first = match choice {
        SideChoice::First => true,
        SideChoice::Second => false,
        SideChoice::Random => random::coin(),
    };
    if creator_first {
        [creator, other]
    } else {
        [other, creator]
    }
}

/// The start position that was asked for, if it is not the usual one.
fn checked_start(
    game: &dyn AnyGame,
    create: &CreateGame,
) -> Result<Option<Box<dyn AnyPosition>>, ApiError> {
    let Some(text) = &create.start else {
        return Ok(None);
    };
    if text.len() > 500 {
        return Err(ApiError::Invalid("the start position is too long".into()));
    }
    let start = game.parse(text)?;
    if create.size.is_some() && start.size() != create.size {
        return Err(ApiError::Invalid(
            "the start position is of another size".into(),
        ));
    }
    if start.winner().is_some() {
        return Err(ApiError::Invalid(format!(
            "the game would be over at once: {}",
            start.view().status
        )));
    }
    // Where it is drawn who begins, a position says it and is kept as it is.
    let starts = game.initial_positions(start.size())?;
    let usual = starts.len() == 1 && starts[0].text() == start.text();
    Ok(Some(start).filter(|_| !usual))
}

impl App {
    /// Makes a game, or joins one that fits.
    pub(crate) async fn create(
        &self,
        user: &UserRow,
        bot: bool,
        create: CreateGame,
    ) -> Result<GameSummary, ApiError> {
        let asked = self.checked(user, bot, &create)?;
        if !user.account {
            self.store().ensure_guest(&user.id, asked.created).await?;
        }
        let person = SeatRow {
            user: Some(user.clone()),
            bot,
            ..SeatRow::default()
        };
        let other = match create.opponent {
            Opponent::Engine { level } => SeatRow {
                level: Some(level),
                ..SeatRow::default()
            },
            Opponent::Device => person.clone(),
            Opponent::Friend => return self.open(&asked).await,
            Opponent::Anyone => {
                return match self.join_fitting(&asked, user, bot).await? {
                    Some(joined) => Ok(joined),
                    None => self.open(&asked).await,
                };
            }
        };
        let start = self
            .begin(&asked, seats(asked.choice, person, other))
            .await?;
        self.store().create_game(&asked, Some(&start)).await?;
        self.announce(&asked.id).await;
        self.listed(&asked.id).await
    }

    /// Makes a game with an open seat.
    async fn open(&self, asked: &Asked) -> Result<GameSummary, ApiError> {
        self.store().create_game(asked, None).await?;
        self.lobby().stir();
        self.listed(&asked.id).await
    }

    async fn listed(&self, id: &str) -> Result<GameSummary, ApiError> {
        let row = self.store().game(id).await?;
        let row = row.ok_or_else(|| ApiError::Internal("a new game is not there".into()))?;
        Ok(summary(self.games(), &row))
    }

    /// What was asked for, if it may be.
    fn checked(&self, user: &UserRow, bot: bool, create: &CreateGame) -> Result<Asked, ApiError> {
        let game = self.games().get(&create.game)?;
        let usual = game.start(create.size)?;
        let start = checked_start(game, create)?;
        let clock = create.clock.checked()?;
        if let Opponent::Engine { level } = create.opponent
            && Level::new(level).is_none()
        {
            return Err(ApiError::Invalid(format!(
                "the engine has levels 1 to 8, not {level}"
            )));
        }
        if create.rated {
            let why = match create.opponent {
                Opponent::Engine { .. } | Opponent::Device => "two people",
                _ if !user.account => "an account; sign in first",
                _ if clock == quintain_table::TimeControl::Unlimited => "a clock",
                _ if start.is_some() => "the usual start position",
                _ => "",
            };
            if !why.is_empty() {
                return Err(ApiError::Invalid(format!("a rated game needs {why}")));
            }
        }
        let position = start.as_ref().unwrap_or(&usual);
        Ok(Asked {
            id: random::id(ID_LENGTH),
            game: create.game.clone(),
            size: position.size(),
            start: start.as_ref().map(|start| start.text()),
            position: position.text(),
            clock,
            speed: Speed::of(clock),
            rated: create.rated,
            public: create.public || create.opponent == Opponent::Anyone,
            lobby: create.opponent == Opponent::Anyone,
            choice: create.side,
            creator: user.id.clone(),
            bot,
            created: Timestamp::now(),
        })
    }

    /// Joins an open offer of the same kind, if there is one.
    async fn join_fitting(
        &self,
        asked: &Asked,
        user: &UserRow,
        bot: bool,
    ) -> Result<Option<GameSummary>, ApiError> {
        let fits = |row: &GameRow| {
            let offer = &row.asked;
            let sides = match (offer.choice, asked.choice) {
                (SideChoice::Random, SideChoice::Random) => true,
                (theirs, ours) => theirs != ours,
            };
            let ours = row.seats.iter().flat_map(|seat| &seat.user);
            sides
                && offer.game == asked.game
                && offer.size == asked.size
                && offer.start == asked.start
                && offer.clock == asked.clock
                && offer.rated == asked.rated
                && ours.into_iter().all(|sitting| sitting.id != user.id)
        };
        // Who wants a side gets it: an offer whose side is drawn later would not promise that.
        let certain = |row: &GameRow| {
            (row.asked.choice == SideChoice::Random) == (asked.choice == SideChoice::Random)
                || asked.choice == SideChoice::Random
        };
        let offers = self.store().seeks(OFFERS).await?;
        // Whoever has waited longest comes first.
        for row in offers.iter().rev().filter(|row| fits(row) && certain(row)) {
            match self.join(&row.asked.id, user.clone(), bot).await {
                Ok(joined) => return Ok(Some(joined)),
                // Someone else was faster, or it was called off: the next one may do.
                Err(ApiError::Conflict(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// How a game begins with these players.
    pub(crate) async fn begin(
        &self,
        asked: &Asked,
        mut seats: [SeatRow; 2],
    ) -> Result<Start, ApiError> {
        let game = self.games().get(&asked.game)?;
        let (now, entropy) = (Timestamp::now(), (self.config().entropy.0)());
        let mut setup = match &asked.start {
            Some(position) => Setup::from_position(game, position, now, entropy)?,
            None => Setup::new(game, asked.size, now, entropy)?,
        };
        let alone = seats.iter().any(|seat| seat.level.is_some()) || seats[0].user == seats[1].user;
        setup.time_control = asked.clock;
        setup.draw_limits = DRAWN;
        setup.takebacks = match asked.rated {
            true => Takebacks::Never,
            false if alone => Takebacks::Free,
            false => Takebacks::Agreed,
        };
        for (seat, row) in setup.seats.iter_mut().zip(&mut seats) {
            seat.name = seat_name(row);
            seat.controller = match row.level.and_then(EngineLevel::new) {
                Some(level) => Controller::Engine { level },
                None => Controller::Human,
            };
            row.before = self.rating(asked, row).await?;
        }
        let table = Table::new(self.games(), setup.clone())?;
        Ok(Start {
            progress: progress(&table, GameState::Running),
            setup,
            seats,
        })
    }

    /// The rating to show on a seat.
    async fn rating(&self, asked: &Asked, seat: &SeatRow) -> Result<Option<f64>, ApiError> {
        let Some(user) = seat.user.as_ref().filter(|user| user.account) else {
            return Ok(None);
        };
        let ratings = self.store().ratings(&user.id).await?;
        let rating = ratings
            .iter()
            .find(|rating| rating.game == asked.game && rating.speed == asked.speed);
        Ok(rating.map(|rating| rating.glicko.rating))
    }

    /// The game after a game: the same with the sides changed.
    pub(crate) async fn another(&self, row: &GameRow) -> Result<(Asked, Start), ApiError> {
        let mut seats = row.seats.clone();
        seats.reverse();
        for seat in &mut seats {
            seat.after = None;
        }
        let creator = seats.iter().find_map(|seat| seat.user.as_ref());
        let asked = Asked {
            id: random::id(ID_LENGTH),
            creator: creator.map(|user| user.id.clone()).unwrap_or_default(),
            lobby: false,
            created: Timestamp::now(),
            ..row.asked.clone()
        };
        let start = self.begin(&asked, seats).await?;
        Ok((asked, start))
    }

    /// Tells the players of a new game about it, and opens its room: an engine may begin.
    pub(crate) async fn announce(&self, id: &str) {
        let summary = self
            .look(id, {
                let app = self.clone();
                move |live| {
                    let users = live.row().seats.clone().map(|seat| seat.user);
                    (live.summary(app.games()), users)
                }
            })
            .await;
        let Ok((summary, users)) = summary else {
            return;
        };
        let message = ServerMessage::Mine {
            summary: Box::new(summary),
        };
        let text = text(&message);
        for user in users.into_iter().flatten() {
            for outbox in self.people().of(&user.id) {
                outbox.send(text.clone());
            }
        }
        self.lobby().stir();
    }
}
