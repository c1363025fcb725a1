# Actions that were rejected
game-over = the game is over
not-your-turn = it is { $turn }'s turn
stale = the position has changed; look again
out-of-time = { $side } has run out of time
nothing-to-take-back = { $side } has no move to take back
too-many-takebacks = you have taken back { $max } { $max ->
        [one] move
       *[other] moves
    } in this game, and no more are allowed
too-many-takebacks-here = you have taken back this move { $max } { $max ->
        [one] time
       *[other] times
    } already; play on
too-many-offers = you have made { $max } { $max ->
        [one] offer
       *[other] offers
    } in this game, and no more are allowed
too-many-offers-here = you have made { $max } { $max ->
        [one] offer
       *[other] offers
    } since the last move; play on first
too-long = the game has reached its limit of { $max } { $max ->
        [one] entry
       *[other] entries
    } and can only be ended
no-takebacks = moves cannot be taken back in this game
already-offered = you have already made this offer
no-offer = there is no such offer to decline
too-late-to-abort = a game can be aborted only before both players have moved; resign instead
opponent-present = the opponent has not been away long enough
no-rematch = a rematch cannot be arranged here

# Texts that cannot be read
not-a-duration = { $text } is not a duration such as 100ms, 2.5s, 5m or 1h30m
not-a-time-control = { $text } is not a time control such as 5m+3s, 90s, 3d or none
not-a-player = { $text } is not a player: expected human, engine, engine:1 to engine:8 or ugi:COMMAND
no-such-level = the engine has levels 1 to 8, not { $number }

# Stored games
entry-order = expected entry { $expected }, found entry { $found }
entry-impossible = entry { $seq } is impossible: { $reason }
entry-too-old = it is older than the entry before it
entry-too-many-taken-back = more moves are taken back than were played
journal-file = { $path }: { $error }
journal-in-use = { $path }: this game is being played in another process
journal-syntax = { $path }, line { $line }: { $error }
journal-line = { $path }, line { $line }: { $reason }
journal-empty = { $path }, line 1: the file contains no game
seal-missing = the record has no { $header }, so there is nothing to check
seal-mismatch = the commitment is { $stated }, but salt and secret give { $computed }

# Results that the rules did not bring
result-aborted = The game was aborted.
result-draw-agreed = Draw by agreement.
result-draw-by-limit = Draw: the game has gone on for too long.
result-draw = The game is a draw.
result-resigned = { $side } resigned.
result-out-of-time = { $side } ran out of time.
result-abandoned = { $side } left the game.
result-adjudicated = { $side } lost by adjudication.
