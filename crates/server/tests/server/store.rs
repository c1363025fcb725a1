//! The store by itself: races and durability.

use crate::common::temp_dir;
use quintain_api::protocol::{GameState, SideChoice, Speed};
use quintain_rules::{Registry, Side};
use quintain_server::store::{
    Budgets, GameRequest, GameStart, GameStatus, SeatRow, Sqlite, Store, StoreError, StoredEvent,
    UserRow,
};
use quintain_table::{Action, Setup, Table, TimeControl, Timestamp, entropy_from_seed};
use std::sync::Arc;

/// A running game of a guest, and its table.
async fn game(store: &dyn Store, id: &str) -> Table {
    create(store, id, Timestamp(1), None).await
}

/// A running game in which a real-time clock is running.
pub(crate) async fn game_with_clock(
    store: &dyn Store,
    id: &str,
    now: Timestamp,
    flag_at: Timestamp,
) {
    create(store, id, now, Some(flag_at)).await;
}

async fn create(store: &dyn Store, id: &str, now: Timestamp, flag_at: Option<Timestamp>) -> Table {
    let games = Registry::standard();
    let game = games.get("sight").expect("a game");
    let setup = Setup::new(game, Some(5), now, entropy_from_seed(1)).expect("a setup");
    let table = Table::new(&games, setup.clone()).expect("a table");
    let request = GameRequest {
        id: id.to_owned(),
        game: setup.game.clone(),
        size: Some(5),
        start: None,
        position: setup.start.clone(),
        time_control: TimeControl::Unlimited,
        speed: match flag_at {
            Some(_) => Speed::Blitz,
            None => Speed::Unlimited,
        },
        rated: false,
        public: true,
        in_lobby: false,
        side_choice: SideChoice::First,
        creator_id: "guest".to_owned(),
        creator_is_program: false,
        address_tag: None,
        creator_is_bot: false,
        created_at: now,
        expires_at: now,
    };
    let seat = SeatRow {
        user: Some(UserRow::guest("guest".to_owned(), Timestamp(1))),
        ..SeatRow::default()
    };
    let start = GameStart {
        seats: [seat.clone(), seat],
        status: GameStatus {
            flag_at,
            ..status(&table)
        },
        setup,
    };
    store
        .create_game(&request, Some(&start), &Budgets::default())
        .await
        .expect("a game is stored");
    table
}

fn status(table: &Table) -> GameStatus {
    GameStatus {
        state: GameState::Running,
        position: table.position().text(),
        turn: table.turn(),
        plies: u32::try_from(table.steps().len()).expect("few"),
        outcome: None,
        updated_at: table.changed_at(),
        flag_at: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_several_racing_writes_wins_and_other_games_are_unaffected() {
    let dir = temp_dir();
    let file = dir.path().join("test.db");
    let store = Arc::new(Sqlite::open(&file, None).await.expect("a store"));
    let mut tasks = Vec::new();
    for number in 0..10 {
        let id = format!("game{number}");
        let table = game(&*store, &id).await;
        // Several requests want to be the first event of the same game.
        for attempt in 0..5 {
            let moves = table.position().moves();
            let action = Action::play(moves[attempt].clone());
            let entry = table
                .decide(Side::First, &action, Timestamp(2))
                .expect("legal");
            let mut after = table.clone();
            after.apply(entry.clone()).expect("decided");
            let (store, id) = (Arc::clone(&store), id.clone());
            tasks.push(tokio::spawn(async move {
                let request_id = Some(format!("guest {attempt}"));
                let event = StoredEvent { entry, request_id };
                let stored = store.append_event(&id, &event, &status(&after), None).await;
                match stored {
                    Ok(_) => Some((id, event)),
                    Err(StoreError::Conflict) => None,
                    Err(error) => panic!("{error}"),
                }
            }));
        }
    }
    let mut winners = Vec::new();
    for task in tasks {
        winners.extend(task.await.expect("no panic"));
    }
    assert_eq!(winners.len(), 10, "one for each game");
    // What was acknowledged is there when the file is opened again.
    store.close().await;
    let store = Sqlite::open(&file, None).await.expect("a store");
    for (id, event) in winners {
        let events = store.events(&id, 0).await.expect("a store");
        assert_eq!(events, [event]);
        let row = store.game(&id).await.expect("a store").expect("a game");
        assert_eq!(row.status.plies, 1);
    }
}
