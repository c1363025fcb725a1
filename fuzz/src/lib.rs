//! What must hold for every text that a parser accepts.

use quintain_rules::Registry;
use quintain_rules::draft::{compose, draft_of};
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::record::{Import, Record};
use quintain_rules::view::Describe;

/// Splits an input into a game (its first line) and the rest.
pub fn game_and_rest(input: &[u8]) -> Option<(&'static dyn AnyGame, &str)> {
    let (id, rest) = std::str::from_utf8(input).ok()?.split_once('\n')?;
    Some((Registry::standard().get(id).ok()?, rest))
}

struct Parse<'a>(&'a str);

impl Visitor for Parse<'_> {
    type Output = ();

    fn visit<P: Describe>(self) {
        let Ok(position) = self.0.parse::<P>() else {
            return;
        };
        let text = position.to_string();
        assert_eq!(
            text.parse::<P>(),
            Ok(position),
            "{text} does not parse back"
        );
        // Its draft composes to the same text.
        assert_eq!(compose::<P>(&draft_of(&position)).as_ref(), Ok(&text));
        assert_eq!(position.zobrist(), position.compute_zobrist());
        assert_eq!(position.count_moves(), position.moves().len() as u64);
        assert_eq!(position.has_move(), position.winner().is_none());
        let mut steps = 0;
        position.visit_steps(|step| {
            steps += 1;
            let mut next = position;
            next.play(step).expect("a listed step can be played");
            assert_eq!(next.zobrist(), next.compute_zobrist());
            let text = next.to_string();
            assert_eq!(text.parse::<P>(), Ok(next), "{text} does not parse back");
        });
        assert_eq!(position.count_steps(), steps);
    }
}

/// A position string: if it is accepted, it parses back, and so does every position it leads to.
pub fn position(game: &dyn AnyGame, text: &str) {
    dispatch(game.info().id, Parse(text));
}

/// A step in a position: accepted exactly if it is listed.
pub fn step(game: &dyn AnyGame, position: &str, step: &str) {
    let Ok(mut position) = game.parse(position) else {
        return;
    };
    let before: Vec<String> = position
        .events()
        .into_iter()
        .map(|event| event.text)
        .collect();
    let text = position.text();
    match position.play(step) {
        Ok(view) => assert!(before.contains(&view.text), "{} is not listed", view.text),
        Err(_) => {
            assert_eq!(position.text(), text, "a refused step changed the position");
            assert!(
                !before.iter().any(|listed| listed == step),
                "{step} is listed but refused"
            );
        }
    }
}

/// A secret of a position: if it is accepted, it parses back.
pub fn secret(position: &dyn AnyPosition, secret: &str) {
    let Ok(referee) = position.referee_from(secret) else {
        return;
    };
    let again = position
        .referee_from(referee.secret())
        .expect("a secret parses back");
    assert_eq!(again.secret(), referee.secret());
}

/// Records: what is accepted parses back, and is written the same the second time.
pub fn record(text: &str) {
    let registry = Registry::standard();
    let Ok(records) = Record::parse_all(&registry, text) else {
        return;
    };
    for record in records {
        let written = record.to_string();
        let again = Record::parse(&registry, &written).expect("a written record parses back");
        assert_eq!(again, record);
        assert_eq!(again.to_string(), written);
    }
}

/// Files in a game's own format: what is accepted converts to a record and back.
pub fn format(text: &str) {
    for format in Registry::standard().iter().flat_map(AnyGame::formats) {
        let Ok(Import { record, .. }) = (format.parse)(text) else {
            continue;
        };
        self::record(&record.to_string());
        let written = (format.write)(&record).expect("what was read can be written");
        let again = (format.parse)(&written).expect("what was written can be read");
        assert_eq!((again.record, again.warnings), (record, Vec::new()));
    }
}
