"""The games for Gymnasium: one game against an opponent, and many games as a vector.

>>> from quintain.gymnasium import GameEnv
>>> game = GameEnv("sight", size=3)
>>> observation, info = game.reset(seed=1)
>>> observation["action_mask"].sum()
np.int64(9)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from quintain._native import Batch, Engine, Position, Space
from quintain.learn import ILLEGAL, Buffers, _action

Observation = dict[str, NDArray[Any]]
Opponent = str | int | Callable[[Position], str]


def _spaces(batch: Batch) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    observation = spaces.Dict(
        {
            "observation": spaces.Box(0, 255, batch.observation_shape, np.uint8),
            "action_mask": spaces.Box(0, 1, (batch.action_count,), np.int8),
        }
    )
    return observation, spaces.Discrete(batch.action_count)


class GameEnv(gymnasium.Env[Observation, Any]):
    """One side of a game; the environment plays the other.

    ``opponent`` is ``"random"``, a level of the engine from 1 to 8, or a function that chooses a
    legal move of a position. ``side`` is 0 or 1, or ``None`` to be drawn for each game. An illegal
    action changes nothing, and ``info["illegal"]`` says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 2}

    def __init__(
        self,
        game: str,
        size: int | None = None,
        *,
        opponent: Opponent = "random",
        side: int | None = 0,
        max_plies: int = 500,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be 'ansi', not {render_mode!r}")
        if side not in (0, 1, None):
            raise ValueError(f"side must be 0, 1 or None, not {side!r}")
        self._engine: Engine | None = None
        if isinstance(opponent, int) and not isinstance(opponent, bool):
            self._engine = Engine(game, level=opponent)
        elif opponent != "random" and not callable(opponent):
            raise ValueError(f"opponent must be 'random', a level or a function, not {opponent!r}")
        self._batch = Batch(game, 1, size, auto_reset=False, max_plies=max_plies)
        self._space = Space(game, size)
        self._buffers = Buffers(self._batch)
        self._opponent = opponent
        self._side = side
        self._own = 0
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(self._batch)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._batch.reset(seed=int(self.np_random.integers(1 << 62)))
        self._own = int(self.np_random.integers(2)) if self._side is None else self._side
        buffers = self._buffers
        buffers.terminated[0] = buffers.truncated[0] = False
        self._batch.observe(**buffers.views())
        if buffers.players[0] != self._own:
            self._reply()
        return self._observation(), {"side": self._own, "illegal": False}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        buffers = self._buffers
        buffers.actions[0] = _action(action)
        self._batch.step(buffers.actions, **buffers.results())
        info = {"side": self._own, "illegal": bool(buffers.status[0] == ILLEGAL)}
        reward = float(buffers.rewards[0])
        over = bool(buffers.terminated[0] or buffers.truncated[0])
        if not over and buffers.players[0] != self._own:
            reward = self._reply()
        ended = bool(buffers.terminated[0]), bool(buffers.truncated[0])
        return self._observation(), reward, *ended, info

    def _reply(self) -> float:
        """The opponent's move; returns the reward of this side."""
        buffers = self._buffers
        position = self._batch.position(0)
        if self._engine is not None:
            chosen = self._engine.best_move(position)
        elif callable(self._opponent):
            chosen = self._opponent(position)
        else:
            chosen = None
        if chosen is None:
            self._batch.sample(buffers.actions)
        else:
            buffers.actions[0] = self._space.action(position, chosen)
        self._batch.step(buffers.actions, **buffers.results())
        return -float(buffers.rewards[0])

    def _observation(self) -> Observation:
        mask = self._buffers.masks[0].astype(np.int8)
        return {"observation": self._buffers.observations[0].copy(), "action_mask": mask}

    def render(self) -> Any:
        return str(self._batch.position(0)) if self.render_mode == "ansi" else None


class GameVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games at once, both sides of each: every step is one ply of every game.

    Observations are from the view of the player to move, ``info["players"]``, and rewards are for
    the player who acted. An illegal action changes nothing, and ``info["status"]`` says so. A game
    that has ended starts anew with the next step, whose action it ignores.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self, game: str, num_envs: int, size: int | None = None, *, max_plies: int = 500
    ) -> None:
        self._batch = Batch(game, num_envs, size, auto_reset=False, max_plies=max_plies)
        self._buffers = Buffers(self._batch)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = _spaces(self._batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed if isinstance(seed, int) else None)
        first = int(self.np_random.integers(1 << 62))
        if isinstance(seed, list):
            self._batch.reset(seed=[first + i if s is None else s for i, s in enumerate(seed)])
        else:
            self._batch.reset(seed=first)
        buffers = self._buffers
        buffers.terminated[:] = buffers.truncated[:] = False
        self._batch.observe(**buffers.views())
        return self._observation(), self._info()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        buffers = self._buffers
        ended = buffers.terminated | buffers.truncated
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not of dtype {chosen.dtype}")
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions must have shape ({self.num_envs},), not {chosen.shape}")
        # Too large for a signed number means illegal, as every number that is no action.
        buffers.actions[:] = np.minimum(chosen, np.iinfo(np.int32).max)
        buffers.actions[ended] = -1
        self._batch.step(buffers.actions, **buffers.results())
        if ended.any():
            for env in np.flatnonzero(ended):
                self._batch.reset(int(env))
            for results in (buffers.terminated, buffers.truncated, buffers.rewards, buffers.status):
                results[ended] = 0
            self._batch.observe(**buffers.views())
        return (
            self._observation(),
            buffers.rewards.astype(np.float64),
            buffers.terminated.copy(),
            buffers.truncated.copy(),
            self._info(),
        )

    def _observation(self) -> Observation:
        buffers = self._buffers
        mask = buffers.masks.astype(np.int8)
        return {"observation": buffers.observations.copy(), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        buffers = self._buffers
        return {
            "players": buffers.players.copy(),
            "status": buffers.status.copy(),
            "probabilities": buffers.probabilities.copy(),
        }
