#!/usr/bin/env python3
"""A complete bot for a Quintain server, with nothing but Python's standard library.

It offers games in the lobby and plays all running games of its account until you stop it. It
knows no rules: the server lists the legal moves. To make it stronger, change `choose`.

    1. Sign up on the server with a browser, with an account that is only for the bot. To play
       rated games, mark it as a program's in the settings: such an account has ratings of its
       own, and meets other programs in rated games. Without that, all games are casual.
    2. Create an access token at /programs.
    3. QUINTAIN_TOKEN=qt_... python3 bot.py --server http://localhost:7878 --game sight

It ends by itself, with an error, if the server refuses something for good: a token that is wrong
or was revoked, a game that does not exist. Python 3.9 or newer.
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
import uuid

# The seconds to wait before another attempt, if the server does not say.
RETRY_SECONDS = 2


class ApiError(Exception):
    """The server rejected a request, and why."""

    def __init__(self, status, code, message, retry_after=None):
        super().__init__(f"{message} ({code}, {status})")
        self.status = status
        self.code = code
        self.retry_after = retry_after or RETRY_SECONDS

    def is_outdated(self):
        """The game has changed in the meantime: look at it again."""
        return self.status == 409

    def is_permanent(self):
        """The same request will be rejected every time."""
        return 400 <= self.status < 500 and self.status not in (408, 409, 429)


class Server:
    """The few requests that a bot needs."""

    def __init__(self, address, token):
        self.address = address.rstrip("/")
        self.token = token

    def open(self, method, path, body=None, timeout=60):
        """Sends a request and returns the open response."""
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
                code, text = body["code"], body["message"]["text"]
            except (ValueError, KeyError):
                code, text = "unknown", str(error)
            seconds = error.headers.get("Retry-After", "")
            retry_after = int(seconds) if seconds.isdigit() else None
            raise ApiError(error.code, code, text, retry_after) from None

    def call(self, method, path, body=None):
        """Sends a request and returns the response's JSON."""
        with self.open(method, path, body) as response:
            return json.load(response)

    def stream(self, path):
        """Yields the messages of a stream."""
        # The server sends an empty line every 15 seconds, so silence means a dead connection.
        with self.open("GET", path, timeout=45) as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)


def choose(view):
    """Chooses a random move. `view` has the position, the pieces and all legal moves."""
    return random.choice(view["moves"])["text"]


class Bot:
    def __init__(self, server, me, log=print, sleep=time.sleep):
        self.server = server
        self.me = me
        self.log = log
        self.sleep = sleep
        self.playing = {}
        # Why the bot has to end, once it has to.
        self.refused = None

    def play(self, game_id):
        """Plays one game to its end; returns whether it was reached."""
        for message in self.server.stream(f"/api/games/{game_id}/stream"):
            if message["type"] == "snapshot":
                snapshot = message["snapshot"]
                sides = snapshot["your_sides"]
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
                result = outcome["result"] if outcome else []
                sentences = [sentence["text"] for sentence in result] or ["aborted"]
                self.log(f"{game_id}: {' '.join(sentences)}")
                return True
            if state == "running" and view["turn"] in sides:
                self.move(game_id, choose(view), plies)
        return False

    def move(self, game_id, text, plies):
        """Plays a move.

        The request id belongs to this decision alone: sending the request again with the same id
        does no harm if the first one arrived after all, and another decision has another id, even
        at the same ply after a move was taken back.
        """
        action = {"kind": "move", "text": text, "ply": plies}
        request = {"request_id": uuid.uuid4().hex, "action": action}
        while True:
            try:
                self.server.call("POST", f"/api/games/{game_id}/actions", request)
                return
            except ApiError as error:
                if error.is_outdated():
                    return  # The stream says what has changed.
                if error.is_permanent():
                    raise
                self.log(f"{game_id}: {error}")
                self.sleep(error.retry_after)
            except OSError as error:
                self.log(f"{game_id}: lost the connection ({error})")
                self.sleep(RETRY_SECONDS)

    def keep_playing(self, game_id):
        """Plays a game in a thread of its own, and reconnects after errors."""
        while not self.refused:
            seconds = RETRY_SECONDS
            try:
                if self.play(game_id):
                    break
            except ApiError as error:
                self.log(f"{game_id}: {error}")
                if error.is_permanent():
                    # A game may be gone; any other refusal would meet the next game too.
                    if error.status != 404:
                        self.refused = error
                    break
                seconds = error.retry_after
            except OSError as error:
                self.log(f"{game_id}: lost the connection ({error})")
            self.sleep(seconds)
        self.playing.pop(game_id, None)

    def run(self, seek, games=None):
        """Plays all its games and keeps one seek open.

        Ends after this many games, or with an error that no other attempt would avoid.
        """
        started = 0
        seen = set()
        while games is None or started < games or self.playing:
            seconds = 1
            try:
                my_games = self.server.call("GET", "/api/me/games")
                for game in my_games:
                    if game["state"] == "running" and game["id"] not in seen:
                        # A game that is gone is not tried again.
                        seen.add(game["id"])
                        started += 1
                        self.log(f"{game['id']}: {game['name']['text']} starts")
                        thread = threading.Thread(
                            target=self.keep_playing, args=(game["id"],), daemon=True
                        )
                        self.playing[game["id"]] = thread
                        thread.start()
                waiting = any(game["state"] == "waiting" for game in my_games)
                idle = not waiting and not self.playing
                if seek and idle and (games is None or started < games):
                    game = self.server.call("POST", "/api/games", seek)
                    self.log(f"{game['id']}: {game['name']['text']} is {game['state']}")
                    continue
            except ApiError as error:
                self.log(f"error: {error}")
                if error.is_permanent():
                    raise
                seconds = error.retry_after
            except OSError as error:
                self.log(f"error: {error}")
                seconds = RETRY_SECONDS
            if not self.refused:
                self.sleep(seconds)
            if self.refused:
                raise self.refused


def main():
    parser = argparse.ArgumentParser(description="Plays on a Quintain server.")
    parser.add_argument("--server", default="http://localhost:7878", help="the server's address")
    parser.add_argument("--game", help="the game to offer; without it the bot only continues its games")
    parser.add_argument("--size", type=int, help="the board size")
    parser.add_argument("--seconds", type=int, default=300, help="initial time of each side")
    parser.add_argument("--increment", type=int, default=3, help="seconds added by each move")
    parser.add_argument("--rated", action="store_true", help="play rated games")
    parser.add_argument("--level", type=int, help="play against the engine of this level")
    parser.add_argument("--games", type=int, help="end after this many games")
    options = parser.parse_args()
    token = os.environ.get("QUINTAIN_TOKEN")
    if not token:
        sys.exit("Set QUINTAIN_TOKEN to an access token, created on the server's page /programs.")
    server = Server(options.server, token)
    try:
        me = server.call("GET", "/api/me")
    except (ApiError, OSError) as error:
        sys.exit(f"Cannot sign in: {error}")
    print(f"Playing as {me['name']} on {options.server}", flush=True)
    seek = None
    if options.game:
        seek = {
            "game": options.game,
            "opponent": {"kind": "anyone"},
            "time_control": {
                "kind": "clock",
                "base_ms": 1000 * options.seconds,
                "increment_ms": 1000 * options.increment,
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
    except ApiError as error:
        sys.exit(f"The server refuses: {error}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
