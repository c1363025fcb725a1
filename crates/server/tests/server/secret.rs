//! Secrets stay secret until the end, and can be checked then.

use crate::common::{Client, config, start, temp_dir};
use quintain_engine::EngineRegistry;
use quintain_server::{Entropy, serve};
use serde_json::{Value, json};
use std::sync::Arc;

/// Plays a game between two players, with a spectator and a secret drawn from these bytes. Returns
/// the last step, everything that anyone was sent up to then, and the opened seal.
async fn play(entropy: [u8; 32], moves: &[&str]) -> (Value, Vec<Value>, Value) {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.entropy = Entropy(Arc::new(move || entropy));
    let server = serve(EngineRegistry::standard(), config)
        .await
        .expect("starts");
    let mut first = Client::guest(server.address).await;
    let mut second = Client::guest(server.address).await;
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
        Client::guest(server.address).await.socket().await,
    ];
    for socket in &mut sockets {
        sent.push(socket.watch(&id).await);
    }
    let mut last = Value::Null;
    for (ply, text) in moves.iter().enumerate() {
        let done = sockets[ply % 2].play(&id, text).await;
        assert_eq!(done["type"], "ack", "{text}: {done}");
        sent.push(done);
        let update = sockets[2].receive_type("update").await;
        last = update["update"]["event"]["step"]["step"]["text"].clone();
        sent.push(update);
    }
    for path in ["", "/views", "/record"] {
        let response = first.get(&format!("/api/games/{id}{path}")).await;
        sent.push(json!(response.body));
    }
    sent.push(first.get("/api/me/games").await.json());
    for socket in &sockets {
        sent.extend(socket.received.iter().map(|text| json!(text)));
    }
    sockets[0]
        .act(&id, "end", json!({ "kind": "resign" }))
        .await;
    let over = sockets[0].watch(&id).await;
    let seal = over["seal"].clone();
    assert!(seal["secret"].is_string(), "{over}");
    // It is shown on the board, and said in a sentence.
    let spies = |view: &Value| -> Vec<Value> {
        let pieces = view["pieces"].as_array().expect("pieces").iter();
        let spies = pieces.filter(|piece| piece["badge"]["key"] == "incognito.badge-spy");
        spies.map(|piece| piece["at"].clone()).collect()
    };
    let views = first.get(&format!("/api/games/{id}/views")).await.json();
    let start: Vec<String> = spies(&views["views"][0])
        .iter()
        .filter_map(|at| Some(at.as_str()?.to_owned()))
        .collect();
    assert_eq!(json!(start.join(" ")), seal["secret"]);
    assert!(!spies(&over["view"]).is_empty(), "{over}");
    let sentence = seal["sentence"]["text"].as_str().expect("a sentence");
    assert!(start.iter().all(|at| sentence.contains(at)), "{sentence}");
    // The record discloses it too, and can be checked.
    let record = first.get(&format!("/api/games/{id}/record")).await.body;
    assert!(record.contains("[Secret "), "{record}");
    let read =
        quintain_rules::record::Record::parse(&quintain_rules::Registry::standard(), &record);
    let read = read.expect("a sound record");
    let commitment = quintain_table::check_seal(&read).expect("a kept promise");
    assert_eq!(over["commitment"], json!(commitment));
    server.stop().await;
    (last, sent, seal)
}

