name = Incognito
summary = Ein Bauer auf jeder Seite ist ihr Spion, und niemand weiß, welcher: Enttarne den gegnerischen, oder bring deinen in die gegnerische Burg.
side-first = Weiß
side-second = Schwarz

piece-pawn = Bauer, der der Spion sein kann
piece-knight = entlasteter Bauer
region-castle = { $side ->
        [first] weiße Burg
       *[second] schwarze Burg
    }
phase-won-by-own-move = { $side ->
        [first] Weiß
       *[second] Schwarz
    } hat durch den eigenen Zug gewonnen
phase-won-by-enemy-move = { $side ->
        [first] Weiß hat durch den Zug von Schwarz gewonnen
       *[second] Schwarz hat durch den Zug von Weiß gewonnen
    }
field-result = das Ergebnis

# Was man über einen Bauern weiß
note-knight = als Ritter bekannt
badge-spy = Spion
badge-odds = 1/{ $count }
note-spy = mit Sicherheit der Spion
note-suspect = mit Wahrscheinlichkeit 1/{ $count } der Spion

# Was geschieht
moves = { $side ->
        [first] Der weiße
       *[second] Der schwarze
    } { $piece ->
        [pawn] Bauer
       *[knight] Ritter
    } zieht von { $from } nach { $to }.
enters = { $side ->
        [first] Der weiße
       *[second] Der schwarze
    } { $piece ->
        [pawn] Bauer
       *[knight] Ritter
    } betritt von { $from } aus { $side ->
        [first] die schwarze
       *[second] die weiße
    } Burg.
enters-and-is-lost = { $side ->
        [first] Der weiße
       *[second] Der schwarze
    } { $piece ->
        [pawn] Bauer
       *[knight] Ritter
    } betritt von { $from } aus { $side ->
        [first] die schwarze
       *[second] die weiße
    } Burg und geht verloren.
unmasks = { $side ->
        [first] Der weiße
       *[second] Der schwarze
    } { $piece ->
        [pawn] Bauer
       *[knight] Ritter
    } auf { $from } verhört { $side ->
        [first] den schwarzen
       *[second] den weißen
    } Bauern auf { $to } und enttarnt ihn als Spion.
clears = { $side ->
        [first] Der weiße
       *[second] Der schwarze
    } { $piece ->
        [pawn] Bauer
       *[knight] Ritter
    } auf { $from } verhört { $side ->
        [first] den schwarzen
       *[second] den weißen
    } Bauern auf { $to }, der sich als Ritter erweist.
asks-knight = { $side ->
        [first] Der weiße
       *[second] Der schwarze
    } { $piece ->
        [pawn] Bauer
       *[knight] Ritter
    } auf { $from } verhört { $side ->
        [first] den schwarzen
       *[second] den weißen
    } Ritter auf { $to } und geht verloren.
is-the-spy = Er ist der Spion.
was-a-knight = Er war ein Ritter.
was-the-spy = Er war { $side ->
        [first] der weiße
       *[second] der schwarze
    } Spion.
questioner-was-a-knight = Der Verhörende geht verloren; er war ein Ritter.
questioner-was-the-spy = Der Verhörende geht verloren; er war { $side ->
        [first] der weiße
       *[second] der schwarze
    } Spion.

# Züge und Ergebnisse
prompt = { $side ->
        [first] Weiß
       *[second] Schwarz
    }, zieh einen Bauern.
prompt-or-interrogate = { $side ->
        [first] Weiß
       *[second] Schwarz
    }, zieh einen Bauern oder verhöre einen gegnerischen Bauern.
spy-lost = { $side ->
        [first] Der weiße
       *[second] Der schwarze
    } Spion hat einen Ritter verhört und ist enttarnt.
castle-taken = { $side ->
        [first] Der schwarze Spion hat die weiße Burg eingenommen
       *[second] Der weiße Spion hat die schwarze Burg eingenommen
    }.
spy-unmasked = { $side ->
        [first] Der weiße
       *[second] Der schwarze
    } Spion ist enttarnt.

# Geheimnisse
hidden-spies = Jede Seite hat unter ihren Bauern einen zufällig ausgelosten Spion.
hidden-from-both = Keiner der Spieler weiß, welcher Bauer es ist.
spies = Am Anfang war der Bauer auf { $white } der weiße und der Bauer auf { $black } der schwarze Spion.
last-spy = { $side ->
        [first] Am Anfang war der Bauer auf { $square } der weiße Spion; der schwarze war schon verloren
       *[second] Am Anfang war der Bauer auf { $square } der schwarze Spion; der weiße war schon verloren
    }.

# Warum ein Text kein Zug oder ein Zug nicht erlaubt ist
move-spelling = einen Zug schreibt man c1-c4, ein Verhör d2?d3
not-yours = der Bauer auf { $square } gehört { $owner ->
        [first] Weiß
       *[second] Schwarz
    }
no-pawn = auf { $square } steht kein Bauer
own-pawn = der Bauer auf { $square } gehört { $owner ->
        [first] Weiß
       *[second] Schwarz
    } selbst
nobody-to-interrogate = auf { $square } steht kein Bauer, der verhört werden könnte
not-beside = { $to } liegt nicht in derselben Reihe oder Spalte neben { $from }
already-there = der Bauer steht schon auf { $square }
own-castle = { $square } ist die eigene Burg von { $owner ->
        [first] Weiß
       *[second] Schwarz
    }
