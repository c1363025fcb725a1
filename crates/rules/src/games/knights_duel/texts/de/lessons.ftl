knight-move-title = Der Springerzug
knight-move-text = Jeder Spieler hat einen Springer. Er zieht wie im Schach: zwei Felder geradeaus und eines zur Seite, über alles hinweg, was im Weg steht. Spieler 1 steht unten links und zieht zuerst. Mach einen Zug.

vanishing-board-title = Das Brett verschwindet
vanishing-board-text = Jedes Feld, auf dem ein Springer gestanden hat, ist für den Rest der Partie entfernt, auch die Startfelder. Schau zu, wie das Brett dahinschmilzt.

last-mover-wins-title = Wer zuletzt zieht, gewinnt
last-mover-wins-text = Bist du am Zug und hast keinen Zug, so hast du verloren. Hier bleibt Spieler 1 nur noch ein Feld, und danach sitzt Spieler 2 fest. Zieh dorthin.

trap-the-knight-title = Fang den Springer
trap-the-knight-text = Spieler 1 am Zug. Nach einem bestimmten Zug kann der andere Springer nirgends mehr hin.
trap-the-knight-explain = Von (4, 4) aus konnte der Springer nur nach (2, 5): Nimm ihm dieses Feld weg.

choose-well-title = Wähle gut
choose-well-text = Spieler 1 am Zug gewinnt sofort.
choose-well-explain = Von (3, 1) aus konnte Spieler 2 nur (1, 2) erreichen.

cornered-title = In der Ecke
cornered-text = Spieler 1 am Zug gewinnt sofort.
cornered-explain = Alle anderen Felder, die der Springer von Spieler 2 erreichen könnte, sind schon weg.
