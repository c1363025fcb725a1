place-title = Setz einen Stein
place-text = Solange du keinen Stapel hast, setzt du einen Stein auf einen beliebigen leeren Punkt. Setz einen.

line-of-sight-title = Die Sichtlinie
line-of-sight-text = Deine eigenen Steine in der Sichtlinie des neuen Steins wachsen um eins. Die Sicht läuft entlang der Linien, und der erste Stein, auf den sie trifft, versperrt sie. Setz einen Stein auf c3 und schau, was er sieht.

move-a-stack-title = Zieh von einem Stapel
move-a-stack-text = Sobald du einen Stapel hast, musst du den obersten Stein eines deiner höchsten Stapel auf einen leeren Punkt daneben ziehen. Er wird zu einem einzelnen Stein, und wieder wächst alles von dir, was er sieht, außer dem Stapel, von dem er kommt. Zieh.

blocked-title = Festgesetzt
blocked-text = Bist du am Zug und hast keinen Zug, so hast du verloren, auch wenn anderswo Punkte leer sind. Hier nimmt Spieler 2 (X) den letzten Punkt neben dem Stapel von Spieler 1.

box-it-in-title = Schließ ihn ein
box-it-in-text = Spieler 2 (X) am Zug gewinnt sofort.
box-it-in-explain = Dem Stapel von Spieler 1 auf e4 war nur dieser Punkt geblieben.

two-stacks-title = Zwei Stapel auf einmal
two-stacks-text = Spieler 2 (X) am Zug gewinnt sofort.
two-stacks-explain = Keiner der Stapel von Spieler 1 hat noch einen leeren Punkt neben sich.

with-the-top-piece-title = Mit dem obersten Stein
with-the-top-piece-text = Spieler 2 (X) am Zug gewinnt sofort.
with-the-top-piece-explain = Der Stapel von Spieler 2 muss ziehen, und d4 ist der einzige Punkt, auf den der Stapel von Spieler 1 auf e5 ziehen könnte.
