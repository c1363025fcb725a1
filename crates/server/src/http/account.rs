//! Your account: signing up, in and out; sessions, access tokens and open games.

use super::ApiError;
use super::extract::{ClientAddress, JsonBody, PathParams, QueryParams};
use super::identify::{Viewer, clear_cookie, set_cookie};
use super::stream::{self, NdjsonStream};
use crate::app::App;
use crate::auth::{CurrentUser, SignIn};
use crate::game::{GameQuery, to_millis};
use crate::store::{SessionRow, TokenRow, UserRow};
use crate::ws::ClientSender;
use axum::Json;
use axum::extract::State;
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use quintain_api::protocol::{
    ChangePasswordRequest, CreateTokenRequest, CreatedToken, Credentials, DeleteAccountRequest,
    ErrorBody, GamePage, GameSummary, Me, ServerMessage, SessionInfo, SetProgramRequest, TokenInfo,
};
use quintain_table::Timestamp;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(get_me))
        .routes(routes!(register))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(change_password))
        .routes(routes!(delete_account))
        .routes(routes!(set_program))
        .routes(routes!(sessions))
        .routes(routes!(end_session))
        .routes(routes!(tokens, create_token))
        .routes(routes!(revoke_token))
        .routes(routes!(my_games))
        .routes(routes!(my_finished_games))
        .routes(routes!(my_stream))
}

/// A user as they see themselves.
pub(crate) fn me(user: &UserRow, now: Timestamp) -> Me {
    Me {
        id: user.id.clone(),
        name: user.name.clone(),
        guest: !user.is_account(),
        program: user.is_program,
        server_time: to_millis(now),
    }
}

fn user_agent(headers: &HeaderMap) -> &str {
    let agent = headers.get(USER_AGENT);
    agent.and_then(|agent| agent.to_str().ok()).unwrap_or("")
}

fn signed_in(app: &App, sign_in: &SignIn) -> Response {
    let mut response = Json(me(&sign_in.user, app.now())).into_response();
    set_cookie(app.config(), &mut response, &sign_in.cookie);
    response
}

fn signed_out(app: &App) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    clear_cookie(app.config(), &mut response);
    response
}

/// You, as the server knows you.
#[utoipa::path(get, path = "/api/me", tag = "account", responses(
    (status = 200, description = "You.", body = Me),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn get_me(State(app): State<App>, current: CurrentUser) -> Json<Me> {
    Json(me(&current.user, app.now()))
}

