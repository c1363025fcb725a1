"""Steps per second of every game, in CPU time of one core:

    python steps.py [seconds per figure]

Random play, with the observation and the mask of legal actions after every step. Beside our games
are comparable ones of PettingZoo, OpenSpiel and Pgx, as far as these are installed;
``benchmarks/run`` installs them.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import quintain
from quintain.learn import Buffers

COUNT = 256
Play = Callable[[], int]


def measure(seconds: float, play: Play) -> float:
    """Steps per second of CPU time, all threads added up; ``play`` returns how many it played.
    The best of five parts counts, which other work on the machine disturbs least."""
    play()
    best = 0.0
    for _ in range(5):
        steps, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds / 5:
            steps += play()
        best = max(best, steps / spent)
    return best


def batches() -> Iterator[tuple[str, Play]]:
    for game in quintain.games():
        for dtype in (np.uint8, np.float32):
            batch = quintain.Batch(game, COUNT, seed=1, max_plies=200)
            buffers = Buffers(batch, dtype)
            batch.sample(buffers.actions)

            def play(batch: quintain.Batch = batch, buffers: Buffers = buffers) -> int:
                batch.step(buffers.actions, **buffers.results())
                batch.sample(buffers.actions)
                return COUNT

            yield f"quintain {game} {np.dtype(dtype).name}", play


def pettingzoo() -> Iterator[tuple[str, Play]]:
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError:
        return
    env = connect_four_v3.env()

    def play() -> int:
        env.reset(seed=1)
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if over else int(np.random.choice(legal)))
            steps += not over
        return steps

    yield "pettingzoo connect_four", play


def openspiel() -> Iterator[tuple[str, Play]]:
    try:
        import pyspiel
    except ImportError:
        return
    for name, text in (
        ("breakthrough 6x5", "breakthrough(rows=6,columns=5)"),
        ("connect_four", "connect_four"),
    ):
        game = pyspiel.load_game(text)

        def play(game: Any = game) -> int:
            state, steps = game.new_initial_state(), 0
            while not state.is_terminal():
                np.asarray(state.observation_tensor(), np.float32)
                np.asarray(state.legal_actions_mask(), np.bool_)
                legal = state.legal_actions()
                state.apply_action(legal[int(np.random.random() * len(legal))])
                steps += 1
            return steps

        yield f"open_spiel {name}", play


def pgx() -> Iterator[tuple[str, Play]]:
    try:
        import jax
        import pgx as games
    except ImportError:
        return
    jax.config.update("jax_platforms", "cpu")
    for name in ("animal_shogi", "connect_four"):
        env = games.make(name)
        keys = jax.random.split(jax.random.PRNGKey(1), COUNT)
        state = jax.jit(jax.vmap(env.init))(keys)

        def one(state: Any, key: Any, env: Any = env) -> Any:
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            action = jax.random.categorical(key, logits)
            step = games.experimental.auto_reset(env.step, env.init)
            return step(state, action, key)

        step = jax.jit(jax.vmap(one))
        held = [state, jax.random.PRNGKey(2)]

        def play(held: list[Any] = held, step: Any = step) -> int:
            held[1], own = jax.random.split(held[1])
            held[0] = step(held[0], jax.random.split(own, COUNT))
            held[0].observation.block_until_ready()
            return COUNT

        yield f"pgx {name}", play


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for source in (batches, pettingzoo, openspiel, pgx):
        for name, play in source():
            print(f"{name:32} {measure(seconds, play):12,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
