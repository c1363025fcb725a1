//! Players' profiles and games.

use super::ApiError;
use super::extract::{PathParams, QueryParams};
use super::games::attachment;
use super::identify::Viewer;
use super::work::Work;
use crate::app::App;
use crate::game::{self, Export, GameQuery};
use crate::store::GameResult;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use futures_util::stream::unfold;
use quintain_api::protocol::{ErrorBody, GamePage, Profile, RatingHistory, Speed};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(profile))
        .routes(routes!(games))
        .routes(routes!(rating_history))
        .routes(routes!(records))
}

/// A player's profile. The results of games that are not listed are there only for the player.
#[utoipa::path(get, path = "/api/users/{name}", tag = "users",
    params(("name" = String, Path, description = "The player's name.")),
    responses(
    (status = 200, description = "The player.", body = Profile),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn profile(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    PathParams(name): PathParams<String>,
) -> Result<Json<Profile>, ApiError> {
    Ok(Json(app.players().profile(&name, &viewer).await?))
}

/// Which games of a player to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GamesParams {
    game: Option<String>,
    rated: Option<bool>,
    result: Option<ResultParam>,
    cursor: Option<String>,
    limit: Option<u32>,
}

/// The result of a game for a player.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum ResultParam {
    Win,
    Loss,
    Draw,
}

/// A player's finished games, the newest first. Games that are not listed are there only for
/// the player.
#[utoipa::path(get, path = "/api/users/{name}/games", tag = "users",
    params(("name" = String, Path, description = "The player's name."),
           ("game" = Option<String>, Query, description = "Only this game."),
           ("rated" = Option<bool>, Query,
            description = "Only rated games, or only casual ones."),
           ("result" = inline(Option<ResultParam>), Query,
            description = "Only games with this result for the player."),
           ("cursor" = Option<String>, Query,
            description = "The `next_cursor` of the previous page."),
           ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            description = "How many games; 20 if omitted.")),
    responses(
    (status = 200, description = "The games.", body = GamePage),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn games(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    PathParams(name): PathParams<String>,
    QueryParams(params): QueryParams<GamesParams>,
) -> Result<Json<GamePage>, ApiError> {
    let query = GameQuery {
        game: params.game,
        rated: params.rated,
        result: params.result.map(|result| match result {
            ResultParam::Win => GameResult::Win,
            ResultParam::Loss => GameResult::Loss,
            ResultParam::Draw => GameResult::Draw,
        }),
        cursor: params.cursor,
        limit: params.limit,
    };
    let games = app.players().finished_games(&name, &viewer, query);
    Ok(Json(games.await?))
}

/// How a player's rating changed over time.
#[utoipa::path(get, path = "/api/users/{name}/ratings/{game}/{speed}", tag = "users",
    params(("name" = String, Path, description = "The player's name."),
           ("game" = String, Path, description = "The game's id in the catalogue."),
           ("speed" = Speed, Path, description = "The class of the time control.")),
    responses(
    (status = 200, description = "The rating's history.", body = RatingHistory),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn rating_history(
    State(app): State<App>,
    PathParams((name, game, speed)): PathParams<(String, String, String)>,
) -> Result<Json<RatingHistory>, ApiError> {
    let players = app.players();
    Ok(Json(players.rating_history(&name, &game, &speed).await?))
}

/// The records of all finished games of a player in one file. Games that are not listed are there
/// only for the player.
#[utoipa::path(get, path = "/api/users/{name}/records", tag = "users",
    params(("name" = String, Path, description = "The player's name.")),
    responses(
    (status = 200, description = "The records.", body = String, content_type = "text/plain"),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn records(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    work: Work,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiError> {
    let export = app.players().export(&name, &viewer).await?;
    let file = format!("{}.records", export.name());
    // The next page is made when the client has taken the last one.
    let pages = unfold(Some((app, work, export)), |state| async {
        let (app, work, mut export) = state?;
        match next_records(&app, &work, &mut export).await {
            Ok(text) => Some((Ok(text?), Some((app, work, export)))),
            // The file breaks off, and the client notices that.
            Err(error) => Some((Err(error), None)),
        }
    });
    Ok(attachment(&file, Body::from_stream(pages)))
}

/// The records on the next page of an export; `None` after the last one.
async fn next_records(
    app: &App,
    work: &Work,
    export: &mut Export,
) -> Result<Option<String>, ApiError> {
    let Some(page) = export.next_page().await? else {
        return Ok(None);
    };
    let games = app.clone();
    let text = work
        .run(move || game::records(games.games(), page))
        .await??;
    Ok(Some(text))
}
