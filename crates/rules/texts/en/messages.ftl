# What all games share. Numbers: the character between groups of three digits.
number-group = ,
# Lists: "a, b and c" is list-and("a, b", "c"), with list-comma("a", "b") inside.
list-comma = { $head }, { $last }
list-and = { $head } and { $last }
list-or = { $head } or { $last }

# Boards and sizes
size-fixed = { $game } has only one board and takes no size
size-unknown = { $game } has no board of size { $size }; the size must be { $sizes }
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
unknown-symbol = { $symbol } does not stand for anything
not-a-square = { $text } is not a square such as { $example }
off-board = { $square } is not on the board

# Moves and secrets
move-syntax = { $text } is not a move: { $reason }
move-illegal = { $text } is not legal: { $reason }
move-game-over = { $text } comes after the end of the game: { $winner } has won
move-reveal-missing = { $text } does not say what it revealed: { $possible }
move-reveal-impossible = { $text } cannot happen: public knowledge allows only { $possible }
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
