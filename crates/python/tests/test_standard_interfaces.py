"""PettingZoo, Gymnasium and OpenSpiel hold the games to their own test suites."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

# The libraries' own suites are slow: every game, and the smallest and the largest board of one.
BOARDS: list[tuple[str, int | None]] = [
    ("catapult", None),
    ("knights-duel", 5),
    ("animal-chess", None),
    ("incognito", 4),
    ("sight", 3),
    ("sight", 9),
]


@pytest.mark.parametrize(("game", "size"), BOARDS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_accepts_every_game(game: str, size: int | None) -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    from quintain.pettingzoo import env, raw_env

    def make(**options: Any) -> Any:
        return env(game, size, max_plies=60, **options)

    api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=20)
    render_test(make)
    api_test(raw_env(game, size, max_plies=60), num_cycles=50)


def test_an_illegal_action_raises_in_the_raw_environment_and_changes_nothing() -> None:
    from quintain.pettingzoo import raw_env

    game = raw_env("knights-duel", 5)
    game.reset(seed=1)
    before = game.observe("player_0")["observation"]
    for action in (0, None, 24):
        with pytest.raises(ValueError, match="action must be a legal action"):
            game.step(action)
    assert (game.observe("player_0")["observation"] == before).all()
    assert game.agent_selection == "player_0"
    with pytest.raises(ValueError, match="render_mode"):
        raw_env("sight", render_mode="hologram")


def test_the_winner_in_pettingzoo_is_rewarded_and_the_loser_punished() -> None:
    from quintain.pettingzoo import env

    game = env("knights-duel", 4)
    game.reset(seed=3)
    total = dict.fromkeys(game.possible_agents, 0.0)
    last = ""
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        total[agent] += reward
        over = terminated or truncated
        if not over:
            last = agent
        mask = observation["action_mask"]
        game.step(None if over else int(np.flatnonzero(mask)[0]))
    # Whoever moved last has won: the other one cannot move.
    assert total[last] == 1.0
    assert sum(total.values()) == 0.0


@pytest.mark.parametrize(("game", "size"), BOARDS)
@pytest.mark.parametrize("side", [0, 1, None])
def test_gymnasium_accepts_every_game(game: str, size: int | None, side: int | None) -> None:
    from gymnasium.utils.env_checker import check_env

    from quintain.gymnasium import GameEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(GameEnv(game, size, side=side, max_plies=40, render_mode="ansi"))


def test_a_gymnasium_game_ends_with_the_reward_of_its_own_side() -> None:
    from quintain.gymnasium import GameEnv

    rewards = set()
    rng = np.random.default_rng(1)
    for seed in range(20):
        game = GameEnv("knights-duel", 4, side=None, opponent=lambda p: p.legal_moves()[0])
        observation, info = game.reset(seed=seed)
        over = False
        while not over:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observation, reward, over, truncated, info = game.step(action)
            assert not truncated and not info["illegal"]
            assert over == (reward != 0)
        winner = game._batch.position(0).winner
        assert (winner == ("first", "second")[info["side"]]) == (reward == 1)
        rewards.add(reward)
    assert rewards == {1.0, -1.0}


def test_an_engine_can_be_the_opponent_in_gymnasium() -> None:
    from quintain.gymnasium import GameEnv

    game = GameEnv("sight", 3, opponent=1, side=1)
    observation, _ = game.reset(seed=1)
    # The engine has placed a piece: nine points less one.
    assert observation["observation"][1].sum() == 1
    for wrong in ({"opponent": "deep"}, {"side": 2}, {"render_mode": "smell"}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            GameEnv("sight", 3, **wrong)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_the_vector_environment_keeps_to_gymnasiums_contract(game: str, size: int | None) -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics

    from quintain.gymnasium import GameVectorEnv

    count = 8
    envs = RecordEpisodeStatistics(GameVectorEnv(game, count, size, max_plies=30))
    observation, info = envs.reset(seed=5)
    again, _ = envs.reset(seed=5)
    assert all((observation[key] == again[key]).all() for key in observation)
    rng = np.random.default_rng(1)
    ended = np.zeros(count, bool)
    episodes = 0
    for _ in range(120):
        assert observation in envs.observation_space
        legal = observation["action_mask"]
        actions = np.array(
            [rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in legal]
        )
        observation, rewards, terminated, truncated, info = envs.step(actions)
        assert (info["status"] == 0).all()
        # The step after the end begins the next game.
        assert not (terminated | truncated)[ended].any()
        assert (rewards[ended] == 0).all()
        ended = terminated | truncated
        episodes += int(ended.sum())
        assert ((rewards != 0) == terminated).all()
    assert episodes >= 8


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_openspiel_simulates_every_game(game: str, size: int | None) -> None:
    import pyspiel

    import quintain.openspiel  # noqa: F401

    name = "quintain_" + game.replace("-", "_")
    loaded = pyspiel.load_game(f"{name}(size={size or 0},max_plies=60)")
    pyspiel.random_sim_test(loaded, num_sims=3, serialize=True, verbose=False)


def test_openspiels_chance_nodes_have_the_exact_probabilities() -> None:
    import pyspiel

    import quintain.openspiel  # noqa: F401

    game = pyspiel.load_game("quintain_incognito")
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    assert state.current_player() == 1
    seen = 0
    rng = np.random.default_rng(2)
    for _ in range(300):
        if state.is_terminal():
            assert sorted(state.returns()) == [-1.0, 1.0]
            state = game.new_initial_state()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            if state._events:
                expected = [float(event.probability) for event in state._events]
                assert [probability for _, probability in outcomes] == expected
                assert len(expected) > 1
                seen += 1
            actions, weights = zip(*outcomes, strict=True)
            state.apply_action(int(rng.choice(actions, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert seen > 3


def test_openspiel_gets_the_moves_in_the_games_own_notation() -> None:
    import pyspiel

    import quintain.openspiel

    game = pyspiel.load_game("quintain_knights_duel(size=5)")
    state = game.new_initial_state()
    texts = sorted(state.action_to_string(action) for action in state.legal_actions())
    assert texts == quintain.start("knights-duel", 5).legal_moves()
