# Woraus andere Texte bestehen. Das Komma in Dezimalzahlen; Sätze.
foreign = { $text }
sentences = { $head } { $last }
lines =
    { $head }
    { $last }
decimal-mark = ,

# Warum Befehle scheitern
in-file = { $file }: { $reason }
interrupted = abgebrochen; was bis dahin gefunden wurde, steht in der Ausgabe
no-threads = Threads lassen sich nicht starten: { $error }
no-program = die Datei dieses Programms ist nicht zu finden: { $error }
output-failed = das Ergebnis lässt sich nicht schreiben: { $error }
other-size = die Stellung hat ein Brett der Größe { $found }, verlangt ist { $requested }
unknown-format = das Format { $name } gibt es nicht; erwartet wird { $formats }
file-not-a-game = diese Datei gibt es schon, und sie enthält keine Partie; wähle einen anderen Namen
file-other-game = diese Datei enthält eine andere Partie, oder diese anders geschrieben; wähle einen anderen Namen, oder überschreibe sie mit save! oder --force
file-numbered = ein Name, der auf #{ $number } endet, steht für Partie { $number } einer Datei; wähle einen anderen Namen
not-a-file = das ist keine gewöhnliche Datei
file-too-large = sie ist größer als { $mib } MiB
file-not-text = das ist kein Text (UTF-8)
not-a-database = das ist keine Datenbank von Quintain
file-several-games =
    diese Datei enthält { $count } Partien; nenne eine davon, etwa { $example }:
    { $list }
file-no-such-game = Partie { $number } gibt es in dieser Datei nicht; sie enthält { $count ->
        [one] eine Partie
       *[other] { $count } Partien
    }
listed-game = { $number }: { $game }, { $moves ->
        [one] 1 Zug
       *[other] { $moves } Züge
    }, { $result }
listed-game-of = { $number }: { $game }, { $first } - { $second }, { $moves ->
        [one] 1 Zug
       *[other] { $moves } Züge
    }, { $result }
file-has-start = eine Datei nennt selbst ihre Anfangsstellung; --size und --position passen nicht dazu
file-no-game = die Datei enthält keine Partie
file-exists = die Datei gibt es schon
game-number = Partie { $number }: { $reason }
line-number = Zeile { $number }: { $reason }
not-a-saved-game = das ist keine Partie eines gespeicherten Wettkampfs
not-a-setting-line = das ist keine Einstellung wie name = "Wert"
repeated-setting = diese Einstellung gibt es schon
not-settings = die Datei enthält keine Einstellungen
unknown-setting = die Einstellung { $name } gibt es nicht; `quintain serve --help` zeigt alle
wrong-setting = Einstellung { $name }: { $reason }
no-database = diese Datenbank gibt es nicht
not-a-postgres-url = umziehen kann man zu einer URL wie postgres://user@host/games, nicht zu { $text }
nothing-to-analyse = hier gibt es nichts zu analysieren: { $status }
not-a-match = das ist kein gespeicherter Wettkampf
other-pieces = diese Endspieltabelle ist für höchstens { $found } Figuren je Seite, nicht für { $requested }; wähle eine andere Datei
illegal-replies = { $count ->
        [one] 1 Antwort war kein erlaubter Zug: { $first }
       *[other] { $count } Antworten waren keine erlaubten Züge; die erste: { $first }
    }
play-has-no-json = eine Partie spielen Menschen; ein Ergebnis in JSON hat sie nicht
engine-has-no-json = die Engine spricht UGI, und das ist kein JSON; lass --json weg
which-game = welches Spiel? Es gibt { $games }
zero-timeout = mit einer Frist von 0 wäre alles zu spät

# Werte, die sich nicht lesen lassen
not-an-integer = { $text } ist keine ganze Zahl
out-of-range = { $text } ist keine Zahl von { $min } bis { $max }
not-a-count = erwartet wird eine Zahl von 1 bis { $max }
not-a-number = { $text } ist keine Zahl
not-an-address = { $text } ist keine Adresse wie 127.0.0.1:7878
not-a-clock = { $text } ist keine Bedenkzeit wie 5m+3s oder 1s
not-a-limit = { $text } ist keine Grenze wie 100ms, d5 oder n10000
not-a-match-player = { $text } ist kein Spieler: erwartet wird engine, engine:1 bis engine:8, random, greedy, uct oder ugi:COMMAND
wrong-quotes = { $text } ist von der falschen Art: Texte stehen in Anführungszeichen, Zahlen nicht
not-an-origin = { $text } ist keine Herkunft wie https://games.example

# Wettkämpfe
match-player-count = ein Wettkampf hat { $min } bis { $max } Spieler
match-unknown-setting = { $setting } ist keine Einstellung des Spielers { $player }: es gibt name, time, depth, nodes und seed für alle, hash, threads und level für Engines und option.NAME für Programme, die UGI sprechen
match-wrong-setting = { $setting }: { $reason }
match-same-name = zwei Spieler heißen { $name }
match-sprt-players = --sprt braucht genau zwei Spieler
match-sprt-order = WORSE muss kleiner sein als BETTER
match-in-use = mit dieser Datei wird gerade ein anderer Wettkampf gespielt
match-other-conditions = der Wettkampf in dieser Datei hat andere Bedingungen: { $conditions }
match-condition = { $name } (dort { $saved }, hier { $wanted })
match-cut-line = Zeile { $number } ist abgeschnitten; sie wurde entfernt, ihre Partie wird noch einmal gespielt
match-repeated-game = Partie { $game } steht zweimal in der Datei
match-not-an-opening = das ist weder eine Stellung ({ $position }) noch eine Zugfolge vom Anfang ({ $step })
match-opening-is-over = nach dieser Eröffnung ist die Partie zu Ende
match-no-openings = die Datei enthält keine Eröffnung
match-faults = { $count ->
        [one] 1 Partie endete durch einen Fehler
       *[other] { $count } Partien endeten durch Fehler
    }

