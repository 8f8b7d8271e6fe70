"""Whole games are told word by word as they always were; see tests/golden."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from playout.engine.find.declarations import GAMES
from playout.engine.find.games import game_names
from tests.golden import FOLDER, PLAYTHROUGHS, path

LONG = (
    "cant-stop",
    "klondike",
    "spades",
    "the-game-hints",
    "ur",
    "yahtzee",
)  # take long to compile
LONGER = ("mexican-train-strategies",)


def names(all: Iterable[str]) -> list[Any]:
    """The names of playthroughs, of some in slow or thorough runs alone."""
    marks = dict.fromkeys(LONG, pytest.mark.slow) | dict.fromkeys(LONGER, pytest.mark.thorough)
    return [pytest.param(name, marks=marks.get(name, ())) for name in all]


@pytest.mark.rules
@pytest.mark.parametrize("name", names(PLAYTHROUGHS))
def test_a_game_is_the_golden_one(name: str) -> None:
    assert PLAYTHROUGHS[name].text() == path(name).read_text(), (
        "if this change was meant, `python -m tests.golden` writes the file anew"
    )


def test_every_game_has_a_golden_playthrough() -> None:
    installed = set(game_names()) - set(GAMES)  # tests before may have declared more
    assert {playthrough.game for playthrough in PLAYTHROUGHS.values()} == installed


@pytest.mark.rules
@pytest.mark.parametrize("name", names(n for n, one in PLAYTHROUGHS.items() if one.every))
def test_the_golden_game_goes_on_from_its_positions(name: str) -> None:
    """Who draws random numbers, or has lost notes, makes other moves, but legal ones, to an end."""
    playthrough = PLAYTHROUGHS[name]
    positions = re.findall(r"^after move (\d+): (.*)$", path(name).read_text(), re.MULTILINE)
    assert len(positions) >= 3
    end, last = int(positions[-1][0]), positions[-1][1]
    for move, position in positions:
        match = playthrough.match(position)
        assert match.position == position
        moves = list(match.run())
        takes_notes = any(view.notes.any() for view in match.table.views)
        if not takes_notes and not any(one.strategy.uses_chance for one in match.players):
            assert match.position == last
            assert len(moves) == end - int(move)


def test_every_golden_file_belongs_to_a_playthrough() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("the-game-alone", "(trick)"),
        ("the-game-hints", "says trick on pile"),
        ("the-game-hints", " marks="),
        ("the-game-blog", ": it does not fit"),
        ("hex-small", "coins="),
        ("mexican-train-gates", "draws"),
        ("mexican-train-blocked", "  blocked inside a gate, points"),
        ("mexican-train-countdown", "engine 0-0"),
        ("mexican-train-seed", ", locked"),
        ("mexican-train-seed", "4-4 on the Mexican train, passes"),  # without a draw
        (
            "mexican-train-seed",
            "  seat 1  4-6 on the Mexican train\n  seat 1  2-6",
        ),  # a cover, and a turn
        ("mexican-train-longer-turns", "5-5 on"),
    ],
)
def test_the_golden_games_show_what_they_are_for(name: str, event: str) -> None:
    assert event in path(name).read_text()
