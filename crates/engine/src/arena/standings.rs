//! The results of a match so far, in a size that does not grow with the number of games.

use super::Ending;
use super::schedule::{GameSet, Schedule, ScheduledGame};
use super::stats::{Pentanomial, Points, Tally};
use std::collections::HashMap;

/// Results of one player, or of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// The games.
    pub tally: Tally,
    /// The pairs of games of which both are played.
    pub pairs: Pentanomial,
}

impl Results {
    fn reversed(self) -> Results {
        Results {
            tally: self.tally.reversed(),
            pairs: self.pairs.reversed(),
        }
    }

    fn plus(self, other: Results) -> Results {
        Results {
            tally: self.tally.plus(other.tally),
            pairs: self.pairs.plus(other.pairs),
        }
    }
}

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Standings {
    schedule: Schedule,
    /// By pairing, from the view of its first player.
    pairings: Vec<Results>,
    /// Pairs of which one game is played, with the points of the pairing's first player.
    halves: HashMap<(usize, u64), Points>,
    /// How often a player has ended a game by each kind of fault.
    faults: Vec<[u64; Ending::FAULTS.len()]>,
    played: GameSet,
}

impl Standings {
    /// Before the first game.
    pub fn new(schedule: Schedule) -> Self {
        Standings {
            pairings: vec![Results::default(); schedule.pairings().len()],
            halves: HashMap::new(),
            faults: vec![[0; Ending::FAULTS.len()]; schedule.players()],
            played: GameSet::default(),
            schedule,
        }
    }

    /// The games to play.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The games played.
    pub fn played(&self) -> &GameSet {
        &self.played
    }

    /// Counts a game with the points of the side that began and how it ended; `false` if it was
    /// counted before. If a fault ended it, the loser is at fault.
    pub fn add(&mut self, game: &ScheduledGame, points: Points, ending: Ending) -> bool {
        if !self.played.insert(game.number) {
            return false;
        }
        if let Some(kind) = Ending::FAULTS.iter().position(|&fault| fault == ending) {
            let loser = usize::from(points == Points::Win);
            self.faults[game.players[loser]][kind] += 1;
        }
        let points = if game.reversed {
            points.reversed()
        } else {
            points
        };
        let results = &mut self.pairings[game.pairing];
        results.tally.add(points);
        let pair = (game.pairing, game.round);
        match self.halves.remove(&pair) {
            Some(other) => results.pairs.add([points, other]),
            None => drop(self.halves.insert(pair, points)),
        }
        true
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.pairings
            .iter()
            .map(|results| results.tally.games())
            .sum()
    }

    /// The results of a pairing, from the view of its first player.
    pub fn pairing(&self, index: usize) -> Results {
        self.pairings.get(index).copied().unwrap_or_default()
    }

    /// The results of a player against another one; `None` if they do not meet.
    pub fn against(&self, player: usize, opponent: usize) -> Option<Results> {
        let find = |pair: [usize; 2]| {
            let found = self.schedule.pairings().iter().position(|&it| it == pair);
            found.map(|index| self.pairings[index])
        };
        find([player, opponent]).or_else(|| find([opponent, player]).map(Results::reversed))
    }

    /// The results of a player against all others.
    pub fn player(&self, player: usize) -> Results {
        let opponents = 0..self.schedule.players();
        opponents
            .filter_map(|opponent| self.against(player, opponent))
            .fold(Results::default(), Results::plus)
    }

    /// How many games a player lost by each kind of fault.
    pub fn faults(&self, player: usize) -> impl Iterator<Item = (Ending, u64)> {
        let counts = self.faults.get(player).copied().unwrap_or_default();
        Ending::FAULTS.into_iter().zip(counts)
    }

    /// How many games were ended by a fault.
    pub fn fault_count(&self) -> u64 {
        self.faults.iter().flatten().sum()
    }

    /// The players, the best score first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.schedule.players()).collect();
        let score = |player: &usize| self.player(*player).tally.score();
        players.sort_by(|a, b| score(b).total_cmp(&score(a)));
        players
    }
}

#[cfg(test)]
mod tests {
    use super::Standings;
    use crate::arena::{Ending, Pentanomial, Points, Schedule, Tournament};

    #[test]
    fn pairs_are_put_together_in_whatever_order_games_end() {
        let schedule = Schedule::new(2, Tournament::RoundRobin, 6);
        let mut standings = Standings::new(schedule.clone());
        // The player that begins wins the first pair, the first player the second one.
        for (number, points) in [
            (3, Points::Loss),
            (0, Points::Win),
            (2, Points::Win),
            (1, Points::Win),
            (4, Points::Draw),
        ] {
            let game = schedule.game(number);
            assert!(standings.add(&game, points, Ending::Rules));
            assert!(!standings.add(&game, points, Ending::Rules), "counted once");
        }
        let results = standings.player(0);
        assert_eq!(results.pairs, Pentanomial([0, 0, 1, 0, 1]));
        assert_eq!(results.tally.games(), 5);
        assert_eq!(results.tally.points(), 3.5);
        assert_eq!(standings.player(1), results.reversed());
        assert_eq!(standings.ranking(), [0, 1]);
        assert_eq!(standings.games(), 5);
    }

    #[test]
    fn faults_are_counted_for_whoever_made_them() {
        let schedule = Schedule::new(3, Tournament::Gauntlet, 2);
        let mut standings = Standings::new(schedule.clone());
        let endings = [
            (0, Points::Loss, Ending::Time),
            (1, Points::Loss, Ending::IllegalMove),
            (2, Points::Win, Ending::Crash),
            (3, Points::Win, Ending::Rules),
        ];
        for (number, points, ending) in endings {
            let game = schedule.game(number);
            standings.add(&game, points, ending);
        }
        let of = |player: usize| -> Vec<(Ending, u64)> {
            let faults = standings.faults(player);
            faults.filter(|&(_, count)| count > 0).collect()
        };
        assert_eq!(of(0), [(Ending::Time, 1)]);
        assert_eq!(of(1), [(Ending::IllegalMove, 1)]);
        assert_eq!(of(2), [(Ending::Crash, 1)]);
        assert_eq!(standings.fault_count(), 3);
        assert_eq!(standings.against(1, 2), None);
    }
}
