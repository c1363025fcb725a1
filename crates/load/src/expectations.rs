//! Expectations of the server: every step it sent, every move it acknowledged.

use crate::messages::{PlayedStep, Snapshot};
use crate::problem::Loss;
use quintain_rules::{Registry, record::Record};
use std::collections::BTreeMap;

/// A game as its players know it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expectation {
    /// The game's id.
    pub(crate) id: String,
    /// Steps that were sent, by ply.
    pub(crate) sent: BTreeMap<u32, String>,
    /// Moves that were acknowledged, by ply.
    pub(crate) acknowledged: BTreeMap<u32, String>,
}

impl Expectation {
    pub(crate) fn new(id: &str) -> Expectation {
        Expectation {
            id: id.to_owned(),
            ..Expectation::default()
        }
    }

    /// Where the server's game differs from what is expected.
    pub(crate) fn missing(&self, now: &Snapshot) -> Vec<Loss> {
        let step = |ply: u32| now.steps.iter().find(|played| played.ply == ply);
        let mut missing = Vec::new();
        for (&ply, text) in &self.sent {
            match step(ply) {
                Some(played) if played.step.text == *text => {}
                found => missing.push(self.describe("sent", ply, text, found)),
            }
        }
        for (&ply, text) in &self.acknowledged {
            match step(ply) {
                // A step is the move followed by what it reveals.
                Some(played) if played.step.text.starts_with(text.as_str()) => {}
                found => missing.push(self.describe("acknowledged", ply, text, found)),
            }
        }
        missing
    }

    fn describe(
        &self,
        how: &'static str,
        ply: u32,
        text: &str,
        found: Option<&PlayedStep>,
    ) -> Loss {
        Loss::Step {
            game: self.id.clone(),
            how,
            ply,
            text: text.to_owned(),
            found: found.map_or_else(|| "-".to_owned(), |played| played.step.text.clone()),
        }
    }
}

/// Checks that a record can be parsed and replayed, and has the steps of the game.
pub(crate) fn check_record(games: &Registry, text: &str, now: &Snapshot) -> Result<(), Loss> {
    let game = now.summary.id.clone();
    let record = match Record::parse(games, text) {
        Ok(record) => record,
        Err(error) => {
            let reason = error.to_string();
            return Err(Loss::Record { game, reason });
        }
    };
    let recorded = record.steps().iter().map(|step| &step.text);
    let played = now.steps.iter().map(|played| &played.step.text);
    // The game may have moved on between the two requests.
    if played
        .zip(recorded)
        .any(|(played, recorded)| played != recorded)
        || record.steps().len() < now.steps.len()
    {
        return Err(Loss::RecordSteps { game });
    }
    Ok(())
}

/// A time in which the server was down, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outage {
    pub(crate) from: i64,
    pub(crate) to: i64,
}

/// How much time a running clock has lost in the current turn beyond what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockLoss {
    /// When the turn started.
    pub(crate) turn_started_at: i64,
    /// How much, in milliseconds; negative if the player has gained time.
    pub(crate) millis: i64,
}

/// How much time the running clock has lost to outages in the current turn; `None` if no clock is
/// running or there was no outage in this turn.
pub(crate) fn clock_loss(now: &Snapshot, outages: &[Outage]) -> Option<ClockLoss> {
    let clocks = now.clocks.as_ref()?;
    let side = clocks.running?;
    let turn_started_at = now.steps.last()?.played_at;
    // The time of the side to move when its turn started: what it had left after its last step.
    let mut own = now.steps.iter().rev();
    let had = own.find(|played| played.step.side == side)?.remaining_ms?;
    let relevant = outages.iter().filter(|outage| outage.to > turn_started_at);
    let down = relevant.map(|outage| outage.to - outage.from.max(turn_started_at));
    let down = down.reduce(|sum, one| sum + one)?;
    let charged =
        i64::try_from(had).ok()? - i64::try_from(clocks.remaining_ms[side.index()]).ok()?;
    let millis = charged - (clocks.at - turn_started_at - down);
    Some(ClockLoss {
        turn_started_at,
        millis,
    })
}

#[cfg(test)]
mod tests {
    use super::{Expectation, Loss, Outage, check_record, clock_loss};
    use crate::messages::Snapshot;
    use quintain_rules::{Registry, record::Record};
    use serde_json::json;

    /// A game with two steps, in which it has been the first side's turn for ten seconds, with this
    /// much time left.
    fn game(remaining_ms: u64, steps: [&str; 2]) -> Snapshot {
        let step = |ply: u32, side: &str| {
            let text = steps[ply as usize - 1];
            json!({ "ply": ply, "played_at": ply * 1000, "remaining_ms": 60_000,
                    "step": { "side": side, "text": text } })
        };
        let game = json!({
            "summary": { "id": "one", "state": "running" },
            "view": { "turn": "first", "moves": [{ "text": "x" }] },
            "seq": 2,
            "steps": [step(1, "first"), step(2, "second")],
            "clocks": { "remaining_ms": [remaining_ms, 60_000], "running": "first", "at": 12_000 },
            "your_sides": [],
        });
        serde_json::from_value(game).expect("a snapshot")
    }

    #[test]
    fn a_lost_or_changed_step_is_noticed() {
        let now = game(50_000, ["a", "b!"]);
        let mut expected = Expectation::new("one");
        expected.acknowledged.insert(1, "a".into());
        expected.acknowledged.insert(2, "b".into());
        expected.sent.insert(2, "b!".into());
        assert_eq!(expected.missing(&now), []);
        expected.acknowledged.insert(3, "c".into());
        expected.sent.insert(2, "b?".into());
        let missing: Vec<String> = expected.missing(&now).iter().map(Loss::to_string).collect();
        assert_eq!(
            missing,
            [
                "game one: step 2 was sent as b?, now there is b!",
                "game one: step 3 was acknowledged as c, now there is -",
            ]
        );
    }

    #[test]
    fn a_record_with_other_steps_is_noticed() {
        let games = Registry::standard();
        for game_played in games.iter() {
            let mut record = Record::new(game_played.start(None).expect("the default board"));
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
                (half.clone(), "does not have the steps"),
                (whole.replacen('[', "(", 1), "is invalid"),
            ] {
                let error = check_record(&games, &text, &now)
                    .expect_err("it is wrong")
                    .to_string();
                assert!(error.contains(part), "{error}");
            }
            let other = game(50_000, [&first, "else"]);
            assert!(check_record(&games, &whole, &other).is_err());
        }
    }

    #[test]
    fn players_are_not_charged_for_outages() {
        let left = |remaining_ms| game(remaining_ms, ["a", "b"]);
        // Ten seconds have passed since the last step, and for four of them the server was down.
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
