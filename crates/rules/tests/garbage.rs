//! Parsers against garbage: texts that are almost right, and texts that are not right at all. The
//! fuzz targets run the same checks guided by coverage; here they run everywhere.

#[expect(
    unreachable_pub,
    reason = "the fuzz targets use the same file as a library"
)]
#[path = "../../../fuzz/src/lib.rs"]
mod checks;

use proptest::prelude::*;
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::record::Record;
use quintain_rules::{Registry, Rng};

/// A game, one of its boards, and a position some random steps from the start.
fn played(seed: u64) -> (&'static dyn AnyGame, Record) {
    let mut rng = Rng::new(seed);
    let games: Vec<_> = Registry::standard().iter().collect();
    let game = *rng.choose(&games).expect("there are games");
    let size = rng.choose(game.info().sizes()).copied();
    let start = game.start(size).expect("a size of the game");
    let plies = rng.below(60);
    let mut record = Record::new(start.clone());
    for (ply, (step, _)) in rng.erased_playout(&*start).take(plies).enumerate() {
        record.play(&step).expect("a listed step");
        if ply % 7 == 3 {
            record.comment("{}\\ \"");
        }
    }
    (game, record)
}

/// A text with some characters taken out, put in, changed or doubled.
fn mutate(text: &str, edits: &[(usize, u8, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(place, kind, letter) in edits {
        let at = place % (letters.len() + 1);
        match kind % 4 {
            0 => letters.insert(at, letter),
            1 if at < letters.len() => drop(letters.remove(at)),
            2 if at < letters.len() => letters[at] = letter,
            3 if at < letters.len() => letters.insert(at, letters[at]),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(usize, u8, char)>> {
    let letters = "0123456789/ .-+#?*()[]{}\"\\,abcdefghijwWbBgGxXoOLCHlch place-wins\n\té∞";
    let letter = proptest::sample::select(letters.chars().collect::<Vec<_>>());
    proptest::collection::vec((0usize..4000, any::<u8>(), letter), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn positions_that_are_almost_right(seed: u64, edits in edits()) {
        let (game, record) = played(seed);
        checks::position(game, &mutate(&record.position().text(), &edits));
    }

    #[test]
    fn steps_that_are_almost_right(seed: u64, edits in edits(), pick: usize) {
        let (game, record) = played(seed);
        let events = record.start().events();
        let step = &events[pick % events.len()].text;
        checks::step(game, &record.start().text(), &mutate(step, &edits));
        checks::step(game, &record.position().text(), &mutate(step, &edits));
    }

    #[test]
    fn records_that_are_almost_right(seed: u64, edits in edits()) {
        let (_, record) = played(seed);
        checks::record(&mutate(&record.to_string(), &edits));
    }

    #[test]
    fn secrets_that_are_almost_right(seed: u64, edits in edits(), index: u64) {
        let (_, record) = played(seed);
        let referee = record.start().referee(index);
        checks::secret(record.start(), &mutate(referee.secret(), &edits));
    }

    #[test]
    fn texts_that_are_not_right_at_all(text: String, seed: u64) {
        let (game, record) = played(seed);
        checks::position(game, &text);
        checks::step(game, &record.position().text(), &text);
        checks::secret(record.start(), &text);
        checks::record(&text);
        checks::format(&text);
        prop_assert!(checks::game_and_rest(text.as_bytes()).is_none());
    }

    #[test]
    fn records_disclose_their_secret_at_the_end(seed: u64, index: u64) {
        let (_, record) = played(seed);
        let start: &dyn AnyPosition = record.start();
        let mut referee = start.referee(index);
        let mut record = Record::new(start.boxed_clone());
        let mut rng = Rng::new(seed);
        for _ in 0..40 {
            let moves = referee.position().moves();
            let Some(mv) = rng.choose(&moves) else { break };
            let step = referee.play(mv).expect("a listed move").text;
            record.play(&step).expect("a referee's step is possible");
        }
        record.disclose_secret(referee.secret()).expect("the secret agrees with the game");
        prop_assert_eq!(record.position().text(), referee.position().text());
        checks::record(&record.to_string());
    }
}
