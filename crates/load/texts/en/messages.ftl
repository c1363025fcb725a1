# Why nothing could be measured
not-an-address = { $url } is not the address of a server, such as http://127.0.0.1:7878
foreign-server = only a server that is started for the test can be killed: omit the address
cannot-start = cannot start the server: { $reason }
unexpected-response = unexpected response from the server at { $address }: { $reason }
games-not-started = only { $started } of { $wanted } games started within { $seconds } s; errors: { $errors }

# Why a test has failed
no-moves = no move was acknowledged
errors-and-losses = errors: { $errors }, losses after kills: { $losses }

# The report
label-games = games
label-sockets = sockets
label-time = time
label-moves = moves
label-moves-per-second = moves per second
label-games-finished = games finished
label-round-trip-p50 = round trip p50
label-round-trip-p90 = round trip p90
label-round-trip-p99 = round trip p99
label-round-trip-max = round trip max
label-server-memory = server memory
label-kills = kills
label-games-checked = games checked
label-moves-checked = moves checked
label-clocks-checked = clocks checked
label-clock-loss = clock loss
label-server-start = server start
label-losses = losses
label-errors = errors
value-plain = { $text }
value-at-most = at most { $value }
value-memory = { $current }, peak { $peak }
value-times = { $count } × { $error }

# What went wrong
connection = connection: { $reason }
closed = the server closed the connection ({ $code })
ended = the connection ended
no-response = no response within { $seconds } s
rejected = rejected ({ $code }): { $reason }
invalid-response = invalid response: { $reason }
no-cookie = a guest got no cookie
no-legal-move = the side to move has no move
no-games = it has no games
update-twice = an update arrived twice
update-missing = an update is missing
unexpected-ack = an acknowledgment that nobody is waiting for
pair-panicked = a pair of players panicked: { $reason }

# What was lost
loss-step = game { $game }: step { $ply } was { $how } as { $text }, now there is { $found }
loss-record = game { $game }: its record is invalid: { $reason }
loss-record-steps = game { $game }: its record does not have the steps of the game
loss-unreadable = game { $game } cannot be read: { $reason }
loss-clock = game { $game }: a clock lost { $millis } ms in an outage
loss-unnoticed = not every player noticed that the server was gone
loss-stalled = only { $moved } of { $all } games continued after the last restart

# Under attack
attack-heading = { $connections } hostile connections from one address
column-attack = attack
column-accepted = accepted
column-refused = refused
column-moves = moves
column-memory = memory
column-shutdown = shutdown
excess-no-moves = { $attack }: honest players could not move
excess-round-trip = { $attack }: honest moves took up to { $millis } ms (p99)
excess-memory = { $attack }: the server took { $megabytes } MB
excess-shutdown = { $attack }: the server took { $millis } ms to shut down
excess-killed = { $attack }: the server did not shut down
excess-errors = { $attack }: honest players met { $errors ->
    [one] { $errors } error
   *[other] { $errors } errors
}
