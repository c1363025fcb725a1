//! Servers that cannot be nodes of a database say why, and do not start.

use super::Cluster;
use crate::common::{Machine, file_config, start_with, temp_dir};
use quintain_engine::EngineRegistry;
use quintain_rules::message::ToMessage;
use quintain_server::{Clock, Config, serve};
use quintain_test_services as services;

/// Why a server does not start.
async fn refusal(config: Config) -> String {
    match serve(EngineRegistry::standard(), config).await {
        Ok(_) => panic!("it starts"),
        Err(error) => {
            let text = error.to_message().to_string();
            assert!(!text.contains('\n') && text.len() < 220, "{text}");
            text
        }
    }
}

#[tokio::test]
async fn a_node_that_does_not_get_along_with_the_others_says_why_and_does_not_start() {
    let cluster = Cluster::new();
    let a = cluster.node("a").await;
    // Without a bus.
    let lone = Config {
        bus: None,
        ..cluster.config("b")
    };
    let refused = refusal(lone.clone()).await;
    assert!(
        refused.contains("such as a") && refused.contains("--bus"),
        "{refused}"
    );
    // The same name.
    let refused = refusal(cluster.config("a")).await;
    assert!(refused.contains("another node is called a"), "{refused}");
    // Another bus.
    let other = services::Nats::start();
    let elsewhere = Config {
        bus: Some(other.url().parse().expect("a bus")),
        ..cluster.config("b")
    };
    let refused = refusal(elsewhere).await;
    assert!(
        refused.contains("node a") && refused.contains("same bus"),
        "{refused}"
    );
    // A clock that is wrong.
    let machine = Machine::new();
    machine.set_wall(|wall| wall + 3_600_000);
    let wrong = Config {
        clock: Clock::new(machine),
        ..cluster.config("b")
    };
    let refused = refusal(wrong).await;
    assert!(refused.contains("seconds apart"), "{refused}");
    // Whoever was refused is not in the way of others, nor of the one that is there.
    let b = cluster.node("b").await;
    a.stop().await;
    b.stop().await;
    // A server without a bus may have it now, and nodes with a bus must wait.
    let lone = start_with(lone).await;
    let refused = refusal(cluster.config("a")).await;
    assert!(refused.contains("without a bus"), "{refused}");
    assert!(
        refused.contains(&std::process::id().to_string()),
        "{refused}"
    );
    lone.stop().await;
    cluster.node("a").await.stop().await;
}

#[tokio::test]
async fn a_bus_that_cannot_be_used_is_named() {
    let cluster = Cluster::new();
    let with_bus = |url: &str| Config {
        bus: Some(url.parse().expect("a bus")),
        ..cluster.config("a")
    };
    let refused = refusal(with_bus("nats://127.0.0.1:1")).await;
    assert!(
        refused.contains("nats://127.0.0.1:1") && refused.contains("nobody is listening"),
        "{refused}"
    );
    let secured = services::Nats::start_with_token("secret");
    let (_, host) = secured
        .url()
        .rsplit_once('@')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .expect("a token");
    for url in [format!("nats://{host}"), format!("nats://wrong@{host}")] {
        let refused = refusal(with_bus(&url)).await;
        assert!(refused.contains("does not accept"), "{refused}");
        assert!(!refused.contains("wrong"), "{refused}");
    }
    start_with(with_bus(&secured.url())).await.stop().await;
    // A file cannot be shared.
    let dir = temp_dir();
    let file = Config {
        bus: Some(cluster.bus.url().parse().expect("a bus")),
        ..file_config(&dir)
    };
    let refused = refusal(file).await;
    assert!(refused.contains("PostgreSQL"), "{refused}");
}
