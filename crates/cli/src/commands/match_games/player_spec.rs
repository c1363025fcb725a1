//! Players of a match as they are named on the command line: what plays, its limits and its
//! settings.

use super::messages::MatchError;
use crate::Error;
use crate::args::{count, integer, mebibytes, time, unsigned};
use crate::error::InvalidValue;
use crate::messages::ValueError;
use quintain_engine::{
    Baseline, EngineFactory, Level, Limits, Player, ProtocolLog, Settings, Tablebase, Techniques,
    UgiConfig, UgiPlayer,
};
use quintain_rules::message::ToMessage;
use quintain_rules::quote;
use quintain_table::duration;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The limit of players for whom none is given.
const DEFAULT_LIMITS: Limits = Limits {
    move_time: Some(Duration::from_millis(100)),
    ..Limits::NONE
};

/// The largest transposition table that is chosen without being asked for, in mebibytes.
const DEFAULT_HASH_MIB: usize = 32;
/// About how many bytes of a transposition table a game uses per node of a move: a hundred moves,
/// an entry of 16 bytes for each node.
const HASH_BYTES_PER_NODE: u64 = 1600;

/// What chooses the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The engine.
    Engine {
        level: Level,
        hash_mib: Option<usize>,
        threads: usize,
        /// The techniques that its search does without.
        without: Techniques,
    },
    /// A simple opponent.
    Baseline(Baseline),
    /// Another program, with the options to set.
    Ugi {
        command: String,
        options: Vec<(String, Option<String>)>,
    },
}

/// A player of a match.
#[derive(Clone, Debug)]
pub(super) struct PlayerSpec {
    pub(super) name: String,
    kind: Kind,
    pub(super) limits: Limits,
    /// The same seed in every game, if it is set.
    pub(super) seed: Option<u64>,
}

/// What holds for players that do not say otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Defaults {
    /// The limits, if any are given.
    pub(super) limits: Option<Limits>,
    /// Whether there is a clock, which is limit enough.
    pub(super) has_clock: bool,
    /// The size of transposition tables.
    pub(super) hash_mib: Option<usize>,
}

impl PlayerSpec {
    /// Reads players such as `engine:3@d4`, `uct;nodes=500` or `ugi:./other;option.Hash=64`. Names
    /// that are not given are made distinct.
    pub(super) fn parse_all(texts: &[String], defaults: &Defaults) -> Result<Vec<Self>, Error> {
        let mut players: Vec<PlayerSpec> = Vec::new();
        for text in texts {
            let mut player = Self::parse(text, defaults).map_err(|reason| Error::Usage {
                reason,
                usage: String::new(),
            })?;
            let is_taken = |name: &str| players.iter().any(|other| other.name == name);
            if is_taken(&player.name) {
                if has_name(text) {
                    let name = quote(&player.name);
                    return Err(Error::usage(&MatchError::SameName { name }));
                }
                let mut numbered = (2..).map(|number| format!("{}#{number}", player.name));
                if let Some(name) = numbered.find(|name| !is_taken(name)) {
                    player.name = name;
                }
            }
            players.push(player);
        }
        Ok(players)
    }

    fn parse(text: &str, defaults: &Defaults) -> Result<Self, quintain_rules::message::Message> {
        let mut parts = text.split(';');
        let head = parts.next().unwrap_or_default().trim();
        let (name, mut own) = match head.rsplit_once('@') {
            Some((name, limit)) => (
                name,
                parse_limit(limit).map_err(|error| error.to_message())?,
            ),
            None => (head, Limits::NONE),
        };
        let mut player = PlayerSpec {
            name: name.to_owned(),
            kind: parse_kind(name, defaults).map_err(|error| error.to_message())?,
            limits: Limits::NONE,
            seed: None,
        };
        for setting in parts {
            player.set(setting.trim(), &mut own)?;
        }
        player.limits = if own != Limits::NONE {
            own
        } else if defaults.has_clock {
            defaults.limits.unwrap_or_default()
        } else {
            defaults.limits.unwrap_or(DEFAULT_LIMITS)
        };
        Ok(player)
    }

