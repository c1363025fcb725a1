//! What a person does in a game besides selecting moves: typed moves, undo, hints, files.

use super::{GameScreen, Notice};
use crate::play::text::capitalize;
use crate::play::{DrawReply, SessionError};
use quintain_engine::Limits;
use quintain_table::Timestamp;
use std::path::Path;
use std::time::Duration;

/// The limit of the analysis of one position.
const ANALYSIS_LIMITS: Limits = Limits {
    depth: None,
    nodes: None,
    time: Some(Duration::from_secs(60)),
    clock: None,
};

impl GameScreen<'_> {
    pub(super) fn show_notice(&mut self, text: impl Into<String>) {
        self.notice = Notice::info(text);
    }

    pub(super) fn show_error(&mut self, error: &SessionError) {
        self.notice = Notice::error(capitalize(&error.to_string()) + ".");
    }

    /// Shows the new state of the game and a notice, or the error.
    pub(super) fn show_result(&mut self, result: Result<String, SessionError>) {
        match result {
            Ok(text) => {
                self.refresh();
                self.show_notice(text);
            }
            Err(error) => self.show_error(&error),
        }
    }

    pub(super) fn play(&mut self, text: &str, now: Timestamp) {
        let result = self.session.play(text, now);
        self.show_result(result.map(|_| String::new()));
    }

    pub(super) fn undo(&mut self, now: Timestamp) {
        let result = self.session.undo(now);
        self.show_result(result.map(|plies| match plies {
            1 => "One move was taken back.".into(),
            _ => format!("{plies} moves were taken back."),
        }));
    }

    pub(super) fn redo(&mut self, now: Timestamp) {
        let result = self.session.redo(now);
        self.show_result(result.map(|steps| match steps.len() {
            1 => "One move was redone.".into(),
            plies => format!("{plies} moves were redone."),
        }));
    }

    pub(super) fn resign(&mut self, now: Timestamp) {
        let result = self.session.resign(now);
        self.show_result(result.map(|()| String::new()));
    }

    pub(super) fn offer_draw(&mut self, now: Timestamp) {
        let result = self.session.offer_draw(now);
        self.show_result(result.map(|reply| match reply {
            DrawReply::Pending => {
                "You have offered a draw; the other player accepts it with d.".into()
            }
            DrawReply::Agreed => String::new(),
            DrawReply::Declined => "The draw is declined.".into(),
        }));
    }

    pub(super) fn save(&mut self, file: &str) {
        match self.session.save(Path::new(file)) {
            Ok(()) => self.show_notice(format!("Saved in {file}.")),
            Err(error) => self.show_error(&error),
        }
    }

    pub(super) fn load(&mut self, file: &str, now: Timestamp) {
        match self.session.switch_to(Path::new(file), now) {
            Ok(stored) => {
                self.geometry = self.session.table().start().geometry();
                self.end_shown = self.session.outcome().is_some();
                self.refresh();
                let mut points = self.geometry.points.iter();
                if points.all(|point| point.id != self.cursor) {
                    self.center_cursor();
                }
                self.show_notice(match stored {
                    Some(path) => format!("The previous game is stored in {}.", path.display()),
                    None => format!("Loaded {file}."),
                });
            }
            Err(error) => self.show_error(&error),
        }
    }

    pub(super) fn hint(&mut self) {
        if self.browsing.is_some() {
            self.show_ply(usize::MAX);
        }
        self.is_analysing = false;
        match self.session.hint() {
            Ok(()) => self.show_notice("The engine is looking for a good move."),
            Err(error) => self.show_error(&error),
        }
    }

    /// Starts the analysis of the position if analysis is on and a person is to move.
    pub(super) fn update_analysis(&mut self) {
        if self.is_analysing && self.session.human_to_move().is_some() {
            if let Err(error) = self.session.advise(ANALYSIS_LIMITS) {
                self.show_error(&error);
            }
        } else {
            self.session.stop_advice();
        }
    }

    pub(super) fn toggle_analysis(&mut self) {
        self.is_analysing = !self.is_analysing;
        self.advice = None;
        self.update_analysis();
        self.show_notice(if self.is_analysing {
            "Analysis is on."
        } else {
            "Analysis is off."
        });
    }
}
