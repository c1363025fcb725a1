"""Whoever means harm gets an exception, too: no panic, and no write out of bounds."""

from __future__ import annotations

import copy
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import quintain
from quintain import learn
from quintain.learn import OVER, Buffers


class Liar(np.ndarray[Any, Any]):
    """An array that says something else about itself than is true."""

    @property
    def flags(self) -> Any:  # type: ignore[override]
        return np.zeros(1).flags

    shape = (4,)
    strides = (1,)
    dtype = np.dtype(np.float32)


def test_a_subclass_cannot_lie_about_its_memory() -> None:
    batch = quintain.Batch("animal-chess", 4)
    actions = np.zeros(4, np.int64)
    batch.sample(actions)
    before = [batch.position(env) for env in range(4)]
    memory = np.zeros(256, np.uint8)
    unaligned = memory[1:17].view(np.float32)
    spread = np.zeros(8, np.float32)[::2]
    backwards = np.zeros(4, np.float32)[::-1]
    short = np.zeros(2, np.float32)
    locked = np.zeros(4, np.float32)
    locked.flags.writeable = False
    wide = np.zeros(4, np.float64)
    for array in (unaligned, spread, backwards, short, locked, wide):
        with pytest.raises((TypeError, ValueError), match=r"^rewards must"):
            batch.step(actions, rewards=array.view(Liar))
    assert [batch.position(env) for env in range(4)] == before
    # One that does not matter is an array like others.
    assert batch.step(actions, rewards=np.ma.masked_array(np.zeros(4, np.float32))) == 0


class Elsewhere:
    """What memory of a graphics card looks like."""

    def __dlpack__(self, **_: Any) -> Any:
        raise BufferError("not in this memory")

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0


@pytest.mark.parametrize(
    "array",
    [
        Elsewhere(),
        memoryview(bytearray(16)),
        bytearray(16),
        np.zeros(4, [("a", np.float32)]),
        np.zeros(4, object),
        np.zeros(4, np.float16),
        np.zeros(4, "datetime64[s]"),
        np.zeros(4, "U1"),
        np.broadcast_to(np.zeros(1, np.float32), 4),
        np.lib.stride_tricks.as_strided(np.zeros(1, np.float32), (4,), (0,)),
        np.lib.stride_tricks.as_strided(np.zeros(16, np.float32), (4,), (12,)),
        np.float32(0),
        float("nan"),
        ...,
    ],
    ids=repr,
)
def test_nothing_else_is_taken_for_an_array(array: Any) -> None:
    batch = quintain.Batch("animal-chess", 4)
    actions = np.zeros(4, np.int64)
    batch.sample(actions)
    with pytest.raises((TypeError, ValueError), match=r"^rewards must"):
        batch.step(actions, rewards=array)
    with pytest.raises((TypeError, ValueError), match=r"^actions must"):
        batch.step(array)
    with pytest.raises((TypeError, ValueError), match=r"^actions must"):
        batch.sample(array)
    assert not batch.plies.any()


