//! How a game is to be set up.

use super::SessionError;
use crate::commands::check_size;
use quintain_rules::Registry;
use quintain_rules::record::Record;
use quintain_table::{
    Annotations, Controller, DrawLimits, EngineLevel, Entry, Event, Seal, Setup, Table,
    TimeControl, Timestamp, entropy, entropy_from_seed,
};

/// The level of an engine that nobody chose: a newcomer has a chance against it.
const DEFAULT_LEVEL: EngineLevel = EngineLevel::new(3).expect("a level");

/// Programs never tire of repeating moves: between two of them a game is a draw when a position
/// occurs for the fourth time, or after this many steps.
const ENGINE_DRAW_LIMITS: DrawLimits = DrawLimits {
    repetitions: Some(4),
    max_plies: Some(2000),
};

/// How a new game is to be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GamePlan {
    /// The game's id.
    pub(crate) game: String,
    /// The board size, for games that have several.
    pub(crate) size: Option<u8>,
    /// The position to start from, if not the default one.
    pub(crate) position: Option<String>,
    /// The options that do not depend on the game.
    pub(crate) options: GameOptions,
}

/// The options of any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GameOptions {
    /// The players, the first side's first.
    pub(crate) players: [Controller; 2],
    /// How much time they have.
    pub(crate) clock: TimeControl,
    /// The seed of everything random; `None` for the system's randomness.
    pub(crate) seed: Option<u64>,
}

impl Default for GameOptions {
    /// A person against the engine at its default level, without a clock.
    fn default() -> GameOptions {
        GameOptions::between(None, None)
    }
}

impl GameOptions {
    /// A game without a clock. A person plays first unless another player is given; if the second
    /// is not given, a person meets the engine, and a program a person.
    pub(crate) fn between(first: Option<Controller>, second: Option<Controller>) -> GameOptions {
        let first = first.unwrap_or(Controller::Human);
        let second = second.unwrap_or(match first {
            Controller::Human => Controller::Engine {
                level: DEFAULT_LEVEL,
            },
            _ => Controller::Human,
        });
        GameOptions {
            players: [first, second],
            clock: TimeControl::Unlimited,
            seed: None,
        }
    }

    fn entropy(&self) -> [u8; 32] {
        self.seed.map_or_else(entropy, entropy_from_seed)
    }

    /// The seed of the programs' random choices.
    pub(super) fn engine_seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| number(&entropy()[..8]))
    }

    fn apply_to(&self, setup: &mut Setup) {
        for (seat, controller) in setup.seats.iter_mut().zip(&self.players) {
            seat.controller = controller.clone();
        }
        setup.time_control = self.clock;
        if self.players.iter().all(|player| !player.is_human()) {
            setup.draw_limits = ENGINE_DRAW_LIMITS;
        }
    }
}

/// The number that these bytes write, the most significant byte first.
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

impl GamePlan {
    /// The setup of the game.
    pub(super) fn setup(&self, games: &Registry, now: Timestamp) -> Result<Setup, SessionError> {
        let game = games.get(&self.game)?;
        let entropy = self.options.entropy();
        let mut setup = match &self.position {
            None => Setup::new(game, self.size, now, entropy)?,
            Some(text) => {
                // A size that the game does not have is wrong, whatever the position is.
                game.start(self.size)?;
                check_size(self.size, &*game.parse(text)?).map_err(SessionError::other)?;
                Setup::from_position(game, text, now, entropy)?
            }
        };
        self.options.apply_to(&mut setup);
        Ok(setup)
    }
}

/// The setup and the entries of a game that continues from the end of a record.
pub(super) fn from_record(
    record: &Record,
    options: &GameOptions,
    now: Timestamp,
    games: &Registry,
) -> Result<(Setup, Vec<Entry>), SessionError> {
    // Each step takes exactly the time that the clock adds for it, so that both players have
    // their full time where the record ends.
    let pace_ms = options.clock.increment_ms();
    let steps = record.steps().len() as u64;
    let created_at = Timestamp(now.0.saturating_sub(steps.saturating_mul(pace_ms)));
    let game = games.get(record.info().id)?;
    let start = record.start().text();
    let mut setup = Setup::from_position(game, &start, created_at, options.entropy())?;
    options.apply_to(&mut setup);
    for (seat, name) in setup.seats.iter_mut().zip(["First", "Second"]) {
        if let Some(name) = record.header(name).filter(|_| seat.controller.is_human()) {
            seat.name = Some(name.to_owned());
        }
    }
    setup.annotations = Some(Annotations::of(record));
    if let Some(drawn) = setup.seal.take() {
        setup.seal = Some(seal_of(record, drawn)?);
    }
    let steps = record.steps().iter().map(|step| Event::Step {
        text: step.text.clone(),
    });
    let mut events: Vec<Event> = steps.collect();
    if let Some(outcome) = record.result()
        && let Some(reason) = outcome.termination()
    {
        events.push(Event::End {
            winner: outcome.winner,
            reason,
        });
    }
    let entry = |(seq, event): (u32, Event)| Entry {
        seq,
        at: now.min(created_at.plus_ms(u64::from(seq + 1).saturating_mul(pace_ms))),
        event,
    };
    let entries: Vec<Entry> = (0..).zip(events).map(entry).collect();
    // A record and a table agree on what can be played; anything else would be a bug.
    Table::replay(games, setup.clone(), entries.iter().cloned())?;
    Ok((setup, entries))
}

/// What is hidden in a game that continues from a record. Another secret than the one that the
/// players had would be another game, so a record that does not name its own ends here.
fn seal_of(record: &Record, drawn: Seal) -> Result<Seal, SessionError> {
    let secret = record.secret().ok_or(SessionError::SecretNotNamed)?;
    let salt = record.header("Salt").map(str::to_owned);
    Ok(Seal {
        secret: secret.to_owned(),
        salt: salt.unwrap_or(drawn.salt),
    })
}

#[cfg(test)]
mod tests {
    use super::GameOptions;
    use quintain_table::{Controller, EngineLevel};

    #[test]
    fn a_person_given_as_the_second_player_does_not_meet_the_engine() {
        let players = |first, second| GameOptions::between(first, second).players;
        let engine = |level| Controller::Engine {
            level: EngineLevel::new(level).expect("a level"),
        };
        let human = Controller::Human;
        assert_eq!(players(None, None), [human.clone(), engine(3)]);
        assert_eq!(
            players(None, Some(human.clone())),
            [human.clone(), human.clone()]
        );
        assert_eq!(
            players(Some(human.clone()), None),
            [human.clone(), engine(3)]
        );
        assert_eq!(players(Some(engine(8)), None), [engine(8), human.clone()]);
        assert_eq!(players(None, Some(engine(1))), [human.clone(), engine(1)]);
        let both = players(Some(human.clone()), Some(human.clone()));
        assert_eq!(both, [human.clone(), human]);
    }
}
