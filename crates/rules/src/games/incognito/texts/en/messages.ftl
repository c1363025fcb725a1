name = Incognito
summary = One pawn on each side is its spy, and nobody knows which: find the enemy's, or get yours into the enemy castle.
side-first = White
side-second = Black

piece-pawn = pawn that may be the spy
piece-knight = pawn known to be a knight
region-castle = { $side ->
        [first] White's
       *[second] Black's
    } castle
phase-won-by-own-move = { $side ->
        [first] White
       *[second] Black
    } has won by its own move
phase-won-by-enemy-move = { $side ->
        [first] White has won by Black's move
       *[second] Black has won by White's move
    }
field-result = result

# What is known about a pawn
note-knight = known to be a knight
badge-spy = spy
badge-odds = 1/{ $count }
note-spy = certainly the spy
note-suspect = the spy with probability 1/{ $count }

# Captions
moves = { $side ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [pawn] pawn
       *[knight] knight
    } moves from { $from } to { $to }.
enters = { $side ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [pawn] pawn
       *[knight] knight
    } enters { $side ->
        [first] Black's
       *[second] White's
    } castle from { $from }.
enters-and-is-lost = { $side ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [pawn] pawn
       *[knight] knight
    } enters { $side ->
        [first] Black's
       *[second] White's
    } castle from { $from } and is lost.
unmasks = { $side ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [pawn] pawn
       *[knight] knight
    } on { $from } interrogates { $side ->
        [first] Black's
       *[second] White's
    } pawn on { $to } and unmasks the spy.
clears = { $side ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [pawn] pawn
       *[knight] knight
    } on { $from } interrogates { $side ->
        [first] Black's
       *[second] White's
    } pawn on { $to }, which turns out to be a knight.
asks-knight = { $side ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [pawn] pawn
       *[knight] knight
    } on { $from } interrogates { $side ->
        [first] Black's
       *[second] White's
    } knight on { $to } and is lost.
is-the-spy = It is the spy.
was-a-knight = It was a knight.
was-the-spy = It was { $side ->
        [first] White's
       *[second] Black's
    } spy.
questioner-was-a-knight = The questioner is lost; it was a knight.
questioner-was-the-spy = The questioner is lost; it was { $side ->
        [first] White's
       *[second] Black's
    } spy.

# Turns and results
prompt = { $side ->
        [first] White
       *[second] Black
    }, move a pawn.
prompt-or-interrogate = { $side ->
        [first] White
       *[second] Black
    }, move a pawn or interrogate an enemy pawn.
spy-lost = { $side ->
        [first] White's
       *[second] Black's
    } spy has interrogated a knight and is unmasked.
castle-taken = { $side ->
        [first] Black's spy has taken White's castle
       *[second] White's spy has taken Black's castle
    }.
spy-unmasked = { $side ->
        [first] White's
       *[second] Black's
    } spy is unmasked.

# Secrets
hidden-spies = Each side has a spy among its pawns, drawn at random.
hidden-from-both = Neither player knows which pawn it is.
spies = At the start White's spy was the pawn on { $white } and Black's spy was the pawn on { $black }.
last-spy = { $side ->
        [first] At the start White's spy was the pawn on { $square }; Black's spy was already lost
       *[second] At the start Black's spy was the pawn on { $square }; White's spy was already lost
    }.

# Why a text is not a move, or a move is not legal
move-spelling = a move is written c1-c4, an interrogation d2?d3
not-yours = the pawn on { $square } is { $owner ->
        [first] White's
       *[second] Black's
    }
no-pawn = there is no pawn on { $square }
own-pawn = the pawn on { $square } is { $owner ->
        [first] White's
       *[second] Black's
    } own
nobody-to-interrogate = there is no pawn on { $square } to interrogate
not-beside = { $to } is not next to { $from } in its row or column
already-there = the pawn already stands on { $square }
own-castle = { $square } is { $owner ->
        [first] White's
       *[second] Black's
    } own castle
occupied = { $square } is occupied
not-in-line = { $from } and { $to } are not in line
castle-diagonal = the castle on { $square } can only be entered along its row or column
in-the-way = a pawn on { $square } is in the way

# Why a text is not the secret of a game
secret-spelling = a secret names the squares of White's spy and Black's spy, such as c1 b5
no-pawn-of-side = { $side ->
        [first] White
       *[second] Black
    } has no pawn on { $square }
known-knight = { $side ->
        [first] White's
       *[second] Black's
    } pawn on { $square } is known to be a knight
spy-not-lost = { $side ->
        [first] White's
       *[second] Black's
    } spy is not lost

# Why a position cannot be read or cannot exist
fields = 2 or 3: the board, the side to move and, in a finished game, the result
results = w-wins or b-wins
both-castles = pawns stand in both castles ({ $white } and { $black }), expected at most one
pawn-in-own-castle = { $side ->
        [first] White's
       *[second] Black's
    } own pawn stands in { $side ->
        [first] White's
       *[second] Black's
    } castle ({ $square })
knight-in-castle = the pawn in { $side ->
        [first] White's
       *[second] Black's
    } castle ({ $square }) is known to be a knight; only a spy stays in a castle
pawn-in-castle = { $side ->
        [first] Black's
       *[second] White's
    } pawn stands in { $side ->
        [first] White's
       *[second] Black's
    } castle ({ $square }) and the game is not over, expected the result { $result }
spy-in-castle = { $side ->
        [first] Black's
       *[second] White's
    } spy stands in { $side ->
        [first] White's
       *[second] Black's
    } castle ({ $square }), expected the result { $result }
just-entered = { $side ->
        [first] Black
       *[second] White
    } has just entered { $side ->
        [first] White's
       *[second] Black's
    } castle ({ $square }), expected the side to move { $turn }
no-suspect = { $side ->
        [first] White
       *[second] Black
    } has no pawn that may be its spy ({ $letter }), expected at least one

# Saved games (.inco)
inco-at = line { $line }: { $fault }
inco-missing = the text ends here, expected { $expected }
inco-form = found { $found }, expected { $expected }
inco-line-spy = { $side ->
        [first] White's spy, such as `B c1`
       *[second] Black's spy, such as `N b5`
    }
inco-line-first = who moves first: `B` (White) or `N` (Black)
inco-line-turn = a move such as `D d2->c3`, an interrogation such as `I c3->d3`, or the result `W` (White) or `B` (Black)
inco-line-assignment-turn = a move such as `D d2->c3`, an interrogation such as `I c3->d3`, or the result `B` (White) or `N` (Black)
inco-not-over = the line says that { $claimed ->
        [first] White
       *[second] Black
    } has won, but the game is not over
inco-wrong-result = the line says that { $claimed ->
        [first] White
       *[second] Black
    } has won, but { $winner ->
        [first] White
       *[second] Black
    } has
inco-after-result = { $found } comes after the result
inco-turned = on our board, turned by half a turn, { $fault }
inco-skipped = line { $line } is skipped: { $found }: { $fault }
inco-more-skipped = { $count ->
        [one] one more line is skipped
       *[other] { $count } more lines are skipped
    }
inco-other-start = an .inco file holds a game of Incognito from the start position of the 5x5 board
inco-no-spies = an .inco file names the spies, and this record does not
inco-termination = an .inco file cannot say that { $reason ->
        [resignation] a player resigned
        [time] a player ran out of time
        [agreement] the players agreed on a draw
        [abandonment] a player left the game
        [abort] the game was aborted
       *[adjudication] an arbiter decided the game
    }