/// A text without presence, which depends on when clients connect and on nothing else.
fn without_presence(text: &str) -> String {
    let mut parts = text.split("\"presence\":{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // There are no braces inside.
        out.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    out
}

/// Replaces what is different in every game: ids, moments, and the commitment itself.
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
        // Word by word: random ids become their number in order of appearance.
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

/// Where two clients who were sent this could tell their games apart.
fn differences(one: &[Value], other: &[Value]) -> Vec<String> {
    let (one, other) = (plain(one), plain(other));
    let mut found: Vec<String> = one
        .iter()
        .zip(&other)
        .filter(|(one, other)| one != other)
        .map(|(one, other)| format!("{one}\nis not\n{other}"))
        .collect();
    if one.len() != other.len() {
        let (one, other) = (one.len(), other.len());
        found.push(format!("{one} messages are not {other}"));
    }
    found
}

/// What was sent in games with the same steps but different secrets, and the secrets.
async fn indistinguishable_games(wanted: usize) -> Vec<(Vec<Value>, Value)> {
    // The last one is a question, which can tell a knight from a spy.
    let moves = ["d2-c3", "b4-c4", "e2-d3", "a3-b3", "c3?c4"];
    let mut games: Vec<(Vec<Value>, Value)> = Vec::new();
    for secret in 0..25_u64 {
        // The salt and the side to move stay the same, so that only the secret differs.
        let mut entropy = [8; 32];
        entropy[16..24].copy_from_slice(&secret.to_be_bytes());
        let (last, sent, seal) = play(entropy, &moves).await;
        let secret = seal["secret"].clone();
        // The steps are the same if the question has the same answer: both are knights.
        if last == "c3?c4-" && games.iter().all(|(_, other)| *other != secret) {
            games.push((sent, secret));
        }
        if games.len() == wanted {
            return games;
        }
    }
    panic!("only {} secrets give the same answer", games.len());
}

#[tokio::test]
async fn nothing_that_is_sent_depends_on_the_secret() {
    let games = indistinguishable_games(4).await;
    let (first, _) = &games[0];
    for (sent, _) in &games[1..] {
        assert_eq!(differences(first, sent), Vec::<String>::new());
    }
}

/// A message as a leaky server would send it.
fn with_leak(message: &Value, leak: &str) -> Value {
    match message {
        Value::String(text) => match text.strip_suffix('}') {
            Some(open) => json!(format!("{open},\"leak\":{}}}", json!(leak))),
            None => json!(format!("{text}{leak}")),
        },
        Value::Object(fields) => {
            let mut fields = fields.clone();
            fields.insert("leak".into(), json!(leak));
            Value::Object(fields)
        }
        other => json!([other, leak]),
    }
}

#[tokio::test]
async fn a_leak_in_any_message_would_be_noticed() {
    let games = indistinguishable_games(2).await;
    let [(one, secret), (other, other_secret)] = &games[..] else {
        panic!("two games");
    };
    let [secret, other_secret] = [secret, other_secret].map(|secret| {
        let secret = secret.as_str().expect("a text");
        assert!(!secret.is_empty());
        secret
    });
    assert_eq!(differences(one, other), Vec::<String>::new());
    let is_presence = |message: &Value| {
        let text = message.as_str().unwrap_or_default();
        text.starts_with("{\"type\":\"presence\"")
    };
    // Presence is sent at times of its own, whatever is hidden, and is left out.
    let leaking = |sent: &[Value], at: usize, leak: &str| {
        let mut kept: Vec<Value> = sent.iter().filter(|m| !is_presence(m)).cloned().collect();
        kept[at] = with_leak(&kept[at], leak);
        kept
    };
    let messages = one.iter().filter(|message| !is_presence(message)).count();
    for at in 0..messages {
        // Each leaks its own secret; and one leaks something where the other does not.
        let both = leaking(other, at, other_secret);
        assert_ne!(differences(&leaking(one, at, secret), &both), [""; 0]);
        assert_ne!(differences(one, &both), [""; 0]);
        // The same words in both give nothing away.
        let same = leaking(other, at, secret);
        assert_eq!(differences(&leaking(one, at, secret), &same), [""; 0]);
    }
    assert_ne!(differences(one, &other[1..]), [""; 0]);
}

#[tokio::test]
async fn what_an_interrogation_revealed_cannot_be_taken_back() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut client = Client::guest(server.address).await;
    let create = json!({ "game": "incognito", "opponent": { "kind": "local" },
                         "start": "1BB2/BB3/B3W/3WW/2WW1 w" });
    // One interrogation in three finds or loses a spy, and ends the game.
    for _ in 0..40 {
        let id = client.create(&create).await["id"]
            .as_str()
            .expect("an id")
            .to_owned();
        for text in ["c1-c4", "a3-a1", "c4?c5"] {
            let played = client
                .act(&id, json!({ "kind": "move", "text": text }))
                .await;
            assert!(played.status < 300, "{text}");
        }
        let game = format!("/api/games/{id}");
        let snapshot = client.get(&game).await.json();
        assert_eq!(snapshot["offers"]["can_take_back"], json!([false, false]));
        let refused = client.act(&id, json!({ "kind": "takeback" })).await;
        assert_eq!(refused.json()["code"], "conflict");
        assert_eq!(client.get(&game).await.json()["summary"]["plies"], 3);
        if snapshot["summary"]["state"] == "running" {
            let message = &refused.json()["message"]["key"];
            assert!(message.to_string().contains("revealed"), "{message}");
            server.stop().await;
            return;
        }
    }
    panic!("every interrogation ended its game");
}
