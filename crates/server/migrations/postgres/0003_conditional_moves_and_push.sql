-- What a player has decided on in advance: lines of steps from the position after `ply` steps.
CREATE TABLE conditional_moves (
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    side BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    position TEXT NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (game_id, side)
);

-- Browsers that want to be told when it is their user's turn.
CREATE TABLE push_subscriptions (
    endpoint TEXT COLLATE "C" PRIMARY KEY,
    user_id TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    public_key TEXT NOT NULL,
    auth_secret TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX push_subscriptions_user_id ON push_subscriptions (user_id, created_at);
