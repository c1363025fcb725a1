"""Five two-player board games: rules, engine, solver, and fast environments for learning.

>>> import quintain
>>> position = quintain.start("sight", size=7)
>>> position.play("d4").text
'd4'
>>> position.turn
'second'
"""

from quintain._native import (
    Analysis,
    Batch,
    Engine,
    EngineError,
    Event,
    GameError,
    Line,
    MoveError,
    Position,
    PositionError,
    QuintainError,
    Record,
    RecordError,
    Referee,
    Solution,
    Space,
    Step,
    Tablebase,
    __version__,
    games,
    mcts,
    parse,
    rules,
    sizes,
    start,
    starts,
)

__all__ = [
    "Analysis",
    "Batch",
    "Engine",
    "EngineError",
    "Event",
    "GameError",
    "Line",
    "MoveError",
    "Position",
    "PositionError",
    "QuintainError",
    "Record",
    "RecordError",
    "Referee",
    "Solution",
    "Space",
    "Step",
    "Tablebase",
    "__version__",
    "games",
    "mcts",
    "parse",
    "rules",
    "sizes",
    "start",
    "starts",
]
