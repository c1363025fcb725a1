//! A game on the screen: what is shown and selected, as plain data.

mod actions;
mod keys;
mod panel;
mod render;

pub(crate) use render::{draw_right, indented};

use super::board::Marks;
use super::dialog::Dialog;
use super::messages::{Ask, News};
use super::selection::Selection;
use super::theme::Theme;
use crate::play::text::{Text, disclosure};
use crate::play::{Advice, SecretOrigin, Session, SessionError, SessionEvent};
use quintain_engine::SearchResult;
use quintain_rules::Side;
use quintain_rules::message::{Language, Message, ToMessage, join};
use quintain_rules::view::{Geometry, View};
use quintain_table::{PlayedStep, Timestamp};
use std::path::PathBuf;
use std::time::Duration;

/// How many events are handled before the screen is drawn again.
const MAX_EVENTS_PER_FRAME: usize = 64;

/// A game on the screen.
pub(crate) struct GameScreen<'a> {
    pub(crate) session: Session<'a>,
    language: Language,
    theme: Theme,
    geometry: Geometry,
    /// The position on the board: the current one, or an earlier one.
    view: View,
    /// The ply of an earlier position being shown.
    browsing: Option<usize>,
    flipped: bool,
    /// The point or slot under the cursor.
    cursor: String,
    selection: Selection,
    notice: Notice,
    dialog: Option<Dialog<Purpose>>,
    advice: Option<ShownAdvice>,
    /// Whether the engine analyses every position.
    is_analysing: bool,
    /// The file to save the record in when the game is over or left.
    save_to: Option<PathBuf>,
    /// Whether the end of the game has been shown.
    end_shown: bool,
}

/// The engine's advice about a position.
#[derive(Clone, Debug, PartialEq)]
struct ShownAdvice {
    side: Side,
    result: SearchResult,
    /// Whether the search has ended.
    is_final: bool,
    /// The path of the move, if a hint was requested.
    hint: Vec<String>,
}

/// A line for the user at the bottom of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) is_error: bool,
}

impl Notice {
    fn info(text: impl Into<String>) -> Notice {
        Notice {
            text: text.into(),
            is_error: false,
        }
    }

    pub(crate) fn error(text: impl Into<String>) -> Notice {
        Notice {
            text: text.into(),
            is_error: true,
        }
    }
}

/// The purpose of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Purpose {
    Quit,
    Menu,
    Resign,
    Draw,
    Move,
    Save,
    Overwrite(String),
    Load,
}

/// Where to go from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transition {
    /// Stay here.
    Stay,
    /// Leave the program.
    Quit,
    /// Leave the game for the menu.
    Menu,
}

impl<'a> GameScreen<'a> {
    pub(crate) fn new(
        session: Session<'a>,
        save_to: Option<PathBuf>,
        language: Language,
        theme: Theme,
    ) -> Self {
        let mut screen = GameScreen {
            language,
            theme,
            geometry: session.table().start().geometry(),
            view: session.table().view(),
            browsing: None,
            flipped: false,
            cursor: String::new(),
            selection: Selection::default(),
            notice: Notice::default(),
            dialog: None,
            advice: None,
            is_analysing: false,
            save_to,
            // The end of a game that was loaded when it was over needs no announcement.
            end_shown: session.outcome().is_some(),
            session,
        };
        // A person who plays alone sits at the bottom of the board.
        let humans = Side::BOTH.map(|side| screen.session.is_local(side));
        let is_alone = humans[0] != humans[1];
        screen.flipped = is_alone && !screen.session.is_local(screen.geometry.bottom);
        screen.center_cursor();
        if let Some(commitment) = screen.session.table().commitment() {
            screen.notify(&match screen.session.secret_origin() {
                SecretOrigin::Drawn => News::Sealed { commitment },
                SecretOrigin::DrawnEarlier => News::SealedEarlier { commitment },
                SecretOrigin::File => News::SealedByFile { commitment },
            });
        }
        screen.show_warnings();
        screen
    }

    /// Puts the cursor near the middle of the board.
    fn center_cursor(&mut self) {
        let (x, y) = (self.geometry.cols / 2, self.geometry.rows / 2);
        let points = self.geometry.points.iter();
        let nearest = points.min_by_key(|point| point.x.abs_diff(x) + point.y.abs_diff(y));
        self.cursor = nearest.map_or(String::new(), |point| point.id.clone());
    }

    /// The steps up to the position shown.
    fn steps_shown(&self) -> &[PlayedStep] {
        let steps = self.session.table().steps();
        &steps[..self
            .browsing
            .map_or(steps.len(), |plies| plies.min(steps.len()))]
    }

    /// Shows the position after this many steps; the current one if there are fewer.
    fn show_ply(&mut self, plies: usize) {
        let table = self.session.table();
        let all = table.steps().len();
        self.browsing = (plies < all).then_some(plies);
        self.view = match self.browsing {
            None => table.view(),
            Some(plies) => table.position_at(plies).view(),
        };
        self.selection.clear();
    }

    /// Goes to an earlier or later position.
    fn browse(&mut self, by: isize) {
        let at = self.steps_shown().len();
        self.show_ply(at.saturating_add_signed(by));
    }

    /// Shows the current position after the game has changed.
    fn refresh(&mut self) {
        self.advice = None;
        self.show_ply(usize::MAX);
        let result = self.session.table().result();
        if result.is_empty() {
            self.end_shown = false;
        } else if !self.end_shown {
            self.end_shown = true;
            self.show_end(&result);
        }
        self.update_analysis();
    }

