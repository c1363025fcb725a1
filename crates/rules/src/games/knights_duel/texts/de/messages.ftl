name = Knight's Duel
summary = Zwei Springer auf einem Brett, das unter ihnen verschwindet: Wer zuletzt noch ziehen kann, gewinnt.
side-first = Spieler 1
side-second = Spieler 2

piece-knight = Springer
mark-removed = entfernt

moves = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } zieht nach { $to }.
removed = Das Feld { $square } ist jetzt entfernt.
prompt = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    }, dein Springer steht auf { $at }.

knights = { $side ->
        [first] Spieler 1
       *[second] Spieler 2
    } hat { $found ->
        [0] keinen Springer
       *[other] { $found } Springer
    }, erwartet ist einer
spelling = ein Feld schreibt man (2,3), 2,3, 2 3 oder b3
not-a-knights-move = ein Springer zieht nicht von { $from } nach { $to }
other-knight = auf { $square } steht der andere Springer
gone = { $square } ist schon entfernt
