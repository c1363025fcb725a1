//! Which names and passwords are allowed.

use super::AuthError;

/// The shortest and the longest name, in characters.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=20;
/// The shortest and the longest password, in characters.
const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 8..=200;
/// A password has at least this many different characters.
const MIN_DISTINCT_CHARS: usize = 4;

/// Names that would pass for the server, the people who run it, its engine, or for nobody.
const RESERVED_NAMES: &[&str] = &[
    "abuse",
    "account",
    "anonym",
    "anonymous",
    "anyone",
    "api",
    "assistant",
    "bot",
    "computer",
    "contact",
    "deleted",
    "engine",
    "everyone",
    "friend",
    "gast",
    "greedy",
    "guest",
    "help",
    "helpdesk",
    "hilfe",
    "hostmaster",
    "info",
    "jeder",
    "login",
    "me",
    "mod",
    "niemand",
    "nobody",
    "noreply",
    "null",
    "operator",
    "owner",
    "player",
    "postmaster",
    "privacy",
    "random",
    "register",
    "root",
    "security",
    "server",
    "service",
    "someone",
    "spieler",
    "staff",
    "superuser",
    "support",
    "sysadmin",
    "sysop",
    "system",
    "team",
    "uct",
    "undefined",
    "unknown",
    "user",
    "webmaster",
    "www",
];
/// No name may begin with one of these.
const RESERVED_PREFIXES: &[&str] = &["admin", "moderator", "official", "quintain"];
/// Nor end with one of these, alone or in the plural. In the middle of a word they are part of
/// ordinary ones, such as badminton.
const RESERVED_SUFFIXES: &[&str] = &[
    "admin",
    "administrator",
    "moderator",
    "quintain",
    "sysop",
    "webmaster",
];
/// What those who run a server are called: no word of a name may be one of these, alone or in the
/// plural. Words are told apart by hyphens, underscores and capitals.
const RESERVED_WORDS: &[&str] = &["admin", "mod", "moderator", "official", "staff", "support"];

/// Passwords that are tried first, without digits and punctuation at their end.
const COMMON_PASSWORDS: &str = include_str!("common_passwords.txt");
/// Rows of keys, of which a password must not be a part.
const KEY_ROWS: &[&str] = &[
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
];

/// Whether an account could have this name.
pub(super) fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    NAME_CHARS.contains(&name.len()) && starts_well && name.chars().all(allowed)
}

/// The form of a name in which it is unique: two names that differ only in case are the same.
pub(crate) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

/// Checks the name of a new account.
pub(super) fn check_name(name: &str) -> Result<(), AuthError> {
    if !is_name(name) {
        return Err(AuthError::InvalidName);
    }
    if is_reserved(name) {
        return Err(AuthError::ReservedName {
            name: name.to_owned(),
        });
    }
    Ok(())
}

/// Whether a name is reserved, or looks like one that is.
fn is_reserved(name: &str) -> bool {
    // `Guest42` is as good as `Guest`.
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || "-_".contains(c));
    let (whole, stem) = (skeleton(name), skeleton(stem));
    let is = |reserved: &&str| [&whole, &stem].contains(&&skeleton(reserved));
    let begins = |prefix: &&str| whole.starts_with(&skeleton(prefix));
    let ends = |suffix: &&str| {
        let suffix = skeleton(suffix);
        let mut forms = [whole.as_str(), &stem].into_iter().flat_map(singular);
        forms.any(|form| form.ends_with(&suffix))
    };
    let words = words(name);
    let says = |reserved: &&str| {
        let reserved = skeleton(reserved);
        let mut forms = words.iter().flat_map(|word| singular(word));
        forms.any(|form| form == reserved)
    };
    RESERVED_NAMES.iter().any(is)
        || RESERVED_PREFIXES.iter().any(begins)
        || RESERVED_SUFFIXES.iter().any(ends)
        || RESERVED_WORDS.iter().any(says)
}

