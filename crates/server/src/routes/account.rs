//! Who you are, over HTTP: signing in and out, sessions, tokens.

use super::people::open_games;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{At, Body};
use crate::identity::{Credential, Visitor, set_cookie};
use crate::limits::Address;
use crate::live::millis;
use crate::protocol::{
    ChangePassword, Credentials, DeleteAccount, ErrorBody, Me, NewToken, SessionInfo, TokenInfo,
    TokenMade,
};
use crate::random;
use crate::room::Ask;
use crate::store::{SessionRow, StoreError, TokenRow, UserRow};
use axum::Json;
use axum::extract::State;
use axum::http::header::USER_AGENT;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use quintain_table::Timestamp;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many tokens an account may have.
const MOST_TOKENS: usize = 20;

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
}

fn me_of(user: &UserRow) -> Me {
    Me {
        id: user.id.clone(),
        name: user.name.clone(),
        guest: !user.account,
        now: millis(Timestamp::now()),
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
    match app
        .store()
        .register(&user, &name, &hash, Timestamp::now())
        .await
    {
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

/// Starts a session and gives its cookie.
async fn signed_in(app: &App, user: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let (key, now) = (random::key(), Timestamp::now());
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
    At(id): At<String>,
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
        created: Timestamp::now(),
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
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    let (user, _) = visitor.session()?;
    if !app.store().delete_token(&user.id, &id).await? {
        return Err(ApiError::NotFound("there is no such token".into()));
    }
    app.people().cut(&user.id, Some(&id));
    Ok(StatusCode::NO_CONTENT)
}
