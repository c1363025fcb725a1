"""A small network in numpy: two hidden layers, a policy and a value; trained with Adam."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Network:
    """Observations go in; logits of all actions and a value from -1 to 1 come out."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)

        def layer(rows: int, cols: int, scale: float) -> Floats:
            return (rng.standard_normal((rows, cols)) * scale).astype(np.float32)

        self.parameters: list[Floats] = [
            layer(inputs, hidden, (2 / inputs) ** 0.5),
            np.zeros(hidden, np.float32),
            layer(hidden, hidden, (2 / hidden) ** 0.5),
            np.zeros(hidden, np.float32),
            layer(hidden, actions + 1, 0.01),
            np.zeros(actions + 1, np.float32),
        ]
        self._means = [np.zeros_like(p) for p in self.parameters]
        self._squares = [np.zeros_like(p) for p in self.parameters]
        self._steps = 0

    def __call__(self, observations: NDArray[Any], masks: NDArray[Any]) -> tuple[Floats, Floats]:
        """The evaluation that ``quintain.mcts`` asks for."""
        _, _, _, logits, values = self._forward(observations)
        return np.ascontiguousarray(logits), values

    def _forward(self, observations: NDArray[Any]) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        w1, b1, w2, b2, w3, b3 = self.parameters
        x = observations.reshape(len(observations), -1).astype(np.float32, copy=False)
        h1 = np.maximum(x @ w1 + b1, 0)
        h2 = np.maximum(h1 @ w2 + b2, 0)
        out = h2 @ w3 + b3
        return x, h1, h2, out[:, :-1], np.tanh(out[:, -1])

    def train(
        self,
        observations: NDArray[Any],
        masks: NDArray[Any],
        policies: Floats,
        values: Floats,
        rate: float = 1e-3,
    ) -> tuple[float, float]:
        """One step towards these policies and values; returns the losses of both. A policy of
        nothing but zeros is left out."""
        w2, w3 = self.parameters[2], self.parameters[4]
        x, h1, h2, logits, guess = self._forward(observations)
        logits = np.where(masks, logits, -1e9)
        logits = logits - logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        count = np.float32(len(x))
        known = policies.sum(axis=1, keepdims=True)
        d_out = np.empty((len(x), logits.shape[1] + 1), np.float32)
        d_out[:, :-1] = (chances * known - policies) / count
        d_out[:, -1] = 2 * (guess - values) * (1 - guess**2) / count
        d_h2 = (d_out @ w3.T) * (h2 > 0)
        d_h1 = (d_h2 @ w2.T) * (h1 > 0)
        gradients = [
            x.T @ d_h1,
            d_h1.sum(axis=0),
            h1.T @ d_h2,
            d_h2.sum(axis=0),
            h2.T @ d_out,
            d_out.sum(axis=0),
        ]
        self._adam(gradients, rate)
        policy_loss = -(policies * np.log(chances + 1e-9)).sum(axis=1).mean()
        return float(policy_loss), float(((guess - values) ** 2).mean())

    def _adam(self, gradients: list[Floats], rate: float) -> None:
        self._steps += 1
        scale = rate * (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        states = zip(self.parameters, gradients, self._means, self._squares, strict=True)
        for parameter, gradient, mean, square in states:
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            parameter -= scale * mean / (np.sqrt(square) + 1e-8) + rate * 1e-4 * parameter
