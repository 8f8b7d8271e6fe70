"""Views of games in plain Python: bits of whole numbers, and numbers that float32 rounds."""

from __future__ import annotations

import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from playout.engine.find.games import find_game
from playout.engine.game.observation_spec import Seen, counts, sets
from playout.engine.match.view_sizes import flat_numbers
from playout.engine.words.errors import CutShort, PlayoutError
from playout.envs import GameEnv, layout
from playout.envs.observations import Layout
from playout.testing.case import Case
from playout.testing.learners import has_room
from playout.testing.report import WARNED, Report
from playout.testing.suite import run_checks

HAND = 1 << 51 | 1 << 30 | 1
ENCODING = """
class Encoding:
    @staticmethod
    def observation(rules):
        return (sets("hand", range(52)), sets("hands", range(50, 53), 3), counts("large", 9))

"""
GAME = """
import playout
from playout.author import counts, sets
{encoding}
@playout.game(
    measures=[playout.Measure("score", "mean", "cards", most=lambda rules: 9)], {argument}
)
class Cards:
    '''A hand as one number.'''

    def deal(self, rules, stream):
        self.hand, self.hands, self.left, self.large = {hand}, [1 << 51, 1 << 50], 2, 1

    def is_over(self, rules):
        return self.left == 0

    def legal_moves(self, rules):
        return [0]

    def play(self, rules, move, stream):
        self.left -= 1
        self.large = 2**24 + 1

    def score(self, rules):
        return {{"score": 0}}
"""


def game_file(folder: Path, encoding: str = ENCODING) -> str:
    """A file with a game whose hand is one number."""
    file = folder / "hands.py"
    argument = "encoding=Encoding," if encoding else ""
    file.write_text(GAME.format(hand=HAND, encoding=encoding, argument=argument))
    return str(file)


def numbers_of(view: Any, *seen: Seen) -> list[float]:
    """What an encoding of plain Python shows of a view."""
    told = object.__new__(Layout)
    told.game = SimpleNamespace(compiled=False, name="cards")  # type: ignore[assignment]
    told.where, told.seen, told._rounded = "game 'cards', observation of its encoding", seen, set()
    told.parts = tuple(told._parts())
    out = np.zeros(sum(part.size for part in told.parts), np.float32)
    told.write(SimpleNamespace(**view), out)
    numbers: list[float] = out.tolist()
    return numbers


def test_each_bit_of_a_whole_number_is_seen(tmp_path: Path) -> None:
    """Also bits that neither float32 nor float64 has; sets that are not there are empty."""
    file = game_file(tmp_path)
    assert [part.shape for part in layout(file).parts] == [(52,), (3, 3), ()]
    env = GameEnv(file)
    seen, _ = env.reset(seed=1)
    parts = env.games.layout.split(seen["observation"])
    assert np.flatnonzero(parts["hand"]).tolist() == [0, 30, 51]
    assert parts["hands"].tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert seen in env.observation_space


@pytest.mark.parametrize(
    ("value", "shape", "bits"),
    [
        (True, (), [1, 0, 0]),
        (np.int64(-2), (), [0, 1, 1]),
        (np.uint64(2**63 + 5), (), [1, 0, 1]),
        (2**70 + 2, (), [0, 1, 0]),
        (None, (), [0, 0, 0]),
        (np.array([1, 2], np.uint8), (2,), [1, 0, 0, 0, 1, 0]),
        ({"north": 4}, (2,), [0, 0, 1, 0, 0, 0]),
    ],
)
def test_a_set_is_any_whole_number(value: Any, shape: tuple[int, ...], bits: list[int]) -> None:
    assert numbers_of({"hand": value}, sets("hand", range(3), *shape)) == bits


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([3, 17], "'hand' of a view has 2 numbers, where the encoding has 1; .* sum"),
        (0.5, "'hand' of a view is not of whole numbers"),
        ("KS", "'hand' of a view is not of whole numbers"),
    ],
)
def test_what_is_no_set_is_refused_with_what_to_write(value: Any, said: str) -> None:
    with pytest.raises(PlayoutError, match=said):
        numbers_of({"hand": value}, sets("hand", range(52)))


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (Seen("hand"), r"Seen\('hand', \(4,\)\) has room for four, Seen\('hand', \(\)\) is"),
        (sets("hand", range(52), words=2), "leave out words="),
    ],
)
def test_what_plain_views_cannot_show_is_refused_at_once(seen: Seen, said: str) -> None:
    with pytest.raises(PlayoutError, match=said):
        numbers_of({"hand": 1}, seen)


def test_numbers_that_are_rounded_are_named_with_what_to_write(tmp_path: Path) -> None:
    file = game_file(tmp_path, encoding="")
    with pytest.warns(CutShort, match="sets") as caught:
        layout(file)
    said = str(caught[0].message)
    assert "learners see 'hand' and 'hands' and 'large' of its view rounded" in said
    assert said.endswith(
        "sets('hand', range(52)), sets('hands', range(52), 2), sets('large', range(25))"
    )
    with warnings.catch_warnings(record=True) as again:
        warnings.simplefilter("always", CutShort)
        env = GameEnv(file)
        env.reset(seed=1)
        env.step(0)
    assert len(again) == 1  # not again with each view


def test_a_number_that_is_too_large_for_its_encoding_is_named_when_it_comes(tmp_path: Path) -> None:
    env = GameEnv(game_file(tmp_path))
    env.reset(seed=1)
    with pytest.warns(
        CutShort, match=r"'large' of its view rounded: .* sets\('large', range\(25\)"
    ):
        env.step(0)
    assert numbers_of({"large": 2**24}, counts("large", 2**24)) == [2**24]  # exact: no warning


def test_a_check_warns_of_rounded_numbers_and_passes(tmp_path: Path) -> None:
    case = Case(find_game(game_file(tmp_path, encoding="")), "random", {}, seed=5)
    ((checked, finding),) = run_checks({"learners": has_room}, [case], 0.1)
    assert (checked.outcome, finding) == (WARNED, None)
    assert "sets('hand', range(52))" in checked.told
    report = Report("game 'cards'", (checked,), (), 1.0)
    assert report.ok
    assert "a warning, and all" in report.verdict()


def test_flat_numbers_are_exact() -> None:
    assert flat_numbers([HAND, {"a": np.int64(HAND)}, np.array([0.5])]) == [HAND, HAND, 0.5]
