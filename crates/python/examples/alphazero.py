"""Teaches a small network Knight's Duel on the board of 5x5 by self-play, as AlphaZero does, and
lets it play against the engine:

    python alphazero.py [--iterations N] [--opponent LEVEL]

One process, no other library than numpy, a few minutes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from copy import copy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import quintain
from network import Floats, Network
from quintain import learn
from quintain.learn import Buffers

GAME, SIZE = "knights-duel", 5
SPACE = quintain.Space(GAME, SIZE)
Player = Callable[[list[quintain.Position]], list[str]]


class Samples(NamedTuple):
    """Positions, what the search made of them, and who won."""

    observations: NDArray[Any]
    masks: NDArray[Any]
    policies: Floats
    values: Floats

    def join(self, others: Samples) -> Samples:
        return Samples(*map(np.concatenate, zip(self, others, strict=True)))

    def latest(self, count: int) -> Samples:
        return Samples(*(part[-count:] for part in self))

    def pick(self, rows: NDArray[Any]) -> Samples:
        return Samples(*(part[rows] for part in self))


def new_network(seed: int) -> Network:
    return Network(int(np.prod(SPACE.observation_shape)), SPACE.action_count, seed=seed)


def self_play(network: Network, games: int, simulations: int, seed: int) -> Samples:
    """Games of the network against itself, all at once, each to its end."""
    batch = quintain.Batch(GAME, games, SIZE, seed=seed, auto_reset=False)
    buffers = Buffers(batch, np.float32)
    batch.observe(**buffers.views())
    rng = np.random.default_rng(seed)
    played: list[tuple[NDArray[Any], NDArray[Any], Floats, NDArray[Any], NDArray[Any]]] = []
    winners = np.zeros(games, np.int8)
    while buffers.masks.any():
        visits, _ = quintain.mcts(
            batch, network, simulations=simulations, noise_alpha=0.5, seed=seed + len(played)
        )
        going = np.flatnonzero(visits.any(axis=1))
        policies = (visits[going] / visits[going].sum(axis=1, keepdims=True)).astype(np.float32)
        seen = buffers.observations[going].copy(), buffers.masks[going].copy()
        played.append((*seen, policies, going, buffers.players[going].copy()))
        # Moves are drawn by their visits: the games must differ.
        drawn = policies.cumsum(axis=1) > rng.random((len(going), 1)).astype(np.float32)
        buffers.actions[:] = -1
        buffers.actions[going] = np.where(
            drawn.any(axis=1), drawn.argmax(axis=1), policies.argmax(axis=1)
        )
        movers = buffers.players.copy()
        batch.step(buffers.actions, **buffers.results())
        ended = going[buffers.terminated[going]]
        # Rewards are for the side that moved: 1 means that it has won.
        winners[ended] = np.where(buffers.rewards[ended] > 0, movers[ended], 1 - movers[ended])
    results = [np.where(winners[who] == side, 1, -1) for *_, who, side in played]
    return Samples(
        np.concatenate([row[0] for row in played]),
        np.concatenate([row[1] for row in played]),
        np.concatenate([row[2] for row in played]),
        np.concatenate(results).astype(np.float32),
    )


def improve(
    network: Network, samples: Samples, rng: np.random.Generator, steps: int
) -> tuple[float, float]:
    """Trains on random samples, each seen through a random symmetry of the board."""
    losses = []
    for _ in range(steps):
        chosen = samples.pick(rng.integers(len(samples.values), size=256))
        symmetry = int(rng.integers(len(SPACE.symmetries()[0])))
        seen, policies = learn.augment(SPACE, chosen.observations, chosen.policies, symmetry)
        _, masks = learn.augment(SPACE, chosen.observations, chosen.masks, symmetry)
        losses.append(network.train(seen, masks, policies, chosen.values))
    policy, value = np.mean(losses, axis=0)
    return float(policy), float(value)


def searcher(network: Network, simulations: int) -> Player:
    """A player that searches with the network."""

    def choose(positions: list[quintain.Position]) -> list[str]:
        visits, _ = quintain.mcts(positions, network, simulations=simulations)
        return [
            SPACE.move_text(position, int(action))
            for position, action in zip(positions, visits.argmax(axis=1), strict=True)
        ]

    return choose


def intuition(network: Network) -> Player:
    """A player that takes the network's first choice, without any search."""

    def choose(positions: list[quintain.Position]) -> list[str]:
        seen = np.stack([learn.observation(SPACE, position) for position in positions])
        masks = np.stack([learn.mask(SPACE, position) for position in positions])
        logits, _ = network(seen, masks)
        actions = np.where(masks, logits, -np.inf).argmax(axis=1)
        return [
            SPACE.move_text(position, int(action))
            for position, action in zip(positions, actions, strict=True)
        ]

    return choose


def match(player: Player, level: int, pairs: int, seed: int) -> float:
    """The share of games that the player wins against the engine. Each opening of two random plies
    is played twice, with either side."""
    rng = np.random.default_rng(seed)
    games: list[tuple[quintain.Position, str]] = []
    for _ in range(pairs):
        opening = quintain.start(GAME, SIZE)
        for _ in range(2):
            opening.play(str(rng.choice(opening.legal_moves())))
        games += [(copy(opening), side) for side in ("first", "second")]
    engines = [quintain.Engine(GAME, level=level, seed=i, hash_mib=1) for i in range(len(games))]
    while going := [i for i, (position, _) in enumerate(games) if not position.is_over]:
        own = [i for i in going if games[i][0].turn == games[i][1]]
        chosen = player([games[i][0] for i in own]) if own else []
        for i, move in zip(own, chosen, strict=True):
            games[i][0].play(move)
        for i in set(going) - set(own):
            reply = engines[i].best_move(games[i][0])
            assert reply is not None
            games[i][0].play(reply)
    return float(np.mean([position.winner == side for position, side in games]))


def train(network: Network, iterations: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    samples: Samples | None = None
    began = time.monotonic()
    for iteration in range(1, iterations + 1):
        new = self_play(network, games=128, simulations=48, seed=seed + 1000 * iteration)
        samples = (samples.join(new) if samples else new).latest(30_000)
        policy, value = improve(network, samples, rng, steps=100)
        if iteration % 5 == 0:
            spent = time.monotonic() - began
            print(
                f"iteration {iteration:3}  policy loss {policy:.3f}  value loss {value:.3f}"
                f"  {spent:5.0f} s",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=40)
    parser.add_argument("--opponent", type=int, default=3, help="level of the engine, 1 to 8")
    parser.add_argument("--pairs", type=int, default=50, help="openings of the final match")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    network = new_network(options.seed)
    players = (("with 100 simulations", searcher(network, 100)), ("alone", intuition(network)))
    for when in ("untrained", "trained"):
        if when == "trained":
            train(network, options.iterations, options.seed)
        for name, player in players:
            score = match(player, options.opponent, options.pairs, options.seed)
            print(f"{when} network {name}: {score:.0%} against level {options.opponent}")


if __name__ == "__main__":
    main()