    /// Applies a setting such as `hash=64`.
    fn set(
        &mut self,
        setting: &str,
        limits: &mut Limits,
    ) -> Result<(), quintain_rules::message::Message> {
        let unknown = || {
            let (setting, player) = (quote(setting), self.name.clone());
            MatchError::UnknownSetting { setting, player }.to_message()
        };
        let wrong = |InvalidValue(reason): InvalidValue| {
            let setting = quote(setting);
            MatchError::WrongSetting { setting, reason }.to_message()
        };
        if let Some(option) = setting.strip_prefix("option.") {
            let Kind::Ugi { options, .. } = &mut self.kind else {
                return Err(unknown());
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.trim().to_owned())),
                None => (option, None),
            };
            options.push((name.trim().to_owned(), value));
            return Ok(());
        }
        let (key, value) = setting.split_once('=').ok_or_else(unknown)?;
        let (key, value) = (key.trim(), value.trim());
        match (key, &mut self.kind) {
            ("name", _) if !value.is_empty() => value.clone_into(&mut self.name),
            ("time", _) => limits.move_time = Some(time(value).map_err(wrong)?),
            ("depth", _) => limits.depth = Some(integer(1..=255)(value).map_err(wrong)?),
            ("nodes", _) => limits.nodes = Some(integer(1..=u64::MAX)(value).map_err(wrong)?),
            ("hash", Kind::Engine { hash_mib, .. }) => {
                *hash_mib = Some(mebibytes(value).map_err(wrong)?);
            }
            ("threads", Kind::Engine { threads, .. }) => *threads = count(value).map_err(wrong)?,
            ("without", Kind::Engine { without, .. }) => {
                let named = value.parse::<Techniques>();
                *without = named.map_err(|error| wrong(InvalidValue(error.to_message())))?;
            }
            ("level", Kind::Engine { level, .. }) => {
                let number = integer(1..=8)(value).map_err(wrong)?;
                *level = Level::new(number).unwrap_or(*level);
            }
            ("hash" | "threads" | "level" | "seed" | "without", Kind::Ugi { options, .. }) => {
                options.push((key.to_owned(), Some(value.to_owned())));
            }
            ("seed", _) => self.seed = Some(unsigned(value).map_err(wrong)?),
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// Whether two players play the same way, whatever they are called.
    pub(super) fn plays_like(&self, other: &PlayerSpec) -> bool {
        (&self.kind, self.limits, self.seed) == (&other.kind, other.limits, other.seed)
    }

    /// Whether the player searches at most this many nodes per move, or not at all.
    pub(super) fn searches_at_most(&self, nodes: u64) -> bool {
        let is_simple = matches!(
            self.kind,
            Kind::Baseline(Baseline::Random | Baseline::Greedy)
        );
        is_simple || self.limits.nodes.is_some_and(|limit| limit <= nodes)
    }

    /// The size of the engine's transposition table: what was asked for, or enough for a game.
    fn hash_mib(&self, asked: Option<usize>) -> usize {
        asked.unwrap_or_else(|| match self.limits.nodes {
            Some(nodes) => {
                let mebibytes = nodes.saturating_mul(HASH_BYTES_PER_NODE) >> 20;
                (mebibytes as usize)
                    .next_power_of_two()
                    .min(DEFAULT_HASH_MIB)
            }
            None => DEFAULT_HASH_MIB,
        })
    }

    /// What must be the same to resume a match, by name.
    pub(super) fn conditions(&self) -> Vec<(&'static str, Value)> {
        let millis = |time: Duration| time.as_millis() as u64;
        let mut conditions = vec![
            ("name", json!(self.name)),
            ("depth", json!(self.limits.depth)),
            ("nodes", json!(self.limits.nodes)),
            ("time_ms", json!(self.limits.move_time.map(millis))),
            ("seed", json!(self.seed)),
        ];
        match &self.kind {
            Kind::Engine {
                level,
                hash_mib,
                threads,
                without,
            } => conditions.extend([
                ("player", json!("engine")),
                ("level", json!(level.number())),
                ("hash", json!(self.hash_mib(*hash_mib))),
                ("threads", json!(threads)),
                ("without", json!(without.to_string())),
            ]),
            Kind::Baseline(kind) => conditions.push(("player", json!(kind.name()))),
            Kind::Ugi { command, options } => conditions.extend([
                ("player", json!(format!("ugi:{command}"))),
                ("options", json!(options)),
            ]),
        }
        conditions
    }

    /// Starts the player.
    pub(super) fn start(
        &self,
        factory: &dyn EngineFactory,
        tablebase: Option<Arc<Tablebase>>,
        log: Option<ProtocolLog>,
    ) -> Result<Box<dyn Player>, Error> {
        match &self.kind {
            Kind::Ugi { command, options } => {
                let config = UgiConfig {
                    options: options.clone(),
                    log,
                    ..UgiConfig::new(command)
                };
                let player = UgiPlayer::start(factory.game().info(), &config);
                Ok(Box::new(player.map_err(|error| Error::rejected(&error))?))
            }
            Kind::Baseline(kind) => Ok(factory.baseline(*kind, 0)),
            Kind::Engine {
                level,
                hash_mib,
                threads,
                without,
            } => {
                let mut engine = factory.engine();
                engine.configure(Settings {
                    level: *level,
                    hash_mib: self.hash_mib(*hash_mib),
                    threads: *threads,
                    techniques: without.complement(),
                    ..engine.settings()
                });
                let set = engine.set_tablebase(tablebase);
                set.map_err(|error| Error::rejected(&error))?;
                let ready = engine.ensure_ready();
                ready.map_err(|error| Error::rejected(&error))?;
                Ok(Box::new(engine))
            }
        }
    }
}

/// Whether a player's text names it.
fn has_name(text: &str) -> bool {
    text.split(';').any(|part| part.trim().starts_with("name="))
}

