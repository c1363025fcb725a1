//! The help of the command line in a language.
//!
//! The texts are found by the names of commands and arguments: `help-serve` is about the command
//! `serve`, `help-serve-listen` about its option `--listen`, `help-serve-log-off` about the value
//! `off` of `--log`; `help-arg-size` is about `--size` wherever the command has no text of its own
//! for it. The first paragraph of a command's text is the short help. Names of values and the
//! usage line are notation, the same in every language.

use crate::TEXTS;
use clap::builder::{PossibleValue, Styles};
use clap::{Arg, Command};
use quintain_rules::message::{Language, Message, ToMessage};
use quintain_rules::messages;

messages! {
    /// The frame around the texts.
    pub(crate) enum HelpText in TEXTS {
        /// The heading of the usage line.
        Usage = "help-heading-usage",
        /// The heading of the subcommands.
        Commands = "help-heading-commands",
        /// The heading of the arguments.
        Arguments = "help-heading-arguments",
        /// The heading of the options.
        Options = "help-heading-options",
        /// The heading of an option's values.
        Values = "help-heading-values",
        /// An example.
        Example = "help-example" { line: String },
        /// Several examples.
        Examples = "help-examples" { lines: String },
        /// The environment variable of an option.
        Env = "help-env" { variable: String },
        /// The default value of an option.
        Default = "help-default" { value: String },
        /// The values of an argument.
        PossibleValues = "help-possible-values" { values: String },
        /// What `--help` does.
        Help = "help-flag-help",
        /// What `-h` says about `--help`.
        HelpMore = "help-flag-help-more",
        /// What `--help` says about `-h`.
        HelpSummary = "help-flag-help-summary",
        /// What `--version` does.
        Version = "help-flag-version",
        /// What the subcommand `help` does.
        HelpCommand = "help-command-help",
    }
}

/// The parser makes a subcommand and two flags of its own.
const HELP: &str = "help";
const VERSION: &str = "version";

/// The same grammar with help in a language.
pub(crate) fn localize(mut command: Command, language: Language) -> Command {
    let help = Help { language };
    let names: Vec<String> = own_subcommands(&command).map(name).collect();
    command = help.announce(command, "");
    for name in &names {
        command = command.mut_subcommand(name, |subcommand| help.announce(subcommand, name));
    }
    // Adds the subcommand and the flags for help and version.
    command.build();
    command = help.command(command, "");
    for name in names {
        command = command.mut_subcommand(&name, |subcommand| help.command(subcommand, &name));
    }
    let about = help.say(&HelpText::HelpCommand);
    command.mut_subcommand(HELP, |subcommand| subcommand.about(about))
}

/// The ids of all texts that a grammar needs.
pub(crate) fn ids(mut command: Command) -> Vec<String> {
    command.build();
    let mut ids = command_ids(&command, "");
    for subcommand in own_subcommands(&command) {
        ids.extend(command_ids(subcommand, subcommand.get_name()));
    }
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn command_ids(command: &Command, name: &str) -> Vec<String> {
    let mut ids = vec![command_id(name)];
    for arg in own_args(command) {
        ids.push(arg_id(name, arg));
        let described = |value: &PossibleValue| value.get_help().is_some();
        let values = arg.get_possible_values();
        ids.extend(
            values
                .iter()
                .filter(|value| described(value))
                .map(|value| value_id(name, arg, value)),
        );
    }
    ids
}

fn name(command: &Command) -> String {
    command.get_name().to_owned()
}

fn own_subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    let subcommands = command.get_subcommands();
    subcommands.filter(|subcommand| subcommand.get_name() != HELP)
}

fn own_args(command: &Command) -> impl Iterator<Item = &Arg> {
    let args = command.get_arguments();
    args.filter(|arg| ![HELP, VERSION].contains(&arg.get_id().as_str()))
}

/// The id of the text about a command; the program itself has no name.
fn command_id(command: &str) -> String {
    if command.is_empty() {
        "help-quintain".into()
    } else {
        format!("help-{command}")
    }
}

fn arg_name(arg: &Arg) -> String {
    let name = arg.get_long().unwrap_or_else(|| arg.get_id().as_str());
    name.to_ascii_lowercase()
}

/// The id of the text about an argument: the command's own, or the common one if there is that.
fn arg_id(command: &str, arg: &Arg) -> String {
    let own = format!("{}-{}", command_id(command), arg_name(arg));
    let common = format!("help-arg-{}", arg_name(arg));
    let exists = |id: &str| {
        let catalogue = TEXTS.catalogue(Language::ENGLISH);
        catalogue.is_some_and(|catalogue| catalogue.ids().any(|found| found == id))
    };
    if exists(&common) && !exists(&own) {
        common
    } else {
        own
    }
}

fn value_id(command: &str, arg: &Arg, value: &PossibleValue) -> String {
    format!("help-{command}-{}-{}", arg_name(arg), value.get_name())
}

struct Help {
    language: Language,
}

impl Help {
    fn text(&self, id: String) -> String {
        Message::new(&TEXTS, id).render(self.language)
    }

    fn say(&self, text: &HelpText) -> String {
        text.to_message().render(self.language)
    }

