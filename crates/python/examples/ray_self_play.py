"""The same as ``alphazero.py``, with self-play spread over machines by Ray:

    python ray_self_play.py [--workers N] [--address ADDRESS] [--iterations N]

Without an address, Ray starts on this machine. ``examples/run_ray`` installs what it needs.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import ray

import alphazero
from alphazero import Samples
from network import Floats


@ray.remote(num_cpus=1)  # type: ignore[untyped-decorator]
def self_play(parameters: list[Floats], games: int, simulations: int, seed: int) -> Samples:
    """Games of one worker, with the network as it was when they began."""
    network = alphazero.new_network(0)
    network.parameters = parameters
    return alphazero.self_play(network, games, simulations, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--address", default=None, help="a Ray cluster")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--opponent", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ray.init(
        address=options.address,
        num_cpus=options.workers if options.address is None else None,
        include_dashboard=False,
        log_to_driver=False,
    )
    network = alphazero.new_network(options.seed)
    rng = np.random.default_rng(options.seed)
    samples: Samples | None = None
    began = time.monotonic()
    for iteration in range(1, options.iterations + 1):
        parameters = ray.put(network.parameters)
        work = [
            self_play.remote(
                parameters, 128, 48, options.seed + 100_000 * worker + 1000 * iteration
            )
            for worker in range(options.workers)
        ]
        for new in ray.get(work):
            samples = (samples.join(new) if samples else new).latest(60_000)
        assert samples is not None
        policy, value = alphazero.improve(network, samples, rng, steps=100)
        print(
            f"iteration {iteration:3}  samples {len(samples.values):6}  policy loss {policy:.3f}"
            f"  value loss {value:.3f}  {time.monotonic() - began:5.0f} s",
            flush=True,
        )
    ray.shutdown()
    score = alphazero.match(
        alphazero.searcher(network, 100), options.opponent, pairs=50, seed=options.seed
    )
    print(f"trained network with 100 simulations: {score:.0%} against level {options.opponent}")


if __name__ == "__main__":
    main()
