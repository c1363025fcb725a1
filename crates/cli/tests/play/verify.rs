//! Records that prove what was hidden, and records that do not.

use crate::common::{Home, TWO};

/// A saved record of a finished game with a secret.
fn played(home: &Home) -> String {
    let args = [
        &["incognito", "--seed", "3", "--save", "game.txt"],
        TWO.as_slice(),
    ]
    .concat();
    home.play(&args, &["resign"]);
    home.read("game.txt")
}

#[test]
fn a_record_proves_its_secret() {
    let home = Home::new();
    let record = played(&home);
    let (status, out, err) = home.run(&["verify", "game.txt"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        out.starts_with("Incognito, 0 steps: every step is legal.\n"),
        "{out}"
    );
    assert!(out.contains("and the commitment in the record\n"), "{out}");
    let (status, from_pipe, _) = home.run(&["verify", "-"], &record);
    assert_eq!((status, from_pipe), (0, out));
    let (status, json, _) = home.run(&["verify", "game.txt", "--json"], "");
    assert_eq!(status, 0);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let commitment = json[0]["commitment"].as_str().expect("a commitment");
    assert!(
        record.contains(&format!("[Commitment \"{commitment}\"]")),
        "{record}"
    );
    assert_eq!(json[0]["game"], "incognito");
}

#[test]
fn verifying_an_unfinished_game_says_what_can_be_checked_and_what_cannot() {
    let home = Home::new();
    let args = [&["incognito", "--seed", "3"], TWO.as_slice()].concat();
    home.play(&args, &["moves", "save game.txt"]);
    let record = home.read("game.txt");
    assert!(
        record.contains("[Commitment ") && !record.contains("[Salt "),
        "{record}"
    );
    let (status, out, err) = home.run(&["verify", "game.txt"], "");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert!(
        out.contains("every step is legal.\nThe game is not over"),
        "{out}"
    );
    let (status, json, _) = home.run(&["verify", "game.txt", "--json"], "");
    assert_eq!(status, 0);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json[0]["sealed"], &json[0]["secret"]),
        (&true.into(), &().into())
    );
    // A game that is over has no reason to keep its secret.
    let over = record.replace("\n*", "\n1-0");
    let over = over.replacen("]\n", "]\n[Termination \"resignation\"]\n", 1);
    let (status, _, err) = home.run(&["verify", "-"], &over);
    assert_eq!(status, 1, "{err}");
    assert!(err.contains("Salt"), "{err}");
}

#[test]
fn a_record_that_was_tampered_with_proves_nothing() {
    let home = Home::new();
    let record = played(&home);
    let header = |name: &str| {
        let line = record
            .lines()
            .find(|line| line.starts_with(&format!("[{name} ")));
        line.unwrap_or_else(|| panic!("no {name} in\n{record}"))
            .to_owned()
    };
    let other_secret = if header("Secret").contains("c1") {
        "d1 b5"
    } else {
        "c1 b5"
    };
    let cases = [
        (
            header("Secret"),
            format!("[Secret \"{other_secret}\"]"),
            "but salt and secret give",
        ),
        (
            header("Salt"),
            "[Salt \"00\"]".into(),
            "but salt and secret give",
        ),
        (
            header("Commitment"),
            "[Commitment \"00\"]".into(),
            "the commitment is 00",
        ),
        (
            header("Commitment"),
            String::new(),
            "the record has no Commitment",
        ),
        (header("Salt"), String::new(), "the record has no Salt"),
        (header("Secret"), String::new(), "the record has no Secret"),
        (header("Secret"), "[Secret \"e5 e5\"]".into(), "line "),
        (
            header("Game"),
            "[Game \"chess\"]".into(),
            "there is no game \"chess\"",
        ),
    ];
    for (old, new, reason) in cases {
        std::fs::write(home.file("bad.txt"), record.replace(&old, &new)).expect("written");
        let (status, out, err) = home.run(&["verify", "bad.txt"], "");
        assert_eq!((status, out.as_str()), (1, ""), "{old} -> {new}: {err}");
        assert!(
            err.starts_with("quintain: bad.txt: ") && err.contains(reason),
            "{err}"
        );
    }
}

#[test]
fn games_without_secrets_are_checked_by_their_steps() {
    let home = Home::new();
    let verify = |record: &str| home.run(&["verify", "-"], record);
    let (status, out, _) = verify("[Game \"sight\"]\n\n1. c3 a1\n*\n[Game \"sight\"]\n\n*\n");
    assert_eq!(status, 0);
    assert!(
        out.starts_with("Sight, 2 steps: every step is legal.\nNothing is hidden"),
        "{out}"
    );
    assert!(out.contains("Sight, 0 steps"), "{out}");
    let (status, _, err) = verify("[Game \"sight\"]\n\n1. c3 c3\n*\n");
    assert_eq!(status, 1);
    assert!(err.contains("line 3, column 7: c3 is not legal"), "{err}");
    let (status, _, err) = verify("");
    assert_eq!(
        (status, err.as_str()),
        (1, "quintain: -: the file contains no game\n")
    );
}
