//! What the server has promised: every step it told, every move it acknowledged.

use crate::messages::Snapshot;
use quintain_rules::{Registry, record::Record};
use std::collections::BTreeMap;

/// A game as its players know it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Promised {
    /// The game's id.
    pub(crate) id: String,
    /// Steps that were told, by ply.
    pub(crate) told: BTreeMap<u32, String>,
    /// Moves that were acknowledged, by ply.
    pub(crate) done: BTreeMap<u32, String>,
}

impl Promised {
    pub(crate) fn new(id: &str) -> Promised {
        Promised {
            id: id.to_owned(),
            ..Promised::default()
        }
    }

    /// What of it is missing in the game as the server has it now.
    pub(crate) fn missing(&self, now: &Snapshot) -> Vec<String> {
        let step = |ply: u32| now.steps.iter().find(|played| played.ply == ply);
        let mut missing = Vec::new();
        for (&ply, text) in &self.told {
            match step(ply) {
                Some(played) if played.step.text == *text => {}
                found => missing.push(self.lost("told", ply, text, found)),
            }
        }
        for (&ply, text) in &self.done {
            match step(ply) {
                // What a move reveals follows it.
                Some(played) if played.step.text.starts_with(text.as_str()) => {}
                found => missing.push(self.lost("acknowledged", ply, text, found)),
            }
        }
        missing
    }

    fn lost(
        &self,
        what: &str,
        ply: u32,
        text: &str,
        found: Option<&crate::messages::Played>,
    ) -> String {
        let found = found.map_or("nothing", |played| &played.step.text);
        let id = &self.id;
        format!("game {id}: step {ply} was {what} as {text}, now there is {found}")
    }
}

/// Whether a record reads back, replays, and has the steps that the server tells.
pub(crate) fn check_record(games: &Registry, text: &str, now: &Snapshot) -> Result<(), String> {
    let id = &now.summary.id;
    let record = Record::parse(games, text)
        .map_err(|error| format!("game {id}: its record is not right: {error}"))?;
    let recorded = record.steps().iter().map(|step| &step.text);
    let told = now.steps.iter().map(|played| &played.step.text);
    // The game may have gone on between the two requests.
    if told
        .clone()
        .zip(recorded)
        .any(|(told, recorded)| told != recorded)
        || record.steps().len() < now.steps.len()
    {
        return Err(format!(
            "game {id}: its record has other steps than the game itself"
        ));
    }
    Ok(())
}

/// A time in which the server was away, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outage {
    pub(crate) from: i64,
    pub(crate) to: i64,
}

/// How much too much a running clock has lost in its present turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lost {
    /// When the turn began.
    pub(crate) since: i64,
    /// How much, in milliseconds; less than nothing if the player has gained.
    pub(crate) millis: i64,
}

/// How much too much the running clock has lost by all outages in the present turn; nothing if
/// no clock runs or there was no outage in this turn.
pub(crate) fn clock_loss(now: &Snapshot, outages: &[Outage]) -> Option<Lost> {
    let clocks = now.clocks.as_ref()?;
    let side = clocks.running?;
    let since = now.steps.last()?.at;
    // What the side to move had when its turn began: what its own last step had left it.
    let mut own = now.steps.iter().rev();
    let had = own.find(|played| played.step.side == side)?.left?;
    let concerned = outages.iter().filter(|outage| outage.to > since);
    let away = concerned.map(|outage| outage.to - outage.from.max(since));
    let away = away.reduce(|sum, one| sum + one)?;
    let charged = i64::try_from(had).ok()? - i64::try_from(clocks.left[side.index()]).ok()?;
    let millis = charged - (clocks.at - since - away);
    Some(Lost { since, millis })
}

#[cfg(test)]
mod tests {
    use super::{Outage, Promised, check_record, clock_loss};
    use crate::messages::Snapshot;
    use quintain_rules::{Registry, record::Record};
    use serde_json::json;

    /// A game with two steps, the first side to move since ten seconds, with so much left.
    fn game(left: u64, steps: [&str; 2]) -> Snapshot {
        let step = |ply: u32, side: &str| {
            let text = steps[ply as usize - 1];
            json!({ "ply": ply, "at": ply * 1000, "left": 60_000,
                    "step": { "side": side, "text": text } })
        };
        let game = json!({
            "summary": { "id": "one", "state": "running" },
            "view": { "turn": "first", "moves": [{ "text": "x" }] },
            "seq": 2,
            "steps": [step(1, "first"), step(2, "second")],
            "clocks": { "left": [left, 60_000], "running": "first", "at": 12_000 },
            "yours": [],
        });
        serde_json::from_value(game).expect("a snapshot")
    }

    #[test]
    fn a_lost_or_changed_step_is_noticed() {
        let now = game(50_000, ["a", "b!"]);
        let mut promised = Promised::new("one");
        promised.done.insert(1, "a".into());
        promised.done.insert(2, "b".into());
        promised.told.insert(2, "b!".into());
        assert_eq!(promised.missing(&now), Vec::<String>::new());
        promised.done.insert(3, "c".into());
        promised.told.insert(2, "b?".into());
        let missing = promised.missing(&now);
        assert_eq!(
            missing,
            [
                "game one: step 2 was told as b?, now there is b!",
                "game one: step 3 was acknowledged as c, now there is nothing",
            ]
        );
    }

    #[test]
    fn a_record_with_other_steps_is_noticed() {
        let games = Registry::standard();
        for game_played in games.iter() {
            let mut record = Record::new(game_played.start(None).expect("the usual board"));
            let mut play = || {
                let events = record.position().events();
                let text = events.first().expect("a step").text.clone();
                record.play(&text).expect("legal");
                (text, record.to_string())
            };
            let (first, half) = play();
            let (second, whole) = play();
            let now = game(50_000, [&first, &second]);
            assert_eq!(check_record(&games, &whole, &now), Ok(()));
            for (text, part) in [
                (half.clone(), "other steps"),
                (whole.replacen('[', "(", 1), "not right"),
            ] {
                let said = check_record(&games, &text, &now).expect_err("it is wrong");
                assert!(said.contains(part), "{said}");
            }
            let other = game(50_000, [&first, "else"]);
            assert!(check_record(&games, &whole, &other).is_err());
        }
    }

    #[test]
    fn the_time_of_an_outage_is_not_the_players() {
        let left = |left| game(left, ["a", "b"]);
        // Ten seconds have passed since the last step, four of them without a server.
        let outage = Outage {
            from: 4000,
            to: 8000,
        };
        let loss = |now, outages: &[Outage]| Some(clock_loss(&left(now), outages)?.millis);
        assert_eq!(loss(54_000, &[outage]), Some(0));
        assert_eq!(loss(53_200, &[outage]), Some(800));
        assert_eq!(loss(50_000, &[outage]), Some(4000));
        let before_the_turn = Outage {
            from: 500,
            to: 1500,
        };
        assert_eq!(loss(53_200, &[before_the_turn, outage]), Some(800));
        assert_eq!(loss(53_200, &[before_the_turn]), None);
        let second = Outage {
            from: 9000,
            to: 11_000,
        };
        assert_eq!(loss(55_000, &[outage, second]), Some(1000));
    }
}
