name = Sight
summary = A new piece makes your pieces in its line of sight grow: be the last one able to move.
side-first = Player 1
side-second = Player 2

piece-piece = piece

# Captions
places = { $side ->
        [first] Player 1
       *[second] Player 2
    } places a piece on { $point }.
moves = { $side ->
        [first] Player 1
       *[second] Player 2
    } moves the top piece of the stack on { $from } to { $to }.
grows = The { $height ->
        [2] piece
       *[other] stack
    } on { $point } grows to height { $height }.
stays = The stack on { $point } stays at height { $height }.

# Prompts and losses
prompt-place = { $side ->
        [first] Player 1
       *[second] Player 2
    }, place a piece on an empty point.
prompt-stack = { $side ->
        [first] Player 1
       *[second] Player 2
    }, move the top piece of the stack on { $point } to an adjacent empty point.
prompt-stacks = { $side ->
        [first] Player 1
       *[second] Player 2
    }, move the top piece of one of the stacks on { $points } to an adjacent empty point.
board-full = The board is full and { $side ->
        [first] Player 1
       *[second] Player 2
    } cannot place a piece.
only-stack-blocked = { $side ->
        [first] Player 1's
       *[second] Player 2's
    } only stack cannot move.
all-stacks-blocked = None of { $side ->
        [first] Player 1's
       *[second] Player 2's
    } stacks can move.

# Positions that cannot be read
symbol = { $symbol } is none of `.`, `O` and `X`
height-zero = a height cannot be 0
height-one = a height of 1 is not written
height-leading-zero = a height does not begin with 0
height-too-large = a height is at most { $max }

# Why a move is not one, or is not legal
same-point = a piece must move to a different point
must-move = { $side ->
        [first] Player 1
       *[second] Player 2
    } has a stack on { $point } and so must move, not place
must-place = { $side ->
        [first] Player 1
       *[second] Player 2
    } has no stack and so must place a piece
occupied = there is already a piece on { $point }
no-stack = there is no stack on { $point }
not-yours = the { $height ->
        [1] piece
       *[other] stack
    } on { $point } belongs to { $owner ->
        [first] Player 1
       *[second] Player 2
    }
single-piece = { $point } holds a single piece, not a stack
not-adjacent = { $to } is not adjacent to { $from } along a line
higher-stack = the stack on { $point } has height { $height }, and a higher one, on { $other } with height { $other_height }, can move
