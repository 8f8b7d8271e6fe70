"""The form of a game in a run file: what it has of measures is what older files have of them."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.find.games import find_game
from playout.engine.game.stored import form, game_of


@pytest.mark.parametrize("older", [{}, {"category": None}])
def test_a_game_of_an_older_file_is_shown_with_its_measures(older: dict[str, Any]) -> None:
    game = find_game("the-game")
    given: dict[str, Any] = {"players": 2}
    written = form(game, 3, [(given, dict(game.with_options(given).values))], (), ())
    assert all("condition" not in measure for measure in written["measures"])
    measures = [{**measure, **older} for measure in written["measures"]]
    again = game_of({**written, "measures": measures})
    assert [one.name for one in again.measures] == [one.name for one in game.measures]
    assert [rate.name for one in again.measures for rate in one.rates] == [
        rate.name for one in game.measures for rate in one.rates
    ]
