//! What can be stored and found, by what it is about.
//!
//! Each method is one transaction, and what a method has returned is durable: it survives the
//! loss of the process. A game is its setup and its append-only list of events. Everything else
//! that is stored about it follows from them and is there for lists.
//!
//! Several processes may use one database, so whatever can race is decided where it is stored: a
//! method says under which condition it writes, and returns [`Conflict`](super::StoreError::Conflict) if another
//! request came first. What is allowed, what a rating becomes and who sits where is decided above.

use super::{
    Beat, Budgets, ConditionalRow, FaultCounts, GameFilter, GameRequest, GameRow, GameStart,
    GameStatus, ListedGame, NewAccount, NewGame, Node, NodeStatus, PushRow, RatedGame, RatingRow,
    SessionCutoff, SessionRow, StoreResult, StoredEvent, TokenRow, UserRow,
};
use async_trait::async_trait;
use quintain_api::protocol::{GameResults, RatingPoint, Speed};
use quintain_rules::Side;
use quintain_table::Timestamp;

/// Declares everything that is stored as what its parts are.
macro_rules! store {
    ($first:ident $(+ $part:ident)*) => {
        /// Everything that is stored.
        pub trait Store: $first $(+ $part)* {}

        impl<T: $first $(+ $part)*> Store for T {}
    };
}

store!(
    Health
        + Nodes
        + Metadata
        + Games
        + Conditionals
        + GameLists
        + Upkeep
        + Users
        + Credentials
        + PushSubscriptions
        + Ratings
);

/// Whether the store works.
#[async_trait]
pub trait Health: Send + Sync + 'static {
    /// Whether everything is in order: an error if the store is damaged or cannot be written.
    async fn check_writable(&self) -> StoreResult<()>;
    /// Finds out whether what is stored is damaged.
    async fn check_integrity(&self) -> StoreResult<()>;
    /// What has gone wrong so far.
    fn fault_counts(&self) -> FaultCounts;
    /// Stops all work. Whatever was acknowledged is durable already.
    async fn close(&self);
}

/// The processes that use the store.
#[async_trait]
pub trait Nodes: Send + Sync + 'static {
    /// Whether several processes can use the store at the same time.
    fn can_be_shared(&self) -> bool;
    /// Registers this process, unless a node is alive that it does not go together with: one with
    /// the same name, or any other if one of the two has no bus. That one is returned then.
    async fn join(&self, node: &Node) -> StoreResult<Result<Beat, Node>>;
    /// Records that the node is alive. If none was for a while, that is stored as an outage.
    async fn beat(&self, status: NodeStatus) -> StoreResult<Beat>;
    /// Ends the registration: others may use the store, whatever they are.
    async fn leave(&self);
}

/// Values that exist once.
#[async_trait]
pub trait Metadata: Send + Sync + 'static {
    /// A value that all processes share; if there is none yet, the given one is stored.
    async fn get_or_insert(&self, key: &str, value: &str) -> StoreResult<String>;
    /// Records that games can be played at this moment.
    async fn heartbeat(&self, now: Timestamp) -> StoreResult<()>;
    /// The moment of the last heartbeat.
    async fn last_heartbeat(&self) -> StoreResult<Option<Timestamp>>;
}

/// Games: creating, changing and loading them.
#[async_trait]
pub trait Games: Send + Sync + 'static {
    /// Creates a game. An error if that is more than its creator may store.
    async fn create_game(
        &self,
        request: &GameRequest,
        new: &NewGame,
        budgets: &Budgets,
    ) -> StoreResult<()>;
    /// Starts a waiting game. [`Conflict`](super::StoreError::Conflict) if it is no longer waiting, or no longer
    /// this creator's.
    async fn start_game(&self, id: &str, creator: &str, begin: &GameStart) -> StoreResult<()>;
    /// Aborts a waiting game. [`Conflict`](super::StoreError::Conflict) if it is no longer waiting.
    async fn abort_waiting_game(&self, id: &str, now: Timestamp) -> StoreResult<()>;
    /// A game; `None` if there is no such game.
    async fn game(&self, id: &str) -> StoreResult<Option<GameRow>>;
    /// The events of a game, starting with number `from`.
    async fn events(&self, id: &str, from: u32) -> StoreResult<Vec<StoredEvent>>;
    /// Appends the next event of a game, and what a rated game has made of the players' ratings.
    /// [`Conflict`](super::StoreError::Conflict) if another event has its number, and
    /// [`RatingsChanged`](super::StoreError::RatingsChanged) if another game has counted since the ratings were read.
    async fn append_event(
        &self,
        id: &str,
        event: &StoredEvent,
        status: &GameStatus,
        rated: Option<&RatedGame>,
    ) -> StoreResult<()>;
    /// Changes which side offers a rematch. [`Conflict`](super::StoreError::Conflict) if it was not the one given,
    /// or if there is a rematch already.
    async fn set_rematch_offer(
        &self,
        id: &str,
        from: Option<Side>,
        to: Option<Side>,
    ) -> StoreResult<()>;
    /// Creates the rematch of a game. [`Conflict`](super::StoreError::Conflict) if there is one already, or if the
    /// offer is no longer this side's.
    async fn create_rematch(
        &self,
        id: &str,
        offered_by: Option<Side>,
        request: &GameRequest,
        begin: &GameStart,
        budgets: &Budgets,
    ) -> StoreResult<()>;
}