fn parse_kind(name: &str, defaults: &Defaults) -> Result<Kind, ValueError> {
    if let Some(command) = name.strip_prefix("ugi:") {
        return Ok(Kind::Ugi {
            command: command.to_owned(),
            options: Vec::new(),
        });
    }
    if let Some(kind) = Baseline::ALL.into_iter().find(|kind| kind.name() == name) {
        return Ok(Kind::Baseline(kind));
    }
    let level = match name.split_once(':') {
        None if name == "engine" => Some(Level::FULL),
        Some(("engine", level)) => level.parse().ok().and_then(Level::new),
        _ => None,
    };
    let text = quote(name);
    Ok(Kind::Engine {
        level: level.ok_or(ValueError::NotAMatchPlayer { text })?,
        hash_mib: defaults.hash_mib,
        threads: 1,
        without: Techniques::NONE,
    })
}

/// Reads what follows an @: a time, `d` and a depth, or `n` and a number of nodes.
fn parse_limit(text: &str) -> Result<Limits, ValueError> {
    let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
    let depth = text
        .strip_prefix('d')
        .and_then(number)
        .and_then(|n| u8::try_from(n).ok());
    if let Some(depth) = depth {
        return Ok(Limits {
            depth: Some(depth),
            ..Limits::NONE
        });
    }
    if let Some(nodes) = text.strip_prefix('n').and_then(number) {
        return Ok(Limits {
            nodes: Some(nodes),
            ..Limits::NONE
        });
    }
    let time = duration::parse(text).map_err(|_| ValueError::NotALimit { text: quote(text) })?;
    Ok(Limits {
        move_time: Some(time),
        ..Limits::NONE
    })
}

#[cfg(test)]
mod tests {
    use super::{Defaults, PlayerSpec};
    use quintain_engine::Limits;
    use serde_json::Value;
    use std::time::Duration;

    const DEFAULTS: Defaults = Defaults {
        limits: None,
        has_clock: false,
        hash_mib: None,
    };

    fn parse(texts: &[&str]) -> Result<Vec<PlayerSpec>, String> {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        PlayerSpec::parse_all(&texts, &DEFAULTS).map_err(|error| error.to_string())
    }

    fn condition(player: &PlayerSpec, name: &str) -> Option<Value> {
        let mut conditions = player.conditions().into_iter();
        conditions.find(|(it, _)| *it == name).map(|it| it.1)
    }

    #[test]
    fn players_have_names_limits_and_settings() {
        let players = parse(&[
            "engine:3@d4;name=Three;hash=7;threads=2;seed=5;without=probcut, aspiration",
            "ugi:./other --fast@1s; option.Hash = 64; option.Clear Hash; threads=2",
            "uct;nodes=500",
            "engine;nodes=2000;depth=9",
        ])
        .expect("players");
        let three = &players[0];
        assert_eq!((&*three.name, three.limits.depth), ("Three", Some(4)));
        assert_eq!(condition(three, "hash"), Some(7.into()));
        assert_eq!(condition(three, "level"), Some(3.into()));
        let without = condition(three, "without");
        assert_eq!(without, Some("probcut,aspiration".into()));
        assert_eq!(three.seed, Some(5));
        let other = &players[1];
        assert_eq!(other.name, "ugi:./other --fast");
        assert_eq!(other.limits.move_time, Some(Duration::from_secs(1)));
        let options = serde_json::json!([["Hash", "64"], ["Clear Hash", null], ["threads", "2"]]);
        assert_eq!(condition(other, "options"), Some(options));
        assert_eq!(players[2].limits.nodes, Some(500));
        let both = Limits {
            nodes: Some(2000),
            depth: Some(9),
            ..Limits::NONE
        };
        assert_eq!(players[3].limits, both);
        // As much as a game at 2,000 nodes per move needs.
        assert_eq!(condition(&players[3], "hash"), Some(4.into()));
    }

    #[test]
    fn names_are_distinct() {
        let players = parse(&["engine", "engine@d3", "engine#2", "engine"]);
        // `engine#2` is not a player, so a person cannot take that name by accident.
        assert!(players.is_err());
        let players = parse(&["engine", "engine@d3", "engine"]).expect("players");
        let names: Vec<&str> = players.iter().map(|player| &*player.name).collect();
        assert_eq!(names, ["engine", "engine#2", "engine#3"]);
        assert!(players[0].plays_like(&players[2]) && !players[0].plays_like(&players[1]));
        let same = parse(&["engine;name=a", "uct;name=a"]).expect_err("the same name");
        assert!(same.contains("\"a\""), "{same}");
    }

    #[test]
    fn wrong_settings_are_named() {
        for (player, reason) in [
            ("engine;hahs=4", "hahs=4"),
            ("engine;hash=0", "from 1 to 65536"),
            ("engine;without=nul-move", "\"nul-move\""),
            ("uct;without=probcut", "without=probcut"),
            ("engine;level=9", "from 1 to 8"),
            ("engine;option.Hash=4", "option.Hash=4"),
            ("random;threads=2", "threads=2"),
            ("engine;nodes=0", "from 1"),
            ("engine;time=soon", "is not a duration"),
            ("engine;name=", "name="),
            ("engine;", "\"\""),
        ] {
            let error = parse(&[player, "uct"]).expect_err(player);
            assert!(error.contains(reason), "{player}: {error}");
        }
    }
}
