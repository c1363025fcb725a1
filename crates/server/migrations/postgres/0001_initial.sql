-- Moments are milliseconds since 1970 (UTC). Sides are 0 and 1, booleans 0 and 1. Texts are ordered
-- by their bytes, so that lists have the same order whatever the server's language is.

-- Numbers that many transactions change are kept in several rows, by the game, so that these
-- transactions do not wait for each other.
CREATE FUNCTION shard_of(game_id TEXT) RETURNS BIGINT LANGUAGE SQL IMMUTABLE PARALLEL SAFE
    AS $$ SELECT CAST(ascii(right(game_id, 1)) % 64 AS BIGINT) $$;

CREATE TABLE metadata (
    key TEXT COLLATE "C" PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL
);

-- Numbers that are kept instead of counted: the sum over all shards.
CREATE TABLE counts (
    name TEXT COLLATE "C",
    shard BIGINT,
    value BIGINT NOT NULL,
    PRIMARY KEY (name, shard)
) WITH (fillfactor = 50);

-- Filled and emptied to find out whether something can be written.
CREATE TABLE write_checks (
    id BIGINT PRIMARY KEY,
    filler TEXT COLLATE "C" NOT NULL
);

-- Guests have no name and no password. Neither have deleted accounts, which keep their games.
CREATE TABLE users (
    id TEXT COLLATE "C" PRIMARY KEY,
    name TEXT COLLATE "C",
    name_lower TEXT COLLATE "C" UNIQUE,
    password_hash TEXT COLLATE "C",
    is_program BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);
CREATE INDEX users_guests ON users (id, created_at) WHERE name IS NULL AND deleted_at IS NULL;

CREATE TABLE sessions (
    id TEXT COLLATE "C" PRIMARY KEY,
    key_hash TEXT COLLATE "C" NOT NULL UNIQUE,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    user_agent TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL
);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE INDEX sessions_last_used_at ON sessions (last_used_at);
CREATE INDEX sessions_created_at ON sessions (created_at);

CREATE TABLE tokens (
    id TEXT COLLATE "C" PRIMARY KEY,
    token_hash TEXT COLLATE "C" NOT NULL UNIQUE,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    label TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    last_used_at BIGINT
);
CREATE INDEX tokens_user_id ON tokens (user_id);

