"""Batches of games: what they write, and what they refuse to write to."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import quintain
from conftest import BOARDS
from quintain import learn
from quintain.learn import ILLEGAL, OVER, PLAYED, Buffers


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_a_batch_plays_what_single_positions_play(game: str, size: int | None) -> None:
    batch = quintain.Batch(game, 3, size, seed=[5, 6, 7], auto_reset=False, max_plies=80)
    space = quintain.Space(game, size)
    buffers = Buffers(batch)
    batch.observe(**buffers.views())
    assert batch.observation_shape == space.observation_shape
    assert batch.action_count == space.action_count == buffers.masks.shape[1]
    for _ in range(60):
        positions = [batch.position(env) for env in range(3)]
        for env, position in enumerate(positions):
            assert (learn.observation(space, position) == buffers.observations[env]).all()
            assert (learn.mask(space, position) == buffers.masks[env]).all()
            legal = {space.move_text(position, int(a)) for a in np.flatnonzero(buffers.masks[env])}
            assert legal == set(position.legal_moves())
            for move in legal:
                assert buffers.masks[env, space.action(position, move)]
            assert buffers.players[env] == (position.turn == "second")
        batch.sample(buffers.actions)
        batch.step(buffers.actions, **buffers.results())
        for env, before in enumerate(positions):
            after = batch.position(env)
            if buffers.status[env] == OVER:
                assert before == after
                continue
            assert buffers.status[env] == PLAYED
            reached = {before.after(event.text): event for event in before.events()}
            chance = float(reached[after].probability)
            assert buffers.probabilities[env] == pytest.approx(chance, rel=1e-6)
            won = {None: 0.0, before.turn: 1.0}.get(after.winner, -1.0)
            assert buffers.rewards[env] == won
            assert buffers.terminated[env] == after.is_over


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_symmetries_show_the_same_game(game: str, size: int | None) -> None:
    space = quintain.Space(game, size)
    cells, actions = space.symmetries()
    assert (np.sort(cells) == np.arange(cells.shape[1])).all()
    assert (np.sort(actions) == np.arange(space.action_count)).all()
    assert (cells[0] == np.arange(cells.shape[1])).all()
    position = quintain.start(game, size)
    seen, mask = learn.observation(space, position), learn.mask(space, position)
    for symmetry in range(len(cells)):
        image, legal = learn.augment(space, seen[None], mask[None], symmetry)
        assert (image.sum((2, 3)) == seen[None].sum((2, 3))).all()
        assert legal.sum() == mask.sum()
    with pytest.raises(ValueError, match="symmetry must be from 0"):
        learn.augment(space, seen[None], mask[None], len(cells))
    assert pickle.loads(pickle.dumps(space)) == space
    assert hash(pickle.loads(pickle.dumps(space))) == hash(space)


def test_the_same_seed_plays_the_same_games_and_games_start_anew() -> None:
    def play(seed: int) -> list[bytes]:
        batch = quintain.Batch("incognito", 16, 4, seed=seed)
        buffers = Buffers(batch, np.float32)
        seen = []
        for _ in range(200):
            batch.sample(buffers.actions)
            assert batch.step(buffers.actions, **buffers.results()) == 0
            seen.append(buffers.observations.tobytes() + buffers.terminated.tobytes())
        assert (batch.plies < 200).all()
        return seen

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_illegal_actions_are_reported_one_by_one_and_change_nothing() -> None:
    batch = quintain.Batch("animal-chess", 6)
    buffers = Buffers(batch)
    before = [batch.position(env) for env in range(6)]
    batch.sample(buffers.actions)
    legal = buffers.actions[0]
    buffers.actions[:] = [legal, -1, 330, 2**62, -(2**63), 0]
    assert batch.step(buffers.actions, **buffers.results()) == 5
    assert buffers.status.tolist() == [PLAYED] + [ILLEGAL] * 5
    assert batch.position(0) != before[0]
    assert [batch.position(env) for env in range(1, 6)] == before[1:]


def test_positions_can_be_set_and_reset() -> None:
    batch = quintain.Batch("sight", 2, 5)
    position = quintain.start("sight", 5).after("c3")
    batch.set_position(1, position)
    assert batch.position(1) == position
    batch.reset(1)
    assert batch.position(1) == quintain.start("sight", 5)
    for other in (quintain.start("sight", 7), quintain.start("catapult")):
        with pytest.raises(ValueError, match="position must be one of the same game"):
            batch.set_position(0, other)
        with pytest.raises(ValueError, match="position must be one of sight"):
            learn.mask(quintain.Space("sight", 5), other)
    for env in (2, -1):
        with pytest.raises(ValueError, match="env must be from 0 to 1"):
            batch.position(env)


def wrong_arrays(good: np.ndarray[Any, Any]) -> list[tuple[Any, type[Exception], str]]:
    """Values that must not be written to, and what the error says."""
    shape, dtype = good.shape, good.dtype
    wide = np.zeros((*shape[:-1], shape[-1] * 2), dtype)
    locked = np.zeros(shape, dtype)
    locked.flags.writeable = False
    unaligned = np.zeros(good.nbytes + 1, np.uint8)[1:].view(dtype).reshape(shape)
    other = np.complex128
    wrong: list[tuple[Any, type[Exception], str]] = [
        ([0] * shape[0], TypeError, "must be a numpy array"),
        (b"bytes", TypeError, "must be a numpy array"),
        (7, TypeError, "must be a numpy array"),
        (np.zeros(shape, other), TypeError, "must have dtype"),
        (np.zeros(shape, dtype.newbyteorder(">")) if dtype.itemsize > 1 else 0, TypeError, "must"),
        (np.zeros((shape[0] + 1, *shape[1:]), dtype), ValueError, "must have shape"),
        (np.zeros((shape[0] - 1, *shape[1:]), dtype), ValueError, "must have shape"),
        (np.zeros((*shape, 1), dtype), ValueError, "must have shape"),
        (np.zeros((), dtype), ValueError, "must have shape"),
        (np.zeros(0, dtype), ValueError, "must have shape"),
        (wide[..., ::2], ValueError, "must be contiguous"),
        (np.zeros(shape, dtype)[::-1], ValueError, "must be contiguous"),
        (locked, ValueError, "must be writable"),
    ]
    if dtype.itemsize > 1:
        wrong.append((unaligned, ValueError, "must be contiguous and aligned"))
    return wrong


def test_no_array_of_a_wrong_kind_is_written_to_and_no_game_moves() -> None:
    batch = quintain.Batch("animal-chess", 4)
    buffers = Buffers(batch, np.float32)
    batch.sample(buffers.actions)
    before = [batch.position(env) for env in range(4)]
    for name, good in buffers.results().items():
        for wrong, error, text in wrong_arrays(good):
            with pytest.raises(error, match=f"{name} {text}"):
                batch.step(buffers.actions, **{name: wrong})
    for wrong, error, text in wrong_arrays(buffers.actions):
        if text != "must be writable":
            with pytest.raises(error, match=f"actions {text}"):
                batch.step(wrong)
    with pytest.raises(ValueError, match=r"terminated must not share|truncated must not share"):
        batch.step(buffers.actions, terminated=buffers.terminated, truncated=buffers.terminated)
    assert [batch.position(env) for env in range(4)] == before


def test_arrays_that_overlap_are_refused_wherever_their_memory_comes_from() -> None:
    batch = quintain.Batch("animal-chess", 8)
    actions = np.zeros(8, np.int64)
    batch.sample(actions)
    before = [batch.position(env) for env in range(8)]
    rng = random.Random(2)
    dtypes: dict[str, Any] = {
        "players": np.int8,
        "rewards": np.float32,
        "terminated": np.bool_,
        "truncated": np.bool_,
        "status": np.uint8,
        "probabilities": np.float32,
    }
    memory = bytearray(256)
    for _ in range(500):
        first, second = rng.sample(list(dtypes), 2)
        at = rng.randrange(0, 32) * 4
        # Two arrays of their own over the same bytes: neither is a view of the other.
        one = np.frombuffer(memory, dtypes[first], 8, at)
        size = one.nbytes
        shift = rng.choice([0, size - 4, -4]) if at >= 4 else 0
        two = np.frombuffer(memory, dtypes[second], 8, at + shift)
        assert np.shares_memory(one, two)
        with pytest.raises(ValueError, match="must not share memory"):
            batch.step(actions, **{first: one, second: two})
        with pytest.raises(ValueError, match="must not share memory"):
            batch.step(np.frombuffer(memory, np.int64, 8, at - at % 8), **{first: one})
    assert bytes(memory) == bytes(256)
    assert [batch.position(env) for env in range(8)] == before
    # Neighbors do not overlap.
    one, two = (np.frombuffer(memory, np.uint8, 8, at) for at in (0, 8))
    assert batch.step(actions, status=one, terminated=two.view(np.bool_)) == 0


def test_random_buffers_are_never_written_out_of_bounds() -> None:
    """Arrays inside larger ones: the rest of these must stay as it was, whatever is passed."""
    rng = random.Random(1)
    batch = quintain.Batch("knights-duel", 3, 5)
    buffers = Buffers(batch)
    good = buffers.results()
    dtypes = [np.uint8, np.int8, np.bool_, np.float32, np.float64, np.int64, np.uint16]
    accepted = 0
    for _ in range(3000):
        name = rng.choice(list(good))
        shape = list(good[name].shape)
        if rng.random() < 0.5:
            shape[rng.randrange(len(shape))] += rng.choice([-1, 1])
        dtype = good[name].dtype if rng.random() < 0.5 else np.dtype(rng.choice(dtypes))
        size = int(np.prod(shape)) * dtype.itemsize
        guard = rng.randrange(1, 65)
        memory = np.full(size + 2 * guard, 0xA5, np.uint8)
        try:
            array = memory[guard : guard + size].view(dtype).reshape(shape)
            if rng.random() < 0.2:
                array = array[::-1]
            batch.sample(buffers.actions)
            batch.step(buffers.actions, **{name: array})
            accepted += 1
        except (TypeError, ValueError):
            assert (memory == 0xA5).all()
        assert (memory[:guard] == 0xA5).all()
        assert (memory[guard + size :] == 0xA5).all()
    assert accepted > 50


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"count": 0}, ValueError, "count must be from 1"),
        ({"count": 2**60}, ValueError, "count must be from 1"),
        ({"count": "x"}, TypeError, "count must be a whole number"),
        ({"size": 99}, quintain.GameError, "99"),
        ({"seed": -1}, ValueError, "seed must be from 0"),
        ({"seed": [1]}, ValueError, "seed must have one number per game, 2, not 1"),
        ({"seed": [1, 2, 3]}, ValueError, "seed must have one number per game, 2, not more"),
        ({"seed": 1.5}, TypeError, "seed must be a whole number or one per game"),
        ({"seed": ["a", "b"]}, TypeError, "seed must be a whole number"),
        ({"max_plies": 0}, ValueError, "max_plies must be from 1"),
        ({"game": "go"}, quintain.GameError, "go"),
    ],
)
def test_a_batch_names_the_argument_that_is_wrong(
    options: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        quintain.Batch(**({"game": "sight", "count": 2} | options))


def test_arrays_are_shared_without_copies_by_dlpack() -> None:
    batch = quintain.Batch("sight", 2)
    buffers = Buffers(batch)
    shared = np.from_dlpack(buffers.observations)
    batch.sample(buffers.actions)
    batch.step(buffers.actions, **buffers.results())
    assert shared.sum() == buffers.observations.sum() > 0
