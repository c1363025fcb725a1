# Requests that were rejected
out-of-range = { $field } must be between { $min } and { $max }, not { $value }
too-many-steps = there are more than { $max } steps
start-too-long = the start position is longer than { $max } bytes
wrong-size = the start position has board size { $found }, not { $expected }
unknown-format = there is no format { $name }; the formats are { $formats }
step-unplayable = step { $number } cannot be played: { $reason }
not-in-turn = step { $number } is not by the side whose turn it is: a line begins with your opponent's step and ends with yours
contradiction = two lines answer the same steps differently: { $first } and { $second }
start-is-over = the game is already over in the start position
local-clock = a game on one device has no clock and is not rated
local-opponent = on one device the opponent is the engine or someone next to you
malformed = the request is not valid: { $reason }
