knight-move-title = The knight's move
knight-move-text = Each player has one knight. It moves as in chess: two squares straight and one to the side, over anything in its way. Player 1 starts at the bottom left and moves first. Make a move.

vanishing-board-title = The board vanishes
vanishing-board-text = Every square a knight has stood on is removed for the rest of the game, including the starting squares. Watch the board melt away.

last-mover-wins-title = The last one to move wins
last-mover-wins-text = If it is your turn and you have no move, you lose. Here Player 1 has only one square left to go to, and after that Player 2 is stuck. Play it.

trap-the-knight-title = Trap the knight
trap-the-knight-text = Player 1 to move. One move leaves the other knight with nowhere to go.
trap-the-knight-explain = From (4, 4) the knight could only go to (2, 5): take that square away.

choose-well-title = Choose well
choose-well-text = Player 1 to move and win at once.
choose-well-explain = From (3, 1) Player 2 could reach (1, 2) and nothing else.

cornered-title = In the corner
cornered-text = Player 1 to move and win at once.
cornered-explain = Every other square that Player 2's knight could reach is already gone.
