"""Arrays for learning: buffers of a batch, single positions as arrays, symmetries."""

from __future__ import annotations

import operator
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
    number = _whole("symmetry", symmetry)
    if not 0 <= number < len(cells):
        raise ValueError(f"symmetry must be from 0 to {len(cells) - 1}, not {number}")
    _check_end("observations", observations, space.observation_shape)
    _check_end("policies", policies, (space.action_count,))
    planes = observations.reshape(*observations.shape[:-2], -1)
    seen = np.empty_like(planes)
    seen[..., cells[number]] = planes
    chosen = np.empty_like(policies)
    chosen[..., actions[number]] = policies
    return seen.reshape(observations.shape), chosen


def _whole(name: str, value: Any) -> int:
    """A whole number; the error names the argument."""
    try:
        return operator.index(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name} must be a whole number, not {kind}") from None


def _action(value: Any) -> int:
    """An action to try: a whole number; what is none of a batch's is illegal there."""
    action = _whole("action", value)
    return action if 0 <= action < 1 << 31 else -1


def _check_end(name: str, array: Any, end: tuple[int, ...]) -> None:
    """An array whose shape must end like this."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be a numpy array, not {type(array).__name__}")
    if array.shape[-len(end) :] != end:
        numbers = ", ".join(map(str, end))
        raise ValueError(f"{name} must have shape (..., {numbers}), not {array.shape}")
