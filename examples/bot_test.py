"""Tests of the example bot, against a server that says what the test wants.

    python3 -m unittest discover --start-directory examples --pattern '*_test.py'
"""

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import bot


def snapshot(plies, turn="first", state="running"):
    """What a stream begins with."""
    summary = {"state": state, "plies": plies, "outcome": None}
    view = {"turn": turn, "moves": [{"text": "c3"}]}
    return {
        "type": "snapshot",
        "snapshot": {"your_sides": ["first"], "view": view, "summary": summary},
    }


def update(plies, turn="first", state="running"):
    """What happens then."""
    view = {"turn": turn, "moves": [{"text": "c3"}]}
    body = {"view": view, "state": state, "plies": plies, "outcome": None}
    return {"type": "update", "update": body}


class ScriptedServer:
    """Streams some messages, and answers each move with the next of some statuses (200 then)."""

    def __init__(self, messages=(), statuses=(), seek_status=200):
        script = self
        self.requests = []
        self.statuses = list(statuses)
        self.seeks = 0
        self.waits = 0

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *args):
                pass

            def answer(self, status, body):
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def refuse(self, status):
                self.answer(status, {"code": "some_code", "message": {"text": "no"}})

            def do_GET(self):
                if self.path == "/api/me/games":
                    return self.answer(200, [])
                self.send_response(200)
                self.end_headers()
                for message in messages:
                    self.wfile.write(json.dumps(message).encode() + b"\n")

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if self.path == "/api/games":
                    script.seeks += 1
                    if seek_status != 200:
                        return self.refuse(seek_status)
                    return self.answer(200, {})
                script.requests.append(body)
                status = script.statuses.pop(0) if script.statuses else 200
                if status is None:
                    # The request arrived, but the answer is lost.
                    self.close_connection = True
                elif status == 200:
                    self.answer(200, {})
                else:
                    self.refuse(status)

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def bot(self):
        address = f"http://127.0.0.1:{self.http.server_address[1]}"
        server = bot.Server(address, "token")
        return bot.Bot(server, {"name": "Ada"}, log=lambda text: None, sleep=self.wait)

    def wait(self, seconds):
        """No time passes, but a bot that tries again and again is stopped."""
        self.waits += 1
        if self.waits > 20:
            raise AssertionError("the bot tries without end")

    def ids(self):
        return [request["request_id"] for request in self.requests]


class BotTest(unittest.TestCase):
    def serve(self, *args, **kwargs):
        server = ScriptedServer(*args, **kwargs)
        self.addCleanup(server.http.server_close)
        self.addCleanup(server.http.shutdown)
        return server

    def test_a_decision_after_a_takeback_has_an_id_of_its_own(self):
        # The move at ply 2 is taken back, and the bot is to move at ply 2 again.
        messages = [snapshot(2), update(3, turn="second"), update(2), update(2, state="ended")]
        server = self.serve(messages)
        self.assertTrue(server.bot().play("game"))
        self.assertEqual([request["action"]["ply"] for request in server.requests], [2, 2])
        self.assertEqual(len(set(server.ids())), 2)

    def test_a_request_is_repeated_with_the_same_id(self):
        messages = [snapshot(0), update(1, state="ended")]
        server = self.serve(messages, statuses=[None, 503, 429, 200])
        server.bot().play("game")
        self.assertEqual(len(server.requests), 4)
        self.assertEqual(len(set(server.ids())), 1)

    def test_a_move_for_an_older_state_is_not_repeated(self):
        messages = [snapshot(0), update(1, state="ended")]
        server = self.serve(messages, statuses=[409])
        server.bot().play("game")
        self.assertEqual(len(server.requests), 1)

    def test_a_permanent_refusal_ends_the_bot(self):
        for status in (400, 401, 403, 422):
            server = self.serve([snapshot(0)], statuses=[status] * 5)
            player = server.bot()
            player.keep_playing("game")
            self.assertEqual(len(server.requests), 1)
            self.assertEqual(player.refused.status, status)

    def test_a_game_that_is_gone_does_not_end_the_bot(self):
        server = self.serve([snapshot(0)], statuses=[404])
        player = server.bot()
        player.keep_playing("game")
        self.assertIsNone(player.refused)

    def test_an_offer_that_is_refused_for_good_is_made_once(self):
        server = self.serve(seek_status=400)
        with self.assertRaises(bot.ApiError):
            server.bot().run({"game": "chess"})
        self.assertEqual(server.seeks, 1)


if __name__ == "__main__":
    unittest.main()