/// A skeleton as it is, and what it is the plural of.
fn singular(skeleton: &str) -> [&str; 2] {
    [skeleton, skeleton.strip_suffix('s').unwrap_or(skeleton)]
}

/// The skeletons of the words of a name: `TheMods42` has the words `the` and `mods`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = '_';
    for c in name.chars() {
        if "-_".contains(c) || (before.is_ascii_lowercase() && c.is_ascii_uppercase()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(c);
        }
        before = c;
    }
    let trim = |word: &String| skeleton(word.trim_end_matches(|c: char| c.is_ascii_digit()));
    words.iter().map(trim).collect()
}

/// What a name looks like: names that are easily mistaken for each other have the same one. Names
/// are ASCII, so that these are all the lookalikes there are.
fn skeleton(name: &str) -> String {
    let similar = |c: char| match c.to_ascii_lowercase() {
        '-' | '_' => None,
        '0' => Some('o'),
        '1' | 'i' | 'j' => Some('l'),
        '3' => Some('e'),
        '4' => Some('a'),
        '5' | '2' | 'z' => Some('s'),
        '6' | '9' | 'q' => Some('g'),
        '7' => Some('t'),
        '8' => Some('b'),
        'v' => Some('u'),
        'k' => Some('c'),
        other => Some(other),
    };
    let letters: String = name.chars().filter_map(similar).collect();
    letters
        .replace("rn", "m")
        .replace("uu", "w")
        .replace("nn", "m")
}

/// Checks that a password can be one at all.
pub(super) fn check_length(password: &str) -> Result<(), AuthError> {
    match PASSWORD_CHARS.contains(&password.chars().count()) {
        true => Ok(()),
        false => Err(AuthError::InvalidPassword),
    }
}

/// Checks a new password of an account.
pub(super) fn check_password(name: &str, password: &str) -> Result<(), AuthError> {
    check_length(password)?;
    match is_trivial(name, password) {
        true => Err(AuthError::TrivialPassword),
        false => Ok(()),
    }
}

/// Whether a password is among the first that anyone would try.
fn is_trivial(name: &str, password: &str) -> bool {
    let lower = password.to_lowercase();
    let mut distinct: Vec<char> = lower.chars().collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < MIN_DISTINCT_CHARS {
        return true;
    }
    let letters = lower.trim_matches(|c: char| !c.is_alphabetic());
    let is_common = |text: &str| COMMON_PASSWORDS.lines().any(|common| common == text);
    let name = name.to_lowercase();
    let backwards: String = name.chars().rev().collect();
    let only_name = |text: &str| text == name || text == backwards || is_repeated(text, &name);
    let backwards: String = lower.chars().rev().collect();
    let in_row = |row: &&str| row.contains(&lower) || row.contains(&backwards);
    is_common(&lower)
        || is_common(letters)
        || repeats_a_word(&lower, &name)
        || only_name(&lower)
        || only_name(letters)
        || KEY_ROWS.iter().any(in_row)
        || is_repetition(&lower)
}

/// Whether a password is a name, a common password or a few letters over and over, with so little
/// in between that it adds nothing: less than a password needs.
fn repeats_a_word(password: &str, name: &str) -> bool {
    let (letters, others): (String, String) = password.chars().partition(|c| c.is_alphabetic());
    if others.chars().count() >= *PASSWORD_CHARS.start() {
        return false;
    }
    let repeats = |word: &str| is_repeated(&letters, word);
    repeats(name) || is_repetition(&letters) || COMMON_PASSWORDS.lines().any(repeats)
}

/// Whether a text is another one, over and over.
fn is_repeated(text: &str, part: &str) -> bool {
    !part.is_empty() && text.len() > part.len() && text.replace(part, "").is_empty()
}

/// Whether a text is a short beginning of its own, over and over.
fn is_repetition(text: &str) -> bool {
    let lengths = text.char_indices().map(|(at, _)| at).skip(1);
    lengths
        .take_while(|&length| length <= 4)
        .any(|length| is_repeated(text, &text[..length]))
}

