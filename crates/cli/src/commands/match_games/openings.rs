//! The openings of a match: random ones, or those of a file.

use super::messages::MatchError;
use crate::commands::check_size;
use crate::messages::Reason;
use crate::{Error, files};
use quintain_engine::arena::{Adjudicator, Opening, random_opening};
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::message::{Message, ToMessage};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many random openings are kept: both games of a pair, and all pairings of a round, are
/// played from one.
const KEPT: usize = 256;

/// Where openings come from.
#[derive(Debug)]
enum Source {
    /// This many random plies from a position.
    Random {
        start: Box<dyn AnyPosition>,
        plies: usize,
        seed: u64,
    },
    /// A list, at least one, used in order and then from the beginning again.
    Listed(Vec<Arc<Opening>>),
}

/// An opening that is found once, by whoever needs it first.
type Cell = Arc<OnceLock<Arc<Opening>>>;

/// The openings of a match, by number.
#[derive(Debug)]
pub(super) struct Openings {
    source: Source,
    found: Mutex<BTreeMap<u64, Cell>>,
}

impl Openings {
    pub(super) fn random(start: Box<dyn AnyPosition>, plies: usize, seed: u64) -> Self {
        let source = Source::Random { start, plies, seed };
        Openings {
            source,
            found: Mutex::default(),
        }
    }

    /// Reads a file with one opening per line.
    pub(super) fn read(
        file: &Path,
        game: &dyn AnyGame,
        start: &dyn AnyPosition,
        size: Option<u8>,
    ) -> Result<Self, Error> {
        let text = files::read_text(file).map_err(Error::Rejected)?;
        let listed = parse(&text, game, start, size);
        let listed = listed.map_err(|error| Error::in_file(file, &error))?;
        Ok(Openings {
            source: Source::Listed(listed.into_iter().map(Arc::new).collect()),
            found: Mutex::default(),
        })
    }

    /// The seed that belongs to an opening's number.
    pub(super) fn seed(match_seed: u64, number: u64) -> u64 {
        match_seed.wrapping_mul(1_000_003).wrapping_add(number)
    }

    /// The opening with a number.
    pub(super) fn get(&self, number: u64, adjudicator: &mut dyn Adjudicator) -> Arc<Opening> {
        match &self.source {
            Source::Listed(listed) => Arc::clone(&listed[(number % listed.len() as u64) as usize]),
            Source::Random { start, plies, seed } => {
                let cell = self.cell(number);
                let find = || {
                    let seed = Openings::seed(*seed, number);
                    Arc::new(random_opening(&**start, *plies, seed, adjudicator))
                };
                Arc::clone(cell.get_or_init(find))
            }
        }
    }

    fn cell(&self, number: u64) -> Cell {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let cell = Arc::clone(found.entry(number).or_default());
        while found.len() > KEPT {
            found.pop_first();
        }
        cell
    }

    /// A number that says which openings these are, if they are listed.
    pub(super) fn fingerprint(&self) -> Option<String> {
        let Source::Listed(listed) = &self.source else {
            return None;
        };
        // FNV-1a: a different file shall be noticed, not an attack.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for opening in listed {
            let start = opening.start().text();
            let steps = opening.steps().iter().map(String::as_str);
            for text in std::iter::once(start.as_str()).chain(steps).chain(["\n"]) {
                for byte in text.bytes().chain([0]) {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                }
            }
        }
        Some(format!("{} {hash:016x}", listed.len()))
    }
}

/// Reads openings, one per line; empty lines and those that begin with `#` are skipped.
fn parse(
    text: &str,
    game: &dyn AnyGame,
    start: &dyn AnyPosition,
    size: Option<u8>,
) -> Result<Vec<Opening>, Message> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = parse_line(line, game, start, size)
            .map_err(|reason| Reason::LineNumber { number, reason }.to_message())?;
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(MatchError::NoOpenings.to_message());
    }
    Ok(openings)
}

/// Reads a position, steps from the start of the match, or a position, the word `moves` and steps
/// from there; a position may be `startpos` or follow the word `fen`, as in UGI.
fn parse_line(
    line: &str,
    game: &dyn AnyGame,
    start: &dyn AnyPosition,
    size: Option<u8>,
) -> Result<Opening, Message> {
    let position = |text: &str| {
        let text = text.strip_prefix("fen ").unwrap_or(text).trim();
        if text.is_empty() || text == "startpos" {
            return Ok(start.boxed_clone());
        }
        let position = game.parse(text).map_err(|error| error.to_message())?;
        check_size(size, &*position).map_err(|error| error.to_message())?;
        Ok::<_, Message>(position)
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let opening = match words.iter().position(|&word| word == "moves") {
        Some(at) => {
            let start = position(&words[..at].join(" "))?;
            let opening = Opening::with_steps(start, &words[at + 1..]);
            opening.map_err(|error| error.to_message())?
        }
        None => match (
            position(line),
            Opening::with_steps(start.boxed_clone(), &words),
        ) {
            (Ok(position), _) => Opening::new(position),
            (Err(_), Ok(opening)) => opening,
            (Err(position), Err(step)) => {
                let step = step.to_message();
                return Err(MatchError::NotAnOpening { position, step }.to_message());
            }
        },
    };
    if opening.end().winner().is_some() {
        return Err(MatchError::OpeningIsOver.to_message());
    }
    Ok(opening)
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Openings, parse};
    use quintain_engine::EngineRegistry;
    use quintain_engine::arena::Opening;
    use quintain_rules::Registry;
    use std::sync::Arc;

    fn read(text: &str) -> Result<Vec<Opening>, String> {
        let registry = Registry::standard();
        let game = registry.get("knights-duel").expect("a game");
        let start = game.start(Some(5)).expect("a board");
        parse(text, game, &*start, Some(5)).map_err(|error| error.to_string())
    }

    #[test]
    fn openings_are_positions_or_steps() {
        let text = "# openings\n\n4B/5/5/5/W4 w\n(2,3) (4,3)\n\
                    startpos moves (2,3)\nfen 4B/5/5/5/W4 w moves (2,3) (4,3) (1,5)\nmoves (2,3)\n";
        let openings = read(text).expect("openings");
        let plies: Vec<usize> = openings.iter().map(|it| it.steps().len()).collect();
        assert_eq!(plies, [0, 2, 1, 3, 1]);
        assert_eq!(openings[1].history().len(), 2);
    }

    #[test]
    fn errors_in_openings_name_the_line() {
        for (text, reason) in [
            ("# nothing\n", "no opening"),
            ("(2,3)\n\nhello\n", "line 3: "),
            ("(2,3) (9,9)\n", "line 1: "),
            ("startpos moves (2,3) (2,3)\n", "line 1: "),
            ("3B/4/4/W3 w\n", "line 1: "),
            ("fen nowhere moves (2,3)\n", "line 1: "),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn an_opening_is_found_once_for_all_games_that_begin_with_it() {
        let engines = EngineRegistry::standard();
        let factory = engines.get("sight").expect("a game");
        let start = factory.game().start(Some(3)).expect("a board");
        let openings = Openings::random(start, 1, 7);
        let mut adjudicator = factory.adjudicator();
        let first = openings.get(0, &mut *adjudicator);
        assert!(Arc::ptr_eq(&first, &openings.get(0, &mut *adjudicator)));
        for number in 0..2 * KEPT as u64 {
            openings.cell(number);
        }
        assert_eq!(openings.found.lock().expect("no panic").len(), KEPT);
    }
}
