"""Which expectations pass, and how seldom one is judged wrongly, against exact numbers.

The numbers are computed apart (tests/reference/races.py): games of Pig in which both players hold.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import playout
from playout.questions.gate import Found, Job, ask
from playout.questions.gate.found import FAILED, OPEN, PASSED
from playout.runner.jobs import play_job
from playout.runner.workers import Threads
from tests.reference import races

GOAL = 10
LEAST = 1e-6  # more games than are played here would be needed to see so little


def found(expect: Any, **given: Any) -> Found:
    asked = ask("pig", **{"goal": GOAL, "strategy": "hold", "expect": expect, **given})
    with Threads(1) as workers:
        counted = play_job(Job(asked), workers)
    assert isinstance(counted, Found)
    return counted


def wins(one: int, other: int, goal: int = GOAL) -> float:
    """The chance of the first player, if both hold at a number."""
    return races.winners([races.pig(goal, one), races.pig(goal, other)])[0]


FIRST = wins(20, 20)
LENGTH = races.lengths([races.pig(GOAL, 20)] * 2)
P90 = races.quantile(LENGTH, 0.9)
WORSE = (wins(20, 3) - wins(3, 20)) / 2  # how much less hold:at=3 wins, both sitting first in turn
SEAT = {"measure": "win", "seat": 1}
VERSION = {"measure": "win", "of": "hold:at=3", "against": "hold"}
BETTER = {"measure": "win", "of": "hold", "better_than": "hold:at=3", "against": "hold"}


def seats(more: float) -> dict[str, Any]:
    """Both seats have an equal share, within what they have and a little more."""
    return {"target": f"seats=equal±{100 * (FIRST - 0.5 + more):.6f}"}


CLEAR: list[tuple[dict[str, Any], str, float]] = [
    ({**SEAT, "between": [FIRST - 0.05, FIRST + 0.05]}, PASSED, FIRST),
    ({**SEAT, "at_least": FIRST + 0.05}, FAILED, FIRST),
    ({**SEAT, "at_most": FIRST + 0.05}, PASSED, FIRST),
    (seats(0.05), PASSED, FIRST - 0.5),
    (seats(-0.05), FAILED, FIRST - 0.5),
    ({"measure": "turns", "quantile": 0.9, "between": [P90, P90]}, PASSED, P90),
    ({"measure": "turns", "quantile": 0.9, "at_most": P90 - 1}, FAILED, P90),
    ({"measure": "turns<=2", "at_least": LENGTH[:2].sum() - 0.05}, PASSED, LENGTH[:2].sum()),
    ({**VERSION, "not_worse_than": "hold", "margin": WORSE + 0.05}, PASSED, -WORSE),
    ({**VERSION, "not_worse_than": "hold", "margin": WORSE - 0.05}, FAILED, -WORSE),
    ({**VERSION, "same_as": "hold", "margin": WORSE + 0.05}, PASSED, -WORSE),
    ({**VERSION, "same_as": "hold", "margin": WORSE - 0.05}, FAILED, -WORSE),
    ({**BETTER, "margin": WORSE - 0.05}, PASSED, WORSE),
    ({**BETTER, "margin": WORSE + 0.05}, FAILED, WORSE),
]
# Of these none may pass, and then none may fail: the truth lies beside the limit.
JUST_OUTSIDE: list[dict[str, Any]] = [
    {**SEAT, "at_least": FIRST + LEAST},
    {**SEAT, "between": [FIRST + LEAST, 0.8]},
    seats(-LEAST),
    {"measure": "turns", "at_most": races.mean(LENGTH) - LEAST},
    {**VERSION, "not_worse_than": "hold", "margin": WORSE - LEAST},
    {**VERSION, "same_as": "hold", "margin": WORSE - LEAST},
]
JUST_INSIDE: list[dict[str, Any]] = [
    {**SEAT, "at_most": FIRST + LEAST},
    seats(LEAST),
    {**VERSION, "same_as": "hold", "margin": WORSE + LEAST},
]


def numbered(expectations: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The expectations, each with a name of its own."""
    return [{**one, "name": str(k)} for k, one in enumerate(expectations)]


@pytest.mark.slow
def test_what_is_clear_is_judged_rightly() -> None:
    one = found(numbered([expect for expect, _, _ in CLEAR]), max_games=20_000)
    assert one.results == [result for _, result, _ in CLEAR]
    for intervals, (_, _, truth) in zip(one.intervals, CLEAR, strict=True):
        assert intervals[0].low <= truth <= intervals[0].high
    assert max(played.games for played in one.counted) < 20_000


@pytest.mark.slow
def test_what_lies_at_a_limit_is_undecided() -> None:
    edges = [*JUST_OUTSIDE, *JUST_INSIDE]
    assert found(numbered(edges), max_games=1_000).results == [OPEN] * len(edges)


def test_recorded_games_show_what_a_rule_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    changed = wins(20, 20, 25) - FIRST
    known: dict[str, Any] = {"strategy": "hold", "max_games": 3_000}
    expect = [
        {**SEAT, "name": name, "same_as": "old.run", "margin": abs(changed) + more}
        for name, more in (("a", 0.08), ("b", -0.08))
    ]
    playout.gate("pig", expect=expect, goal=GOAL, record=True, save="old.run", **known)
    one = found(expect, goal=25, max_games=3_000)
    assert one.results == [PASSED, FAILED]
    for intervals in one.intervals:
        assert intervals[0].low <= changed <= intervals[0].high


@pytest.mark.thorough
def test_wrong_results_are_as_rare_as_promised() -> None:
    error, gates = 0.1, 100
    edges = numbered([*JUST_OUTSIDE, *JUST_INSIDE])
    wrong = [PASSED] * len(JUST_OUTSIDE) + [FAILED] * len(JUST_INSIDE)
    count = [0] * len(edges)
    for seed in range(gates):
        results = found(edges, seed=seed, error=error, max_games=2_000).results
        count = [n + (a == b) for n, a, b in zip(count, results, wrong, strict=True)]
    print(count)
    # With a chance of 0.1 at most, 27 of 100 come once in a million times.
    assert max(count) < 27
