//! Clocks, flags, and a server that goes away and comes back.

use crate::common::{Person, Scratch, start};
use serde_json::{Value, json};

async fn timed(people: &mut [Person; 2], clock: Value) -> String {
    let create = json!({ "game": "knights-duel", "opponent": { "kind": "friend" },
                         "side": "first", "clock": clock });
    let id = people[0].create(&create).await["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    let joined = people[1]
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    assert_eq!(joined.status, 200, "{joined:?}");
    // Clocks run once both have moved.
    for (person, text) in people.iter_mut().zip(["(2,3)", "(6,7)"]) {
        let played = person
            .act(&id, json!({ "kind": "move", "text": text }))
            .await;
        assert_eq!(played.status, 200, "{played:?}");
    }
    id
}

#[tokio::test]
async fn the_server_flags_by_itself() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let address = server.address;
    let mut people = [Person::guest(address).await, Person::guest(address).await];
    let clock = json!({ "kind": "real_time", "seconds": 1, "increment": 0 });
    let id = timed(&mut people, clock).await;
    let mut socket = people[1].socket().await;
    let mut state = socket.watch(&id).await;
    if state["summary"]["state"] == "running" {
        state = socket.hear_type("update").await["update"].take();
        assert_eq!(state["event"]["kind"], "ended", "{state}");
        assert_eq!(state["outcome"]["by"], "time");
        assert_eq!(state["outcome"]["winner"], "second");
        assert_eq!(state["clocks"]["left"][0], 0);
    }
    let late = people[0]
        .act(&id, json!({ "kind": "move", "text": "(1,5)" }))
        .await;
    assert_eq!(
        (late.status, &late.json()["code"]),
        (409, &json!("conflict"))
    );
    server.stop().await;
}

#[tokio::test]
async fn a_restart_continues_every_game_with_the_right_clocks() {
    let scratch = Scratch::new();
    let server = start(&scratch).await;
    let address = server.address;
    let mut people = [Person::guest(address).await, Person::guest(address).await];
    let clock = json!({ "kind": "real_time", "seconds": 600, "increment": 0 });
    let id = timed(&mut people, clock).await;
    let mut socket = people[0].socket().await;
    let before = socket.watch(&id).await;
    server.stop().await;
    // Everyone was told.
    let closed = loop {
        match socket.hear_or_close().await {
            Ok(message) if message["type"] == "closing" => {
                assert!(message["retry"].as_u64() > Some(0));
            }
            Ok(_) => {}
            Err(code) => break code,
        }
    };
    assert_eq!(closed, Some(1001));
    // Nobody can play for a while, and nobody is charged for it.
    let gone = std::time::Duration::from_millis(2500);
    tokio::time::sleep(gone).await;
    let server = start(&scratch).await;
    for person in &mut people {
        person.address = server.address;
    }
    let mut socket = people[0].socket().await;
    let after = socket.watch(&id).await;
    let left = |snapshot: &Value| snapshot["clocks"]["left"][0].as_u64().expect("a clock");
    let at = |snapshot: &Value| snapshot["clocks"]["at"].as_u64().expect("a moment");
    let (used, passed) = (left(&before) - left(&after), at(&after) - at(&before));
    assert!(used + 1500 <= passed, "{used} of {passed} ms were charged");
    assert_eq!(after["steps"], before["steps"]);
    assert_eq!(socket.play(&id, "(1,5)").await["type"], "done");
    // A waiting game is there too, and the same cookie still is the same person.
    assert_eq!(after["yours"], json!(["first"]));
    server.stop().await;
}
