//! The example bot plays a whole game.

use crate::common::{Client, start, temp_dir};
use serde_json::json;
use std::path::Path;
use std::process::Command;

#[tokio::test]
async fn the_example_bot_plays_a_game_to_the_end() {
    let dir = temp_dir();
    let server = start(&dir).await;
    let mut owner = Client::account(server.address, "Ada").await;
    let made = owner
        .post("/api/me/tokens", &json!({ "label": "bot" }))
        .await;
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let address = format!("http://{}", server.address);
    let play = move || {
        Command::new("python3")
            .arg(bot)
            .args(["--server", &address, "--game", "sight", "--size", "3"])
            .args(["--level", "1", "--games", "1"])
            .env("QUINTAIN_TOKEN", token)
            .output()
    };
    let output = tokio::task::spawn_blocking(play).await;
    let output = output.expect("no panic").expect("Python runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(
        said.contains("Playing as Ada") && said.contains("wins."),
        "{said}"
    );
    let games = owner.get("/api/users/Ada/games").await.json();
    assert_eq!(games["games"][0]["state"], "ended");
    server.stop().await;
}
