//! How a game is to be set up, before it is.

use super::SessionError;
use quintain_rules::record::Record;
use quintain_rules::{Registry, splitmix64};
use quintain_table::{
    Controller, DrawLimits, EngineLevel, Entry, Event, Seal, Setup, Table, TimeControl, Timestamp,
    entropy, entropy_from_seed,
};

/// The level of an engine that nobody chose: a newcomer has a chance against it.
pub(crate) const DEFAULT_LEVEL: EngineLevel = EngineLevel::new(3).expect("a level");

/// Programs do not tire of going round in circles: between two of them a game is a draw when
/// a position comes for the fourth time, or after this many steps.
const BETWEEN_PROGRAMS: DrawLimits = DrawLimits {
    repetitions: Some(4),
    max_plies: Some(2000),
};

/// How a new game is to be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The game's id.
    pub(crate) game: String,
    /// The board's size, for games that have several.
    pub(crate) size: Option<u8>,
    /// The position to start from, if not the usual one.
    pub(crate) position: Option<String>,
    /// What does not depend on the game.
    pub(crate) terms: Terms,
}

/// Who plays, with which clock, and what chance is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// Who plays, the first side first.
    pub(crate) players: [Controller; 2],
    /// How much time they have.
    pub(crate) clock: TimeControl,
    /// What chance is made from; the system's randomness if nothing is said.
    pub(crate) seed: Option<u64>,
}

impl Default for Terms {
    /// A person against the engine at its usual level, without a clock.
    fn default() -> Terms {
        Terms {
            players: players(None, None),
            clock: TimeControl::Unlimited,
            seed: None,
        }
    }
}

/// Who plays if one or both were not chosen: a person meets the engine, a program a person.
pub(crate) fn players(first: Option<Controller>, second: Option<Controller>) -> [Controller; 2] {
    let against = |other: &Controller| match other {
        Controller::Human => Controller::Engine {
            level: DEFAULT_LEVEL,
        },
        _ => Controller::Human,
    };
    match (first, second) {
        (Some(first), Some(second)) => [first, second],
        (None, Some(second)) => [against(&second), second],
        (first, None) => {
            let first = first.unwrap_or(Controller::Human);
            let second = against(&first);
            [first, second]
        }
    }
}

impl Terms {
    pub(super) fn entropy(&self) -> [u8; 32] {
        self.seed.map_or_else(entropy, entropy_from_seed)
    }

    /// What the programs' chance is made from.
    pub(super) fn engine_seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| {
            let bytes = entropy();
            bytes[..8]
                .iter()
                .fold(0, |seed, &byte| seed << 8 | u64::from(byte))
        })
    }

    fn seat(&self, setup: &mut Setup) {
        for (seat, controller) in setup.seats.iter_mut().zip(&self.players) {
            seat.controller = controller.clone();
            if !controller.is_human() {
                seat.name = Some(controller.to_string());
            }
        }
        setup.time_control = self.clock;
        if self.players.iter().all(|player| !player.is_human()) {
            setup.draw_limits = BETWEEN_PROGRAMS;
        }
    }
}

impl Plan {
    /// The setup of the game.
    pub(super) fn setup(&self, games: &Registry, now: Timestamp) -> Result<Setup, SessionError> {
        let game = games.get(&self.game)?;
        let entropy = self.terms.entropy();
        let mut setup = match &self.position {
            None => Setup::new(game, self.size, now, entropy)?,
            Some(text) => {
                // A size the game does not have is wrong, whatever the position is.
                game.start(self.size)?;
                let found = game.parse(text)?.size();
                if let (Some(asked), Some(found)) = (self.size, found)
                    && asked != found
                {
                    return Err(SessionError::OtherSize { asked, found });
                }
                Setup::from_position(game, text, now, entropy)?
            }
        };
        self.terms.seat(&mut setup);
        Ok(setup)
    }
}

/// The setup and the entries of a game that goes on where a record ends.
pub(super) fn from_record(
    record: &Record,
    terms: &Terms,
    now: Timestamp,
    games: &Registry,
) -> Result<(Setup, Vec<Entry>), SessionError> {
    // Each step is given exactly the time that the clock gives back for it, so that both
    // players have their full time where the record ends.
    let pace = terms.clock.increment_ms();
    let steps = record.steps().len() as u64;
    let created = Timestamp(now.0.saturating_sub(steps.saturating_mul(pace)));
    let game = games.get(record.info().id)?;
    let start = record.start().text();
    let mut setup = Setup::from_position(game, &start, created, terms.entropy())?;
    terms.seat(&mut setup);
    for (seat, name) in setup.seats.iter_mut().zip(["First", "Second"]) {
        if let Some(name) = record.header(name).filter(|_| seat.controller.is_human()) {
            seat.name = Some(name.to_owned());
        }
    }
    if setup.seal.is_some() {
        setup.seal = Some(seal_of(record, terms.entropy(), setup.seal.take())?);
    }
    let mut events: Vec<Event> = Vec::new();
    events.extend(record.steps().iter().map(|step| Event::Step {
        text: step.text.clone(),
    }));
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
        at: Timestamp(
            now.0
                .min(created.plus_ms(u64::from(seq + 1).saturating_mul(pace)).0),
        ),
        event,
    };
    let entries: Vec<Entry> = (0..).zip(events).map(entry).collect();
    // A record and a table agree on what can be played; this would be a fault of ours.
    Table::replay(games, setup.clone(), entries.iter().cloned())?;
    Ok((setup, entries))
}

/// What is hidden in a game that goes on from a record: what the record tells, or else one of
/// the secrets that agree with all it reveals, each as likely as the others.
fn seal_of(record: &Record, entropy: [u8; 32], drawn: Option<Seal>) -> Result<Seal, SessionError> {
    let fresh = drawn.map(|seal| seal.salt).unwrap_or_default();
    let salt = record.header("Salt").map(str::to_owned);
    if let Some(secret) = record.secret() {
        return Ok(Seal {
            secret: secret.to_owned(),
            salt: salt.unwrap_or(fresh),
        });
    }
    let start = record.start();
    let agrees = |&number: &u64| {
        let mut referee = start.referee(number);
        let mut agrees = |text: &str| referee.replay(text).is_ok_and(|step| step.text == text);
        record.steps().iter().all(|step| agrees(&step.text))
    };
    let possible: Vec<u64> = (0..start.secret_count()).filter(agrees).collect();
    let chance = entropy[16..24]
        .iter()
        .fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
    let pick = splitmix64(chance) % (possible.len() as u64).max(1);
    let number = possible.get(pick as usize).ok_or(SessionError::NoSecret)?;
    Ok(Seal {
        secret: start.referee(*number).secret().to_owned(),
        salt: fresh,
    })
}

#[cfg(test)]
mod tests {
    use super::players;
    use quintain_table::{Controller, EngineLevel};

    #[test]
    fn whoever_is_not_chosen_is_the_other_kind() {
        let engine = |level| Controller::Engine {
            level: EngineLevel::new(level).expect("a level"),
        };
        let human = Controller::Human;
        let usual = engine(3);
        assert_eq!(players(None, None), [human.clone(), usual.clone()]);
        assert_eq!(
            players(None, Some(human.clone())),
            [usual.clone(), human.clone()]
        );
        assert_eq!(players(Some(human.clone()), None), [human.clone(), usual]);
        assert_eq!(players(Some(engine(8)), None), [engine(8), human.clone()]);
        assert_eq!(players(None, Some(engine(1))), [human.clone(), engine(1)]);
        let both = players(Some(human.clone()), Some(human.clone()));
        assert_eq!(both, [human.clone(), human]);
    }
}
