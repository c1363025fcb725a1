#!/usr/bin/env python3
"""A complete UGI engine, with nothing but Python's standard library.

It plays random moves and knows no rules: `quintain moves` lists what is legal. Put your own rules
and your own search into `choose`, and let it play:

    quintain match engine:3 'ugi:python3 examples/engine.py sight' --game sight --games 20 --time 5s

The protocol is described in docs/ugi.md. Python 3.9 or newer.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path


def program():
    """The program `quintain`: from the environment, the path, or the build of this clone."""
    built = Path(__file__).resolve().parent.parent / "target" / "release" / "quintain"
    return os.environ.get("QUINTAIN") or shutil.which("quintain") or str(built)


def choose(game, start, steps):
    """Chooses a move after some steps from a position, or from the default start if it is None."""
    command = [program(), "moves", game]
    if start is not None:
        command += ["--position", start]
    listed = subprocess.run(
        command + ["--"] + steps, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    )
    return random.choice(listed.stdout.splitlines())


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: engine.py GAME")
    game, start, steps = sys.argv[1], None, []
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "ugi":
            print("id name Random\nid author You\nugiok", flush=True)
        elif words[0] == "isready":
            print("readyok", flush=True)
        elif words[0] == "uginewgame":
            start, steps = None, []
        elif words[0] == "position":
            at = words.index("moves") if "moves" in words else len(words)
            start = " ".join(words[2:at]) if words[1] == "fen" else None
            steps = words[at + 1 :]
        elif words[0] == "go":
            print(f"bestmove {choose(game, start, steps)}", flush=True)
        elif words[0] == "quit":
            break


if __name__ == "__main__":
    main()