#[cfg(test)]
mod tests {
    use super::{AuthError, COMMON_PASSWORDS, check_name, check_password, is_name};

    #[test]
    fn nobody_can_register_a_name_that_passes_for_the_server() {
        let reserved = [
            "admin",
            "Admin",
            "ADMIN",
            "adm1n",
            "a-d-m-i-n",
            "admin_42",
            "AdminTeam",
            "Administrator",
            "Guest",
            "guest1234",
            "GUE5T",
            "system",
            "sy5tem",
            "Quintain",
            "Qu1ntain",
            "quintain-bot",
            "engine",
            "engine-8",
            "Eng1ne3",
            "Uct",
            "random",
            "m0derator",
            "r00t",
            "Support",
            "nobody",
            "official_news",
            "adrnin",
            "Deleted",
            "Gast7",
            "Q_u_i_n_tain",
            "TheAdmin",
            "siteadmin",
            "siteadmins",
            "Site-Adm1ns7",
            "Mods",
            "TheMods42",
            "the-moderator",
            "The_Moderators",
            "super-moderator",
            "ModTeam",
            "real_staff",
            "GameSupport",
            "my-quintain",
            "not-0fficial",
        ];
        for name in reserved {
            let refused = check_name(name);
            assert!(
                matches!(refused, Err(AuthError::ReservedName { .. })),
                "{name}: {refused:?}"
            );
        }
        for name in [
            "Ada",
            "Bob",
            "badminton",
            "Roots",
            "Madmind",
            "Modest",
            "Modigliani",
            "Komodo",
            "Commodore",
            "Falstaff",
            "unofficially",
            "Supporters-Club",
            "Guesthouse",
            "sue",
            "engineer",
            "xy",
        ] {
            assert!(check_name(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn names_are_short_and_ascii() {
        for name in [
            "",
            "a",
            "1a",
            "-a",
            "Аdа",
            "ada lovelace",
            "ad\u{200b}a",
            "a".repeat(21).as_str(),
        ] {
            assert!(!is_name(name), "{name:?}");
        }
        assert!(is_name(&"a".repeat(20)));
    }

    #[test]
    fn trivial_passwords_are_refused() {
        let trivial = [
            "password",
            "Password1",
            "passwort!",
            "PASSWORD123",
            "12345678",
            "87654321",
            "aaaaaaaa",
            "abababab",
            "abcabcabc",
            "qwertyui",
            "qwertzuiop",
            "abcdefgh",
            "adalovelace",
            "AdaLovelace1815",
            "ecalevolada",
            "iloveyou",
            "1q2w3e4r",
            "11112222",
            "letmein99",
            "        ",
            "hallo123",
            "1234567890",
            "adalovelaceadalovelace",
            "password password",
            "passwordpassword",
            "Password1 Password2",
            "hallo-hallo-hallo",
            "AdaLovelace AdaLovelace",
            "asdf asdf asdf",
        ];
        for password in trivial {
            let refused = check_password("AdaLovelace", password);
            assert!(
                matches!(refused, Err(AuthError::TrivialPassword)),
                "{password}: {refused:?}"
            );
        }
        for password in [
            "correct horse",
            "another horse",
            "wrong horse",
            "tr0ub4dor&3",
            "hallo 8342 hallo 9936",
            "pass the password",
            "ödipus-könig",
        ] {
            assert!(check_password("Ada", password).is_ok(), "{password}");
        }
        for password in ["", "short", "ä234567", "x".repeat(201).as_str()] {
            let refused = check_password("Ada", password);
            assert!(
                matches!(refused, Err(AuthError::InvalidPassword)),
                "{password}"
            );
        }
    }

    #[test]
    fn the_common_passwords_are_in_the_form_in_which_they_are_compared() {
        for line in COMMON_PASSWORDS.lines() {
            assert_eq!(line.trim().to_lowercase(), line);
            assert!(line.len() >= 4, "{line}");
        }
    }
}
