# Warum sich nichts messen ließ
not-an-address = { $url } ist keine Adresse eines Servers wie http://127.0.0.1:7878
foreign-server = zum Absturz bringen lässt sich nur ein Server, der für den Test gestartet wird: lass die Adresse weg
cannot-start = der Server lässt sich nicht starten: { $reason }
unexpected-response = unerwartete Antwort des Servers unter { $address }: { $reason }
games-not-started = nur { $started } von { $wanted } Partien haben innerhalb von { $seconds } s begonnen; Fehler: { $errors }

# Warum ein Test fehlgeschlagen ist
no-moves = kein Zug wurde bestätigt
errors-and-losses = Fehler: { $errors }, Verluste nach Abstürzen: { $losses }

# Der Bericht
label-games = Partien
label-sockets = Sockets
label-time = Zeit
label-moves = Züge
label-moves-per-second = Züge pro Sekunde
label-games-finished = beendete Partien
label-round-trip-p50 = Umlaufzeit p50
label-round-trip-p90 = Umlaufzeit p90
label-round-trip-p99 = Umlaufzeit p99
label-round-trip-max = Umlaufzeit max
label-server-memory = Speicher
label-kills = Abstürze
label-games-checked = geprüfte Partien
label-moves-checked = geprüfte Züge
label-clocks-checked = geprüfte Uhren
label-clock-loss = Zeitverlust
label-server-start = Serverstart
label-losses = Verluste
label-errors = Fehler
value-plain = { $text }
value-at-most = höchstens { $value }
value-memory = { $current }, Spitze { $peak }
value-times = { $count } × { $error }

# Was schiefging
connection = Verbindung: { $reason }
closed = der Server hat die Verbindung geschlossen ({ $code })
ended = die Verbindung ist abgebrochen
no-response = keine Antwort innerhalb von { $seconds } s
rejected = abgelehnt ({ $code }): { $reason }
invalid-response = ungültige Antwort: { $reason }
no-cookie = ein Gast hat kein Cookie bekommen
no-legal-move = die Seite am Zug hat keinen Zug
no-games = er hat keine Spiele
update-twice = eine Aktualisierung kam zweimal an
update-missing = eine Aktualisierung fehlt
unexpected-ack = eine Bestätigung, auf die niemand wartet
pair-panicked = ein Spielerpaar ist abgestürzt: { $reason }

# Was verloren ging
loss-step = Partie { $game }: Schritt { $ply } war { $how ->
    [sent] gesendet
   *[acknowledged] bestätigt
} als { $text }, jetzt steht da { $found }
loss-record = Partie { $game }: die Aufzeichnung ist ungültig: { $reason }
loss-record-steps = Partie { $game }: die Aufzeichnung hat nicht die Schritte der Partie
loss-unreadable = Partie { $game } lässt sich nicht lesen: { $reason }
loss-clock = Partie { $game }: eine Uhr hat bei einem Ausfall { $millis } ms verloren
loss-unnoticed = nicht alle Spieler haben bemerkt, dass der Server weg war
loss-stalled = nur { $moved } von { $all } Partien gingen nach dem letzten Neustart weiter

# Unter Angriff
attack-heading = { $connections } feindliche Verbindungen von einer Adresse
column-attack = Angriff
column-accepted = angenommen
column-refused = abgelehnt
column-moves = Züge
column-memory = Speicher
column-shutdown = Ende
excess-no-moves = { $attack }: ehrliche Spieler konnten nicht ziehen
excess-round-trip = { $attack }: ehrliche Züge dauerten bis zu { $millis } ms (p99)
excess-memory = { $attack }: der Server brauchte { $megabytes } MB
excess-shutdown = { $attack }: der Server brauchte { $millis } ms, um sich zu beenden
excess-killed = { $attack }: der Server hat sich nicht beendet
excess-errors = { $attack }: ehrliche Spieler stießen auf { $errors } Fehler
