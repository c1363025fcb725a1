#!/usr/bin/env python3
"""A complete bot for a Quintain server, with nothing but Python's standard library.

It offers games in the lobby, plays every game of its account that is running, and goes on until
you stop it. It knows no rules: the server tells the legal moves. To make it stronger, change
`choose`.

    1. Sign up on the server with a browser, and make a token on your profile page.
    2. QUINTAIN_TOKEN=qt_... python3 bot.py --server http://localhost:7878 --game sight

Python 3.9 or newer.
"""

import argparse
import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request


class Refused(Exception):
    """The server said no, and why."""

    def __init__(self, status, code, message):
        super().__init__(f"{message} ({code}, {status})")
        self.status = status
        self.code = code


class Server:
    """The few requests that a bot needs."""

    def __init__(self, address, token):
        self.address = address.rstrip("/")
        self.token = token

    def open(self, method, path, body=None, timeout=60):
        """Sends a request and gives the open answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=data, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            return urllib.request.urlopen(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            try:
                body = json.load(error)
                raise Refused(error.code, body["code"], body["message"]) from None
            except (ValueError, KeyError):
                raise Refused(error.code, "unknown", str(error)) from None

    def call(self, method, path, body=None):
        """Sends a request and gives the JSON of the answer."""
        with self.open(method, path, body) as answer:
            return json.load(answer)

    def stream(self, path):
        """Gives the messages of a stream, one after the other."""
        # The server sends an empty line every 15 seconds, so silence means trouble.
        with self.open("GET", path, timeout=45) as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)


def choose(view):
    """Chooses a move: here, any. `view` has the position, the pieces and all legal moves."""
    return random.choice(view["moves"])["text"]


class Bot:
    def __init__(self, server, me, log=print):
        self.server = server
        self.me = me
        self.log = log
        self.playing = {}

    def play(self, game):
        """Plays one game to its end."""
        for message in self.server.stream(f"/api/games/{game}/stream"):
            if message["type"] == "snapshot":
                snapshot = message["snapshot"]
                sides = snapshot["yours"]
                view, state = snapshot["view"], snapshot["summary"]["state"]
                plies = snapshot["summary"]["plies"]
                outcome = snapshot["summary"]["outcome"]
            elif message["type"] == "update":
                update = message["update"]
                view = update["view"] or view
                state, plies, outcome = update["state"], update["plies"], update["outcome"]
            else:
                continue
            if state in ("ended", "aborted"):
                self.log(f"{game}: {outcome['text'] if outcome else 'called off'}")
                return
            if state == "running" and view["turn"] in sides:
                self.move(game, choose(view), plies)

    def move(self, game, text, plies):
        """Plays a move. With an id and the ply, sending it twice does no harm."""
        action = {"kind": "move", "text": text, "ply": plies}
        body = {"id": f"ply-{plies}", "action": action}
        try:
            self.server.call("POST", f"/api/games/{game}/actions", body)
        except Refused as refused:
            # The game went on meanwhile: the stream tells how.
            if refused.code not in ("stale", "conflict"):
                raise

    def keep_playing(self, game):
        """Plays a game in a thread of its own, coming back after trouble."""
        while True:
            try:
                self.play(game)
                break
            except Refused as refused:
                self.log(f"{game}: {refused}")
                if refused.code == "not_found":
                    break
            except OSError as error:
                self.log(f"{game}: lost the connection ({error})")
            time.sleep(2)
        self.playing.pop(game, None)

    def run(self, seek, games=None):
        """Follows all its games and keeps one offer open; ends after so many games."""
        begun = 0
        while games is None or begun < games or self.playing:
            try:
                mine = {game["id"]: game for game in self.server.call("GET", "/api/me/games")}
                for game in mine.values():
                    if game["state"] == "running" and game["id"] not in self.playing:
                        begun += 1
                        self.log(f"{game['id']}: {game['name']} begins")
                        thread = threading.Thread(
                            target=self.keep_playing, args=(game["id"],), daemon=True
                        )
                        self.playing[game["id"]] = thread
                        thread.start()
                waits = any(game["state"] == "waiting" for game in mine.values())
                if seek and not waits and not self.playing and (games is None or begun < games):
                    made = self.server.call("POST", "/api/games", seek)
                    self.log(f"{made['id']}: {made['name']} is {made['state']}")
                    continue
            except (Refused, OSError) as error:
                self.log(f"trouble: {error}")
            time.sleep(1)


def main():
    parser = argparse.ArgumentParser(description="Plays on a Quintain server.")
    parser.add_argument("--server", default="http://localhost:7878", help="the server's address")
    parser.add_argument("--game", help="the game to offer; without it the bot only plays on")
    parser.add_argument("--size", type=int, help="the board's size")
    parser.add_argument("--seconds", type=int, default=300, help="time for each side")
    parser.add_argument("--increment", type=int, default=3, help="time added by each move")
    parser.add_argument("--rated", action="store_true", help="play for the ratings")
    parser.add_argument("--level", type=int, help="play against the engine of this level")
    parser.add_argument("--games", type=int, help="end after so many games")
    options = parser.parse_args()
    token = os.environ.get("QUINTAIN_TOKEN")
    if not token:
        sys.exit("Set QUINTAIN_TOKEN to a token from your profile page.")
    server = Server(options.server, token)
    try:
        me = server.call("GET", "/api/me")
    except (Refused, OSError) as error:
        sys.exit(f"Cannot sign in: {error}")
    print(f"Playing as {me['name']} on {options.server}", flush=True)
    seek = None
    if options.game:
        seek = {
            "game": options.game,
            "opponent": {"kind": "anyone"},
            "clock": {
                "kind": "real_time",
                "seconds": options.seconds,
                "increment": options.increment,
            },
            "rated": options.rated,
            "public": True,
        }
        if options.size:
            seek["size"] = options.size
        if options.level:
            seek["opponent"] = {"kind": "engine", "level": options.level}
    bot = Bot(server, me, log=lambda text: print(text, flush=True))
    try:
        bot.run(seek, options.games)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
