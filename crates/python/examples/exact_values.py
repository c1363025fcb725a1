"""Teaches a small network the exact winning probabilities of Incognito's endgames on the board of
5x5, and measures its error on positions that it has not seen:

    python exact_values.py [--pieces N]

The endgame table is computed first; a few minutes in all.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import quintain
from network import Floats, Network
from quintain import learn

GAME, SIZE = "incognito", 5
SPACE = quintain.Space(GAME, SIZE)


def endgames(table: quintain.Tablebase, count: int, seed: int) -> tuple[NDArray[Any], Floats]:
    """Different positions of random games that the table knows: observations and values."""
    batch = quintain.Batch(GAME, 256, SIZE, seed=seed, max_plies=150)
    actions = np.zeros(len(batch), np.int64)
    found: dict[quintain.Position, float] = {}
    while len(found) < count:
        batch.sample(actions)
        batch.step(actions)
        for env in range(len(batch)):
            position = batch.position(env)
            chance = table.win_probability(position)
            if chance is not None and not position.is_over:
                found[position] = 2 * chance - 1
    positions = list(found)[:count]
    seen = np.stack([learn.observation(SPACE, position) for position in positions])
    return seen, np.array([found[position] for position in positions], np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pieces", type=int, default=2, help="pieces of a side in the table")
    parser.add_argument("--positions", type=int, default=40_000)
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    table = quintain.Tablebase.build(quintain.start(GAME, SIZE), options.pieces, threads=2)
    print(f"table of {table.positions:,} positions after {time.monotonic() - began:.0f} s")
    seen, values = endgames(table, options.positions, options.seed)
    kept = len(values) * 4 // 5
    print(f"{kept} positions to learn, {len(values) - kept} to test with")
    # Only values are learned: the policy has one action and nothing to learn.
    network = Network(seen[0].size, actions=1, hidden=256, seed=options.seed)
    rng = np.random.default_rng(options.seed)
    nothing = np.zeros((256, 1), np.float32)
    for epoch in range(1, options.epochs + 1):
        order = rng.permutation(kept)
        for start in range(0, kept - 255, 256):
            rows = order[start : start + 256]
            network.train(seen[rows], nothing == 0, nothing, values[rows])
        if epoch % 20 == 0:
            report(network, seen[kept:], values[kept:], f"epoch {epoch}", began)
    mean = values[:kept].mean()
    blind = float(np.sqrt(((values[kept:] - mean) ** 2).mean()))
    print(f"always guessing the mean: error {blind:.3f}")


def report(
    network: Network,
    seen: NDArray[Any],
    values: Floats,
    when: str,
    began: float,
) -> None:
    _, guesses = network(seen, np.ones((len(seen), 1), np.bool_))
    error = float(np.sqrt(((guesses - values) ** 2).mean()))
    decided = np.abs(values) > 0.1
    right = float((np.sign(guesses) == np.sign(values))[decided].mean())
    spent = time.monotonic() - began
    print(f"{when}: error {error:.3f}, right side in {right:.1%}, {spent:.0f} s", flush=True)


if __name__ == "__main__":
    main()
