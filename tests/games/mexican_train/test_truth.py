"""Exact numbers: rounds of random play with tiny sets, and what a set of tiles is.

False alarms: were the seed drawn anew, a test would fail correct code less than once in a million
times; each asks at most eight times for a p above 1e-7 (tests/chance.py).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from playout.engine.play.batch import begin_game, new_table, play_batch
from playout.engine.who.references import find_player
from playout.games.mexican_train.game import GAME, in_deck
from playout.games.mexican_train.tiles import (
    NUMBERS,
    high_of,
    listed,
    low_of,
    numbers_of,
    pips,
    put,
)
from tests import truth
from tests.chance import FALSE_ALARM, p_same_mean, standard_error
from tests.reference.mexican_train import Options, expectations, full_set

TINY: dict[str, Any] = truth.load("mexican_train_tiny")
SETS: dict[str, Any] = truth.load("mexican_train_sets")["invariants"]
ROUNDS = 400_000


def draw_of(variant: dict[str, bool]) -> str:
    """The option `draw` of a variant."""
    if variant["nodraw"]:
        return "none"
    return "wait" if variant["draw_then_wait"] else "play"


def wanted(case: dict[str, Any]) -> list[Fraction]:
    """The exact numbers of a case, in the order of `expectations`."""
    texts = [*case["P_player_goes_out"], case["P_blocked"], *case["expected_score"]]
    texts += [case[f"expected_{name}"] for name in ("tiles_played", "draws", "turns")]
    return [Fraction(text) for text in texts]


@pytest.mark.parametrize(
    "key",
    [pytest.param(k, marks=pytest.mark.thorough if c["N"] > 2 else ()) for k, c in TINY.items()],
)
def test_the_reference_gives_the_exact_numbers(key: str) -> None:
    case, variant = TINY[key], TINY[key]["variant"]
    options = Options(
        players=case["players"],
        highest=case["N"],
        tiles=case["hand"],
        start_open=variant["start_open"],
        draw=draw_of(variant),
        gate=not variant["nogate"],
    )
    assert list(expectations(options)) == wanted(case)


@pytest.mark.parametrize("key", TINY)
def test_compiled_random_play_agrees_with_the_exact_numbers(key: str) -> None:
    case, variant = TINY[key], TINY[key]["variant"]
    assert case["players"] == 2
    options = {
        "set": case["N"],
        "tiles": case["hand"],
        "start_open": "yes" if variant["start_open"] else "no",
        "draw": draw_of(variant),
        "gate": "no" if variant["nogate"] else "yes",
    }
    assert_agrees("random", options, wanted(case))


@pytest.mark.slow
@pytest.mark.parametrize("doubles", [2, 5])
def test_doubles_counted_several_times_agree_with_the_exact_numbers(doubles: int) -> None:
    exact = list(expectations(Options(players=2, highest=2, tiles=2), doubles))
    assert exact != list(expectations(Options(players=2, highest=2, tiles=2)))
    assert_agrees(f"random:doubles={doubles}", {"set": 2, "tiles": 2}, exact)


def assert_agrees(strategy: str, options: dict[str, object], exact: list[Fraction]) -> None:
    """Single rounds of two players who play so have these chances and means."""
    rules = GAME.with_options({"players": 2, "rounds": 1, **options})
    outcomes = play_batch(rules, [find_player("mexican-train", strategy)] * 2, 1989, 0, ROUNDS)
    seen = {m.name: outcomes[:, at] for m, at in zip(GAME.measures, GAME.columns, strict=True)}
    columns = zip(GAME.measures, GAME.columns, strict=True)
    other = {m.name: outcomes[:, at + 1] for m, at in columns if m.per_seat}
    out_0, out_1, blocked, points_0, points_1, laid, draws, turns = exact
    for successes, chance in (
        (seen["outs"].sum(), out_0),
        (other["outs"].sum(), out_1),
        (seen["blocked"].sum(), blocked),
    ):
        assert binomtest(int(successes), ROUNDS, float(chance)).pvalue > FALSE_ALARM
    for sample, mean in (
        (seen["points"], points_0),
        (other["points"], points_1),
        (seen["tiles_laid"], laid),
        (seen["draws"], draws),
        (seen["turns"], turns),
    ):
        error = standard_error(sample)
        if error == 0:  # all are what is expected
            assert sample.mean() == mean
        else:
            assert p_same_mean(float(sample.mean()), error, float(mean), 0) > FALSE_ALARM


@pytest.mark.parametrize("key", SETS)
def test_a_deck_is_the_set_without_its_engine(key: str) -> None:
    highest, facts = int(key.removeprefix("double-")), SETS[key]
    rules = GAME.with_options({"set": highest, "players": 2, "tiles": 1})
    table = new_table(rules, [])
    begin_game(GAME)(table, rules.record(), 1, 0)
    deck = [numbers_of(t) for t in table.state.deck[: table.state.tiles].tolist()]
    assert sorted([*deck, (highest, highest)]) == full_set(highest)
    everything = [*deck, (highest, highest)]
    assert len(everything) == facts["tiles"] == in_deck(highest) + 1
    assert sum(map(sum, everything)) == facts["pips"]
    assert sum(map(sum, deck)) == facts["pips_without_engine"]
    assert sum(low == high for low, high in everything) == facts["doubles"]
    for number in range(highest + 1):
        showing = [tile for tile in everything if number in tile]
        assert len(showing) == facts["tiles_showing_each_number"]
        assert sum(tile.count(number) for tile in everything) == facts["half_faces_of_each_number"]
    rows = np.zeros(NUMBERS, np.int32)
    for low, high in deck:
        put(rows, low, high)
    assert listed(rows) == sorted(deck)
    assert pips(rows, highest, 0) == facts["pips_without_engine"]
    assert pips(rows, highest, 25) == facts["pips_without_engine"] + 25


@pytest.mark.parametrize("key", ["double-2", "double-6", "double-18"])
def test_hands_are_dealt_without_preference(key: str) -> None:
    highest, facts = int(key.removeprefix("double-")), SETS[key]
    rules = GAME.with_options({"set": highest, "players": 2, "tiles": 2})
    table, record = new_table(rules, []), rules.record()
    mean = Fraction(facts["mean_pips_per_tile_without_engine"])
    variance = Fraction(facts["variance_pips_per_tile_without_engine"])
    left = in_deck(highest)
    deals = 4_000
    seen = np.zeros(deals, np.int64)
    for number in range(deals):
        begin_game(GAME)(table, record, 5, number)
        for k in (2, 3):  # the second hand
            tile = int(table.state.deck[k])
            seen[number] += low_of(tile) + high_of(tile)
    error = float(2 * variance * (left - 2) / (left - 1) / deals) ** 0.5
    assert p_same_mean(float(seen.mean()), error, float(2 * mean), 0) > FALSE_ALARM
