//! One suite for all stores: the same answers, the same conflicts, the same durability.

mod accounts;
mod advance;
mod durability;
mod games;
mod nodes;
mod races;
mod upkeep;

use quintain_api::protocol::{GameState, SideChoice, Speed};
use quintain_rules::{Registry, Side};
use quintain_server::Glicko;
use quintain_server::store::{
    Budgets, Database, GameRequest, GameStart, GameStatus, NewAccount, NewGame, RatedGame,
    RatedPlayer, SeatRow, Store, StoreResult, StoredEvent, UserRow,
};
use quintain_table::{
    Action, EndReason, Entry, Event, Outcome, Setup, Table, TimeControl, Timestamp,
    entropy_from_seed,
};
use quintain_test_services as services;
use std::sync::Arc;
use tempfile::TempDir;

/// Runs tests on every kind of store.
macro_rules! on_all_stores {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                super::$name($crate::conformance::TestStore::sqlite().await).await;
            })*
        }

        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                super::$name($crate::conformance::TestStore::postgres().await).await;
            })*
        }
    };
}
use on_all_stores;

/// A new store.
pub(crate) struct TestStore {
    pub(crate) store: Arc<dyn Store>,
    database: Database,
    /// The directory of a file.
    _dir: Option<TempDir>,
}

impl TestStore {
    async fn sqlite() -> TestStore {
        let dir = tempfile::tempdir().expect("a directory");
        let database = Database::File(dir.path().join("test.db"));
        TestStore {
            store: database.open(None).await.expect("a store"),
            database,
            _dir: Some(dir),
        }
    }

    async fn postgres() -> TestStore {
        let database = Database::Postgres(services::Database::new().url().to_owned());
        TestStore {
            store: database.open(None).await.expect("a store"),
            database,
            _dir: None,
        }
    }

    /// Closes the store and opens it again.
    async fn reopen(&mut self) {
        self.store.close().await;
        self.store = self.database.open(None).await.expect("a store");
    }
}

/// A request for a game of Sight.
fn request(id: &str, creator: &str) -> GameRequest {
    GameRequest {
        id: id.to_owned(),
        game: "sight".to_owned(),
        size: Some(5),
        start: None,
        position: setup().start,
        time_control: TimeControl::Unlimited,
        speed: Speed::Unlimited,
        rated: false,
        public: true,
        in_lobby: true,
        side_choice: SideChoice::First,
        creator_id: creator.to_owned(),
        creator_is_program: false,
        address_tag: "address".to_owned(),
        by_guest: false,
        created_at: Timestamp(1000),
        expires_at: Timestamp(9000),
    }
}

fn setup() -> Setup {
    let games = Registry::standard();
    let game = games.get("sight").expect("a game");
    Setup::new(game, Some(5), Timestamp(1000), entropy_from_seed(1)).expect("a setup")
}

fn table() -> Table {
    Table::new(&Registry::standard(), setup()).expect("a table")
}

fn guest(id: &str) -> UserRow {
    UserRow::guest(id.to_owned(), Timestamp(1))
}

fn seat(user: &UserRow) -> SeatRow {
    SeatRow {
        user: Some(user.clone()),
        ..SeatRow::default()
    }
}

fn status(table: &Table) -> GameStatus {
    GameStatus {
        state: GameState::Running,
        position: table.position().text(),
        turn: table.turn(),
        plies: u32::try_from(table.steps().len()).expect("few"),
        outcome: table.outcome(),
        updated_at: table.changed_at(),
        flag_at: None,
    }
}

fn begin(first: &UserRow, second: &UserRow) -> GameStart {
    GameStart {
        setup: setup(),
        seats: [seat(first), seat(second)],
        status: status(&table()),
    }
}

fn waiting(creator: &UserRow) -> NewGame {
    NewGame::Waiting(Box::new([seat(creator), SeatRow::default()]))
}

async fn create(store: &dyn Store, request: &GameRequest, new: &NewGame) -> StoreResult<()> {
    store.create_game(request, new, &Budgets::default()).await
}

/// A running game between two users.
async fn running(store: &dyn Store, id: &str, first: &UserRow, second: &UserRow) {
    let new = NewGame::Running(Box::new(begin(first, second)));
    create(store, &request(id, &first.id), &new)
        .await
        .expect("a game is stored");
}

/// A running game in which a real-time clock is running.
pub(crate) async fn game_with_clock(
    store: &dyn Store,
    id: &str,
    now: Timestamp,
    flag_at: Timestamp,
) {
    let user = guest("guest");
    let mut begin = begin(&user, &user);
    begin.status.flag_at = Some(flag_at);
    begin.status.updated_at = now;
    begin.setup.created_at = now;
    let request = GameRequest {
        speed: Speed::Blitz,
        created_at: now,
        ..request(id, "guest")
    };
    create(store, &request, &NewGame::Running(Box::new(begin)))
        .await
        .expect("a game is stored");
}

/// An account.
async fn account(store: &dyn Store, id: &str, name: &str) -> UserRow {
    let new = NewAccount {
        name: name.to_owned(),
        name_lower: name.to_lowercase(),
        password_hash: "hash".to_owned(),
    };
    store
        .register(id, &new, Timestamp(5))
        .await
        .expect("registered");
    store.user(id).await.expect("a store").expect("a user")
}

/// The first move of a game: one of several.
fn first_move(choice: usize) -> (StoredEvent, GameStatus) {
    let mut table = table();
    let moves = table.position().moves();
    let action = Action::play(moves[choice].clone());
    let entry = table
        .decide(Side::First, &action, Timestamp(2000))
        .expect("a legal move");
    table.apply(entry.clone()).expect("decided");
    let request_id = Some(format!("guest {choice}"));
    (StoredEvent { entry, request_id }, status(&table))
}

/// The event that ends a game, as its first one: the second side resigns.
fn resignation() -> (StoredEvent, GameStatus) {
    let outcome = Outcome {
        winner: Some(Side::First),
        reason: EndReason::Resignation,
    };
    let entry = Entry {
        seq: 0,
        at: Timestamp(3000),
        event: Event::End {
            winner: outcome.winner,
            reason: outcome.reason,
        },
    };
    let status = GameStatus {
        state: GameState::Ended,
        outcome: Some(outcome),
        turn: None,
        ..status(&table())
    };
    let request_id = None;
    (StoredEvent { entry, request_id }, status)
}

/// What a win of the first of two players makes of their ratings.
async fn rate(store: &dyn Store, players: [&str; 2]) -> RatedGame {
    let mut rated = Vec::new();
    for user in players {
        let rows = store.ratings(user).await.expect("a store");
        let row = rows.iter().find(|row| row.game == "sight");
        rated.push((
            row.map_or(0, |row| row.games_played),
            row.map_or(Glicko::default(), |row| row.glicko),
        ));
    }
    let after = [
        rated[0].1.after_game(rated[1].1, 1.0),
        rated[1].1.after_game(rated[0].1, 0.0),
    ];
    RatedGame {
        game: "sight".to_owned(),
        speed: Speed::Blitz,
        players: [0, 1].map(|side| RatedPlayer {
            user: players[side].to_owned(),
            games_played: rated[side].0,
            before: rated[side].1,
            after: after[side],
        }),
    }
}
