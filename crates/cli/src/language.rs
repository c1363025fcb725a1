//! Looking at a command line before it is parsed: which language the program speaks, and whether
//! it speaks JSON.

use quintain_rules::message::Language;
use std::ffi::{OsStr, OsString};

/// The environment variables that name a language. The first that is set decides, as in the C
/// library.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of a command line: that of `--lang`, else that of the environment, else English.
///
/// It is needed before the command line is parsed, since help and errors are said in it. A
/// language that does not exist is rejected when it is parsed.
pub fn choose_language(
    args: impl IntoIterator<Item = impl Into<OsString>>,
    variable: impl Fn(&str) -> Option<String>,
) -> Language {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    let requested = requested(&args).and_then(Language::from_tag);
    requested.unwrap_or_else(|| {
        let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
        let tag = VARIABLES.iter().find_map(set);
        Language::negotiate(tag.as_deref())
    })
}

/// Whether a command line asks for JSON. It is needed for command lines that cannot be parsed.
pub fn wants_json(args: impl IntoIterator<Item = impl Into<OsString>>) -> bool {
    let mut options = args
        .into_iter()
        .map(Into::into)
        .take_while(|arg| arg != "--");
    options.any(|arg| arg == "--json")
}

/// The value of `--lang`.
fn requested(args: &[OsString]) -> Option<&str> {
    let options = args.split(|arg| arg == "--").next()?;
    let mut options = options.iter().map(OsString::as_os_str);
    while let Some(option) = options.next().map(OsStr::to_str) {
        match option {
            Some("--lang") => return options.next()?.to_str(),
            Some(text) if text.starts_with("--lang=") => return text.strip_prefix("--lang="),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{choose_language, wants_json};

    fn chosen(args: &[&str], variables: &[(&str, &str)]) -> &'static str {
        let variable = |name: &str| {
            let found = variables.iter().find(|(own, _)| *own == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        choose_language(args, variable).code()
    }

    #[test]
    fn json_is_wanted_even_if_the_rest_is_nonsense() {
        assert!(wants_json(["quintain", "nonsense", "--json"]));
        assert!(!wants_json(["quintain", "show", "sight", "--", "--json"]));
    }

    #[test]
    fn the_option_comes_before_the_environment_and_english_is_the_default() {
        let german = ("LANG", "de_DE.UTF-8");
        assert_eq!(chosen(&["games"], &[]), "en");
        assert_eq!(chosen(&["games"], &[german]), "de");
        assert_eq!(chosen(&["games"], &[("LC_ALL", "C.UTF-8"), german]), "en");
        assert_eq!(chosen(&["games"], &[("LC_ALL", ""), german]), "de");
        assert_eq!(
            chosen(&[], &[("LC_MESSAGES", "de_AT"), ("LANG", "en")]),
            "de"
        );
        assert_eq!(chosen(&["games"], &[("LANG", "fr_FR")]), "en");
        assert_eq!(chosen(&["--lang", "en", "games"], &[german]), "en");
        assert_eq!(chosen(&["games", "--lang=de"], &[]), "de");
        assert_eq!(chosen(&["--lang"], &[german]), "de");
        assert_eq!(chosen(&["show", "sight", "--", "--lang=de"], &[]), "en");
    }
}
