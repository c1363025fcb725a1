//! The catalogue of games.

use crate::error::ServiceError;
use crate::protocol::{CatalogueEntry, GameLessons, GameRules, Picture};
use quintain_rules::Registry;
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::message::Language;
use quintain_rules::view::View;

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
        name: info.name(),
        summary: info.summary(),
        sides: info.side_names(),
        boards: info.boards,
        has_secret: start.secret_count() > 1,
        formats: formats.map(|format| format.name.to_owned()).collect(),
        showcase: picture(&*showcase(game).unwrap_or_else(|| start.clone())),
        geometry: start.geometry(),
        view: picture(&*start).view,
    })
}

/// The typical position that a game's lessons name.
fn showcase(game: &dyn AnyGame) -> Option<Box<dyn AnyPosition>> {
    let lessons: serde_json::Value = serde_json::from_str(game.info().lessons?).ok()?;
    game.parse(lessons["showcase"]["start"].as_str()?).ok()
}

/// A position to look at, where nobody moves.
fn picture(position: &dyn AnyPosition) -> Picture {
    Picture {
        geometry: position.geometry(),
        view: View {
            moves: Vec::new(),
            ..position.view()
        },
    }
}

/// The rules page of a game.
pub fn rules(games: &Registry, game: &str, language: Language) -> Result<GameRules, ServiceError> {
    let info = games.get(game)?.info();
    Ok(GameRules {
        game: info.id.to_owned(),
        language: language.code().to_owned(),
        markdown: info.rules(language).to_owned(),
    })
}

/// The lessons of a game.
pub fn lessons(
    games: &Registry,
    game: &str,
    language: Language,
) -> Result<GameLessons, ServiceError> {
    let info = games.get(game)?.info();
    Ok(GameLessons {
        game: info.id.to_owned(),
        language: language.code().to_owned(),
        // The rules crate tests that its lessons are valid.
        lessons: info
            .lessons
            .and_then(|lessons| serde_json::from_str(lessons).ok()),
        texts: info.lesson_texts(language).to_owned(),
    })
}
