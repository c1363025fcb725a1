# What all games share. Numbers: the character between groups of three digits.
number-group = ,
# Lists: "a, b and c" is list-and("a, b", "c"), with list-comma("a", "b") inside.
list-comma = { $head }, { $last }
list-and = { $head } and { $last }
list-or = { $head } or { $last }

# Boards and sizes
size-fixed = { $game } has only one board and takes no size
size-unknown = { $game } has no board of size { $size }; its sizes are { $sizes }
unknown-game = there is no game { $asked }; the games are { $games }

# Position strings
position-fields = { $found ->
        [one] the position has 1 field
       *[other] the position has { $found } fields
    } separated by spaces, expected { $expected }
fields-board-turn = 2: the board and the side to move
position-rows = { $found ->
        [one] the board has 1 row
       *[other] the board has { $found } rows
    }, expected { $expected }
position-width = { $row } has { $found ->
        [one] 1 square
       *[other] { $found } squares
    }, expected { $expected }
position-symbol = { $row }, square { $column }: { $reason }
position-turn = the side to move is { $found }, expected { $expected }
position-field = the { $field } is { $found }, expected { $expected }
rank = rank { $label }
row = row { $label }
empty-run-zero = a run of empty squares cannot be 0
wrong-case = upper and lower case differ here: { $meant } is meant, not { $symbol }
unknown-symbol = { $symbol } does not stand for anything
not-a-square = { $text } is not a square such as { $example }
off-board = { $square } is not on the board

# Moves and secrets
move-syntax = { $text } is not a move: { $reason }
move-illegal = { $text } is not legal: { $reason }
move-game-over = { $text } comes after the end of the game: { $winner } has won
move-reveal-missing = { $text } does not say what it revealed: { $possible }
move-reveal-impossible = { $text } cannot happen: public knowledge allows only { $possible }
not-a-move = no move is written like that
not-legal = it is not a legal move
no-reveal = it does not say what it revealed
no-secrets = { $game } has no secrets
secret-invalid = { $text } is not the secret of this game: { $reason }

# Positions set up by hand
draft-point = there is no point { $point } on this board
draft-occupied = two things stand on { $point }
draft-item = there is no { $item }; the pieces and marks are { $items }
draft-height = the height of { $item } on { $point } is { $height }, expected 1 to { $max_height }
draft-slot = there is no slot { $slot } in the hands
draft-count = there are { $count } of { $slot } in hand, expected at most { $max }
draft-phase = there is no phase { $phase }; the phases are { $phases }

# Turns and results
to-move = { $side } to move.
phase-to-move = { $side } to move
no-legal-moves = { $side } has no legal moves.
wins = { $side } wins.
hand = { $side }'s hand: { $held }

# Records of games
record-at = line { $line }, column { $column }: { $fault }
record-unexpected = found { $found }, expected { $expected }
record-no-game = found a record without its game, expected [Game "..."] first
record-header-twice = the header { $name } appears twice
record-header-name = { $name } cannot name a header: a capital letter, then letters and digits
record-header-reserved = the header { $name } follows from the game and cannot be set
record-size-mismatch = the start position does not have the size of the header Size
record-size-syntax = the size is { $found }, expected a number
record-secret-spelling = write the secret as { $canonical }
record-start = the start position is wrong: { $error }
record-spelling = write the step as { $canonical }, not { $found }
record-contradiction = with the secret { $secret } this step is { $expected }, not { $found }
record-after-end = { $step } comes after the end
record-already-over = the game is already over
record-not-over = the rules have not ended the game
record-abort-with-result = an aborted game has no winner and no result but *
record-wrong-result = the result is { $found }, but the game ended { $expected }
record-no-termination = the rules ended this game, so it has no header Termination
record-result-missing = a game with a header Termination has a result, not *
record-termination-missing = the result is { $found }, but by the rules the game is not over; a header Termination must say why it ended
record-termination-unknown = { $found } is not a termination; there are { $expected }
record-part-text = { $text }
record-part-end-of-record = the end after the result
record-part-end-of-text = the end of the text
record-part-end-of-line = the end of the line
record-part-closing = the closing { $mark }
record-part-lone-backslash = a lone backslash
record-part-escapes = \\ or \{ $mark }
record-part-space-after-name = a space after the header's name
record-part-quoted-value = a value in quotes
record-part-end-of-header = ] after the value
record-part-step = a step
record-part-number-or-result = { $number } or a result (1-0, 0-1, 1/2-1/2 or *)

# What the operating system refuses
os-not-found = there is no such file or directory
os-permission-denied = this is not permitted
os-already-exists = it already exists
os-is-a-directory = this is a directory, not a file
os-not-a-directory = this is not a directory
os-storage-full = the disk is full
os-read-only = nothing can be written there
os-invalid-name = this cannot be the name of a file
os-not-text = the file is not text (UTF-8)
os-unexpected-end = the file ends too early
os-address-in-use = another program is using this address
os-address-not-available = this machine does not have this address
os-connection-refused = nobody is listening there
os-disconnected = the connection was closed
os-timed-out = it took too long
os-out-of-memory = there is not enough memory
os-other = the system reports: { $text }
