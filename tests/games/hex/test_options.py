"""Rules of random-turn Hex as they are given, shown and refused; and chances as a kind of rule."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.game.game import CHANCE_BITS
from playout.engine.words.errors import PlayoutError
from playout.games.hex.game import GAME
from playout.questions.answers import load_study
from playout.questions.runs import Study, ask


@pytest.mark.parametrize(
    "given",
    [0, 1, 0.0, -0.0, 1.0, 0.3, "0.3", " .3 ", "3e-1", np.float64(0.3), np.int8(1), Fraction(1, 3)],
)
def test_a_chance_is_read_from_any_number_or_its_text(given: Any) -> None:
    p = GAME.with_options({"p": given})["p"]
    assert type(p) is float
    assert p == float(given)
    assert not str(p).startswith("-")


@pytest.mark.parametrize("p", [0.0, 2.0**-53, 0.25, 0.5, 1 - 2.0**-53, 1.0])
def test_compiled_code_has_binary_fractions_exactly(p: float) -> None:
    assert Fraction(GAME.with_options({"p": p}).number("p"), 2**CHANCE_BITS) == Fraction(p)
    assert GAME.with_options({"p": p}).record().p == p * 2**CHANCE_BITS


def test_the_board_is_square_unless_said_otherwise() -> None:
    assert dict(GAME.with_options().values) == {"players": 2, "rows": 11, "cols": 11, "p": 0.5}
    assert GAME.with_options({"rows": 5})["cols"] == 5
    assert GAME.with_options({"cols": 5}).changed_options() == {"cols": 5}


def test_two_play_when_nobody_says_how_many() -> None:
    (row,) = ask("hex").rows
    assert row.factors == {"players": 2, "strategy": GAME.default_strategy}
    assert len(row.players) == 2


def test_chances_are_factors_of_a_run_and_stand_in_its_table() -> None:
    result = playout.run("hex", rows=[3, 4], p=[0.4, 0.5], games=100)
    table = result.to_pandas()
    assert table["rows"].tolist() == [3, 3, 4, 4]
    assert table["p"].tolist() == [0.4, 0.5, 0.4, 0.5]
    assert table["players"].tolist() == [2] * 4
    assert " 0.4 " in repr(result)


def test_a_chance_given_twice_in_two_ways_is_refused() -> None:
    with pytest.raises(PlayoutError, match=r"p: a value is given twice in 0\.5, 0\.50"):
        playout.run("hex", p=[0.5, "0.50"], games=10)


def study(folder: Path, lines: str) -> Path:
    """A study file with these lines."""
    path = folder / "mine.toml"
    path.write_text(f'game = "hex"\ngames = 10\n{lines}\n', encoding="utf-8")
    return path


def test_chances_can_stand_in_a_study_as_factor_and_as_rule(tmp_path: Path) -> None:
    def chances(lines: str) -> list[object]:
        loaded = load_study(study(tmp_path, lines))
        assert isinstance(loaded, Study)
        return [row.rules["p"] for row in loaded.asked().rows]

    assert chances("[factors]\nrows = [2]\np = [0.3, 1, 0.5]") == [0.3, 1.0, 0.5]
    assert chances("[factors]\nrows = [2, 3]\n[rules]\np = 0.3") == [0.3, 0.3]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("[factors]\np = [0.5, 1.5]", "line 4: p = 1.5: must be from 0 to 1"),
        ("[factors]\np = [nan]", "line 4: p = nan: must be from 0 to 1"),
        ("[factors]\np = [true]", "line 4: .*True is neither a number nor a word"),
        ("[rules]\nrows = 2.5", "line 4: rows = 2.5: must be a whole number"),
    ],
)
def test_a_chance_in_a_study_that_is_none_is_refused_with_its_line(
    lines: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        load_study(study(tmp_path, lines))
