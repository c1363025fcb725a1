//! What a person does in a game besides choosing: moves that are written, taking back, hints,
//! files.

use super::{GameScreen, Note};
use crate::play::words::capital;
use crate::play::{DrawAnswer, SessionError};
use quintain_engine::Limits;
use quintain_table::Timestamp;
use std::path::Path;
use std::time::Duration;

/// How long analysis goes on with one position.
const ANALYSIS: Limits = Limits {
    depth: None,
    nodes: None,
    move_time: Some(Duration::from_secs(60)),
    clock: None,
};

impl GameScreen<'_> {
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.note = Note {
            text: text.into(),
            bad: false,
        };
    }

    pub(super) fn refuse(&mut self, reason: &SessionError) {
        self.note = Note {
            text: capital(&reason.to_string()) + ".",
            bad: true,
        };
    }

    /// Shows the error of something that should have been done, or the game as it is then.
    pub(super) fn done(&mut self, result: Result<String, SessionError>) {
        match result {
            Ok(text) => {
                self.refresh();
                self.say(text);
            }
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn play(&mut self, text: &str, now: Timestamp) {
        let result = self.session.play(text, now);
        self.done(result.map(|_| String::new()));
    }

    pub(super) fn undo(&mut self, now: Timestamp) {
        let result = self.session.undo(now);
        self.done(result.map(|plies| match plies {
            1 => "One step was taken back.".into(),
            _ => format!("{plies} steps were taken back."),
        }));
    }

    pub(super) fn redo(&mut self, now: Timestamp) {
        let result = self.session.redo(now);
        self.done(result.map(|steps| match steps.len() {
            1 => "One step was played again.".into(),
            plies => format!("{plies} steps were played again."),
        }));
    }

    pub(super) fn resign(&mut self, now: Timestamp) {
        let result = self.session.resign(now);
        self.done(result.map(|()| String::new()));
    }

    pub(super) fn draw_offer(&mut self, now: Timestamp) {
        let result = self.session.draw(now);
        self.done(result.map(|answer| match answer {
            DrawAnswer::Offered => "A draw is offered; the other player accepts it with d.".into(),
            DrawAnswer::Agreed => String::new(),
            DrawAnswer::Declined => "The other player goes on.".into(),
        }));
    }

    pub(super) fn save(&mut self, file: &str) {
        match self.session.save(Path::new(file)) {
            Ok(()) => self.say(format!("Saved in {file}.")),
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn load(&mut self, file: &str, now: Timestamp) {
        match self.session.change_to(Path::new(file), now) {
            Ok(kept) => {
                self.geometry = self.session.table().start().geometry();
                self.told_end = self.session.outcome().is_some();
                self.refresh();
                let known = self
                    .geometry
                    .points
                    .iter()
                    .any(|point| point.id == self.cursor);
                if let (false, Some(point)) = (known, self.geometry.points.first()) {
                    self.cursor.clone_from(&point.id);
                }
                self.say(match kept {
                    Some(path) => format!("The game before is kept in {}.", path.display()),
                    None => format!("Loaded {file}."),
                });
            }
            Err(error) => self.refuse(&error),
        }
    }

    pub(super) fn hint(&mut self) {
        if self.back.is_some() {
            self.look(usize::MAX);
        }
        self.analysing = false;
        match self.session.hint() {
            Ok(()) => self.say("The engine looks for a good move."),
            Err(error) => self.refuse(&error),
        }
    }

    /// Has the engine go on thinking about the position, if that is wanted and it is a
    /// person's turn.
    pub(super) fn analyse(&mut self) {
        if self.analysing && self.session.waits_for().is_some() {
            if let Err(error) = self.session.advise(ANALYSIS) {
                self.refuse(&error);
            }
        } else {
            self.session.stop_advice();
        }
    }

    pub(super) fn toggle_analysis(&mut self) {
        self.analysing = !self.analysing;
        self.advice = None;
        self.analyse();
        self.say(if self.analysing {
            "Analysis is on."
        } else {
            "Analysis is off."
        });
    }
}
