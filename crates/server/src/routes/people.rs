//! People's games and pages, over HTTP.

#![allow(
    unused_qualifications,
    reason = "the macro that describes a route qualifies the type of its query"
)]

use super::games::{file, record_text};
use super::stream::Lines;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{At, Params};
use crate::identity::{Credential, Visitor};
use crate::limits::Address;
use crate::live::{LiveGame, millis, summary};
use crate::outbox::Outbox;
use crate::protocol::{
    ErrorBody, GamePage, GameSummary, Profile, Rating, RatingHistory, ServerMessage, Speed,
};
use crate::store::{GameFilter, UserRow, Won};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use quintain_table::Timestamp;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many games a page has if nothing is said, and at most.
const USUAL_PAGE: u32 = 20;
const LARGEST_PAGE: u32 = 100;
/// How many finished games are exported at most.
const MOST_RECORDS: u32 = 10_000;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(my_games))
        .routes(routes!(my_stream))
        .routes(routes!(profile))
        .routes(routes!(games))
        .routes(routes!(history))
        .routes(routes!(records))
}

/// Someone's games that wait or are being played.
pub(super) fn open_games() -> GameFilter {
    GameFilter {
        open: Some(true),
        limit: LARGEST_PAGE,
        ..GameFilter::default()
    }
}

/// Your games that wait or are being played.
#[utoipa::path(get, path = "/api/me/games", tag = "people", responses(
    (status = 200, description = "Your open games.", body = Vec<GameSummary>),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn my_games(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let rows = app
        .store()
        .games_of(&visitor.user.id, &open_games())
        .await?;
    let games = rows.iter().map(|row| summary(app.games(), row));
    Ok(Json(games.collect()))
}

/// Takes someone off the list of those connected when the stream ends.
struct Here {
    app: App,
    user: String,
    id: u64,
}

impl Drop for Here {
    fn drop(&mut self) {
        self.app.people().go(&self.user, self.id);
    }
}

/// Your games as they begin, move and end: first all open ones, then each as it changes, one
/// `mine` message a line.
#[utoipa::path(get, path = "/api/me/stream", tag = "people", responses(
    (status = 200, description = "Your games, one message a line.", body = ServerMessage,
        content_type = "application/x-ndjson"),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn my_stream(
    State(app): State<App>,
    visitor: Visitor,
    Address(address): Address,
) -> Result<Response, ApiError> {
    let open = app.gate().connect(address)?;
    let (outbox, inbox) = Outbox::new();
    let user = visitor.user.id;
    let credential = match visitor.by {
        Credential::Guest => None,
        Credential::Session(id) | Credential::Token(id) => Some(id),
    };
    app.people().come(&user, outbox.clone(), credential);
    let here = Here {
        app: app.clone(),
        user: user.clone(),
        id: outbox.id(),
    };
    for row in app.store().games_of(&user, &open_games()).await? {
        let summary = Box::new(summary(app.games(), &row));
        outbox.tell(&ServerMessage::Mine { summary });
    }
    Ok(Lines::new(app, inbox).keep((here, open)).into_response())
}

async fn account(app: &App, name: &str) -> Result<UserRow, ApiError> {
    let account = app.store().account(name).await?;
    account.ok_or_else(|| ApiError::NotFound("there is no such player".into()))
}

/// A player's page.
#[utoipa::path(get, path = "/api/users/{name}", tag = "people",
    params(("name" = String, Path, description = "The player's name.")),
    responses(
    (status = 200, description = "The player.", body = Profile),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn profile(State(app): State<App>, At(name): At<String>) -> Result<Json<Profile>, ApiError> {
    let user = account(&app, &name).await?;
    let now = Timestamp::now();
    let ratings = app.store().ratings(&user.id).await?;
    let ratings = ratings.into_iter().map(|row| {
        let glicko = row.glicko.after_rest(now.ms_since(row.changed));
        Rating {
            game: row.game,
            speed: row.speed,
            rating: glicko.rating,
            deviation: glicko.deviation,
            provisional: glicko.is_provisional(),
            games: row.games,
        }
    });
    Ok(Json(Profile {
        online: app.people().is_here(&user.id),
        ratings: ratings.collect(),
        tallies: app.store().tallies(&user.id).await?,
        created: millis(user.created),
        id: user.id,
        name: user.name,
    }))
}

/// Which games of a player.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Only of this game.
    game: Option<String>,
    /// Only rated ones, or only casual ones.
    rated: Option<bool>,
    /// Only with this result.
    #[param(inline)]
    result: Option<WonParam>,
    /// What `next` said on the page before.
    before: Option<String>,
    /// How many, at most 100.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
}