-- The request comes first. Everything from `state` on follows from the game's events and is
-- stored for lists.
CREATE TABLE games (
    id TEXT COLLATE "C" PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL,
    size BIGINT,
    start_position TEXT COLLATE "C",
    time_control TEXT COLLATE "C" NOT NULL,
    speed TEXT COLLATE "C" NOT NULL,
    rated BIGINT NOT NULL,
    public BIGINT NOT NULL,
    in_lobby BIGINT NOT NULL,
    side_choice TEXT COLLATE "C" NOT NULL,
    -- The creator, a keyed hash of the creator's address, and whether the creator is a guest: what
    -- budgets and shares are counted by.
    creator_id TEXT COLLATE "C" NOT NULL,
    address_tag TEXT COLLATE "C" NOT NULL,
    by_guest BIGINT NOT NULL,
    creator_is_program BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When it is withdrawn if nobody has taken the open seat.
    expires_at BIGINT NOT NULL,
    setup TEXT COLLATE "C",
    state TEXT COLLATE "C" NOT NULL,
    position TEXT COLLATE "C" NOT NULL,
    turn BIGINT,
    plies BIGINT NOT NULL,
    events BIGINT NOT NULL,
    winner BIGINT,
    end_reason TEXT COLLATE "C",
    updated_at BIGINT NOT NULL,
    flag_at BIGINT,
    rematch_id TEXT COLLATE "C",
    rematch_offered_by BIGINT
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
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
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side BIGINT NOT NULL,
    user_id TEXT COLLATE "C" REFERENCES users (id),
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
CREATE FUNCTION keep_state() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    change BIGINT := CAST(NEW.state = 'running' AS INT) - CAST(OLD.state = 'running' AS INT);
BEGIN
    IF change <> 0 THEN
        INSERT INTO counts (name, shard, value) VALUES ('games_running', shard_of(NEW.id), change)
            ON CONFLICT (name, shard) DO UPDATE SET value = counts.value + excluded.value;
    END IF;
    UPDATE seats SET is_open = CAST(NEW.state IN ('waiting', 'running') AS INT)
        WHERE game_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER games_state AFTER UPDATE OF state ON games
    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION keep_state();

CREATE FUNCTION uncount_running() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE counts SET value = value - 1
        WHERE name = 'games_running' AND shard = shard_of(OLD.id);
    RETURN NULL;
END $$;
CREATE TRIGGER games_deleted AFTER DELETE ON games
    FOR EACH ROW WHEN (OLD.state = 'running') EXECUTE FUNCTION uncount_running();

-- How much is stored for each guest, and for all guests at an address: the games that they have
-- created. The owner is a guest's id or an address's tag.
CREATE TABLE guest_use (
    owner TEXT COLLATE "C",
    shard BIGINT,
    games BIGINT NOT NULL,
    events BIGINT NOT NULL,
    PRIMARY KEY (owner, shard)
) WITH (fillfactor = 50);

-- The creator comes before the address, always: nobody waits in a circle.
CREATE FUNCTION count_guest_game() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    guest TEXT;
BEGIN
    FOREACH guest IN ARRAY ARRAY[NEW.creator_id, NEW.address_tag] LOOP
        INSERT INTO guest_use (owner, shard, games, events)
            VALUES (guest, shard_of(NEW.id), 1, 0)
            ON CONFLICT (owner, shard) DO UPDATE SET games = guest_use.games + 1;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER guest_game_created AFTER INSERT ON games
    FOR EACH ROW WHEN (NEW.by_guest = 1) EXECUTE FUNCTION count_guest_game();

CREATE FUNCTION count_guest_events() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    guest TEXT;
BEGIN
    FOREACH guest IN ARRAY ARRAY[NEW.creator_id, NEW.address_tag] LOOP
        UPDATE guest_use SET events = events + NEW.events - OLD.events
            WHERE owner = guest AND shard = shard_of(NEW.id);
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER guest_game_played AFTER UPDATE OF events ON games
    FOR EACH ROW WHEN (NEW.by_guest = 1 AND NEW.events <> OLD.events)
    EXECUTE FUNCTION count_guest_events();

CREATE FUNCTION uncount_guest_game() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    guest TEXT;
BEGIN
    FOREACH guest IN ARRAY ARRAY[OLD.creator_id, OLD.address_tag] LOOP
        UPDATE guest_use SET games = games - 1, events = events - OLD.events
            WHERE owner = guest AND shard = shard_of(OLD.id);
        DELETE FROM guest_use
            WHERE owner = guest AND shard = shard_of(OLD.id) AND games <= 0;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER guest_game_deleted AFTER DELETE ON games
    FOR EACH ROW WHEN (OLD.by_guest = 1) EXECUTE FUNCTION uncount_guest_game();

-- The games themselves. The primary key decides between racing requests.
CREATE TABLE game_events (
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    happened_at BIGINT NOT NULL,
    event TEXT COLLATE "C" NOT NULL,
    request_id TEXT COLLATE "C",
    PRIMARY KEY (game_id, seq)
);

CREATE TABLE ratings (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game TEXT COLLATE "C" NOT NULL,
    speed TEXT COLLATE "C" NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games_played BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, game, speed)
);

CREATE TABLE rating_history (
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    game_id TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    speed TEXT COLLATE "C" NOT NULL,
    rated_at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (user_id, game_id)
);
CREATE INDEX rating_history_by_speed ON rating_history (user_id, game, speed, rated_at);
