"""Games as environments of PettingZoo: its own tests, an agent for every seat."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import playout
from playout.envs import aec, parallel
from playout.envs.zoo import GameParallel
from tests.envs.games import GAMES, legal, rules_of, vector_of
from tests.playing import refused

with warnings.catch_warnings():
    # PettingZoo's tests import games of its own, with libraries that warn of what they will drop.
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test

# What it warns of is meant: observations are dicts with a mask, which is empty at the end.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_passes_the_tests_of_pettingzoo(name: str, capsys: Any) -> None:
    def made(**more: Any) -> Any:
        return aec(name, **rules_of(name), **more)

    api_test(made(), num_cycles=100)
    seed_test(made, num_cycles=50)
    render_test(made, custom_tests={"svg": lambda drawn: drawn.startswith("<svg")})
    parallel_api_test(parallel(name, **rules_of(name)), num_cycles=100)
    parallel_seed_test(lambda: parallel(name, **rules_of(name)), num_cycles=50)


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="a register came with 1.27")
def test_games_are_in_the_register_of_pettingzoo() -> None:
    for kind, made in (("aec", OrderEnforcingWrapper), ("parallel", GameParallel)):
        env = pettingzoo.make(kind, "playout/pig-v0", players=3)
        assert isinstance(env, made)
        assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]


def test_what_is_no_agent_is_told() -> None:
    env = aec("pig")
    env.reset(seed=1)
    refused("there is no agent 'seat_9'", env.observe, "seat_9")
    refused("every seat is an agent's", aec, "pig", others="hold")


def test_agents_play_the_game_of_the_seed_and_get_what_their_seats_have() -> None:
    env, generator = aec("pig", players=3, goal=30), np.random.default_rng(1)
    env.reset(seed=4)
    env.reset()  # game number 1
    match = playout.Match("pig", players=3, goal=30, seed=4, game_number=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        total[agent] += reward
        if over:
            assert info["outcome"]["turns"] == match.outcome()["turns"]
            env.step(None)
            continue
        assert agent == f"seat_{match.seat}"
        action = legal(generator, seen["action_mask"])
        match.play(action)
        env.step(action)
    assert match.is_over
    assert list(total.values()) == match.outcome()["win"]


@pytest.mark.slow
def test_each_agent_sees_its_own_hand_whoever_moves() -> None:
    env = aec("the-game", **rules_of("the-game"))
    env.reset(seed=1)
    match = playout.Match("the-game", seed=1, **rules_of("the-game"))
    for seat in range(2):
        seen = env.observe(f"seat_{seat}")
        vector = vector_of(env.unwrapped.games.layout, match.view(seat))
        np.testing.assert_array_equal(seen["observation"], vector)
        assert seen["action_mask"].any() == (seat == match.seat)


def test_all_but_one_wait_where_all_act() -> None:
    env = parallel("pig", players=3)
    seen, _ = env.reset(seed=1)
    waits = [seen[agent]["action_mask"].tolist() for agent in env.possible_agents]
    assert waits == [[1, 0, 0], [0, 0, 1], [0, 0, 1]]
    refused("that of seat_0, who is to move, is missing", env.step, {"seat_1": 2})
    _, rewards, over, _, infos = env.step({"seat_0": 1, "seat_1": 2, "seat_2": 2})
    assert rewards == {"seat_0": -1.0, "seat_1": 0.0, "seat_2": 0.0}  # to hold nothing
    assert all(over.values())
    assert infos["seat_0"]["illegal_action"]
    assert env.agents == []
