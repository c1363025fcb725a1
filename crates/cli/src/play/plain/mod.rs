//! Plain mode: line by line, for a terminal of any kind, a pipe or a screen reader.

mod command;
mod input;
mod words;

use super::{DrawAnswer, News, Session, SessionError};
use crate::Failure;
use crate::play::words::{capital, disclosure};
use command::Command;
use input::{Input, Interrupter, Said};
use quintain_rules::view::StepView;
use quintain_table::Timestamp;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// How often a wish to leave is looked for while a program thinks.
const TICK: Duration = Duration::from_millis(50);

/// The face itself.
pub(super) struct Plain<'a, 'o> {
    session: Session<'a>,
    input: Input,
    out: &'o mut dyn Write,
    /// Whether lines are shown as they are read, since no terminal does.
    echo: bool,
    turned: bool,
}

/// Whether the game goes on.
type Flow = ControlFlow<()>;

impl<'a, 'o> Plain<'a, 'o> {
    /// A session to be played with lines from `source` and answers to `out`. Use the
    /// interrupter to end it early.
    pub(super) fn new(
        session: Session<'a>,
        source: impl BufRead + Send + 'static,
        out: &'o mut dyn Write,
        echo: bool,
    ) -> (Self, Interrupter) {
        let (input, interrupter) = Input::new(source);
        let plain = Plain {
            session,
            input,
            out,
            echo,
            turned: false,
        };
        (plain, interrupter)
    }

