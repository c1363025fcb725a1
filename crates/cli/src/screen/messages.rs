//! Messages of the screen. Texts are short enough for 80 columns in every language; tests look.

use crate::TEXTS;
use quintain_rules::message::Message;
use quintain_rules::messages;

messages! {
    /// Labels: headings, rows and values.
    pub(crate) enum Label in TEXTS {
        /// The most important keys, at the top right.
        Corner = "corner",
        /// The heading of the menu.
        WhatToPlay = "what-to-play",
        /// A row of the menu.
        Game = "row-game",
        /// A row of the menu.
        Size = "row-size",
        /// A row of the menu.
        Clock = "row-clock",
        /// A row of the menu.
        Position = "row-position",
        /// A row of the menu.
        Play = "row-play",
        /// A row of the menu.
        Resume = "row-resume" { summary: Message },
        /// A row of the menu.
        Load = "row-load",
        /// A row of the menu.
        Quit = "row-quit",
        /// The default start position.
        DefaultPosition = "value-default-position",
        /// No clock.
        NoClock = "value-no-clock",
        /// A person plays.
        Human = "value-human",
        /// The engine plays.
        Engine = "value-engine" { level: u8 },
        /// The keys of the menu.
        MenuKeys = "menu-keys",
        /// The keys of the game: `yes` or `no` for what can be undone and redone.
        GameKeys = "game-keys" { undo: &'static str, redo: &'static str },
        /// An earlier position is shown.
        Browsing = "browsing" { ply: usize, all: usize },
        /// After the name of the winner.
        Wins = "label-wins",
        /// There is nothing in a hand.
        EmptyHand = "empty-hand",
        /// How to start analysis.
        AnalysisKey = "analysis-key",
        /// A program is thinking.
        Thinking = "label-thinking" { side: Message },
        /// A program is thinking and has used this part of its time.
        ThinkingPercent = "label-thinking-percent" { side: Message, percent: i64 },
        /// The engine is analysing.
        Analysing = "label-analysing",
        /// The engine has analysed.
        Analysed = "label-analysed",
        /// The latest search of an opponent.
        LastSearch = "label-last-search",
        /// The effort of a search.
        SearchStats = "search-stats" { depth: u8, nodes: String, seconds: String },
        /// The score of a won position.
        WinsIn = "score-wins-in" { plies: u8 },
        /// The score of a lost position.
        LosesIn = "score-loses-in" { plies: u8 },
        /// The score of a won position, the distance being unknown.
        ScoreWins = "score-wins",
        /// The score of a lost position, the distance being unknown.
        ScoreLoses = "score-loses",
        /// The heading above the status.
        Now = "heading-now",
        /// The heading above the moves.
        Moves = "heading-moves",
        /// No move was made.
        NoMoves = "no-moves-yet",
        /// A point with a piece.
        PieceAt = "piece-at" { at: String, side: Message, piece: Message },
        /// A point with a stack.
        StackAt = "stack-at" { at: String, side: Message, piece: Message, height: u8 },
        /// What is known about a piece.
        WithNote = "with-note" { what: Message, note: Message },
        /// A point of a region.
        InRegion = "in-region" { what: Message, region: Message },
        /// A piece in a hand.
        InHand = "in-hand" { piece: Message, side: Message },
    }
}

messages! {
    /// Titles and questions of dialogs.
    pub(crate) enum Ask in TEXTS {
        /// A move to type.
        Move = "ask-move",
        /// A file to save in.
        Save = "ask-save",
        /// Whether to overwrite another game.
        Overwrite = "ask-overwrite",
        /// A file to load.
        Load = "ask-load",
        /// Whether to resign.
        Resign = "ask-resign",
        /// Whether to offer a draw.
        Draw = "ask-draw",
        /// Whether to leave the game.
        Leave = "ask-leave",
        /// Whether to quit in the middle of a game.
        QuitGame = "ask-quit-game",
        /// Whether to quit.
        Quit = "ask-quit",
        /// Which of several moves is meant.
        WhichMove = "ask-which-move",
        /// A player to type.
        Player = "ask-player",
        /// A clock to type.
        Clock = "ask-clock",
        /// A start position to type.
        Position = "ask-position",
        /// The title of the keys.
        Keys = "title-keys",
        /// The title of the end of a game.
        GameOver = "title-game-over",
        /// Below a message.
        FootClose = "foot-close",
        /// Below a question.
        FootConfirm = "foot-confirm",
        /// The letter that says yes.
        YesKey = "yes-key",
        /// Below a line to type.
        FootInput = "foot-input",
        /// Below a list.
        FootChoose = "foot-choose",
    }
}

messages! {
    /// What keys do: lines with the keys at the left.
    pub(crate) enum Keys in TEXTS {
        /// The keys of a game.
        Game = "keys-game",
        /// The keys of the menu.
        Menu = "keys-menu",
    }
}

messages! {
    /// What has happened, at the bottom of the screen.
    pub(crate) enum News in TEXTS {
        /// The window is too small.
        SmallWindow = "small-window" {
            width: u16,
            height: u16,
            min_width: u16,
            min_height: u16,
        },
        /// The board does not fit.
        SmallBoard = "small-board",
        /// What is hidden is fixed.
        Sealed = "sealed-notice" { commitment: String },
        /// What is hidden was fixed when the game began.
        SealedEarlier = "sealed-earlier-notice" { commitment: String },
        /// What is hidden is what the file says.
        SealedByFile = "sealed-by-file-notice" { commitment: String },
        /// The record cannot be saved.
        NotSaved = "not-saved" { error: Message },
        /// What to do after the end.
        AfterTheEnd = "after-the-end",
        /// The same where moves can be taken back.
        AfterTheEndUndo = "after-the-end-undo",
        /// A program cannot play.
        OpponentFailed = "opponent-failed-notice" { side: Message, reason: Message },
        /// What the engine would play.
        WouldPlay = "would-play" { mv: String },
        /// A hint comes.
        LookingForHint = "looking-for-hint",
        /// Moves were redone.
        Redone = "redone" { moves: usize },
        /// A draw is offered to a person.
        DrawPending = "draw-pending-notice",
        /// A draw is offered.
        DrawOffered = "draw-offered" { side: Message },
        /// A game is loaded.
        Loaded = "loaded" { file: String },
        /// Analysis is on.
        AnalysisOn = "analysis-on",
        /// Analysis is off.
        AnalysisOff = "analysis-off",
        /// A program is to move.
        OthersTurn = "others-turn" { side: Message },
        /// The game is over.
        GameOver = "game-over-notice",
        /// A point that no move begins with.
        NoMoveWith = "no-move-with" { side: Message, at: String },
    }
}
