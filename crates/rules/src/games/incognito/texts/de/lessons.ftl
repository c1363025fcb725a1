spy-title = Einer von ihnen ist der Spion
spy-text = Ein Bauer jeder Seite ist ihr Spion. Niemand weiß, welcher, nicht einmal sein Besitzer. Die Zahlen zeigen, mit welcher Wahrscheinlichkeit ein Bauer der Spion ist. Ein Bauer zieht wie eine Dame im Schach, beliebig weit über leere Felder. Mach einen Zug.

castle-title = In die Burg
castle-text = Bring deinen Spion in die gegnerische Burg, und du gewinnst. Die Burg kann nur entlang einer Reihe oder Spalte betreten werden. Weiß hat nur noch einen Bauern, der der Spion sein kann, also ist er es mit Sicherheit. Gewinn die Partie.

interrogation-title = Verhör
interrogation-text = Ein Bauer darf einen gegnerischen Bauern verhören, der in derselben Reihe oder Spalte direkt neben ihm steht, nicht diagonal. Ist dieser der Spion, so gewinnst du. Schwarz hat nur noch einen Bauern, der der Spion sein kann: Verhöre ihn.

wrong-question-title = Der Preis eines Irrtums
wrong-question-text = Ist der verhörte Bauer nicht der Spion, so geht der verhörende Bauer verloren, und alle wissen von da an, dass der andere ein Ritter ist. War der verlorene Bauer dein eigener Spion, so verlierst du die Partie. Schau zu.

safe-question-title = Eine sichere Frage
safe-question-text = Weiß am Zug gewinnt mit Sicherheit.
safe-question-explain = Nur von einem schwarzen Bauern weiß man nicht, dass er ein Ritter ist, also ist er mit Sicherheit der Spion.

run-title = Lauf!
run-text = Weiß am Zug gewinnt mit Sicherheit.
run-explain = Nur von einem weißen Bauern weiß man nicht, dass er ein Ritter ist, also ist er mit Sicherheit der Spion, und die Reihe zur Burg ist frei.

who-can-ask-title = Wer kann fragen?
who-can-ask-text = Weiß am Zug gewinnt mit Sicherheit.
who-can-ask-explain = Diagonal wird nicht verhört: Nur der Ritter auf d2 steht direkt neben dem Spion.
