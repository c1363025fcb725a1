name = Catapult
summary = Line up three knights as a catapult and take the enemy's flag or general.
side-first = White
side-second = Black

piece-knight = knight
piece-flag = flag
piece-general = general
group-catapult = { $side ->
        [first] White's
       *[second] Black's
    } catapult
region-flag = where { $side ->
        [first] White's
       *[second] Black's
    } flag may go
phase-place = { $side ->
        [first] White
       *[second] Black
    } to place the flag

# Captions
places = { $side ->
        [first] White
       *[second] Black
    } places the flag on { $square }.
steps = { $piece ->
        [general] General
       *[knight] Knight
    } steps from { $from } to { $to }.
captures = Knight moves from { $from } and captures the { $piece ->
        [general] general
        [flag] flag
       *[knight] knight
    } on { $to }.
retreats = Knight retreats from { $from } to { $to }.
shifts = Catapult shifts: its rear knight goes from { $from } to { $to }.
fires = Catapult fires from { $from } and destroys the { $piece ->
        [general] general
        [flag] flag
       *[knight] knight
    } on { $to }.

# Prompts and losses
prompt-place = { $side ->
        [first] White
       *[second] Black
    }, place your flag on a free square from { $from } to { $to }.
prompt = { $side ->
        [first] White
       *[second] Black
    } to move: a knight, the general or a catapult.
lost = { $side ->
        [first] White's
       *[second] Black's
    } { $missing ->
        [flag] flag is
        [general] general is
       *[both] flag and general are
    } gone.

# Notation
fields = 2 or 3: the board, the side to move, and `place` before a flag is placed
third-field = third field
place-or-nothing = `place` or nothing
move = a move is two squares with a hyphen between them, such as d6-d5

# Positions that cannot exist
too-many = { $side ->
        [first] White
       *[second] Black
    } has { $found } { $piece ->
        [general] generals
        [flag] flags
       *[knight] knights
    } ({ $squares }), expected at most 1
both-lost = both sides have lost: White's { $first ->
        [flag] flag is
        [general] general is
       *[both] flag and general are
    } gone and Black's { $second ->
        [flag] flag is
        [general] general is
       *[both] flag and general are
    } gone
flag-too-early = { $side ->
        [first] White
       *[second] Black
    } cannot be about to place a flag: { $owner ->
        [first] White's
       *[second] Black's
    } flag is on { $square }
white-places-first = Black cannot be about to place a flag: White places first
general-missing = { $side ->
        [first] White
       *[second] Black
    } cannot be about to place a flag: { $owner ->
        [first] White's
       *[second] Black's
    } general is missing

# Why a move is not legal
place-first = { $side ->
        [first] White
       *[second] Black
    } has to place the flag first, on a square from { $from } to { $to }
not-for-flags = { $side ->
        [first] White's
       *[second] Black's
    } flag goes on a square from { $from } to { $to }
already-placed = both flags have been placed, and a piece cannot stay where it is
nothing = there is nothing on { $square }
not-yours = the { $piece ->
        [general] general
        [flag] flag
       *[knight] knight
    } on { $square } is { $owner ->
        [first] White's
       *[second] Black's
    }
flags-stay = a flag stays where it was placed
occupied = { $owner ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [general] general
        [flag] flag
       *[knight] knight
    } stands on { $square }
general-too-far = the general steps only one square
general-captures = the general never captures, and { $owner ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [general] general
        [flag] flag
       *[knight] knight
    } stands on { $square }
knight-back = a knight does not step backward
knight-sideways = a knight does not capture sideways, and { $owner ->
        [first] White's
       *[second] Black's
    } { $piece ->
        [general] general
        [flag] flag
       *[knight] knight
    } stands on { $square }
knight-diagonal = a knight goes diagonally only to capture, and { $square } is empty
not-retreat = a knight goes two squares only in a retreat, straight or diagonally backward
not-attacked = no enemy knight can capture the knight on { $square }, so it may not retreat
blocked = the retreat is blocked on { $square }
not-in-line = { $from } and { $to } are not in line
not-catapult = { $side ->
        [first] White
       *[second] Black
    } has no catapult that points to { $to } with its rear knight on { $from }
no-target = there is nothing to hit on { $square }
own-target = the { $piece ->
        [general] general
        [flag] flag
       *[knight] knight
    } on { $square } is { $side ->
        [first] White's
       *[second] Black's
    } own
no-command = { $side ->
        [first] White's
       *[second] Black's
    } general is not next to the catapult, so it may not fire
too-far = { $to } is too far from { $from }: five squares at most
