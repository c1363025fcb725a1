"""The games for OpenSpiel.

Importing this module registers them as ``quintain_animal_chess``, ``quintain_sight`` and so on:

>>> import pyspiel
>>> import quintain.openspiel
>>> game = pyspiel.load_game("quintain_knights_duel(size=5)")
>>> game.num_distinct_actions()
25

What chance decides, such as what a question reveals in Incognito, is a chance node with the exact
probabilities; so is who begins, where that is drawn.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pyspiel

import quintain
from quintain import learn

MAX_REVEALS = 3
DEFAULT_MAX_PLIES = 500


def _game_type(game: str) -> Any:
    chance = pyspiel.GameType.ChanceMode
    stochastic = len(quintain.starts(game)) > 1 or quintain.start(game).secret_count > 1
    return pyspiel.GameType(
        short_name="quintain_" + game.replace("-", "_"),
        long_name="Quintain: " + quintain.start(game).game_name(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if stochastic else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"size": 0, "max_plies": DEFAULT_MAX_PLIES},
    )


class QuintainGame(pyspiel.Game):  # type: ignore[misc]
    """A game on one board; ``size`` 0 is the default board. After ``max_plies`` it is a draw."""

    quintain_game = ""
    game_type: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.size = int(params.get("size", 0)) or None
        self.max_plies = int(params.get("max_plies", DEFAULT_MAX_PLIES))
        if self.max_plies < 1:
            raise ValueError(f"max_plies must be at least 1, not {self.max_plies}")
        self.space = quintain.Space(self.quintain_game, self.size)
        self.starts = quintain.starts(self.quintain_game, self.size)
        stochastic = self.game_type.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        info = pyspiel.GameInfo(
            num_distinct_actions=self.space.action_count,
            max_chance_outcomes=max(MAX_REVEALS, len(self.starts)) if stochastic else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self, state: Any = None) -> QuintainState:
        if state is not None:
            raise ValueError("state must be None: a game begins at its start")
        return QuintainState(self)

    def max_chance_nodes_in_history(self) -> int:
        stochastic = self.game_type.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        return self.max_plies + 1 if stochastic else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.space, params)


class Outcome(NamedTuple):
    """What chance may make of a move. OpenSpiel copies states, and with them these."""

    move: str
    text: str
    probability: Fraction


class QuintainState(pyspiel.State):  # type: ignore[misc]
    """A position, or a move whose outcome chance has not decided yet."""

    def __init__(self, game: QuintainGame) -> None:
        super().__init__(game)
        self._space = game.space
        self._starts = game.starts
        self._max_plies = game.max_plies
        self._plies = 0
        self._events: list[Outcome] = []
        # Drawn first where there are several.
        self.position = game.starts[0].__copy__()
        self._is_drawn = len(game.starts) == 1

    def current_player(self) -> int:
        if not self._is_drawn or self._events:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.position.turn == "first" else 1

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(learn.mask(self._space, self.position))]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self._is_drawn:
            return [(index, 1 / len(self._starts)) for index in range(len(self._starts))]
        return [(index, float(event.probability)) for index, event in enumerate(self._events)]

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            outcomes = len(self._events if self._is_drawn else self._starts)
            if not 0 <= action < outcomes:
                raise ValueError(f"action must be from 0 to {outcomes - 1}, not {action}")
        if not self._is_drawn:
            self.position = self._starts[action].__copy__()
            self._is_drawn = True
        elif self._events:
            self._play(self._events[action].text)
        else:
            move = self._space.move_text(self.position, action)
            events = [
                Outcome(event.move, event.text, event.probability)
                for event in self.position.events()
                if event.move == move
            ]
            if not events:
                raise ValueError(f"action must be a legal action, not {action} ({move})")
            if len(events) == 1:
                self._play(events[0].text)
            else:
                self._events = events

    def _play(self, step: str) -> None:
        self.position.play(step)
        self._plies += 1
        self._events = []

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._space.move_text(self.position, action)
        if self._events:
            return self._events[action].text
        return f"{self._starts[action].turn} begins"

    def is_terminal(self) -> bool:
        return self._is_drawn and (self.position.is_over or self._plies >= self._max_plies)

    def returns(self) -> list[float]:
        if not self._is_drawn or self.position.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.position.winner == "first" else [-1.0, 1.0]

    def __str__(self) -> str:
        if not self._is_drawn:
            return "who begins is to be drawn"
        pending = f" {self._events[0].move}" if self._events else ""
        return self.position.text + pending


class Observer:
    """Shows the position from the view of the side to move."""

    def __init__(self, space: quintain.Space, params: Any) -> None:
        if params:
            raise ValueError(f"params must be empty, not {params}")
        planes: np.ndarray[Any, np.dtype[np.float32]] = np.zeros(
            space.observation_shape, np.float32
        )
        self._space = space
        self.tensor = planes.reshape(-1)
        self.dict = {"observation": planes}

    def set_from(self, state: QuintainState, player: int) -> None:
        self._space.observe(state.position, self.dict["observation"])

    def string_from(self, state: QuintainState, player: int) -> str:
        return str(state)


def _register(game: str) -> None:
    game_type = _game_type(game)
    name = "".join(part.capitalize() for part in game.split("-"))
    members = {"quintain_game": game, "game_type": game_type}
    pyspiel.register_game(game_type, type(name + "Game", (QuintainGame,), members))


for _game in quintain.games():
    _register(_game)
