-- Moments are milliseconds since 1970 (UTC). Sides are 0 and 1, booleans 0 and 1.

CREATE TABLE metadata (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Guests have no name and no password. Neither have deleted accounts, which keep their games.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT,
    name_lower TEXT UNIQUE,
    password_hash TEXT,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    key_hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_last_used_at ON sessions (last_used_at);
CREATE INDEX sessions_created_at ON sessions (created_at);

CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX tokens_user_id ON tokens (user_id);

-- The request comes first. Everything from `state` on follows from the game's events and is
-- stored for lists.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    size BIGINT,
    start_position TEXT,
    time_control TEXT NOT NULL,
    speed TEXT NOT NULL,
    rated BIGINT NOT NULL,
    public BIGINT NOT NULL,
    in_lobby BIGINT NOT NULL,
    side_choice TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    setup TEXT,
    state TEXT NOT NULL,
    position TEXT NOT NULL,
    turn BIGINT,
    plies BIGINT NOT NULL,
    winner BIGINT,
    end_reason TEXT,
    updated_at BIGINT NOT NULL,
    flag_at BIGINT,
    rematch_id TEXT,
    rematch_offered_by BIGINT
);
CREATE INDEX games_waiting ON games (created_at) WHERE state = 'waiting';
CREATE INDEX games_live ON games (updated_at) WHERE state = 'running' AND public = 1;
CREATE INDEX games_unstarted ON games (updated_at) WHERE state = 'running' AND plies < 2;
CREATE INDEX games_flag_at ON games (flag_at) WHERE flag_at IS NOT NULL;

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side BIGINT NOT NULL,
    user_id TEXT REFERENCES users (id),
    engine_level BIGINT,
    is_bot BIGINT NOT NULL,
    rating_before DOUBLE PRECISION,
    rating_after DOUBLE PRECISION,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (game_id, side)
);
CREATE INDEX seats_user_id ON seats (user_id, created_at);

-- The games themselves. The primary key decides between racing requests.
CREATE TABLE game_events (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    happened_at BIGINT NOT NULL,
    event TEXT NOT NULL,
    request_id TEXT,
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE ratings (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games_played BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, speed)
);

CREATE TABLE rating_history (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game_id TEXT NOT NULL,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    rated_at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, game_id)
);
CREATE INDEX rating_history_by_speed ON rating_history (user_id, game, speed, rated_at);
