"""The form of a game in a run file: what it has of measures is what older files have of them."""

from __future__ import annotations

from typing import Any

import pytest

from playout.engine.find.games import find_game
from playout.engine.game.stored import Calls, form, game_of
from playout.engine.match.told import is_open


@pytest.mark.parametrize("older", [{}, {"category": None}])
def test_a_game_of_an_older_file_is_shown_with_its_measures(older: dict[str, Any]) -> None:
    game = find_game("the-game")
    given: dict[str, Any] = {"players": 2}
    written = form(game, 3, False, [(given, dict(game.with_options(given).values))], (), ())
    assert all("condition" not in measure for measure in written["measures"])
    measures = [{**measure, **older} for measure in written["measures"]]
    again = game_of({**written, "measures": measures})
    assert [one.name for one in again.measures] == [one.name for one in game.measures]
    assert [rate.name for one in again.measures for rate in one.rates] == [
        rate.name for one in game.measures for rate in one.rates
    ]


def test_a_file_says_whether_its_game_hides_something() -> None:
    game = find_game("pig")
    given: dict[str, Any] = {}
    values: Calls = [(given, dict(game.with_options(given).values))]
    written = {known: form(game, 3, known, values, (), ()) for known in (False, True)}
    assert [is_open(game_of(written[known])) for known in (False, True)] == [False, True]
    older = {name: value for name, value in written[True].items() if name != "open"}
    assert not is_open(game_of(older))  # as all were read before


def test_a_file_says_what_is_bet_by_its_rules() -> None:
    game = find_game("blackjack")
    given: dict[str, Any] = {"rounds": 20, "most_bet": 3}
    rules = game.with_options(given)
    written = form(game, 5, False, [(given, dict(rules.values))], (), ())
    again = game_of(written)
    stake = again.measure("chips").stake
    assert stake is not None
    assert stake.bet == 100
    assert stake.of(again.with_options(given)) == (60_000, 20)
    older = {**written, "rules": [one[:4] for one in written["rules"]]}
    del older["bets"]
    assert game_of(older).measure("chips").stake is None
