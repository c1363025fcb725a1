//! Plain mode: line by line, for any terminal, a pipe or a screen reader.

mod command;
mod input;
mod text;

pub(crate) use command::CommandText;
pub(crate) use text::PlainText;

use super::text::{Text, as_sentence, disclosure, lines};
use super::{DrawReply, Session, SessionError, SessionEvent};
use crate::Error;
use command::Command;
use input::{Input, InputEvent, Interrupter};
use quintain_rules::message::{Language, Message, ToMessage, join};
use quintain_rules::view::StepView;
use quintain_table::Timestamp;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// How often interrupts are checked for while a program is thinking.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A session in plain mode.
pub(super) struct Plain<'a, 'o> {
    session: Session<'a>,
    language: Language,
    input: Input,
    out: &'o mut dyn Write,
    /// Whether to print lines as they are read, since no terminal does.
    echo: bool,
    flipped: bool,
}

/// Whether to continue.
type Flow = ControlFlow<()>;

impl<'a, 'o> Plain<'a, 'o> {
    /// A session that reads lines from `source` and prints to `out`. Use the interrupter to end
    /// it early.
    pub(super) fn new(
        session: Session<'a>,
        language: Language,
        source: impl BufRead + Send + 'static,
        out: &'o mut dyn Write,
        echo: bool,
    ) -> (Self, Interrupter) {
        let (input, interrupter) = Input::new(source);
        let plain = Plain {
            session,
            language,
            input,
            out,
            echo,
            flipped: false,
        };
        (plain, interrupter)
    }

    /// Plays until the person leaves, and then saves the game in a file if one is given.
    pub(super) fn run(mut self, save: Option<&Path>) -> Result<(), Error> {
        let greeting = text::greeting(
            self.session.table(),
            self.session.secret_origin(),
            self.language,
        );
        self.print(&greeting)?;
        self.print_warnings()?;
        self.print_position()?;
        while let Flow::Continue(()) = self.next()? {}
        self.leave(save)
    }

    fn print(&mut self, text: &str) -> Result<(), Error> {
        self.out.write_all(text.as_bytes())?;
        Ok(())
    }

    /// Prints a message as a line.
    fn say(&mut self, message: impl Into<Message>) -> Result<(), Error> {
        self.print(&text::line(message, self.language))
    }

    /// Prints the board, and then the side to move or how the game ended.
    fn print_position(&mut self) -> Result<(), Error> {
        let board = text::board(self.session.table(), self.flipped, self.language);
        self.print(&board)?;
        self.print_status()
    }

    fn print_status(&mut self) -> Result<(), Error> {
        let table = self.session.table();
        let result = table.result();
        if result.is_empty() {
            // A program that is to move needs no prompt.
            let prompt = self.session.human_to_move();
            let prompt = prompt.map(|_| text::prompt(table, Timestamp::now(), self.language));
            return self.print(&prompt.unwrap_or_default());
        }
        let result = join(&result, self.language);
        let disclosed = lines(&disclosure(table), self.language);
        let over = if self.session.can_undo() {
            PlainText::OverUndo
        } else {
            PlainText::Over
        };
        let over = lines(&[over.into()], self.language);
        self.print(&format!("{result}\n{disclosed}{over}"))
    }

    /// Waits for whatever comes next, and handles it.
    fn next(&mut self) -> Result<Flow, Error> {
        let is_over = self.session.outcome().is_some();
        if is_over || self.session.human_to_move().is_some() {
            self.print("> ")?;
            return self.listen();
        }
        self.out.flush()?;
        if self.input.is_interrupted() {
            return Ok(Flow::Break(()));
        }
        let event = self.session.poll(Timestamp::now(), POLL_INTERVAL)?;
        event.map_or(Ok(()), |event| self.report(event))?;
        Ok(Flow::Continue(()))
    }

    /// Waits for the person's input, or until the person's flag falls.
    fn listen(&mut self) -> Result<Flow, Error> {
        self.out.flush()?;
        loop {
            let flag = self.session.table().flag_at();
            let timeout = flag.map(|(_, at)| Duration::from_millis(at.ms_since(Timestamp::now())));
            let input = self.input.next(timeout);
            // Input after the flag has fallen is too late.
            let event = self.session.poll(Timestamp::now(), Duration::ZERO)?;
            match &input {
                Some(InputEvent::Line(line)) if self.echo => self.print_line(line)?,
                Some(InputEvent::Line(_)) | None if event.is_none() => {}
                _ => self.print("\n")?,
            }
            if let Some(event) = event {
                self.report(event)?;
                return Ok(Flow::Continue(()));
            }
            match input {
                Some(InputEvent::Line(line)) => return self.execute(Command::parse(&line)),
                Some(InputEvent::End | InputEvent::Interrupt) => return Ok(Flow::Break(())),
                None => {}
            }
        }
    }

    /// Prints a line that was read.
    fn print_line(&mut self, line: &str) -> Result<(), Error> {
        let shown: String = line.chars().map(printable).collect();
        self.print(&format!("{shown}\n"))
    }

    fn execute(&mut self, command: Command) -> Result<Flow, Error> {
        let done = match command {
            Command::Quit => return Ok(Flow::Break(())),
            Command::Hint => match self.session.hint() {
                Ok(()) => return self.wait_for_hint(),
                Err(error) => Err(error),
            },
            command => self.run_command(command)?,
        };
        if let Err(error) = done {
            self.print_error(&error)?;
        }
        Ok(Flow::Continue(()))
    }

