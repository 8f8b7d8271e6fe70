"""Counters that cannot be compiled, fail, or count what is no number: they are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from playout.engine.find.games import find_game
from playout.engine.play.batch import play_batch
from playout.engine.play.counter_failures import counter_not_compiled
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from tests.engine.find.test_games import written
from tests.engine.play.climb import CLIMB

SEED = 23


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return move / 2", "it returns a number with a fraction, where a whole number is exp"),
        ("return before.score[0]", "the state has no field 'score': did you mean 'scores'?"),
        ("return rules.gaol", "the rules have no option 'gaol': did you mean 'goal'?"),
        ("if move:\n        return 1", "it may end without returning a number, where a whole"),
        ("return mvoe", "'mvoe' is not defined: did you mean 'move'?"),
        ("return random.randrange(6)", "it draws from Python's random; a counter draws nothing"),
    ],
)
def test_a_counter_that_cannot_be_compiled_is_named(
    body: str, sentence: str, tmp_path: Path
) -> None:
    file = written(
        tmp_path,
        "import random\nimport playout\n\n@playout.counter\ndef bad(before, move, rules):\n"
        f"    {body}\n",
    )
    said = counter_not_compiled(find_game(f"pig+{file}"))
    assert said.startswith("counter 'bad' cannot be compiled: ")
    assert sentence in said
    assert "of mine.py, in bad)" in said


BAD = """
import playout


@playout.counter
def raises(before, after):
    if after.turns > 3:
        raise ValueError("too many turns")
    return 1


@playout.counter(most=3)
def too_many(move):
    return 1


@playout.counter
def negative(move):
    return -1


@playout.counter
def fraction(move):
    return move + 0.5
"""


def failure(name: str, games: int) -> str:
    """What is said when games with a counter that fails are played."""
    rules = find_game(name).with_options()
    with pytest.raises(PlayoutError) as caught:
        play_batch(rules, find_players(rules, "random"), SEED, 0, games)
    return str(caught.value)


@pytest.mark.parametrize(
    ("counter", "sentence"),
    [
        pytest.param(
            "raises",
            "counter 'raises' (line 6 of mine.py) raised ValueError: too many turns (line 8 of "
            "mine.py, in raises), in game 0; to see it again: playout replay pig+",
            marks=pytest.mark.slow,
        ),
        pytest.param("too_many", "too_many is ", marks=pytest.mark.thorough),
        pytest.param("negative", "negative is -", marks=pytest.mark.thorough),
        pytest.param(
            "fraction", "counter 'fraction' cannot be compiled: ", marks=pytest.mark.thorough
        ),
    ],
)
def test_a_counter_that_fails_in_a_compiled_game_is_named(
    counter: str, sentence: str, tmp_path: Path
) -> None:
    assert sentence in failure(f"pig+{written(tmp_path, BAD)}:{counter}", 3)


WRONG = """

@playout.counter
def changes(after):
    after.rungs[0] = 0
    return 1


@playout.counter
def raises(after):
    return 1 // (after.throw - 3)


@playout.counter
def fraction(move):
    return move + 0.5
"""


@pytest.mark.parametrize(
    ("counter", "sentence"),
    [
        ("changes", "changes the position: a counter may only look at it, in game 0; to see"),
        ("raises", "raised ZeroDivisionError: integer division or modulo by zero (line "),
        ("fraction", "where a whole number is expected, in game 0; to see it again: playout"),
    ],
)
def test_a_counter_that_fails_in_a_plain_game_is_named(
    counter: str, sentence: str, tmp_path: Path
) -> None:
    said = failure(f"{written(tmp_path, CLIMB + WRONG)}+{counter}", 20)
    assert said.startswith(f"counter '{counter}' (line ")
    assert sentence in said
