name = Knight's Duel
summary = Two knights on a board that vanishes under them: be the last one able to move.
side-first = Player 1
side-second = Player 2

piece-knight = knight
mark-removed = removed

moves = { $side ->
        [first] Player 1
       *[second] Player 2
    } moves to { $to }.
removed = Square { $square } is now removed.
prompt = { $side ->
        [first] Player 1
       *[second] Player 2
    }, your knight is at { $at }.

knights = { $side ->
        [first] Player 1
       *[second] Player 2
    } has { $found ->
        [0] no knight
       *[other] { $found } knights
    }, expected one
spelling = a square is written (2,3), 2,3, 2 3 or b3
not-a-knights-move = { $to } is not a knight's move from { $from }
other-knight = the other knight stands on { $square }
gone = { $square } has been removed