# Befehlszeilen, die sich nicht lesen lassen
usage-error = Fehler: { $reason }
usage-tip = Tipp: { $tip }
usage-line = Aufruf: { $usage }
usage-try-help = Mehr dazu mit „--help“.
usage-repeated = das Argument „{ $arg }“ darf nur einmal vorkommen
usage-conflict = das Argument „{ $arg }“ verträgt sich nicht mit „{ $other }“
usage-conflicts =
    das Argument „{ $arg }“ verträgt sich nicht mit:
    { $others }
usage-no-value = für „{ $arg }“ fehlt ein Wert
usage-invalid-value = ungültiger Wert „{ $value }“ für „{ $arg }“
usage-invalid-value-because = ungültiger Wert „{ $value }“ für „{ $arg }“: { $reason }
usage-with-values =
    { $reason }
    {"  "}[mögliche Werte: { $values }]
usage-unknown-subcommand = den Befehl „{ $name }“ gibt es nicht
usage-missing =
    diese Argumente fehlen:
    { $args }
usage-too-many-values = unerwarteter Wert „{ $value }“ für „{ $arg }“: Weitere Werte sind nicht vorgesehen
usage-wrong-count = „{ $arg }“ verlangt { $expected } Werte, angegeben { $found ->
        [one] ist 1
       *[other] sind { $found }
    }
usage-unknown-argument = unerwartetes Argument „{ $arg }“
usage-not-utf8 = mindestens ein Argument ist kein gültiges UTF-8
usage-similar-subcommand = { $count ->
        [one] es gibt einen ähnlichen Befehl: '{ $name }'
       *[other] es gibt ähnliche Befehle: '{ $name }'
    }
usage-similar-argument = { $count ->
        [one] es gibt ein ähnliches Argument: '{ $name }'
       *[other] es gibt ähnliche Argumente: '{ $name }'
    }
usage-similar-value = { $count ->
        [one] es gibt einen ähnlichen Wert: '{ $name }'
       *[other] es gibt ähnliche Werte: '{ $name }'
    }
usage-unreadable = dieser Aufruf ist nicht zu verstehen
usage-as-value = soll „{ $arg }“ ein Wert sein, schreib „-- { $arg }“

# Was Befehle ausgeben
game-line = { $game }. Brett: { $board }.
board-one = { $cols } mal { $rows }
board-sizes = { $size } mal { $size }; Größen { $sizes }
perft-progress = { $percent } % gezählt
perft-part = abgebrochen: { $nodes } Folgen sind bisher gezählt, etwa { $percent } %
perft-speed = Tiefe { $depth }: { $seconds } s, { $speed } Millionen Knoten/s
solve-effort = { $nodes ->
        [one] 1 Knoten
       *[other] { $nodes } Knoten
    } in { $seconds } s, { $percent } % von { $mib } MiB belegt
endgames-progress = { $done } von { $total } Stellungen ({ $percent } %)
endgames-part =
    abgebrochen: { $positions } von { $total } Stellungen sind gelöst und stehen in { $file };
    derselbe Befehl macht dort weiter
endgames-done = { $positions } Stellungen in { $seconds } s; { $checked } geprüft, { $searched } davon durch Suche
verified-steps = { $game }, { $steps ->
        [one] 1 Zug: Er ist erlaubt.
       *[other] { $steps } Züge: Alle sind erlaubt.
    }
verified-secret =
    Alle Enthüllungen passen zum Geheimnis { $secret }, und die Festlegung in der Aufzeichnung
    { $commitment }
    ist der SHA-256-Wert von Salz und Geheimnis. Wenn es die ist, die vor dem ersten Zug gezeigt wurde,
    stand das Geheimnis von Anfang an fest.
verified-open-secret =
    Alle Enthüllungen stimmen mit dem Geheimnis { $secret } überein, das die Datei nennt.
    Es gibt keine Festlegung, also lässt sich nicht prüfen, ob es von Anfang an feststand.
verified-sealed =
    Die Partie ist nicht zu Ende, also ist noch nicht offengelegt, was verborgen ist. Ob die Enthüllungen
    dazu passen und ob es das ist, was vor dem ersten Zug durch die Festlegung
    { $commitment }
    feststand, lässt sich prüfen, wenn Salt und Secret in der Aufzeichnung stehen.
verified-nothing-hidden = In diesem Spiel ist nichts verborgen, also gibt es keine Festlegung zu prüfen.
serving = Quintain läuft unter { $url } (Strg-C beendet es)
backed-up = Die Datenbank ist nach { $file } kopiert.
table-moved = { $table }: { $rows ->
        [one] 1 Zeile
       *[other] { $rows } Zeilen
    }, geprüft
migrated = Alles ist in { $database }.

