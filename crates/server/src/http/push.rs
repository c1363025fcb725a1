//! Web Push: being told when it is your turn.

use super::ApiError;
use super::extract::{ClientAddress, JsonBody};
use crate::app::App;
use crate::auth::CurrentUser;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use quintain_api::protocol::{EndPushRequest, ErrorBody, PushKey, PushSubscription};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(push_key))
        .routes(routes!(subscribe))
        .routes(routes!(unsubscribe))
}

/// The key by which browsers know the server.
#[utoipa::path(get, path = "/api/push/key", tag = "account", responses(
    (status = 200, description = "The key.", body = PushKey),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn push_key(State(app): State<App>) -> Json<PushKey> {
    Json(PushKey {
        public_key: app.push().public_key(),
    })
}

/// Be told in a browser when it is your turn in a game with days per move or without a clock, and
/// when it is over.
#[utoipa::path(post, path = "/api/me/push", tag = "account", request_body = PushSubscription,
    responses(
    (status = 204, description = "Stored."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn subscribe(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<PushSubscription>,
) -> Result<StatusCode, ApiError> {
    let user = &current.user.id;
    app.rate_limiter().account_change(address, user)?;
    app.push().subscribe(user, request, app.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// No longer be told in a browser.
#[utoipa::path(post, path = "/api/me/push/end", tag = "account", request_body = EndPushRequest,
    responses(
    (status = 204, description = "Deleted."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn unsubscribe(
    State(app): State<App>,
    current: CurrentUser,
    JsonBody(request): JsonBody<EndPushRequest>,
) -> Result<StatusCode, ApiError> {
    let user = &current.user.id;
    app.push().unsubscribe(user, &request.endpoint).await?;
    Ok(StatusCode::NO_CONTENT)
}
