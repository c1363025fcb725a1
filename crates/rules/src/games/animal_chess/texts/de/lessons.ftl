moves-title = Punkte zeigen die Züge
moves-text = Jedes Tier zieht immer nur ein Feld weit. Die Punkte an seinem Rand zeigen, wohin es ziehen kann, und das Plättchen weist in die Richtung, in die sein Besitzer spielt. Spieler 0 spielt nach unten und zieht zuerst. Mach einen Zug.

capture-title = Gefangene wechseln die Seite
capture-text = Zieh auf ein gegnerisches Tier, um es zu schlagen: Es kommt in deine Hand. Schlag das Küken.

drop-title = Einsetzen
drop-text = Statt zu ziehen, darfst du ein Tier aus deiner Hand auf ein beliebiges leeres Feld setzen. Es spielt jetzt für dich. Setz die Giraffe ein.

promotion-title = Beförderung
promotion-text = Ein Küken oder eine Katze wird befördert, wenn das Tier in die beiden hintersten Reihen zieht, und kann von da an in sechs Richtungen ziehen. Befördere das Küken. (Ein geschlagenes Tier verliert seine Beförderung.)

lion-title = Der Löwe
lion-text = Wer den Löwen schlägt, gewinnt sofort. Es gibt kein Schach, also warnt dich niemand. Gewinn die Partie.

trap-the-lion-title = Gewinn den Löwen
trap-the-lion-text = Spieler 0 am Zug. Wo musst du die Giraffe einsetzen, damit der Löwe nicht mehr zu retten ist?
trap-the-lion-explain = Die Katze deckt die Giraffe, und der Löwe hat kein sicheres Feld mehr.

two-helpers-title = Zwei Helfer
two-helpers-text = Spieler 0 am Zug gewinnt den Löwen. Zwei verschiedene Figuren lassen sich dafür einsetzen.
two-helpers-explain = Was auch immer auf (4, 4) steht, ist von der Katze gedeckt und schlägt als Nächstes den Löwen.

capture-now-title = Jetzt!
capture-now-text = Spieler 1 am Zug gewinnt sofort.
capture-now-explain = Ein Küken zieht geradeaus nach vorn, auch auf einen Löwen.
