//! Journals of games that are being played.
#![no_main]

use quintain_rules::{Registry, Side};
use quintain_table::{Action, Timestamp, replay};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let games = Registry::standard();
    let Ok((mut table, complete)) = replay(&games, "fuzz", text) else {
        return;
    };
    assert!(text[..complete].ends_with('\n'));
    // Looking at a table and acting on it is safe, whatever its setup claims.
    drop((table.view(), table.result(), table.flag_at()));
    if let Ok(record) = table.record() {
        quintain_fuzz::record(&record.to_string());
    }
    let now = Timestamp(table.changed_at().0.saturating_add(1_000));
    let moves = table.position().moves();
    for side in Side::BOTH {
        let plays = moves.first().map(Action::play);
        for action in plays.into_iter().chain([Action::Takeback, Action::Resign]) {
            if let Ok(entry) = table.clone().decide(side, &action, now) {
                table
                    .clone()
                    .apply(entry)
                    .expect("what was decided can happen");
            }
        }
    }
    if let Some(entry) = table.check_flag(now) {
        table
            .apply(entry)
            .expect("a flag that has fallen can end the game");
    }
});
