//! People over HTTP: who you are, accounts, profiles.

#![allow(
    unused_qualifications,
    reason = "the macro that describes a route qualifies the type of its query"
)]

use super::games::{file, record_text};
use super::stream::Lines;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Body, Params};
use crate::identity::{Credential, Visitor, set_cookie};
use crate::limits::Address;
use crate::live::{LiveGame, millis, summary};
use crate::outbox::Outbox;
use crate::protocol::{
    ChangePassword, Credentials, DeleteAccount, ErrorBody, GamePage, GameSummary, Me, NewToken,
    Profile, Rating, RatingHistory, ServerMessage, SessionInfo, Speed, TokenInfo, TokenMade,
};
use crate::random;
use crate::room::Ask;
use crate::store::{GameFilter, SessionRow, StoreError, TokenRow, UserRow, Won};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use quintain_table::Time;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many games a page has if nothing is said, and at most.
const USUAL_PAGE: u32 = 20;
const LARGEST_PAGE: u32 = 100;
/// How many tokens an account may have.
const MOST_TOKENS: usize = 20;
/// How many finished games are exported at most.
const MOST_RECORDS: u32 = 10_000;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me))
        .routes(routes!(register))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(password))
        .routes(routes!(delete))
        .routes(routes!(sessions))
        .routes(routes!(end_session))
        .routes(routes!(tokens, new_token))
        .routes(routes!(revoke_token))
        .routes(routes!(my_games))
        .routes(routes!(my_stream))
        .routes(routes!(profile))
        .routes(routes!(games))
        .routes(routes!(history))
        .routes(routes!(records))
}

fn me_of(user: &UserRow) -> Me {
    Me {
        id: user.id.clone(),
        name: user.name.clone(),
        guest: !user.account,
        now: millis(Time::now()),
    }
}

/// Who you are.
#[utoipa::path(get, path = "/api/me", tag = "people", responses(
    (status = 200, description = "You.", body = Me),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn me(visitor: Visitor) -> Json<Me> {
    Json(me_of(&visitor.user))
}

fn check_name(name: &str) -> Result<(), ApiError> {
    let letters = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    if letters && first && (2..=20).contains(&name.len()) {
        Ok(())
    } else {
        Err(ApiError::Invalid(
            "a name has 2 to 20 letters, digits, - and _, and begins with a letter".into(),
        ))
    }
}

fn check_password(password: &str) -> Result<(), ApiError> {
    if (8..=200).contains(&password.chars().count()) {
        Ok(())
    } else {
        Err(ApiError::Invalid(
            "a password has 8 to 200 characters".into(),
        ))
    }
}

