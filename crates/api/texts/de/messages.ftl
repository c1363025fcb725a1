# Abgelehnte Anfragen
out-of-range = { $field } muss zwischen { $min } und { $max } liegen, nicht bei { $value }
too-many-steps = es sind mehr als { $max } Züge
start-too-long = die Anfangsstellung ist länger als { $max } Bytes
wrong-size = das Brett der Anfangsstellung hat die Größe { $found }, nicht { $expected }
unknown-format = es gibt kein Format { $name }; die Formate sind { $formats }
step-unplayable = Zug { $number } lässt sich nicht spielen: { $reason }
not-in-turn = Zug { $number } ist nicht von der Seite am Zug: eine Folge beginnt mit einem Zug des Gegners und endet mit deinem
contradiction = zwei Folgen antworten verschieden auf dieselben Züge: { $first } und { $second }
start-is-over = in der Anfangsstellung ist die Partie schon zu Ende
local-clock = eine Partie auf einem Gerät hat keine Uhr und wird nicht gewertet
local-opponent = auf einem Gerät ist der Gegner die Engine oder jemand neben dir
malformed = die Anfrage ist nicht gültig: { $reason }
