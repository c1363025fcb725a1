place-title = Place a piece
place-text = As long as you have no stack, you place one piece on any empty point. Place one.

line-of-sight-title = Line of sight
line-of-sight-text = Your own pieces in the new piece's line of sight grow by one. Sight runs along the lines, and the first piece it meets stops it. Place a piece on c3 and see what it sees.

move-a-stack-title = Move a stack
move-a-stack-text = Once you have a stack, you must move the top piece of one of your highest stacks to an empty point next to it. It becomes a single piece, and again all your pieces it sees grow, except for the stack it came from. Move.

blocked-title = Stuck
blocked-text = If it is your turn and you have no move, you lose, even if points elsewhere are empty. Here Player 2 (X) takes the last point next to Player 1's stack.

box-it-in-title = Box it in
box-it-in-text = Player 2 (X) to move and win at once.
box-it-in-explain = Player 1's stack on e4 had only that point left.

two-stacks-title = Two stacks at once
two-stacks-text = Player 2 (X) to move and win at once.
two-stacks-explain = Neither of Player 1's stacks has an empty point next to it anymore.

with-the-top-piece-title = With the top piece
with-the-top-piece-text = Player 2 (X) to move and win at once.
with-the-top-piece-explain = Player 2's stack must move, and d4 is the only point Player 1's stack on e5 could move to.
