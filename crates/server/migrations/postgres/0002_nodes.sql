-- The processes that use the database. All moments are by the database's clock.
CREATE TABLE nodes (
    id TEXT COLLATE "C" PRIMARY KEY,
    -- The number of the lock that the process holds while it is alive.
    lock_number BIGINT NOT NULL,
    process BIGINT NOT NULL,
    -- Whether it tells other nodes what it stores, and whether it can at the moment.
    has_bus BIGINT NOT NULL,
    bus_is_up BIGINT NOT NULL,
    users_online BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    has_left BIGINT NOT NULL DEFAULT 0
) WITH (fillfactor = 20);
CREATE INDEX nodes_seen_at ON nodes (seen_at) WHERE has_bus = 1;

-- The times in which no node could be reached, or the database itself: games get them back.
CREATE TABLE outages (
    from_at BIGINT PRIMARY KEY,
    to_at BIGINT NOT NULL
);
