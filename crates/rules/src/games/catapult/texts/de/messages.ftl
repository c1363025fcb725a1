name = Catapult
summary = Stell drei Ritter in einer Linie als Katapult auf, und schlag die gegnerische Fahne oder den gegnerischen General.
side-first = Weiß
side-second = Schwarz

piece-knight = Ritter
piece-flag = Fahne
piece-general = General
group-catapult = { $side ->
        [first] weißes
       *[second] schwarzes
    } Katapult
region-flag = Platz für die { $side ->
        [first] weiße
       *[second] schwarze
    } Fahne
phase-place = { $side ->
        [first] Weiß
       *[second] Schwarz
    } stellt die Fahne auf

# Was ein Zug bewirkt
places = { $side ->
        [first] Weiß
       *[second] Schwarz
    } stellt die Fahne auf { $square }.
steps = { $piece ->
        [general] Der General
       *[knight] Der Ritter
    } zieht von { $from } nach { $to }.
captures = Der Ritter zieht von { $from } nach { $to } und schlägt { $piece ->
        [general] den General
        [flag] die Fahne
       *[knight] den Ritter
    }.
retreats = Der Ritter weicht von { $from } nach { $to } zurück.
shifts = Das Katapult rückt: Sein hinterer Ritter zieht von { $from } nach { $to }.
fires = Das Katapult schießt von { $from } aus und zerstört { $piece ->
        [general] den General
        [flag] die Fahne
       *[knight] den Ritter
    } auf { $to }.

# Aufforderungen und Niederlagen
prompt-place = { $side ->
        [first] Weiß
       *[second] Schwarz
    }, stell deine Fahne auf ein freies Feld von { $from } bis { $to }.
prompt = { $side ->
        [first] Weiß
       *[second] Schwarz
    } ist am Zug: mit einem Ritter, dem General oder einem Katapult.
lost = { $side ->
        [first] Weiß
       *[second] Schwarz
    } hat { $missing ->
        [flag] die Fahne
        [general] den General
       *[both] die Fahne und den General
    } verloren.

# Notation
fields = 2 oder 3: das Brett, die Seite am Zug und `place`, solange sie ihre Fahne noch aufstellen muss
third-field = das dritte Feld
place-or-nothing = `place` oder nichts
move = ein Zug besteht aus zwei Feldern mit einem Bindestrich dazwischen, etwa d6-d5

# Unmögliche Stellungen
too-many = { $side ->
        [first] Weiß
       *[second] Schwarz
    } hat { $found } { $piece ->
        [general] Generäle ({ $squares }), erlaubt ist höchstens einer
        [flag] Fahnen ({ $squares }), erlaubt ist höchstens eine
       *[knight] Ritter ({ $squares }), erlaubt ist höchstens einer
    }
both-lost = beide Seiten haben verloren: Weiß hat { $first ->
        [flag] keine Fahne
        [general] keinen General
       *[both] weder Fahne noch General
    } und Schwarz { $second ->
        [flag] keine Fahne
        [general] keinen General
       *[both] weder Fahne noch General
    }
flag-too-early = { $side ->
        [first] Weiß
       *[second] Schwarz
    } kann nicht mit dem Aufstellen der Fahne an der Reihe sein: Die { $owner ->
        [first] weiße
       *[second] schwarze
    } Fahne steht auf { $square }
white-places-first = Schwarz kann nicht mit dem Aufstellen der Fahne an der Reihe sein: Weiß stellt zuerst auf
general-missing = { $side ->
        [first] Weiß
       *[second] Schwarz
    } kann nicht mit dem Aufstellen der Fahne an der Reihe sein: Der { $owner ->
        [first] weiße
       *[second] schwarze
    } General fehlt

# Warum ein Zug nicht erlaubt ist
place-first = { $side ->
        [first] Weiß
       *[second] Schwarz
    } muss zuerst die Fahne aufstellen, auf einem Feld von { $from } bis { $to }
not-for-flags = die { $side ->
        [first] weiße
       *[second] schwarze
    } Fahne gehört auf ein Feld von { $from } bis { $to }
already-placed = beide Fahnen stehen schon, und eine Figur darf nicht stehen bleiben
nothing = auf { $square } steht nichts
not-yours = { $piece ->
        [general] der General
        [flag] die Fahne
       *[knight] der Ritter
    } auf { $square } gehört { $owner ->
        [first] Weiß
       *[second] Schwarz
    }
flags-stay = eine Fahne bleibt stehen, wo sie aufgestellt wurde
occupied = auf { $square } steht { $owner ->
        [first] { $piece ->
            [general] der weiße General
            [flag] die weiße Fahne
           *[knight] ein weißer Ritter
        }
       *[second] { $piece ->
            [general] der schwarze General
            [flag] die schwarze Fahne
           *[knight] ein schwarzer Ritter
        }
    }
general-too-far = der General zieht nur ein Feld weit
general-captures = der General schlägt nie, und auf { $square } steht { $owner ->
        [first] { $piece ->
            [general] der weiße General
            [flag] die weiße Fahne
           *[knight] ein weißer Ritter
        }
       *[second] { $piece ->
            [general] der schwarze General
            [flag] die schwarze Fahne
           *[knight] ein schwarzer Ritter
        }
    }
knight-back = ein Ritter zieht nie nur ein Feld zurück
knight-sideways = ein Ritter schlägt nicht zur Seite, und auf { $square } steht { $owner ->
        [first] { $piece ->
            [general] der weiße General
            [flag] die weiße Fahne
           *[knight] ein weißer Ritter
        }
       *[second] { $piece ->
            [general] der schwarze General
            [flag] die schwarze Fahne
           *[knight] ein schwarzer Ritter
        }
    }
knight-diagonal = schräg zieht ein Ritter nur, um zu schlagen, und { $square } ist leer
not-retreat = ein Ritter zieht nur beim Rückzug zwei Felder weit, gerade oder schräg nach hinten
not-attacked = kein gegnerischer Ritter kann den Ritter auf { $square } schlagen, also darf er nicht zurückweichen
blocked = der Rückzug ist auf { $square } versperrt
not-in-line = { $from } und { $to } liegen nicht auf einer Linie
not-catapult = { $side ->
        [first] Weiß
       *[second] Schwarz
    } hat kein Katapult, das mit dem hinteren Ritter auf { $from } nach { $to } zeigt
no-target = auf { $square } gibt es nichts zu treffen
own-target = { $piece ->
        [general] der General
        [flag] die Fahne
       *[knight] der Ritter
    } auf { $square } gehört { $side ->
        [first] Weiß
       *[second] Schwarz
    } selbst
no-command = der { $side ->
        [first] weiße
       *[second] schwarze
    } General steht nicht neben dem Katapult, also darf es nicht schießen
too-far = { $to } ist zu weit von { $from } entfernt: höchstens fünf Felder
