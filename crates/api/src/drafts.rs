//! Drafts: positions taken apart and put together, for editors.

use crate::error::ServiceError;
use crate::positions::start;
use crate::protocol::{
    ComposeDraftRequest, ComposeDraftResponse, ParseDraftRequest, ParseDraftResponse,
};
use quintain_rules::Registry;
use quintain_rules::message::ToMessage;

/// Takes a position apart.
pub fn parse(
    games: &Registry,
    request: &ParseDraftRequest,
) -> Result<ParseDraftResponse, ServiceError> {
    let position = start(
        games,
        &request.game,
        request.size,
        request.position.as_deref(),
    )?;
    Ok(ParseDraftResponse {
        geometry: position.geometry(),
        schema: games.get(&request.game)?.setup_schema(),
        draft: position.draft(),
    })
}

/// Puts a position together, and says why it is invalid if it is.
pub fn compose(
    games: &Registry,
    request: &ComposeDraftRequest,
) -> Result<ComposeDraftResponse, ServiceError> {
    let game = games.get(&request.game)?;
    let text = game.compose(&request.draft)?;
    let (error, status) = match game.parse(&text) {
        Ok(position) => (None, position.view().status),
        Err(error) => (Some(error.to_message()), Vec::new()),
    };
    Ok(ComposeDraftResponse {
        text,
        error,
        status,
    })
}
