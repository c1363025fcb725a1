//! Journals.

use super::*;
use crate::{Journal, JournalError};

#[test]
fn a_journal_survives_an_incomplete_last_line() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("torn.journal");
    let mut table = duel(|_| {});
    let mut journal = Journal::create(&path, table.setup()).expect("a new file");
    for (side, text) in [(First, "(2,3)"), (Second, "(4,3)")] {
        let entry = table
            .decide(side, &mv(text), Timestamp(5_000))
            .expect("legal");
        journal.append(&entry).expect("written");
        table.apply(entry).expect("decided");
    }
    let busy = Journal::open(&path, &games()).map(drop);
    assert!(matches!(busy, Err(JournalError::InUse { .. })), "{busy:?}");
    drop(journal);
    let complete = std::fs::read_to_string(&path).expect("there");
    for cut in 1..40 {
        std::fs::write(&path, &complete[..complete.len() - cut]).expect("written");
        let (_, read) = Journal::open(&path, &games()).expect("still a game");
        assert_eq!(read.steps().len(), 1, "{cut} bytes torn off");
    }
    // What was torn off is gone, and the game continues after the rest.
    let (mut journal, mut read) = Journal::open(&path, &games()).expect("still a game");
    let entry = read
        .decide(Second, &mv("(4,3)"), Timestamp(6_000))
        .expect("legal");
    journal.append(&entry).expect("written");
    read.apply(entry).expect("decided");
    drop(journal);
    let (journal, again) = Journal::open(&path, &games()).expect("a game");
    assert_eq!(again.position().text(), read.position().text());
    journal.remove().expect("removed");
    assert!(!path.exists());
}

#[test]
fn an_invalid_journal_is_rejected_with_line_and_reason() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("wrong.journal");
    let table = duel(|_| {});
    let setup = serde_json::to_string(table.setup()).expect("plain data");
    for (text, line, reason) in [
        (String::new(), 1, "no game"),
        ("hello\n".into(), 1, "not an entry"),
        (format!("{setup}\nhello\n"), 2, "not an entry"),
        (setup.replace("knights-duel", "chess") + "\n", 1, "chess"),
        (
            format!(
                "{setup}\n{{\"seq\":0,\"at\":9000,\"event\":{{\"kind\":\"step\",\"text\":\"(9,9)\"}}}}\n"
            ),
            2,
            "(9,9)",
        ),
    ] {
        std::fs::write(&path, &text).expect("written");
        let error = Journal::open(&path, &games())
            .map(drop)
            .expect_err("rejected");
        let message = error.to_string();
        assert!(message.contains(&format!("line {line}")), "{message}");
        assert!(message.contains(reason), "{message}");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
    }
}

#[test]
fn a_directory_a_device_or_a_huge_file_is_not_read_as_a_journal() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let huge = dir.path().join("huge.journal");
    let file = std::fs::File::create(&huge).expect("created");
    // Without content of its own it takes no space on the disk.
    file.set_len(crate::MAX_JOURNAL_BYTES + 1)
        .expect("made larger");
    let error = |path: &std::path::Path| match Journal::open(path, &games()) {
        Ok(_) => panic!("{} was read", path.display()),
        Err(error) => error,
    };
    assert!(matches!(
        error(&huge),
        JournalError::TooLarge { mib: 64, .. }
    ));
    assert!(matches!(error(dir.path()), JournalError::NotAFile { .. }));
    if cfg!(unix) {
        for device in ["/dev/zero", "/dev/full"] {
            let device = std::path::Path::new(device);
            assert!(matches!(error(device), JournalError::NotAFile { .. }));
        }
    }
}

/// Numbers that are almost right are where clocks and counters overflow.
#[test]
fn no_journal_that_is_almost_right_makes_the_table_panic() {
    let mut table = duel(|setup| setup.time_control = "1m+2s".parse().expect("a time control"));
    let mut lines = vec![serde_json::to_string(table.setup()).expect("plain data")];
    let script = [
        (First, mv("(2,3)")),
        (Second, mv("(4,3)")),
        (First, Action::OfferDraw),
        (First, mv("(1,5)")),
        (Second, Action::Takeback),
        (Second, mv("(3,4)")),
    ];
    for (second, (side, action)) in (2..).zip(script) {
        let entry = act(&mut table, side, &action, second * 1_000).expect("allowed");
        lines.push(serde_json::to_string(&entry).expect("plain data"));
    }
    let pause = table.pause(Timestamp(8_000), Timestamp(9_000));
    lines.push(serde_json::to_string(&pause).expect("plain data"));
    let text = lines.join("\n") + "\n";
    assert!(crate::replay(&games(), "sound", &text).is_ok());
    let mut rng = quintain_rules::Rng::new(7);
    let pieces = [
        "0",
        "9",
        "18446744073709551615",
        "-1",
        "null",
        "\"",
        "}",
        "\n",
        "w",
        "(2,3)",
    ];
    for _ in 0..3_000 {
        let mut broken = text.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(broken.len() + 1);
            let end = (at + rng.below(6)).min(broken.len());
            if broken.is_char_boundary(at) && broken.is_char_boundary(end) {
                broken.replace_range(at..end, pieces[rng.below(pieces.len())]);
            }
        }
        if let Ok((table, complete)) = crate::replay(&games(), "broken", &broken) {
            assert!(complete <= broken.len());
            // Whatever the setup claims, looking at the table is safe.
            drop((table.view(), table.record(), table.flag_at()));
            drop(table.check_takeback(First));
        }
    }
}
