flag-title = Die Fahne
flag-text = Weiß sitzt oben und spielt nach unten; Schwarz sitzt unten und spielt nach oben. Zu Beginn stellt jeder Spieler seine Fahne auf die eigene Grundreihe, überallhin außer in die Ecken. Stell die weiße Fahne auf.

knight-moves-title = Wie ein Ritter zieht
knight-moves-text = Ein Ritter zieht ein Feld geradeaus nach vorn oder zur Seite auf ein leeres Feld, nie zurück. Weiß spielt nach unten. Zieh den Ritter.

knight-captures-title = Wie ein Ritter schlägt
knight-captures-text = Ein Ritter schlägt auf den drei Feldern vor ihm: geradeaus und schräg nach vorn auf beiden Seiten. Schlag einen der schwarzen Ritter.

retreat-title = Rückzug
retreat-text = Ein Ritter, den ein gegnerischer Ritter schlagen könnte, darf auch zurückweichen: genau zwei Felder, gerade oder auf einer Diagonale, wenn beide Felder leer sind. Rette den Ritter auf d5 durch einen Rückzug.

shift-title = Das Katapult
shift-text = Drei Ritter in einer Linie, in beliebiger Richtung, bilden ein Katapult. Es kann rücken: Der hintere Ritter springt auf das Feld vor dem vorderen. Rück das Katapult auf d7, d6 und d5 nach vorn.

fire-title = Feuer!
fire-text = Steht der eigene General neben einem seiner drei Ritter, so kann ein Katapult schießen: Es zerstört eine gegnerische Figur zwei oder drei Felder vor seinem vorderen Ritter. Was dazwischen steht, spielt keine Rolle. Zerstöre den Ritter auf d3.

how-to-win-title = So gewinnst du
how-to-win-text = Du gewinnst, wenn du die gegnerische Fahne oder den gegnerischen General vom Brett nimmst, durch Schlagen oder durch einen Schuss, oder wenn dein Gegner keinen Zug mehr hat. Schau zu, wie eine Partie enden kann.

find-the-shot-title = Finde den Schuss
find-the-shot-text = Weiß am Zug gewinnt sofort.
find-the-shot-explain = Das Katapult auf e5, e4 und e3 trifft die Fahne drei Felder vor seinem vorderen Ritter.

diagonal-shot-title = Auf der Diagonale
diagonal-shot-text = Weiß am Zug gewinnt sofort.
diagonal-shot-explain = c7, d6 und e5 liegen auf einer Diagonale. Drei Felder hinter e5, auf h2, steht der schwarze General.

careless-general-title = Ein leichtsinniger General
careless-general-text = Weiß am Zug gewinnt sofort.
careless-general-explain = Ein Ritter schlägt schräg nach vorn, auch einen General.