# Partien an diesem Rechner
store-failed = die Partie lässt sich in { $dir } nicht speichern: { $error } (QUINTAIN_STATE kann ein anderes Verzeichnis nennen)
no-state-dir = es gibt kein Benutzerverzeichnis, in dem sich die Partie speichern ließe; QUINTAIN_STATE kann ein Verzeichnis nennen
no-stored-game = in { $dir } gibt es keine unbeendete Partie
secret-not-named =
    diese Aufzeichnung nennt nicht, was verborgen ist; ihre Partie lässt sich von hier aus nicht weiterspielen:
    quintain show und quintain analyse nehmen die Datei, und quintain play --resume setzt eine verlassene Partie fort
session-other-game = { $file } enthält eine andere Partie, oder diese anders geschrieben; wähle einen anderen Namen, oder überschreibe sie mit save! oder --force
nothing-to-redo = es wurde kein Zug zurückgenommen, der sich wiederholen ließe
only-watching = in dieser Partie spielen zwei Programme; du kannst nur zuschauen
opponent-ended = das Programm hat sich beendet
opponent-no-move = die Engine hat keinen Zug gefunden
opponent-illegal = es hat mit einem unerlaubten Zug geantwortet: { $error }
salt = Salz: { $salt }
secret = Geheimnis: { $secret }
commitment = Festlegung: { $commitment }
stored-game = { $game }, { $moves ->
        [one] 1 Zug
       *[other] { $moves } Züge
    }
saved = Gespeichert in { $file }.
saved-openly = Gespeichert in { $file }; die Datei nennt auch, was verborgen ist.
previous-stored = Die bisherige Partie ist in { $file } gespeichert.
stored = Die Partie ist in { $file } gespeichert.
how-to-resume = So geht es weiter: quintain play --resume
taken-back = { $moves ->
        [one] Ein Zug wurde zurückgenommen.
       *[other] { $moves } Züge wurden zurückgenommen.
    }
draw-declined = Das Remis ist abgelehnt.
no-hint = Kein Tipp.
no-hint-because = Kein Tipp: { $reason }.

# Zeile für Zeile. Die Wörter, die man tippt, sind in allen Sprachen gleich.
greeting = { $game }. { $first } { $second }
greeting-size = { $game }, Größe { $size }. { $first } { $second }
player-person = { $side }: ein Mensch.
player-named = { $side }: { $name }.
player-engine = { $side }: die Engine mit Stufe { $level }.
region-points = { $region }: { $points }.
piece-letters = Auf dem Brett: { $first } { $first_signs }; { $second } { $second_signs }.
sealed =
    Das steht nun fest. Der SHA-256-Wert von Salz und Geheimnis ist
    { $commitment }
sealed-earlier =
    Das steht fest, seit die Partie begann. Der SHA-256-Wert von Salz und Geheimnis ist
    { $commitment }
sealed-by-file =
    Verborgen ist, was die Datei angibt. Der SHA-256-Wert von Salz und Geheimnis ist
    { $commitment }
type-a-move = Gib einen Zug ein, oder help für eine Liste der Befehle.
time-left = Bedenkzeit: { $first } { $first_time }, { $second } { $second_time }.
draw-offered-type = { $side } bietet Remis an: Nimm es mit draw an, oder spiel weiter.
many-moves = Es gibt { $count } erlaubte Züge, zum Beispiel { $example }; moves zeigt sie alle.
no-moves = Es gibt keinen erlaubten Zug: Die Partie ist zu Ende.
moves-like-this = So schreibt man Züge: { $example }
piece-signs = { $piece } ({ $first }); { $second_sign } für { $second }
for-the-rules = Die Regeln zeigt: quintain rules { $game }
hint = Tipp: { $mv }.
hint-wins = Tipp: { $mv }, das gewinnt sicher.
hint-loses = Tipp: { $mv }, aber gegen den besten Gegner verliert jeder Zug.
hint-chance = Tipp: { $mv } (Gewinnwahrscheinlichkeit { $percent } %).
over-undo = Die Partie ist zu Ende. Du kannst sie mit save speichern, mit undo Züge zurücknehmen oder mit quit aufhören.
over = Die Partie ist zu Ende. Du kannst sie mit save speichern oder mit quit aufhören.
draw-pending = Du hast Remis angeboten. Mach deinen Zug; der andere Spieler kann annehmen.
opponent-failed =
    { $program } kann nicht spielen: { $reason }.
    Gib die Züge von { $side } ab jetzt hier ein.
goodbye = Auf Wiedersehen.
other-games = Es gibt weitere unbeendete Partien; quintain play --resume FILE setzt eine fort:
other-game = { $summary }: { $file }
command-moves = die erlaubten Züge auflisten
command-board = das Brett noch einmal zeigen
command-hint = die Engine fragen, was sie spielen würde
command-undo = deinen letzten Zug zurücknehmen
command-redo = einen zurückgenommenen Zug wiederholen
command-save = die Partie in einer Datei speichern
command-overwrite = ebenso, auch wenn die Datei eine andere Partie enthält
command-load = die Partie in einer Datei weiterspielen
command-draw = Remis anbieten oder annehmen
command-resign = aufgeben
command-flip = das Brett drehen
command-help = diese Hilfe zeigen
command-quit = aufhören; du kannst die Partie später fortsetzen
command-needs-file = { $word } braucht einen Dateinamen: { $word } FILE
command-takes-no-argument = { $word } steht allein, ohne { $argument }

