//! Web Push: being told when it is your turn.

use serde::{Deserialize, Serialize};

/// The key by which browsers know the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PushKey {
    /// A point on the curve P-256, in base64 for URLs.
    pub public_key: String,
}

/// A browser that wants to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PushSubscription {
    /// The address at the browser's push service: `https`, by name, on the public network.
    #[cfg_attr(feature = "schema", schema(max_length = 1000))]
    pub endpoint: String,
    /// The browser's key `p256dh`, in base64 for URLs.
    pub public_key: String,
    /// The browser's key `auth`, in base64 for URLs.
    pub auth_secret: String,
    /// The code of the language to be told in.
    pub language: String,
}

/// A browser that no longer wants to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EndPushRequest {
    /// The address at the browser's push service.
    pub endpoint: String,
}