def test_a_file_that_is_only_read_is_not_written_to(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "rewards"
    file.write_bytes(bytes(16))
    batch = quintain.Batch("sight", 4, 3)
    actions = np.zeros(4, np.int64)
    batch.sample(actions)
    with pytest.raises(ValueError, match="rewards must be writable"):
        batch.step(actions, rewards=np.memmap(file, np.float32, "r"))
    batch.step(actions, rewards=np.memmap(file, np.float32, "r+"))
    assert file.stat().st_size == 16


def test_threads_that_share_a_batch_or_its_arrays_do_no_harm() -> None:
    batch = quintain.Batch("animal-chess", 512)
    others = [quintain.Batch("animal-chess", 512, seed=i) for i in range(4)]
    buffers = Buffers(batch)
    faults: list[BaseException] = []
    played: list[int] = []
    refused: list[str] = []

    def step(own: quintain.Batch, actions: Any) -> None:
        try:
            own.sample(actions)
            own.step(actions, **buffers.results())
            played.append(1)
        except (RuntimeError, ValueError) as error:
            refused.append(str(error))
        except BaseException as error:
            faults.append(error)

    def play(own: quintain.Batch) -> None:
        actions = np.zeros(512, np.int64)
        for _ in range(100):
            step(own, actions)

    threads = [threading.Thread(target=play, args=(own,)) for own in [batch, batch, *others]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults
    assert len(played) + len(refused) == 600
    assert played
    # In use by another thread, and said so.
    assert all("borrowed" in text or "share memory" in text for text in refused)


def test_an_iterator_that_uses_the_batch_it_resets_is_an_exception() -> None:
    batch = quintain.Batch("sight", 3, 3)

    def seeds() -> Iterator[int]:
        yield 1
        batch.reset(0)
        yield 2

    with pytest.raises(RuntimeError, match="borrowed"):
        batch.reset(seed=seeds())

    def endless() -> Iterator[int]:
        while True:
            yield 1

    with pytest.raises(ValueError, match="seed must have one number per game, 3, not more"):
        batch.reset(seed=endless())


def test_seeds_may_be_an_array() -> None:
    def play(seed: Any) -> list[quintain.Position]:
        batch = quintain.Batch("incognito", 3, 4, seed=seed)
        actions = np.zeros(3, np.int64)
        for _ in range(5):
            batch.sample(actions)
            batch.step(actions)
        return [batch.position(env) for env in range(3)]

    assert play(np.array([7, 8, 9])) == play([7, 8, 9]) == play(7) == play(np.int64(7))
    with pytest.raises(TypeError, match="seed must be a whole number, not float64"):
        quintain.Batch("sight", 2, seed=np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match="seed must be from 0"):
        quintain.Batch("sight", 2, seed=[1, 10**5000])


def test_a_game_that_was_cut_off_is_not_said_to_have_ended_by_its_rules() -> None:
    batch = quintain.Batch("animal-chess", 1, auto_reset=False, max_plies=2)
    buffers = Buffers(batch)
    for _ in range(4):
        batch.sample(buffers.actions)
        batch.step(buffers.actions, **buffers.results())
    assert buffers.status[0] == OVER
    assert (buffers.terminated[0], buffers.truncated[0]) == (False, True)


def test_finished_positions_can_be_set_and_are_over() -> None:
    position = quintain.start("knights-duel", 4)
    while not position.is_over:
        position.play(position.legal_moves()[0])
    batch = quintain.Batch("knights-duel", 2, 4, auto_reset=False)
    batch.set_position(1, position)
    buffers = Buffers(batch)
    batch.sample(buffers.actions)
    assert buffers.actions[1] == -1
    assert batch.step(buffers.actions, **buffers.results()) == 1
    assert buffers.status.tolist() == [0, OVER]
    assert buffers.terminated.tolist() == [False, True]
    assert batch.position(1) == position


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda s, o, p: (o[0, 0], p, 0), ValueError, "observations must have shape"),
        (lambda s, o, p: (o[..., :-1], p, 0), ValueError, "observations must have shape"),
        (lambda s, o, p: (o.tolist(), p, 0), TypeError, "observations must be a numpy array"),
        (lambda s, o, p: (o, p[:, :-1], 0), ValueError, "policies must have shape"),
        (lambda s, o, p: (o, None, 0), TypeError, "policies must be a numpy array"),
        (lambda s, o, p: (o, p, 1.5), TypeError, "symmetry must be a whole number, not float"),
        (lambda s, o, p: (o, p, -1), ValueError, "symmetry must be from 0 to 1"),
    ],
)
def test_a_bad_argument_of_a_symmetry_is_named(
    call: Callable[..., Any], error: type[Exception], text: str
) -> None:
    space = quintain.Space("animal-chess")
    seen = np.zeros((2, *space.observation_shape), np.float32)
    policies = np.zeros((2, space.action_count), np.float32)
    with pytest.raises(error, match=text):
        learn.augment(space, *call(space, seen, policies))


@pytest.mark.parametrize("action", ["x", 1.0, None, [1], np.zeros(2, np.int64), b"1"], ids=repr)
def test_an_action_that_is_no_number_is_an_exception_everywhere(action: Any) -> None:
    import pyspiel

    import quintain.openspiel  # noqa: F401
    from quintain.gymnasium import GameEnv, GameVectorEnv
    from quintain.pettingzoo import raw_env

    game = GameEnv("sight", 3)
    game.reset(seed=1)
    with pytest.raises(TypeError, match="action must be a whole number"):
        game.step(action)
    if action is not None:
        aec = raw_env("sight", 3)
        aec.reset(seed=1)
        with pytest.raises(TypeError, match="action must be a whole number"):
            aec.step(action)
    vector = GameVectorEnv("sight", 3, 3)
    vector.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match="actions must"):
        vector.step(action)
    state = pyspiel.load_game("quintain_sight(size=3)").new_initial_state()
    with pytest.raises((TypeError, ValueError, pyspiel.SpielError)):
        state.apply_action(action)
    assert game._batch.plies[0] == 0 and not vector._batch.plies.any()


