//! The results of a match as text and as JSON. Programs read the text, so it is the same in every
//! language.

use super::saved::Fault;
use quintain_engine::arena::{Elo, Pentanomial, Results, Sprt, SprtStatus, Standings, Tally};
use serde_json::{Value, json};

/// How many faults are listed.
pub(super) const MAX_LISTED_FAULTS: usize = 100;

/// A sequential test and how far it has got.
#[derive(Clone, Copy, Debug)]
pub(super) struct SprtProgress {
    pub(super) test: Sprt,
    /// Once decided, it stays decided: games that end after that do not reopen it.
    verdict: SprtStatus,
    llr: f64,
}

impl SprtProgress {
    pub(super) fn new(test: Sprt) -> Self {
        SprtProgress {
            test,
            verdict: SprtStatus::Continue,
            llr: 0.0,
        }
    }

    /// Takes the pairs so far into account.
    pub(super) fn update(&mut self, pairs: Pentanomial) {
        if !self.is_decided() {
            self.llr = self.test.llr(pairs);
            self.verdict = self.test.status(pairs);
        }
    }

    pub(super) fn is_decided(&self) -> bool {
        self.verdict != SprtStatus::Continue
    }

    fn text(&self) -> String {
        let (llr, verdict) = (self.llr, self.verdict.as_str());
        let llr = signed(llr, 2);
        format!("SPRT {llr} of {:.2}: {verdict}", Sprt::BOUND)
    }

    fn json(&self) -> Value {
        json!({ "elo0": self.test.elo0, "elo1": self.test.elo1, "llr": self.llr + 0.0,
                "bound": Sprt::BOUND, "verdict": self.verdict.as_str() })
    }
}

/// A number with a sign, but never a negative zero.
fn signed(number: f64, decimals: usize) -> String {
    let text = format!("{number:+.decimals$}");
    let is_zero = !text.contains(|letter: char| ('1'..='9').contains(&letter));
    if is_zero && number.is_finite() {
        text.replace('-', "+")
    } else {
        text
    }
}

fn elo_text(elo: Option<Elo>) -> String {
    match elo {
        Some(Elo {
            estimate,
            low,
            high,
        }) => {
            let [estimate, low, high] = [estimate, low, high].map(|number| signed(number, 0));
            format!("{estimate} ({low} to {high})")
        }
        None => "?".to_owned(),
    }
}

/// The results of a match of two in one line.
pub(super) fn line(results: Results, sprt: Option<&SprtProgress>) -> String {
    let Tally {
        wins,
        draws,
        losses,
    } = results.tally;
    let mut text = format!(
        "{} games: +{wins} ={draws} -{losses}, {:.1} %",
        results.tally.games(),
        100.0 * results.tally.score()
    );
    if results.pairs.pairs() > 0 {
        let [a, b, c, d, e] = results.pairs.0;
        let elo = elo_text(results.pairs.elo());
        text += &format!(", Elo {elo}, pairs {a} {b} {c} {d} {e}");
    }
    if let Some(sprt) = sprt {
        text += &format!(", {}", sprt.text());
    }
    text
}

/// The results of all players and a cross table: in row and column, the points of the one against
/// the other.
pub(super) fn table(standings: &Standings, names: &[String]) -> String {
    let ranking = standings.ranking();
    let width = |text: &str| text.chars().count();
    let heads = names.iter().map(String::as_str).chain(["player"]);
    let name_width = heads.map(width).max().unwrap_or(0);
    let mut rows = Vec::new();
    for &player in &ranking {
        let results = standings.player(player);
        let points = |&opponent: &usize| match standings.against(player, opponent) {
            Some(results) => format!("{:.1}", results.tally.points()),
            None => "-".to_owned(),
        };
        let mut row = vec![
            results.tally.games().to_string(),
            format!("{:.1}", results.tally.points()),
            format!("{:.1} %", 100.0 * results.tally.score()),
            elo_text(results.pairs.elo()),
        ];
        row.extend(ranking.iter().map(points));
        rows.push(row);
    }
    let mut head: Vec<String> = ["games", "points", "score", "Elo"]
        .map(str::to_owned)
        .into();
    head.extend((1..=ranking.len()).map(|rank| rank.to_string()));
    let columns = 0..head.len();
    let widths: Vec<usize> = columns
        .map(|column| {
            let cells = rows.iter().chain([&head]).map(|row| width(&row[column]));
            cells.max().unwrap_or(0)
        })
        .collect();
    let cells = |row: &[String]| {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, &width)| format!("  {cell:>width$}"));
        cells.collect::<String>()
    };
    let mut text = format!("    {:name_width$}{}\n", "player", cells(&head));
    for ((rank, row), &player) in (1..).zip(&rows).zip(&ranking) {
        let name = &names[player];
        text += &format!("{rank:>3} {name:name_width$}{}\n", cells(row));
    }
    text
}

/// The faults: how many by player and kind, and the first ones.
pub(super) fn faults(standings: &Standings, names: &[String], listed: &[Fault]) -> String {
    let mut text = String::new();
    for (player, name) in names.iter().enumerate() {
        let faults = standings.faults(player).filter(|&(_, count)| count > 0);
        let kinds: Vec<String> = faults
            .map(|(kind, count)| format!("{} {count}", kind.as_str()))
            .collect();
        if !kinds.is_empty() {
            text += &format!("faults of {name}: {}\n", kinds.join(", "));
        }
    }
    for fault in listed {
        text += &fault_line(fault);
        text.push('\n');
    }
    text
}

