flag-title = The flag
flag-text = White sits at the top and plays down; Black sits at the bottom and plays up. Each player begins by placing the flag anywhere on their own back row except in the corners. Place White's flag.

knight-moves-title = How a knight moves
knight-moves-text = A knight steps one square straight forward or sideways onto an empty square, never backward. White plays down the board. Move the knight.

knight-captures-title = How a knight captures
knight-captures-text = A knight captures on the three squares in front of it: straight ahead and on both front diagonals. Capture one of Black's knights.

retreat-title = Retreat
retreat-text = A knight that an enemy knight could capture may also move back: exactly two squares, straight or along a diagonal, if both squares are empty. Save the knight on d5 by retreating.

shift-title = The catapult
shift-text = Three knights in a line, in any direction, form a catapult. It can shift: the rear knight jumps to the square in front of the front knight. Shift the catapult on d7, d6 and d5 forward.

fire-title = Fire!
fire-text = When its general stands next to one of its three knights, a catapult can fire: it destroys an enemy piece two or three squares beyond its front knight. Whatever stands in between does not matter. Destroy the knight on d3.

how-to-win-title = How to win
how-to-win-text = You win when you remove the enemy's flag or general, by a capture or a shot, or when your opponent has no move left. Watch how a game can end.

find-the-shot-title = Find the shot
find-the-shot-text = White to move and win at once.
find-the-shot-explain = The catapult on e5, e4 and e3 hits the flag three squares beyond its front knight.

diagonal-shot-title = Along the diagonal
diagonal-shot-text = White to move and win at once.
diagonal-shot-explain = c7, d6 and e5 are on one diagonal. Black's general on h2 is three squares beyond e5.

careless-general-title = A careless general
careless-general-text = White to move and win at once.
careless-general-explain = A knight captures diagonally forward, and that includes generals.
