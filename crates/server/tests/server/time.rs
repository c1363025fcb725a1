//! Clocks, flags, and a server that goes away and comes back.

use crate::common::{Person, Scratch, config, start};
use quintain_engine::EngineRegistry;
use quintain_server::serve;
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

#[tokio::test]
async fn nobody_is_flagged_for_an_outage() {
    let scratch = Scratch::new();
    let clock = json!({ "kind": "real_time", "seconds": 3, "increment": 0 });
    loop {
        let server = start(&scratch).await;
        let address = server.address;
        let mut people = [Person::guest(address).await, Person::guest(address).await];
        let id = timed(&mut people, clock.clone()).await;
        server.stop().await;
        let gone = quintain_table::Timestamp::now().0;
        // Longer than anyone had left.
        tokio::time::sleep(std::time::Duration::from_millis(3100)).await;
        let server = start(&scratch).await;
        people[0].address = server.address;
        let mut socket = people[0].socket().await;
        let watch = json!({ "type": "watch", "game": id, "after": 2 });
        socket.say(&watch).await;
        let next = socket.hear_type("update").await["update"].take();
        server.stop().await;
        // On a slow machine the time can be over before the server goes: once more then.
        if next["at"].as_u64().expect("a moment") > gone {
            assert_eq!(next["event"]["kind"], "paused", "{next}");
            break;
        }
    }
}

#[tokio::test]
async fn who_has_left_can_be_claimed_against() {
    let scratch = Scratch::new();
    let mut config = config(&scratch);
    config.claim_after = std::time::Duration::from_millis(200);
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let address = server.address;
    let mut people = [Person::guest(address).await, Person::guest(address).await];
    let clock = json!({ "kind": "real_time", "seconds": 300, "increment": 0 });
    let id = timed(&mut people, clock).await;
    let mut sockets = [people[0].socket().await, people[1].socket().await];
    for socket in &mut sockets {
        socket.watch(&id).await;
    }
    let [mut stays, leaves] = sockets;
    // Both are there, however long ago they came.
    loop {
        let presence = stays.hear_type("presence").await;
        if presence["presence"]["here"] == json!([true, true]) {
            break;
        }
    }
    let early = stays.act(&id, "early", json!({ "kind": "claim" })).await;
    assert_eq!(early["error"]["code"], "conflict", "{early}");
    drop(leaves);
    let from = loop {
        let presence = stays.hear_type("presence").await["presence"].take();
        if presence["here"] == json!([true, false]) {
            break presence["claim_from"][1].as_u64().expect("a moment");
        }
    };
    while quintain_table::Timestamp::now().0 < from {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(
        stays.act(&id, "claim", json!({ "kind": "claim" })).await["type"],
        "done"
    );
    let over = stays.watch(&id).await;
    assert_eq!(over["summary"]["outcome"]["by"], "abandonment");
    assert_eq!(over["summary"]["outcome"]["winner"], "first");
    server.stop().await;
}
