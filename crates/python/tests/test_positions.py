"""Positions, records, engines and errors of every game."""

from __future__ import annotations

import copy
import doctest
import importlib
import os
import pathlib
import pickle
import random
import signal
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

import quintain
from conftest import BOARDS

ROOT = pathlib.Path(__file__).parent.parent


def random_game(
    game: str, size: int | None, seed: int, plies: int = 300
) -> list[quintain.Position]:
    rng = random.Random(seed)
    positions = [rng.choice(quintain.starts(game, size))]
    while len(positions) < plies and not positions[-1].is_over:
        event = rng.choice(positions[-1].events())
        positions.append(positions[-1].after(event.text))
    return positions


def test_the_readme_is_true() -> None:
    failed, count = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert count > 10
    assert failed == 0


@pytest.mark.parametrize("name", ["", ".pettingzoo", ".gymnasium", ".openspiel"])
def test_the_examples_in_the_documentation_are_true(name: str) -> None:
    module = importlib.import_module("quintain" + name)
    failed, count = doctest.testmod(module)
    assert count > 0
    assert failed == 0


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_positions_survive_text_pickling_and_copying(game: str, size: int | None) -> None:
    for position in random_game(game, size, 1, 40):
        twins = [
            quintain.parse(game, position.text),
            pickle.loads(pickle.dumps(position)),
            copy.copy(position),
            copy.deepcopy(position),
            eval(repr(position)),
        ]
        for twin in twins:
            assert twin == position
            assert hash(twin) == hash(position)
            assert twin is not position
        assert len({position, *twins}) == 1
        assert position != position.text
        assert (position.game, position.size) == (game, size)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_what_is_legal_can_be_played_and_chances_add_up_to_one(game: str, size: int | None) -> None:
    for position in random_game(game, size, 2):
        events = position.events()
        moves = position.legal_moves()
        assert sorted({event.move for event in events}) == moves
        assert bool(moves) != position.is_over
        chances = dict.fromkeys(moves, Fraction(0))
        for event in events:
            assert isinstance(event.probability, Fraction)
            chances[event.move] += event.probability
        assert all(chance == 1 for chance in chances.values())
        assert position.perft(1) == len(events)
        assert fromstring(position._repr_svg_()).tag.endswith("svg")
        assert position.view()["position"] == position.text
        assert position.status() and position.status("de")


def test_a_step_says_what_happened() -> None:
    position = quintain.start("sight", size=7)
    assert "d4" in position.legal_moves()
    step = position.play("d4")
    assert (step.text, step.side) == ("d4", "first")
    assert step.caption("en") != step.caption("de")
    assert "O" in str(position)
    with pytest.raises(ValueError, match="language must be one of"):
        step.caption("xx")


def test_perft_counts_as_the_reference_does() -> None:
    position = quintain.start("animal-chess")
    assert position.perft(0) == 1
    assert sum(position.divide(4).values()) == position.perft(4, threads=2)


@pytest.mark.parametrize(
    ("call", "kind", "key"),
    [
        (lambda: quintain.start("chess"), quintain.GameError, "rules.unknown-game"),
        (lambda: quintain.start("sight", 4), quintain.GameError, "rules.size-unknown"),
        (lambda: quintain.start("catapult", 9), quintain.GameError, "rules.size-fixed"),
        (lambda: quintain.parse("sight", "x"), quintain.PositionError, "rules."),
        (lambda: quintain.start("sight").play("z9"), quintain.MoveError, "rules.move-"),
        (lambda: quintain.Record.parse("?"), quintain.RecordError, "rules.record-at"),
        (lambda: quintain.start("incognito").solve(), quintain.EngineError, "engine.unsolvable"),
        (lambda: quintain.start("incognito").referee("a1"), quintain.PositionError, "rules."),
    ],
)
def test_errors_carry_their_key_and_arguments(
    call: Callable[[], Any], kind: type[quintain.QuintainError], key: str
) -> None:
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert error.key.startswith(key)
    assert error.arguments or error.key
    assert error.texts["en"] == str(error)
    assert error.texts["de"] != error.texts["en"]
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.key, again.arguments, str(again)) == (error.key, error.arguments, str(error))


