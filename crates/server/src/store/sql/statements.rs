//! All statements, in one place: a test reads the plan of each in both databases and fails if one
//! would read a whole table.

use super::Statement;

/// Declares statements, and the list of all of them. What only PostgreSQL needs has no text for
/// SQLite.
macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident = $($sql:expr)? $(, postgres: $postgres:expr)?;)*) => {
        $($(#[$doc])* pub(in crate::store) const $name: Statement = statement!($($sql)? $(, $postgres)?);)*
        /// All statements, by name.
        #[cfg(test)]
        pub(in crate::store) const ALL: &[(&str, Statement)] = &[$((stringify!($name), $name)),*];
    };
}

macro_rules! statement {
    ($sql:expr) => {
        Statement {
            sqlite: $sql,
            postgres: $sql,
        }
    };
    (, $postgres:expr) => {
        Statement {
            sqlite: "",
            postgres: $postgres,
        }
    };
    ($sql:expr, $postgres:expr) => {
        Statement {
            sqlite: $sql,
            postgres: $postgres,
        }
    };
}

/// Selects games with their seats and players, in the order that `queries::game` reads.
macro_rules! games_where {
    ($rest:literal) => {
        concat!(
            "SELECT g.id, g.game, g.size, g.start_position, g.time_control, g.speed, g.rated, \
             g.public, g.in_lobby, g.side_choice, g.created_at, g.setup, g.state, g.position, \
             g.turn, g.plies, g.winner, g.end_reason, g.updated_at, g.flag_at, \
             g.rematch_id, g.rematch_offered_by, \
             a.user_id, a.engine_level, a.is_bot, a.rating_before, a.rating_after, \
             ua.name, ua.deleted_at, ua.created_at, ua.is_program, \
             b.user_id, b.engine_level, b.is_bot, b.rating_before, b.rating_after, \
             ub.name, ub.deleted_at, ub.created_at, ub.is_program, \
             g.creator_id, g.creator_is_program, g.address_tag, g.expires_at, g.events, g.by_guest \
             FROM games g \
             JOIN seats a ON a.game_id = g.id AND a.side = 0 \
             JOIN seats b ON b.game_id = g.id AND b.side = 1 \
             LEFT JOIN users ua ON ua.id = a.user_id \
             LEFT JOIN users ub ON ub.id = b.user_id ",
            $rest
        )
    };
}

statements! {
    INSERT_VALUE = "INSERT INTO metadata (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    VALUE = "SELECT value FROM metadata WHERE key = $1";
    /// When games could last be played: nodes that share the database say so in rows of their own.
    LAST_HEARTBEAT = "SELECT value FROM metadata WHERE key = $1",
        postgres: "SELECT CAST(MAX(at) AS TEXT) FROM (SELECT CAST(value AS BIGINT) AS at \
        FROM metadata WHERE key = $1 \
        UNION ALL SELECT MAX(seen_at) FROM nodes WHERE has_bus = 1) AS beats";
    SET_VALUE = "INSERT INTO metadata (key, value) VALUES ($1, $2) \
        ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    /// Takes new pages, as any large write does.
    INSERT_WRITE_CHECK = "INSERT INTO write_checks (id, filler) VALUES (1, zeroblob(16384))",
        postgres: "INSERT INTO write_checks (id, filler) VALUES (1, repeat('x', 16384)) \
        ON CONFLICT (id) DO UPDATE SET filler = excluded.filler";
    DELETE_WRITE_CHECK = "DELETE FROM write_checks WHERE id = 1";
    /// A number that triggers keep, in several rows where several can write at the same time.
    COUNT = "SELECT CAST(COALESCE(SUM(value), 0) AS BIGINT) FROM counts WHERE name = $1";

    GAME = games_where!("WHERE g.id = $1");
    EVENTS = "SELECT seq, happened_at, event, request_id FROM game_events \
        WHERE game_id = $1 AND seq >= $2 ORDER BY seq";
    /// The newest offers in the lobby, with whom they count for.
    OFFERS = "SELECT id, creator_id, address_tag FROM games \
        WHERE state = 'waiting' AND in_lobby = 1 ORDER BY created_at DESC LIMIT $1";
    /// Games by a JSON list of ids, in the order of the list.
    GAMES_BY_ID = games_where!("JOIN json_each($1) wanted ON wanted.value = g.id \
        ORDER BY wanted.key"), postgres: games_where!("JOIN jsonb_array_elements_text(CAST($1 AS \
        JSONB)) WITH ORDINALITY AS wanted (value, key) ON wanted.value = g.id \
        ORDER BY wanted.key");
    /// Offers that someone who makes this request can play instead, the oldest first. A player who
    /// wants a side gets it, so an offer whose side is still to be drawn will not do.
    MATCHES = games_where!("WHERE g.state = 'waiting' AND g.in_lobby = 1 \
        AND g.game = $1 AND g.time_control = $2 AND g.rated = $3 \
        AND g.size IS NOT DISTINCT FROM $4 AND g.start_position IS NOT DISTINCT FROM $5 \
        AND g.creator_id <> $6 \
        AND ($7 = 'random' OR (g.side_choice <> 'random' AND g.side_choice <> $7)) \
        AND (g.rated = 0 OR g.creator_is_program = $8) \
        ORDER BY g.created_at LIMIT $9");
    LIVE_GAMES = "SELECT id, creator_id, address_tag FROM games \
        WHERE state = 'running' AND public = 1 ORDER BY updated_at DESC LIMIT $1";
    OPEN_GAMES_OF_USER = games_where!("WHERE g.id IN (SELECT game_id FROM seats \
        WHERE user_id = $1 AND is_open = 1 ORDER BY created_at DESC, game_id DESC LIMIT 2 * $2) \
        ORDER BY g.created_at DESC, g.id DESC LIMIT $2");
    /// A filter that is not set lets everything through. In a local game the user has both seats,
    /// and the game is listed once.
    FINISHED_GAMES_OF_USER = games_where!(
        "WHERE g.id IN (SELECT s.game_id FROM seats s JOIN games h ON h.id = s.game_id \
           WHERE s.user_id = $1 AND s.is_open = 0 \
           AND (CAST($2 AS TEXT) IS NULL OR h.game = $2) \
           AND (CAST($3 AS BIGINT) IS NULL OR h.rated = $3) \
           AND (CAST($4 AS TEXT) IS NULL OR (h.state = 'ended' AND $4 = \
                CASE WHEN h.winner IS NULL THEN 'draw' WHEN h.winner = s.side THEN 'win' \
                ELSE 'loss' END)) \
           AND (CAST($5 AS BIGINT) IS NULL OR s.created_at < $5 \
                OR (s.created_at = $5 AND s.game_id < $6)) \
           AND (CAST($8 AS BIGINT) = 0 OR h.public = 1) \
           ORDER BY s.created_at DESC, s.game_id DESC LIMIT 2 * $7) \
         ORDER BY g.created_at DESC, g.id DESC LIMIT $7");

    PAST_DEADLINE = "SELECT id FROM games WHERE flag_at IS NOT NULL AND flag_at <= $1 \
        ORDER BY flag_at LIMIT $2";
    GAMES_WITH_RUNNING_CLOCK = "SELECT id FROM games \
        WHERE flag_at IS NOT NULL AND speed <> 'correspondence'";
    GAMES_WITH_ANY_RUNNING_CLOCK = "SELECT id FROM games WHERE flag_at IS NOT NULL";
    ANY_RUNNING_CLOCK = "SELECT 1 FROM games \
        WHERE flag_at IS NOT NULL AND speed <> 'correspondence' LIMIT 1";
    UNSTARTED_FAST_GAMES = "SELECT id FROM games WHERE state = 'running' AND plies < 2 \
        AND speed NOT IN ('correspondence', 'unlimited') AND updated_at < $1 LIMIT $2";
    UNSTARTED_SLOW_GAMES = "SELECT id FROM games WHERE state = 'running' AND plies < 2 \
        AND speed IN ('correspondence', 'unlimited') AND updated_at < $1 LIMIT $2";
    EXPIRED_WAITING_GAMES = "SELECT id FROM games WHERE state = 'waiting' AND expires_at <= $1 \
        ORDER BY expires_at LIMIT $2";
    /// Games that guests have created and nobody has got going.
    UNPLAYED_GUEST_GAMES = "SELECT id FROM games WHERE state = 'aborted' AND plies < 2 \
        AND by_guest = 1 AND updated_at < $1 ORDER BY updated_at LIMIT $2";
    DELETE_UNPLAYED_GAME = "DELETE FROM games WHERE id = $1 AND state = 'aborted' AND plies < 2";
    /// The guests after an id, in the order of ids.
    OLD_GUESTS = "SELECT id FROM users WHERE name IS NULL AND deleted_at IS NULL \
        AND id > $1 AND created_at < $2 ORDER BY id LIMIT $3";
    DELETE_GUEST_WITHOUT_GAMES = "DELETE FROM users WHERE id = $1 AND name IS NULL \
        AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM seats WHERE user_id = $1) \
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = $1)";

    /// How many waiting games a user has, counting up to a limit.
    WAITING_BY_CREATOR = "SELECT COUNT(*) FROM (SELECT 1 FROM games \
        WHERE state = 'waiting' AND creator_id = $1 LIMIT $2) AS found";
    OFFERS_BY_CREATOR = "SELECT COUNT(*) FROM (SELECT 1 FROM games \
        WHERE state = 'waiting' AND creator_id = $1 AND in_lobby = 1 LIMIT $2) AS found";
    OFFERS_BY_ADDRESS = "SELECT COUNT(*) FROM (SELECT 1 FROM games WHERE state = 'waiting' \
        AND address_tag = $1 AND by_guest = $3 AND in_lobby = 1 LIMIT $2) AS found";
    /// How much is stored for a guest, or for all guests at an address: triggers keep it.
    GUEST_USE = "SELECT CAST(COALESCE(SUM(games), 0) AS BIGINT), \
        CAST(COALESCE(SUM(events), 0) AS BIGINT) FROM guest_use WHERE owner = $1";
    /// Whoever makes games for one creator, or one address, does so one after the other: otherwise
    /// two could each find room for the last one.
    LOCK_OWNER = , postgres: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";

    INSERT_GAME = "INSERT INTO games (id, game, size, start_position, time_control, speed, rated, \
        public, in_lobby, side_choice, creator_id, address_tag, creator_is_program, created_at, \
        expires_at, state, position, plies, events, updated_at, by_guest) VALUES ($1, $2, $3, $4, \
        $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'waiting', $16, 0, 0, $14, $17)";
    INSERT_SEAT = "INSERT INTO seats (game_id, side, user_id, engine_level, is_bot, \
        rating_before, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    /// The creator may have signed in since the caller looked, and then has another id.
    START_GAME = "UPDATE games SET setup = $3, state = $4, position = $5, turn = $6, plies = $7, \
        updated_at = $8, flag_at = $9 WHERE id = $1 AND creator_id = $2 AND state = 'waiting'";
    FILL_SEAT = "UPDATE seats SET user_id = $3, engine_level = $4, is_bot = $5, \
        rating_before = $6 WHERE game_id = $1 AND side = $2";
    /// The number of events decides between racing requests, and the primary key of the events
    /// makes sure of it. In both databases this is one call: a second one would cost as much again.
    APPEND_EVENT = "UPDATE games SET state = $6, position = $7, turn = $8, plies = $9, \
        winner = $10, end_reason = $11, updated_at = $12, flag_at = $13, events = $14 \
        WHERE id = $1 AND events = $2; \
        INSERT INTO game_events (game_id, seq, happened_at, event, request_id) \
        SELECT $1, $2, $3, $4, $5 WHERE changes() = 1",
        postgres: "WITH changed AS (UPDATE games SET state = $6, position = $7, turn = $8, \
        plies = $9, winner = $10, end_reason = $11, updated_at = $12, flag_at = $13, events = $14 \
        WHERE id = $1 AND events = $2 RETURNING id) \
        INSERT INTO game_events (game_id, seq, happened_at, event, request_id) \
        SELECT id, $2, $3, $4, $5 FROM changed";
    ABORT_WAITING_GAME = "UPDATE games SET state = 'aborted', updated_at = $2 \
        WHERE id = $1 AND state = 'waiting'";
    /// The offer must still be the one that the caller knows.
    SET_REMATCH_OFFER = "UPDATE games SET rematch_offered_by = $3 WHERE id = $1 \
        AND rematch_id IS NULL AND rematch_offered_by IS NOT DISTINCT FROM $2";
    SET_REMATCH = "UPDATE games SET rematch_id = $3, rematch_offered_by = NULL WHERE id = $1 \
        AND rematch_id IS NULL AND rematch_offered_by IS NOT DISTINCT FROM $2";

    /// Accounts that are rated must not be deleted meanwhile.
    LOCK_PLAYERS = , postgres: "SELECT 1 FROM users WHERE id IN ($1, $2) ORDER BY id FOR KEY SHARE";
    INSERT_RATING = "INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, \
        games_played, updated_at) VALUES ($1, $2, $3, $4, $5, $6, 1, $7) ON CONFLICT DO NOTHING";
    /// Another game may have counted since the caller computed this rating.
    UPDATE_RATING = "UPDATE ratings SET rating = $4, deviation = $5, volatility = $6, \
        games_played = games_played + 1, updated_at = $7 \
        WHERE user_id = $1 AND game = $2 AND speed = $3 AND games_played = $8";
    INSERT_RATING_POINT = "INSERT INTO rating_history (user_id, game_id, game, speed, rated_at, \
        rating, deviation) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    SET_SEAT_RATING = "UPDATE seats SET rating_before = $3, rating_after = $4 \
        WHERE game_id = $1 AND side = $2";

    INSERT_GUEST = "INSERT INTO users (id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    USER = "SELECT id, name, deleted_at, password_hash, created_at, is_program FROM users \
        WHERE id = $1";
    ACCOUNT = "SELECT id, name, deleted_at, password_hash, created_at, is_program FROM users \
        WHERE name_lower = $1";
    /// Whatever changes an account's credentials happens one after the other.
    LOCK_USER = , postgres: "SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE";
    REGISTER = "UPDATE users SET name = $2, name_lower = $3, password_hash = $4, created_at = $5 \
        WHERE id = $1 AND name_lower IS NULL AND deleted_at IS NULL";
    SET_PASSWORD = "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2 \
        AND EXISTS (SELECT 1 FROM sessions WHERE id = $4 AND user_id = $1)";
    DELETE_OTHER_SESSIONS = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2";
    /// Once an account has sat in a rated game it stays what it is, so that no rating is ever earned
    /// by both a person and a program.
    SET_PROGRAM = "UPDATE users SET is_program = $2 WHERE id = $1 AND name IS NOT NULL \
        AND NOT EXISTS (SELECT 1 FROM seats s JOIN games g ON g.id = s.game_id \
        WHERE s.user_id = $1 AND g.rated = 1)";
    OPEN_GAME_IDS_OF_USER = "SELECT DISTINCT game_id FROM seats WHERE user_id = $1 AND is_open = 1";
    /// Games that are being started must not keep a guest who has become an account.
    LOCK_GAMES_OF_USER = , postgres: "SELECT 1 FROM games WHERE id IN (SELECT game_id FROM seats \
        WHERE user_id = $1) ORDER BY id FOR NO KEY UPDATE";
    TRANSFER_SEATS = "UPDATE seats SET user_id = $2 WHERE user_id = $1";
    TRANSFER_WAITING_GAMES = "UPDATE games SET creator_id = $2 \
        WHERE creator_id = $1 AND state = 'waiting'";
    DELETE_GUEST_USE = "DELETE FROM guest_use WHERE owner = $1";
    DELETE_ACCOUNT = "UPDATE users SET name = NULL, name_lower = NULL, password_hash = NULL, \
        deleted_at = $2 WHERE id = $1";
    ABORT_WAITING_GAMES_OF_USER = "UPDATE games SET state = 'aborted', updated_at = $2 \
        WHERE state = 'waiting' AND id IN (SELECT game_id FROM seats WHERE user_id = $1)";
    DELETE_SESSIONS = "DELETE FROM sessions WHERE user_id = $1";
    DELETE_TOKENS = "DELETE FROM tokens WHERE user_id = $1";
    DELETE_RATINGS = "DELETE FROM ratings WHERE user_id = $1";
    DELETE_RATING_HISTORY = "DELETE FROM rating_history WHERE user_id = $1";

    RATINGS = "SELECT game, speed, rating, deviation, volatility, games_played, updated_at \
        FROM ratings WHERE user_id = $1 ORDER BY games_played DESC, game, speed";
    RATING_HISTORY = "SELECT h.rated_at, h.rating, h.deviation, \
        CASE WHEN g.public = 1 THEN h.game_id END \
        FROM rating_history h LEFT JOIN games g ON g.id = h.game_id \
        WHERE h.user_id = $1 AND h.game = $2 AND h.speed = $3 \
        ORDER BY h.rated_at DESC, h.game_id LIMIT 1000";
    /// Local games, in which the user has both seats, are nobody's result.
    RESULTS_BY_GAME = "SELECT g.game, \
        SUM(CASE WHEN g.winner = latest.side THEN 1 ELSE 0 END), \
        SUM(CASE WHEN g.winner = 1 - latest.side THEN 1 ELSE 0 END), \
        SUM(CASE WHEN g.winner IS NULL THEN 1 ELSE 0 END) \
        FROM (SELECT game_id, side FROM seats WHERE user_id = $1 \
        ORDER BY created_at DESC, game_id DESC LIMIT $3) latest \
        JOIN games g ON g.id = latest.game_id \
        JOIN seats o ON o.game_id = latest.game_id AND o.side = 1 - latest.side \
        WHERE g.state = 'ended' \
        AND (o.user_id IS NULL OR o.user_id <> $1) AND ($2 = 0 OR g.public = 1) \
        GROUP BY g.game ORDER BY g.game";

    /// The password was checked before: by now it may have changed, or the account may be gone.
    INSERT_SESSION = "INSERT INTO sessions (id, key_hash, user_id, user_agent, created_at, \
        last_used_at) SELECT $1, $2, id, $4, $5, $6 FROM users \
        WHERE id = $3 AND password_hash = $7 AND deleted_at IS NULL";
    /// The sessions of a user beyond a number, apart from one: those used least recently.
    DELETE_OLDEST_SESSIONS = "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions \
        WHERE user_id = $1 AND id <> $2 ORDER BY last_used_at DESC, id \
        LIMIT 1000000 OFFSET $3) RETURNING id";
    DELETE_EXPIRED_SESSIONS = "DELETE FROM sessions WHERE last_used_at < $1 OR created_at < $2 \
        RETURNING user_id, id";
    HAS_CREDENTIAL = "SELECT EXISTS (SELECT 1 FROM sessions WHERE id = $1) \
        OR EXISTS (SELECT 1 FROM tokens WHERE id = $1)";
    SESSION = "SELECT s.id, s.user_id, s.user_agent, s.created_at, s.last_used_at, \
        u.id, u.name, u.deleted_at, u.password_hash, u.created_at, u.is_program \
        FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.key_hash = $1 \
        AND s.last_used_at >= $2 AND s.created_at >= $3 AND u.deleted_at IS NULL";
    TOUCH_SESSION = "UPDATE sessions SET last_used_at = $2 WHERE id = $1";
    SESSIONS = "SELECT id, user_id, user_agent, created_at, last_used_at FROM sessions \
        WHERE user_id = $1 ORDER BY last_used_at DESC, id";
    DELETE_SESSION = "DELETE FROM sessions WHERE user_id = $1 AND id = $2";
    /// The limit is checked where the token is stored: two requests at once do not get past it.
    INSERT_TOKEN = "INSERT INTO tokens (id, token_hash, user_id, label, created_at) \
        SELECT $1, $2, user_id, $4, $5 FROM sessions WHERE id = $6 AND user_id = $3 \
        AND (SELECT COUNT(*) FROM tokens WHERE user_id = $3) < $7";
    TOKEN = "SELECT t.id, t.user_id, t.label, t.created_at, t.last_used_at, \
        u.id, u.name, u.deleted_at, u.password_hash, u.created_at, u.is_program \
        FROM tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = $1 \
        AND u.deleted_at IS NULL";
    /// Those of a JSON list of ids that no session and no token has.
    REVOKED_CREDENTIALS = "SELECT value FROM json_each($1) AS wanted \
        WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = wanted.value) \
        AND NOT EXISTS (SELECT 1 FROM tokens WHERE id = wanted.value)",
        postgres: "SELECT value FROM jsonb_array_elements_text(CAST($1 AS JSONB)) \
        AS wanted (value) \
        WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE id = wanted.value) \
        AND NOT EXISTS (SELECT 1 FROM tokens WHERE id = wanted.value)";
    /// Those of a JSON list of users that are no guests.
    USERS_WITH_ACCOUNT = "SELECT u.id FROM json_each($1) AS wanted \
        JOIN users u ON u.id = wanted.value \
        WHERE u.name IS NOT NULL OR u.deleted_at IS NOT NULL",
        postgres: "SELECT u.id FROM jsonb_array_elements_text(CAST($1 AS JSONB)) \
        AS wanted (value) JOIN users u ON u.id = wanted.value \
        WHERE u.name IS NOT NULL OR u.deleted_at IS NOT NULL";
    CONDITIONAL_MOVES = "SELECT ply, position, lines FROM conditional_moves \
        WHERE game_id = $1 AND side = $2";
    SET_CONDITIONAL_MOVES = "INSERT INTO conditional_moves (game_id, side, ply, position, lines) \
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game_id, side) DO UPDATE \
        SET ply = excluded.ply, position = excluded.position, lines = excluded.lines";
    DELETE_CONDITIONAL_MOVES = "DELETE FROM conditional_moves WHERE game_id = $1 AND side = $2";
    /// The same browser may have another user now.
    SET_PUSH_SUBSCRIPTION = "INSERT INTO push_subscriptions \
        (endpoint, user_id, public_key, auth_secret, language, created_at) \
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (endpoint) DO UPDATE \
        SET user_id = excluded.user_id, public_key = excluded.public_key, \
        auth_secret = excluded.auth_secret, language = excluded.language, \
        created_at = excluded.created_at";
    /// All but a user's newest.
    DELETE_OLD_PUSH_SUBSCRIPTIONS = "DELETE FROM push_subscriptions WHERE endpoint IN (SELECT \
        endpoint FROM push_subscriptions WHERE user_id = $1 \
        ORDER BY created_at DESC, endpoint LIMIT 1000 OFFSET $2)";
    PUSH_SUBSCRIPTIONS = "SELECT endpoint, user_id, public_key, auth_secret, language, created_at \
        FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, endpoint";
    DELETE_PUSH_SUBSCRIPTION = "DELETE FROM push_subscriptions \
        WHERE endpoint = $1 AND user_id = $2";
    DELETE_PUSH_SUBSCRIPTIONS = "DELETE FROM push_subscriptions WHERE user_id = $1";
    TOUCH_TOKEN = "UPDATE tokens SET last_used_at = $2 WHERE id = $1";
    TOKENS = "SELECT id, user_id, label, created_at, last_used_at FROM tokens \
        WHERE user_id = $1 ORDER BY created_at DESC, id";
    DELETE_TOKEN = "DELETE FROM tokens WHERE user_id = $1 AND id = $2";
}
