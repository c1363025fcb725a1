//! Files of games that networks are trained on.
#![no_main]

use quintain_rules::Registry;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_training::games_file::{PlayedGame, parse_games};
use std::path::Path;

struct Games<'a>(&'a [u8]);

impl Visitor for Games<'_> {
    type Output = ();

    fn visit<P: Describe>(self) {
        let Some(games) = read::<P>(self.0) else {
            return;
        };
        // Whatever is accepted is read again as it was written.
        let head = self.0.split_inclusive(|&byte| byte == b'\n').next();
        let mut again = head.expect("a first line").to_vec();
        again.extend(games.iter().flatten());
        assert_eq!(read::<P>(&again), Some(games));
    }
}

/// The games of a file, each as it would be written.
fn read<P: Describe>(file: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut games = Vec::new();
    let add = |game: PlayedGame<P>| games.push(game.to_bytes());
    parse_games(Path::new("games"), file, add).ok()?;
    Some(games)
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for game in Registry::standard().iter() {
        dispatch(game.info().id, Games(bytes));
    }
});
