# Abgelehnte Aktionen
game-over = die Partie ist zu Ende
not-your-turn = { $turn } ist am Zug
stale = die Stellung hat sich geändert; sieh noch einmal hin
out-of-time = { $side } hat die Bedenkzeit überschritten
nothing-to-take-back = { $side } hat keinen Zug zurückzunehmen
too-many-takebacks = du hast in dieser Partie schon { $max } { $max ->
        [one] Zug
       *[other] Züge
    } zurückgenommen, mehr sind nicht erlaubt
too-many-takebacks-here = du hast diesen Zug schon { $max }-mal zurückgenommen; spiel weiter
too-many-offers = du hast in dieser Partie schon { $max } { $max ->
        [one] Angebot
       *[other] Angebote
    } gemacht, mehr sind nicht erlaubt
too-many-offers-here = du hast seit dem letzten Zug schon { $max } { $max ->
        [one] Angebot
       *[other] Angebote
    } gemacht; spiel erst weiter
too-long = die Partie hat die Grenze von { $max } { $max ->
        [one] Eintrag
       *[other] Einträgen
    } erreicht und lässt sich nur noch beenden
no-takebacks = in dieser Partie lassen sich keine Züge zurücknehmen
already-offered = du hast das schon angeboten
no-offer = ein solches Angebot, das sich ablehnen ließe, gibt es nicht
too-late-to-abort = eine Partie lässt sich nur abbrechen, bevor beide gezogen haben; gib stattdessen auf
opponent-present = der Gegner ist noch nicht lange genug weg
no-rematch = eine Revanche lässt sich hier nicht vereinbaren

# Texte, die sich nicht lesen lassen
not-a-duration = { $text } ist keine Dauer wie 100ms, 2.5s, 5m oder 1h30m
not-a-time-control = { $text } ist keine Bedenkzeit wie 5m+3s, 90s, 3d oder none
not-a-player = { $text } ist kein Spieler: erwartet wird human, engine, engine:1 bis engine:8 oder ugi:BEFEHL
no-such-level = die Engine hat die Stufen 1 bis 8, nicht { $number }

# Gespeicherte Partien
entry-order = erwartet wurde Eintrag { $expected }, gefunden wurde Eintrag { $found }
entry-impossible = Eintrag { $seq } ist unmöglich: { $reason }
entry-too-old = er ist älter als der Eintrag davor
entry-too-many-taken-back = es werden mehr Züge zurückgenommen, als gespielt wurden
journal-file = { $path }: { $error }
journal-in-use = { $path }: diese Partie wird gerade in einem anderen Prozess gespielt
journal-syntax = { $path }, Zeile { $line }: { $error }
journal-line = { $path }, Zeile { $line }: { $reason }
journal-empty = { $path }, Zeile 1: die Datei enthält keine Partie
seal-missing = der Aufzeichnung fehlt { $header }, also gibt es nichts zu prüfen
seal-mismatch = die Festlegung ist { $stated }, aber Salz und Geheimnis ergeben { $computed }

# Ergebnisse, die nicht aus den Regeln folgen
result-aborted = Die Partie wurde abgebrochen.
result-draw-agreed = Remis durch Übereinkunft.
result-draw-by-limit = Remis: Die Partie hat zu lange gedauert.
result-draw = Die Partie endet remis.
result-resigned = { $side } hat aufgegeben.
result-out-of-time = { $side } hat die Bedenkzeit überschritten.
result-abandoned = { $side } hat die Partie verlassen.
result-adjudicated = { $side } hat durch Entscheid verloren.
