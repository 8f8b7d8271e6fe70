"""The checks of what a table in a browser needs of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from playout.engine.game.game import Game
from playout.testing import display as of_display
from playout.testing.report import Fault
from tests.testing.heap import case, fails, game

pytestmark = pytest.mark.usefixtures("forgets")


def test_who_sits_at_the_table_can_sit_there() -> None:
    told = case(game())
    ours = told.game
    assert of_display.sits_down(told) == (
        "names of 2 first moves; not declared: opponents, table_players, portrait"
    )
    for wrong, why in (
        ({"opponents": ("nobody",)}, "opponents: nobody"),
        ({"opponents": ("random",) * 4}, "4 named"),
        ({"table_players": 99}, "table_players = 99"),
        ({"drawing": drawing_of(ours, portrait=lambda: "no picture")}, "portrait returns no valid"),
    ):
        assert why in fails(of_display.sits_down, replace(told, game=replace(ours, **wrong)))


def test_what_happened_and_what_can_be_done_is_told_in_texts() -> None:
    told = case(game())
    match = told.match(0)
    told.step(match)
    for wrong, why in (
        (
            {"events": lambda before, move, after, rules, seat: [(9, "took one")]},
            "where a seat and a text are due",
        ),
        ({"to_do": lambda state, rules, seat: None}, "to_do returns None"),
        ({"in_words": lambda state, rules, seat: None}, "in_words returns None"),
    ):
        other = replace(told, game=replace(told.game, drawing=drawing_of(told.game, **wrong)))
        with pytest.raises(Fault, match=why):
            of_display.tells_deeds(other, match)


def drawing_of(game: Game, **functions: Any) -> Any:
    """The drawing of a game, with other functions."""
    return type(
        "Drawing",
        (),
        {"__getattr__": lambda _, name: getattr(game.drawing, name)}
        | {name: staticmethod(function) for name, function in functions.items()},
    )()