    fn show_end(&mut self, result: &[Message]) {
        let mut lines = vec![join(result, self.language)];
        let disclosed = disclosure(self.session.table());
        if !disclosed.is_empty() {
            lines.push(String::new());
            lines.extend(disclosed.iter().map(|line| self.say(line)));
        }
        if let Some(file) = self.save_to.clone() {
            lines.push(String::new());
            lines.push(match self.session.save(&file, false) {
                Ok(saved) => self.say(&saved),
                Err(error) => self.say(&News::NotSaved {
                    error: error.into(),
                }),
            });
        }
        lines.push(String::new());
        lines.push(self.say(&if self.session.can_undo() {
            News::AfterTheEndUndo
        } else {
            News::AfterTheEnd
        }));
        self.dialog = Some(Dialog::Message {
            title: self.say(&Ask::GameOver),
            lines,
        });
    }

    /// A text in the person's language.
    fn say(&self, message: &impl ToMessage) -> String {
        message.to_message().render(self.language)
    }

    /// Handles what happens by itself.
    pub(crate) fn tick(&mut self, now: Timestamp) {
        // A fast program must not keep its moves from ever being drawn.
        for _ in 0..MAX_EVENTS_PER_FRAME {
            match self.session.poll(now, Duration::ZERO) {
                Ok(None) => break,
                Ok(Some(event)) => self.session_event(event),
                Err(error) => {
                    self.show_error(&error);
                    break;
                }
            }
        }
    }

    fn session_event(&mut self, event: SessionEvent) {
        match event {
            SessionEvent::Thinking(_) => {}
            SessionEvent::Step(_) => {
                let browsing = self.browsing;
                self.refresh();
                if let Some(plies) = browsing {
                    // Someone who looks at an earlier position is not disturbed.
                    self.show_ply(plies);
                }
                self.notice = Notice::default();
            }
            SessionEvent::Flag(_) => self.refresh(),
            SessionEvent::OpponentFailed { side, reason } => {
                let side = self.session.table().info().side_name(side);
                let failed = News::OpponentFailed { side, reason };
                self.notice = Notice::error(self.say(&failed));
            }
            SessionEvent::Advice(advice) => self.show_advice(advice),
        }
    }

    fn show_advice(&mut self, advice: Advice) {
        let Some(side) = self.session.table().turn() else {
            return;
        };
        let (result, is_final) = match advice {
            Advice::Thinking(result) => (result, false),
            Advice::Best(result) => (result, true),
            Advice::None(reason) => {
                self.notice = Notice::error(self.say(&Text::NoHintBecause { reason }));
                return;
            }
        };
        let mut hint = Vec::new();
        if is_final && !self.is_analysing {
            let moves = self.session.table().view().moves;
            let best = result.best_move.clone().unwrap_or_default();
            let found = moves.into_iter().find(|mv| mv.text == best);
            hint = found.map(|mv| mv.path).unwrap_or_default();
            self.notify(&News::WouldPlay { mv: best });
        }
        self.advice = Some(ShownAdvice {
            side,
            result,
            is_final,
            hint,
        });
    }

    /// Whether something moves by itself: a clock, or a thinking program.
    pub(crate) fn is_animated(&self) -> bool {
        let table = self.session.table();
        let is_thinking = table.turn().is_some() && self.session.human_to_move().is_none();
        let is_advising =
            self.is_analysing || self.advice.as_ref().is_some_and(|advice| !advice.is_final);
        is_thinking
            || is_advising
            || table
                .clocks()
                .is_some_and(|clocks| clocks.running().is_some())
    }

    /// The marks on the board.
    fn marks(&self) -> Marks {
        let is_current = self.browsing.is_none();
        let may_move = is_current && self.session.human_to_move().is_some();
        let moves: &[_] = if may_move { &self.view.moves } else { &[] };
        let last = self.steps_shown().last();
        let hint = self.advice.as_ref().filter(|_| is_current);
        Marks {
            cursor: Some(self.cursor.clone()),
            selected: self.selection.taps(moves),
            targets: self.selection.targets(moves),
            last: last.map(|last| last.step.path.clone()).unwrap_or_default(),
            hint: hint.map(|advice| advice.hint.clone()).unwrap_or_default(),
        }
    }

    /// The latest search result about the position, and for which side.
    fn latest_result(&self) -> Option<(Side, &SearchResult)> {
        if let Some(advice) = &self.advice {
            return Some((advice.side, &advice.result));
        }
        let turn = self.session.table().turn();
        let sides = [
            turn,
            turn.map(|side| !side),
            Some(Side::First),
            Some(Side::Second),
        ];
        let result = |side: Side| Some((side, self.session.search_result(side)?));
        sides.into_iter().flatten().find_map(result)
    }

    /// The first side's win probability by the latest search.
    fn win_probability(&self) -> Option<f64> {
        let (side, result) = self.latest_result()?;
        let probability = result.lines.first()?.win_probability;
        Some(if side == Side::First {
            probability
        } else {
            1.0 - probability
        })
    }

    /// Leaves the game: saves its record if requested, and returns where it is stored to be
    /// resumed.
    pub(crate) fn leave(mut self, now: Timestamp) -> Result<Option<PathBuf>, SessionError> {
        if let Some(file) = &self.save_to {
            self.session.save(file, false)?;
        }
        self.session.leave(now)
    }
}
