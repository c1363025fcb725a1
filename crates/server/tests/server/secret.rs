//! What is hidden stays hidden until the end, and can be checked then.

use crate::common::{Person, Scratch, config};
use quintain_engine::Catalogue;
use quintain_server::{Entropy, serve};
use serde_json::{Value, json};
use std::sync::Arc;

/// Plays a game between two people whose secret is drawn from these bytes, with a spectator;
/// gives the last step, all that anyone was sent up to there, and the secret.
async fn play(entropy: [u8; 32], moves: &[&str]) -> (Value, Vec<Value>, Value) {
    let scratch = Scratch::new();
    let mut config = config(&scratch);
    config.entropy = Entropy(Arc::new(move || entropy));
    let server = serve(Catalogue::standard(), config).await.expect("starts");
    let mut first = Person::guest(server.address).await;
    let mut second = Person::guest(server.address).await;
    let create = json!({ "game": "incognito", "opponent": { "kind": "friend" }, "side": "first" });
    let made = first.create(&create).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let joined = second
        .post(&format!("/api/games/{id}/join"), &json!({}))
        .await;
    let mut sent = vec![made, joined.json()];
    let mut sockets = [
        first.socket().await,
        second.socket().await,
        Person::guest(server.address).await.socket().await,
    ];
    for socket in &mut sockets {
        sent.push(socket.watch(&id).await);
    }
    let mut last = Value::Null;
    for (ply, text) in moves.iter().enumerate() {
        let done = sockets[ply % 2].play(&id, text).await;
        assert_eq!(done["type"], "done", "{text}: {done}");
        sent.push(done);
        let update = sockets[2].hear_type("update").await;
        last = update["update"]["event"]["step"]["step"]["text"].clone();
        sent.push(update);
    }
    for path in ["", "/views", "/record"] {
        let answer = first.get(&format!("/api/games/{id}{path}")).await;
        sent.push(json!(answer.body));
    }
    sent.push(first.get("/api/me/games").await.json());
    for socket in &sockets {
        sent.extend(socket.heard.iter().map(|text| json!(text)));
    }
    sockets[0]
        .act(&id, "end", json!({ "kind": "resign" }))
        .await;
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
    (last, sent, reveal)
}

/// A text without who is here, which depends on when people come and on nothing else.
fn without_presence(text: &str) -> String {
    let mut parts = text.split("\"presence\":{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // There are no braces inside.
        out.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    out
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
        if text.starts_with("{\"type\":\"presence\"") {
            continue;
        }
        let text = without_presence(&text);
        // Words and numbers one by one: those of chance become their number in order.
        let mut word = String::new();
        for letter in text.chars().chain(Some(' ')) {
            if letter.is_ascii_alphanumeric() {
                word.push(letter);
                continue;
            }
            let number = word.len() >= 10 && word.bytes().all(|b| b.is_ascii_digit());
            let hash = word.len() == 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
            let mixed = word
                .bytes()
                .any(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
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
    // The last one is a question, by which a knight of each side may be told from a spy.
    let moves = ["d2-c3", "b4-c4", "e2-d3", "a3-b3", "c3?c4"];
    let mut expected: Option<(Vec<String>, Value)> = None;
    let mut compared = 0;
    for secret in 0..25_u64 {
        // The salt and who begins stay the same, so that only the secret differs.
        let mut entropy = [8; 32];
        entropy[16..24].copy_from_slice(&secret.to_be_bytes());
        let (last, sent, reveal) = play(entropy, &moves).await;
        // The same steps are those with the same answer: both are knights.
        if last != "c3?c4-" {
            continue;
        }
        let sent = plain(&sent);
        match &expected {
            None => expected = Some((sent, reveal)),
            Some((expected, other)) => {
                assert_ne!(other["secret"], reveal["secret"], "the secrets must differ");
                for (one, other) in expected.iter().zip(&sent) {
                    assert_eq!(one, other);
                }
                assert_eq!(expected.len(), sent.len());
                compared += 1;
            }
        }
        if compared == 3 {
            return;
        }
    }
    panic!("only {compared} secrets answer alike");
}
