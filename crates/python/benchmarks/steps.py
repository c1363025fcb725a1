"""Steps per second of every game, in CPU time of one core:

    python steps.py [seconds per figure]

Beside them, where they are installed, comparable games of PettingZoo and OpenSpiel.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

import quintain
from quintain.learn import Buffers

COUNT = 256


def measure(seconds: float, play: Callable[[], int]) -> float:
    """Steps per second: ``play`` returns how many it has played."""
    play()
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        steps += play()
    return steps / spent


def batches() -> Iterator[tuple[str, Callable[[], int]]]:
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


def pettingzoo() -> Iterator[tuple[str, Callable[[], int]]]:
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


def openspiel() -> Iterator[tuple[str, Callable[[], int]]]:
    try:
        import pyspiel
    except ImportError:
        return
    game = pyspiel.load_game("breakthrough(rows=6,columns=5)")

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor()
            state.apply_action(int(np.random.choice(state.legal_actions())))
            steps += 1
        return steps

    yield "open_spiel breakthrough 6x5", play


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    for source in (batches, pettingzoo, openspiel):
        for name, play in source():
            print(f"{name:32} {measure(seconds, play):12,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
