"""Rules of a file that cannot be compiled, or should not be, are told with their line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playout.engine.find.games import find_game
from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.play.outcome_checks import check_score
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.testing import Case
from playout.testing.games import listed
from playout.testing.report import Fault

BROKEN_RULES = """
import numpy as np
import playout
from playout.engine.find.declarations import declare_game
from playout.engine.game.game import view_dtype
from playout.engine.native.jit import jit

STATE = np.dtype([("left", np.int64)], align=True)
VIEW = view_dtype(("left", np.int64))
MOST_LEGAL = 1

@jit
def introduce(rules, seat, view):
    pass

@jit
def deal(state, rules, stream):
    state.left = 3

@jit
def is_over(state, rules):
    return state.left == 0

@jit
def actor(state, rules):
    return 0

@jit
def observe(state, rules, seat, view):
    view.left = state.left

@jit
def is_legal(state, rules, move):
    return move == 0

@jit
def legal_moves(state, rules, out):
    out[0] = 0
    return 1

@jit
def play(state, rules, move, stream):
    BROKEN

@jit
def score(state, rules, outcome):
    outcome[0] = state.left

declare_game(playout.Game(
    "takes", "Takes", 1, "Takes.", (), (playout.Measure("left", "mean", "left"),),
    rules=__import__("sys").modules[__name__],
))

@playout.strategy("takes")
def random(view, rng):
    "The only move."
    return 0
"""


PARTS = "import playout; from playout.engine import parts\n"
Write = Callable[..., None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write takes.py, with another last line of `play` and other changes."""
    monkeypatch.chdir(tmp_path)

    def write(play: str = "state.left -= 1", changes: Any = ()) -> None:
        text = BROKEN_RULES.replace("BROKEN", play)
        for right, wrong in changes:
            assert right in text
            text = text.replace(right, wrong, 1)
        Path("takes.py").write_text(text, encoding="utf-8")

    return write


def played() -> None:
    takes = find_game("takes.py").with_options({})
    play_batch(takes, [find_player("takes.py:takes", "random")], 1, 0, 2)


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        pytest.param(
            "state.left -= bytes(state)",
            r"bytes.* \(line 43 of takes.py, in play\)",
            marks=pytest.mark.thorough,
        ),
        (
            "state.lfet -= 1",
            r"no field 'lfet': did you mean 'left'.* \(line 43 of takes.py, in play\)$",
        ),
        pytest.param(
            "state.left -= helper(move)",
            r"'helper' is not defined \(line 43 of takes.py,",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_rules_that_cannot_be_compiled_are_told_with_their_line(
    play: str, expected: str, write: Write
) -> None:
    write(play)
    with pytest.raises(PlayoutError) as caught:
        played()
    sentence = str(caught.value)
    assert sentence.startswith("the rules of takes.py:takes cannot be compiled: ")
    assert re.search(expected, sentence), sentence
    assert len(sentence) < 500


@pytest.mark.slow
@pytest.mark.skipif(not COMPILING, reason="plain Python knows no types")
@pytest.mark.parametrize(
    ("right", "wrong", "expected"),
    [
        (
            "state.left == 0",
            "state.left == rules.players - rules.plyers",
            r"the rules have no option 'plyers': did you mean 'players'.* \(line 22 of takes",
        ),
        (
            "return 0\n\n@jit\ndef observe",
            "return state.left / 3\n\n@jit\ndef observe",
            r"actor returns float64, but must return a whole number \(line 25 of takes",
        ),
        pytest.param(
            "return 0\n\n@jit\ndef observe",
            "return 3\n\n@jit\ndef observe",
            r"the rules .* raised IndexError: it is the turn of a seat that there is not in game 0",
            marks=pytest.mark.thorough,
        ),
        (
            "outcome[0] = state.left",
            "outcome[0] = (state.left + 1) / 2",
            r"the score of takes.py:takes writes 0.5 for left, which must be a whole number, in "
            r"game 1;",
        ),
        pytest.param(
            'view_dtype(("left", np.int64))',
            'view_dtype(("left", np.int32))',
            r"'left' is int64 in one record and int32 in the other",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_compiled_rules_of_a_wrong_kind_are_told_with_their_line(
    right: str, wrong: str, expected: str, write: Write
) -> None:
    observe = "    view.left = state.left", "    parts.observe(state, rules, seat, view)"
    write(changes=(observe, (right, wrong), ("import playout\n", PARTS)))
    with pytest.raises(PlayoutError) as caught:
        played()
    assert re.search(expected, str(caught.value)), str(caught.value)


@pytest.mark.slow
def test_a_score_that_writes_beyond_its_columns_is_told(write: Write) -> None:
    write(changes=[("outcome[0]", "outcome[3]")])
    match = Match("takes.py", strategy="random", game_number=5)
    list(match.run())  # compiled it would write into somebody else's memory
    expected = r"takes raised IndexError: .* \(line 47 of takes.py, in score\) in game 5; to see it"
    with pytest.raises(PlayoutError, match=expected):
        check_score(match.rules, match.players, match.table)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILING, reason="plain Python may use what it likes")
def test_compiled_rules_must_draw_from_their_stream(write: Write) -> None:
    write("state.left -= 1 + 0 * np.random.randint(2)")
    sentence = (
        "the rules of takes.py:takes cannot be compiled: play draws from numpy.random, which no "
        "seed reaches, so that no game could be played again: use "
        "playout.randrange, or uniform of playout.author (line 42 of takes.py, in play)"
    )
    with pytest.raises(PlayoutError, match=f"^{re.escape(sentence)}$"):
        played()


@pytest.mark.slow
def test_a_check_tells_the_line_of_rules_that_only_it_needs_compiled(write: Write) -> None:
    write(changes=[("out[0] = 0", "state.gone = 0")])
    case = Case(find_game("takes.py"), "random", {}, 1)
    with pytest.raises(
        Fault, match=r"no field 'gone': choose from left \(line 38 of takes.py, in legal_m"
    ):
        listed(case, case.match(0))
