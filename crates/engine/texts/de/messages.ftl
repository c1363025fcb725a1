# Hashtabellen
hash-out-of-memory = für eine Hashtabelle von { $mebibytes } MiB reicht der Speicher nicht

# Beweise
other-game = das ist keine Stellung von { $game }
unsolvable = { $game } endet nicht zwingend oder enthält Zufall und lässt sich deshalb nicht lösen
verify-lost = in { $position } hat die andere Seite gewonnen
verify-no-move = in { $position } gibt es keinen Zug für den Sieger
verify-illegal = { $mv } ist in { $position } nicht spielbar
verify-endless = { $game } endet nicht zwingend
verify-too-large = nach { $positions } Stellungen nicht fertig

# Endspieltabellen
tablebase-io = die Endspieltabelle lässt sich nicht lesen: { $reason }
tablebase-truncated = die Endspieltabelle ist abgeschnitten
tablebase-trailing-bytes = die Endspieltabelle ist beschädigt: Nach ihrem Ende stehen weitere Bytes
tablebase-not-a-table = das ist keine Endspieltabelle
tablebase-other-game = das ist eine Endspieltabelle von { $found }, erwartet wird { $expected }
tablebase-other-classes = die Endspieltabelle hat andere Klassen von Stellungen als dieses Programm
tablebase-too-large = { $positions } Stellungen müssten zusammen gelöst werden, das sind zu viele
tablebase-unsupported = { $game } hat keine solchen Endspieltabellen
tablebase-bad-checksum = die Endspieltabelle ist beschädigt: Ihre Prüfsumme ist { $found }, erwartet wird { $expected }
tablebase-mismatch = die Endspieltabelle ist falsch: { $position } ist als { $stored } gespeichert, aber { $witness ->
        [moves] die Züge führen zu
       *[search] eine Suche findet
    } { $found }

# Spieler
player-game-over = die Partie ist zu Ende
player-no-command = eine Engine braucht einen Befehl, der sie startet
player-cannot-start = { $program } lässt sich nicht starten: { $error }
player-exited = die Engine hat sich beendet (Status { $status })
player-input-closed = die Engine hat ihre Eingabe geschlossen
player-reported = die Engine meldet einen Fehler: { $reason }
player-no-answer = die Engine hat { $sent } nicht mit { $expected } beantwortet
player-no-move = die Engine hat keinen Zug geschickt
player-no-option = die Engine hat keine Option { $name }
player-out-of-time = die Zeit ist abgelaufen: { $used_ms } ms von { $allowed_ms } ms verbraucht
player-resigned = der Spieler gibt auf

# Techniken der Suche
unknown-technique = eine Technik { $name } gibt es nicht; es gibt { $known }
