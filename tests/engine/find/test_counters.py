"""A game with counters is found by its name, and is else the same game."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

import playout
from playout.engine.find.declarations import COUNTERS
from playout.engine.find.foreign_games import counter_references, family, without_counters
from playout.engine.find.games import files_of, find_game, is_of_this_program, strategies
from playout.engine.game.game import Measure
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.runner.identity import code_of
from playout.runner.identity import files_of as files_of_run
from tests.engine.find.test_declarations import NIM
from tests.engine.find.test_games import written

pytestmark = pytest.mark.usefixtures("forgets")

COUNTS = '''
import playout


@playout.counter
def rolls(move):
    """Rolls of the die."""
    return move == 0


@playout.counter(per_seat=True, most=lambda rules: 10 * rules["goal"], better="lowest", name="lost")
def points_lost(before, after):
    return before.turn_total if after.die == 1 else 0
'''


@pytest.mark.parametrize(
    ("name", "game", "counters"),
    [
        ("the-game", "the-game", []),
        ("the-game+mine.py:x", "the-game", ["mine.py:x"]),
        (" the-game + mine.py", "the-game", ["mine.py"]),
        ("pig+ones", "pig", ["ones"]),
        ("climb.py+sixes+leads", "climb.py", ["sixes", "leads"]),
        ("a/climb.py:climb+a/mine.py:s+b.py", "a/climb.py:climb", ["a/mine.py:s", "b.py"]),
        ("pig+/home/c++/m.py:rolls+m.py:y", "pig", ["/home/c++/m.py:rolls", "m.py:y"]),
        ("pig+ones+m.py:rolls+twos", "pig", ["ones", "m.py:rolls", "twos"]),
        ("/home/c++/mine.py:pig", "/home/c++/mine.py:pig", []),
        ("./a+b.py", "./a+b.py", []),
        (r"C:\a.py:pig+C:\b.py:x+y", r"C:\a.py:pig", [r"C:\b.py:x", "y"]),
        ("openspiel:pig(a=b+c)", "openspiel:pig(a=b+c)", []),
        ("openspiel:pig(a=b+c)+m.py:x", "openspiel:pig(a=b+c)", ["m.py:x"]),
        ("pig+", "pig+", []),
        ("+x", "+x", []),
        ("pig++x", "pig++x", []),
    ],
)
def test_a_name_is_parted(name: str, game: str, counters: list[str]) -> None:
    assert without_counters(name) == game
    assert counter_references(name) == counters


def test_a_long_name_is_parted_at_once() -> None:
    name = "+".join(["a.py"] * 3_000) + "/"
    assert counter_references(name) == []


def test_a_game_with_counters_is_else_the_same(tmp_path: Path) -> None:
    file, base = written(tmp_path, COUNTS), find_game("pig")
    game = find_game(f"pig+{file}")
    assert game is find_game(f"pig+{file}:rolls+{file}:lost")
    assert game.name == f"pig+{file}:rolls+{file}:lost"
    assert game.measures[: len(base.measures)] == base.measures
    rolls, lost = game.measures[len(base.measures) :]
    assert rolls.help == "rolls of the die"
    assert (rolls.kind, rolls.per_seat, rolls.most, rolls.better) == ("mean", False, None, "")
    assert (lost.help, lost.per_seat, lost.better) == ("lost", True, "lowest")
    assert lost.top(game.with_options({"goal": 50})) == 500
    assert (game.title, game.options, game.is_ours) == (base.title, base.options, True)
    assert game.source == base.source
    assert game.summary == f"{base.summary.rstrip('.')}; counts rolls, lost."
    assert strategies(game.name) == strategies("pig")
    assert find_player(game.name, "hold:at=15").values == find_player("pig", "hold:at=15").values
    assert family(game.name) == "pig"
    assert pickle.loads(pickle.dumps(game)) is game
    assert not is_of_this_program(game.name)


def test_the_code_of_a_counter_is_code_of_the_game(tmp_path: Path) -> None:
    file, base = written(tmp_path, COUNTS), find_game("pig")
    game = find_game(f"pig+{file}:rolls")
    assert files_of(game.name) == [file]
    assert list(files_of_run(game, [])) == [file]
    before = code_of(game, [])
    assert before != code_of(base, [])
    written(tmp_path, COUNTS.replace("move == 0", "move == 1"))
    assert code_of(find_game(f"pig+{file}:rolls"), []) != before


def test_a_counter_of_this_program_is_found_by_its_name() -> None:
    @playout.counter
    def throws_made(move: Any) -> int:
        return 1

    game = find_game("pig+throws_made")
    assert game.counters == (COUNTERS["throws_made"],)
    assert game.measures[-1].help == "throws made"
    assert is_of_this_program(game.name)
    # Other tests of this process may have made counters, too.
    known = r"there is no counter 'throws': known: (\w+, )*throws_made(, \w+)*; for a counter in"
    with pytest.raises(PlayoutError, match=known):
        find_game("pig+throws")


def test_counters_in_the_file_of_a_game_need_no_file(tmp_path: Path) -> None:
    file = written(tmp_path, NIM + COUNTS)
    game = find_game(f"{file}:nim+rolls")
    assert game is find_game(f"{file}+{file}:rolls")
    assert game.name == f"{file}:nim+{file}:rolls"
    assert files_of(game.name) == [file, file]
    assert [one.name for one in strategies(game.name)] == ["one", "random"]
    assert COUNTERS.keys() & {"rolls", "lost"} == set()

    @playout.counter
    def rolls(move: Any) -> int:
        return 1

    @playout.counter
    def other(move: Any) -> int:
        return 1

    assert find_game(f"{file}+rolls") is game
    assert find_game(f"{file}+other+lost").name == f"{file}:nim+other+{file}:lost"
    with pytest.raises(PlayoutError, match="has no counter 'thirds'"):
        find_game(f"{file}+thirds")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("@playout.counter\ndef f(view):", "there is no 'view' that it could get; its arguments"),
        (
            "@playout.counter\ndef f(*move):",
            "its arguments must be among before, move, after, seat,",
        ),
        ("@playout.counter\ndef f():", "(line 4 of mine.py): it names nothing; its arguments must"),
        (
            "@playout.counter('pig')\ndef f(move):",
            "names no game; use its counter as pig+FILE.py:NAME",
        ),
        (
            "@playout.counter(most=0)\ndef f(move):",
            "most = 0: must be a whole number from 1 on, or a func",
        ),
        ("@playout.counter(better=1)\ndef f(move):", "better = 1: must be lowest or highest"),
        (
            "@playout.counter(perseat=1)\ndef f(move):",
            "counter has no 'perseat': did you mean 'per",
        ),
        (
            "@playout.counter(name='a:b')\ndef f(move):",
            "counter 'a:b': a name has 1 to 80 letters, no colon,",
        ),
        (
            "@playout.counter\ndef turns(move):",
            "counter 'turns' (line 4 of mine.py): pig already has a measure",
        ),
        ("@playout.counter\ndef games(move):", "measure 'games': the table of a run has a column"),
        (
            "@playout.counter\nclass F:\n  def f(self):",
            "belongs above a plain function, not <class",
        ),
        ("def f(move):", "declares no counter: write @playout.counter above a function"),
        (
            "@playout.counter\ndef f(move): pass\n@playout.counter\ndef f(move):",
            "counter 'f' is declared twice in one file",
        ),
    ],
)
def test_a_wrong_counter_gets_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    file = written(tmp_path, f"import playout\n\n{text}\n    return 1\n")
    with pytest.raises(PlayoutError) as caught:
        find_game(f"pig+{file}")
    assert sentence in str(caught.value)


def test_a_counter_that_is_missing_gets_a_sentence(tmp_path: Path) -> None:
    file = written(tmp_path, COUNTS)
    with pytest.raises(PlayoutError, match=r"has no counter 'roll': did you mean 'rolls'\?"):
        find_game(f"pig+{file}:roll")
    with pytest.raises(PlayoutError, match=r"there is no file 'nowhere.py'"):
        find_game("pig+nowhere.py")
    with pytest.raises(PlayoutError, match="there is no game 'pigg'"):
        find_game(f"pigg+{file}")
    with pytest.raises(PlayoutError, match="has a measure with this name; choose"):
        find_game(f"pig+{file}+{file}:lost")


def test_the_name_of_a_game_has_no_plus() -> None:
    with pytest.raises(PlayoutError, match="contain a plus, which separates counters"):
        playout.game(name="a+b", measures=[Measure("left", "mean", "left")])(_Nothing)


class _Nothing:
    """A game without moves."""

    def deal(self, rules: Any, stream: Any) -> None:
        pass

    def is_over(self, rules: Any) -> bool:
        return True

    def legal_moves(self, rules: Any) -> list[int]:
        return [0]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        pass

    def score(self, rules: Any) -> dict[str, int]:
        return {"left": 0}
