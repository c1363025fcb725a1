-- Times are milliseconds since 1970. Sides are 0 and 1, truths 0 and 1.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- A guest has no folded name and no password; neither has a deleted account.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT UNIQUE,
    password TEXT,
    created BIGINT NOT NULL
);

CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created BIGINT NOT NULL,
    used BIGINT NOT NULL,
    agent TEXT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT
);
CREATE INDEX tokens_user ON tokens (user_id);

-- What was asked for, then (from position on) how it stands: the latter follows from the
-- entries and is kept for lists.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    size BIGINT,
    start TEXT,
    clock TEXT NOT NULL,
    speed TEXT NOT NULL,
    rated BIGINT NOT NULL,
    public BIGINT NOT NULL,
    lobby BIGINT NOT NULL,
    choice TEXT NOT NULL,
    created BIGINT NOT NULL,
    setup TEXT,
    state TEXT NOT NULL,
    position TEXT NOT NULL,
    turn BIGINT,
    plies BIGINT NOT NULL,
    winner BIGINT,
    ended_by TEXT,
    ending TEXT,
    changed BIGINT NOT NULL,
    due BIGINT,
    rematch TEXT,
    rematch_offer BIGINT
);
CREATE INDEX games_waiting ON games (created) WHERE state = 'waiting';
CREATE INDEX games_live ON games (changed) WHERE state = 'running' AND public = 1;
CREATE INDEX games_unbegun ON games (changed) WHERE state = 'running' AND plies < 2;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side BIGINT NOT NULL,
    user_id TEXT REFERENCES users (id),
    level BIGINT,
    bot BIGINT NOT NULL,
    rating_before DOUBLE PRECISION,
    rating_after DOUBLE PRECISION,
    created BIGINT NOT NULL,
    PRIMARY KEY (game_id, side)
);
CREATE INDEX seats_user ON seats (user_id, created);

-- The games themselves. That (game_id, seq) is unique decides between racing requests.
CREATE TABLE entries (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    request TEXT,
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE ratings (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, speed)
);

CREATE TABLE rating_history (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game_id TEXT NOT NULL,
    game TEXT NOT NULL,
    speed TEXT NOT NULL,
    at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, game_id)
);
CREATE INDEX rating_history_line ON rating_history (user_id, game, speed, at);
