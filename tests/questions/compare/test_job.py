"""Comparisons count what a slow obvious count counts, and are wrong no more often than allowed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playout.engine.play.batch import play_batch
from playout.engine.words.errors import PlayoutError
from playout.questions.compare import Asked, Found, Job, ask
from playout.questions.compare.found import (
    A_BETTER,
    A_HIGHER,
    B_BETTER,
    B_HIGHER,
    EQUAL,
    UNDECIDED,
    verdict_of,
)
from playout.questions.compare.pairing import arrangements
from playout.runner.plan import LOOKS, Batch
from playout.stats.intervals import Interval
from playout.stats.paired import Paired, Signed
from tests import playing

TINY = {"rounds": 1, "set": 6}
OTHER = '''
from playout import strategy
from playout.games.mexican_train.strategies import any_legal as legal_tile
from playout.games.the_game.strategies import any_legal
from playout.engine.chance.rng import randrange

@strategy("the-game")
def other(view, rng):
    """Plays like random, but with other random numbers."""
    randrange(rng, 2)
    return any_legal(view, rng, view.needed == 1)

@strategy("mexican-train")
def other_tile(view, rng):
    """Plays like random, but with other random numbers."""
    randrange(rng, 2)
    return legal_tile(view, rng)
'''


def question(game: str = "the-game", **options: Any) -> Asked:
    usual = {"players": 2} if game == "the-game" else {}
    return ask(game, **{"seed": 5, **usual, **options})


def found_by(asked: Asked, workers: int = 2) -> Found:
    found: Found = playing.played(Job(asked), workers)
    return found


def played(asked: Asked, first: int, count: int) -> Paired:
    return Job(asked).play(Batch(0, first, count))


def frequencies(signed: Signed) -> Counter[Fraction]:
    """How often each value was seen."""
    found: Counter[Fraction] = Counter()
    for sign, half in ((1, signed.up), (-1, signed.down)):
        for place in np.flatnonzero(half.counts).tolist():
            found[Fraction(sign * place, half.unit)] += int(half.counts[place])
    return found


@pytest.mark.parametrize(
    "options",
    [
        {"a": "combo", "b": "greedy"},
        {"strategy": "combo", "a_rules": "min_cards=1", "measure": "cards_left"},
        {"a": "combo+greedy", "b": "greedy+combo", "measure": "excellent"},
        {"strategy": "combo", "b_rules": {"hand": 5}, "measure": "cards_played"},
    ],
)
def test_two_tables_play_the_same_deals(options: dict[str, Any]) -> None:
    asked = question(**options)
    found = played(asked, 7, 60)
    place = asked.game.measures.index(asked.measure)
    a, b = (
        play_batch(side.rules, side.players, 5, 7, 60)[:, asked.game.columns[place]]
        for side in asked.sides
    )
    assert frequencies(found.difference) == Counter(map(Fraction, (a - b).tolist()))
    assert found.sides[0].mean == a.mean()
    assert found.sides[1].mean == b.mean()
    assert (found.games, found.difference.n) == (60, 60)
    variances = a.var(ddof=1) + b.var(ddof=1)
    assert found.ratio == pytest.approx(variances / (a - b).var(ddof=1))


def one_by_one(asked: Asked, seats: int, games: range) -> list[Fraction]:
    """The differences of deals in which A and B exchange their seats, a game at a time."""
    rules, (a, b) = asked.sides[0].rules, (side.players[0] for side in asked.sides)
    column = asked.game.columns[asked.game.measures.index(asked.measure)]
    unit = 840 if asked.measure.kind == "share" else 1
    _, front = arrangements(seats)
    found = []
    for game in games:
        total = Fraction(0)
        for turned in (False, True):
            is_a = front[game % len(front)] ^ turned
            line_up = [a if here else b for here in is_a]
            values = play_batch(rules, line_up, asked.seed, game, 1)[0]
            each = [Fraction(int(v), unit) for v in values[column : column + seats]]
            mine = [value for value, here in zip(each, is_a, strict=True) if here]
            others = [value for value, here in zip(each, is_a, strict=True) if not here]
            total += Fraction(sum(mine), len(mine)) - Fraction(sum(others), len(others))
        found.append(total / 2)
    return found


@pytest.mark.parametrize(
    ("seats", "measure"), [(2, "win"), (3, "points"), (4, "outs"), (5, "win"), (5, "points")]
)
def test_at_one_table_a_deal_is_played_both_ways_round(seats: int, measure: str) -> None:
    asked = question(
        "mexican-train", a="greedy", b="random", players=seats, measure=measure, **TINY
    )
    found = played(asked, 3, 40)
    assert frequencies(found.difference) == Counter(one_by_one(asked, seats, range(3, 43)))
    assert found.sides[0].mean - found.sides[1].mean == pytest.approx(found.difference.mean)
    assert sum(one.mean for one in found.apart) == pytest.approx(found.difference.mean)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8])
def test_the_half_of_a_side_goes_through_all_choices_of_seats(seats: int) -> None:
    seating, front = arrangements(seats)
    half = (seats + 1) // 2
    assert {tuple(np.flatnonzero(row)) for row in front} == set(combinations(range(seats), half))
    assert len(front) == comb(seats, half)
    assert ((seating < half) == front).all()
    assert (np.sort(seating, axis=1) == np.arange(seats)).all()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("mexican-train", {"players": 3, **TINY}),
        ("mexican-train", {"players": 4, "measure": "points", **TINY}),
        ("mexican-train", {"players": 3, "measure": "turns", **TINY}),
        pytest.param("hex", {"rows": 4}, marks=pytest.mark.slow),
    ],
)
def test_who_is_called_a_only_changes_the_sign(game: str, options: dict[str, Any]) -> None:
    a, b = ("shortest", "random") if game == "hex" else ("greedy", "random")
    one = played(question(game, a=a, b=b, **options), 0, 120)
    other = played(question(game, a=b, b=a, **options), 0, 120)
    turned = {-value: count for value, count in frequencies(other.difference).items()}
    assert frequencies(one.difference) == turned
    assert one.ratio == other.ratio
    assert [side.counts.tolist() for side in one.sides] == [
        side.counts.tolist() for side in reversed(other.sides)
    ]


def test_it_stops_at_the_first_look_that_says_enough() -> None:
    found = found_by(question(a="combo", b="greedy", error=1e-4))
    assert found.verdict == A_BETTER
    assert found.complete
    verdicts = [verdict_of(found.asked, look.interval) for look in found.looks]
    assert verdicts == [UNDECIDED] * (len(verdicts) - 1) + [A_BETTER]
    assert [look.games for look in found.looks] == list(LOOKS[: len(verdicts)])
    assert found.looks[-1].interval == found.interval
    assert found.interval.low > 0


def test_without_a_verdict_it_ends_with_the_last_deal() -> None:
    found = found_by(question(a="combo", b="sequence", max_games=300))
    assert (found.verdict, found.complete) == (UNDECIDED, True)
    assert [look.games for look in found.looks] == [256, 282, 300]


@pytest.mark.parametrize(
    ("low", "high", "measure", "verdict"),
    [
        (0.001, 0.2, "win", A_BETTER),
        (-0.2, -0.001, "win", B_BETTER),
        (-0.004, 0.004, "win", EQUAL),
        (-0.004, 0.006, "win", UNDECIDED),
        (-0.006, 0.004, "win", UNDECIDED),
        (0.0, 0.2, "win", UNDECIDED),
        (0.1, 0.2, "cards_left", B_BETTER),
        (-0.2, -0.1, "cards_left", A_BETTER),
        (-0.001, 0.001, "cards_left", UNDECIDED),  # a mean has no margin of its own
    ],
)
def test_an_interval_has_one_verdict(low: float, high: float, measure: str, verdict: str) -> None:
    asked = question(a="combo", b="greedy", measure=measure)
    assert verdict_of(asked, Interval((low + high) / 2, low, high)) == verdict


def test_of_a_measure_that_is_neither_good_nor_bad_one_side_is_higher() -> None:
    asked = question("mexican-train", a="random", b="sequence", measure="draws", **TINY)
    assert not asked.exchanged
    assert verdict_of(asked, Interval(0.2, 0.1, 0.3)) == A_HIGHER
    assert verdict_of(asked, Interval(-0.2, -0.3, -0.1)) == B_HIGHER


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name", "options"),
    [
        ("the-game", "other", {"measure": "cards_left", "margin": 2}),
        ("mexican-train", "other-tile", {"players": 3, "margin": 0.05, **TINY}),
        ("mexican-train", "other-tile", {"players": 4, "measure": "points", "margin": 3, **TINY}),
    ],
)
def test_equal_sides_are_not_called_different(
    game: str, name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    # The error that is allowed is the false alarm of this test: 1e-7.
    mine = tmp_path / "mine.py"
    mine.write_text(OTHER)
    asked = question(game, a="random", b=f"{mine}:{name}", error=1e-7, **options)
    found = found_by(asked, 1)
    assert found.counted.difference.variance > 0  # they do not play the same games
    assert found.verdict == EQUAL


@pytest.mark.parametrize(
    ("a", "b"), [("chains", "chains:extra=3"), ("greedy", "greedy+greedy"), ("combo", "combo")]
)
def test_another_name_of_a_strategy_is_no_other_strategy(a: str, b: str) -> None:
    with pytest.raises(PlayoutError, match="A and B are the same"):
        question(a=a, b=b, b_rules="min_cards=2")