# Auf dem ganzen Bildschirm, der nur 80 Spalten haben kann. Menü: Namen von Zeilen haben 9 Spalten, Werte 16.
corner = ? Tasten  q Ende
what-to-play = Was möchtest du spielen?
row-game = Spiel
row-size = Größe
row-clock = Uhr
row-position = Stellung
row-play = Spielen
row-resume = Weiter: { $summary }
row-load = Partie aus einer Datei laden
row-quit = Beenden
value-default-position = Standard
value-no-clock = keine
value-human = Mensch
value-engine = Engine { $level }
menu-keys = Auf und Ab: wählen   Links und Rechts: ändern   Enter: eingeben/ausführen

# Die Spalte neben dem Brett ist 26 Zeichen breit.
game-keys = Enter wählen  Tab weiter  : tippen{ $undo ->
        [yes] {"  "}u zurück
       *[no] {""}
    }{ $redo ->
        [yes] {"  "}r vor
       *[no] {""}
    }  h Tipp  a Analyse{ $redo ->
        [yes] {""}
       *[no] {"  "}f drehen
    }
browsing = Zug { $ply } von { $all } (Ende: aktuell)
label-wins = gewinnt
empty-hand = Hand leer
analysis-key = a: Analyse der Engine
label-thinking = { $side } denkt nach
label-thinking-percent = { $side } denkt nach: { $percent } %
label-analysing = Engine denkt nach
label-analysed = Engine
label-last-search = Letzte Suche
search-stats = Tiefe { $depth }, { $nodes } Kn., { $seconds } s
score-wins-in = gewinnt in { $plies }
score-loses-in = verliert in { $plies }
score-wins = gewinnt
score-loses = verliert
heading-now = Jetzt
heading-moves = Züge
no-moves-yet = noch keine
piece-at = { $at }: { $piece } ({ $side })
stack-at = { $at }: { $piece } ({ $side }), Höhe { $height }
with-note = { $what }, { $note }
in-region = { $what }, { $region }
in-hand = { $piece } in der Hand von { $side }

# Dialoge sind 66 Zeichen breit.
ask-move = Dein Zug
ask-save = Speichern in der Datei
ask-overwrite = Die Datei enthält eine andere Partie. Überschreiben?
ask-load = Datei, die geladen werden soll
ask-resign = Aufgeben?
ask-draw = Remis anbieten oder annehmen?
ask-leave = Diese Partie verlassen? Du kannst sie später fortsetzen.
ask-quit-game = Aufhören? Du kannst die Partie später fortsetzen.
ask-quit = Aufhören?
ask-which-move = Welcher Zug?
ask-player = human, engine:1 bis engine:8 oder ugi:COMMAND
ask-clock = Eine Bedenkzeit wie 5m+3s, 3d oder none
ask-position = Die Anfangsstellung (leer: Standard)
title-keys = Tasten
title-game-over = Die Partie ist zu Ende
foot-close = beliebige Taste: schließen
foot-confirm = j: ja   n: nein
yes-key = j
foot-input = Enter: OK   Esc: abbrechen
foot-choose = Auf, Ab, Enter   Esc: abbrechen
keys-game =
    Pfeile         Cursor bewegen
    Enter, Leer    auswählen, was unter dem Cursor ist
    Tab            zur nächsten möglichen Auswahl
    :              einen Zug tippen
    Esc            Auswahl aufheben; zurück zur aktuellen Stellung
    Maus           zum Auswählen klicken, auch Züge in der Liste

    u  r           Zug zurücknehmen; wiederholen
    h  a           Tipp; Analyse an oder aus
    m              das denkende Programm sofort ziehen lassen
    d  x           Remis anbieten oder annehmen; aufgeben

    Bild auf, ab   vorige oder nächste Stellung; auch das Mausrad
    Pos1  Ende     erste Stellung; aktuelle Stellung
    f              Brett drehen
    s  l           speichern; laden
    n              neue Partie (Menü)
    Strg-L Strg-Z  neu zeichnen; anhalten (fg setzt fort)
    q              aufhören; du kannst die Partie später fortsetzen
keys-menu =
    Auf, Ab        eine Zeile wählen
    Links, Rechts  ihren Wert ändern
    Enter          einen Wert tippen oder die Zeile ausführen
    Rücktaste      bei der Stellung: zurück zum Standard
    Maus           Klick wählt eine Zeile, ein zweiter führt sie aus
    q              beenden

# Was geschehen ist
small-window = Dieses Fenster hat { $width } mal { $height } Zeichen. Vergrößere es bitte auf mindestens { $min_width } mal { $min_height }.
small-board = Das Brett passt nicht; vergrößere bitte das Fenster.
sealed-earlier-notice = Was verborgen ist, steht fest, seit die Partie begann: { $commitment }
sealed-by-file-notice = Verborgen ist, was die Datei angibt: { $commitment }
sealed-notice = Was verborgen ist, steht nun fest: { $commitment }
not-saved = Nicht gespeichert: { $error }
after-the-end = n: neue Partie   Pos1: erste Stellung
after-the-end-undo = n: neue Partie   u: zurücknehmen   Pos1: erste Stellung
opponent-failed-notice = Das Programm von { $side } kann nicht spielen: { $reason }. Zieh an seiner Stelle.
would-play = Die Engine würde { $mv } spielen.
looking-for-hint = Die Engine sucht einen guten Zug.
redone = { $moves ->
        [one] Ein Zug wurde wiederholt.
       *[other] { $moves } Züge wurden wiederholt.
    }
