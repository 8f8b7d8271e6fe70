"""Who plays well with whom: what is said of teams is true, and hardly ever wrong."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from playout.questions.tournament import Answer, Asked, Job, ask
from playout.questions.tournament.asked import all_teams
from playout.questions.tournament.found import Found, Team
from playout.questions.tournament.pairings import Pairings
from playout.stats.contests.sums import weighted_sum
from playout.stats.intervals import rate_interval
from playout.stats.tally import Histogram
from tests.playing import played

MEET = "tests/golden/sentences/own/meet.py"
SIDES = "keep-left,keep-right,coin"


def pairings(chances: Any, games: int, draw: np.random.Generator) -> Pairings:
    """The pairings of so many games of each two; ``chances[i][j]``: how often they win."""
    names = ["quick", "greedy", "combo", "careful"][: len(chances)]
    asked = ask("the-game", strategies=names, players=2, games=10 * games)
    won = [draw.binomial(games, chances[i][j]) for i, j in asked.tables]
    teams = tuple(Team(games, Histogram(np.array([games - one, one]), 1)) for one in won)
    return Pairings(Found(asked, sum(teams[1:], teams[0]), 0.1, True, tables=teams))


@pytest.mark.parametrize(("strategies", "seats"), [(3, 2), (2, 3), (4, 5)])
def test_each_two_share_the_seats_evenly(strategies: int, seats: int) -> None:
    sat = Counter[tuple[int, int]]()
    for table in all_teams(strategies, seats):
        assert len(table) == seats
        for one in set(table):
            sat[one, sum(set(table)) - one if len(set(table)) > 1 else one] += table.count(one)
    each = {sat[i, j] for i in range(strategies) for j in range(strategies) if i != j}
    assert each == {seats // 2 if seats % 2 == 0 else seats}


@pytest.mark.usefixtures("forgets")
def test_who_keeps_to_the_same_side_wins_together() -> None:
    answer = Answer(played(Job(ask(MEET, strategies=SIDES, games=1_800))))
    cross: Any = answer.cross().set_index(["strategy", "other"])
    truth = {
        ("keep-left", "keep-left"): 0.82,
        ("keep-left", "keep-right"): 0.18,
        ("coin", "keep-left"): 0.5,
    }
    for pair, rate in truth.items():
        row = cross.loc[pair]
        assert row["win_low"] < rate < row["win_high"]
        assert row["win"] == cross.loc[pair[::-1]]["win"]
        assert row["games"] == 300
    assert cross.loc["keep-left", "keep-right"]["verdict"] == "worse"
    assert cross.loc["coin", "keep-left"]["verdict"] == "not clear"
    assert cross.loc["coin", "coin"]["verdict"] == "own kind"
    rows: Any = answer.to_pandas().set_index("strategy")
    assert rows.loc["keep-left"]["win_low"] < 0.5 < rows.loc["keep-left"]["win_high"]
    assert rows.loc["keep-left"]["gain_low"] < 0.48 < rows.loc["keep-left"]["gain_high"]
    assert rows.loc["coin"]["gain_low"] < 0 < rows.loc["coin"]["gain_high"]
    assert " do worse than either strategy with its own kind" in answer.sentence().replace(
        "does", "do"
    )
    assert "is not clear yet whether" in answer.sentence()
    assert len(answer.plot().axes) == 2


@pytest.mark.slow
def test_of_equal_strategies_hardly_ever_anything_is_said() -> None:
    """At 5 % each, so many of 200 would have a chance below 1e-6."""
    draw, wrong = np.random.default_rng(1), Counter[str]()
    for _ in range(200):
        found = pairings([[0.6] * 4] * 4, 150, draw)
        wrong["best"] += not found.rivals
        wrong["fit"] += any(found.verdict(*two) in ("better", "worse") for two in found.pairs)
        wrong["gain"] += any(found.gain(k).is_clear for k in range(4))
    assert max(wrong.values()) < stats.binom.ppf(1 - 1e-6, 200, 0.05)


def test_weighted_sums_cover_the_truth_as_often_as_they_say() -> None:
    """Also with a rate near 0; at 95 %, so few of 400 would cover with a chance below 1e-6."""
    draw, rates, weights = np.random.default_rng(2), np.array([0.01, 0.7, 0.15]), [1.0, -0.5, -0.5]
    covered = []
    for _ in range(400):
        each = [rate_interval(int(k), 80) for k in draw.binomial(80, rates)]
        found = weighted_sum(weights, each)
        covered.append(found.low <= rates @ weights <= found.high)
    assert sum(covered) > stats.binom.ppf(1e-6, 400, 0.95)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_saved_tournament_of_teams_is_the_same_again(seats: int) -> None:
    asked = ask("the-game", strategies="quick,greedy,combo", players=seats, games=500)
    again = Asked.restored(asked.canonical(), asked.end)
    assert (again.tables, again.table_games) == (asked.tables, asked.table_games)


def test_nothing_is_said_before_all_pairs_have_played() -> None:
    asked = ask(MEET, strategies=SIDES, games=600)
    teams = tuple(Job(asked).nothing())
    none = Answer(Found(asked, teams[0], 0.0, False, tables=teams))
    assert none.sentence() == "This tournament has no finished games yet."
    first = Team(20, Histogram(np.array([8, 12]), 1))
    some = Answer(Found(asked, first, 0.1, False, tables=(first, *teams[1:])))
    assert some.sentence().endswith("after 20 games, some pairs have not played yet.")
    assert "keep-right" in repr(some)
    assert len(some.plot().axes) == 2
