# Requests
bad-request = the request cannot be parsed: { $reason }
binary-message = messages are JSON texts
cross-origin = the request comes from a page of another site
unknown-host = this server is not known by the name { $host }; whoever runs it can allow the name with --origin
busy = the server has too much to do; try again in { $retry_after_seconds ->
        [one] 1 second
       *[other] { $retry_after_seconds } seconds
    }
no-such-route = there is nothing at this address
method-not-allowed = this address does not support the method
request-timeout = the body did not arrive within { $seconds ->
        [one] 1 second
       *[other] { $seconds } seconds
    }
payload-too-large = the body is too large
too-many-watched-games = one connection watches at most { $max } games
rate-limited = too many requests; try again in { $retry_after_seconds ->
        [one] 1 second
       *[other] { $retry_after_seconds } seconds
    }
internal = { $reason }
failed = something is wrong with the server; the details are in its log
engine-busy = the engine is too busy; try again later

# Accounts
invalid-name = a name has 2 to 20 letters, digits, - and _, and starts with a letter
reserved-name = the name { $name } is reserved
invalid-password = a password has 8 to 200 characters
trivial-password = this password is one of the first that anyone would try; choose another one
invalid-label = a label has 1 to 60 characters
name-taken = the name { $name } is taken
wrong-credentials = wrong name or password
wrong-password = wrong password
unknown-token = the access token is unknown or has been revoked
forged-cookie = the cookie was not issued by this server
guest-has-account = you have an account now; sign in
session-ended = your session has ended; reload the page
account-required = this requires an account
session-required = programs cannot do this; sign in with a browser
too-many-tokens = an account has at most { $max } access tokens; revoke one first
no-such-session = there is no such session
no-such-token = there is no such access token
too-many-sign-ins = too many people are signing in at the moment; try again in { $retry_after_seconds ->
        [one] 1 second
       *[other] { $retry_after_seconds } seconds
    }
hashing-failed = a password could not be hashed: { $reason }

# Games
no-such-game = there is no such game
no-such-player = there is no such player
no-such-speed = there is no such speed
invalid-cursor = cursor must be the next_cursor of the previous page
invalid-limit = limit must be between 1 and { $max }, not { $value }
invalid-request-id = a request_id has 1 to 64 characters
start-is-over = the game is already over in the start position
rated-needs-two-players = a rated game needs two players
rated-needs-account = a rated game needs an account; sign in first
rated-needs-clock = a rated game needs a clock
rated-needs-default-start = a rated game needs the default start position
guest-in-rated-game = this game is rated; sign in to play it
not-a-player = you do not play in this game
not-your-side = that is not your side
not-started = the game has not started yet
not-over = the game is not over yet
no-open-seat = no seat in this game is open
lost-race = someone else was faster
contention = too much is happening in this game at once; try again
room-closed = the game is being unloaded; try again
invalid-game = a stored game is invalid: { $reason }

# The database
store-conflict = another request came first
store-corrupt = the database is corrupt: { $reason }
store-database = the database failed: { $reason }
store-migration = the database cannot be migrated: { $reason }
store-closed = the server is shutting down

# Starting the server
cannot-start-threads = cannot start the engine's threads: { $error }
cannot-listen = cannot listen on { $address }: { $error }
server-failed = the server failed: { $error }
