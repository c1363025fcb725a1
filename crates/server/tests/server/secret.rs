//! What is hidden stays hidden until the end, and can be checked then.

use crate::common::{Person, Scratch, config};
use quintain_engine::Catalogue;
use quintain_server::{Entropy, serve};
use serde_json::{Value, json};
use std::sync::Arc;

/// Plays a game between two people whose secret is drawn from these bytes, with a spectator;
/// gives all that anyone was sent before the end, and the secret.
async fn play(entropy: [u8; 32], moves: &[&str]) -> (Vec<Value>, Value) {
    let scratch = Scratch::new();
    let mut config = config(&scratch);
    config.entropy = Entropy(Arc::new(move || entropy));
    let server = serve(Catalogue::standard(), config).await.expect("starts");
    let mut first = Person::guest(server.address).await;
    let mut second = Person::guest(server.address).await;
    let create = json!({ "game": "incognito", "opponent": { "kind": "friend" }, "side": "first",
                         "start": "1BB2/B4/B4/4W/2WWW w" });
    let made = first.create(&create).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let joined = second.post(&format!("/api/games/{id}/join"), &json!({})).await;
    let mut sent = vec![made, joined.json()];
    let mut sockets = [
        first.socket().await,
        second.socket().await,
        Person::guest(server.address).await.socket().await,
    ];
    for socket in &mut sockets {
        sent.push(socket.watch(&id).await);
    }
    for (ply, text) in moves.iter().enumerate() {
        let done = sockets[ply % 2].play(&id, text).await;
        assert_eq!(done["type"], "done", "{text}: {done}");
        sent.push(done);
        sent.push(sockets[2].hear_type("update").await);
    }
    for path in ["", "/views", "/record"] {
        let answer = first.get(&format!("/api/games/{id}{path}")).await;
        sent.push(json!(answer.body));
    }
    sent.push(first.get("/api/me/games").await.json());
    for socket in &sockets {
        sent.extend(socket.heard.iter().map(|text| json!(text)));
    }
    sockets[0].act(&id, "end", json!({ "kind": "resign" })).await;
    let over = sockets[0].watch(&id).await;
    let reveal = over["reveal"].clone();
    assert!(reveal["secret"].is_string(), "{over}");
    // The record tells it too, and can be checked.
    let record = first.get(&format!("/api/games/{id}/record")).await.body;
    assert!(record.contains("[Secret "), "{record}");
    let read = quintain_rules::record::Record::read(&quintain_rules::Registry::standard(), &record);
    let read = read.expect("a sound record");
    let commitment = quintain_table::check_seal(&read).expect("a kept promise");
    assert_eq!(over["commitment"], json!(commitment));
    server.stop().await;
    (sent, reveal)
}

/// Replaces what is drawn anew for each game: ids, moments, and the commitment itself.
fn plain(sent: &[Value]) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut names: Vec<String> = Vec::new();
    let mut plain = Vec::new();
    for value in sent {
        let mut out = String::new();
        let text = text(value);
        // Words and numbers one by one: those of chance become their number in order.
        let mut word = String::new();
        for letter in text.chars().chain(Some(' ')) {
            if letter.is_ascii_alphanumeric() {
                word.push(letter);
                continue;
            }
            let number = word.len() >= 10 && word.bytes().all(|b| b.is_ascii_digit());
            let hash = word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
            let mixed = word.bytes().any(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
            let id = matches!(word.len(), 10 | 12) && mixed && !number;
            if number || hash {
                out.push_str(if number { "TIME" } else { "HASH" });
            } else if id {
                let known = names.iter().position(|name| *name == word);
                let at = known.unwrap_or_else(|| {
                    names.push(word.clone());
                    names.len() - 1
                });
                out.push_str(&format!("ID{at}"));
            } else {
                out.push_str(&word);
            }
            word.clear();
            out.push(letter);
        }
        plain.push(out);
    }
    plain
}

#[tokio::test]
async fn nothing_that_is_sent_depends_on_the_secret() {
    let moves = ["e2-d3", "a3-b3", "d3-c4", "b3-c3"];
    let mut first: Option<(Vec<String>, Value)> = None;
    for seed in 0..4_u8 {
        // The salt stays the same, so that only the secret differs.
        let mut entropy = [7; 32];
        entropy[16..24].copy_from_slice(&u64::from(seed * 5).to_be_bytes());
        let (sent, reveal) = play(entropy, &moves).await;
        let plain = plain(&sent);
        match &first {
            None => first = Some((plain, reveal)),
            Some((expected, other)) => {
                assert_ne!(other["secret"], reveal["secret"], "the secrets must differ");
                for (one, two) in expected.iter().zip(&plain) {
                    assert_eq!(one, two);
                }
                assert_eq!(expected.len(), plain.len());
            }
        }
    }
}
