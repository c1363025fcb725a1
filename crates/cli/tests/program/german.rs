//! The program in German: chosen by an option or by the environment.

use crate::{PROGRAM, fails, json, prints, quintain};
use std::process::Command;

/// What a command prints on stdout and stderr with a locale.
fn in_locale(variables: &[(&str, &str)], args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(PROGRAM);
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    let output = command
        .args(args)
        .envs(variables.iter().copied())
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    (output.status.code(), out, err)
}

#[test]
fn the_language_is_chosen_by_option_and_environment() {
    let german = "Sight. Brett: 5 mal 5; Größen 3, 5, 7 und 9.";
    assert!(prints(&["--lang", "de", "games"]).contains(german));
    assert!(prints(&["games", "--lang=de"]).contains(german));
    for variables in [
        &[("LANG", "de_DE.UTF-8")][..],
        &[("LC_MESSAGES", "de_AT"), ("LANG", "en_US.UTF-8")],
        &[("LC_ALL", "de"), ("LANG", "C")],
    ] {
        let (_, out, _) = in_locale(variables, &["games"]);
        assert!(out.contains(german), "{variables:?}: {out}");
    }
    let (_, out, _) = in_locale(&[("LANG", "de_DE.UTF-8")], &["games", "--lang", "en"]);
    assert!(out.contains("Sight. Board: 5 by 5"), "{out}");
    let (_, out, _) = in_locale(&[("LANG", "fr_FR.UTF-8")], &["games"]);
    assert!(out.contains("Sight. Board: 5 by 5"), "{out}");
}

#[test]
fn a_language_that_does_not_exist_is_rejected_with_those_that_do() {
    assert_eq!(
        fails(2, &["games", "--lang", "tlh"]),
        "error: invalid value 'tlh' for '--lang <CODE>'\n  [possible values: de, en]\n\n\
         For more information, try '--help'.\n"
    );
}

#[test]
fn errors_are_german() {
    for (status, args, text) in [
        (
            1,
            &["moves", "sight", "--position", "nowhere"][..],
            "quintain: die Stellung hat 1 durch Leerzeichen getrenntes Feld",
        ),
        (
            1,
            &["convert", "no/such/file"],
            "quintain: no/such/file: die Datei oder das Verzeichnis gibt es nicht\n",
        ),
        (
            1,
            &["analyse", "knights-duel", "--position", "3B/1x2/2x1/W3 w"],
            "quintain: hier gibt es nichts zu analysieren: Spieler 1 hat keinen erlaubten Zug mehr. \
             Spieler 2 gewinnt.\n",
        ),
        (
            2,
            &["moves", "sight", "--size", "4"],
            "Fehler: Sight hat kein Brett der Größe 4; es gibt die Größen 3, 5, 7 und 9\n\n\
             Aufruf: quintain moves [OPTIONS] <GAME> [STEP]...\n\nMehr dazu mit „--help“.\n",
        ),
        (
            2,
            &["moves", "chess"],
            "Fehler: ungültiger Wert „chess“ für „<GAME>“\n  [mögliche Werte: catapult, ",
        ),
        (
            2,
            &["perft", "sight", "201"],
            "Fehler: ungültiger Wert „201“ für „<DEPTH>“: 201 ist keine Zahl von 0 bis 200\n",
        ),
        (
            2,
            &["perft", "sight"],
            "Fehler: diese Argumente fehlen:\n  <DEPTH>\n\nAufruf: ",
        ),
        (
            2,
            &["analyse", "sight", "--time", "bald"],
            "für „--time <TIME>“: \"bald\" ist keine Dauer wie 100ms",
        ),
        (
            2,
            &["gmaes"],
            "Fehler: den Befehl „gmaes“ gibt es nicht\n\n  Tipp: es gibt ",
        ),
    ] {
        let output = quintain(&[&["--lang", "de"], args].concat());
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!(output.status.code(), Some(status), "{args:?}: {err}");
        assert!(err.contains(text), "{args:?}: {err}");
    }
}

#[test]
fn result_lines_and_json_are_the_same_in_every_language() {
    let german = |args: &[&str]| prints(&[args, &["--lang", "de"]].concat());
    let stuck = ["status", "knights-duel", "--position", "3B/1x2/2x1/W3 w"];
    assert_eq!(
        german(&stuck),
        "Spieler 1 hat keinen erlaubten Zug mehr. Spieler 2 gewinnt.\nsecond won\n"
    );
    assert_eq!(german(&["perft", "sight", "1"]).lines().last(), Some("25"));
    let solved = german(&["solve", "sight", "--size", "3", "--hash", "1"]);
    assert!(solved.ends_with("first wins with b2\n"), "{solved}");
    let analysed = german(&["analyse", "sight", "--size", "3", "--depth", "2"]);
    assert!(analysed.contains("best move: "), "{analysed}");
    let args = ["show", "knights-duel", "--size", "4", "(2,3)"];
    let in_german = json(&[&args[..], &["--lang", "de"]].concat());
    assert_eq!(in_german, json(&args));
    assert_eq!(in_german["steps"][0]["caption"][0]["args"]["side"], "first");
}

#[test]
fn rules_are_german() {
    for game in quintain_rules::Registry::standard().iter() {
        let id = game.info().id;
        let german = prints(&["rules", id, "--lang", "de"]);
        assert_ne!(german, prints(&["rules", id]), "{id}");
        assert!(german.contains(" und "), "{id}: {german}");
    }
}