    /// Runs a command that neither waits nor ends the session.
    fn run_command(&mut self, command: Command) -> Result<Result<(), SessionError>, Error> {
        let now = Timestamp::now();
        let table = self.session.table();
        Ok(match command {
            Command::Empty | Command::Quit | Command::Hint => Ok(()),
            Command::Moves => Ok(self.print(&text::moves(table, self.language))?),
            Command::Help => Ok(self.print(&text::help(table, self.language))?),
            Command::Board => Ok(self.print_position()?),
            Command::Flip => {
                self.flipped = !self.flipped;
                Ok(self.print_position()?)
            }
            Command::Invalid(reason) => Ok(self.print_reason(&reason)?),
            Command::Save { file, overwrite } => match self.session.save(&file, overwrite) {
                Ok(saved) => Ok(self.say(saved)?),
                Err(error) => Err(error),
            },
            Command::Move(text) => match self.session.play(&text, now) {
                Ok(step) => Ok(self.print_steps(&[step])?),
                Err(error) => Err(error),
            },
            Command::Redo => match self.session.redo(now) {
                Ok(steps) => Ok(self.print_steps(&steps)?),
                Err(error) => Err(error),
            },
            Command::Undo => match self.session.undo(now) {
                Ok(plies) => {
                    self.say(Text::TakenBack { moves: plies })?;
                    Ok(self.print_position()?)
                }
                Err(error) => Err(error),
            },
            Command::Resign => match self.session.resign(now) {
                Ok(()) => Ok(self.print_status()?),
                Err(error) => Err(error),
            },
            Command::Draw => match self.session.offer_draw(now) {
                Ok(reply) => {
                    match reply {
                        DrawReply::Pending => self.say(PlainText::DrawPending)?,
                        DrawReply::Agreed => {}
                        DrawReply::Declined => self.say(Text::DrawDeclined)?,
                    }
                    Ok(self.print_status()?)
                }
                Err(error) => Err(error),
            },
            Command::Load(file) => match self.session.switch_to(&file, now) {
                Ok(stored) => Ok(self.print_new_game(stored.as_deref())?),
                Err(error) => Err(error),
            },
        })
    }

    /// Prints what was wrong, and the prompt again.
    fn print_error(&mut self, error: &SessionError) -> Result<(), Error> {
        // A game that can no longer be stored must not continue as if it were.
        if let SessionError::Journal(_) | SessionError::Table(_) = error {
            return Err(Error::rejected(error));
        }
        self.print_reason(error)?;
        if self.session.outcome().is_none() {
            self.print_status()?;
        }
        Ok(())
    }

    fn print_reason(&mut self, reason: &impl ToMessage) -> Result<(), Error> {
        let sentence = as_sentence(reason, self.language);
        self.print(&format!("{sentence}\n"))
    }

    /// Says what was skipped in the file that was loaded.
    fn print_warnings(&mut self) -> Result<(), Error> {
        for warning in self.session.warnings().to_vec() {
            self.print_reason(&warning)?;
        }
        Ok(())
    }

    fn print_new_game(&mut self, stored: Option<&Path>) -> Result<(), Error> {
        if let Some(stored) = stored {
            let file = stored.display().to_string();
            self.say(Text::PreviousStored { file })?;
        }
        let greeting = text::greeting(
            self.session.table(),
            self.session.secret_origin(),
            self.language,
        );
        self.print(&greeting)?;
        self.print_warnings()?;
        self.print_position()
    }

    fn print_steps(&mut self, steps: &[StepView]) -> Result<(), Error> {
        for step in steps {
            for sentence in &step.caption {
                self.say(sentence.clone())?;
            }
        }
        self.print_position()
    }

    fn wait_for_hint(&mut self) -> Result<Flow, Error> {
        while !self.input.is_interrupted() {
            match self.session.poll(Timestamp::now(), POLL_INTERVAL)? {
                Some(SessionEvent::Advice(advice)) => {
                    let text = text::advice(self.session.table(), &advice, self.language);
                    if !text.is_empty() {
                        self.print(&text)?;
                        return Ok(Flow::Continue(()));
                    }
                }
                Some(other) => {
                    // The flag fell meanwhile.
                    self.report(other)?;
                    return Ok(Flow::Continue(()));
                }
                None => {}
            }
        }
        self.session.stop_advice();
        Ok(Flow::Break(()))
    }

    fn report(&mut self, event: SessionEvent) -> Result<(), Error> {
        match event {
            SessionEvent::Step(step) => self.print_steps(&[step]),
            SessionEvent::Flag(_) => self.print_status(),
            SessionEvent::OpponentFailed { side, reason } => {
                let table = self.session.table();
                let program = &table.setup().seats[side.index()].controller;
                let failed = PlainText::OpponentFailed {
                    program: program.to_string(),
                    reason,
                    side: table.info().side_name(side),
                };
                self.say(failed)?;
                self.print_status()
            }
            SessionEvent::Thinking(_) | SessionEvent::Advice(_) => Ok(()),
        }
    }

    /// Ends the session: says where the game is stored and how to resume it.
    fn leave(mut self, save: Option<&Path>) -> Result<(), Error> {
        if let Some(file) = save {
            let saved = self.session.save(file, false)?;
            self.say(saved)?;
        }
        let goodbye = match self.session.leave(Timestamp::now())? {
            Some(file) => {
                let file = file.display().to_string();
                let stored = text::line(Text::Stored { file }, self.language);
                stored + &text::line(Text::HowToResume, self.language)
            }
            None => text::line(PlainText::Goodbye, self.language),
        };
        self.out.write_all(goodbye.as_bytes())?;
        Ok(())
    }
}

/// A character as it can be shown: control characters could move the cursor.
fn printable(letter: char) -> char {
    if letter.is_control() {
        char::REPLACEMENT_CHARACTER
    } else {
        letter
    }
}
