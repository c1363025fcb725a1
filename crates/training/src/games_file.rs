//! Files of self-play games.
//!
//! The first line says how the games were made: `quintain-games 1 ` and the [`Conditions`]. After
//! it come the games, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 1 | who won: 0 the second side, 1 nobody, 2 the first side |
//! | 1 | the number of random plies at the beginning |
//! | 2 | the number of all plies |
//! | 2 per random ply | the move |
//! | 4 per other ply | the move, and the score that the search found for the side to move |
//!
//! In games with chance, each move is followed by one more byte, the number of the reveal. A score
//! is in evaluation points; from 31,000 on (in absolute value) it is a forced win or loss. So a
//! position takes about four bytes.

use crate::Error;
use quintain_engine::Score;
use quintain_rules::{MoveBits, Position, Reveal, Side, Step, StepOf};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// How games were made: what makes two files' games differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The game's id.
    pub game: String,
    /// The size of the board, if there are several.
    pub size: Option<u8>,
    /// Nodes searched per move.
    pub nodes: u64,
    /// A game begins with at least this many random plies.
    pub min_opening: u8,
    /// ... and at most this many.
    pub max_opening: u8,
    /// The seed of all random choices.
    pub seed: u64,
}

const MAGIC: &str = "quintain-games 1 ";

impl fmt::Display for Conditions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size.unwrap_or(0);
        write!(
            out,
            "{} size {size} nodes {} opening {} to {} seed {}",
            self.game, self.nodes, self.min_opening, self.max_opening, self.seed
        )
    }
}

impl Conditions {
    fn parse(line: &str) -> Option<Conditions> {
        let words: Vec<&str> = line.split(' ').collect();
        let [
            game,
            "size",
            size,
            "nodes",
            nodes,
            "opening",
            min,
            "to",
            max,
            "seed",
            seed,
        ] = words[..]
        else {
            return None;
        };
        Some(Conditions {
            game: game.to_owned(),
            size: Some(size.parse().ok()?).filter(|&size| size > 0),
            nodes: nodes.parse().ok()?,
            min_opening: min.parse().ok()?,
            max_opening: max.parse().ok()?,
            seed: seed.parse().ok()?,
        })
    }
}

/// A game as it is kept: what was played, and what the search thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame<P: Position> {
    /// Who won; `None` for a draw.
    pub winner: Option<Side>,
    /// The random plies at the beginning.
    pub opening: Vec<StepOf<P>>,
    /// The other plies, each with the score of the search for the side that played it.
    pub plies: Vec<(StepOf<P>, Score)>,
}

/// The number of bytes of a step.
const fn step_bytes<P: Position>() -> usize {
    if P::Reveal::ALL.len() > 1 { 3 } else { 2 }
}

fn write_step<P: Position>(step: StepOf<P>, bytes: &mut Vec<u8>) {
    bytes.extend(step.mv.to_bits().to_le_bytes());
    if P::Reveal::ALL.len() > 1 {
        let index = P::Reveal::ALL.iter().position(|&one| one == step.reveal);
        bytes.push(index.unwrap_or(0) as u8);
    }
}

/// Reads a step of a position, and plays it.
fn read_step<P: Position>(bytes: &[u8], position: &mut P) -> Option<StepOf<P>> {
    let step = Step {
        mv: P::Move::from_bits(u16::from_le_bytes([bytes[0], bytes[1]])),
        reveal: match P::Reveal::ALL {
            [only] => *only,
            all => *all.get(usize::from(bytes[2]))?,
        },
    };
    position.play(step).ok()?;
    Some(step)
}

impl<P: Position> PlayedGame<P> {
    /// The game as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let winner = match self.winner {
            Some(Side::Second) => 0,
            None => 1,
            Some(Side::First) => 2,
        };
        let all = (self.opening.len() + self.plies.len()) as u16;
        let mut bytes = vec![winner, self.opening.len() as u8];
        bytes.extend(all.to_le_bytes());
        for &step in &self.opening {
            write_step::<P>(step, &mut bytes);
        }
        for &(step, score) in &self.plies {
            write_step::<P>(step, &mut bytes);
            bytes.extend((score.value() as i16).to_le_bytes());
        }
        bytes
    }

    /// The game from its bytes, without the first four; `head` has these. `None` if they are not
    /// a game from this start.
    fn parse(head: [u8; 4], bytes: &[u8], start: &P) -> Option<PlayedGame<P>> {
        // There are no more steps in the opening than in all.
        if u16::from_le_bytes([head[2], head[3]]) < head[1].into() {
            return None;
        }
        let mut position = *start;
        let (opening, rest) = bytes.split_at(usize::from(head[1]) * step_bytes::<P>());
        Some(PlayedGame {
            winner: match head[0] {
                0 => Some(Side::Second),
                1 => None,
                2 => Some(Side::First),
                _ => return None,
            },
            opening: opening
                .chunks_exact(step_bytes::<P>())
                .map(|bytes| read_step(bytes, &mut position))
                .collect::<Option<_>>()?,
            plies: rest
                .chunks_exact(step_bytes::<P>() + 2)
                .map(|bytes| {
                    let (step, score) = bytes.split_at(step_bytes::<P>());
                    let score = i16::from_le_bytes([score[0], score[1]]);
                    Some((
                        read_step(step, &mut position)?,
                        Score::from_value(score.into()),
                    ))
                })
                .collect::<Option<_>>()?,
        })
    }
}

