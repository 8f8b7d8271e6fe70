"""64 games at once are the same games as one at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from playout.engine.batch import play_batch
from playout.engine.registry import find_game, find_player
from playout.engine.wide import GAMES

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


def _one_at_a_time(strategy: str, options: dict[str, object], first: int, games: int) -> Any:
    """Outcomes of games in batches so small that they are played one after another."""
    rules = GAME.rules(options)
    players = _players(strategy, rules)
    return np.concatenate(
        [
            play_batch(rules, players, 1, begin, min(GAMES - 1, first + games - begin))
            for begin in range(first, first + games, GAMES - 1)
        ]
    )


def _shown(options: Iterable[dict[str, object]]) -> list[str]:
    return [" ".join(f"{k}={v}" for k, v in some.items()) or "official" for some in options]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("options", RULES, ids=_shown(RULES))
def test_every_game_ends_as_it_does_alone(strategy: str, options: dict[str, object]) -> None:
    rules = GAME.rules(options)
    players = _players(strategy, rules)
    assert GAME.wide is not None
    if GAME.wide.kernel(rules, players) is None:
        pytest.skip("quick plays these rules otherwise")
    together = play_batch(rules, players, 1, 5, 1_000)
    assert (together == _one_at_a_time(strategy, options, 5, 1_000)).all()
