//! Moves that are played when the expected moves come.

use crate::common::{Client, start, temp_dir};
use serde_json::{Value, json};

/// Two players of a game with days per move.
async fn seated(
    address: std::net::SocketAddr,
    game: &str,
    control: Value,
) -> (String, [Client; 2]) {
    let mut first = Client::guest(address).await;
    let mut second = Client::guest(address).await;
    let request = json!({ "game": game, "opponent": { "kind": "friend" }, "side": "first",
                          "time_control": control });
    let made = first.create(&request).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/games/{id}/join");
    assert_eq!(second.post(&path, &json!({})).await.status, 200);
    (id, [first, second])
}

fn days() -> Value {
    json!({ "kind": "correspondence", "days": 3 })
}

/// The steps that are possible after some others.
async fn steps_after(client: &mut Client, game: &str, steps: &[String]) -> Vec<String> {
    let request = json!({ "game": game, "steps": steps });
    let found = client.post("/api/rules/positions", &request).await.json();
    assert_eq!(found["error"], Value::Null, "{found}");
    let texts = |list: &Value, key: &str| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|one| one[key].as_str().expect("a text").to_owned())
            .collect()
    };
    let chances = texts(&found["chances"], "step");
    match chances.is_empty() {
        true => texts(&found["views"][0]["moves"], "text"),
        false => chances,
    }
}

async fn played(client: &mut Client, id: &str) -> Vec<String> {
    let game = client.get(&format!("/api/games/{id}")).await.json();
    let steps = game["steps"].as_array().expect("steps").iter();
    steps
        .map(|played| played["step"]["text"].as_str().expect("a text").to_owned())
        .collect()
}

async fn play(client: &mut Client, id: &str, text: &str) -> Value {
    let done = client
        .act(id, json!({ "kind": "move", "text": text }))
        .await;
    assert_eq!(done.status, 200, "{done:?}");
    done.json()
}

#[tokio::test]
async fn a_line_is_played_for_as_long_as_the_game_follows_it() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let (id, [mut first, mut second]) = seated(server.address, "sight", days()).await;
    let path = format!("/api/games/{id}/conditional-moves");
    // Four steps that can follow each other, and another first one.
    let mut line: Vec<String> = Vec::new();
    for _ in 0..4 {
        let next = steps_after(&mut first, "sight", &line).await;
        line.push(next[0].clone());
    }
    let other = steps_after(&mut first, "sight", &[]).await[1].clone();
    let reply = steps_after(&mut first, "sight", std::slice::from_ref(&other)).await[0].clone();
    let moves = json!({ "ply": 0, "lines": [line, [other, reply]] });
    let stored = second.post(&path, &moves).await;
    assert_eq!(stored.status, 200, "{stored:?}");
    assert_eq!(second.get(&path).await.json(), moves);
    // Nobody else learns of it.
    let theirs = first.get(&path).await.json();
    assert_eq!(theirs["lines"], json!([]));
    assert_eq!(
        Client::guest(server.address).await.get(&path).await.status,
        403
    );
    // The answer is there with the move.
    let after = play(&mut first, &id, &line[0]).await;
    assert_eq!(after["summary"]["plies"], 2);
    assert_eq!(played(&mut first, &id).await, line[..2]);
    play(&mut first, &id, &line[2]).await;
    assert_eq!(played(&mut first, &id).await, line);
    // The line is at its end.
    let next = steps_after(&mut first, "sight", &line).await[0].clone();
    play(&mut first, &id, &next).await;
    assert_eq!(played(&mut first, &id).await.len(), 5);
    server.stop().await;
}