draw-pending-notice = Du hast Remis angeboten; der andere Spieler nimmt mit d an.
draw-offered = { $side } bietet Remis an.
loaded = { $file } ist geladen.
analysis-on = Die Analyse ist an.
analysis-off = Die Analyse ist aus.
others-turn = { $side } ist am Zug; m lässt das Programm sofort ziehen.
game-over-notice = Die Partie ist zu Ende; n beginnt eine neue.
no-move-with = { $side } hat keinen Zug mit { $at }.

# Hilfe: der Rahmen
help-heading-usage = Aufruf:
help-heading-commands = Befehle:
help-heading-arguments = Argumente:
help-heading-options = Optionen:
help-heading-values = Mögliche Werte:
help-example = Beispiel: { $line }
help-examples =
    Beispiele:
    { $lines }
help-env = [Umgebung: { $variable }]
help-default = [Standard: { $value }]
help-possible-values = [mögliche Werte: { $values }]
help-flag-help = Hilfe anzeigen
help-flag-help-more = Hilfe anzeigen (mehr mit „--help“)
help-flag-help-summary = Hilfe anzeigen (Kurzfassung mit „-h“)
help-flag-version = Version anzeigen
help-command-help = Diese Hilfe oder die eines Befehls anzeigen

# Hilfe zu Argumenten, die mehrere Befehle haben
help-arg-depth = So viele Halbzüge tief suchen
help-arg-endgames = Die Endspieltabelle in dieser Datei verwenden, die `quintain endgames` berechnet hat
help-arg-game = Die Kennung des Spiels, wie `quintain games` sie auflistet
help-arg-json = Das Ergebnis als JSON ausgeben
help-arg-lang = Die Sprache der Texte [Standard: nach LC_ALL, LC_MESSAGES oder LANG]
help-arg-nodes = So viele Knoten durchsuchen
help-arg-position = Die Stellung, von der ausgegangen wird [Standard: die Anfangsstellung des Spiels]
help-arg-size = Die Größe des Bretts, bei Spielen mit mehreren
help-arg-steps = Züge, die der Reihe nach gespielt werden
help-arg-threads = Die Zahl der Threads [Standard: alle Kerne]
help-arg-time = So lange suchen: 5s, 100ms, 2m

# Hilfe zu Befehlen und ihren eigenen Argumenten. Der erste Absatz ist die Kurzfassung.
help-quintain = Fünf Brettspiele für zwei spielen, analysieren und lösen.

    Stellungen und Züge werden so gelesen und ausgegeben, wie es die Regeln des Spiels beschreiben;
    `quintain rules GAME` zeigt sie. Ohne Befehl startet ein Server und öffnet sich im Browser.
    Rückgabewert: 0 bei Erfolg, 1, wenn ein Zug, eine Stellung oder eine Datei abgelehnt wurde (der
    Grund steht auf stderr), 2 bei falschem Aufruf, 130 nach Strg-C. Mit `--json` sind auch Fehler
    JSON, auf stderr.

help-games = Die Spiele auflisten: Kennung, Name, Brettgrößen und eine kurze Beschreibung

help-rules = Die Regeln eines Spiels zeigen

help-moves = Die erlaubten Züge auflisten, einen pro Zeile, nach ihrem Text sortiert.

    Eine beendete Partie hat keine.
help-moves-game = Die Kennung des Spiels, wie `quintain games` sie auflistet, oder eine Datei mit einer Partie

help-events = Auflisten, was als Nächstes geschehen kann, jeweils mit der Wahrscheinlichkeit.

    Ein Schritt ist ein Zug samt dem, was er enthüllt. In Spielen ohne Zufall ist jeder Zug ein
    Schritt mit der Wahrscheinlichkeit 1/1.
help-events-game = Die Kennung des Spiels, wie `quintain games` sie auflistet, oder eine Datei mit einer Partie

help-position = Züge spielen und den Text der erreichten Stellung ausgeben
help-position-game = Die Kennung des Spiels, wie `quintain games` sie auflistet, oder eine Datei mit einer Partie

help-show = Züge spielen und die erreichte Stellung zeichnen, mit einem Satz zum letzten Zug
help-show-game = Die Kennung des Spiels, wie `quintain games` sie auflistet, oder eine Datei mit einer Partie

help-status = Züge spielen und den Stand der Partie ausgeben.

    Die letzte Zeile ist `first to move`, `second to move`, `first won` oder `second won`; first ist
    die Seite, die in der üblichen Anfangsstellung des Spiels beginnt.
help-status-game = Die Kennung des Spiels, wie `quintain games` sie auflistet, oder eine Datei mit einer Partie

help-perft = Die Folgen von genau DEPTH Zügen zählen (perft): der übliche Test für Zuggeneratoren.

    Die letzte Zeile ist die bloße Zahl. Eine beendete Partie hat keine Fortsetzung.
help-perft-game = Die Kennung des Spiels, wie `quintain games` sie auflistet, oder eine Datei mit einer Partie
help-perft-depth = Wie viele Züge tief gezählt wird
help-perft-divide = Auch die Zahl hinter jedem ersten Zug ausgeben

