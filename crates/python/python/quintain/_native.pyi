from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from os import PathLike
from typing import Any, Literal, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

Side: TypeAlias = Literal["first", "second"]
Observations: TypeAlias = NDArray[np.uint8] | NDArray[np.float32]
Masks: TypeAlias = NDArray[np.bool_] | NDArray[np.uint8]

__version__: str

class QuintainError(ValueError):
    """Something that the library rejects."""

    key: str
    """What it is, for programs: ``rules.move-illegal``."""
    arguments: dict[str, Any]
    """The parts of the sentence, by their names."""
    texts: dict[str, str]
    """The sentence in every language, by its code."""

class GameError(QuintainError):
    """There is no such game, or it has no such board."""

class PositionError(QuintainError):
    """A text that is not a position."""

class MoveError(QuintainError):
    """A text that is not a move, or a move that cannot be played."""

class RecordError(QuintainError):
    """A text that is not a record, or a change that a record does not allow."""

class EngineError(QuintainError):
    """What the engine, the solver or a tablebase cannot do."""

def games() -> list[str]:
    """The ids of the games."""

def sizes(game: str) -> list[int]:
    """The board sizes of a game, smallest first; none if it has one board."""

def rules(game: str, language: str = "en") -> str:
    """The rules of a game, as Markdown."""

def start(game: str, size: int | None = None) -> Position:
    """The start of a game, on the default board or one of another size."""

def starts(game: str, size: int | None = None) -> list[Position]:
    """All positions that a game can begin with; they are equally likely."""

def parse(game: str, text: str) -> Position:
    """Reads a position string."""

@final
class Position:
    """A position of a game.

    It changes when a step is played on it, and its hash with it: use ``after`` or ``copy.copy``
    for positions that are kept as keys.
    """

    @property
    def game(self) -> str: ...
    @property
    def size(self) -> int | None: ...
    @property
    def text(self) -> str:
        """The position string."""
    @property
    def turn(self) -> Side: ...
    @property
    def winner(self) -> Side | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def zobrist(self) -> int:
        """A 64-bit hash, the same in every run."""
    @property
    def secret_count(self) -> int: ...
    def game_name(self, language: str = "en") -> str: ...
    def legal_moves(self) -> list[str]: ...
    def events(self) -> list[Event]:
        """The steps that can happen, with their exact probabilities."""
    def play(self, step: str) -> Step: ...
    def after(self, step: str) -> Position: ...
    def perft(self, depth: int, threads: int | None = None) -> int:
        """How many sequences of exactly ``depth`` steps there are."""
    def divide(self, depth: int, threads: int | None = None) -> dict[str, int]:
        """The number of sequences of ``depth`` steps that begin with each step."""
    def draw(self, language: str = "en") -> str: ...
    def status(self, language: str = "en") -> str: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def view(self) -> dict[str, Any]: ...
    def geometry(self) -> dict[str, Any]: ...
    def referee(self, secret: int | str) -> Referee:
        """Someone who knows what is hidden, by the number or the text of the secret."""
    def solve(
        self,
        *,
        time: float | None = None,
        nodes: int | None = None,
        hash_mib: int | None = None,
        verify: bool = False,
        from_scratch: bool = False,
    ) -> Solution:
        """Proves who wins, on one thread, in games that always end and have no chance."""
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: Any, /) -> Position: ...
    def __hash__(self) -> int: ...

