# What other texts are made of. The mark between a number and its decimals; sentences.
foreign = { $text }
sentences = { $head } { $last }
lines =
    { $head }
    { $last }
decimal-mark = .

# Why commands fail
in-file = { $file }: { $reason }
interrupted = interrupted; what was found so far is printed
no-threads = cannot start threads: { $error }
no-program = cannot find this program's own file: { $error }
output-failed = cannot write the result: { $error }
other-size = the position has a board of size { $found }, not { $requested } as requested
unknown-format = unknown format { $name }: expected { $formats }
file-not-a-game = this file exists and is not a game; choose another name
file-other-game = this file holds another game, or this one written differently; choose another name, or overwrite it with save! or --force
file-numbered = a name that ends in #{ $number } stands for game { $number } of a file; choose another name
not-a-file = this is not a regular file
file-too-large = it is larger than { $mib } MiB
file-not-text = it is not text (UTF-8)
not-a-database = this is not a database of Quintain
file-several-games =
    there are { $count } games in this file; name one of them, such as { $example }:
    { $list }
file-no-such-game = there is no game { $number } in this file, which holds { $count ->
        [one] one game
       *[other] { $count } games
    }
listed-game = { $number }: { $game }, { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, { $result }
listed-game-of = { $number }: { $game }, { $first } - { $second }, { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }, { $result }
file-has-start = a file says where its game starts, so neither --size nor --position can be given
file-no-game = the file contains no game
file-exists = the file already exists
game-number = game { $number }: { $reason }
line-number = line { $number }: { $reason }
not-a-saved-game = this is not a game of a saved match
not-a-setting-line = this is not a setting such as name = "value"
repeated-setting = this setting is there already
not-settings = the file does not contain settings
unknown-setting = there is no setting { $name }; `quintain serve --help` lists them
wrong-setting = setting { $name }: { $reason }
no-database = no such database
not-a-postgres-url = a database is moved to a URL such as postgres://user@host/games, not to { $text }
nothing-to-analyse = nothing to analyse: { $status }
not-a-match = this is not a saved match
other-pieces = this tablebase is for up to { $found } pieces per side, not { $requested }; choose another file
illegal-replies = { $count ->
        [one] 1 reply was not a legal move: { $first }
       *[other] { $count } replies were not legal moves; the first: { $first }
    }
play-has-no-json = a game is played by people and has no result in JSON
engine-has-no-json = the engine speaks UGI, which is not JSON; leave --json out
which-game = which game? There are { $games }
zero-timeout = with a timeout of 0 everything would time out

# Values that cannot be read
not-an-integer = { $text } is not a whole number
out-of-range = { $text } is not a number from { $min } to { $max }
not-a-count = expected a number from 1 to { $max }
not-a-number = { $text } is not a number
not-an-address = { $text } is not an address such as 127.0.0.1:7878
not-a-clock = { $text } is not a clock such as 5m+3s or 1s
not-a-limit = { $text } is not a limit such as 100ms, d5 or n10000
not-a-match-player = { $text } is not a player: expected engine, engine:1 to engine:8, random, greedy, uct or ugi:COMMAND
wrong-quotes = { $text } has the wrong kind: texts have quotation marks, numbers have none
not-an-origin = { $text } is not an origin such as https://games.example

# Matches
match-player-count = a match has { $min } to { $max } players
match-unknown-setting = { $setting } is not a setting of the player { $player }: there are name, time, depth, nodes and seed for all, hash, threads and level for engines, and option.NAME for programs that speak UGI
match-wrong-setting = { $setting }: { $reason }
match-same-name = two players have the name { $name }
match-sprt-players = --sprt needs exactly two players
match-sprt-order = WORSE must be less than BETTER
match-in-use = another match is being played with this file
match-other-conditions = the match in this file was played under other conditions: { $conditions }
match-condition = { $name } ({ $saved } there, { $wanted } here)
match-cut-line = line { $number } is cut off; it was removed, and its game will be played again
match-repeated-game = game { $game } is in the file twice
match-not-an-opening = this is neither a position ({ $position }) nor steps from the start ({ $step })
match-opening-is-over = the game is over after this opening
match-no-openings = the file contains no opening
match-faults = { $count ->
        [one] 1 game was ended by a fault
       *[other] { $count } games were ended by faults
    }

# Command lines that cannot be parsed
usage-error = error: { $reason }
usage-tip = tip: { $tip }
usage-line = Usage: { $usage }
usage-try-help = For more information, try '--help'.
usage-repeated = the argument '{ $arg }' cannot be used multiple times
usage-conflict = the argument '{ $arg }' cannot be used with '{ $other }'
usage-conflicts =
    the argument '{ $arg }' cannot be used with:
    { $others }
usage-no-value = a value is required for '{ $arg }' but none was supplied
usage-invalid-value = invalid value '{ $value }' for '{ $arg }'
usage-invalid-value-because = invalid value '{ $value }' for '{ $arg }': { $reason }
usage-with-values =
    { $reason }
    {"  "}[possible values: { $values }]
usage-unknown-subcommand = unrecognized subcommand '{ $name }'
usage-missing =
    the following required arguments were not provided:
    { $args }
usage-too-many-values = unexpected value '{ $value }' for '{ $arg }' found; no more were expected
usage-wrong-count = { $expected } values required for '{ $arg }' but { $found ->
        [0] 0 was provided
        [one] 1 was provided
       *[other] { $found } were provided
    }
usage-unknown-argument = unexpected argument '{ $arg }' found
usage-not-utf8 = invalid UTF-8 was detected in one or more arguments
usage-similar-subcommand = { $count ->
        [one] a similar subcommand exists: '{ $name }'
       *[other] some similar subcommands exist: '{ $name }'
    }
usage-similar-argument = { $count ->
        [one] a similar argument exists: '{ $name }'
       *[other] some similar arguments exist: '{ $name }'
    }
usage-similar-value = { $count ->
        [one] a similar value exists: '{ $name }'
       *[other] some similar values exist: '{ $name }'
    }
usage-unreadable = this command line cannot be understood
usage-as-value = to pass '{ $arg }' as a value, use '-- { $arg }'

# What commands print
game-line = { $game }. Board: { $board }.
board-one = { $cols } by { $rows }
board-sizes = { $size } by { $size }; sizes { $sizes }
perft-progress = { $percent } % counted
perft-part = interrupted: { $nodes } sequences are counted so far, about { $percent } %
perft-speed = depth { $depth }: { $seconds } s, { $speed } million nodes/s
solve-effort = { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } in { $seconds } s, { $percent } % of { $mib } MiB used
endgames-progress = { $done } of { $total } positions ({ $percent } %)
endgames-part =
    interrupted: { $positions } of { $total } positions are solved and kept in { $file };
    the same command goes on from there
endgames-done = { $positions } positions in { $seconds } s; { $checked } checked, { $searched } of them by search
verified-steps = { $game }, { $steps ->
        [one] 1 step
       *[other] { $steps } steps
    }: every step is legal.
verified-secret =
    All reveals agree with the secret { $secret }, and the commitment in the record
    { $commitment }
    is the SHA-256 of its salt and secret. If it is the one that was shown before the first move,
    the secret was fixed at the start.
verified-open-secret =
    All reveals agree with the secret { $secret }, which the file names.
    There is no commitment, so whether it was fixed at the start cannot be checked.
verified-sealed =
    The game is not over, so what is hidden is not disclosed yet: whether the reveals agree with it, and
    whether it is what was fixed before the first move by the commitment
    { $commitment }
    can be checked when the record has Salt and Secret.
verified-nothing-hidden = Nothing is hidden in this game, so there is no commitment to check.
serving = Quintain is running at { $url } (press Ctrl-C to stop)
backed-up = Copied the database to { $file }.
table-moved = { $table }: { $rows ->
        [one] 1 row
       *[other] { $rows } rows
    }, checked
migrated = Everything is in { $database }.

# Games at this computer
store-failed = cannot store the game in { $dir }: { $error } (set QUINTAIN_STATE to use another directory)
no-state-dir = there is no home directory to store the game in; set QUINTAIN_STATE to a directory
no-stored-game = there is no unfinished game in { $dir }
secret-not-named =
    this record does not name what is hidden, so its game cannot be played on from here:
    quintain show and quintain analyse take the file, and quintain play --resume resumes a game that was left
session-other-game = { $file } holds another game, or this one written differently; choose another name, or overwrite it with save! or --force
nothing-to-redo = there is nothing to redo: no move was taken back
only-watching = two programs are playing this game; you can only watch
opponent-ended = the program has ended
opponent-no-move = the engine found no move
opponent-illegal = it replied with an illegal move: { $error }
salt = Salt: { $salt }
secret = Secret: { $secret }
commitment = Commitment: { $commitment }
stored-game = { $game }, { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }
saved = Saved in { $file }.
saved-openly = Saved in { $file }, which also names what is hidden.
previous-stored = The previous game is stored in { $file }.
stored = The game is stored in { $file }.
how-to-resume = To resume it: quintain play --resume
taken-back = { $moves ->
        [one] One move was taken back.
       *[other] { $moves } moves were taken back.
    }
draw-declined = The draw is declined.
no-hint = No hint.
no-hint-because = No hint: { $reason }.

# Line by line. The words to type are the same in every language.
greeting = { $game }. { $first } { $second }
greeting-size = { $game }, size { $size }. { $first } { $second }
player-person = { $side }: a person.
player-named = { $side }: { $name }.
player-engine = { $side }: the engine at level { $level }.
region-points = { $region }: { $points }.
piece-letters = On the board: { $first } { $first_signs }; { $second } { $second_signs }.
sealed =
    This is now fixed. The SHA-256 of salt and secret is
    { $commitment }
sealed-earlier =
    This was fixed when the game began. The SHA-256 of salt and secret is
    { $commitment }
sealed-by-file =
    What is hidden is what the file says. The SHA-256 of salt and secret is
    { $commitment }
type-a-move = Type a move, or help for a list of commands.
time-left = Time left: { $first } { $first_time }, { $second } { $second_time }.
draw-offered-type = { $side } offers a draw: type draw to accept it, or play on.
many-moves = There are { $count } legal moves, such as { $example }; type moves for a list.
no-moves = There are no legal moves: the game is over.
moves-like-this = Moves are written like this: { $example }
piece-signs = { $first }'s { $piece }; { $second_sign } is { $second }'s
for-the-rules = For the rules, run: quintain rules { $game }
hint = Hint: { $mv }.
hint-wins = Hint: { $mv }, a forced win.
hint-loses = Hint: { $mv }, but every move loses by force.
hint-chance = Hint: { $mv } (win probability { $percent } %).
over-undo = The game is over. You can save it, take back moves with undo, or quit.
over = The game is over. You can save it or quit.
draw-pending = You have offered a draw. Make your move; the other player can accept.
opponent-failed =
    { $program } cannot play: { $reason }.
    From now on, enter { $side }'s moves here.
goodbye = Goodbye.
other-games = There are other unfinished games; quintain play --resume FILE resumes one:
other-game = { $summary } played: { $file }
command-moves = list the legal moves
command-board = show the board again
command-hint = ask the engine what it would play
command-undo = take back your last move
command-redo = redo a move that was taken back
command-save = save the game in a file
command-overwrite = the same, even if the file holds another game
command-load = continue the game in a file
command-draw = offer a draw, or accept one
command-resign = resign the game
command-flip = flip the board
command-help = show this help
command-quit = leave; you can resume the game later
command-needs-file = { $word } needs a file name: { $word } FILE
command-takes-no-argument = { $word } takes no argument such as { $argument }

# On the full screen, which may have only 80 columns. Menu: names of rows have 9 columns, values 16.
corner = ? keys  q quit
what-to-play = What would you like to play?
row-game = Game
row-size = Size
row-clock = Clock
row-position = Position
row-play = Play
row-resume = Resume: { $summary }
row-load = Load a game from a file
row-quit = Quit
value-default-position = default
value-no-clock = none
value-human = human
value-engine = engine { $level }
menu-keys = Up and Down: select   Left and Right: change   Enter: type or activate

# The panel beside the board has 26 columns.
game-keys = Enter select  Tab next  : type{ $undo ->
        [yes] {"  "}u undo
       *[no] {""}
    }{ $redo ->
        [yes] {"  "}r redo
       *[no] {""}
    }  h hint  a analysis  f flip{ $redo ->
        [yes] {""}
       *[no] {"  "}s save
    }
browsing = move { $ply } of { $all } (End: current position)
label-wins = wins
empty-hand = hand empty
analysis-key = a: engine analysis
label-thinking = { $side } is thinking
label-thinking-percent = { $side } is thinking { $percent } %
label-analysing = Engine: thinking
label-analysed = Engine
label-last-search = Last search
search-stats = depth { $depth }, { $nodes } nodes, { $seconds } s
score-wins-in = wins in { $plies }
score-loses-in = loses in { $plies }
score-wins = wins
score-loses = loses
heading-now = Now
heading-moves = Moves
no-moves-yet = none yet
piece-at = { $at }: { $side }'s { $piece }
stack-at = { $at }: { $side }'s { $piece }, { $height } high
with-note = { $what }, { $note }
in-region = { $what } ({ $region })
in-hand = { $piece } in { $side }'s hand

# Dialogs have 66 columns.
ask-move = Your move
ask-save = File to save in
ask-overwrite = The file holds another game. Overwrite it?
ask-load = File to load
ask-resign = Resign?
ask-draw = Offer a draw, or accept one?
ask-leave = Leave this game? You can resume it later.
ask-quit-game = Quit? You can resume the game later.
ask-quit = Quit?
ask-which-move = Which move?
ask-player = human, engine:1 to engine:8, or ugi:COMMAND
ask-clock = A clock such as 5m+3s, 3d or none
ask-position = The start position (empty for the default)
title-keys = Keys
title-game-over = The game is over
foot-close = any key: close
foot-confirm = y: yes   n: no
yes-key = y
foot-input = Enter: OK   Esc: cancel
foot-choose = Up, Down, Enter   Esc: cancel
keys-game =
    Arrows         move the cursor
    Enter, Space   select what is under the cursor
    Tab            go to the next possible selection
    :              type a move
    Esc            deselect; return to the current position
    Mouse          click to select, or a move in the list

    u  r           undo; redo
    h  a           hint; analysis on or off
    m              make the thinking program move now
    d  x           offer or accept a draw; resign

    PgUp  PgDn     previous or next position; also the mouse wheel
    Home  End      first position; current position
    f              flip the board
    s  l           save; load
    n              new game (menu)
    Ctrl-L Ctrl-Z  draw the screen anew; suspend (fg resumes)
    q              quit; you can resume the game later
keys-menu =
    Up, Down       select a row
    Left, Right    change its value
    Enter          type a value, or activate the row
    Backspace      on the position: back to the default
    Mouse          click a row to select it, again to activate it
    q              quit

# What has happened
small-window = This window is { $width } by { $height }. Please enlarge it to at least { $min_width } by { $min_height }.
small-board = The board does not fit; please enlarge the window.
sealed-earlier-notice = What is hidden was fixed when the game began: { $commitment }
sealed-by-file-notice = What is hidden is what the file says: { $commitment }
sealed-notice = What is hidden is now fixed: { $commitment }
not-saved = Not saved: { $error }
after-the-end = n: new game   Home: first position
after-the-end-undo = n: new game   u: undo   Home: first position
opponent-failed-notice = { $side }'s program cannot play: { $reason }. Move in its place.
would-play = The engine would play { $mv }.
looking-for-hint = The engine is looking for a good move.
redone = { $moves ->
        [one] One move was redone.
       *[other] { $moves } moves were redone.
    }
draw-pending-notice = You have offered a draw; the other player accepts it with d.
draw-offered = { $side } offers a draw.
loaded = Loaded { $file }.
analysis-on = Analysis is on.
analysis-off = Analysis is off.
others-turn = It is { $side }'s turn; m makes the program move now.
game-over-notice = The game is over; n starts a new one.
no-move-with = { $side } has no move with { $at }.

# Help: the frame
help-heading-usage = Usage:
help-heading-commands = Commands:
help-heading-arguments = Arguments:
help-heading-options = Options:
help-heading-values = Possible values:
help-example = Example: { $line }
help-examples =
    Examples:
    { $lines }
help-env = [env: { $variable }]
help-default = [default: { $value }]
help-possible-values = [possible values: { $values }]
help-flag-help = Print help
help-flag-help-more = Print help (see more with '--help')
help-flag-help-summary = Print help (see a summary with '-h')
help-flag-version = Print version
help-command-help = Print this message or the help of the given subcommand(s)

# Help about arguments that several commands have
help-arg-depth = Search this many plies deep
help-arg-endgames = Use the endgame tablebase in this file, built by `quintain endgames`
help-arg-game = The game's id, as listed by `quintain games`
help-arg-json = Print the result as JSON
help-arg-lang = The language of texts [default: by LC_ALL, LC_MESSAGES or LANG]
help-arg-nodes = Search this many nodes
help-arg-position = The position to start from [default: the game's start position]
help-arg-size = The board size, for games that have several
help-arg-steps = Steps to play, in order
help-arg-threads = The number of threads [default: all cores]
help-arg-time = Search for this long: 5s, 100ms, 2m

# Help about commands and their own arguments. The first paragraph is the short help.
help-quintain = Play, analyse and solve five two-player board games.

    Positions and moves are read and printed in the notation of each game's rules page, which
    `quintain rules GAME` shows. Without a subcommand, a server is started and opened in the
    browser. Exit status: 0 on success, 1 if a move, a position or a file was rejected (the reason
    is on stderr), 2 on wrong usage, 130 after Ctrl-C. With `--json` errors are JSON
    too, on stderr.

help-games = List the games: id, name, board sizes and a short description

help-rules = Show the rules of a game

help-moves = List the legal moves, one per line, sorted by text.

    A finished game has none.
help-moves-game = The game's id, as listed by `quintain games`, or a file with a recorded game

help-events = List the steps that can happen next, each with its probability.

    A step is a move together with what it reveals. In games without chance each move is one step
    with probability 1/1.
help-events-game = The game's id, as listed by `quintain games`, or a file with a recorded game

help-position = Play steps and print the resulting position string
help-position-game = The game's id, as listed by `quintain games`, or a file with a recorded game

help-show = Play steps and draw the resulting position, with a caption for the last step
help-show-game = The game's id, as listed by `quintain games`, or a file with a recorded game

help-status = Play steps and print the status of the game.

    The last line is `first to move`, `second to move`, `first won` or `second won`; first is the
    side that begins in the game's default start position.
help-status-game = The game's id, as listed by `quintain games`, or a file with a recorded game

help-perft = Count the sequences of exactly DEPTH steps (perft), the standard test of move
    generation.

    The last line is the bare count. A finished game has no continuation.
help-perft-game = The game's id, as listed by `quintain games`, or a file with a recorded game
help-perft-depth = How many steps deep to count
help-perft-divide = Also print the count below each first step

help-analyse = Search for the best moves, printing progress
help-analyse-game = The game's id, as listed by `quintain games`, or a file with a recorded game
help-analyse-lines = How many of the best moves to report (multi-PV)
help-analyse-threads = The number of search threads
help-analyse-hash = The size of the transposition table, in MiB

help-solve = Find out who wins, and prove it.

    For games that always end. The last line begins with `first wins`, `second wins` or `unsolved`;
    first is the side that begins in the game's default start position.
help-solve-game = The game's id, as listed by `quintain games`, or a file with a recorded game
help-solve-time = Give up after this time: 30s, 10m
help-solve-nodes = Give up after this many nodes
help-solve-hash = The size of the proof table, in MiB
help-solve-scratch = Do not use the built-in solved positions
help-solve-verify = Verify the result: play the winner's moves against every reply, by the rules alone

help-serve = Run the game server: people play, watch and analyse in their browsers.

    Everything is in this program and one database file, or in a PostgreSQL database. Flags take precedence over environment
    variables, and these over the file given with `--config`, which has lines `name = value` with
    the names of the flags (TOML).
help-serve-config = A file with settings
help-serve-listen = The address to listen on [default: 127.0.0.1:7878]
help-serve-database = The database file, or the URL of a PostgreSQL database, such as postgres://user@host/games [default: quintain.db in the user's data directory]
help-serve-bus = The bus over which nodes that share a PostgreSQL database tell each other what happens: nats://host:port, several separated by commas [default: none, one node]
help-serve-node-id = The name of this node among those that share the database [default: random]
help-serve-max-database = The size in megabytes beyond which the database file does not grow [default: no limit]
help-serve-origin = The address in the browser, such as https://games.example, if it has a name other than localhost; requests for other names and from pages of other origins are rejected
help-serve-behind-proxy = Whether a reverse proxy passes the clients' addresses in X-Forwarded-For
help-serve-engine-threads = The number of engine threads [default: all cores but one]
help-serve-claim-after = How long a player must have been away from a fast game before the opponent may claim it [default: 30s]
help-serve-request-timeout = How long a client may take to send a request [default: 15s]
help-serve-drain = How long to go on serving after SIGTERM while /ready already returns 503 [default: 0s]
help-serve-write-timeout = How long a client may take none of the bytes that it is sent [default: 20s]
help-serve-session-idle = How long someone stays signed in without using the server [default: 30d]
help-serve-session-max-age = How long someone stays signed in at most [default: 180d]
help-serve-max-connections = Open connections in all [default: 10000]
help-serve-limit-requests = Requests per second from one address [default: 50]
help-serve-limit-passwords = Wrong passwords per minute from one address, and twice as many new accounts an hour [default: 10]
help-serve-limit-games = New games per hour by one person [default: 200]
help-serve-limit-guest-games = Stored games by guests at one address [default: 10000]
help-serve-limit-connections = Open sockets and streams from one address, and four times as many connections of any kind [default: 100]
help-serve-limit-messages = Messages per second over one connection [default: 20]
help-serve-limit-engine-games = Games against the engine in use at the same time from one address [default: 100]
help-serve-limit-analyses = Analyses at the same time from one address [default: 20]
help-serve-log = What to log to stderr [default: info]
help-serve-log-off = Nothing
help-serve-log-error = Internal errors
help-serve-log-warn = What may need attention
help-serve-log-info = Startup and shutdown
help-serve-log-debug = Every rejected request
help-serve-log-format = The format of the log [default: text]
help-serve-log-format-text = For people
help-serve-log-format-json = One JSON object per line

help-backup = Copy a server's database to a new file while the server is running
help-backup-database = The server's database file
help-backup-file = The file to write; it must not exist yet

help-migrate = Move a server from its database file to PostgreSQL

    Copies everything to an empty database, reads it back and compares it. The server must not be
    running. The file stays as it is.
help-migrate-from = The server's database file
help-migrate-to = The URL of an empty PostgreSQL database, such as postgres://user@host/games

help-systemd = Print a unit for systemd that runs this program as a server, with as few rights as it needs

help-openapi = Print the description of the server's HTTP interface (OpenAPI, as JSON)

help-load = Put a server under load: many games at once over real sockets, with random moves.

    Measures the latency of moves: from the moment a move is due until its acknowledgment has been
    read, when it is on the server's disk. A move is due some time after its player has received the
    opponent's move, or immediately with --saturate. Server and players share this machine unless
    --url names a server elsewhere.

    With --kill the server is killed repeatedly while games are running and restarted on the same
    database. After each restart every acknowledged move must be there, each game must be readable
    and replay by its rules, clocks may have lost only a little, and the players reconnect and
    resume.

    The exit status is 1 if anything failed or was lost; the report says what.
help-load-url = The server, such as http://127.0.0.1:7878 [default: a new one without rate limits, with an empty database in the temporary directory]
help-load-database = The database of a new server: a file, or the URL of a PostgreSQL database
help-load-games = The number of concurrent games, each over two sockets [default: 200; with --attack 20]
help-load-every = The average time a player takes for a move; it varies between 50 % and 150 % of that [default: 3s; with --attack 1s]
help-load-saturate = Make every player move as fast as possible
help-load-for = How long to measure; with --kill, the average time until each kill, which varies between 50 % and 150 % of that [default: 30s; for each attack 10s]
help-load-kill = Kill and restart the server this many times, and check that nothing acknowledged is lost
help-load-away = The longest time that the server stays down after a kill
help-load-clock-loss = The most clock time that a player may lose by a kill
help-load-attack = Let hostile visitors attack a new server with default settings while the games are played, and check that honest players hardly notice
help-load-hostile = The number of hostile connections
help-load-seed = The seed of the games and moves [default: random]

help-match = Play a match of many games between two or more players.

    A player is `engine`, `engine:LEVEL`, `random`, `greedy`, `uct` or `ugi:COMMAND`, optionally
    with its own limit after an @: `uct@1s`, `engine:3@d4`, `engine@n10000`. Settings follow after
    semicolons: `name=NAME`, `time=TIME`, `depth=N`, `nodes=N`, `seed=N`; for an engine
    `level=N`, `hash=MIB`, `threads=N`; for a program that speaks UGI `option.NAME=VALUE`. Openings
    are random, and each one is played from both sides. Faults (illegal moves, crashes, no answer,
    lost on time) lose the game, and the exit status is 3 then. docs/matches.md has the details.
help-match-players = A player; at least two
help-match-position = The position to start from, before the opening
help-match-games = The number of games of every two players
help-match-tournament = Who plays whom: everyone against everyone (round-robin), or the first player against everyone else (gauntlet)
help-match-opening = The number of random plies in an opening; one-sided openings are not played
help-match-openings = Take the openings from this file in place of random ones: one position or list of steps per line
help-match-clock = Play with a clock, such as 1s+0.01s; a player who runs out of time loses
help-match-time-margin = How far a player may exceed its time without losing
help-match-hash = The size of an engine's transposition table in MiB [default: 32, less if a limit of nodes needs less]
help-match-max-plies = A game of this many plies, those of the opening included, is a draw
help-match-repetitions = A game in which a position occurs this often is a draw
help-match-adjudicate = End a game as soon as a short search by the arbiter proves who wins
help-match-concurrency = The number of concurrent games
help-match-seed = The seed of the openings, of chance and of the players' random choices
help-match-sprt = Stop as soon as it is clear (SPRT) whether the first player is WORSE or BETTER Elo stronger
help-match-save = Save the games in this file, one per line; games already in it are not played again
help-match-records = Write the games as records to this file
help-match-log = Add what is said with programs that speak UGI to this file, with the time

help-engine = Speak UGI on standard input and output, as an engine for other programs

help-endgames = Build an endgame tablebase.

    For games that have tablebases. The file is saved from time to time; if it already exists, the
    work resumes where it was interrupted. `--endgames FILE` makes `analyse`, `match` and `engine`
    use it.
help-endgames-pieces = The most pieces that a side has
help-endgames-out = The file to write
help-endgames-check = Check about this many values at the end: each against the values its moves lead to, and short forced wins against a search without the tablebase

help-bench = Measure the speed of the search, and count its nodes.

    The last line is the number of nodes searched on one thread. It is the same on every run and
    every machine until the engine's play changes.
help-bench-threads = Also search on this many threads
help-bench-nodes = Search about this many nodes per position
help-bench-latency = Measure latency instead: how late replies come after time limits and when the search is stopped, in random positions
help-bench-samples = The number of replies to wait for, with --latency
help-bench-seed = The seed of the positions and limits, with --latency
help-bench-game = The game's id, as listed by `quintain games` [default: all games]

help-convert = Check a file with recorded games and print it in another format.

    Every step is checked against the rules; errors give line and column. Besides the common record
    format, which can hold several games in one file, a game can have formats of its own: `quintain
    games --json` lists them.
help-convert-file = The file to read, or - for standard input
help-convert-from = The format to read: `record`, or one of a game's own [default: by the file's extension]
help-convert-to = The format to print: `record`, or one of a game's own

help-play = Play a game in the terminal.

    By default on the full screen, where `?` shows the keys and a menu offers the games if none is
    named. With --plain line by line: type a move, or `help`. A game that is left or interrupted is
    saved; `quintain play --resume` resumes it.
help-play-first = The first side's player: human, engine, engine:LEVEL (1 to 8) or ugi:COMMAND [default: human]
help-play-second = The second side's player [default: engine:3 against a person, human against a program]
help-play-two = Two people at this computer, the same as --first human --second human
help-play-clock = Play with clocks: 5m+3s is five minutes plus three seconds per move
help-play-seed = The seed of everything random: who begins, what is hidden, and the engine's choices
help-play-load = Continue from the end of a recorded game
help-play-save = Save the game as a record in this file when it is over or you leave
help-play-force = Overwrite another game in the file of --save
help-play-resume = Resume an unfinished game: the last one played, or the one in FILE
help-play-plain = Play line by line, for pipes, slow connections and screen readers; the default if input or output is not a terminal, or only a dumb one
help-play-ascii = Draw in ASCII only; the default if the locale is not UTF-8

help-verify = Check a record: that every step is legal, and that hidden information was fixed
    before the first move
help-verify-file = The file to check, or - for standard input

help-completions = Print a completion script for your shell
help-completions-shell = The shell
