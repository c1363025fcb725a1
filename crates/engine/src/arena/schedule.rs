//! Who plays whom, in which order: computed game by game, whatever the number of games is.

use std::collections::BTreeSet;

/// The most players of a match.
pub const MAX_PLAYERS: usize = 64;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tournament {
    /// Everyone against everyone.
    RoundRobin,
    /// The first player against everyone else.
    Gauntlet,
}

/// The games of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    players: usize,
    pairings: Vec<[usize; 2]>,
    games_per_pairing: u64,
}

/// A game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// Its number, from 0.
    pub number: u64,
    /// The pairing it belongs to.
    pub pairing: usize,
    /// The round, from 0: all pairings play two games with the same opening in it.
    pub round: u64,
    /// Whether the pairing's second player has the first side.
    pub reversed: bool,
    /// The players of the first and the second side.
    pub players: [usize; 2],
}

impl Schedule {
    /// A schedule for at least two players, with this many games in each pairing.
    pub fn new(players: usize, tournament: Tournament, games_per_pairing: u32) -> Self {
        let players = players.clamp(2, MAX_PLAYERS);
        let firsts = match tournament {
            Tournament::RoundRobin => 0..players,
            Tournament::Gauntlet => 0..1,
        };
        let pairings = firsts.flat_map(|a| (a + 1..players).map(move |b| [a, b]));
        Schedule {
            players,
            pairings: pairings.collect(),
            games_per_pairing: games_per_pairing.into(),
        }
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The pairings: two players each, the one from whose view it is counted first.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.pairings.len() as u64 * self.games_per_pairing
    }

    /// The number after that of the last game.
    pub fn end(&self) -> u64 {
        let rounds = self.games_per_pairing.div_ceil(2);
        rounds * 2 * self.pairings.len() as u64
    }

    /// The game with a number. It does not depend on how many games are played.
    ///
    /// Pairs of games take turns among the pairings, so that at any time all have played about
    /// the same number.
    pub fn game(&self, number: u64) -> ScheduledGame {
        let pairings = self.pairings.len() as u64;
        let (pair, reversed) = (number / 2, number % 2 == 1);
        let pairing = (pair % pairings) as usize;
        let [a, b] = self.pairings[pairing];
        ScheduledGame {
            number,
            pairing,
            round: pair / pairings,
            reversed,
            players: if reversed { [b, a] } else { [a, b] },
        }
    }

    /// Whether a game is to be played: of an odd number of games the last one has no counterpart.
    pub fn contains(&self, game: &ScheduledGame) -> bool {
        2 * game.round + u64::from(game.reversed) < self.games_per_pairing
    }
}

/// A set of games, small if they are mostly the first ones.
#[derive(Clone, Debug, Default)]
pub struct GameSet {
    /// All numbers below this are in the set.
    below: u64,
    /// The others.
    beyond: BTreeSet<u64>,
}

impl GameSet {
    /// Adds a game; `false` if it was there already.
    pub fn insert(&mut self, number: u64) -> bool {
        if self.contains(number) {
            return false;
        }
        self.beyond.insert(number);
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
        true
    }

    /// Whether a game is in the set.
    pub fn contains(&self, number: u64) -> bool {
        number < self.below || self.beyond.contains(&number)
    }

    /// The first game from a number on that is not in the set.
    pub fn next_missing(&self, from: u64) -> u64 {
        let mut number = from.max(self.below);
        while self.beyond.contains(&number) {
            number += 1;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::{GameSet, Schedule, Tournament};
    use std::collections::BTreeMap;

    /// How often two players meet, by who begins.
    fn meetings(schedule: &Schedule) -> BTreeMap<[usize; 2], u64> {
        let mut meetings = BTreeMap::new();
        let games = (0..schedule.end()).map(|number| schedule.game(number));
        for game in games.filter(|game| schedule.contains(game)) {
            *meetings.entry(game.players).or_insert(0) += 1;
        }
        meetings
    }

    #[test]
    fn everyone_meets_everyone_as_often_from_both_sides() {
        let schedule = Schedule::new(4, Tournament::RoundRobin, 6);
        assert_eq!(schedule.games(), 36);
        let meetings = meetings(&schedule);
        assert_eq!(meetings.len(), 12);
        assert!(meetings.values().all(|&games| games == 3), "{meetings:?}");
    }

    #[test]
    fn in_a_gauntlet_the_first_player_meets_everyone_else() {
        let schedule = Schedule::new(4, Tournament::Gauntlet, 2);
        let meetings = meetings(&schedule);
        assert_eq!(schedule.games(), 6);
        assert!(meetings.keys().all(|players| players.contains(&0)));
        assert_eq!(meetings.len(), 6);
    }

    #[test]
    fn a_pair_is_one_opening_from_both_sides() {
        let schedule = Schedule::new(3, Tournament::RoundRobin, 5);
        for number in (0..12).step_by(2) {
            let [one, other] = [number, number + 1].map(|number| schedule.game(number));
            assert_eq!(
                (one.pairing, one.round),
                (other.pairing, other.round),
                "{number}"
            );
            assert_eq!(one.players, [other.players[1], other.players[0]]);
            assert!(!one.reversed && other.reversed);
        }
        // The fifth game of each pairing.
        let last: Vec<_> = (12..schedule.end())
            .map(|number| schedule.game(number))
            .filter(|game| schedule.contains(game))
            .map(|game| (game.pairing, game.round, game.reversed))
            .collect();
        assert_eq!(last, [(0, 2, false), (1, 2, false), (2, 2, false)]);
        assert_eq!(schedule.games(), 15);
        // More games later are the same games and more.
        let longer = Schedule::new(3, Tournament::RoundRobin, 50);
        assert_eq!(longer.game(14), schedule.game(14));
    }

    #[test]
    fn billions_of_games_take_no_memory() {
        let schedule = Schedule::new(64, Tournament::RoundRobin, u32::MAX);
        assert_eq!(schedule.games(), 2016 * u64::from(u32::MAX));
        assert_eq!(schedule.pairings.len(), 2016);
        let last = schedule.game(schedule.end() - 2);
        assert!(schedule.contains(&last));
        assert_eq!(last.players, [62, 63]);
        let mut done = GameSet::default();
        for number in (0..100_000).rev() {
            done.insert(number);
        }
        assert_eq!((done.below, done.beyond.len()), (100_000, 0));
    }

    #[test]
    fn games_that_are_missing_are_found() {
        let mut done = GameSet::default();
        for number in [0, 1, 3, 4, 7] {
            assert!(done.insert(number));
        }
        assert!(!done.insert(0) && !done.insert(4));
        let missing = [0, 3, 5, 6, 7].map(|from| done.next_missing(from));
        assert_eq!(missing, [2, 5, 5, 6, 8]);
    }
}
