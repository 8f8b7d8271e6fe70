"""Where nobody is named, the default strategy plays, and the answer says so."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout.engine.find.games import find_game, game_names, number_of_strategies
from playout.engine.game.game import Rules
from playout.engine.who.references import find_player
from playout.report.words import by_default
from tests.command import printed

ANOTHER = ", the default strategy. Other strategies give other numbers: "
FEW: dict[str, dict[str, Any]] = {
    "run": {"games": 20},
    "rare": {"particles": 20, "repeats": 10, "measure": "win"},
    "odds": {"games": 20},
    "course": {"games": 20},
    "describe": {"games": 20},
    "review": {"worlds": 5},
    "mistakes": {"games": 2, "worlds": 5},
}
WHO = {
    "run": "Played by",
    "rare": "Played by",
    "odds": "Played on by",
    "course": "Played by",
    "describe": "Played by",
    "review": "Played by",
    "mistakes": "Played by",
}


@pytest.mark.parametrize("kind", FEW)
def test_an_answer_says_that_the_default_strategy_played(kind: str) -> None:
    ask = getattr(playout, kind)
    line = f"{WHO[kind]} hold{ANOTHER}playout strategies pig"
    asked = {"goal": 20, **FEW[kind]}
    if kind == "rare":
        asked = {"players": 1, **FEW[kind], "high": 8, "hand": 3}
        line = f"Played by quick{ANOTHER}playout strategies the-game"
    game, other = ("the-game", "greedy") if kind == "rare" else ("pig", "random")
    assert line in ask(game, **asked).caption()
    assert "the default strategy" not in ask(game, **asked, strategy=other).caption().replace(
        "Judged by hold, the default strategy", ""
    )


def test_questions_about_rules_or_rivals_say_it_too() -> None:
    same = playout.compare(
        "pig", a_rules="goal=20", b_rules="goal=30", measure="turns", max_games=50
    )
    assert f"Played by hold{ANOTHER}" in same.caption()
    sides = playout.compare("pig", a="hold", b="random", max_games=50, goal=20)
    assert "default strategy" not in sides.caption()
    luck = playout.luck("pig", strategies=["random", "hold"], games=20, goal=20)
    assert f"The other seats are played by hold{ANOTHER}" in luck.caption()
    seats = playout.run("pig", seats=["hold", "random"], games=20, goal=20)
    assert "default strategy" not in seats.caption()


def test_a_replay_names_the_default_strategy_only_where_nobody_is_named() -> None:
    usual = printed("replay", "pig", "--goal", "10")
    line = (
        "played by hold, the default strategy; --strategy names another one: playout strategies pig"
    )
    assert line in usual
    assert "default strategy" not in printed("replay", "pig", "--goal", "10", "--strategy", "hold")
    assert "default strategy" not in printed("replay", "snakes-and-ladders")


@pytest.mark.parametrize("game", game_names())
def test_the_default_strategy_of_a_game_plays_by_its_usual_rules(game: str) -> None:
    found = find_game(game)
    rules: Rules = found.with_options()
    player = find_player(game, found.default_strategy)
    if player.strategy.check is not None:
        player.strategy.check(rules)
    assert bool(by_default([player], rules)) == (number_of_strategies(found) > 1)
    assert player.reference == found.default_strategy


def test_the_default_strategy_of_the_game_is_a_good_one() -> None:
    usual = playout.run("the-game", players=3, games=400)
    greedy = playout.run("the-game", players=3, games=400, strategy="greedy")
    assert usual["win"][0] > 10 * greedy["win"][0]
