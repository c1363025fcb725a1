moves-title = Dots show the moves
moves-text = Every animal moves one square at a time. The dots at its edge show where it can go, and the tile points in the direction its owner plays. Player 0 plays down the board and moves first. Make a move.

capture-title = Captives change sides
capture-text = Move onto an enemy animal to capture it: it goes into your hand. Capture the chick.

drop-title = Drop it
drop-text = Instead of moving, you may drop an animal from your hand onto any empty square. It plays for you now. Drop the giraffe.

promotion-title = Promotion
promotion-text = A chick or cat that moves into the two farthest rows is promoted and can move in six directions from then on. Promote the chick. (A captured animal loses its promotion.)

lion-title = The lion
lion-text = Capture the lion and you win at once. There is no check, so nobody warns you. Win the game.

trap-the-lion-title = Win the lion
trap-the-lion-text = Player 0 to move. Find the drop after which the lion cannot be saved.
trap-the-lion-explain = The cat guards the giraffe, and the lion has no safe square left.

two-helpers-title = Two helpers
two-helpers-text = Player 0 to move and win the lion. There are two drops that do it.
two-helpers-explain = Whatever stands on (4, 4) is guarded by the cat and captures the lion next.

capture-now-title = Now!
capture-now-text = Player 1 to move and win at once.
capture-now-explain = A chick moves straight forward, even onto a lion.