help-analyse = Die besten Züge suchen und den Fortschritt ausgeben
help-analyse-game = Die Kennung des Spiels, wie `quintain games` sie auflistet, oder eine Datei mit einer Partie
help-analyse-lines = Wie viele der besten Züge gezeigt werden (multi-PV)
help-analyse-threads = Die Zahl der Threads für die Suche
help-analyse-hash = Die Größe der Transpositionstabelle in MiB

help-solve = Herausfinden, wer gewinnt, und es beweisen.

    Für Spiele, die immer enden. Die letzte Zeile beginnt mit `first wins`, `second wins` oder
    `unsolved`; first ist die Seite, die in der üblichen Anfangsstellung des Spiels beginnt.
help-solve-game = Die Kennung des Spiels, wie `quintain games` sie auflistet, oder eine Datei mit einer Partie
help-solve-time = Nach dieser Zeit aufgeben: 30s, 10m
help-solve-nodes = Nach so vielen Knoten aufgeben
help-solve-hash = Die Größe der Beweistabelle in MiB
help-solve-scratch = Die eingebauten gelösten Stellungen nicht verwenden
help-solve-verify = Das Ergebnis nachprüfen: die Züge des Siegers gegen jede Antwort spielen, allein nach den Regeln

help-serve = Den Spieleserver betreiben: Man spielt, schaut zu und analysiert im Browser.

    Alles ist in diesem Programm und einer Datenbankdatei oder einer PostgreSQL-Datenbank. Optionen gehen vor Umgebungsvariablen und
    diese vor der Datei von `--config`, die aus Zeilen `name = value` mit den Namen der Optionen
    besteht (TOML).
help-serve-config = Eine Datei mit Einstellungen
help-serve-listen = Die Adresse, auf der der Server erreichbar ist [Standard: 127.0.0.1:7878]
help-serve-database = Die Datenbankdatei oder die URL einer PostgreSQL-Datenbank, etwa postgres://user@host/games [Standard: quintain.db im Datenverzeichnis des Benutzers]
help-serve-bus = Der Bus, über den Knoten, die sich eine PostgreSQL-Datenbank teilen, einander sagen, was geschieht: nats://host:port, auch mehrere mit Kommas dazwischen [Standard: keiner, ein Knoten]
help-serve-node-id = Der Name dieses Knotens unter denen, die sich die Datenbank teilen [Standard: zufällig]
help-serve-max-database = Die Größe in Megabyte, über die die Datenbankdatei nicht wächst [Standard: unbegrenzt]
help-serve-origin = Die Adresse im Browser, etwa https://games.example, wenn sie einen anderen Namen als localhost hat; Anfragen unter anderen Namen und von Seiten anderer Herkunft werden abgelehnt
help-serve-behind-proxy = Ob ein Reverse Proxy die Adressen der Clients in X-Forwarded-For weitergibt
help-serve-engine-threads = Die Zahl der Threads für die Engine [Standard: alle Kerne bis auf einen]
help-serve-claim-after = Wie lange jemand in einer schnellen Partie weg sein muss, bevor der Gegner den Sieg beanspruchen darf [Standard: 30s]
help-serve-request-timeout = Wie lange ein Client für das Senden einer Anfrage brauchen darf [Standard: 15s]
help-serve-drain = Wie lange der Server nach SIGTERM weiterläuft, während /ready schon 503 zurückgibt [Standard: 0s]
help-serve-write-timeout = Wie lange ein Client nichts von dem abnehmen darf, was ihm gesendet wird [Standard: 20s]
help-serve-session-idle = Wie lange jemand angemeldet bleibt, ohne den Server zu nutzen [Standard: 30d]
help-serve-session-max-age = Wie lange jemand höchstens angemeldet bleibt [Standard: 180d]
help-serve-max-connections = Offene Verbindungen insgesamt [Standard: 10000]
help-serve-limit-requests = Anfragen pro Sekunde von einer Adresse [Standard: 50]
help-serve-limit-passwords = Falsche Passwörter pro Minute von einer Adresse, und doppelt so viele neue Konten in der Stunde [Standard: 10]
help-serve-limit-games = Neue Partien pro Stunde von einer Person [Standard: 200]
help-serve-limit-guest-games = Gespeicherte Partien von Gästen unter einer Adresse [Standard: 10000]
help-serve-limit-connections = Offene Sockets und Streams von einer Adresse, und viermal so viele Verbindungen jeder Art [Standard: 100]
help-serve-limit-messages = Nachrichten pro Sekunde über eine Verbindung [Standard: 20]
help-serve-limit-engine-games = Gleichzeitig benutzte Partien gegen die Engine von einer Adresse aus [Standard: 100]
help-serve-limit-analyses = Gleichzeitige Analysen von einer Adresse aus [Standard: 20]
help-serve-log = Was auf stderr protokolliert wird [Standard: info]
help-serve-log-off = Nichts
help-serve-log-error = Interne Fehler
help-serve-log-warn = Was Aufmerksamkeit brauchen könnte
help-serve-log-info = Start und Ende
help-serve-log-debug = Jede abgelehnte Anfrage
help-serve-log-format = Das Format des Protokolls [Standard: text]
help-serve-log-format-text = Für Menschen
help-serve-log-format-json = Ein JSON-Objekt pro Zeile

help-backup = Die Datenbank eines Servers im laufenden Betrieb in eine neue Datei kopieren
help-backup-database = Die Datenbankdatei des Servers
help-backup-file = Die Datei, die geschrieben wird; es darf sie noch nicht geben

