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