/// Makes an account of the guest you are. Your games stay yours.
#[utoipa::path(post, path = "/api/me/register", tag = "people", request_body = Credentials,
    responses(
    (status = 200, description = "You.", body = Me),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn register(
    State(app): State<App>,
    visitor: Visitor,
    Address(address): Address,
    headers: HeaderMap,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<Response, ApiError> {
    check_name(&name)?;
    check_password(&password)?;
    app.gate().password(address, &name)?;
    let taken = || ApiError::Conflict(format!("the name {name} is taken"));
    if app.store().account(&name).await?.is_some() {
        return Err(taken());
    }
    // Whoever is signed in already gets a second account, not a new name.
    let user = match visitor.by {
        Credential::Guest => visitor.user.id,
        _ => random::id(12),
    };
    let hash = app.hashed(password).await?;
    match app.store().register(&user, &name, &hash, Time::now()).await {
        Ok(()) => {}
        Err(StoreError::Taken) => return Err(taken()),
        Err(error) => return Err(error.into()),
    }
    reseat(&app, &user).await?;
    signed_in(&app, &user, &headers).await
}

/// Rooms of someone's running games show the new name.
async fn reseat(app: &App, user: &str) -> Result<(), ApiError> {
    for row in app.store().games_of(user, &open_games()).await? {
        app.ask_if_open(&row.asked.id, Ask::Reseat).await;
    }
    Ok(())
}

fn open_games() -> GameFilter {
    GameFilter {
        open: Some(true),
        limit: LARGEST_PAGE,
        ..GameFilter::default()
    }
}

/// Starts a session and gives its cookie.
async fn signed_in(app: &App, user: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let (key, now) = (random::key(), Time::now());
    let agent = headers
        .get(USER_AGENT)
        .and_then(|agent| agent.to_str().ok());
    let session = SessionRow {
        id: random::id(12),
        user: user.to_owned(),
        created: now,
        used: now,
        agent: agent.unwrap_or_default().chars().take(200).collect(),
    };
    app.store()
        .create_session(&session, &random::hash(&key))
        .await?;
    let user = app.store().user(user).await?;
    let user = user.ok_or_else(|| ApiError::Internal("an account is not there".into()))?;
    let mut response = Json(me_of(&user)).into_response();
    set_cookie(&mut response, app.session_cookie(&key));
    Ok(response)
}

/// Signs in. The games of the guest you are become the account's.
#[utoipa::path(post, path = "/api/me/login", tag = "people", request_body = Credentials,
    responses(
    (status = 200, description = "You.", body = Me),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn login(
    State(app): State<App>,
    visitor: Visitor,
    Address(address): Address,
    headers: HeaderMap,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<Response, ApiError> {
    app.gate().password(address, &name)?;
    check_password(&password)?;
    let account = app.store().account(&name).await?;
    let hash = account
        .as_ref()
        .and_then(|account| account.password.clone());
    let good = app.is_password(password, hash).await?;
    let account = account
        .filter(|_| good)
        .ok_or_else(|| ApiError::Unauthorized("name or password is wrong".into()))?;
    if visitor.by == Credential::Guest {
        for game in app.store().adopt(&visitor.user.id, &account.id).await? {
            app.ask_if_open(&game, Ask::Reseat).await;
        }
    }
    signed_in(&app, &account.id, &headers).await
}

/// Signs out.
#[utoipa::path(post, path = "/api/me/logout", tag = "people", responses(
    (status = 204, description = "Signed out."),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn logout(State(app): State<App>, visitor: Visitor) -> Result<Response, ApiError> {
    if let Credential::Session(id) = &visitor.by {
        app.store().delete_session(&visitor.user.id, id).await?;
        app.people().cut(&visitor.user.id, Some(id));
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&mut response, app.no_cookie());
    Ok(response)
}

/// Checks the password of someone who is signed in.
async fn recheck(
    app: &App,
    address: Address,
    user: &UserRow,
    password: String,
) -> Result<(), ApiError> {
    app.gate().password(address.0, &user.name)?;
    if app.is_password(password, user.password.clone()).await? {
        Ok(())
    } else {
        Err(ApiError::Unauthorized("the password is wrong".into()))
    }
}

/// Changes the password, and signs out everywhere else.
#[utoipa::path(post, path = "/api/me/password", tag = "people", request_body = ChangePassword,
    responses(
    (status = 204, description = "Changed."),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn password(
    State(app): State<App>,
    visitor: Visitor,
    address: Address,
    Body(change): Body<ChangePassword>,
) -> Result<StatusCode, ApiError> {
    let (user, session) = visitor.session()?;
    check_password(&change.new)?;
    recheck(&app, address, user, change.old).await?;
    let others = app.store().sessions(&user.id).await?;
    let hash = app.hashed(change.new).await?;
    app.store().set_password(&user.id, &hash, session).await?;
    for other in others.iter().filter(|other| other.id != session) {
        app.people().cut(&user.id, Some(&other.id));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the account. Its games stay, without the name.
#[utoipa::path(post, path = "/api/me/delete", tag = "people", request_body = DeleteAccount,
    responses(
    (status = 204, description = "Deleted."),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    address: Address,
    Body(DeleteAccount { password }): Body<DeleteAccount>,
) -> Result<Response, ApiError> {
    let (user, _) = visitor.session()?;
    recheck(&app, address, user, password).await?;
    let open = app.store().games_of(&user.id, &open_games()).await?;
    app.store().delete_account(&user.id).await?;
    app.people().cut(&user.id, None);
    for row in open {
        app.ask_if_open(&row.asked.id, Ask::Reseat).await;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    set_cookie(&mut response, app.no_cookie());
    Ok(response)
}

/// Where you are signed in.
#[utoipa::path(get, path = "/api/me/sessions", tag = "people", responses(
    (status = 200, description = "Your sessions.", body = Vec<SessionInfo>),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn sessions(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    let (user, current) = visitor.session()?;
    let sessions = app.store().sessions(&user.id).await?;
    let info = |session: SessionRow| SessionInfo {
        current: session.id == current,
        id: session.id,
        created: millis(session.created),
        used: millis(session.used),
        agent: session.agent,
    };
    Ok(Json(sessions.into_iter().map(info).collect()))
}

/// Signs out somewhere.
#[utoipa::path(delete, path = "/api/me/sessions/{id}", tag = "people",
    params(("id" = String, Path, description = "The session's id.")),
    responses(
    (status = 204, description = "Signed out there."),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn end_session(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let (user, _) = visitor.session()?;
    if !app.store().delete_session(&user.id, &id).await? {
        return Err(ApiError::NotFound("there is no such session".into()));
    }
    app.people().cut(&user.id, Some(&id));
    Ok(StatusCode::NO_CONTENT)
}

fn token_info(token: TokenRow) -> TokenInfo {
    TokenInfo {
        id: token.id,
        label: token.label,
        created: millis(token.created),
        used: token.used.map(millis),
    }
}

/// Your tokens for programs.
#[utoipa::path(get, path = "/api/me/tokens", tag = "people", responses(
    (status = 200, description = "Your tokens.", body = Vec<TokenInfo>),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn tokens(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<TokenInfo>>, ApiError> {
    let (user, _) = visitor.session()?;
    let tokens = app.store().tokens(&user.id).await?;
    Ok(Json(tokens.into_iter().map(token_info).collect()))
}

/// Makes a token for a program. It is shown only here.
#[utoipa::path(post, path = "/api/me/tokens", tag = "people", request_body = NewToken,
    responses(
    (status = 201, description = "The token.", body = TokenMade),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn new_token(
    State(app): State<App>,
    visitor: Visitor,
    Body(NewToken { label }): Body<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), ApiError> {
    let (user, _) = visitor.session()?;
    if !(1..=60).contains(&label.chars().count()) {
        return Err(ApiError::Invalid("a label has 1 to 60 characters".into()));
    }
    if app.store().tokens(&user.id).await?.len() >= MOST_TOKENS {
        return Err(ApiError::Conflict(format!(
            "an account has at most {MOST_TOKENS} tokens; revoke one first"
        )));
    }
    let token = format!("qt_{}", random::key());
    let row = TokenRow {
        id: random::id(12),
        user: user.id.clone(),
        label,
        created: Time::now(),
        used: None,
    };
    app.store()
        .create_token(&row, &random::hash(&token))
        .await?;
    let info = token_info(row);
    Ok((StatusCode::CREATED, Json(TokenMade { info, token })))
}

/// Revokes a token.
#[utoipa::path(delete, path = "/api/me/tokens/{id}", tag = "people",
    params(("id" = String, Path, description = "The token's id.")),
    responses(
    (status = 204, description = "Revoked."),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn revoke_token(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let (user, _) = visitor.session()?;
    if !app.store().delete_token(&user.id, &id).await? {
        return Err(ApiError::NotFound("there is no such token".into()));
    }
    app.people().cut(&user.id, Some(&id));
    Ok(StatusCode::NO_CONTENT)
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
async fn profile(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<Profile>, ApiError> {
    let user = account(&app, &name).await?;
    let now = Time::now();
    let ratings = app.store().ratings(&user.id).await?;
    let ratings = ratings.into_iter().map(|row| {
        let glicko = row.glicko.after_rest(now.since(row.changed));
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
    Path(name): Path<String>,
    Params(wanted): Params<Wanted>,
) -> Result<Json<GamePage>, ApiError> {
    let before = wanted.before.as_deref().map(|text| {
        let (at, id) = text.split_once('-')?;
        Some((Time(at.parse().ok()?), id.to_owned()))
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
    Path((name, game, speed)): Path<(String, String, String)>,
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
async fn records(State(app): State<App>, Path(name): Path<String>) -> Result<Response, ApiError> {
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
