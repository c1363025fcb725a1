//! What `match` says to people.

use crate::TEXTS;
use quintain_rules::message::{AllOf, Message};
use quintain_rules::messages;

messages! {
    /// Why a match cannot be played, or not be resumed.
    pub(crate) enum MatchError in TEXTS {
        /// Too few or too many players.
        PlayerCount = "match-player-count" { min: usize, max: usize },
        /// A player's setting is not one.
        UnknownSetting = "match-unknown-setting" { setting: String, player: String },
        /// A player's setting has a wrong value.
        WrongSetting = "match-wrong-setting" { setting: String, reason: Message },
        /// Two players have the same name.
        SameName = "match-same-name" { name: String },
        /// A sequential test of more than two players.
        SprtPlayers = "match-sprt-players",
        /// A sequential test whose hypotheses are in the wrong order.
        SprtOrder = "match-sprt-order",
        /// The file of a match is being used.
        InUse = "match-in-use",
        /// The file of a match belongs to another one.
        OtherConditions = "match-other-conditions" { conditions: AllOf<Message> },
        /// A condition that differs.
        Condition = "match-condition" { name: String, saved: String, wanted: String },
        /// A line without an end was dropped.
        CutLine = "match-cut-line" { number: usize },
        /// A game is in a file twice.
        RepeatedGame = "match-repeated-game" { game: u64 },
        /// A line is neither a position nor steps.
        NotAnOpening = "match-not-an-opening" { position: Message, step: Message },
        /// The game is over after an opening.
        OpeningIsOver = "match-opening-is-over",
        /// There is no opening in a file.
        NoOpenings = "match-no-openings",
        /// Games were ended by faults.
        Faults = "match-faults" { count: u64 },
    }
}
