"""The games for PettingZoo (AEC).

>>> from quintain.pettingzoo import env
>>> game = env("knights-duel", size=5)
>>> game.reset(seed=1)
>>> game.agent_selection
'player_0'
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from quintain._native import Batch
from quintain.learn import ILLEGAL, Buffers, _action

DEFAULT_MAX_PLIES = 500
"""Games that are longer are cut off: in some games a game need not end."""


def env(
    game: str,
    size: int | None = None,
    *,
    max_plies: int = DEFAULT_MAX_PLIES,
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """A game with PettingZoo's usual wrappers: an illegal action ends it."""
    wrapped: AECEnv[str, Any, Any] = raw_env(
        game, size, max_plies=max_plies, render_mode=render_mode
    )
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv[str, Any, Any]):  # type: ignore[misc]  # noqa: N801 (what PettingZoo calls it)
    """A game. Observations are from the view of the player to move, whoever looks; the action mask
    of the other player is empty. An illegal action raises a ``ValueError`` and changes nothing."""

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi"],
        "name": "quintain_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        size: int | None = None,
        *,
        max_plies: int = DEFAULT_MAX_PLIES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be 'human' or 'ansi', not {render_mode!r}")
        self._batch = Batch(game, 1, size, auto_reset=False, max_plies=max_plies)
        self._buffers = Buffers(self._batch)
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self._batch.observation_shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self._batch.action_count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {
            agent: spaces.Discrete(self._batch.action_count) for agent in self.possible_agents
        }
        self._seed = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        # Without a seed, another game than the last one.
        self._seed = self._seed + 1 if seed is None else seed
        self._batch.reset(seed=self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._batch.observe(**self._buffers.views())
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return self.possible_agents[int(self._buffers.players[0])]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        mask = np.zeros(self._batch.action_count, np.int8)
        if agent == self._mover() and not any(self.terminations.values()):
            mask[:] = self._buffers.masks[0]
        return {"observation": self._buffers.observations[0].copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        buffers = self._buffers
        buffers.actions[0] = -1 if action is None else _action(action)
        self._batch.step(buffers.actions, **buffers.results())
        if buffers.status[0] == ILLEGAL:
            raise ValueError(f"action must be a legal action, not {action!r}")
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        reward = float(buffers.rewards[0])
        self.rewards = {agent: reward, other: -reward}
        self.terminations = dict.fromkeys(self.agents, bool(buffers.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(buffers.truncated[0]))
        for who in self.agents:
            self.infos[who] = {"probability": float(buffers.probabilities[0])}
        self._cumulative_rewards[agent] = 0.0
        self._accumulate_rewards()
        self.agent_selection = other
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        text = str(self._batch.position(0))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        pass
