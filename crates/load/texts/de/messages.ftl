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
