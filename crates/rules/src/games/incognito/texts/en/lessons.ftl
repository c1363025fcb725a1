spy-title = One of them is the spy
spy-text = One pawn on each side is its spy. Nobody knows which one, not even its owner. The numbers show how likely each pawn is to be the spy. A pawn moves like a chess queen, any distance over empty squares. Make a move.

castle-title = Into the castle
castle-text = Get your spy into the enemy castle and you win. The castle can be entered only along a row or column. White has just one pawn left that may be the spy, so it certainly is. Win the game.

interrogation-title = Interrogation
interrogation-text = A pawn may interrogate an enemy pawn right next to it, in its row or column but not diagonally. If that pawn is the spy, you win. Black has one pawn left that may be the spy: interrogate it.

wrong-question-title = The price of a wrong guess
wrong-question-text = If the interrogated pawn is not the spy, the pawn that interrogated it is lost, and everyone knows from then on that the other is a knight. If the pawn you lost was your own spy, you lose the game. Watch.

safe-question-title = A safe question
safe-question-text = White to move and win for certain.
safe-question-explain = Black has only one pawn that is not known to be a knight, so it is certainly the spy.

run-title = Run!
run-text = White to move and win for certain.
run-explain = White has only one pawn that is not known to be a knight, so it is certainly the spy, and the row to the castle is clear.

who-can-ask-title = Who can ask?
who-can-ask-text = White to move and win for certain.
who-can-ask-explain = Pawns do not interrogate diagonally: only the knight on d2 stands right next to the spy.
