# Hash tables
hash-out-of-memory = there is not enough memory for a hash table of { $mebibytes } MiB

# Proofs
other-game = this is not a position of { $game }
unsolvable = { $game } need not end, or has chance, so it cannot be solved
verify-lost = the other side has won in { $position }
verify-no-move = there is no move for the winner in { $position }
verify-illegal = { $mv } cannot be played in { $position }
verify-endless = { $game } need not end
verify-too-large = not finished after { $positions } positions

# Endgame tables
tablebase-io = the endgame table cannot be read: { $reason }
tablebase-truncated = the endgame table is cut off
tablebase-trailing-bytes = the endgame table is damaged: there are extra bytes after its end
tablebase-not-a-table = this is not an endgame table
tablebase-other-game = this is an endgame table of { $found }, expected { $expected }
tablebase-other-classes = the endgame table has different classes of positions from this program
tablebase-too-large = { $positions } positions would have to be solved together, which is too many
tablebase-unsupported = { $game } has no such endgame tables
tablebase-bad-checksum = the endgame table is damaged: its checksum is { $found }, expected { $expected }
tablebase-mismatch = the endgame table is wrong: { $position } is stored as { $stored }, but { $witness ->
        [moves] its moves lead to
       *[search] a search finds
    } { $found }

# Players
player-game-over = the game is over
player-no-command = an engine needs a command to start it
player-cannot-start = cannot start { $program }: { $error }
player-exited = the engine has exited (status { $status })
player-input-closed = the engine has closed its input
player-reported = the engine reports an error: { $reason }
player-no-answer = the engine did not answer { $sent } with { $expected }
player-no-move = the engine sent no move
player-no-option = the engine has no option { $name }
player-out-of-time = the time ran out: { $used_ms } ms used of { $allowed_ms } ms
player-resigned = the player resigns

# Techniques of the search
unknown-technique = there is no technique { $name }; there are { $known }
