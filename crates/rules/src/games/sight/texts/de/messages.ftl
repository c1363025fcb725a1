name = Sight
summary = Ein neuer Stein lässt deine Steine in seiner Sichtlinie wachsen: Wer als Letzter noch ziehen kann, gewinnt.
side-first = Spieler 1
side-second = Spieler 2

piece-piece = Stein

# Was ein Zug bewirkt
places = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } setzt einen Stein auf { $point }.
moves = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } zieht den obersten Stein des Stapels auf { $from } nach { $to }.
grows = { $height ->
        [2] Der Stein
       *[other] Der Stapel
    } auf { $point } wächst auf Höhe { $height }.
stays = Der Stapel auf { $point } bleibt bei Höhe { $height }.

# Aufforderungen und Niederlagen
prompt-place = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    }, setz einen Stein auf einen leeren Punkt.
prompt-stack = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    }, zieh den obersten Stein des Stapels auf { $point } auf einen leeren Punkt daneben.
prompt-stacks = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    }, zieh den obersten Stein von einem der Stapel auf { $points } auf einen leeren Punkt daneben.
board-full = Das Brett ist voll, und { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } kann keinen Stein mehr setzen.
only-stack-blocked = Der einzige Stapel von { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } kann nicht ziehen.
all-stacks-blocked = Keiner der Stapel von { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } kann ziehen.

# Stellungstexte, die nicht lesbar sind
symbol = { $symbol } ist weder `.` noch `O` noch `X`
height-zero = eine Höhe kann nicht 0 sein
height-one = die Höhe 1 wird nicht geschrieben
height-leading-zero = eine Höhe beginnt nicht mit 0
height-too-large = eine Höhe ist höchstens { $max }

# Warum ein Zug keiner oder nicht erlaubt ist
same-point = ein Stein muss auf einen anderen Punkt ziehen
must-move = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } hat einen Stapel auf { $point } und muss deshalb ziehen, statt zu setzen
must-place = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } hat keinen Stapel und muss deshalb einen Stein setzen
occupied = auf { $point } steht schon ein Stein
no-stack = auf { $point } steht kein Stapel
not-yours = { $height ->
        [1] der Stein
       *[other] der Stapel
    } auf { $point } gehört { $owner ->
        [first] Spieler 1
       *[second] Spieler 2
    }
single-piece = auf { $point } steht ein einzelner Stein, kein Stapel
not-adjacent = { $to } und { $from } sind nicht direkt durch eine Linie verbunden
higher-stack = der Stapel auf { $point } hat Höhe { $height }, und ein höherer, auf { $other } mit Höhe { $other_height }, kann ziehen