/// What players have decided on in advance.
#[async_trait]
pub trait Conditionals: Send + Sync + 'static {
    /// What the player of a side has decided on in a game.
    async fn conditional_moves(&self, id: &str, side: Side) -> StoreResult<Option<ConditionalRow>>;
    /// Replaces it.
    async fn set_conditional_moves(
        &self,
        id: &str,
        side: Side,
        moves: Option<&ConditionalRow>,
    ) -> StoreResult<()>;
}

/// Browsers that want to be told when it is their user's turn.
#[async_trait]
pub trait PushSubscriptions: Send + Sync + 'static {
    /// Stores a subscription in place of the one with the same address. A user who has more than
    /// `max` then loses the oldest.
    async fn subscribe(&self, subscription: &PushRow, max: u32) -> StoreResult<()>;
    /// A user's subscriptions, the newest first.
    async fn push_subscriptions(&self, user: &str) -> StoreResult<Vec<PushRow>>;
    /// Deletes a user's subscription, if there is one with this address.
    async fn unsubscribe(&self, user: &str, endpoint: &str) -> StoreResult<()>;
}

/// Finding games.
#[async_trait]
pub trait GameLists: Send + Sync + 'static {
    /// Several games, in this order; those that do not exist are left out.
    async fn games(&self, ids: &[String]) -> StoreResult<Vec<GameRow>>;
    /// Games that are open to anyone, the newest first.
    async fn offers(&self, limit: u32) -> StoreResult<Vec<ListedGame>>;
    /// The ids of open games that someone who makes this request can play instead, the one that
    /// has waited longest first.
    async fn matching_offers(&self, request: &GameRequest, limit: u32) -> StoreResult<Vec<String>>;
    /// Public games that are being played, the one with the latest move first.
    async fn live_games(&self, limit: u32) -> StoreResult<Vec<ListedGame>>;
    /// A user's games that are waiting or being played, the newest first.
    async fn open_games_of_user(&self, user: &str, limit: u32) -> StoreResult<Vec<GameRow>>;
    /// A user's games that are over, the newest first.
    async fn finished_games_of_user(
        &self,
        user: &str,
        filter: &GameFilter,
    ) -> StoreResult<Vec<GameRow>>;
    /// How many games are being played.
    async fn count_running_games(&self) -> StoreResult<u32>;
}

