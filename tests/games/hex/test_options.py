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

pytestmark = pytest.mark.rules

IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"rows": 0}, "rows = 0: allowed are 1 to 50"),
    ({"rows": 51}, "rows = 51: allowed are 1 to 50"),
    ({"cols": 51}, "cols = 51: allowed are 1 to 50"),
    ({"rows": 2.5}, "rows = 2.5: a whole number is needed"),
    ({"players": 1}, "players = 1: only 2 is allowed"),
    ({"players": 3}, "players = 3: only 2 is allowed"),
    ({"p": 1.5}, "p = 1.5: allowed are 0 to 1"),
    ({"p": -0.1}, "p = -0.1: allowed are 0 to 1"),
    ({"p": "-1"}, "p = -1.0: allowed are 0 to 1"),
    ({"p": float("nan")}, "p = nan: allowed are 0 to 1"),
    ({"p": "nan"}, "p = nan: allowed are 0 to 1"),
    ({"p": float("inf")}, "p = inf: allowed are 0 to 1"),
    ({"p": 10**400}, "p = 10+[.]*: a number is needed"),
    ({"p": "x"}, "p = 'x': a number is needed"),
    ({"p": ""}, "p = '': a number is needed"),
    ({"p": True}, "p = True: a number is needed"),
    ({"p": np.True_}, "p = .*True.*: a number is needed"),
    ({"p": True}, "p = True: a number is needed"),
    ({"p": [0.5]}, r"p = \[0.5\]: a number is needed"),
    ({"q": 0.5}, "hex has no rule option 'q': known: cols, p, players, rows"),
]


@pytest.mark.parametrize(("options", "sentence"), IMPOSSIBLE)
def test_impossible_rules_are_refused_in_one_sentence(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=sentence) as caught:
        GAME.with_options(options)
    assert "\n" not in str(caught.value)


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
    assert GAME.with_options({"cols": 5}).changed() == {"cols": 5}


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
        ("[factors]\np = [0.5, 1.5]", "line 4: p = 1.5: allowed are 0 to 1"),
        ("[factors]\np = [nan]", "line 4: p = nan: allowed are 0 to 1"),
        ("[factors]\np = [true]", "line 4: .*True is neither a number nor a word"),
        ("[rules]\nrows = 2.5", "line 4: rows = 2.5: a whole number is needed"),
    ],
)
def test_a_chance_in_a_study_that_is_none_is_refused_with_its_line(
    lines: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        load_study(study(tmp_path, lines))
