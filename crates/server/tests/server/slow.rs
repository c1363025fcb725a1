//! Clients that read or write slowly, or come and go: nobody else waits for them.

use crate::common::{Client, Socket, config, metric, start_with, temp_dir};
use crate::play::{by_link, seated};
use crate::wait::{eventually, in_time};
use futures_util::{SinkExt, StreamExt};
use quintain_table::TableLimits;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// One player offers a draw and withdraws the offer. Returns the number of the last event.
pub(crate) async fn offer_and_withdraw(socket: &mut Socket, game: &str, round: usize) -> u64 {
    let mut seq = 0;
    for kind in ["offer_draw", "decline_draw"] {
        let id = format!("{kind}-{round}");
        let done = socket.act(game, &id, json!({ "kind": kind })).await;
        assert_eq!(done["type"], "ack", "{done}");
        seq = done["seq"].as_u64().expect("a number");
    }
    seq
}

#[tokio::test]
async fn a_client_that_does_not_read_is_dropped_and_resumes_without_loss() {
    let dir = temp_dir();
    let mut config = config(&dir);
    // The players make offers until the other client is dropped.
    config.game_limits = TableLimits::UNLIMITED;
    let server = start_with(config).await;
    let address = server.address;
    let (id, mut players, _) = seated(address, &by_link("animal-chess")).await;
    let lazy = Client::guest(address).await;
    let mut socket = lazy.socket().await;
    let seen = socket.watch(&id).await["seq"].as_u64().expect("a number");
    // It asks for the game again and again, and reads none of the snapshots.
    let (mut ask, mut unread) = socket.split();
    let watch = json!({ "type": "watch", "game_id": id }).to_string();
    let asking =
        tokio::spawn(async move { while ask.send(Message::text(watch.clone())).await.is_ok() {} });
    // The players carry on without delay until the server gives up on that client.
    let (mut round, mut seq) = (0, 0);
    eventually("the server gives up on the client", async || {
        for player in &mut players {
            seq = offer_and_withdraw(player, &id, round).await;
            round += 1;
        }
        metric(address, "quintain_ws_slow_consumers_total").await > 0
    })
    .await;
    // For them it was a spectator who has left, which they learn a moment later.
    for player in &mut players {
        eventually("the spectator has left", async || {
            let presence = player.watch(&id).await["presence"].take();
            presence["spectators"] == 0 && presence["online"] == json!([true, true])
        })
        .await;
    }
    // The connection ends for the lazy client too, after the messages that were on their way.
    let mut last = seen;
    while let Some(Ok(message)) = unread.next().await {
        let Message::Text(text) = message else {
            continue;
        };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let snapshot = message["snapshot"]["seq"].as_u64();
        last = snapshot
            .or(message["update"]["seq"].as_u64())
            .unwrap_or(last);
    }
    asking.await.expect("it stops asking");
    // When it reconnects with the last number that it has seen, it gets everything since.
    let mut back = lazy.socket().await;
    let watch = json!({ "type": "watch", "game_id": id, "after": last });
    back.send(&watch).await;
    while last < seq {
        let message = back.receive().await;
        if let Some(all) = message["snapshot"]["seq"].as_u64() {
            last = all;
        } else if let Some(next) = message["update"]["seq"].as_u64() {
            assert_eq!(next, last + 1);
            last = next;
        }
    }
    assert_eq!(last, seq);
    server.stop().await;
}

/// Reads until the server closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset ends it as well.
    let read = stream.read_to_end(&mut bytes);
    in_time("the end of the connection", read).await.ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn a_client_that_sends_too_slowly_is_dropped() {
    let dir = temp_dir();
    let mut config = config(&dir);
    config.request_timeout = Duration::from_secs(2);
    let server = start_with(config).await;
    let mut heads = Vec::new();
    for head in [
        "",
        "GET /api/catalogue HTTP/1.1\r\nhost: localhost\r\nx-slow: ",
    ] {
        let mut stream = TcpStream::connect(server.address).await.expect("connected");
        stream.write_all(head.as_bytes()).await.expect("sent");
        heads.push(stream);
    }
    let mut body = TcpStream::connect(server.address).await.expect("connected");
    let asked = "POST /api/rules/positions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                 content-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    body.write_all(asked.as_bytes()).await.expect("sent");
    // Others are served in the meantime.
    Client::guest(server.address).await.socket().await;
    for stream in &mut heads {
        let said = read_to_end(stream).await;
        assert!(!said.contains("200 OK"), "{said}");
    }
    let said = read_to_end(&mut body).await;
    assert!(said.starts_with("HTTP/1.1 408"), "{said}");
    assert!(said.contains("did not arrive within 2 seconds"), "{said}");
    server.stop().await;
}

/// Connects and watches a game this many times, and leaves without a word each time.
async fn come_and_go(client: Client, game: String, times: usize) {
    for _ in 0..times {
        let mut socket = loop {
            match client.try_socket(&[]).await {
                Ok(socket) => break socket,
                // The server has not noticed yet that the earlier connections are gone.
                Err(status) => assert_eq!(status, 429),
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        let watch = json!({ "type": "watch", "game_id": game, "after": 1 });
        socket.send(&watch).await;
        assert_eq!(socket.receive_type("update").await["update"]["seq"], 2);
    }
}

#[tokio::test]
async fn a_thousand_reconnects_leave_nothing_behind() {
    let dir = temp_dir();
    let mut config = config(&dir);
    // If connections were not released, there would soon be one too many.
    config.limits.connections = 20;
    let server = start_with(config).await;
    let address = server.address;
    let (id, mut players, clients) = seated(address, &by_link("knights-duel")).await;
    offer_and_withdraw(&mut players[0], &id, 0).await;
    let mut guests: Vec<_> = clients.into_iter().collect();
    guests.extend([Client::guest(address).await, Client::guest(address).await]);
    let comings = guests
        .into_iter()
        .map(|client| tokio::spawn(come_and_go(client, id.clone(), 250)));
    for coming in comings.collect::<Vec<_>>() {
        coming.await.expect("all went well");
    }
    // The game still works.
    eventually("only the players are left", async || {
        metric(address, "quintain_users_online").await <= 2
    })
    .await;
    assert_eq!(metric(address, "quintain_rooms").await, 1);
    assert!(metric(address, "quintain_ws_connections_total").await >= 1002);
    assert_eq!(offer_and_withdraw(&mut players[1], &id, 1).await, 4);
    server.stop().await;
}

#[tokio::test]
async fn a_listener_who_answers_pings_stays_in_a_lively_game() {
    let dir = temp_dir();
    let mut config = config(&dir);
    // Longer than the players take for a message on any machine, and shorter than the game.
    config.ping_interval = Duration::from_secs(1);
    config.game_limits = TableLimits::UNLIMITED;
    let server = start_with(config).await;
    let (id, mut players, _) = seated(server.address, &by_link("knights-duel")).await;
    let listener = Client::guest(server.address).await;
    let mut socket = listener.socket().await;
    socket.watch(&id).await;
    let (_, mut received) = socket.split();
    // The library answers each ping; the listener sends nothing else.
    let listening = tokio::spawn(async move {
        let mut pings = 0;
        while pings < 5 {
            match received.next().await {
                Some(Ok(Message::Ping(_))) => pings += 1,
                Some(Ok(_)) => {}
                other => panic!("after {pings} pings: {other:?}"),
            }
        }
    });
    let mut round = 0;
    while !listening.is_finished() {
        offer_and_withdraw(&mut players[round % 2], &id, round).await;
        round += 1;
    }
    listening.await.expect("the listener stayed");
    server.stop().await;
}