    /// Plays until the person leaves; writes the game into a file then, if one is named.
    pub(super) fn run(mut self, save: Option<&Path>) -> Result<(), Failure> {
        let greeting = words::greeting(self.session.table());
        self.say(&greeting)?;
        self.show_position()?;
        while let Flow::Continue(()) = self.turn()? {}
        self.part(save)
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes())?;
        Ok(())
    }

    /// The board, and then whose turn it is or how the game ended.
    fn show_position(&mut self) -> Result<(), Failure> {
        let board = words::board(self.session.table(), self.turned);
        self.say(&board)?;
        self.show_prompt()
    }

    fn show_prompt(&mut self) -> Result<(), Failure> {
        let table = self.session.table();
        let text = match table.result_text() {
            Some(ending) => format!(
                "{ending}\n{}The game is over. You can {}.\n",
                disclosure(table),
                if self.session.can_undo() {
                    "save it, take back with undo, or quit"
                } else {
                    "save it, or quit"
                }
            ),
            None if self.session.waits_for().is_some() => words::prompt(table, Timestamp::now()),
            // A program is to move, and needs no prompt.
            None => String::new(),
        };
        self.say(&text)
    }

    /// Waits for whatever comes next, and lets it happen.
    fn turn(&mut self) -> Result<Flow, Failure> {
        let over = self.session.outcome().is_some();
        if over || self.session.waits_for().is_some() {
            self.say("> ")?;
            return self.listen();
        }
        self.out.flush()?;
        if self.input.is_interrupted() {
            return Ok(Flow::Break(()));
        }
        let news = self.session.poll(Timestamp::now(), TICK)?;
        news.map_or(Ok(()), |news| self.tell(news))?;
        Ok(Flow::Continue(()))
    }

    /// Waits for the person, or for the end of the person's time.
    fn listen(&mut self) -> Result<Flow, Failure> {
        self.out.flush()?;
        loop {
            let due = self.session.table().flag_at();
            let left = due.map(|(_, due)| Duration::from_millis(due.ms_since(Timestamp::now())));
            let said = self.input.next(left);
            // Whoever says something when the time has run out is too late.
            let news = self.session.poll(Timestamp::now(), Duration::ZERO)?;
            if let (Some(_), Some(Said::Line(line)), true) = (&news, &said, self.echo) {
                self.show(line)?;
            } else if news.is_some() || matches!(said, Some(Said::End | Said::Interrupt)) {
                self.say("\n")?;
            }
            if let Some(news) = news {
                self.tell(news)?;
                return Ok(Flow::Continue(()));
            }
            match said {
                Some(Said::Line(line)) => {
                    if self.echo {
                        self.show(&line)?;
                    }
                    return self.obey(Command::read(&line));
                }
                Some(Said::End | Said::Interrupt) => return Ok(Flow::Break(())),
                None => {}
            }
        }
    }

    /// Shows a line that was read.
    fn show(&mut self, line: &str) -> Result<(), Failure> {
        let shown: String = line.chars().map(visible).collect();
        self.say(&format!("{shown}\n"))
    }

    fn obey(&mut self, command: Command) -> Result<Flow, Failure> {
        let now = Timestamp::now();
        let done = match command {
            Command::Empty => Ok(()),
            Command::Quit => return Ok(Flow::Break(())),
            Command::Moves => return self.answer(&words::moves(self.session.table())),
            Command::Help => return self.answer(&words::help(self.session.table())),
            Command::Board => return self.look(),
            Command::Flip => {
                self.turned = !self.turned;
                return self.look();
            }
            Command::Wrong(reason) => {
                let reason = capital(&reason);
                return self.answer(&format!("{reason}.\n"));
            }
            Command::Hint => return self.hint(),
            Command::Save(file) => match self.session.save(&file) {
                Ok(()) => return self.answer(&format!("Saved in {}.\n", file.display())),
                Err(error) => Err(error),
            },
            Command::Move(text) => match self.session.play(&text, now) {
                Ok(step) => return self.played(&[step]),
                Err(error) => Err(error),
            },
            Command::Redo => match self.session.redo(now) {
                Ok(steps) => return self.played(&steps),
                Err(error) => Err(error),
            },
            Command::Undo => match self.session.undo(now) {
                Ok(1) => return self.changed("One move is taken back.\n"),
                Ok(plies) => return self.changed(&format!("{plies} moves are taken back.\n")),
                Err(error) => Err(error),
            },
            Command::Resign => match self.session.resign(now) {
                Ok(()) => return self.prompted(""),
                Err(error) => Err(error),
            },
            Command::Draw => match self.session.draw(now) {
                Ok(answer) => return self.prompted(draw_answer(answer)),
                Err(error) => Err(error),
            },
            Command::Load(file) => match self.session.change_to(&file, now) {
                Ok(kept) => return self.changed_game(kept.as_deref()),
                Err(error) => Err(error),
            },
        };
        match done {
            Ok(()) => Ok(Flow::Continue(())),
            Err(error) => self.refuse(&error),
        }
    }

    /// Says what was wrong and what would be right: the same turn again.
    fn refuse(&mut self, error: &SessionError) -> Result<Flow, Failure> {
        // A game that can no longer be kept must not go on as if it were.
        if let SessionError::Journal(_) | SessionError::Table(_) = error {
            return Err(Failure::refused(error));
        }
        let reason = capital(&error.to_string());
        self.say(&format!("{reason}.\n"))?;
        if self.session.outcome().is_none() {
            self.show_prompt()?;
        }
        Ok(Flow::Continue(()))
    }

    fn answer(&mut self, text: &str) -> Result<Flow, Failure> {
        self.say(text)?;
        Ok(Flow::Continue(()))
    }

    /// Says something, and then where the game stands, without the board.
    fn prompted(&mut self, text: &str) -> Result<Flow, Failure> {
        self.say(text)?;
        self.show_prompt()?;
        Ok(Flow::Continue(()))
    }

    fn look(&mut self) -> Result<Flow, Failure> {
        self.changed("")
    }

    fn changed(&mut self, text: &str) -> Result<Flow, Failure> {
        self.say(text)?;
        self.show_position()?;
        Ok(Flow::Continue(()))
    }

    fn changed_game(&mut self, kept: Option<&Path>) -> Result<Flow, Failure> {
        if let Some(kept) = kept {
            self.say(&format!("The game so far is kept in {}.\n", kept.display()))?;
        }
        let greeting = words::greeting(self.session.table());
        self.changed(&greeting)
    }

    fn played(&mut self, steps: &[StepView]) -> Result<Flow, Failure> {
        for step in steps {
            for sentence in step.sentences() {
                self.say(&format!("{sentence}\n"))?;
            }
        }
        self.changed("")
    }

    fn hint(&mut self) -> Result<Flow, Failure> {
        if let Err(error) = self.session.hint() {
            return self.refuse(&error);
        }
        while !self.input.is_interrupted() {
            match self.session.poll(Timestamp::now(), TICK)? {
                Some(News::Advice(advice)) => {
                    let text = words::advice(self.session.table(), &advice);
                    if !text.is_empty() {
                        return self.answer(&text);
                    }
                }
                Some(other) => {
                    // The time has run out over the question.
                    self.tell(other)?;
                    return Ok(Flow::Continue(()));
                }
                None => {}
            }
        }
        self.session.stop_advice();
        Ok(Flow::Break(()))
    }

    fn tell(&mut self, news: News) -> Result<(), Failure> {
        match news {
            News::Step(step) => self.played(&[step]).map(drop),
            News::TimeUp(_) => self.show_prompt(),
            News::Failed { side, reason } => {
                let table = self.session.table();
                let name = table.info().side_name(side);
                let program = &table.setup().seats[side.index()].controller;
                self.say(&format!(
                    "{program} cannot play: {reason}.\nFrom now on {name}'s moves are typed here.\n"
                ))?;
                self.show_prompt()
            }
            News::Thinking(_) | News::Advice(_) => Ok(()),
        }
    }

    /// Ends politely: says where the game is and how to go on.
    fn part(mut self, save: Option<&Path>) -> Result<(), Failure> {
        if let Some(file) = save {
            self.session.save(file)?;
            self.say(&format!("Saved in {}.\n", file.display()))?;
        }
        let kept = self.session.leave(Timestamp::now())?;
        let farewell = match kept {
            Some(file) => format!(
                "The game is kept in {}.\nTo go on with it: quintain play --resume\n",
                file.display()
            ),
            None => "Goodbye.\n".into(),
        };
        self.out.write_all(farewell.as_bytes())?;
        Ok(())
    }
}

fn draw_answer(answer: DrawAnswer) -> &'static str {
    match answer {
        DrawAnswer::Offered => {
            "The draw is offered. Make your move; the other player can accept.\n"
        }
        DrawAnswer::Agreed => "",
        DrawAnswer::Declined => "The draw is declined.\n",
    }
}

/// A letter as it can be shown: what would move the cursor is not.
fn visible(letter: char) -> char {
    if letter.is_control() {
        char::REPLACEMENT_CHARACTER
    } else {
        letter
    }
}
