"""What the tests share."""

from __future__ import annotations

import signal

import quintain

# Tests that run in the background may have inherited that Ctrl-C is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

BOARDS: list[tuple[str, int | None]] = [
    (game, size) for game in quintain.games() for size in quintain.sizes(game) or [None]
]
"""Every game on every board."""
