"""What files and packages declare: names that can be read, games that there are."""

from __future__ import annotations

import math
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.find import games as registry
from playout.engine.find.declarations import strategy
from playout.engine.find.games import find_game, strategies
from playout.engine.game.game import Measure, Option
from playout.engine.game.options import RESERVED
from playout.engine.game.plain_views import View
from playout.engine.who.references import find_player
from playout.engine.words.errors import NotLoaded, PlayoutError
from tests.engine.find.test_games import MINE, written

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


@pytest.mark.parametrize(
    "name", [" red", "a\u202eb", "a\u200fb", "x" * 81, "a:b", "\xa0", "red\x1b[31m"]
)
def test_what_nobody_could_read_or_write_is_no_name(name: str) -> None:
    for declare in (
        lambda: strategy("the-game", name)(lambda view, rng: 0),
        lambda: playout.game(name, measures=[Measure("win", "rate", "won")])(object),
    ):
        with pytest.raises(PlayoutError, match="a name has 1 to 80 letters, no colon, no"):
            declare()


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"measures": [Measure("n", "rat", "x")]}, r"measure 'n': kind = 'rat': did you mean"),  # type: ignore[arg-type]
        ({"measures": [Measure("n", "category", "x", categories="stuck")]}, "categories = 'stuck'"),  # type: ignore[arg-type]
        ({"measures": [3]}, "measure 3: must be an object of playout.Measure"),
        ({"measures": [Measure("n", "rate", "\x1b[31m")]}, r"'n': help = '\\x1b\[31m': write"),
        ({"options": [3]}, "option 3: must be an object of playout.Option"),
        ({"options": [Option("a b", 1, "x")]}, "option 'a b': must be a Python name, such"),
        ({"options": [Option("class", 1, "x")]}, "option 'class': must be a Python name, such"),
        ({"options": [Option("_a", 1, "x")]}, "option '_a': must be a Python name, such"),
        ({"options": [Option("seed", 1, "x")]}, "option 'seed': this name already has another"),
        ({"options": [Option("n", 11, "x", 0, 10)]}, "default of an option: n=11: must be from"),
        ({"options": [Option("n", "a", "x", choices=("b",))]}, "option: n='a': choose from b"),
        ({"options": [Option("n", "b", "x", choices="b")]}, "choices = 'b': must be a list of"),  # type: ignore[arg-type]
        (
            {"options": [Option("n", 1, "x\ny")]},
            r"option 'n': help = 'x\\ny': write one line of text",
        ),
        ({"options": [Option("n", 1, "x", low="0")]}, "'n': low = '0': must be a whole number"),  # type: ignore[arg-type]
        ({"options": [Option("n", 1, "x", high="1", is_chance=True)]}, "high = '1': must be a"),  # type: ignore[arg-type]
        ({"options": [Option("n", 1, "x", is_chance="no")]}, "is_chance = 'no': must be True or"),  # type: ignore[arg-type]
        ({"options": [Option("n", 1, "x", text=3)]}, "text = 3: must be an object of .*Text"),  # type: ignore[arg-type]
        ({"measures": [Measure(" ", "rate", "x")]}, "measure ' ': must be a name without blanks"),
        ({"measures": [Measure("", "rate", "x")]}, "measure '': must be a name without blanks"),
        ({"measures": [Measure("n", "mean", "x", least="a")]}, "'n': least = 'a': must be a whole"),  # type: ignore[arg-type]
        ({"measures": [Measure("n", "mean", "x", most=3)]}, "most = 3: must be a function of"),  # type: ignore[arg-type]
        ({"measures": [Measure("n", "mean", "x", seat="0")]}, "seat = '0': must be a whole number"),  # type: ignore[arg-type]
        ({"measures": [Measure("n", "mean", "x", per_seat=2)]}, "per_seat = 2: must be True or"),  # type: ignore[arg-type]
        ({"moves": "roll"}, "moves = 'roll': must be a list of words"),
        ({"moves": [1, 2]}, "moves = 1: write one line of text"),
        ({"version": "2"}, "version = '2': must be a whole number"),
        ({"cooperative": "yes"}, "cooperative = 'yes': must be True or False"),
        ({"chance_in_play": 0}, "chance_in_play = 0: must be True or False"),
        ({"moves": ("a", "b", "a")}, r"moves = .*: each needs its own name"),
        ({"moves": ("a", " ")}, r"moves = .*: each needs its own name"),
        ({"moves": {1: "a", 2: "a"}}, r"moves = .*: each needs its own name"),
        ({"moves": {"a": 1}}, r"moves = .*: must be a dict of names by the numbers of moves"),
        ({"moves": {-1: "a"}}, r"moves = .*: must be a dict of names by the numbers of moves"),
        ({"moves": {1: 2}}, "moves = 2: write one line of text"),
        (
            {"options": [Option("mode", "a", "x", choices=("a", "a"))]},
            "must be different words",
        ),
        ({"options": [Option("mode", "a", "x", choices=("a", "b,c"))]}, "without a comma or '..'"),
        ({"options": [Option("mode", "A", "x", choices=("a",))]}, "default = 'A': write 'a'"),
        ({"options": [Option("mode", "a", "x", choices=("a",), yes="b")]}, "option 'mode': yes"),
        (
            {"options": [Option("mode", "a", "x", choices=("a",), is_chance=True)]},
            "only one of choices, is_chance and text",
        ),
        ({"options": [Option("players", -2, "p", -5, 6)]}, "-5 to 6: a table has 1 to 60 seats"),
        ({"options": [Option("players", 0, "p", 0, 0)]}, "0 to 0: a table has 1 to 60 seats"),
        ({"options": [Option("players", 2, "p", 2, 10**6)]}, "2 to 1000000: a table has 1 to 60"),
        ({"options": [Option("players", 2, "p")]}, "0 to 2147483647: a table has 1 to"),
        ({"options": [Option("players", "2", "p", 1, 6)]}, "default = '2': write 2"),
        ({"options": [Option("players", 2.0, "p", 1, 6)]}, "default = 2.0: write 2"),
        (
            {"options": [Option("players", "a", "p", choices=("a",))]},
            "option 'players': must be a whole number, without choices or text",
        ),
        ({"options": [Option("n", 3, "x", 5, 1)]}, "low = 5, high = 1: .* low is not above high"),
        ({"options": [Option("n", 3, "x", 0, 2**63)]}, "high = 9223372036854775808: .* of 64 bits"),
        ({"options": [Option("n", 3, "x", -(10**30))]}, r"low = -1000\d+, high = .* of 64 bits"),
        ({"options": [Option("n", 3, "x", math.nan)]}, "low = nan: must be a whole number"),  # type: ignore[arg-type]
        ({"options": [Option("n", 3, "x", True)]}, "low = True: must be a whole number"),
        ({"options": [Option("n", math.nan, "x")]}, "n=nan: must be a whole number"),
        ({"options": [Option("n", math.inf, "x")]}, "n=inf: must be a whole number"),
        ({"options": [Option("n", True, "x")]}, "n=True: must be a whole number"),
        ({"options": [Option("n", [1], "x")]}, "must be a whole number"),  # type: ignore[arg-type]
        ({"options": [Option("n", 0.5, "x", math.nan, is_chance=True)]}, "low = nan, .* from 0 to"),  # type: ignore[arg-type]
        ({"options": [Option("n", 0.5, "x", -1, is_chance=True)]}, "low = -1, .* from 0 to 1"),
        ({"options": [Option("n", 1.5, "x", is_chance=True)]}, "n=1.5: must be from 0 to 1"),
        ({"options": [Option("interval", 1, "x")]}, "option 'interval': the table of a run has a"),
        ({"options": [Option("win_low", 1, "x")]}, "a column of that name, for 'win'"),
        (
            {"measures": [Measure("games", "mean", "x")]},
            "measure 'games': the table of a run has a",
        ),
        (
            {"measures": [Measure("n", "mean", "x"), Measure("n_p95_low", "mean", "y")]},
            "measure 'n_p95_low': the table of a run has a column of that name, for 'n'",
        ),
        ({"title": "\x1b[31m"}, r"title = '\\x1b\[31m': write one line of text without control"),
        ({"summary": 3}, "summary = 3: write one line of text without control characters"),
    ],
)
def test_a_declaration_that_could_not_be_used_is_refused(
    declared: dict[str, Any], expected: str
) -> None:
    with pytest.raises(PlayoutError, match=f"^game 'nim'.*{expected}"):
        playout.game("nim", **{"measures": [Measure("win", "rate", "won")], **declared})(object)


