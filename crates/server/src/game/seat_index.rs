//! Who sits in which open room, so that a change of an account concerns its own games alone.

use std::collections::{HashMap, HashSet};

/// The players of open rooms, by game and by user.
#[derive(Debug, Default)]
pub(super) struct SeatIndex {
    players: HashMap<String, HashSet<String>>,
    games: HashMap<String, HashSet<String>>,
}

impl SeatIndex {
    /// A game has these players from now on.
    pub(super) fn seat(&mut self, game: &str, players: HashSet<String>) {
        self.remove(game);
        for player in &players {
            let games = self.games.entry(player.clone()).or_default();
            games.insert(game.to_owned());
        }
        self.players.insert(game.to_owned(), players);
    }

    /// The room of a game has closed.
    pub(super) fn remove(&mut self, game: &str) {
        for player in self.players.remove(game).unwrap_or_default() {
            if let Some(games) = self.games.get_mut(&player) {
                games.remove(game);
                if games.is_empty() {
                    self.games.remove(&player);
                }
            }
        }
    }

    /// The games of a user whose rooms are open.
    pub(super) fn games_of(&self, user: &str) -> Vec<String> {
        let games = self.games.get(user).into_iter().flatten();
        games.cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::SeatIndex;
    use std::collections::HashSet;

    fn players<const N: usize>(names: [&str; N]) -> HashSet<String> {
        names.into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn a_change_of_an_account_concerns_its_own_games_alone() {
        let mut index = SeatIndex::default();
        for number in 0..1000 {
            index.seat(&format!("game{number}"), players(["one", "two"]));
        }
        index.seat("hers", players(["ada", "bob"]));
        assert_eq!(index.games_of("ada"), ["hers"]);
        // Someone else takes the seat, then the room closes.
        index.seat("hers", players(["bob", "eve"]));
        assert_eq!(index.games_of("ada"), [""; 0]);
        assert_eq!(index.games_of("eve"), ["hers"]);
        index.remove("hers");
        index.remove("hers");
        assert_eq!(index.games_of("bob"), [""; 0]);
        assert_eq!(index.players.len(), 1000);
        assert_eq!(index.games.len(), 2, "nothing is left behind");
    }
}
