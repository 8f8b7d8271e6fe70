"""What is said of a rare event follows from its replications."""

from __future__ import annotations

import json
import math
from functools import cache
from typing import Any

import pytest

import playout
from playout.engine.errors import PlayoutError
from playout.report.rare import Rare, _one_in
from playout.study.splitting import Replication, Split, ask

TINY: dict[str, Any] = {"low": 1, "high": 9, "hand": 3, "ascending": 1, "descending": 0, "jump": 0}


@cache
def found() -> Rare:
    """The chance of one order of seven cards, 1 in 5,040."""
    return playout.rare("the-game", strategy="random", particles=200, repeats=20, **TINY)


def of(*estimates: float, complete: bool = True) -> Rare:
    """A result with these estimates."""
    asked = ask("the-game", "random", "win", (10, 10), 1, {})
    replications = tuple(Replication(one, (0.5, one), (5, 1)) for one in estimates)
    return Rare(Split(asked, replications, 1.0, complete))


def test_the_answer_is_one_sentence_with_its_interval() -> None:
    said = of(1e-19, 2e-19, 1.5e-19).answer()
    assert said.startswith("random wins about 1 in 6.7e18 games (95 % interval 1 in ")
    assert said.endswith(").")


def test_the_answer_warns_where_replications_scatter_too_much() -> None:
    one = of(*[0.0] * 9, 1e-19)
    assert not one.trusted
    assert "more particles are needed" in one.answer()


def test_nothing_seen_is_nothing_known() -> None:
    none = of(0.0, 0.0, 0.0)
    assert "nothing is known" in none.answer()
    assert (none.estimate, none.low, none.high) == (0.0, 0.0, math.inf)
    assert math.isnan(none.games_equivalent)
    assert json.loads(json.dumps(none.to_dict(), allow_nan=False))["high"] is None
    none.plot().draw_without_rendering()


def test_a_stopped_one_says_so() -> None:
    assert of(0.1, 0.2, complete=False).answer().startswith("PARTIAL RESULT (stopped): ")
    with pytest.raises(PlayoutError, match="before there were two replications"):
        of(0.1, complete=False)


def test_a_table_has_a_row_for_each_level() -> None:
    table = found().to_pandas()
    assert list(table) == ["level", "chance", "low", "high", "survivors", "fewest"]
    assert list(table["level"]) == list(range(1, len(table) + 1))
    assert table["chance"].iloc[0] > table["chance"].iloc[-1] > 0
    assert (table["low"] <= table["chance"]).all()
    assert (table["chance"] <= table["high"]).all()


def test_games_equivalent_has_the_same_standard_error() -> None:
    one = found()
    p, error = one.estimate, one.estimate * one.scatter / math.sqrt(one.repeats)
    assert math.sqrt(p * (1 - p) / one.games_equivalent) == pytest.approx(error, rel=1e-9)


def test_it_is_shown_as_text_and_picture() -> None:
    one = found()
    assert repr(one).startswith(one.answer())
    assert "<svg" in one._repr_html_()
    assert one.plot().axes[0].get_yscale() == "log"
    assert json.loads(json.dumps(one.to_dict(), allow_nan=False))["repeats"] == 20


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0.5, "1 in 2"),
        (0.0138, "1 in 72.5"),
        (1 / 5040, "1 in 5,040"),
        (3.1e-20, "1 in 3.2e19"),
        (0.0, "1 in infinitely many"),
    ],
)
def test_chances_are_said_as_one_in_so_many(chance: float, text: str) -> None:
    assert _one_in(chance) == text
