//! A game on the screen: what is shown and what is being chosen, as plain data.

mod deeds;
mod keys;
mod panel;
mod render;

pub(crate) use render::draw_right;

use super::board::Marks;
use super::choice::Choice;
use super::dialog::Dialog;
use super::theme::Theme;
use crate::play::words::disclosure;
use crate::play::{Advice, News, Session, SessionError};
use quintain_engine::SearchResult;
use quintain_rules::Side;
use quintain_rules::view::{Geometry, Point, View};
use quintain_table::{PlayedStep, Timestamp};
use std::path::PathBuf;
use std::time::Duration;

/// A game on the screen.
pub(crate) struct GameScreen<'a> {
    pub(crate) session: Session<'a>,
    theme: Theme,
    geometry: Geometry,
    /// What is on the board: the game as it stands, or as it stood earlier.
    view: View,
    /// How many steps had been played then, when looking back.
    back: Option<usize>,
    flipped: bool,
    /// The point or slot under the cursor.
    cursor: String,
    choice: Choice,
    note: Note,
    dialog: Option<Dialog<About>>,
    advice: Option<Advised>,
    /// Whether the engine goes on to say what it thinks of every position.
    analysing: bool,
    /// Where the record goes when the game is over or left.
    save_to: Option<PathBuf>,
    /// Whether the end of the game was told.
    told_end: bool,
}

/// What was said of a position.
#[derive(Clone, Debug, PartialEq)]
struct Advised {
    side: Side,
    thought: SearchResult,
    /// Whether that is the last word.
    done: bool,
    /// The path of the move, if a hint was asked for.
    hint: Vec<String>,
}

/// A line for the user, below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) text: String,
    /// Whether something was refused.
    pub(crate) bad: bool,
}

/// What a dialog is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum About {
    Quit,
    Menu,
    Resign,
    Draw,
    Move,
    Save,
    Load,
}

/// What is to happen with the whole screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// Stay here.
    Stay,
    /// Leave the program.
    Quit,
    /// Leave the game for the menu.
    Menu,
}

impl<'a> GameScreen<'a> {
    pub(crate) fn new(session: Session<'a>, save_to: Option<PathBuf>, theme: Theme) -> Self {
        let mut screen = GameScreen {
            theme,
            geometry: session.table().start().geometry(),
            view: session.table().view(),
            back: None,
            flipped: false,
            cursor: String::new(),
            choice: Choice::default(),
            note: Note::default(),
            dialog: None,
            advice: None,
            analysing: false,
            save_to,
            // A game that was over when it was loaded need not be told to be so.
            told_end: session.outcome().is_some(),
            session,
        };
        // A person who plays alone sits at the bottom.
        let persons = Side::BOTH.map(|side| screen.session.is_local(side));
        let alone = persons[0] != persons[1];
        screen.flipped = alone && !screen.session.is_local(screen.geometry.bottom);
        let (x, y) = (screen.geometry.cols / 2, screen.geometry.rows / 2);
        let points = &mut screen.geometry.points.iter();
        let near = |point: &&Point| point.x.abs_diff(x) + point.y.abs_diff(y);
        screen.cursor = points
            .min_by_key(near)
            .map_or(String::new(), |point| point.id.clone());
        if let Some(commitment) = screen.session.table().commitment() {
            screen.say(format!("What is hidden is fixed: {commitment}"));
        }
        screen
    }

    /// The steps up to the position shown.
    fn steps_shown(&self) -> &[PlayedStep] {
        let steps = self.session.table().steps();
        &steps[..self
            .back
            .map_or(steps.len(), |plies| plies.min(steps.len()))]
    }

    /// Shows the game as it stands, or as it stood after so many steps.
    fn look(&mut self, plies: usize) {
        let table = self.session.table();
        let all = table.steps().len();
        self.back = (plies < all).then_some(plies);
        self.view = match self.back {
            None => table.view(),
            Some(plies) => table.position_at(plies).view(),
        };
        self.choice.clear();
    }

    /// Steps through the game.
    fn browse(&mut self, by: isize) {
        let at = self.steps_shown().len();
        self.look(at.saturating_add_signed(by));
    }

    /// The game has changed: shows it as it stands.
    fn refresh(&mut self) {
        self.advice = None;
        self.look(usize::MAX);
        if let (Some(ending), false) = (self.session.table().result_text(), self.told_end) {
            self.told_end = true;
            self.tell_end(ending);
        }
        if self.session.outcome().is_none() {
            self.told_end = false;
        }
        self.analyse();
    }

