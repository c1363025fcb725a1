//! Plays a random game and prints it step by step:
//!
//!     cargo run --example random_game -- incognito 5
//!
//! Everything goes through the registry, so it works for every game.

use quintain_rules::message::english;
use quintain_rules::{Registry, Rng, draw};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or_else(|| "catapult".into());
    let size = arguments.next().map(|size| size.parse()).transpose()?;

    // A referee knows what is hidden and says what moves reveal; in most games nothing is.
    let mut rng = Rng::new(1);
    let mut position = Registry::standard().get(&id)?.start(size)?;
    let mut referee = position.referee(rng.next_u64());
    while let Some(mv) = rng.choose(&position.moves()) {
        let step = referee.play(mv)?;
        println!("{}: {}", step.text, english(&step.caption));
        position = referee.position();
    }
    println!("\n{}", draw::draw(&position.geometry(), &position.view()));
    println!("{}", position.text());
    Ok(())
}
