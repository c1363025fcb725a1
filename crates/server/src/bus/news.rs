//! What nodes tell each other.

use crate::auth::Credential;
use crate::store::StoredEvent;
use quintain_api::protocol::RatingChange;
use quintain_rules::Side;
use serde::{Deserialize, Serialize};

/// News on the way, with the node that sends them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Envelope<N, T> {
    pub(super) from: N,
    pub(super) news: T,
}

/// News of a game, for the rooms that other nodes have of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum GameNews {
    /// An event has been stored.
    Event {
        /// Its number, counting from 1.
        number: u64,
        event: Box<StoredEvent>,
        /// What it has made of the ratings.
        ratings: Option<[RatingChange; 2]>,
    },
    /// Where the rematch stands.
    Rematch {
        offered_by: Option<Side>,
        game_id: Option<String>,
    },
    /// Something else about it has been stored: it has started, or the seats have changed.
    Changed,
    /// The game has been deleted.
    Deleted,
    /// Who is in a node's room. It is said again and again, and is forgotten if it is not.
    Presence {
        /// The number of the last event that the room knows.
        seq: u64,
        online: [bool; 2],
        spectators: u32,
        /// Whether the room wants to know who is in the others.
        asks: bool,
    },
}

/// News of a user, for the nodes where the user is connected.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum UserNews {
    /// One of the user's games has changed.
    Game {
        game_id: String,
        /// The message for the user's clients.
        text: String,
    },
}

/// What concerns all nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum NodeNews {
    /// Connections of a user are to be closed.
    Revoked { user: String, revoked: Revoked },
    /// A user has another name, or none: rooms show who sits where.
    Renamed { user: String },
    /// The lobby shows something else.
    Lobby,
}

/// Which connections of a user are to be closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "which", content = "ids", rename_all = "snake_case")]
pub(crate) enum Revoked {
    /// All of them.
    All,
    /// Those of the guest that the user was.
    Guest,
    /// Those that came by access tokens.
    Tokens,
    /// Those that came by these sessions or tokens.
    Credentials(Vec<String>),
    /// All but those of this session.
    AllButSession(String),
}

impl Revoked {
    /// Whether a connection is to be closed that came by this credential.
    pub(crate) fn includes(&self, credential: &Credential) -> bool {
        match (self, credential) {
            (Revoked::All, _) | (Revoked::Guest, Credential::Guest) => true,
            (Revoked::Tokens, credential) => matches!(credential, Credential::Token(_)),
            (Revoked::Credentials(ids), credential) => {
                let is_gone = |id: &str| ids.iter().any(|gone| gone == id);
                credential.id().is_some_and(is_gone)
            }
            (Revoked::AllButSession(kept), Credential::Session(id)) => id != kept,
            (Revoked::AllButSession(_), _) => true,
            (Revoked::Guest, _) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Envelope, GameNews, Revoked};
    use crate::auth::Credential;
    use crate::store::StoredEvent;
    use quintain_table::{Entry, Event, Timestamp};

    #[test]
    fn what_is_revoked_is_closed_and_nothing_else() {
        let session = |id: &str| Credential::Session(id.to_owned());
        let token = Credential::Token("t".to_owned());
        let all = [Credential::Guest, session("a"), session("b"), token];
        let ids = vec!["b".to_owned(), "t".to_owned()];
        for (revoked, closed) in [
            (Revoked::All, [true; 4]),
            (Revoked::Guest, [true, false, false, false]),
            (Revoked::Tokens, [false, false, false, true]),
            (Revoked::Credentials(ids), [false, false, true, true]),
            (
                Revoked::AllButSession("a".to_owned()),
                [true, false, true, true],
            ),
        ] {
            let json = serde_json::to_string(&revoked).expect("JSON");
            let revoked: Revoked = serde_json::from_str(&json).expect("the same");
            assert_eq!(
                all.each_ref()
                    .map(|credential| revoked.includes(credential)),
                closed,
                "{json}"
            );
        }
    }

    #[test]
    fn an_event_arrives_as_it_was_sent() {
        let event = StoredEvent {
            entry: Entry {
                seq: 8,
                at: Timestamp(1234),
                event: Event::Step {
                    text: "a1-a2".to_owned(),
                },
            },
            request_id: Some("ada 7".to_owned()),
        };
        let news = GameNews::Event {
            number: 9,
            event: Box::new(event.clone()),
            ratings: None,
        };
        let sent = serde_json::to_vec(&Envelope { from: "a", news }).expect("JSON");
        let received: Envelope<String, GameNews> = serde_json::from_slice(&sent).expect("news");
        let GameNews::Event {
            number,
            event: same,
            ..
        } = received.news
        else {
            panic!("something else: {received:?}");
        };
        assert_eq!((received.from.as_str(), number, *same), ("a", 9, event));
    }
}