/// Reads the first bytes of the next game; `None` at the end of the file or in a game that was
/// cut off. Also returns how many bytes follow.
fn read_head<P: Position>(file: &mut impl Read) -> io::Result<Option<([u8; 4], usize)>> {
    let mut head = [0; 4];
    match file.read_exact(&mut head) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let opening = usize::from(head[1]);
    let all = usize::from(u16::from_le_bytes([head[2], head[3]]));
    let searched = all.saturating_sub(opening);
    let length = opening * step_bytes::<P>() + searched * (step_bytes::<P>() + 2);
    Ok(Some((head, length)))
}

/// Reads the first line of a file.
fn read_conditions(path: &Path, file: &mut impl BufRead) -> Result<Conditions, Error> {
    let mut line = Vec::new();
    file.take(200)
        .read_until(b'\n', &mut line)
        .map_err(|error| Error::file(path, error))?;
    std::str::from_utf8(&line)
        .ok()
        .and_then(|line| line.strip_prefix(MAGIC)?.strip_suffix('\n'))
        .and_then(Conditions::parse)
        .ok_or_else(|| Error::format(path, "this is not a file of games"))
}

/// The conditions under which the games of a file were made.
pub fn conditions(path: &Path) -> Result<Conditions, Error> {
    read_conditions(path, &mut BufReader::new(open(path)?))
}

/// Opens a file to read it. Devices and pipes are refused: reading them may never end.
pub(crate) fn open(path: &Path) -> Result<File, Error> {
    let metadata = std::fs::metadata(path).map_err(|error| Error::file(path, error))?;
    if !metadata.is_file() {
        return Err(Error::format(path, "this is not a regular file"));
    }
    File::open(path).map_err(|error| Error::file(path, error))
}

/// Calls `visit` with the games of a file, in order. Every move is checked by the rules. A last
/// game that was cut off is left out.
pub fn read_games<P: Position>(
    path: &Path,
    visit: impl FnMut(PlayedGame<P>),
) -> Result<Conditions, Error> {
    parse_games(path, BufReader::new(open(path)?), visit)
}

/// The same for what is in a file with this name.
pub fn parse_games<P: Position>(
    path: &Path,
    mut file: impl BufRead,
    mut visit: impl FnMut(PlayedGame<P>),
) -> Result<Conditions, Error> {
    let conditions = read_conditions(path, &mut file)?;
    if conditions.game != P::INFO.id {
        return Err(Error::format(
            path,
            format!("these are games of {}", conditions.game),
        ));
    }
    let start = P::start(conditions.size)?;
    let mut bytes = Vec::new();
    for number in 0u64.. {
        let head = read_head::<P>(&mut file).map_err(|error| Error::file(path, error))?;
        let Some((head, length)) = head else { break };
        bytes.resize(length, 0);
        match file.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            other => other.map_err(|error| Error::file(path, error))?,
        }
        let game = PlayedGame::parse(head, &bytes, &start)
            .ok_or_else(|| Error::format(path, format!("game {number} is not a legal game")))?;
        visit(game);
    }
    Ok(conditions)
}

/// A file of games that grows.
pub struct GamesWriter {
    file: BufWriter<File>,
    games: u64,
}

impl GamesWriter {
    /// Continues a file after its last complete game, or begins it. Refuses one that was made
    /// under other conditions.
    pub fn open<P: Position>(path: &Path, wanted: &Conditions) -> Result<GamesWriter, Error> {
        let fail = |error| Error::file(path, error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fail)?;
        let mut games = 0;
        if file.metadata().map_err(fail)?.len() == 0 {
            writeln!(file, "{MAGIC}{wanted}").map_err(fail)?;
        } else {
            let length = file.metadata().map_err(fail)?.len();
            let mut reader = BufReader::new(&file);
            let found = read_conditions(path, &mut reader)?;
            if found != *wanted {
                return Err(Error::OtherConditions {
                    path: path.to_owned(),
                    found: found.to_string(),
                    wanted: wanted.to_string(),
                });
            }
            let mut end = reader.stream_position().map_err(fail)?;
            while let Some((_, bytes)) = read_head::<P>(&mut reader).map_err(fail)? {
                let next = end + 4 + bytes as u64;
                if next > length {
                    break;
                }
                reader.seek_relative(bytes as i64).map_err(fail)?;
                end = next;
                games += 1;
            }
            file.set_len(end).map_err(fail)?;
            file.seek(SeekFrom::Start(end)).map_err(fail)?;
        }
        Ok(GamesWriter {
            file: BufWriter::new(file),
            games,
        })
    }

    /// How many games the file has.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds a game, given as bytes.
    pub fn push(&mut self, game: &[u8]) -> io::Result<()> {
        self.games += 1;
        self.file.write_all(game)
    }

    /// Hands everything to the system.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
