"""Tree search with evaluations from Python."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import quintain
from conftest import BOARDS
from quintain import learn
from quintain.learn import Buffers


def nothing(observations: Any, masks: Any) -> tuple[Any, Any]:
    """An evaluation that knows nothing."""
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_every_game_is_searched_in_batches(game: str, size: int | None) -> None:
    batch = quintain.Batch(game, 3, size, seed=1)
    space = quintain.Space(game, size)
    buffers = Buffers(batch)
    calls = []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        assert observations.shape[1:] == space.observation_shape
        assert observations.dtype == np.float32
        assert masks.shape == (len(observations), space.action_count)
        assert masks.any(axis=1).all()
        calls.append(len(masks))
        return nothing(observations, masks)

    for _ in range(3):
        calls.clear()
        batch.observe(**buffers.views())
        visits, values = quintain.mcts(batch, evaluate, simulations=40, leaves=4, seed=2)
        assert calls[0] == 3
        assert max(calls) <= 12
        assert len(calls) <= 41
        assert (visits.sum(axis=1) == 40).all()
        assert not visits[~buffers.masks].any()
        assert (np.abs(values) <= 1).all()
        batch.step(visits.argmax(axis=1).astype(np.int64))


def test_a_search_sees_the_positions_of_the_leaves() -> None:
    root = quintain.start("knights-duel", 5)
    space = quintain.Space("knights-duel", 5)
    seen = []

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        seen.extend(zip(observations, masks, strict=True))
        return nothing(observations, masks)

    quintain.mcts([root], evaluate, simulations=2, leaves=1)
    expected = [root, *(root.after(move) for move in root.legal_moves())]
    assert len(seen) == len(expected) == 3
    for observation, mask in seen:
        assert any(
            (learn.observation(space, position) == observation).all()
            and (learn.mask(space, position) == mask).all()
            for position in expected
        )


def test_a_search_finds_a_forced_win() -> None:
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(200):
        position = quintain.start("knights-duel", 4)
        while not position.is_over and found < 10:
            wins = [m for m in position.legal_moves() if position.after(m).is_over]
            if wins and len(position.legal_moves()) > len(wins):
                visits, values = quintain.mcts([position], nothing, simulations=200)
                space = quintain.Space("knights-duel", 4)
                assert space.move_text(position, int(visits[0].argmax())) in wins
                assert values[0] > 0.5
                found += 1
            position.play(str(rng.choice(position.legal_moves())))
    assert found == 10


def test_the_same_seed_gives_the_same_search() -> None:
    positions = quintain.starts("incognito", 5)

    def search(seed: int) -> bytes:
        visits, values = quintain.mcts(
            positions, nothing, simulations=100, noise_alpha=0.3, seed=seed
        )
        return visits.tobytes() + values.tobytes()

    assert search(1) == search(1)
    assert search(1) != search(2)


def test_a_finished_game_is_not_evaluated() -> None:
    position = quintain.start("knights-duel", 4)
    while not position.is_over:
        position.play(position.legal_moves()[0])

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        raise AssertionError("there is nothing to evaluate")

    visits, values = quintain.mcts([position], evaluate, simulations=10)
    assert not visits.any()
    assert values.tolist() == [-1.0 if position.winner != position.turn else 1.0]


SEARCH = {"simulations": 5, "leaves": 2}


@pytest.mark.parametrize(
    ("returned", "error", "text"),
    [
        (lambda n, a: None, TypeError, "evaluate must return a tuple of logits and values"),
        (lambda n, a: (n,), TypeError, "evaluate must return a tuple"),
        (lambda n, a: (1, 2), TypeError, "logits that evaluate returns must be a numpy array"),
        (
            lambda n, a: (np.zeros((n, a)), np.zeros(n, np.float32)),
            TypeError,
            "logits that evaluate returns must have dtype float32, not float64",
        ),
        (
            lambda n, a: (np.zeros((n, a + 1), np.float32), np.zeros(n, np.float32)),
            ValueError,
            "logits that evaluate returns must have shape",
        ),
        (
            lambda n, a: (np.zeros((a, n), np.float32).T, np.zeros(n, np.float32)),
            ValueError,
            "logits that evaluate returns must be contiguous|must have shape",
        ),
        (
            lambda n, a: (np.zeros((n, a), np.float32), np.zeros((n, 1), np.float32)),
            ValueError,
            "values that evaluate returns must have shape",
        ),
        (
            lambda n, a: (np.full((n, a), np.nan, np.float32), np.zeros(n, np.float32)),
            ValueError,
            "what evaluate returned: the logit of the legal action .* must be finite, not NaN",
        ),
        (
            lambda n, a: (np.zeros((n, a), np.float32), np.full(n, 1.5, np.float32)),
            ValueError,
            "what evaluate returned: the value in row 0 must be from -1 to 1, not 1.5",
        ),
    ],
)
def test_a_bad_evaluation_is_an_exception(returned: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        quintain.mcts(quintain.starts("incognito", 4), lambda o, m: returned(*m.shape), **SEARCH)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"positions": []}, ValueError, "positions must have at least one position"),
        ({"positions": 3}, TypeError, "positions must be a Batch or positions, not int"),
        ({"positions": ["d4"]}, TypeError, "positions must be a Batch or positions, not str"),
        (
            {"positions": [quintain.start("sight", 5), quintain.start("sight", 7)]},
            ValueError,
            "positions must be of one game and board: number 1",
        ),
        ({"evaluate": 3}, TypeError, "evaluate must be a function, not int"),
        ({"simulations": 0}, ValueError, "simulations must be from 1"),
        ({"simulations": 2.5}, TypeError, "simulations must be a whole number"),
        ({"leaves": 0}, ValueError, "leaves must be from 1"),
        ({"exploration": -1}, ValueError, "exploration must be from 0"),
        ({"exploration": float("nan")}, ValueError, "exploration must be from 0"),
        ({"exploration": "much"}, TypeError, "exploration must be a number, not str"),
        ({"fpu_reduction": float("inf")}, ValueError, "fpu_reduction must be from"),
        ({"noise_alpha": 0}, ValueError, "noise_alpha must be from"),
        ({"noise_alpha": 1, "noise_fraction": 2}, ValueError, "noise_fraction must be from 0 to 1"),
        ({"seed": -1}, ValueError, "seed must be from 0"),
    ],
)
def test_a_bad_argument_of_a_search_is_named(
    options: dict[str, Any], error: type[Exception], text: str
) -> None:
    good = {"positions": [quintain.start("sight", 5)], "evaluate": nothing, **SEARCH}
    with pytest.raises(error, match=text):
        quintain.mcts(**(good | options))


def test_what_the_evaluation_raises_comes_out_and_it_may_use_the_batch() -> None:
    batch = quintain.Batch("sight", 2, 5)

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        batch.reset(0)
        if len(calls := batch.plies) and observations[0, 0].any():
            raise KeyError(len(calls))
        return nothing(observations, masks)

    with pytest.raises(KeyError):
        quintain.mcts(batch, evaluate, simulations=50)


def test_control_c_ends_a_search() -> None:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        quintain.mcts([quintain.start("catapult")], nothing, simulations=1 << 20, leaves=1)
    assert time.monotonic() - began < 20
