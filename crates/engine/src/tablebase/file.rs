//! Tablebase files.
//!
//! All numbers are little-endian. A file consists of the eight bytes `QENDGAM2`; the length of the
//! game's id in one byte, and the id; the board's size (0 for games with one board) and the
//! maximum number of pieces per side, one byte each; the number of solved classes in four bytes;
//! then for each class, in the order of [`EndgameIndex::classes`], its id in four bytes, the
//! number of its positions in eight, and two bytes for each position; and finally a checksum of
//! everything before it in eight bytes.

use super::{Class, Tablebase, TablebaseMismatch};
use crate::TEXTS;
use quintain_rules::message::Message;
use quintain_rules::{EndgameIndex, Evaluate, OsError, Position, messages, splitmix64};
use std::error::Error;
use std::io::{self, Read, Write};

const MAGIC: &[u8; 8] = b"QENDGAM2";

/// How many values are read or written at once.
const BLOCK: usize = 1 << 15;

messages! {
    /// Why a tablebase cannot be built, read or used.
    #[non_exhaustive]
    pub enum TablebaseError in TEXTS {
        /// Reading failed.
        Io = "tablebase-io" {
            /// What the operating system says.
            reason: OsError,
        },
        /// The file ends too early.
        Truncated = "tablebase-truncated",
        /// There are more bytes after the end.
        TrailingBytes = "tablebase-trailing-bytes",
        /// The file is something else.
        NotATable = "tablebase-not-a-table",
        /// The tablebase is of another game or board.
        OtherGame = "tablebase-other-game" {
            /// The game and board in the file.
            found: String,
            /// The ones asked for.
            expected: String,
        },
        /// The classes are not those that this program knows.
        OtherClasses = "tablebase-other-classes",
        /// The classes of a group are too large to be solved.
        TooLarge = "tablebase-too-large" {
            /// How many positions.
            positions: u64,
        },
        /// The game has no tablebases, or none with that few pieces.
        Unsupported = "tablebase-unsupported" {
            /// The game's name.
            game: Message,
        },
        /// The checksum is wrong.
        BadChecksum = "tablebase-bad-checksum" {
            /// The checksum of what was read, in hexadecimal.
            found: String,
            /// The checksum at the end of the file, in hexadecimal.
            expected: String,
        },
    } or {
        /// A value in it is wrong.
        Mismatch(TablebaseMismatch),
    }
}

impl Error for TablebaseError {}

impl From<TablebaseMismatch> for TablebaseError {
    fn from(error: TablebaseMismatch) -> Self {
        TablebaseError::Mismatch(error)
    }
}

impl From<io::Error> for TablebaseError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => TablebaseError::Truncated,
            _ => TablebaseError::Io {
                reason: error.into(),
            },
        }
    }
}

/// A reader or writer that computes a checksum of everything that passes through.
struct Checksummed<T> {
    inner: T,
    sum: u64,
}

impl<T> Checksummed<T> {
    fn new(inner: T) -> Self {
        Checksummed { inner, sum: 0 }
    }

    /// Eight bytes at a time. Every call starts a new word, so a file must be read in the same
    /// pieces in which it was written.
    fn update(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..word.len()].copy_from_slice(word);
            self.sum = splitmix64(self.sum ^ u64::from_le_bytes(eight));
        }
    }
}

impl<T: Write> Checksummed<T> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<T: Read> Checksummed<T> {
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.update(bytes);
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }
}

/// The name of a game and board.
fn name(game: &str, board: u8) -> String {
    match board {
        0 => game.to_owned(),
        size => format!("{game} {size}x{size}"),
    }
}

impl Tablebase {
    /// Writes the tablebase.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut out = Checksummed::new(out);
        out.put(MAGIC)?;
        out.put(&[self.game.len() as u8])?;
        out.put(self.game.as_bytes())?;
        out.put(&[self.board, self.max_pieces])?;
        out.put(&(self.classes.len() as u32).to_le_bytes())?;
        for class in &self.classes {
            out.put(&class.id.to_le_bytes())?;
            out.put(&(class.values.len() as u64).to_le_bytes())?;
            for block in class.values.chunks(BLOCK) {
                let bytes: Vec<u8> = block.iter().flat_map(|value| value.to_le_bytes()).collect();
                out.put(&bytes)?;
            }
        }
        let sum = out.sum;
        out.inner.write_all(&sum.to_le_bytes())?;
        out.inner.flush()
    }

    /// Reads a tablebase for the board of a position, and checks that it is intact.
    pub fn read<P: Evaluate>(board: &P, input: impl Read) -> Result<Tablebase, TablebaseError> {
        let mut input = Checksummed::new(input);
        // A file that is shorter than the first word is something else too.
        if input.array::<8>().ok() != Some(*MAGIC) {
            return Err(TablebaseError::NotATable);
        }
        let [length] = input.array()?;
        let mut game = vec![0; usize::from(length)];
        input.fill(&mut game)?;
        let game = String::from_utf8(game).map_err(|_| TablebaseError::NotATable)?;
        let [size, max_pieces] = input.array()?;
        let empty = Tablebase::of_classes(game, size, max_pieces, Vec::new());
        empty.ensure_board(board)?;
        let expected = P::Endgames::classes(board, max_pieces);
        let count = u32::from_le_bytes(input.array()?) as usize;
        let known = expected.get(..count).ok_or(TablebaseError::OtherClasses)?;
        let mut classes = Vec::with_capacity(count);
        for class in known {
            let id = u32::from_le_bytes(input.array()?);
            let count = u64::from_le_bytes(input.array()?);
            if (id, count) != (class.id, class.size) {
                return Err(TablebaseError::OtherClasses);
            }
            let values = read_values(&mut input, count as usize)?;
            classes.push(Class { id, values });
        }
        let found = input.sum;
        let expected = u64::from_le_bytes(input.array()?);
        if found != expected {
            let [found, expected] = [found, expected].map(|sum| format!("{sum:016x}"));
            return Err(TablebaseError::BadChecksum { found, expected });
        }
        if input.inner.read(&mut [0])? > 0 {
            return Err(TablebaseError::TrailingBytes);
        }
        Ok(Tablebase::of_classes(empty.game, size, max_pieces, classes))
    }

    /// An error for another game.
    pub(crate) fn ensure_game<P: Position>(&self) -> Result<(), TablebaseError> {
        if self.game == P::INFO.id {
            return Ok(());
        }
        Err(TablebaseError::OtherGame {
            found: self.game.clone(),
            expected: P::INFO.id.to_owned(),
        })
    }

    /// An error for another game or board.
    pub(super) fn ensure_board<P: Position>(&self, board: &P) -> Result<(), TablebaseError> {
        let size = board.size().unwrap_or(0);
        if self.game == P::INFO.id && self.board == size {
            return Ok(());
        }
        Err(TablebaseError::OtherGame {
            found: name(&self.game, self.board),
            expected: name(P::INFO.id, size),
        })
    }
}

/// Reads values as they come, so that a wrong count does not allocate memory.
fn read_values(input: &mut Checksummed<impl Read>, count: usize) -> io::Result<Vec<u16>> {
    let mut values = Vec::new();
    let mut bytes = vec![0; 2 * BLOCK];
    while values.len() < count {
        let part = &mut bytes[..2 * BLOCK.min(count - values.len())];
        input.fill(part)?;
        let pairs = part.chunks_exact(2);
        values.extend(pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
    }
    Ok(values)
}
