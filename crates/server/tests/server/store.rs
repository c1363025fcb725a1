//! The store alone: what races, what is durable.

use crate::common::Scratch;
use quintain_rules::{Registry, Side};
use quintain_server::protocol::{GameState, SideChoice, Speed};
use quintain_server::store::{
    Asked, Progress, Recorded, SeatRow, Sqlite, Start, Store, StoreError,
};
use quintain_table::{Action, Setup, Table, TimeControl, Timestamp, entropy_from_seed};
use std::sync::Arc;

/// A running game of a guest, and its table.
async fn game(store: &Sqlite, id: &str) -> Table {
    let games = Registry::standard();
    let game = games.get("sight").expect("a game");
    let setup = Setup::new(game, Some(5), Timestamp(1), entropy_from_seed(1)).expect("a setup");
    let table = Table::new(&games, setup.clone()).expect("a table");
    store
        .ensure_guest("guest", Timestamp(1))
        .await
        .expect("a guest");
    let asked = Asked {
        id: id.to_owned(),
        game: setup.game.clone(),
        size: Some(5),
        start: None,
        position: setup.start.clone(),
        clock: TimeControl::Unlimited,
        speed: Speed::Unlimited,
        rated: false,
        public: true,
        lobby: false,
        choice: SideChoice::First,
        creator: "guest".to_owned(),
        bot: false,
        created: Timestamp(1),
    };
    let seat = SeatRow {
        user: store.user("guest").await.expect("a store"),
        ..SeatRow::default()
    };
    let start = Start {
        seats: [seat.clone(), seat],
        progress: progress(&table),
        setup,
    };
    store
        .create_game(&asked, Some(&start))
        .await
        .expect("a game is stored");
    table
}

fn progress(table: &Table) -> Progress {
    Progress {
        state: GameState::Running,
        position: table.position().text(),
        turn: table.turn(),
        plies: u32::try_from(table.steps().len()).expect("few"),
        outcome: None,
        ending: None,
        changed: table.changed_at(),
        due: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_racing_writes_one_wins_and_others_are_left_alone() {
    let scratch = Scratch::new();
    let file = scratch.path().join("test.db");
    let store = Arc::new(Sqlite::open(&file).await.expect("a store"));
    let mut tasks = Vec::new();
    for number in 0..10 {
        let id = format!("game{number}");
        let table = game(&store, &id).await;
        // Several requests want to be the first thing that happens in the same game.
        for attempt in 0..5 {
            let moves = table.position().moves();
            let text = moves[attempt].clone();
            let action = Action::play(text);
            let entry = table
                .decide(Side::First, &action, Timestamp(2))
                .expect("legal");
            let mut after = table.clone();
            after.apply(entry.clone()).expect("decided");
            let (store, id) = (Arc::clone(&store), id.clone());
            tasks.push(tokio::spawn(async move {
                let request = Some(format!("guest {attempt}"));
                let recorded = Recorded { entry, request };
                let stored = store.append(&id, &recorded, &progress(&after), None).await;
                match stored {
                    Ok(_) => Some((id, recorded)),
                    Err(StoreError::Taken) => None,
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
    // What was answered is there for whoever opens the file next.
    store.close().await;
    let store = Sqlite::open(&file).await.expect("a store");
    for (id, recorded) in winners {
        let entries = store.entries(&id, 0).await.expect("a store");
        assert_eq!(entries, [recorded]);
        let row = store.game(&id).await.expect("a store").expect("a game");
        assert_eq!(row.progress.plies, 1);
    }
}