@pytest.mark.parametrize("name", sorted({name for name in dir(View()) if name[0] != "_"}))
def test_no_option_hides_a_part_of_a_view(name: str) -> None:
    assert name in RESERVED


def test_what_a_strategy_says_of_itself_is_one_line_without_commands_to_a_terminal() -> None:
    def red(view: Any, rng: Any) -> int:
        """\x1b[31m"""
        return 0

    with pytest.raises(PlayoutError, match="'red': the first line of its docstring = "):
        strategy("the-game")(red)
    red.__doc__ = ""
    with pytest.raises(PlayoutError, match="'red': parameters = "):
        strategy("the-game", parameters={"\x1b[31m": 1})(red)


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        ({"bonus": (3, 1)}, r"bonus = \(3, 1\): .* with the default 2 between them"),
        ({"bonus": (3, 9)}, r"with the default 2 between them"),
        ({"bonus": (math.nan, 9)}, r"bonus = \(nan, 9\): must be the lowest and"),
        ({"bonus": 3}, r"bonus = 3: must be the lowest and the highest value"),
        ({"bonus": ("a", "z")}, r"must be the lowest and the highest value"),
        ({"bonsu": (0, 9)}, r"there is no parameter 'bonsu': did you mean 'bonus'"),
        (7, "allowed = 7: must be a dict of ranges by name"),
    ],
)
def test_a_range_of_a_parameter_in_which_its_default_does_not_lie_is_refused(
    allowed: Any, expected: str
) -> None:
    with pytest.raises(PlayoutError, match=expected):
        strategy("the-game", parameters={"bonus": 2}, allowed=allowed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'playout.Measure("n", "rate", "x", word=3)',
            r"Measure has no 'word': choose from better, .*",
        ),
        (
            'playout.Option("n", 1, "x", chioces=())',
            "Option has no 'chioces': did you mean 'choices'",
        ),
        ("playout.game(measures=[], summry=1)", "game has no 'summry': did you mean 'summary'"),
        ('playout.strategy("hex", parameter={})', "strategy has no 'parameter': did you mean "),
        ("def game():\n    pass\n\ngame(one=1)", r"TypeError: game\(\) got an unexpected keyword"),
    ],
)
def test_an_unknown_keyword_of_a_declaration_is_told_with_the_known(
    tmp_path: Path, text: str, expected: str
) -> None:
    file = written(tmp_path, f"import playout\n\n{text}\n")
    with pytest.raises(PlayoutError, match=f"cannot be run: {expected}"):
        find_game(file)


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