/// A fault in one line.
pub(super) fn fault_line(fault: &Fault) -> String {
    let Fault {
        game,
        player,
        side,
        kind,
        reason,
        position,
    } = fault;
    format!("fault: game {game}, {player} ({side}), {kind}: {reason}; {position}")
}

/// A number for JSON: infinite ones are `null`.
fn finite(number: f64) -> Option<f64> {
    // Adding 0 makes a negative zero positive.
    Some(number + 0.0).filter(|number| number.is_finite())
}

/// Results as JSON.
fn results_json(results: Results) -> Value {
    let Results { tally, pairs } = results;
    let elo = pairs.elo();
    let bound = |of: fn(Elo) -> f64| elo.map(of).and_then(finite);
    json!({ "games": tally.games(), "wins": tally.wins, "draws": tally.draws,
            "losses": tally.losses, "score": tally.score(), "pairs": pairs.0,
            "elo": bound(|elo| elo.estimate), "elo_from": bound(|elo| elo.low),
            "elo_to": bound(|elo| elo.high) })
}

/// Adds a field to an object.
fn with(mut object: Value, name: &str, value: Value) -> Value {
    object[name] = value;
    object
}

/// The whole result as JSON.
pub(super) fn json(
    standings: &Standings,
    names: &[String],
    sprt: Option<&SprtProgress>,
    listed: &[Fault],
) -> Value {
    let players = names.iter().enumerate().map(|(player, name)| {
        let faults = standings.faults(player);
        let faults: serde_json::Map<String, Value> = faults
            .map(|(kind, count)| (kind.as_str().to_owned(), count.into()))
            .collect();
        let results = results_json(standings.player(player));
        with(with(results, "name", json!(name)), "faults", faults.into())
    });
    let pairings = standings.schedule().pairings().iter().enumerate();
    let pairings: Vec<Value> = pairings
        .map(|(index, &[a, b])| {
            let results = results_json(standings.pairing(index));
            with(results, "players", json!([names[a], names[b]]))
        })
        .collect();
    let mut json = results_json(standings.player(0));
    for (name, value) in [
        ("players", players.collect()),
        ("pairings", pairings.into()),
        ("sprt", sprt.map_or(Value::Null, SprtProgress::json)),
        ("fault_count", standings.fault_count().into()),
        ("faults", json!(listed)),
    ] {
        json[name] = value;
    }
    json
}

#[cfg(test)]
mod tests {
    use super::{SprtProgress, faults, json, line, signed, table};
    use quintain_engine::arena::{
        Ending, Pentanomial, Points, Schedule, Sprt, Standings, Tournament,
    };

    #[test]
    fn no_number_is_a_negative_zero() {
        for (number, text) in [
            (-0.0, "+0"),
            (-0.4, "+0"),
            (0.4, "+0"),
            (-0.6, "-1"),
            (-10.0, "-10"),
            (f64::INFINITY, "+inf"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(signed(number, 0), text);
        }
        assert_eq!(signed(-0.001, 2), "+0.00");
    }

    /// Three players, of whom the first wins everything and the second beats the third.
    fn standings() -> Standings {
        let schedule = Schedule::new(3, Tournament::RoundRobin, 2);
        let mut standings = Standings::new(schedule.clone());
        for number in 0..schedule.end() {
            let game = schedule.game(number);
            let points = if game.reversed {
                Points::Loss
            } else {
                Points::Win
            };
            let ending = if number == 5 {
                Ending::Crash
            } else {
                Ending::Rules
            };
            standings.add(&game, points, ending);
        }
        standings
    }

    #[test]
    fn a_cross_table_shows_who_scored_against_whom() {
        let names = ["a", "bb", "c"].map(str::to_owned);
        let standings = standings();
        assert_eq!(
            table(&standings, &names),
            "    player  games  points    score                  Elo    1    2    3\n\
             \x20 1 a           4     4.0  100.0 %  +inf (-113 to +inf)    -  2.0  2.0\n\
             \x20 2 bb          4     2.0   50.0 %    +0 (-392 to +392)  0.0    -  2.0\n\
             \x20 3 c           4     0.0    0.0 %  -inf (-inf to +113)  0.0  0.0    -\n"
        );
        assert_eq!(faults(&standings, &names, &[]), "faults of c: crash 1\n");
        let json = json(&standings, &names, None, &[]);
        assert_eq!(json["elo"], serde_json::Value::Null);
        assert!(json["elo_from"].is_number(), "{json}");
        assert_eq!(json["pairings"][2]["players"][1], "c");
        assert_eq!(json["players"][2]["faults"]["crash"], 1);
        assert_eq!(json["fault_count"], 1);
    }

    #[test]
    fn a_test_that_is_decided_stays_decided() {
        let mut sprt = SprtProgress::new(Sprt {
            elo0: 0.0,
            elo1: 20.0,
        });
        let mut results = standings().player(0);
        sprt.update(results.pairs);
        assert!(line(results, Some(&sprt)).ends_with("pairs 0 0 0 0 2, SPRT +0.11 of 2.94: open"));
        results.pairs = Pentanomial([80, 150, 300, 230, 120]);
        sprt.update(results.pairs);
        assert!(sprt.is_decided());
        sprt.update(Pentanomial([100, 100, 100, 100, 100]));
        assert!(line(results, Some(&sprt)).ends_with(": better"));
    }
}
