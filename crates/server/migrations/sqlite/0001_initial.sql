-- Moments are milliseconds since 1970 (UTC). Sides are 0 and 1, booleans 0 and 1.

CREATE TABLE metadata (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Numbers that are kept instead of counted.
CREATE TABLE counts (
    name TEXT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counts (name, value) VALUES ('games_running', 0);

-- Filled and emptied to find out whether something can be written.
CREATE TABLE write_checks (
    id BIGINT PRIMARY KEY,
    filler BLOB NOT NULL
);

-- Guests have no name and no password. Neither have deleted accounts, which keep their games.
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT,
    name_lower TEXT UNIQUE,
    password_hash TEXT,
    is_program BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX users_guests ON users (id, created_at) WHERE name IS NULL AND deleted_at IS NULL;

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
    -- The creator, a keyed hash of the creator's address, and whether the creator is a guest: what
    -- budgets and shares are counted by.
    creator_id TEXT NOT NULL,
    address_tag TEXT NOT NULL,
    by_guest BIGINT NOT NULL,
    creator_is_program BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When it is withdrawn if nobody has taken the open seat.
    expires_at BIGINT NOT NULL,
    setup TEXT,
    state TEXT NOT NULL,
    position TEXT NOT NULL,
    turn BIGINT,
    plies BIGINT NOT NULL,
    events BIGINT NOT NULL,
    winner BIGINT,
    end_reason TEXT,
    updated_at BIGINT NOT NULL,
    flag_at BIGINT,
    rematch_id TEXT,
    rematch_offered_by BIGINT
);
CREATE INDEX games_expiring ON games (expires_at) WHERE state = 'waiting';
CREATE INDEX games_offered ON games (created_at, id, creator_id, address_tag)
    WHERE state = 'waiting' AND in_lobby = 1;
CREATE INDEX games_matching ON games (game, time_control, rated, created_at)
    WHERE state = 'waiting' AND in_lobby = 1;
CREATE INDEX games_waiting_by_creator ON games (creator_id, in_lobby) WHERE state = 'waiting';
CREATE INDEX games_waiting_by_address ON games (address_tag, by_guest, in_lobby)
    WHERE state = 'waiting';
CREATE INDEX games_live ON games (updated_at) WHERE state = 'running' AND public = 1;
CREATE INDEX games_unstarted_fast ON games (updated_at)
    WHERE state = 'running' AND plies < 2 AND speed NOT IN ('correspondence', 'unlimited');
CREATE INDEX games_unstarted_slow ON games (updated_at)
    WHERE state = 'running' AND plies < 2 AND speed IN ('correspondence', 'unlimited');
CREATE INDEX games_unplayed_by_guests ON games (updated_at)
    WHERE state = 'aborted' AND plies < 2 AND by_guest = 1;
CREATE INDEX games_flag_at ON games (flag_at) WHERE flag_at IS NOT NULL;
CREATE INDEX games_with_running_clock ON games (id)
    WHERE flag_at IS NOT NULL AND speed <> 'correspondence';

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side BIGINT NOT NULL,
    user_id TEXT REFERENCES users (id),
    engine_level BIGINT,
    is_bot BIGINT NOT NULL,
    rating_before DOUBLE PRECISION,
    rating_after DOUBLE PRECISION,
    -- Whether the game is waiting or running.
    is_open BIGINT NOT NULL DEFAULT 1,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (game_id, side)
);
CREATE INDEX seats_user_id ON seats (user_id, created_at, game_id);
CREATE INDEX seats_open ON seats (user_id, created_at, game_id) WHERE is_open = 1;

-- Games are inserted as waiting ones.
CREATE TRIGGER games_state AFTER UPDATE OF state ON games WHEN OLD.state <> NEW.state
BEGIN
    UPDATE counts SET value = value + (NEW.state = 'running') - (OLD.state = 'running')
        WHERE name = 'games_running';
    UPDATE seats SET is_open = NEW.state IN ('waiting', 'running') WHERE game_id = NEW.id;
END;
CREATE TRIGGER games_deleted AFTER DELETE ON games WHEN OLD.state = 'running'
BEGIN
    UPDATE counts SET value = value - 1 WHERE name = 'games_running';
END;

-- How much is stored for each guest, and for all guests at an address: the games that they have
-- created. The owner is a guest's id or an address's tag.
CREATE TABLE guest_use (
    owner TEXT PRIMARY KEY,
    games BIGINT NOT NULL,
    events BIGINT NOT NULL
);
CREATE TRIGGER guest_game_created AFTER INSERT ON games WHEN NEW.by_guest = 1
BEGIN
    INSERT INTO guest_use (owner, games, events)
        VALUES (NEW.creator_id, 1, 0), (NEW.address_tag, 1, 0)
        ON CONFLICT (owner) DO UPDATE SET games = games + 1;
END;
CREATE TRIGGER guest_game_played AFTER UPDATE OF events ON games
    WHEN NEW.by_guest = 1 AND NEW.events <> OLD.events
BEGIN
    UPDATE guest_use SET events = events + NEW.events - OLD.events
        WHERE owner IN (NEW.creator_id, NEW.address_tag);
END;
CREATE TRIGGER guest_game_deleted AFTER DELETE ON games WHEN OLD.by_guest = 1
BEGIN
    UPDATE guest_use SET games = games - 1, events = events - OLD.events
        WHERE owner IN (OLD.creator_id, OLD.address_tag);
    DELETE FROM guest_use WHERE owner IN (OLD.creator_id, OLD.address_tag) AND games <= 0;
END;

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
