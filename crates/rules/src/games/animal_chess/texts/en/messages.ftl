name = Animal Chess
summary = Lions, giraffes, cats and chicks; captives change sides. Capture the lion.
side-first = Player 0
side-second = Player 1

piece-lion = lion
piece-giraffe = giraffe
piece-cat = cat
piece-chick = chick
piece-promoted-cat = promoted cat
piece-promoted-chick = promoted chick
region-promotion = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s promotion zone

# Captions
moves = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } moves from { $from } to { $to }.
moves-and-promotes = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } moves from { $from } to { $to } and promotes.
captures = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } on { $from } captures the { $captured ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } on { $to } and takes it into { $captured ->
        [promoted-cat] hand as a cat
        [promoted-chick] hand as a chick
       *[other] hand
    }.
captures-and-promotes = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } on { $from } captures the { $captured ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } on { $to }, takes it into { $captured ->
        [promoted-cat] hand as a cat
        [promoted-chick] hand as a chick
       *[other] hand
    } and promotes.
captures-lion = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } on { $from } captures the lion on { $to }.
captures-lion-and-promotes = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } on { $from } captures the lion on { $to } and promotes.
drops = { $side ->
        [first] Player 0
       *[second] Player 1
    } drops { $piece ->
        [giraffe] a giraffe
        [cat] a cat
       *[chick] a chick
    } on { $to }.

# Turns and results
prompt = { $side ->
        [first] Player 0
       *[second] Player 1
    }, move one of your pieces.
prompt-with-hand = { $side ->
        [first] Player 0
       *[second] Player 1
    }, move one of your pieces or drop one from your hand.
lion-captured = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s lion has been captured.

# Why a text is not a move, or a move is not legal
move-spelling = expected a move such as 21-31 or H*22
not-a-square = { $text } is not a square such as 21 or (2,1)
not-droppable = { $text } is not one of the pieces G, C and H
no-piece = there is no piece on { $square }
not-yours = the { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } on { $square } is { $owner ->
        [first] Player 0's
       *[second] Player 1's
    }
already-there = the { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } already stands on { $square }
wrong-step = { $piece ->
        [lion] a lion moves one square in any direction
        [giraffe] a giraffe moves one square forward, back, left or right
        [cat] a cat moves one square diagonally or forward
        [chick] a chick moves one square forward
        [promoted-cat] a promoted cat moves one square forward, back, left, right or diagonally forward
       *[promoted-chick] a promoted chick moves one square forward, back, left, right or diagonally forward
    }, not from { $from } to { $to }
own-piece = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s own { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } stands on { $square }
not-in-hand = { $side ->
        [first] Player 0
       *[second] Player 1
    } has no { $piece ->
        [giraffe] giraffe
        [cat] cat
       *[chick] chick
    } in hand
occupied = { $side ->
        [first] Player 0
       *[second] Player 1
    }'s { $piece ->
        [lion] lion
        [giraffe] giraffe
        [cat] cat
        [chick] chick
        [promoted-cat] promoted cat
       *[promoted-chick] promoted chick
    } stands on { $square }

# Why a position cannot be read or cannot exist
fields = 3: the board, the side to move and the hands
lone-plus = '+' is not followed by a piece
not-promotable = { $piece ->
        [lion] a lion
       *[giraffe] a giraffe
    } does not promote
hands = the hands are { $found }: { $reason }
hands-empty = two empty hands are written `-`
hands-zero = a number cannot begin with 0
hands-digits = a number has only one digit
hands-lone-number = the number { $count } is not followed by a piece
hands-promoted = a piece in hand is never promoted
hands-twice = { $letter } appears twice
lion-in-hand = a lion is never in hand
too-many = there are { $found } { $piece ->
        [giraffe] giraffes
        [cat] cats
       *[chick] chicks
    } ({ $on_board } on the board, { $in_hand } in hand), expected at most { $max }
too-many-lions = { $side ->
        [first] Player 0
       *[second] Player 1
    } has { $found } lions ({ $squares }), expected at most 1
no-lions = both lions are missing, expected at least one
