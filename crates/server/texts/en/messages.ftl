# Requests
bad-request = the request cannot be parsed: { $reason }
not-json = this is not JSON: line { $line }, column { $column }
json-incomplete = the JSON ends too early
not-json-type = the header content-type must be application/json
missing-field = the field { $field } is missing
duplicate-field = the field { $field } is there twice
unknown-field = there is no field { $field }; there are { $fields }
no-fields = there is no field { $field }, nor any other
unknown-choice = there is no { $value }; it can be { $choices }
wrong-value = expected { $wanted }, found { $found }
unreadable = this has none of the forms that are possible here
malformed-within = in { $field }: { $reason }
wanted-text = a text
wanted-number = a number
wanted-integer = a whole number
wanted-range = a whole number from { $min } to { $max }
wanted-not-negative = a whole number that is not negative
wanted-boolean = true or false
wanted-list = a list
wanted-object = an object
wanted-other = something else
found-text = the text { $value }
found-literal = { $value }
found-list = a list
found-object = an object
found-other = something else
not-a-websocket = this address is for WebSockets
invalid-path = the address cannot be read
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
cannot-store = the server cannot store anything at the moment; try again later
games-damaged = the server's database is damaged; its operator has to restore a backup
engine-busy = the engine is too busy; try again later
too-many-engine-games = { $max ->
        [one] one game
       *[other] { $max } games
    } against the engine may be played at the same time from one address; finish one first
too-many-analyses = { $max ->
        [one] one analysis
       *[other] { $max } analyses
    } may run for you at the same time; stop one first
too-many-analyses-of-address = { $max ->
        [one] one analysis
       *[other] { $max } analyses
    } may run at the same time for one address; try again later
overloaded = the server is too busy for this; try again later
work-failed = something is wrong with the server; the details are in its log

# Accounts
invalid-name = a name has 2 to 20 letters, digits, - and _, and starts with a letter
reserved-name = the name { $name } is reserved
invalid-password = a password has 8 to 200 characters
trivial-password = this password is one of the first that anyone would try; choose another one
invalid-label = a label has 1 to 60 printable characters
name-taken = the name { $name } is taken
wrong-credentials = wrong name or password
wrong-password = wrong password
unknown-token = the access token is unknown or has been revoked
forged-cookie = the cookie was not issued by this server
guest-has-account = you have an account now; sign in
session-ended = your session has ended; reload the page
account-required = this requires an account
session-required = programs cannot do this; sign in with a browser
has-played-rated = an account that has played rated games stays what it is
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
invalid-request-id = a request_id has 1 to 64 printable characters
start-is-over = the game is already over in the start position
rated-needs-two-players = a rated game needs two players
rated-needs-account = a rated game needs an account; sign in first
rated-needs-clock = a rated game needs a clock
rated-needs-default-start = a rated game needs the default start position
program-needs-own-account = a program plays rated games only with an account of its own; mark it as a program's first
rated-needs-equal-players = a rated game is between two people or between two programs
guest-in-rated-game = this game is rated; sign in to play it
not-a-player = you do not play in this game
not-your-side = that is not your side
not-started = the game has not started yet
not-over = the game is not over yet
only-correspondence = conditional moves are for games with days per move or without a clock
own-turn = it is your turn: conditional moves answer moves of your opponent
plays-both-sides = whoever plays both sides needs no conditional moves
no-open-seat = no seat in this game is open
lost-race = someone else was faster
contention = too much is happening in this game at once; try again
room-closed = the game is being unloaded; try again
invalid-game = a stored game is invalid: { $reason }

# Push messages
push-your-turn = It is your turn
push-game-over = The game is over
push-invalid-endpoint = the endpoint must be the https address of a push service on the public network
push-invalid-keys = the keys or the language of the browser are not valid
push-unavailable = this server cannot reach push services

# Previews of links
preview-title = { $game }: { $first } – { $second }
preview-invitation = { $game }: someone is waiting for you
preview-moves = { $plies ->
    [0] Not a move has been played yet.
    [one] One move has been played.
   *[other] { $plies } moves have been played.
 }