occupied = { $square } ist besetzt
not-in-line = { $from } und { $to } liegen nicht in einer Reihe, Spalte oder Diagonale
castle-diagonal = die Burg auf { $square } kann man nur entlang ihrer Reihe oder Spalte betreten
in-the-way = ein Bauer auf { $square } steht im Weg

# Warum ein Text nicht das Geheimnis einer Partie ist
secret-spelling = ein Geheimnis nennt die Felder des weißen und des schwarzen Spions, etwa c1 b5
no-pawn-of-side = { $side ->
        [first] Weiß
       *[second] Schwarz
    } hat keinen Bauern auf { $square }
known-knight = { $side ->
        [first] der weiße
       *[second] der schwarze
    } Bauer auf { $square } ist als Ritter bekannt
spy-not-lost = { $side ->
        [first] der weiße
       *[second] der schwarze
    } Spion ist nicht verloren

# Warum eine Stellung nicht gelesen werden oder nicht vorkommen kann
fields = 2 oder 3: das Brett, die Seite am Zug und nach dem Ende der Partie das Ergebnis
results = w-wins oder b-wins
both-castles = in beiden Burgen ({ $white } und { $black }) stehen Bauern, erlaubt ist das höchstens in einer
pawn-in-own-castle = in der eigenen Burg von { $side ->
        [first] Weiß
       *[second] Schwarz
    } ({ $square }) steht { $side ->
        [first] ein weißer Bauer
       *[second] ein schwarzer Bauer
    }
knight-in-castle = der Bauer { $side ->
        [first] in der weißen Burg
       *[second] in der schwarzen Burg
    } ({ $square }) ist als Ritter bekannt; nur ein Spion bleibt in einer Burg stehen
pawn-in-castle = { $side ->
        [first] ein schwarzer
       *[second] ein weißer
    } Bauer steht { $side ->
        [first] in der weißen Burg
       *[second] in der schwarzen Burg
    } ({ $square }), aber die Partie ist nicht zu Ende; erwartet ist das Ergebnis { $result }
spy-in-castle = { $side ->
        [first] der schwarze
       *[second] der weiße
    } Spion steht { $side ->
        [first] in der weißen Burg
       *[second] in der schwarzen Burg
    } ({ $square }); erwartet ist das Ergebnis { $result }
just-entered = { $side ->
        [first] Schwarz
       *[second] Weiß
    } hat gerade { $side ->
        [first] die weiße
       *[second] die schwarze
    } Burg ({ $square }) betreten; erwartet ist die Seite am Zug { $turn }
no-suspect = { $side ->
        [first] Weiß
       *[second] Schwarz
    } hat keinen Bauern, der der Spion sein kann ({ $letter }); erwartet ist mindestens einer

# Gespeicherte Partien (.inco)
inco-at = Zeile { $line }: { $fault }
inco-missing = der Text endet hier, erwartet: { $expected }
inco-form = gefunden: { $found }, erwartet: { $expected }
inco-line-spy = { $side ->
        [first] der weiße Spion, etwa `B c1`
       *[second] der schwarze Spion, etwa `N b5`
    }
inco-line-first = wer zuerst zieht, `B` (Weiß) oder `N` (Schwarz)
inco-line-turn = ein Zug wie `D d2->c3`, ein Verhör wie `I c3->d3` oder das Ergebnis `W` (Weiß) oder `B` (Schwarz)
inco-line-assignment-turn = ein Zug wie `D d2->c3`, ein Verhör wie `I c3->d3` oder das Ergebnis `B` (Weiß) oder `N` (Schwarz)
inco-not-over = laut dieser Zeile hat { $claimed ->
        [first] Weiß
       *[second] Schwarz
    } gewonnen, aber die Partie ist nicht zu Ende
inco-wrong-result = laut dieser Zeile hat { $claimed ->
        [first] Weiß
       *[second] Schwarz
    } gewonnen, aber gewonnen hat { $winner ->
        [first] Weiß
       *[second] Schwarz
    }
inco-after-result = { $found } kommt nach dem Ergebnis
inco-turned = auf unserem Brett, um eine halbe Drehung gedreht: { $fault }
inco-skipped = Zeile { $line } wird übersprungen: { $found }: { $fault }
inco-more-skipped = { $count ->
        [one] eine weitere Zeile wird übersprungen
       *[other] { $count } weitere Zeilen werden übersprungen
    }
inco-other-start = eine .inco-Datei enthält eine Partie Incognito aus der Anfangsstellung des Bretts mit 5 mal 5 Feldern
inco-no-spies = eine .inco-Datei nennt die Spione, und diese Aufzeichnung nennt sie nicht
inco-termination = eine .inco-Datei kann nicht festhalten, dass { $reason ->
        [resignation] ein Spieler aufgegeben hat
        [time] einem Spieler die Zeit abgelaufen ist
        [agreement] die Spieler sich auf Remis geeinigt haben
        [abandonment] ein Spieler die Partie verlassen hat
        [abort] die Partie abgebrochen wurde
       *[adjudication] ein Schiedsrichter entschieden hat
    }
