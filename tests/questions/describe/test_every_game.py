"""Descriptions of all games: their ladders of strategies, their usual options, their pages."""

from __future__ import annotations

from typing import Any

import pytest

import playout
from playout.engine.find.games import find_game, game_names
from playout.engine.who.references import find_player
from playout.questions.describe import ask
from playout.questions.describe.asked import NONE, usual_changes


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "name", "exact"),
    [
        ("snakes-and-ladders", {}, "turns", 39.598),
        pytest.param("risk-battle", {}, "conquered", 0.567593, marks=pytest.mark.thorough),
        pytest.param("pig", {"strategy": "optimal"}, "win_seat_0", 0.5306),
        pytest.param("yahtzee", {}, "score", 254.588, marks=pytest.mark.thorough),
    ],
)
def test_known_values_are_found(
    game: str, options: dict[str, Any], name: str, exact: float
) -> None:
    """Five standard errors away: a false alarm in fewer than one of a million."""
    page = playout.describe(game, levels="none", knock_out="none", games=4000, **options)
    found = page.value(name)
    assert abs(found.estimate - exact) < 2.6 * (found.high - found.low) / 2
    if name != "turns":
        known = next(row["exact"] for row in page if row["name"] == name)
        assert known == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("game", game_names())
def test_the_ladder_of_a_game_has_random_at_one_end_and_its_default(game: str) -> None:
    found = find_game(game)
    names = found.ladder
    if not names:
        assert found.rules.MOST_LEGAL == 1  # there is nothing to decide
        return
    assert "random" in (names[0], names[-1])  # which plays better than a blog's strategies
    assert found.default_strategy in names
    assert [find_player(game, name).strategy.name for name in names] == [*names]
    assert [player.reference for player in ask(game).levels] == [*names]


@pytest.mark.parametrize("game", game_names())
def test_each_option_is_changed_by_one_step(game: str) -> None:
    found = find_game(game)
    rules = found.with_options()
    changes = usual_changes(rules, ask(game).players)
    assert 0 < len(changes) <= 40
    for change in changes:
        name, _, value = change.partition("=")
        changed = found.with_options({name: value})
        assert changed != rules
        assert changed["players"] == rules["players"]
    assert "rounds=900" not in changes  # which would be another game, without a target


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(name, marks=() if name == "pig" else pytest.mark.thorough)
        for name in game_names()
    ],
)
def test_every_game_is_described_in_80_columns(game: str) -> None:
    page = playout.describe(game, games=40, knock_out=[usual_changes(*_usual(game))[0]])
    text = page.to_text(80)
    assert max(map(len, text.splitlines())) <= 80
    assert "nan" not in text
    assert page.value("legal_moves").estimate >= 1
    assert page.value("turns").estimate <= page.value("moves").estimate


def _usual(game: str) -> tuple[Any, Any]:
    asked = ask(game, knock_out=NONE)
    return asked.rules, asked.players
