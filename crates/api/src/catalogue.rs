//! The catalogue of games.

use crate::error::ServiceError;
use crate::protocol::{CatalogueEntry, GameRules};
use quintain_rules::Registry;
use quintain_rules::erased::AnyGame;

/// The games to choose from.
pub fn list(games: &Registry) -> Result<Vec<CatalogueEntry>, ServiceError> {
    games.iter().map(entry).collect()
}

/// A game in the catalogue.
pub fn entry(game: &dyn AnyGame) -> Result<CatalogueEntry, ServiceError> {
    let (info, start) = (game.info(), game.start(None)?);
    let formats = game.formats().iter();
    Ok(CatalogueEntry {
        id: info.id.to_owned(),
        name: info.name.to_owned(),
        summary: info.summary.to_owned(),
        sides: info.sides.map(str::to_owned),
        boards: info.boards,
        has_secret: start.secret_count() > 1,
        formats: formats.map(|format| format.name.to_owned()).collect(),
        geometry: start.geometry(),
        view: start.view(),
    })
}

/// The rules page of a game.
pub fn rules(games: &Registry, game: &str) -> Result<GameRules, ServiceError> {
    let info = games.get(game)?.info();
    Ok(GameRules {
        game: info.id.to_owned(),
        markdown: info.rules.to_owned(),
    })
}