/// Sign up. The guest that you are becomes an account and keeps its games.
#[utoipa::path(post, path = "/api/me/register", tag = "account", request_body = Credentials,
    responses(
    (status = 200, description = "You.", body = Me),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn register(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<Response, ApiError> {
    let agent = user_agent(&headers);
    let accounts = app.accounts();
    let sign_in = accounts.register(current, credentials, address, agent);
    Ok(signed_in(&app, &sign_in.await?))
}

/// Sign in. The games of the guest that you are become the account's.
#[utoipa::path(post, path = "/api/me/login", tag = "account", request_body = Credentials,
    responses(
    (status = 200, description = "You.", body = Me),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn login(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Result<Response, ApiError> {
    let agent = user_agent(&headers);
    let accounts = app.accounts();
    let sign_in = accounts.login(&current, credentials, address, agent);
    Ok(signed_in(&app, &sign_in.await?))
}

/// Sign out.
#[utoipa::path(post, path = "/api/me/logout", tag = "account", responses(
    (status = 204, description = "Signed out."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn logout(State(app): State<App>, current: CurrentUser) -> Result<Response, ApiError> {
    app.accounts().logout(&current).await?;
    Ok(signed_out(&app))
}

/// Change the password, sign out everywhere else and revoke all access tokens.
#[utoipa::path(post, path = "/api/me/password", tag = "account",
    request_body = ChangePasswordRequest, responses(
    (status = 204, description = "Changed."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn change_password(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<ChangePasswordRequest>,
) -> Result<StatusCode, ApiError> {
    let accounts = app.accounts();
    accounts.change_password(&current, request, address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete the account. Its games stay, without the name.
#[utoipa::path(post, path = "/api/me/delete", tag = "account",
    request_body = DeleteAccountRequest, responses(
    (status = 204, description = "Deleted."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn delete_account(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<DeleteAccountRequest>,
) -> Result<Response, ApiError> {
    let accounts = app.accounts();
    accounts.delete(&current, request.password, address).await?;
    Ok(signed_out(&app))
}

/// Mark the account as a program's, or as a person's. That cannot be changed anymore once it has
/// played rated games.
#[utoipa::path(post, path = "/api/me/program", tag = "account",
    request_body = SetProgramRequest, responses(
    (status = 200, description = "You.", body = Me),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn set_program(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<SetProgramRequest>,
) -> Result<Json<Me>, ApiError> {
    let accounts = app.accounts();
    let set = accounts.set_program(&current, request.program, address);
    let user = set.await?;
    Ok(Json(me(&user, app.now())))
}

/// Your sessions: where you are signed in.
#[utoipa::path(get, path = "/api/me/sessions", tag = "account", responses(
    (status = 200, description = "Your sessions.", body = Vec<SessionInfo>),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn sessions(
    State(app): State<App>,
    current: CurrentUser,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    let (sessions, current) = app.accounts().sessions(&current).await?;
    let info = |session: SessionRow| SessionInfo {
        current: session.id == current,
        id: session.id,
        created_at: to_millis(session.created_at),
        last_used_at: to_millis(session.last_used_at),
        user_agent: session.user_agent,
    };
    Ok(Json(sessions.into_iter().map(info).collect()))
}

/// End one of your sessions.
#[utoipa::path(delete, path = "/api/me/sessions/{id}", tag = "account",
    params(("id" = String, Path, description = "The session's id.")),
    responses(
    (status = 204, description = "Signed out there."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn end_session(
    State(app): State<App>,
    current: CurrentUser,
    PathParams(id): PathParams<String>,
) -> Result<StatusCode, ApiError> {
    app.accounts().end_session(&current, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn token_info(token: TokenRow) -> TokenInfo {
    TokenInfo {
        id: token.id,
        label: token.label,
        created_at: to_millis(token.created_at),
        last_used_at: token.last_used_at.map(to_millis),
    }
}

/// Your access tokens for programs.
#[utoipa::path(get, path = "/api/me/tokens", tag = "account", responses(
    (status = 200, description = "Your tokens.", body = Vec<TokenInfo>),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn tokens(
    State(app): State<App>,
    current: CurrentUser,
) -> Result<Json<Vec<TokenInfo>>, ApiError> {
    let tokens = app.accounts().tokens(&current).await?;
    Ok(Json(tokens.into_iter().map(token_info).collect()))
}

/// Create an access token for a program. It is shown only once.
#[utoipa::path(post, path = "/api/me/tokens", tag = "account",
    request_body = CreateTokenRequest, responses(
    (status = 201, description = "The token.", body = CreatedToken),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn create_token(
    State(app): State<App>,
    current: CurrentUser,
    JsonBody(request): JsonBody<CreateTokenRequest>,
) -> Result<(StatusCode, Json<CreatedToken>), ApiError> {
    let accounts = app.accounts();
    let (row, token) = accounts.create_token(&current, request.label).await?;
    let info = token_info(row);
    Ok((StatusCode::CREATED, Json(CreatedToken { info, token })))
}

/// Revoke an access token.
#[utoipa::path(delete, path = "/api/me/tokens/{id}", tag = "account",
    params(("id" = String, Path, description = "The token's id.")),
    responses(
    (status = 204, description = "Revoked."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn revoke_token(
    State(app): State<App>,
    current: CurrentUser,
    PathParams(id): PathParams<String>,
) -> Result<StatusCode, ApiError> {
    app.accounts().revoke_token(&current, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Your games that are waiting or being played.
#[utoipa::path(get, path = "/api/me/games", tag = "account", responses(
    (status = 200, description = "Your open games.", body = Vec<GameSummary>),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn my_games(
    State(app): State<App>,
    current: CurrentUser,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    Ok(Json(app.players().open_games(&current.user.id).await?))
}

/// Which of your finished games to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FinishedParams {
    cursor: Option<String>,
    limit: Option<u32>,
}

/// Your finished games, the newest first. Guests have them too.
#[utoipa::path(get, path = "/api/me/games/finished", tag = "account",
    params(("cursor" = Option<String>, Query,
            description = "The `next_cursor` of the previous page."),
           ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            description = "How many games; 20 if omitted.")),
    responses(
    (status = 200, description = "The games.", body = GamePage),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn my_finished_games(
    State(app): State<App>,
    Viewer(viewer): Viewer,
    QueryParams(FinishedParams { cursor, limit }): QueryParams<FinishedParams>,
) -> Result<Json<GamePage>, ApiError> {
    let query = GameQuery {
        cursor,
        limit,
        ..GameQuery::default()
    };
    let games = app.players().finished_games_of(&viewer, false, query);
    Ok(Json(games.await?))
}

/// Your games as they start, change and end: first all open ones, then each whenever it changes,
/// one `my_game` message per line.
#[utoipa::path(get, path = "/api/me/stream", tag = "account", responses(
    (status = 200, description = "Your games, one message per line.", body = ServerMessage,
        content_type = "application/x-ndjson"),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn my_stream(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
) -> Result<Response, ApiError> {
    let permit = app.rate_limiter().connect(address)?;
    let (client, receiver) = ClientSender::new(app.queued().share(address));
    let registration = stream::register(&app, &current, Some(client.clone())).await?;
    for summary in app.players().open_games(&current.user.id).await? {
        let summary = Box::new(summary);
        client.send(&ServerMessage::MyGame { summary });
    }
    let shutdown = app.shutdown().clone();
    let stream = NdjsonStream::new(receiver, registration, shutdown, permit);
    Ok(stream.into_response())
}