def test_a_rejected_step_changes_nothing() -> None:
    position = quintain.start("incognito")
    before = position.text
    for step in ("", "a1", "c1-c1", "c1-c4+", "\0", "💥" * 1000):
        with pytest.raises(quintain.MoveError):
            position.play(step)
    assert position.text == before


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: quintain.start("sight", "big"), TypeError, "size must be a whole number"),
        (lambda: quintain.start("sight", 5.0), TypeError, "size must be a whole number"),
        (lambda: quintain.start("sight", 256), ValueError, "size must be from 0 to 255"),
        (lambda: quintain.start("sight", -1), ValueError, "size must be from 0 to 255"),
        (lambda: quintain.start("sight", 10**40), ValueError, "size must be from 0 to 255"),
        (lambda: quintain.start(5), TypeError, "game"),
        (lambda: quintain.start("sight").play(None), TypeError, "step"),
        (lambda: quintain.start("sight").perft(-1), ValueError, "depth must be from 0 to 255"),
        (lambda: quintain.start("sight").perft(3, threads=0), ValueError, "threads must be"),
        (lambda: quintain.start("sight").referee(1), ValueError, "secret must be from 0 to 0"),
        (lambda: quintain.Engine("sight", level=9), ValueError, "level must be from 1 to 8"),
        (lambda: quintain.Engine("sight", hash_mib=0), ValueError, "hash_mib must be from 1"),
        (lambda: quintain.start("sight").solve(time=-1), ValueError, "time must be a number"),
        (lambda: quintain.start("sight").solve(time="x"), TypeError, "time must be a number"),
        (lambda: quintain.Engine("sight").analyse(3), TypeError, "position"),
        (
            lambda: quintain.Engine("sight").analyse(quintain.start("catapult")),
            ValueError,
            "position must be one of sight, not of catapult",
        ),
        (
            lambda: quintain.Engine("sight").analyse(quintain.start("sight"), depth=0),
            ValueError,
            "depth must be from 1 to 255",
        ),
        (
            lambda: quintain.Engine("sight").analyse(quintain.start("sight"), moves=["q9"]),
            quintain.MoveError,
            "q9",
        ),
        (lambda: quintain.Record("x"), TypeError, "start"),
        (lambda: quintain.Record(quintain.start("sight")).end("x", "time"), ValueError, "winner"),
        (lambda: quintain.Record(quintain.start("sight")).end(None, "x"), ValueError, "reason"),
    ],
)
def test_a_bad_argument_is_named(
    call: Callable[[], Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        call()


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_records_are_written_and_read(game: str, size: int | None) -> None:
    positions = random_game(game, size, 3)
    record = quintain.Record(positions[0])
    for before, after in pairwise(positions):
        text = next(e.text for e in before.events() if before.after(e.text) == after)
        record.play(text)
    record.set_header("First", "Ada")
    record.comment("That was all.")
    again = quintain.Record.parse(str(record))
    assert again == record == pickle.loads(pickle.dumps(record)) == copy.copy(record)
    assert len(again) == len(positions) - 1
    assert again.position == positions[-1]
    assert again.headers == {"First": "Ada"}
    if positions[-1].is_over:
        assert again.result == {"first": "1-0", "second": "0-1"}[str(positions[-1].winner)]
    else:
        record.end("first", "resignation")
        assert (record.result, record.end_reason) == ("1-0", "resignation")


def test_a_referee_knows_what_a_move_reveals() -> None:
    start = quintain.start("incognito", 4)
    assert start.secret_count == 4
    for secret in range(start.secret_count):
        referee = start.referee(secret)
        assert start.referee(referee.secret).secret == referee.secret
        rng = random.Random(secret)
        while not referee.position.is_over:
            referee.play(rng.choice(referee.position.legal_moves()))
        assert referee.disclosure("en") != referee.disclosure("de")


@pytest.mark.parametrize(("game", "size"), BOARDS)
@pytest.mark.parametrize("level", [1, 8])
def test_engines_choose_legal_moves_at_every_level(game: str, size: int | None, level: int) -> None:
    engine = quintain.Engine(game, level=level, hash_mib=1, multi_pv=2)
    assert engine.game == game
    position = quintain.start(game, size)
    analysis = engine.analyse(position, nodes=500)
    assert analysis.best_move in position.legal_moves()
    assert analysis.lines and analysis.lines[0].moves
    only = position.legal_moves()[-1]
    assert engine.best_move(position, nodes=200, moves=[only]) == only
    over = random_game(game, size, 4, 2000)[-1]
    if over.is_over:
        assert engine.best_move(over, nodes=10) is None


def test_the_solver_proves_and_verifies() -> None:
    solution = quintain.start("knights-duel", 4).solve(verify=True, from_scratch=True)
    # The second player wins on every even board.
    assert solution.winner == "second"
    assert solution.proof_positions
    assert quintain.start("sight", 9).solve(nodes=10, from_scratch=True).winner is None


def test_tablebases_are_built_saved_and_used(tmp_path: pathlib.Path) -> None:
    board = quintain.start("incognito", 4)
    table = quintain.Tablebase.build(board, 1)
    table.save(tmp_path / "table")
    again = quintain.Tablebase.load(board, tmp_path / "table")
    assert again.positions == table.positions > 0
    position = quintain.parse("incognito", "4/B3/3W/4 w")
    value = table.win_probability(position)
    assert value is not None and 0 <= value <= 1
    assert again.win_probability(position) == value
    assert table.win_probability(quintain.start("incognito", 5)) is None
    assert table.win_probability(quintain.start("sight")) is None
    engine = quintain.Engine("incognito", tablebase=table, hash_mib=1)
    assert engine.best_move(position, depth=2) in position.legal_moves()
    with pytest.raises(quintain.EngineError):
        quintain.Engine("sight", tablebase=table)
    with pytest.raises(quintain.EngineError):
        quintain.Tablebase.build(quintain.start("sight"), 1)
    with pytest.raises(FileNotFoundError):
        quintain.Tablebase.load(board, tmp_path / "nothing")


@pytest.mark.parametrize(
    "work",
    [
        lambda: quintain.start("catapult").perft(20),
        lambda: quintain.Engine("catapult", hash_mib=1).analyse(
            quintain.start("catapult"), time=600
        ),
        lambda: quintain.start("sight", 9).solve(from_scratch=True),
    ],
)
def test_control_c_ends_long_work(work: Callable[[], Any]) -> None:
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - began < 20


def test_other_threads_run_during_long_work() -> None:
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    quintain.Engine("catapult", hash_mib=1).analyse(quintain.start("catapult"), time=0.5)
    done.set()
    thread.join()
    assert counted > 5