/// A result.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
enum WonParam {
    Won,
    Lost,
    Drawn,
}

/// A player's finished games, the newest first.
#[utoipa::path(get, path = "/api/users/{name}/games", tag = "people",
    params(("name" = String, Path, description = "The player's name."), Wanted),
    responses(
    (status = 200, description = "The games.", body = GamePage),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn games(
    State(app): State<App>,
    At(name): At<String>,
    Params(wanted): Params<Wanted>,
) -> Result<Json<GamePage>, ApiError> {
    let before = wanted.before.as_deref().map(|text| {
        let (at, id) = text.split_once('-')?;
        Some((Timestamp(at.parse().ok()?), id.to_owned()))
    });
    if before == Some(None) {
        return Err(ApiError::Invalid(
            "before must be what next said on the page before".into(),
        ));
    }
    let limit = wanted.limit.unwrap_or(USUAL_PAGE);
    if !(1..=LARGEST_PAGE).contains(&limit) {
        return Err(ApiError::Invalid(format!(
            "limit must be from 1 to {LARGEST_PAGE}, not {limit}"
        )));
    }
    let user = account(&app, &name).await?;
    let filter = GameFilter {
        game: wanted.game,
        rated: wanted.rated,
        result: wanted.result.map(|result| match result {
            WonParam::Won => Won::Won,
            WonParam::Lost => Won::Lost,
            WonParam::Drawn => Won::Drawn,
        }),
        open: Some(false),
        before: before.flatten(),
        limit,
    };
    let rows = app.store().games_of(&user.id, &filter).await?;
    let next = rows
        .last()
        .filter(|_| rows.len() == limit as usize)
        .map(|row| format!("{}-{}", row.asked.created.0, row.asked.id));
    let games = rows.iter().map(|row| summary(app.games(), row));
    Ok(Json(GamePage {
        games: games.collect(),
        next,
    }))
}

/// How a rating changed.
#[utoipa::path(get, path = "/api/users/{name}/ratings/{game}/{speed}", tag = "people",
    params(("name" = String, Path, description = "The player's name."),
           ("game" = String, Path, description = "The game's id."),
           ("speed" = Speed, Path, description = "The class of the clock.")),
    responses(
    (status = 200, description = "The rating's history.", body = RatingHistory),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn history(
    State(app): State<App>,
    At((name, game, speed)): At<(String, String, String)>,
) -> Result<Json<RatingHistory>, ApiError> {
    let speed: Speed = serde_json::from_value(speed.into())
        .map_err(|_| ApiError::NotFound("there is no such speed".into()))?;
    let user = account(&app, &name).await?;
    let points = app.store().rating_history(&user.id, &game, speed).await?;
    Ok(Json(RatingHistory { points }))
}

/// All finished games of a player as one file of records.
#[utoipa::path(get, path = "/api/users/{name}/records", tag = "people",
    params(("name" = String, Path, description = "The player's name.")),
    responses(
    (status = 200, description = "The records.", body = String, content_type = "text/plain"),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn records(State(app): State<App>, At(name): At<String>) -> Result<Response, ApiError> {
    let user = account(&app, &name).await?;
    let filter = GameFilter {
        open: Some(false),
        limit: MOST_RECORDS,
        ..GameFilter::default()
    };
    let mut text = String::new();
    for row in app.store().games_of(&user.id, &filter).await? {
        if row.setup.is_none() {
            // It was called off before anyone came.
            continue;
        }
        let entries = app.store().entries(&row.asked.id, 0).await?;
        let live = LiveGame::new(app.games(), row, entries)?;
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&record_text(app.games(), &live, None)?);
    }
    Ok(file(&format!("{}.records", user.name), text))
}
