//! Actions of a person in a game besides selecting moves: typed moves, undo, hints, files.

use super::{GameScreen, Notice, Purpose};
use crate::play::text::{Text, as_sentence};
use crate::play::{DrawReply, SessionError};
use crate::screen::dialog::Dialog;
use crate::screen::messages::{Ask, News};
use quintain_engine::Limits;
use quintain_rules::message::{Message, ToMessage};
use quintain_table::Timestamp;
use std::path::Path;
use std::time::Duration;

/// The limit of the analysis of one position.
const ANALYSIS_LIMITS: Limits = Limits {
    move_time: Some(Duration::from_secs(60)),
    ..Limits::NONE
};

/// How many skipped lines a small screen has room for.
const MAX_WARNINGS: usize = 5;

impl GameScreen<'_> {
    /// Says something at the bottom of the screen.
    pub(super) fn notify(&mut self, message: &impl ToMessage) {
        self.notice = Notice::info(self.say(message));
    }

    pub(super) fn show_error(&mut self, error: &SessionError) {
        let text = as_sentence(error, self.language);
        match Dialog::listing(&text) {
            Some(list) => self.dialog = Some(list),
            None => self.notice = Notice::error(text),
        }
    }

    /// Shows the new state of the game and a notice, or the error.
    pub(super) fn show_result(&mut self, result: Result<Option<Message>, SessionError>) {
        match result {
            Ok(news) => {
                self.refresh();
                self.notice = Notice::default();
                if let Some(news) = news {
                    self.notify(&news);
                }
            }
            Err(error) => self.show_error(&error),
        }
    }

    pub(super) fn play(&mut self, text: &str, now: Timestamp) {
        let result = self.session.play(text, now);
        self.show_result(result.map(|_| None));
    }

    pub(super) fn undo(&mut self, now: Timestamp) {
        let result = self.session.undo(now);
        self.show_result(result.map(|moves| Some(Text::TakenBack { moves }.into())));
    }

    pub(super) fn redo(&mut self, now: Timestamp) {
        let result = self.session.redo(now);
        let redone = |moves| Some(News::Redone { moves }.into());
        self.show_result(result.map(|steps| redone(steps.len())));
    }

    pub(super) fn resign(&mut self, now: Timestamp) {
        let result = self.session.resign(now);
        self.show_result(result.map(|()| None));
    }

    pub(super) fn offer_draw(&mut self, now: Timestamp) {
        let result = self.session.offer_draw(now);
        self.show_result(result.map(|reply| match reply {
            DrawReply::Pending => Some(News::DrawPending.into()),
            DrawReply::Agreed => None,
            DrawReply::Declined => Some(Text::DrawDeclined.into()),
        }));
    }

    /// Nobody could play from one moment to another.
    pub(crate) fn pause(&mut self, from: Timestamp, now: Timestamp) {
        if let Err(error) = self.session.pause(from, now) {
            self.show_error(&error);
        }
    }

    pub(super) fn save(&mut self, file: &str, overwrite: bool) {
        match self.session.save(Path::new(file), overwrite) {
            Ok(saved) => self.notify(&saved),
            Err(SessionError::OtherGame { .. }) => {
                let (question, file) = (Ask::Overwrite, file.to_owned());
                self.confirm(&question, Purpose::Overwrite(file));
            }
            Err(error) => self.show_error(&error),
        }
    }

    /// Shows what was skipped in the file that was loaded.
    pub(super) fn show_warnings(&mut self) {
        let warnings = self.session.warnings();
        if warnings.is_empty() {
            return;
        }
        let sentence = |warning| as_sentence(warning, self.language);
        self.dialog = Some(Dialog::Message {
            title: String::new(),
            lines: warnings.iter().take(MAX_WARNINGS).map(sentence).collect(),
        });
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
                match stored {
                    Some(path) => self.notify(&Text::PreviousStored {
                        file: path.display().to_string(),
                    }),
                    None => self.notify(&News::Loaded {
                        file: file.to_owned(),
                    }),
                }
                self.show_warnings();
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
            Ok(()) => self.notify(&News::LookingForHint),
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
        self.notify(&if self.is_analysing {
            News::AnalysisOn
        } else {
            News::AnalysisOff
        });
    }
}
