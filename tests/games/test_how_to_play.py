"""Every game tells people its rules: in the browser, on the command line, and for own games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from typer.testing import CliRunner

import playout
from playout.cli import app
from playout.engine.find.games import find_game, game_names
from tests.how_to_play import PICTURES, page_of, part_of


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_told_in_six_to_ten_lines(name: str) -> None:
    lines = find_game(name).how_to_play
    assert 6 <= len(lines) <= 10
    for line in lines:
        assert re.fullmatch(r"[A-Z].*[.]", line), line
        assert len(line.split()) <= 26, line


@pytest.mark.parametrize("name", game_names())
def test_the_command_line_tells_it_before_the_options(name: str) -> None:
    printed = CliRunner().invoke(app, ["rules", name]).output
    for line in find_game(name).how_to_play:
        assert line in " ".join(printed.split())


@pytest.mark.parametrize("name", game_names())
def test_its_page_tells_it_in_the_same_lines(name: str) -> None:
    assert part_of(name) in page_of(name).read_text(encoding="utf-8")
    assert (PICTURES / f"{name}.svg").is_file()


@pytest.mark.usefixtures("forgets")
def test_an_own_game_has_the_paragraphs_of_its_docstring() -> None:
    @playout.game("told", measures=[playout.Measure("points", "mean", "points")])
    class Told:
        """A game in one line.

        First you take
        a card.

        Then you lay it.
        """

        def deal(self, rules: Any, stream: Any) -> None:
            self.points = 0

        def is_over(self, rules: Any) -> bool:
            return self.points > 0

        def actor(self, rules: Any) -> int:
            return 0

        def legal_moves(self, rules: Any) -> list[int]:
            return [0]

        def play(self, rules: Any, move: int, stream: Any) -> None:
            self.points += 1

        def score(self, rules: Any) -> dict[str, Any]:
            return {"points": self.points}

    game = find_game("told")
    assert game.summary == "A game in one line."
    assert game.how_to_play == ("First you take a card.", "Then you lay it.")
