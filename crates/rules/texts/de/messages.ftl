# Was alle Spiele teilen. Zahlen: das Zeichen zwischen Gruppen von drei Ziffern.
number-group = .
# Listen: „a, b und c“ ist list-and("a, b", "c"), darin list-comma("a", "b").
list-comma = { $head }, { $last }
list-and = { $head } und { $last }
list-or = { $head } oder { $last }

# Bretter und Größen
size-fixed = { $game } hat nur ein Brett und nimmt keine Größe an
size-unknown = { $game } hat kein Brett der Größe { $size }; es gibt die Größen { $sizes }
unknown-game = es gibt kein Spiel { $asked }; die Spiele sind { $games }

# Stellungstexte
position-fields = { $found ->
        [one] die Stellung hat 1 durch Leerzeichen getrenntes Feld
       *[other] die Stellung hat { $found } durch Leerzeichen getrennte Felder
    }, erwartet: { $expected }
fields-board-turn = 2: das Brett und die Seite am Zug
position-rows = { $found ->
        [one] das Brett hat 1 Reihe
       *[other] das Brett hat { $found } Reihen
    }, erwartet: { $expected }
position-width = { $row } hat { $found ->
        [one] 1 Feld
       *[other] { $found } Felder
    }, erwartet: { $expected }
position-symbol = { $row }, Feld { $column }: { $reason }
position-turn = die Seite am Zug ist { $found }, erwartet: { $expected }
position-field = { $field } ist { $found }, erwartet: { $expected }
rank = Reihe { $label }
row = Reihe { $label }
empty-run-zero = eine Folge leerer Felder kann nicht die Länge 0 haben
wrong-case = Groß- und Kleinbuchstaben sind verschieden: gemeint ist { $meant }, nicht { $symbol }
unknown-symbol = { $symbol } hat keine Bedeutung
not-a-square = { $text } ist kein Feld wie etwa { $example }
off-board = { $square } liegt nicht auf dem Brett

# Züge und Geheimnisse
move-syntax = { $text } ist kein Zug: { $reason }
move-illegal = { $text } ist nicht erlaubt: { $reason }
move-game-over = { $text } kommt nach dem Ende der Partie: { $winner } hat gewonnen
move-reveal-missing = { $text } sagt nicht, was dabei herauskam: { $possible }
move-reveal-impossible = { $text } kann nicht geschehen: Nach dem, was bekannt ist, geht nur { $possible }
not-a-move = so schreibt sich kein Zug
not-legal = der Zug ist hier nicht erlaubt
no-reveal = es fehlt, was dabei herauskam
no-secrets = { $game } hat keine Geheimnisse
secret-invalid = { $text } ist nicht das Geheimnis dieser Partie: { $reason }

# Selbst aufgestellte Stellungen
draft-point = auf diesem Brett gibt es keinen Punkt { $point }
draft-occupied = auf { $point } stehen zwei Dinge
draft-item = { $item } gibt es nicht; die Figuren und Marken sind { $items }
draft-height = die Höhe von { $item } auf { $point } ist { $height }, erwartet: 1 bis { $max_height }
draft-slot = den Platz { $slot } gibt es in den Händen nicht
draft-count = { $slot } ist { $count }-mal auf der Hand, erlaubt ist es höchstens { $max }-mal
draft-phase = die Phase { $phase } gibt es nicht; die Phasen sind { $phases }

# Züge und Ergebnisse
to-move = { $side } ist am Zug.
phase-to-move = { $side } am Zug
no-legal-moves = { $side } hat keinen erlaubten Zug mehr.
wins = { $side } gewinnt.
hand = Hand von { $side }: { $held }

# Aufzeichnungen von Partien
record-at = Zeile { $line }, Spalte { $column }: { $fault }
record-unexpected = gefunden: { $found }, erwartet: { $expected }
record-no-game = am Anfang fehlt die Kopfzeile [Game "..."]
record-header-twice = die Kopfzeile { $name } kommt zweimal vor
record-header-name = { $name } kann keine Kopfzeile benennen: ein Großbuchstabe, dann Buchstaben und Ziffern
record-header-reserved = die Kopfzeile { $name } ergibt sich aus der Partie und lässt sich nicht setzen
record-size-mismatch = die Anfangsstellung hat nicht die Größe, die die Kopfzeile Size angibt
record-size-syntax = die Größe ist { $found }, erwartet wird eine Zahl
record-secret-spelling = das Geheimnis schreibt man { $canonical }
record-start = die Anfangsstellung ist falsch: { $error }
record-spelling = der Zug schreibt sich { $canonical }, nicht { $found }
record-contradiction = mit dem Geheimnis { $secret } lautet dieser Zug { $expected }, nicht { $found }
record-after-end = { $step } kommt nach dem Ende
record-already-over = die Partie ist schon zu Ende
record-not-over = die Regeln haben die Partie nicht beendet
record-abort-with-result = eine abgebrochene Partie hat keinen Sieger und kein Ergebnis außer *
record-wrong-result = das Ergebnis ist { $found }, die Partie endete aber { $expected }
record-no-termination = die Regeln haben diese Partie beendet, also hat sie keine Kopfzeile Termination
record-result-missing = eine Partie mit der Kopfzeile Termination hat ein Ergebnis, nicht *
record-termination-missing = das Ergebnis ist { $found }, aber nach den Regeln ist die Partie nicht zu Ende; eine Kopfzeile Termination muss sagen, warum sie endete
record-termination-unknown = { $found } ist kein Partieende; es gibt { $expected }
record-part-text = { $text }
record-part-end-of-record = das Ende nach dem Ergebnis
record-part-end-of-text = das Ende des Textes
record-part-end-of-line = das Ende der Zeile
record-part-closing = das schließende { $mark }
record-part-lone-backslash = ein einzelner umgekehrter Schrägstrich
record-part-escapes = \\ oder \{ $mark }
record-part-space-after-name = ein Leerzeichen nach dem Namen der Kopfzeile
record-part-quoted-value = ein Wert in Anführungszeichen
record-part-end-of-header = ] nach dem Wert
record-part-step = ein Zug
record-part-number-or-result = { $number } oder ein Ergebnis (1-0, 0-1, 1/2-1/2 oder *)

# Was das Betriebssystem ablehnt
os-not-found = die Datei oder das Verzeichnis gibt es nicht
os-permission-denied = das ist nicht erlaubt (fehlende Rechte)
os-already-exists = das gibt es schon
os-is-a-directory = das ist ein Verzeichnis, keine Datei
os-not-a-directory = das ist kein Verzeichnis
os-storage-full = der Datenträger ist voll
os-read-only = dort kann nichts geschrieben werden
os-invalid-name = so kann keine Datei heißen
os-not-text = die Datei ist kein Text (UTF-8)
os-unexpected-end = die Datei endet zu früh
os-address-in-use = ein anderes Programm benutzt diese Adresse
os-address-not-available = dieser Rechner hat diese Adresse nicht
os-connection-refused = dort antwortet niemand
os-disconnected = die Verbindung wurde beendet
os-timed-out = es hat zu lange gedauert
os-out-of-memory = der Arbeitsspeicher reicht nicht
os-other = das System meldet: { $text }