preview-guest = Guest
preview-engine = Engine, level { $level }

# The database
store-conflict = another request came first
store-ratings-changed = too many games of the same players end at once; try again
store-corrupt = the database is corrupt: { $reason }
store-database = the database failed: { $reason }
store-migration = the database cannot be migrated: { $reason }
database-not-a-database = the file is not a database
database-cannot-open = the file cannot be opened
database-busy = another process is using it
database-read-only = it must not be written
database-full = the disk is full
database-damaged = the file is damaged
database-io = the disk cannot be read or written
database-other-version = it was written by another version of this program
database-collision = other requests got in the way
database-unreachable = PostgreSQL cannot be reached at { $address }: { $error }
database-wrong-password = PostgreSQL does not accept the user { $user } with this password
database-missing = PostgreSQL has no database { $name }
database-not-allowed = PostgreSQL does not allow this user to do what is necessary
database-too-many-connections = PostgreSQL takes no more connections
database-not-running = PostgreSQL is starting or stopping
database-too-old = PostgreSQL { $version } is too old; version { $oldest } is the oldest that will do
database-needs-tls = PostgreSQL wants an encrypted connection, which this program does not have; use a socket, a private network or a tunnel
database-other-scheme = there is no database behind { $scheme }://; use postgres:// or the name of a file
database-invalid-url = the URL of the database is not valid: { $reason }
database-overloaded = too much is asked of it at once
database-other = it reports: { $text }
store-unavailable = the database cannot be used at the moment: { $reason }
store-closed = the server is shutting down
store-full = the server has no space left to store anything; try again later
store-cannot-write = the database cannot be written: { $reason }
store-damaged = the database is damaged: { $reason }
store-rolled-back = nothing was stored because of a fault in the server; try again
too-many-waiting-games = you have { $max } games that wait for a player; withdraw one first
too-many-offers = you have { $max } offers in the lobby; withdraw one first
too-many-offers-from-address = there are { $max } offers from your address; wait until one is taken, or sign in if you are a guest
guest-budget = the server stores no more games for guests here; sign in to play on
store-cannot-open = cannot open the database: { $reason }
store-not-empty = the database { $database } is not empty; nothing was copied
store-copy-differs = the copy of the table { $table } differs from the original; nothing was kept
store-in-use = another server (process { $process }) uses the database { $file }
store-many-names = the database { $file } has a second name, a hard link; remove one of them, because the latest games are kept in a file next to only one of the two
store-unopened-file = { $file } cannot be opened: { $reason }
store-not-ours = { $file } is not a database of this program

# Whether the server is ready
draining = the server is shutting down
engine-silent = the engine does not answer
store-silent = the database does not respond

# Starting the server
cannot-start-threads = cannot start the engine's threads: { $error }
cannot-listen = cannot listen on { $address }: { $error }
server-failed = the server failed: { $error }

bus-other-scheme = { $url } is not a bus; use nats://host:port, several separated by commas
bus-invalid-url = { $url } is not a valid URL
bus-unreachable = the bus { $address } cannot be reached: { $error }
bus-not-allowed = the bus { $address } does not accept the user and password, or the token
bus-failed = the bus { $address } cannot be used; it reports: { $reason }
bus-needs-postgres = a bus is for several nodes, which cannot share a database file; use PostgreSQL
node-needs-bus = other nodes (such as { $node }) use this database and have a bus; start this one with the same --bus
node-other-without-bus = the server { $node } (process { $process }) uses this database without a bus; stop it, or give it the same --bus
node-other-bus = node { $node } uses this database but does not answer on the bus { $bus }; all nodes need the same bus
node-id-taken = another node is called { $node }; each needs a --node-id of its own
node-clocks-apart = the clocks of this machine and of the database are { $seconds } seconds apart; synchronize them (NTP)
node-invalid-id = { $text } cannot be the name of a node: use 1 to 64 letters, digits, - and _
