name = Animal Chess
summary = Löwen, Giraffen, Katzen und Küken; Gefangene wechseln die Seite. Schlag den Löwen!
side-first = Spieler 0
side-second = Spieler 1

piece-lion = Löwe
piece-giraffe = Giraffe
piece-cat = Katze
piece-chick = Küken
piece-promoted-cat = beförderte Katze
piece-promoted-chick = befördertes Küken
region-promotion = Beförderungszone von { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    }

# Was geschieht
moves = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } zieht { $piece ->
        [lion] den Löwen
        [giraffe] die Giraffe
        [cat] die Katze
        [chick] das Küken
        [promoted-cat] die beförderte Katze
       *[promoted-chick] das beförderte Küken
    } von { $from } nach { $to }.
moves-and-promotes = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } zieht { $piece ->
        [cat] die Katze
       *[chick] das Küken
    } von { $from } nach { $to } und befördert { $piece ->
        [cat] sie
       *[chick] es
    }.
captures = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } schlägt mit { $piece ->
        [lion] dem Löwen
        [giraffe] der Giraffe
        [cat] der Katze
        [chick] dem Küken
        [promoted-cat] der beförderten Katze
       *[promoted-chick] dem beförderten Küken
    } auf { $from } { $captured ->
        [giraffe] die Giraffe
        [cat] die Katze
        [chick] das Küken
        [promoted-cat] die beförderte Katze
       *[promoted-chick] das beförderte Küken
    } auf { $to } und { $captured ->
        [giraffe] nimmt sie auf die Hand
        [cat] nimmt sie auf die Hand
        [chick] nimmt es auf die Hand
        [promoted-cat] nimmt sie als Katze auf die Hand
       *[promoted-chick] nimmt es als Küken auf die Hand
    }.
captures-and-promotes = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } schlägt mit { $piece ->
        [cat] der Katze
       *[chick] dem Küken
    } auf { $from } { $captured ->
        [giraffe] die Giraffe
        [cat] die Katze
        [chick] das Küken
        [promoted-cat] die beförderte Katze
       *[promoted-chick] das beförderte Küken
    } auf { $to }, { $captured ->
        [giraffe] nimmt sie auf die Hand
        [cat] nimmt sie auf die Hand
        [chick] nimmt es auf die Hand
        [promoted-cat] nimmt sie als Katze auf die Hand
       *[promoted-chick] nimmt es als Küken auf die Hand
    } und befördert { $piece ->
        [cat] die eigene Katze
       *[chick] das eigene Küken
    }.
captures-lion = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } schlägt mit { $piece ->
        [lion] dem Löwen
        [giraffe] der Giraffe
        [cat] der Katze
        [chick] dem Küken
        [promoted-cat] der beförderten Katze
       *[promoted-chick] dem beförderten Küken
    } auf { $from } den Löwen auf { $to }.
captures-lion-and-promotes = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } schlägt mit { $piece ->
        [cat] der Katze
       *[chick] dem Küken
    } auf { $from } den Löwen auf { $to } und befördert { $piece ->
        [cat] die Katze
       *[chick] das Küken
    }.
drops = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } setzt { $piece ->
        [giraffe] eine Giraffe
        [cat] eine Katze
       *[chick] ein Küken
    } auf { $to } ein.

# Züge und Ergebnisse
prompt = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    }, zieh eine deiner Figuren.
prompt-with-hand = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    }, zieh eine deiner Figuren oder setz eine aus deiner Hand ein.
lion-captured = Der Löwe von { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } ist geschlagen.

# Warum ein Text kein Zug oder ein Zug nicht erlaubt ist
move-spelling = erwartet wird ein Zug wie 21-31 oder H*22
not-a-square = { $text } ist kein Feld wie etwa 21 oder (2,1)
not-droppable = { $text } ist keine der Figuren G, C und H
no-piece = auf { $square } steht keine Figur
not-yours = { $piece ->
        [lion] der Löwe
        [giraffe] die Giraffe
        [cat] die Katze
        [chick] das Küken
        [promoted-cat] die beförderte Katze
       *[promoted-chick] das beförderte Küken
    } auf { $square } gehört { $owner ->
        [first] Spieler 0
       *[second] Spieler 1
    }
already-there = { $piece ->
        [lion] der Löwe
        [giraffe] die Giraffe
        [cat] die Katze
        [chick] das Küken
        [promoted-cat] die beförderte Katze
       *[promoted-chick] das beförderte Küken
    } steht schon auf { $square }
wrong-step = { $piece ->
        [lion] ein Löwe zieht ein Feld weit in jede Richtung
        [giraffe] eine Giraffe zieht ein Feld weit vorwärts, rückwärts, nach links oder nach rechts
        [cat] eine Katze zieht ein Feld weit diagonal oder vorwärts
        [chick] ein Küken zieht ein Feld weit vorwärts
        [promoted-cat] eine beförderte Katze zieht ein Feld weit vorwärts, rückwärts, nach links, nach rechts oder diagonal vorwärts
       *[promoted-chick] ein befördertes Küken zieht ein Feld weit vorwärts, rückwärts, nach links, nach rechts oder diagonal vorwärts
    }, nicht von { $from } nach { $to }
own-piece = auf { $square } steht { $piece ->
        [lion] der eigene Löwe
        [giraffe] die eigene Giraffe
        [cat] die eigene Katze
        [chick] das eigene Küken
        [promoted-cat] die eigene beförderte Katze
       *[promoted-chick] das eigene beförderte Küken
    } von { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    }
not-in-hand = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } hat { $piece ->
        [giraffe] keine Giraffe
        [cat] keine Katze
       *[chick] kein Küken
    } auf der Hand
occupied = auf { $square } steht { $piece ->
        [lion] der Löwe
        [giraffe] die Giraffe
        [cat] die Katze
        [chick] das Küken
        [promoted-cat] die beförderte Katze
       *[promoted-chick] das beförderte Küken
    } von { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    }

# Warum eine Stellung nicht gelesen werden oder nicht vorkommen kann
fields = 3: das Brett, die Seite am Zug und die Hände
lone-plus = nach '+' folgt keine Figur
not-promotable = { $piece ->
        [lion] ein Löwe
       *[giraffe] eine Giraffe
    } wird nicht befördert
hands = die Hände sind { $found }: { $reason }
hands-empty = zwei leere Hände schreibt man `-`
hands-zero = eine Anzahl kann nicht mit 0 beginnen
hands-digits = eine Anzahl hat nur eine Ziffer
hands-lone-number = nach der Anzahl { $count } folgt keine Figur
hands-promoted = eine Figur auf der Hand ist nie befördert
hands-twice = { $letter } kommt zweimal vor
lion-in-hand = ein Löwe ist nie auf der Hand
too-many = es gibt { $found } { $piece ->
        [giraffe] Giraffen
        [cat] Katzen
       *[chick] Küken
    } ({ $on_board } auf dem Brett, { $in_hand } auf der Hand), erlaubt sind höchstens { $max }
too-many-lions = { $side ->
        [first] Spieler 0
       *[second] Spieler 1
    } hat { $found } Löwen ({ $squares }), erlaubt ist höchstens einer
no-lions = beide Löwen fehlen, mindestens einer muss da sein
