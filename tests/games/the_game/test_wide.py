"""64 games at once are the same games as one at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from playout.engine.batch import FEW, play_batch
from playout.engine.registry import find_game, find_player

GAME = find_game("the-game")
RULES: list[dict[str, object]] = [
    {},
    {"players": 2},
    {"players": 3},
    {"players": 5, "first_player": "random"},
    {"players": 7, "hand": 14},
    {"min_cards": 1, "hand": 3},
    {"players": 2, "min_cards": 5},
    {"players": 2, "hand": 40},
    {"players": 4, "jump": 0},
    {"players": 3, "jump": 1, "hand": 9},
    {"deck": "double", "players": 3},
    {"copies": 4, "high": 30, "players": 2},
    {"players": 2, "ascending": 4, "descending": 0},
    {"ascending": 1, "descending": 4},
    {"high": 11, "hand": 4, "players": 2},
    {"low": 120, "high": 127, "hand": 3, "players": 2, "jump": 2},
]
STRATEGIES = ["greedy", "quick"]


def _players(strategy: str, rules: Any) -> list[Any]:
    return [find_player("the-game", strategy)] * int(rules["players"])


def _kernel(strategy: str, rules: Any) -> Any:
    assert GAME.wide is not None
    return GAME.wide.kernel(rules, _players(strategy, rules))


def _one_at_a_time(strategy: str, options: dict[str, object], first: int, games: int) -> Any:
    """Outcomes of games in batches so small that they are played one after another."""
    rules = GAME.rules(options)
    players = _players(strategy, rules)
    return np.concatenate(
        [
            play_batch(rules, players, 1, begin, min(FEW - 1, first + games - begin))
            for begin in range(first, first + games, FEW - 1)
        ]
    )


def _shown(options: Iterable[dict[str, object]]) -> list[str]:
    return [" ".join(f"{k}={v}" for k, v in some.items()) or "official" for some in options]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("options", RULES, ids=_shown(RULES))
def test_every_game_ends_as_it_does_alone(strategy: str, options: dict[str, object]) -> None:
    rules = GAME.rules(options)
    if _kernel(strategy, rules) is None:
        assert strategy == "quick"
        pytest.skip("quick plays these rules otherwise")
    together = play_batch(rules, _players(strategy, rules), 1, 5, 1_000)
    assert (together == _one_at_a_time(strategy, options, 5, 1_000)).all()


@pytest.mark.rules
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("options", [{}, {"players": 3, "first_player": "random", "hand": 4}])
def test_few_games_end_so_too(strategy: str, options: dict[str, object]) -> None:
    """Run as plain Python too, where nothing else would run the kernel."""
    rules = GAME.rules(options)
    outcomes = np.full((9, GAME.width), -1)
    kernel = _kernel(strategy, rules)
    assert kernel is not None
    kernel(rules.record(), 1, 3, outcomes)
    assert (outcomes == _one_at_a_time(strategy, options, 3, 9)).all()


@pytest.mark.parametrize(
    ("strategies", "options"),
    [
        (["greedy", "quick"], {}),
        (["careful", "careful"], {}),
        (["greedy", "greedy"], {"hints": "marks"}),
        (["greedy", "greedy"], {"first_player": "best"}),
        (["quick", "quick"], {"jump": 1}),
        (["quick", "quick"], {"copies": 2}),
        (["quick", "quick"], {"ascending": 3}),
    ],
)
def test_other_games_are_left_to_the_loop(
    strategies: list[str], options: dict[str, object]
) -> None:
    rules = GAME.rules({"players": 2, **options})
    players = [find_player("the-game", name) for name in strategies]
    assert GAME.wide is not None
    assert GAME.wide.kernel(rules, players) is None


@pytest.mark.parametrize("games", [0, 1, FEW, 63, 64, 65, 200])
def test_any_number_of_games(games: int) -> None:
    rules = GAME.rules({"players": 2})
    alone = _one_at_a_time("quick", {"players": 2}, 0, 200)
    assert (play_batch(rules, _players("quick", rules), 1, 0, games) == alone[:games]).all()
