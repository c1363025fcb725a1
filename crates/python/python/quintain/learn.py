"""Arrays for learning: buffers of a batch, single positions as arrays, symmetries."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from quintain._native import Batch, Position, Space

PLAYED = 0
"""An action was played (``status`` of ``Batch.step``)."""
ILLEGAL = 1
"""An action is not legal: its game is unchanged."""
OVER = 2
"""A game is over and does not start anew by itself: it is unchanged."""


class Buffers:
    """All arrays that a batch writes to, of the right shapes and types.

    Arrays of your own serve as well: a batch needs none that it does not get.
    """

    def __init__(self, batch: Batch, dtype: DTypeLike = np.uint8) -> None:
        count = len(batch)
        self.observations: NDArray[Any] = np.zeros((count, *batch.observation_shape), dtype)
        self.masks = np.zeros((count, batch.action_count), np.bool_)
        self.players = np.zeros(count, np.int8)
        self.actions = np.zeros(count, np.int64)
        self.rewards = np.zeros(count, np.float32)
        self.terminated = np.zeros(count, np.bool_)
        self.truncated = np.zeros(count, np.bool_)
        self.status = np.zeros(count, np.uint8)
        self.probabilities = np.zeros(count, np.float32)

    def views(self) -> dict[str, NDArray[Any]]:
        """The arguments of ``Batch.observe``."""
        return {
            "observations": self.observations,
            "masks": self.masks,
            "players": self.players,
        }

    def results(self) -> dict[str, NDArray[Any]]:
        """The arguments of ``Batch.step`` beside the actions."""
        return self.views() | {
            "rewards": self.rewards,
            "terminated": self.terminated,
            "truncated": self.truncated,
            "status": self.status,
            "probabilities": self.probabilities,
        }


def observation(space: Space, position: Position, dtype: DTypeLike = np.float32) -> NDArray[Any]:
    """The observation of one position."""
    planes: NDArray[Any] = np.zeros(space.observation_shape, dtype)
    space.observe(position, planes)
    return planes


def mask(space: Space, position: Position) -> NDArray[np.bool_]:
    """The mask of the legal actions of one position."""
    flags = np.zeros(space.action_count, np.bool_)
    space.write_mask(position, flags)
    return flags


def augment(
    space: Space, observations: NDArray[Any], policies: NDArray[Any], symmetry: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Observations and policies (or masks) as one of the game's symmetries shows them.

    ``symmetry`` is a row of ``Space.symmetries()``; row 0 changes nothing.
    """
    cells, actions = space.symmetries()
    if not 0 <= symmetry < len(cells):
        raise ValueError(f"symmetry must be from 0 to {len(cells) - 1}, not {symmetry}")
    planes = observations.reshape(*observations.shape[:-2], -1)
    seen = np.empty_like(planes)
    seen[..., cells[symmetry]] = planes
    chosen = np.empty_like(policies)
    chosen[..., actions[symmetry]] = policies
    return seen.reshape(observations.shape), chosen