/// Finding games that nobody ends, and deleting what nobody needs.
#[async_trait]
pub trait Upkeep: Send + Sync + 'static {
    /// The ids of running games in which a player is out of time by now.
    async fn games_past_deadline(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>>;
    /// The ids of running games in which a clock is running; those with days per move only if
    /// asked for.
    async fn games_with_running_clock(&self, correspondence: bool) -> StoreResult<Vec<String>>;
    /// Whether a real-time clock is running in any game.
    async fn has_running_clock(&self) -> StoreResult<bool>;
    /// The ids of running games in which at least one side has not moved yet, and in which nothing
    /// has happened since a moment: `fast_before` for real-time games, else `slow_before`.
    async fn unstarted_games(
        &self,
        fast_before: Timestamp,
        slow_before: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<String>>;
    /// Withdraws waiting games that have expired. Returns their ids.
    async fn expire_waiting_games(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>>;
    /// Deletes games that guests have created and that were aborted before a moment without both
    /// sides having moved. Returns their ids.
    async fn delete_unplayed_guest_games(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<String>>;
    /// Deletes guests who have no games, of those from before a moment whose id comes after the
    /// given one. Returns the last id that was looked at; `None` at the end.
    async fn delete_guests_without_games(
        &self,
        after: &str,
        before: Timestamp,
        limit: u32,
    ) -> StoreResult<Option<String>>;
}

/// Guests and accounts.
#[async_trait]
pub trait Users: Send + Sync + 'static {
    /// A user by id.
    async fn user(&self, id: &str) -> StoreResult<Option<UserRow>>;
    /// An account by its name in lower case.
    async fn account(&self, name_lower: &str) -> StoreResult<Option<UserRow>>;
    /// Turns a guest into an account. [`Conflict`](super::StoreError::Conflict) if the name is taken.
    async fn register(&self, user: &str, account: &NewAccount, now: Timestamp) -> StoreResult<()>;
    /// Marks an account as a program's, or as a person's. [`Conflict`](super::StoreError::Conflict) if it has sat
    /// in a rated game.
    async fn set_program(&self, user: &str, program: bool) -> StoreResult<()>;
    /// Transfers a guest's games to an account. Returns the ids of those that are not over.
    async fn transfer_games(&self, guest: &str, account: &str) -> StoreResult<Vec<String>>;
    /// Deletes an account: its name, password, sessions, tokens, ratings, and the games that wait
    /// for a player. Its other games stay.
    async fn delete_account(&self, user: &str, now: Timestamp) -> StoreResult<()>;
}

/// Passwords, sessions and access tokens.
#[async_trait]
pub trait Credentials: Send + Sync + 'static {
    /// Replaces a password, ends all sessions but one, and revokes all tokens.
    /// [`Conflict`](super::StoreError::Conflict) if the password is no longer the old one or that session has ended.
    async fn set_password(
        &self,
        user: &str,
        old_hash: &str,
        new_hash: &str,
        kept_session: &str,
    ) -> StoreResult<()>;
    /// Stores a new session under the hash of its key. Ends the oldest ones if the user has more
    /// than `max` then, and returns their ids. [`Conflict`](super::StoreError::Conflict) if the user has no account
    /// whose password has this hash.
    async fn create_session(
        &self,
        session: &SessionRow,
        key_hash: &str,
        password_hash: &str,
        max: u32,
    ) -> StoreResult<Vec<String>>;
    /// The session under the hash of a key, unless it has expired, and its user.
    async fn session(
        &self,
        key_hash: &str,
        cutoff: SessionCutoff,
    ) -> StoreResult<Option<(SessionRow, UserRow)>>;
    /// Records the use of a session.
    async fn touch_session(&self, id: &str, now: Timestamp) -> StoreResult<()>;
    /// Removes expired sessions. Returns the ids of their users and their own.
    async fn expire_sessions(&self, cutoff: SessionCutoff) -> StoreResult<Vec<(String, String)>>;
    /// Whether there is a session or token with this id.
    async fn has_credential(&self, id: &str) -> StoreResult<bool>;
    /// Which of these ids are no longer those of a session or token.
    async fn revoked_credentials(&self, ids: &[String]) -> StoreResult<Vec<String>>;
    /// Which of these users are not guests, or no longer.
    async fn users_with_account(&self, ids: &[String]) -> StoreResult<Vec<String>>;
    /// A user's sessions, the one used last first.
    async fn sessions(&self, user: &str) -> StoreResult<Vec<SessionRow>>;
    /// Ends a session. Returns whether there was one.
    async fn delete_session(&self, user: &str, id: &str) -> StoreResult<bool>;
    /// Stores a new token under its hash, unless the user has `max` already: then it returns false.
    /// [`Conflict`](super::StoreError::Conflict) if the session that asks for it has ended.
    async fn create_token(
        &self,
        token: &TokenRow,
        token_hash: &str,
        session: &str,
        max: u32,
    ) -> StoreResult<bool>;
    /// The token under a hash, and its user.
    async fn token(&self, token_hash: &str) -> StoreResult<Option<(TokenRow, UserRow)>>;
    /// Records the use of a token.
    async fn touch_token(&self, id: &str, now: Timestamp) -> StoreResult<()>;
    /// A user's tokens, the newest first.
    async fn tokens(&self, user: &str) -> StoreResult<Vec<TokenRow>>;
    /// Revokes a token. Returns whether there was one.
    async fn delete_token(&self, user: &str, id: &str) -> StoreResult<bool>;
}

/// Ratings and results.
#[async_trait]
pub trait Ratings: Send + Sync + 'static {
    /// A user's ratings.
    async fn ratings(&self, user: &str) -> StoreResult<Vec<RatingRow>>;
    /// The history of a rating, the oldest point first; at most the last thousand points.
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        speed: Speed,
    ) -> StoreResult<Vec<RatingPoint>>;
    /// A user's results in the `last` games they began, by game: in all of them, or only in
    /// those that are listed for others.
    async fn results_by_game(
        &self,
        user: &str,
        only_public: bool,
        last: u32,
    ) -> StoreResult<Vec<GameResults>>;
}