help-migrate = Mit einem Server von seiner Datenbankdatei zu PostgreSQL umziehen

    Kopiert alles in eine leere Datenbank, liest es zurück und vergleicht es. Der Server darf dabei
    nicht laufen. Die Datei bleibt, wie sie ist.
help-migrate-from = Die Datenbankdatei des Servers
help-migrate-to = Die URL einer leeren PostgreSQL-Datenbank, etwa postgres://user@host/games

help-systemd = Eine Unit für systemd ausgeben, die dieses Programm als Server betreibt, mit so wenig Rechten wie nötig

help-openapi = Die Beschreibung der HTTP-Schnittstelle des Servers ausgeben (OpenAPI, als JSON)

help-load = Einen Server belasten: viele Partien zugleich über echte Sockets, mit zufälligen Zügen.

    Misst die Latenz von Zügen: von dem Moment, in dem ein Zug fällig ist, bis seine Bestätigung
    gelesen ist; dann ist er auf der Platte des Servers. Ein Zug ist fällig, einige Zeit nachdem
    sein Spieler den Zug des Gegners erhalten hat, mit --saturate sofort. Server und Spieler teilen
    sich diesen Rechner, wenn --url nicht einen anderen Server nennt.

    Mit --kill wird der Server bei laufenden Partien immer wieder hart beendet und mit derselben
    Datenbank neu gestartet. Danach muss jedes Mal jeder bestätigte Zug da sein, jede Partie lesbar
    sein und sich nach ihren Regeln nachspielen lassen, die Uhren dürfen nur wenig verloren haben,
    und die Spieler verbinden sich neu und spielen weiter.

    Der Rückgabewert ist 1, wenn etwas fehlschlug oder verloren ging; der Bericht sagt, was.
help-load-url = Der Server, etwa http://127.0.0.1:7878 [Standard: ein neuer ohne Begrenzung der Anfragen, mit leerer Datenbank im temporären Verzeichnis]
help-load-database = Die Datenbank eines neuen Servers: eine Datei oder die URL einer PostgreSQL-Datenbank
help-load-games = Die Zahl gleichzeitiger Partien, jede über zwei Sockets [Standard: 200; mit --attack 20]
help-load-every = Die Zeit, die ein Spieler im Mittel für einen Zug braucht; sie schwankt zwischen 50 % und 150 % davon [Standard: 3s; mit --attack 1s]
help-load-saturate = Alle Spieler so schnell wie möglich ziehen lassen
help-load-for = Wie lange gemessen wird; mit --kill die mittlere Zeit bis zu jedem Abbruch, die zwischen 50 % und 150 % davon schwankt [Standard: 30s; für jeden Angriff 10s]
help-load-kill = Den Server so oft hart beenden und neu starten und prüfen, dass nichts Bestätigtes verloren geht
help-load-away = Die längste Zeit, die der Server nach einem Abbruch ausbleibt
help-load-clock-loss = Die meiste Bedenkzeit, die ein Spieler durch einen Abbruch verlieren darf
help-load-attack = Feindliche Besucher einen neuen Server mit Standardeinstellungen angreifen lassen, während gespielt wird, und prüfen, dass ehrliche Spieler davon kaum etwas merken
help-load-hostile = Die Zahl feindlicher Verbindungen
help-load-seed = Der Startwert für Partien und Züge [Standard: zufällig]

help-match = Einen Wettkampf aus vielen Partien zwischen zwei oder mehr Spielern austragen.

    Ein Spieler ist `engine`, `engine:LEVEL`, `random`, `greedy`, `uct` oder `ugi:COMMAND`, auf
    Wunsch mit eigener Grenze nach einem @: `uct@1s`, `engine:3@d4`, `engine@n10000`. Einstellungen
    folgen nach Strichpunkten: `name=NAME`, `time=TIME`, `depth=N`, `nodes=N`, `seed=N`; für eine
    Engine `level=N`, `hash=MIB`, `threads=N`; für ein Programm, das UGI spricht,
    `option.NAME=VALUE`. Eröffnungen sind zufällig, und jede wird mit beiden Seiten gespielt. Fehler
    (kein erlaubter Zug, Absturz, keine Antwort, Zeitüberschreitung) verlieren die Partie, und der
    Exit-Status ist dann 3. Einzelheiten stehen in docs/matches.md.
help-match-players = Ein Spieler; mindestens zwei
help-match-position = Die Stellung, von der ausgegangen wird, vor der Eröffnung
help-match-games = Die Zahl der Partien von je zwei Spielern
help-match-tournament = Wer gegen wen spielt: jeder gegen jeden (round-robin) oder der erste Spieler gegen alle anderen (gauntlet)
help-match-opening = Die Zahl zufälliger Halbzüge in einer Eröffnung; einseitige Eröffnungen werden nicht gespielt
help-match-openings = Die Eröffnungen statt zufälliger aus dieser Datei nehmen: eine Stellung oder Zugfolge pro Zeile
help-match-clock = Mit Uhr spielen, etwa 1s+0.01s; wer die Zeit überschreitet, verliert
help-match-time-margin = Wie weit ein Spieler seine Zeit überschreiten darf, ohne zu verlieren
help-match-hash = Die Größe der Transpositionstabelle einer Engine in MiB [Standard: 32, weniger, wenn eine Grenze der Knoten weniger braucht]
help-match-max-plies = Eine Partie von so vielen Halbzügen, die der Eröffnung mitgezählt, ist remis
help-match-repetitions = Eine Partie, in der eine Stellung so oft vorkommt, ist remis
help-match-adjudicate = Eine Partie beenden, sobald eine kurze Suche des Schiedsrichters beweist, wer gewinnt
help-match-concurrency = Die Zahl gleichzeitiger Partien
help-match-seed = Der Startwert für Eröffnungen, Zufall und zufällige Entscheidungen der Spieler
help-match-sprt = Aufhören, sobald feststeht (SPRT), ob der erste Spieler um WORSE oder BETTER Elo stärker ist
help-match-save = Die Partien in dieser Datei speichern, eine pro Zeile; Partien, die schon darin sind, werden nicht noch einmal gespielt
help-match-records = Die Partien als Aufzeichnungen in diese Datei schreiben
help-match-log = Was mit Programmen, die UGI sprechen, geredet wird, mit der Zeit an diese Datei anhängen