#[tokio::test]
async fn another_move_than_the_expected_one_is_not_answered_nor_is_one_after_a_takeback() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let control = json!({ "kind": "unlimited" });
    let (id, [mut first, mut second]) = seated(server.address, "animal-chess", control).await;
    let path = format!("/api/games/{id}/conditional-moves");
    let game = "animal-chess";
    let starts = steps_after(&mut first, game, &[]).await;
    let opening = vec![starts[0].clone()];
    let answer = steps_after(&mut first, game, &opening).await[0].clone();
    play(&mut first, &id, &opening[0]).await;
    play(&mut second, &id, &answer).await;
    // The second player expects something, and then everything is taken back.
    let two = vec![opening[0].clone(), answer];
    let expected = steps_after(&mut first, game, &two).await[0].clone();
    let three = [two.clone(), vec![expected.clone()]].concat();
    let reply = steps_after(&mut first, game, &three).await[0].clone();
    let moves = json!({ "ply": 2, "lines": [[expected, reply]] });
    assert_eq!(second.post(&path, &moves).await.status, 200);
    assert_eq!(
        second.act(&id, json!({ "kind": "takeback" })).await.status,
        200
    );
    assert_eq!(
        first.act(&id, json!({ "kind": "takeback" })).await.status,
        200
    );
    assert_eq!(played(&mut first, &id).await.len(), 1);
    let another = steps_after(&mut first, game, &opening).await[1].clone();
    play(&mut second, &id, &another).await;
    assert_eq!(second.get(&path).await.json()["lines"], json!([]));
    let two = [opening, vec![another]].concat();
    let third = steps_after(&mut first, game, &two).await[0].clone();
    play(&mut first, &id, &third).await;
    assert_eq!(played(&mut first, &id).await.len(), 3);
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_decided_in_advance_is_rejected_with_a_reason() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let (id, [mut first, mut second]) = seated(server.address, "sight", days()).await;
    let path = format!("/api/games/{id}/conditional-moves");
    let one = steps_after(&mut first, "sight", &[]).await;
    let two = steps_after(&mut first, "sight", &one[..1]).await;
    let (a, b) = (&one[0], &two[0]);
    let cases = [
        (json!({ "ply": 1, "lines": [[a, b]] }), 409, "stale"),
        (json!({ "ply": 0, "lines": [[a]] }), 400, "bad_request"),
        (
            json!({ "ply": 0, "lines": [[a, "nonsense"]] }),
            422,
            "illegal",
        ),
        (
            json!({ "ply": 0, "lines": [[a, b], [a, two[1]]] }),
            400,
            "bad_request",
        ),
        (
            json!({ "ply": 0, "lines": vec![json!([a, b]); 13] }),
            400,
            "bad_request",
        ),
        (
            json!({ "ply": 0, "lines": [vec![a; 17]] }),
            400,
            "bad_request",
        ),
        (json!({ "ply": 0, "line": [] }), 400, "bad_request"),
    ];
    for (moves, status, code) in cases {
        let answer = second.post(&path, &moves).await;
        assert_eq!(answer.status, status, "{moves}: {answer:?}");
        assert_eq!(answer.json()["code"], code, "{moves}");
    }
    let good = json!({ "ply": 0, "lines": [[a, b]] });
    assert_eq!(
        first.post(&path, &good).await.status,
        409,
        "it is their turn"
    );
    let mut stranger = Client::guest(server.address).await;
    assert_eq!(stranger.post(&path, &good).await.status, 403);
    let clock = json!({ "kind": "clock", "base_ms": 60000, "increment_ms": 0 });
    let (fast, [_, mut opponent]) = seated(server.address, "sight", clock).await;
    let path = format!("/api/games/{fast}/conditional-moves");
    assert_eq!(opponent.post(&path, &good).await.status, 409);
    server.stop().await;
}

#[tokio::test]
async fn premoves_are_the_moves_after_any_reply() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let request = json!({ "game": "sight", "steps": [] });
    let found = client.post("/api/rules/premoves", &request).await.json();
    let found = found["moves"].as_array().expect("moves").clone();
    assert!(!found.is_empty());
    let mut all = std::collections::BTreeSet::new();
    for step in steps_after(&mut client, "sight", &[]).await {
        all.extend(steps_after(&mut client, "sight", &[step]).await);
    }
    let texts = found
        .iter()
        .map(|one| one["text"].as_str().expect("a text").to_owned());
    assert_eq!(
        texts.collect::<Vec<_>>(),
        all.into_iter().collect::<Vec<_>>()
    );
    server.stop().await;
}
