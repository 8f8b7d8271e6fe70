"""What files and packages declare: names that can be read, games that there are."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import playout
from playout.engine import registry
from playout.engine.errors import NotLoaded, PlayoutError
from playout.engine.game import Measure
from playout.engine.registry import find_game, find_player, strategies, strategy
from tests.engine.test_registry import MINE, written

pytestmark = pytest.mark.usefixtures("forgets")

NIM = """
import playout


@playout.game(measures=[playout.Measure("left", "mean", "stones")])
class Nim:
    def deal(self, rules, stream):
        self.stones = 3

    def is_over(self, rules):
        return self.stones == 0

    def legal_moves(self, rules):
        return [1]

    def play(self, rules, move, stream):
        self.stones -= move

    def score(self, rules):
        return {"left": self.stones}


@playout.strategy("nim")
def one(view, rng):
    return 1
"""


def test_a_strategy_of_a_file_with_a_game_plays_the_game_that_it_names(tmp_path: Path) -> None:
    file = written(tmp_path, NIM + MINE)
    assert [one.name for one in strategies(file)] == ["one", "random"]
    assert find_player("the-game", f"{file}:bold").values == (2.0, 0.5)
    lost = written(tmp_path, NIM + MINE.replace("the-game", "the-gaem"), "lost.py")
    for find in (lambda: find_game(lost), lambda: find_player("the-game", f"{lost}:bold")):
        with pytest.raises(PlayoutError, match="'bold' is for the game 'the-gaem', which does not"):
            find()


@pytest.mark.parametrize("name", [" red", "a\u202eb", "a\u200fb", "x" * 81, "a:b", "\xa0"])
def test_what_nobody_could_read_or_write_is_no_name(name: str) -> None:
    for declare in (
        lambda: strategy("the-game", name)(lambda view, rng: 0),
        lambda: playout.game(name, measures=[Measure("win", "rate", "won")])(object),
    ):
        with pytest.raises(PlayoutError, match=r"a name has no colon, .* 1 to 80 letters"):
            declare()


def test_an_installed_game_with_the_name_of_another_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pig = EntryPoint("pig", "other.pig:GAME", "playout.games")
    ours = EntryPoint("pig", "playout.games.pig.game:GAME", "playout.games")
    monkeypatch.setattr(registry, "entry_points", lambda *, group: (pig, ours, ours))
    registry._games.cache_clear()
    try:
        with pytest.warns(NotLoaded, match=r"'pig' \(other.pig:GAME\) is missing: playout.games"):
            assert registry._games() == {"pig": ours}
    finally:
        registry._games.cache_clear()