@final
class Event:
    @property
    def move(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def probability(self) -> Fraction: ...

@final
class Step:
    @property
    def text(self) -> str: ...
    @property
    def side(self) -> Side: ...
    def caption(self, language: str = "en") -> str: ...
    def result(self, language: str = "en") -> str: ...

@final
class Solution:
    @property
    def winner(self) -> Side | None: ...
    @property
    def best_move(self) -> str | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def proof_positions(self) -> int | None: ...

@final
class Referee:
    """Someone who knows the secret of a game and says what each move reveals."""

    @property
    def position(self) -> Position: ...
    @property
    def secret(self) -> str: ...
    def disclosure(self, language: str = "en") -> str | None: ...
    def play(self, move: str) -> Step: ...
    def __copy__(self) -> Referee: ...
    def __deepcopy__(self, memo: Any, /) -> Referee: ...

@final
class Record:
    """A game from its start, as far as it has been played."""

    def __new__(cls, start: Position) -> Record: ...
    @staticmethod
    def parse(text: str) -> Record: ...
    @staticmethod
    def parse_all(text: str) -> list[Record]: ...
    @property
    def game(self) -> str: ...
    @property
    def start(self) -> Position: ...
    @property
    def position(self) -> Position: ...
    @property
    def steps(self) -> list[str]: ...
    @property
    def result(self) -> str: ...
    @property
    def end_reason(self) -> str | None: ...
    @property
    def headers(self) -> dict[str, str]: ...
    @property
    def secret(self) -> str | None: ...
    def set_header(self, name: str, value: str) -> None: ...
    def disclose_secret(self, secret: str) -> None: ...
    def play(self, step: str) -> Step: ...
    def comment(self, text: str) -> None: ...
    def end(self, winner: Side | None, reason: str) -> None: ...
    def __copy__(self) -> Record: ...
    def __deepcopy__(self, memo: Any, /) -> Record: ...
    def __len__(self) -> int: ...

@final
class Line:
    @property
    def score(self) -> int: ...
    @property
    def wins(self) -> bool | None: ...
    @property
    def forced_plies(self) -> int | None: ...
    @property
    def win_probability(self) -> float: ...
    @property
    def moves(self) -> list[str]: ...

@final
class Analysis:
    @property
    def best_move(self) -> str | None: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def time(self) -> float: ...
    @property
    def proved(self) -> Side | None: ...
    @property
    def lines(self) -> list[Line]: ...

@final
class Engine:
    """An engine for one game. It keeps what it has found, so that the next search is faster."""

    def __new__(
        cls,
        game: str,
        *,
        level: int | None = None,
        hash_mib: int | None = None,
        threads: int | None = None,
        multi_pv: int | None = None,
        seed: int | None = None,
        tablebase: Tablebase | None = None,
    ) -> Engine: ...
    @property
    def game(self) -> str: ...
    def new_game(self) -> None: ...
    def analyse(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        moves: Sequence[str] | None = None,
        history: Sequence[Position] | None = None,
    ) -> Analysis:
        """Searches until the first limit is reached; for a second without any."""
    def best_move(
        self,
        position: Position,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        moves: Sequence[str] | None = None,
        history: Sequence[Position] | None = None,
    ) -> str | None: ...

@final
class Tablebase:
    """Exact values of all positions of a board with few pieces."""

    @staticmethod
    def build(board: Position, max_pieces: int, *, threads: int | None = None) -> Tablebase: ...
    @staticmethod
    def load(board: Position, path: str | PathLike[str]) -> Tablebase: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    @property
    def positions(self) -> int: ...
    @property
    def max_pieces(self) -> int: ...
    def win_probability(self, position: Position) -> float | None: ...

@final
class Space:
    """The observations and actions of a game on one board."""

    def __new__(cls, game: str, size: int | None = None) -> Space: ...
    @property
    def game(self) -> str: ...
    @property
    def size(self) -> int | None: ...
    @property
    def planes(self) -> list[str]: ...
    @property
    def action_planes(self) -> list[str]: ...
    @property
    def observation_shape(self) -> tuple[int, int, int]: ...
    @property
    def action_count(self) -> int: ...
    def action(self, position: Position, move: str) -> int: ...
    def move_text(self, position: Position, action: int) -> str: ...
    def observe(self, position: Position, observations: Observations) -> None: ...
    def write_mask(self, position: Position, masks: Masks) -> None: ...
    def symmetries(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
    def __hash__(self) -> int: ...

@final
class Batch:
    """Many games of one kind on one board, played in step with each other."""

    def __new__(
        cls,
        game: str,
        count: int,
        size: int | None = None,
        *,
        seed: int | Iterable[int] | None = None,
        auto_reset: bool = True,
        max_plies: int | None = None,
    ) -> Batch: ...
    def step(
        self,
        actions: NDArray[np.int64] | NDArray[np.int32],
        *,
        observations: Observations | None = None,
        masks: Masks | None = None,
        players: NDArray[np.int8] | None = None,
        rewards: NDArray[np.float32] | None = None,
        terminated: NDArray[np.bool_] | None = None,
        truncated: NDArray[np.bool_] | None = None,
        status: NDArray[np.uint8] | None = None,
        probabilities: NDArray[np.float32] | None = None,
    ) -> int:
        """Plays one action per game; returns how many were not played."""
    def observe(
        self,
        *,
        observations: Observations | None = None,
        masks: Masks | None = None,
        players: NDArray[np.int8] | None = None,
    ) -> None: ...
    def sample(self, actions: NDArray[np.int64]) -> None:
        """Draws a legal action for each game; -1 where a game is over."""
    def reset(self, env: int | None = None, *, seed: int | Iterable[int] | None = None) -> None: ...
    def position(self, env: int) -> Position: ...
    def set_position(self, env: int, position: Position) -> None: ...
    @property
    def plies(self) -> NDArray[np.uint32]: ...
    @property
    def observation_shape(self) -> tuple[int, int, int]: ...
    @property
    def action_count(self) -> int: ...
    def __len__(self) -> int: ...

def mcts(
    positions: Batch | Iterable[Position],
    evaluate: Callable[
        [NDArray[np.float32], NDArray[np.bool_]], tuple[NDArray[np.float32], NDArray[np.float32]]
    ],
    *,
    simulations: int,
    leaves: int = 8,
    exploration: float = 1.5,
    fpu_reduction: float = 0.25,
    noise_alpha: float | None = None,
    noise_fraction: float = 0.25,
    seed: int = 0,
) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
    """Monte Carlo tree search (PUCT) of many positions at once.

    ``evaluate`` gets observations and masks of up to ``leaves`` positions of every tree, and
    returns a logit for every action (those of legal ones count) and a value from -1 to 1 for the
    side to move. The result has, for each position, how often each action was tried, and the
    value for the side to move.
    """
