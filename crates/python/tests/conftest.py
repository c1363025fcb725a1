"""What the tests share."""

from __future__ import annotations

import quintain

BOARDS: list[tuple[str, int | None]] = [
    (game, size) for game in quintain.games() for size in quintain.sizes(game) or [None]
]
"""Every game on every board."""