    /// The parser decides when it is built whether `--help` shows more than `-h`, before it has
    /// the texts.
    fn announce(&self, command: Command, name: &str) -> Command {
        let text = self.text(command_id(name));
        if text.contains("\n\n") {
            command.long_about(text)
        } else {
            command
        }
    }

    fn command(&self, command: Command, name: &str) -> Command {
        let text = self.text(command_id(name));
        let mut paragraphs = text.split("\n\n").map(one_line);
        let about = paragraphs.next().unwrap_or_default();
        let rest: Vec<String> = paragraphs.collect();
        let is_long = !rest.is_empty() || command.get_arguments().any(has_described_values);
        let short = about.strip_suffix('.').unwrap_or(&about).to_owned();
        let mut command = command.about(short);
        if !rest.is_empty() {
            command = command.long_about(format!("{about}\n\n{}", rest.join("\n\n")));
        }
        if let Some(lines) = command.get_after_help().map(ToString::to_string) {
            command = command.after_help(self.examples(&lines));
        }
        let template = self.template(&command);
        command
            .help_template(template)
            .mut_args(|arg| self.arg(arg, name, is_long))
    }

    /// The parser's own arrangement, with our headings.
    fn template(&self, command: &Command) -> String {
        let styles = Styles::styled();
        let (usage, header) = (styles.get_usage(), styles.get_header());
        let mut template = format!(
            "{{about-with-newline}}\n{usage}{}{usage:#} {{usage}}",
            self.say(&HelpText::Usage)
        );
        let sections = [
            (command.has_subcommands(), HelpText::Commands, "subcommands"),
            (
                command.get_positionals().next().is_some(),
                HelpText::Arguments,
                "positionals",
            ),
            (true, HelpText::Options, "options"),
        ];
        for (is_shown, heading, tag) in sections {
            if is_shown {
                let heading = self.say(&heading);
                template += &format!("\n\n{header}{heading}{header:#}\n{{{tag}}}");
            }
        }
        template + "{after-help}"
    }

    fn examples(&self, lines: &str) -> String {
        self.say(&match lines.split_once('\n') {
            None => HelpText::Example { line: lines.into() },
            Some(_) => {
                let indented: Vec<String> = lines.lines().map(|line| format!("  {line}")).collect();
                let lines = indented.join("\n");
                HelpText::Examples { lines }
            }
        })
    }

    fn arg(&self, arg: Arg, command: &str, is_long: bool) -> Arg {
        match arg.get_id().as_str() {
            HELP if is_long => {
                let long = self.say(&HelpText::HelpSummary);
                return arg.help(self.say(&HelpText::HelpMore)).long_help(long);
            }
            HELP => return arg.help(self.say(&HelpText::Help)),
            VERSION => return arg.help(self.say(&HelpText::Version)),
            _ => {}
        }
        let text = one_line(&self.text(arg_id(command, &arg)));
        let notes = self.notes(&arg);
        let values = arg.get_possible_values();
        let shown = self.say(&HelpText::PossibleValues {
            values: joined(&values),
        });
        let is_described = has_described_values(&arg);
        let long_values = is_described.then(|| self.values(command, &arg, &values));
        let short_values = (!values.is_empty()).then_some(shown);
        let arg = arg
            .hide_env(true)
            .hide_default_value(true)
            .hide_possible_values(true);
        let mut short = vec![text.clone()];
        short.extend(notes.iter().cloned());
        short.extend(short_values.clone());
        let arg = arg.help(short.join(" "));
        if !is_long {
            return arg;
        }
        let mut notes = notes;
        notes.extend(short_values.filter(|_| !is_described));
        let mut long = vec![text];
        long.extend(long_values);
        long.extend((!notes.is_empty()).then(|| notes.join("\n")));
        arg.long_help(long.join("\n\n"))
    }

    /// Notes about an argument besides its text.
    fn notes(&self, arg: &Arg) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(name) = arg.get_env() {
            let value = std::env::var_os(name).unwrap_or_default();
            let variable = format!("{}={}", name.to_string_lossy(), value.to_string_lossy());
            notes.push(self.say(&HelpText::Env { variable }));
        }
        let defaults = arg.get_default_values().iter();
        let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
        if !defaults.is_empty() && arg.get_action().takes_values() {
            let value = defaults.join(" ");
            notes.push(self.say(&HelpText::Default { value }));
        }
        notes
    }

    /// The values of an argument, each with its text.
    fn values(&self, command: &str, arg: &Arg, values: &[PossibleValue]) -> String {
        let widest = values.iter().map(|value| value.get_name().len()).max();
        let width = widest.unwrap_or_default() + 1;
        let styles = Styles::styled();
        let literal = styles.get_literal();
        let mut text = self.say(&HelpText::Values);
        for value in values {
            let name = value.get_name();
            let padding = " ".repeat(width - name.len());
            let about = self.text(value_id(command, arg, value));
            text += &format!("\n- {literal}{name}{literal:#}:{padding}{about}");
        }
        text
    }
}

fn has_described_values(arg: &Arg) -> bool {
    let values = arg.get_possible_values();
    values.iter().any(|value| value.get_help().is_some())
}

fn joined(values: &[PossibleValue]) -> String {
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    names.join(", ")
}

/// A paragraph as one line: the width of the terminal decides where lines end.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}
