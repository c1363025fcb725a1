//! The statements about games, all in one place: a test reads the plan of each and fails if one
//! would read a whole table.

/// Declares statements, and the list of all of them.
macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident = $sql:expr;)*) => {
        $($(#[$doc])* pub(super) const $name: &str = $sql;)*
        /// All statements, by name.
        #[cfg(test)]
        pub(super) const ALL: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
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
             g.creator_id, g.creator_is_program, g.address_tag, g.expires_at \
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
    SET_VALUE = "INSERT INTO metadata (key, value) VALUES ($1, $2) \
        ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    /// Takes new pages, as any large write does.
    INSERT_WRITE_CHECK = "INSERT INTO write_checks (id, filler) VALUES (1, zeroblob(16384))";
    DELETE_WRITE_CHECK = "DELETE FROM write_checks WHERE id = 1";
    COUNT = "SELECT value FROM counts WHERE name = $1";

    GAME = games_where!("WHERE g.id = $1");
    EVENTS = "SELECT seq, happened_at, event, request_id FROM game_events \
        WHERE game_id = $1 AND seq >= $2 ORDER BY seq";
    /// The newest offers in the lobby, with whom they count for.
    OFFERS = "SELECT id, creator_id, address_tag FROM games \
        WHERE state = 'waiting' AND in_lobby = 1 ORDER BY created_at DESC LIMIT $1";
    /// Games by a JSON list of ids, in the order of the list.
    GAMES_BY_ID = games_where!("JOIN json_each($1) wanted ON wanted.value = g.id \
        ORDER BY wanted.key");
    /// Offers that someone who makes this request can play instead, the oldest first. A player who
    /// wants a side gets it, so an offer whose side is still to be drawn will not do.
    MATCHES = games_where!("WHERE g.state = 'waiting' AND g.in_lobby = 1 \
        AND g.game = $1 AND g.time_control = $2 AND g.rated = $3 \
        AND g.size IS $4 AND g.start_position IS $5 AND g.creator_id <> $6 \
        AND ($7 = 'random' OR (g.side_choice <> 'random' AND g.side_choice <> $7)) \
        AND (g.rated = 0 OR g.creator_is_program = $8) \
        ORDER BY g.created_at LIMIT $9");
    LIVE_GAMES = games_where!("WHERE g.state = 'running' AND g.public = 1 \
        ORDER BY g.updated_at DESC LIMIT $1");
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
        AND address_tag IS NOT NULL AND updated_at < $1 ORDER BY updated_at LIMIT $2";
    DELETE_UNPLAYED_GAME = "DELETE FROM games WHERE id = $1 AND state = 'aborted' AND plies < 2";
    /// The guests after an id, in the order of ids.
    OLD_GUESTS = "SELECT id FROM users WHERE name IS NULL AND deleted_at IS NULL \
        AND id > $1 AND created_at < $2 ORDER BY id LIMIT $3";
    DELETE_GUEST_WITHOUT_GAMES = "DELETE FROM users WHERE id = $1 AND name IS NULL \
        AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM seats WHERE user_id = $1) \
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = $1)";

    /// How many waiting games a user has, counting up to a limit.
    WAITING_BY_CREATOR = "SELECT COUNT(*) FROM (SELECT 1 FROM games \
        WHERE state = 'waiting' AND creator_id = $1 LIMIT $2)";
    OFFERS_BY_CREATOR = "SELECT COUNT(*) FROM (SELECT 1 FROM games \
        WHERE state = 'waiting' AND creator_id = $1 AND in_lobby = 1 LIMIT $2)";
    OFFERS_BY_ADDRESS = "SELECT COUNT(*) FROM (SELECT 1 FROM games WHERE state = 'waiting' \
        AND address_tag = $1 AND in_lobby = 1 LIMIT $2)";
    /// How much is stored for a guest, or for all guests at an address: triggers keep it.
    GUEST_USE = "SELECT games, events FROM guest_use WHERE owner = $1";

    INSERT_GAME = "INSERT INTO games (id, game, size, start_position, time_control, speed, rated, \
        public, in_lobby, side_choice, creator_id, address_tag, creator_is_program, created_at, \
        expires_at, state, position, plies, events, updated_at) VALUES ($1, $2, $3, $4, $5, $6, \
        $7, $8, $9, $10, $11, $12, $13, $14, $15, 'waiting', $16, 0, 0, $14)";
    INSERT_SEAT = "INSERT INTO seats (game_id, side, user_id, is_bot, created_at) \
        VALUES ($1, $2, $3, $4, $5)";
    START_GAME = "UPDATE games SET setup = $2, state = 'running' \
        WHERE id = $1 AND state = 'waiting'";
    FILL_SEAT = "UPDATE seats SET user_id = $3, engine_level = $4, is_bot = $5, \
        rating_before = $6 WHERE game_id = $1 AND side = $2";
    SET_STATUS = "UPDATE games SET state = $2, position = $3, turn = $4, plies = $5, winner = $6, \
        end_reason = $7, updated_at = $8, flag_at = $9, events = $10 WHERE id = $1";
    ABORT_WAITING_GAME = "UPDATE games SET state = 'aborted', updated_at = $2 \
        WHERE id = $1 AND state = 'waiting'";
    INSERT_EVENT = "INSERT INTO game_events (game_id, seq, happened_at, event, request_id) \
        VALUES ($1, $2, $3, $4, $5)";
    SET_REMATCH_OFFER = "UPDATE games SET rematch_offered_by = $2 WHERE id = $1";
    SET_REMATCH = "UPDATE games SET rematch_id = $2, rematch_offered_by = NULL \
        WHERE id = $1 AND rematch_id IS NULL";

    RATING = "SELECT rating, deviation, volatility, updated_at FROM ratings \
        WHERE user_id = $1 AND game = $2 AND speed = $3";
    SET_RATING = "INSERT INTO ratings (user_id, game, speed, rating, deviation, volatility, \
        games_played, updated_at) VALUES ($1, $2, $3, $4, $5, $6, 1, $7) \
        ON CONFLICT (user_id, game, speed) DO UPDATE SET rating = excluded.rating, \
        deviation = excluded.deviation, volatility = excluded.volatility, \
        games_played = ratings.games_played + 1, updated_at = excluded.updated_at";
    INSERT_RATING_POINT = "INSERT INTO rating_history (user_id, game_id, game, speed, rated_at, \
        rating, deviation) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    SET_SEAT_RATING = "UPDATE seats SET rating_before = $3, rating_after = $4 \
        WHERE game_id = $1 AND side = $2";
}