def test_numbers_that_are_no_action_are_illegal_everywhere() -> None:
    import pyspiel

    import quintain.openspiel  # noqa: F401
    from quintain.gymnasium import GameEnv, GameVectorEnv
    from quintain.pettingzoo import raw_env

    game = GameEnv("sight", 3)
    game.reset(seed=1)
    aec = raw_env("sight", 3)
    aec.reset(seed=1)
    for action in (-1, 81, 2**31, 2**63, -(2**70), 10**30):
        assert game.step(action)[4]["illegal"]
        with pytest.raises(ValueError, match="action must be a legal action"):
            aec.step(action)
    vector = GameVectorEnv("sight", 2, 3)
    vector.reset(seed=1)
    info = vector.step(np.array([2**64 - 1, 2**63], np.uint64))[4]
    assert info["status"].tolist() == [1, 1]
    with pytest.raises(ValueError, match=r"actions must have shape \(2,\), not \(\)"):
        vector.step(np.int64(0))
    state = pyspiel.load_game("quintain_sight(size=3)").new_initial_state()
    state.apply_action(4)
    with pytest.raises(ValueError, match="action must be a legal action, not 4"):
        state.apply_action(4)
    drawn = pyspiel.load_game("quintain_incognito").new_initial_state()
    for action in (-2, 2):
        with pytest.raises(ValueError, match=f"action must be from 0 to 1, not {action}"):
            drawn.apply_action(action)


@pytest.mark.parametrize("opponent", ["deep", None, 2.5, True, b"random"], ids=repr)
def test_an_opponent_that_is_none_is_an_exception(opponent: Any) -> None:
    from quintain.gymnasium import GameEnv

    with pytest.raises(ValueError, match="opponent must be 'random', a level or a function"):
        GameEnv("sight", 3, opponent=opponent)


def test_what_cannot_be_pickled_says_so_and_garbage_is_rejected() -> None:
    batch = quintain.Batch("sight", 2, 3)
    for thing in (batch, quintain.Engine("sight", hash_mib=1)):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(thing)
        with pytest.raises(TypeError, match=r"pickle|copy"):
            copy.deepcopy(thing)
    for kind in (quintain.Position, quintain.Step, quintain.Referee, quintain.Tablebase):
        with pytest.raises(TypeError):
            kind.__new__(kind)
    good = pickle.dumps([quintain.start("sight", 3), quintain.Space("sight", 3)])
    rng = random.Random(1)
    for _ in range(2000):
        bad = bytearray(good)
        # Letters and digits only: other opcodes of pickle can call anything, ours or not.
        places = [i for i, byte in enumerate(bad) if chr(byte).isalnum() and byte < 128]
        bad[rng.choice(places)] = rng.choice(b"0123456789abcxyzBW/.")
        try:
            pickle.loads(bytes(bad))
        except Exception as error:
            assert type(error).__name__ != "PanicException"


MEMORY = """
import resource, numpy as np, quintain

def nothing(seen, masks):
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)

positions = [quintain.start("catapult")] * 20000
quintain.mcts(positions[:2], nothing, simulations=1)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (64 << 20),) * 2)
try:
    quintain.mcts(positions, nothing, simulations=1)
except MemoryError:
    print("no memory")
"""


def test_no_memory_for_a_search_is_a_memory_error() -> None:
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "no memory\n"), done.stderr


def test_control_c_ends_the_waiting_for_an_engine_in_use() -> None:
    engine = quintain.Engine("catapult", hash_mib=1)
    position = quintain.start("catapult")
    other = threading.Thread(target=lambda: engine.analyse(position, time=6))
    other.start()
    time.sleep(0.3)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        engine.analyse(position, time=6)
    assert time.monotonic() - began < 4
    other.join()