    fn tell_end(&mut self, ending: String) {
        let mut text = vec![ending];
        let told = disclosure(self.session.table());
        if !told.is_empty() {
            text.push(String::new());
            text.extend(told.lines().map(str::to_owned));
        }
        if let Some(file) = self.save_to.clone() {
            text.push(String::new());
            text.push(match self.session.save(&file) {
                Ok(()) => format!("Saved in {}.", file.display()),
                Err(error) => format!("Not saved: {error}"),
            });
        }
        text.push(String::new());
        text.push("n: another game   u: take back   Home: from the start".into());
        self.dialog = Some(Dialog::Page {
            title: "The game is over".into(),
            text,
        });
    }

    /// Lets happen what is due; whether anything has happened.
    pub(crate) fn tick(&mut self, now: Timestamp) -> bool {
        let mut happened = false;
        // Not for ever: a quick program could keep us from ever drawing what it does.
        for _ in 0..64 {
            match self.session.poll(now, Duration::ZERO) {
                Ok(None) => break,
                Ok(Some(news)) => self.hear(news),
                Err(error) => {
                    self.refuse(&error);
                    break;
                }
            }
            happened = true;
        }
        happened
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Thinking(_) => {}
            News::Step(_) => {
                let looking = self.back;
                self.refresh();
                if let Some(plies) = looking {
                    // Who looks back is not called away.
                    self.look(plies);
                }
                self.say("");
            }
            News::TimeUp(_) => self.refresh(),
            News::Failed { side, reason } => {
                let name = self.session.table().info().side_name(side);
                self.note = Note {
                    text: format!("{name}'s program cannot play: {reason}. Move in its place."),
                    bad: true,
                };
            }
            News::Advice(advice) => self.hear_advice(advice),
        }
    }

    fn hear_advice(&mut self, advice: Advice) {
        let Some(side) = self.session.table().turn() else {
            return;
        };
        let (thought, done) = match advice {
            Advice::Thinking(thought) => (thought, false),
            Advice::Best(thought) => (thought, true),
            Advice::None(reason) => {
                self.note = Note {
                    text: format!("No hint: {reason}."),
                    bad: true,
                };
                return;
            }
        };
        let mut hint = Vec::new();
        if done && !self.analysing {
            let moves = self.session.table().view().moves;
            let best = thought.best_move.clone().unwrap_or_default();
            let found = moves.into_iter().find(|mv| mv.text == best);
            hint = found.map(|mv| mv.path).unwrap_or_default();
            self.say(format!("The engine would play {best}."));
        }
        self.advice = Some(Advised {
            side,
            thought,
            done,
            hint,
        });
    }

    /// Whether something moves by itself: a clock, or a program that thinks.
    pub(crate) fn is_lively(&self) -> bool {
        let table = self.session.table();
        let thinks = table.turn().is_some() && self.session.waits_for().is_none();
        let asked = self.analysing || self.advice.as_ref().is_some_and(|advice| !advice.done);
        thinks
            || asked
            || table
                .clocks()
                .is_some_and(|clocks| clocks.running().is_some())
    }

    /// What is marked on the board.
    fn marks(&self) -> Marks {
        let live = self.back.is_none();
        let may_move = live && self.session.waits_for().is_some();
        let moves: &[_] = if may_move { &self.view.moves } else { &[] };
        let last = self.steps_shown().last();
        let hint = self.advice.as_ref().filter(|_| live);
        Marks {
            cursor: Some(self.cursor.clone()),
            chosen: self.choice.prefix(moves),
            targets: self.choice.targets(moves),
            last: last.map(|last| last.step.path.clone()).unwrap_or_default(),
            hint: hint.map(|advice| advice.hint.clone()).unwrap_or_default(),
        }
    }

    /// The last thing that a program said of the position: for which side, and what.
    fn opinion(&self) -> Option<(Side, &SearchResult)> {
        if let Some(advice) = &self.advice {
            return Some((advice.side, &advice.thought));
        }
        let turn = self.session.table().turn();
        let sides = [
            turn,
            turn.map(|side| !side),
            Some(Side::First),
            Some(Side::Second),
        ];
        let thought = |side: Side| Some((side, self.session.thought(side)?));
        sides.into_iter().flatten().find_map(thought)
    }

    /// The first side's chance to win, as the engine sees it.
    fn chance(&self) -> Option<f64> {
        let (side, thought) = self.opinion()?;
        let chance = thought.lines.first()?.win_probability;
        Some(if side == Side::First {
            chance
        } else {
            1.0 - chance
        })
    }

    /// Leaves the game: writes its record where that was asked for, and gives where it is kept
    /// to go on with.
    pub(crate) fn leave(self, now: Timestamp) -> Result<Option<PathBuf>, SessionError> {
        if let Some(file) = &self.save_to {
            self.session.save(file)?;
        }
        self.session.leave(now)
    }
}
