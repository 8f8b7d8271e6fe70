"""The blog's loop agrees with the blog's own table."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.the_game_blog.game import GAME
from tests import truth
from tests.chance import FALSE_ALARM, Counts, p_same_mean, standard_error

BLOG: list[dict[str, Any]] = truth.load("the_game_blog")


def row_name(row: dict[str, Any]) -> str:
    """A short name for a parametrized row."""
    return f"{row['strategy']}-{row['players']}"


@cache
def cards_played(strategy: str, players: int) -> Counts:
    """Cards played in 200,000 games of a cell of the blog's table."""
    rules = GAME.with_options({"players": players})
    seated = [find_player(GAME.name, strategy)] * players
    return play_batch(rules, seated, 20150901, 0, 200_000)[:, 3]


@pytest.mark.slow
@pytest.mark.parametrize("row", BLOG, ids=row_name)
def test_mean_cards_played_agree_with_the_blog(row: dict[str, Any]) -> None:
    played = cards_played(row["strategy"], row["players"])
    p = p_same_mean(
        float(played.mean()), standard_error(played), row["mean_cards_played"], row["se"]
    )
    assert p > FALSE_ALARM


@pytest.mark.slow
@pytest.mark.parametrize("row", BLOG, ids=row_name)
def test_the_blogs_shortest_and_longest_games_occur_and_are_as_rare(row: dict[str, Any]) -> None:
    played = cards_played(row["strategy"], row["players"])
    assert row["min"] in played
    assert row["max"] in played
    for beyond in (played < row["min"], played > row["max"]):
        nobody_beyond = (1 - beyond.mean()) ** row["games"]
        assert nobody_beyond > FALSE_ALARM
