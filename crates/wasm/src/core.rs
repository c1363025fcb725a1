//! Requests in, responses out.

use crate::json::Json;
use quintain_api::local::{self, LocalGame};
use quintain_api::protocol::{AnalysisRequest, AnalysisUpdate, ErrorBody};
use quintain_api::{Analysis, Progress, ServiceError, drafts, positions, records};
use quintain_engine::{AnyEngine, EngineFactory, EngineRegistry, Host, Settings};
use quintain_rules::message::ToMessage;
use quintain_rules::{Boards, quote};
use quintain_table::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The size of the engine's transposition table, in mebibytes: phones have little memory.
const HASH_MIB: usize = 16;
/// An analysis runs without interruption: whoever wants it stopped ends its worker.
const ANALYSIS_SLICE: Duration = Duration::from_secs(3600);

/// A question about a game; which fields are needed depends on the service.
#[derive(Deserialize)]
struct InGame {
    game: LocalGame,
    #[serde(default)]
    now: Timestamp,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    from: usize,
    #[serde(default)]
    to: usize,
}

/// A game to choose.
#[derive(Serialize)]
struct Game {
    id: &'static str,
    boards: Boards,
    /// Whether its engine needs a network, which the host loads.
    network: bool,
}

/// A response, as the host reads it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Response<T> {
    Ok(T),
    Error(ErrorBody),
}

/// Answers requests, one at a time.
pub struct Core {
    engines: EngineRegistry,
    host: Arc<dyn Host>,
    /// The engine that was used last, for further requests about the same game.
    engine: Option<Box<dyn AnyEngine>>,
}

impl Core {
    /// Takes the time from a host.
    pub fn new(host: Arc<dyn Host>) -> Core {
        Core {
            engines: EngineRegistry::standard(),
            host,
            engine: None,
        }
    }

    /// Answers a request: the name of a service and, after a line break, its request as JSON. What
    /// an analysis finds is reported before it is answered.
    ///
    /// The service `load_network` takes a game's id and, after another line break, the bytes of its
    /// network.
    pub fn handle(&mut self, request: &[u8], report: &mut dyn FnMut(&[u8])) -> Vec<u8> {
        let (service, request) = first_line(request);
        let answer = match service {
            b"load_network" => self.load_network(request),
            _ => utf8(service).and_then(|service| self.answer(service, utf8(request)?, report)),
        };
        answer.unwrap_or_else(|error| encode(&rejection(&error)))
    }

    fn load_network(&self, request: &[u8]) -> Result<Vec<u8>, ServiceError> {
        let (game, bytes) = first_line(request);
        let factory = self.engines.get(utf8(game)?)?;
        let loaded = factory.load_network(bytes);
        loaded.map_err(|error| ServiceError::Malformed {
            reason: error.to_string(),
        })?;
        ok(&())
    }

    fn answer(
        &mut self,
        service: &str,
        request: &str,
        report: &mut dyn FnMut(&[u8]),
    ) -> Result<Vec<u8>, ServiceError> {
        let games = self.engines.registry();
        match service {
            "games" => ok(&self.games()),
            "positions" => ok(&positions::play(games, &parse(request)?)?),
            "premoves" => ok(&positions::premoves(games, &parse(request)?)?),
            "parse_draft" => ok(&drafts::parse(games, &parse(request)?)?),
            "compose_draft" => ok(&drafts::compose(games, &parse(request)?)?),
            "parse_records" => ok(&records::parse(games, &parse(request)?)?),
            "write_record" => ok(&records::write(games, &parse(request)?)?),
            "analyse" => ok(&self.analyse(&parse(request)?, report)?),
            _ => self.answer_in_game(service, parse(request)?),
        }
    }

    fn games(&self) -> Vec<Game> {
        let game = |factory: &'static dyn EngineFactory| Game {
            id: factory.game().info().id,
            boards: factory.game().info().boards,
            network: !factory.has_network(),
        };
        self.engines.iter().map(game).collect()
    }

    /// Services about a game that this device hosts.
    fn answer_in_game(&mut self, service: &str, request: InGame) -> Result<Vec<u8>, ServiceError> {
        let games = self.engines.registry();
        let InGame { game, now, .. } = request;
        match service {
            "game" => ok(&local::snapshot(games, &game, now)?),
            "engine_move" => ok(&self.engine_move(&game, request.seed)?),
            "views" => ok(&local::views(games, &game, request.from, request.to)?),
            "record" => ok(&local::record(games, &game)?),
            _ => Err(ServiceError::Malformed {
                reason: format!("there is no service {}", quote(service)),
            }),
        }
    }

    fn engine_move(&mut self, game: &LocalGame, seed: u64) -> Result<Option<String>, ServiceError> {
        let factory = self.engines.get(&game.request.game)?;
        let engine = engine_of(&mut self.engine, &self.host, factory)?;
        local::engine_move(&self.engines, engine, game, seed)
    }

    fn analyse(
        &mut self,
        request: &AnalysisRequest,
        report: &mut dyn FnMut(&[u8]),
    ) -> Result<(), ServiceError> {
        let mut analysis = Analysis::new(&self.engines, String::new(), request)?;
        let engine = engine_of(&mut self.engine, &self.host, analysis.factory())?;
        let stop = AtomicBool::new(false);
        loop {
            let on_update = |update: AnalysisUpdate| report(&encode(&update));
            let progress = analysis.run(engine, ANALYSIS_SLICE, &stop, on_update);
            if progress == Progress::Done {
                return Ok(());
            }
        }
    }
}

/// The engine in a place, made anew if it is one for another game. An engine that needs a network
/// would play badly without it.
fn engine_of<'a>(
    place: &'a mut Option<Box<dyn AnyEngine>>,
    host: &Arc<dyn Host>,
    factory: &dyn EngineFactory,
) -> Result<&'a mut dyn AnyEngine, ServiceError> {
    let game = factory.game().info().id;
    if !factory.has_network() {
        return Err(ServiceError::Malformed {
            reason: format!("the network of {} is not loaded", quote(game)),
        });
    }
    // The old tables are freed before new ones are allocated.
    place.take_if(|engine| engine.info().id != game);
    let engine = place.get_or_insert_with(|| {
        let mut engine = factory.engine();
        engine.set_host(Arc::clone(host));
        engine.configure(Settings {
            hash_mib: HASH_MIB,
            ..engine.settings()
        });
        engine
    });
    Ok(&mut **engine)
}

/// The first line, and what follows it.
fn first_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == b'\n');
    (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    )
}

fn utf8(bytes: &[u8]) -> Result<&str, ServiceError> {
    std::str::from_utf8(bytes).map_err(|error| ServiceError::Malformed {
        reason: error.to_string(),
    })
}

fn parse<T: DeserializeOwned>(request: &str) -> Result<T, ServiceError> {
    let read = Json::parse(request).and_then(|json| json.read());
    read.map_err(|error| ServiceError::Malformed {
        reason: error.to_string(),
    })
}

fn ok(response: &impl Serialize) -> Result<Vec<u8>, ServiceError> {
    Ok(encode(&Response::Ok(response)))
}

fn rejection(error: &ServiceError) -> Response<()> {
    Response::Error(ErrorBody {
        code: error.code(),
        message: error.to_message(),
    })
}

fn encode(value: &impl Serialize) -> Vec<u8> {
    // Everything here can be written as JSON: keys are texts.
    serde_json::to_vec(value).unwrap_or_default()
}
