//! Output of commands for people. Lines that programs read are not among these: they are the
//! same in every language.

use crate::TEXTS;
use quintain_rules::message::{AllOf, Message};
use quintain_rules::messages;

messages! {
    /// Lines that commands print for people.
    pub(crate) enum Line in TEXTS {
        /// A game in the list of games.
        Game = "game-line" { game: Message, board: Message },
        /// The only board of a game.
        OneBoard = "board-one" { cols: u8, rows: u8 },
        /// The default board of a game, and all sizes.
        SquareBoards = "board-sizes" { size: u8, sizes: AllOf<u8> },
        /// The speed of a count.
        PerftSpeed = "perft-speed" { depth: u8, seconds: String, speed: String },
        /// The progress of a count.
        PerftProgress = "perft-progress" { percent: String },
        /// A count that was cut short.
        PerftPart = "perft-part" { nodes: u64, percent: String },
        /// The effort of a proof.
        SolveEffort = "solve-effort" {
            nodes: u64,
            seconds: String,
            percent: String,
            mib: usize,
        },
        /// The progress of a tablebase.
        EndgamesProgress = "endgames-progress" { done: u64, total: u64, percent: u64 },
        /// The effort of a tablebase.
        EndgamesDone = "endgames-done" {
            positions: u64,
            seconds: String,
            checked: u64,
            searched: u64,
        },
        /// A tablebase that was cut short.
        EndgamesPart = "endgames-part" { positions: u64, total: u64, file: String },
        /// Every step of a record is legal.
        VerifiedSteps = "verified-steps" { game: Message, steps: usize },
        /// The secret of a record is the one that was committed to.
        VerifiedSecret = "verified-secret" { secret: String, commitment: String },
        /// A secret that nobody committed to agrees with every step.
        VerifiedOpenSecret = "verified-open-secret" { secret: String },
        /// A secret is not disclosed because the game is not over.
        VerifiedSealed = "verified-sealed" { commitment: String },
        /// A record has no secret.
        NothingHidden = "verified-nothing-hidden",
        /// The server is running.
        Serving = "serving" { url: String },
        /// The database is copied.
        BackedUp = "backed-up" { file: String },
        /// A table is copied to another database.
        TableMoved = "table-moved" { table: String, rows: u64 },
        /// The whole database is copied to another one.
        Migrated = "migrated" { database: String },
    }
}