help-engine = Auf Standardeingabe und -ausgabe UGI sprechen, als Engine für andere Programme

help-endgames = Eine Endspieltabelle berechnen.

    Für Spiele, die Endspieltabellen haben. Die Datei wird von Zeit zu Zeit gespeichert; gibt es sie
    schon, geht die Arbeit dort weiter, wo sie unterbrochen wurde. Mit `--endgames FILE` wird sie von
    `analyse`, `match` und `engine` verwendet.
help-endgames-pieces = Wie viele Figuren eine Seite höchstens hat
help-endgames-out = Die Datei, die geschrieben wird
help-endgames-check = Am Ende etwa so viele Werte prüfen: jeden gegen die Werte, zu denen seine Züge führen, und kurze sichere Gewinne gegen eine Suche ohne die Tabelle

help-bench = Die Geschwindigkeit der Suche messen und ihre Knoten zählen.

    Die letzte Zeile ist die Zahl der Knoten, die ein Thread durchsucht hat. Sie ist bei jedem Lauf
    und auf jedem Rechner gleich, solange die Engine nicht anders spielt.
help-bench-threads = Auch mit so vielen Threads suchen
help-bench-nodes = Etwa so viele Knoten pro Stellung durchsuchen
help-bench-latency = Stattdessen die Latenz messen: wie spät Antworten nach Zeitgrenzen und nach einem Abbruch der Suche kommen, in zufälligen Stellungen
help-bench-samples = Auf wie viele Antworten gewartet wird, mit --latency
help-bench-seed = Der Startwert für Stellungen und Grenzen, mit --latency
help-bench-game = Die Kennung des Spiels, wie `quintain games` sie auflistet [Standard: alle Spiele]

help-convert = Eine Datei mit Partieaufzeichnungen prüfen und in einem anderen Format ausgeben.

    Jeder Zug wird nach den Regeln geprüft; Fehler nennen Zeile und Spalte. Neben dem gemeinsamen
    Format, das mehrere Partien in einer Datei aufnimmt, kann ein Spiel eigene Formate haben;
    `quintain games --json` listet sie auf.
help-convert-file = Die Datei, die gelesen wird, oder - für die Standardeingabe
help-convert-from = Das Format, das gelesen wird: `record` oder ein eigenes des Spiels [Standard: nach der Dateiendung]
help-convert-to = Das Format, das ausgegeben wird: `record` oder ein eigenes des Spiels

help-play = Eine Partie im Terminal spielen.

    Normalerweise auf dem ganzen Bildschirm; dort zeigt `?` die Tasten, und ein Menü bietet die Spiele
    an, wenn keines genannt ist. Mit --plain Zeile für Zeile: Tippe einen Zug oder `help`. Eine
    Partie, die verlassen oder unterbrochen wird, bleibt gespeichert; `quintain play --resume` setzt
    sie fort.
help-play-first = Wer die erste Seite spielt: human, engine, engine:LEVEL (1 bis 8) oder ugi:COMMAND [Standard: human]
help-play-second = Wer die zweite Seite spielt [Standard: engine:3 gegen einen Menschen, human gegen ein Programm]
help-play-two = Zu zweit an diesem Computer, dasselbe wie --first human --second human
help-play-clock = Mit Uhren spielen: 5m+3s sind fünf Minuten und drei Sekunden pro Zug
help-play-seed = Der Startwert für alles Zufällige: wer beginnt, was verborgen ist und was die Engine auswählt
help-play-load = Am Ende einer aufgezeichneten Partie weiterspielen
help-play-save = Die Partie als Aufzeichnung in dieser Datei speichern, wenn sie zu Ende ist oder du aufhörst
help-play-force = Eine andere Partie in der Datei von --save überschreiben
help-play-resume = Eine unbeendete Partie fortsetzen: die zuletzt gespielte oder die in FILE
help-play-plain = Zeile für Zeile spielen, für Pipes, langsame Verbindungen und Screenreader; Standard, wenn Ein- oder Ausgabe kein Terminal oder nur ein einfaches (dumb) ist
help-play-ascii = Nur mit ASCII zeichnen; Standard, wenn die Locale nicht UTF-8 ist

help-verify = Eine Aufzeichnung prüfen: dass jeder Zug erlaubt ist und dass Verborgenes vor dem ersten Zug feststand
help-verify-file = Die Datei, die geprüft wird, oder - für die Standardeingabe

help-completions = Ein Skript ausgeben, mit dem die Shell Befehle ergänzt
help-completions-shell = Die Shell
