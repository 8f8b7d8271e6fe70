"""Tournaments: the design is balanced, and what is counted is what was played."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.batch import play_batch
from playout.engine.errors import PlayoutError
from playout.engine.game import SHARE
from playout.questions import make_tournament
from playout.report.standings import Standings
from playout.stats.intervals import rate_interval
from playout.study import plan
from playout.study.tournament import Played, _Counting, line_ups, orders, play_tournament

GAME = "mexican-train"
THREE = ["random", "sequence", "ai-1"]
QUICK: dict[str, Any] = {"rounds": 1, "set": 6, "seed": 3}


@pytest.mark.parametrize("strategies", range(2, 7))
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_strategy_and_every_two_meet_equally_often(strategies: int, seats: int) -> None:
    tables = line_ups(strategies, seats)
    assert {len(table) for table in tables} == {seats}
    one: Counter[int] = Counter()
    two: Counter[tuple[int, int]] = Counter()
    for table in tables:
        one.update(table)
        two.update((a, b) for a, b in itertools.permutations(table, 2) if a != b)
        assert max(Counter(table).values()) - min(Counter(table).values()) <= 1
    assert len(set(one.values())) == 1
    assert len(set(two.values())) == 1
    assert len(two) == strategies * (strategies - 1)


@pytest.mark.parametrize("seats", range(2, 8))
def test_the_orders_are_all_orders_and_every_few_games_have_everybody_on_every_seat(
    seats: int,
) -> None:
    rows = orders(seats)
    assert len(rows) == len({tuple(row) for row in rows.tolist()})
    assert sorted(map(tuple, rows.tolist())) == list(itertools.permutations(range(seats)))
    for start in range(0, len(rows), seats):
        assert all(len(set(column)) == seats for column in rows[start : start + seats].T)
    # Already after a part of them, neighbours are mixed: nobody sits behind the same one always.
    some = rows[: 4 * seats]
    behind = Counter((int(row[k]), int(row[k - 1])) for row in some for k in range(seats))
    assert seats < 4 or max(behind.values()) <= len(some) * 0.75


@pytest.mark.parametrize(("names", "players"), [(THREE, 2), (THREE, 3), (THREE, 5)])
def test_standings_are_those_of_games_played_one_by_one(names: list[str], players: int) -> None:
    asked = make_tournament(GAME, strategies=names, players=players, games=90, **QUICK)
    found = play_tournament(asked, threads=2)
    wins: list[list[float]] = [[] for _ in names]
    points: list[list[float]] = [[] for _ in names]
    ahead: dict[tuple[int, int], list[float]] = {
        pair: [] for pair in itertools.permutations(range(3), 2)
    }
    rows = orders(players)
    for t, table in enumerate(asked.tables):
        for number in range(t * asked.games, (t + 1) * asked.games):
            who = [table[place] for place in rows[number % len(rows)]]
            here = [asked.players[k] for k in who]
            out = play_batch(asked.rules, here, asked.seed, number, 1)[0]
            for k in set(who):
                seats = [s for s in range(players) if who[s] == k]
                wins[k].append(float(np.mean(out[seats])) / SHARE)
                points[k].append(float(np.mean(out[8:][seats])))
            for i, j in itertools.permutations(set(who), 2):
                pairs = [
                    (np.sign(out[8 + b] - out[8 + a]) + 1) / 2
                    for a in range(players)
                    for b in range(players)
                    if (who[a], who[b]) == (i, j)
                ]
                ahead[i, j].append(float(np.mean(pairs)))
    standing = found.standing
    assert found.complete
    assert standing.games == asked.games * len(asked.tables) >= 90
    for k in range(3):
        assert standing.wins[k].n == len(wins[k])
        assert standing.wins[k].mean == pytest.approx(np.mean(wins[k]))
        assert standing.values[k].mean == pytest.approx(np.mean(points[k]))
        assert standing.values[k].variance == pytest.approx(np.var(points[k], ddof=1))
    for (i, j), values in ahead.items():
        pair = standing.pairs[i * 3 + j]
        assert pair.n == len(values)
        assert pair.mean == pytest.approx(np.mean(values))
        whole = standing.groups[:, i, j].sum() / pair.unit
        assert whole == pytest.approx(sum(values))
    assert np.count_nonzero(standing.groups.any(axis=(1, 2))) > 15


def test_a_tournament_does_not_depend_on_batches_or_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = make_tournament(GAME, strategies=THREE, players=2, games=300, **QUICK)
    one = Standings(play_tournament(asked, threads=1))
    monkeypatch.setattr(plan, "FIRST", 7)
    other = Standings(play_tournament(asked, threads=3))
    assert one.to_pandas().equals(other.to_pandas())
    assert one.cross().equals(other.cross())


def test_seats_of_one_strategy_win_once_in_a_game_and_the_interval_knows_it() -> None:
    """Their joint share is what is binomial, as in a run of the same line-up."""
    found = playout.tournament(GAME, strategies=THREE[:2], players=6, games=300, **QUICK)
    for row in found.to_pandas().to_dict("records"):
        together = rate_interval(3 * row["win"] * row["games"], row["games"])
        assert (3 * row["win_low"], 3 * row["win_high"]) == pytest.approx(together[1:])


def test_strategies_that_have_played_nothing_come_last() -> None:
    asked = make_tournament(GAME, strategies=THREE, players=2, games=300, **QUICK)
    counting = _Counting(asked, orders(2))
    here = [asked.players[place] for place in asked.tables[1]]  # all but the second of THREE
    first = asked.games
    outcomes = play_batch(asked.rules, here, asked.seed, first, 20, orders(2))
    standings = Standings(Played(asked, counting.count(1, first, outcomes), 0.1, False))
    assert standings.names[-1] == THREE[1]
    wins = standings.to_pandas()["win"]
    assert wins[0] >= wins[1]


def test_everybody_is_as_often_on_every_seat() -> None:
    asked = make_tournament(GAME, strategies=THREE, players=2, games=3, **QUICK)
    assert (asked.games, len(asked.tables)) == (2, 3)


def test_from_python_there_are_standings_a_cross_table_and_a_picture() -> None:
    found = playout.tournament(GAME, strategies=THREE, players=3, games="3k", **QUICK)
    table, cross = found.to_pandas(), found.cross()
    assert table["strategy"][0] == "sequence"
    assert table["win"].sum() == pytest.approx(1)
    assert table["rating"].mean() == pytest.approx(1500)
    for name in ("win", "points", "rating"):
        assert (table[f"{name}_low"] < table[name]).all()
        assert (table[name] < table[f"{name}_high"]).all()
    back = cross.set_index(["strategy", "other"])["ahead"]
    assert len(cross) == 6
    assert all(back[a, b] + back[b, a] == pytest.approx(1) for a, b in back.index)
    # The same strategy under two names is equal to itself.
    pair = cross[(cross["strategy"] == "ai-1") & (cross["other"] == "random")].iloc[0]
    assert pair["ahead_low"] < 0.5 < pair["ahead_high"]
    assert not pair["differ"]
    first = cross[cross["strategy"] == "sequence"]
    assert first["differ"].all()
    assert (first["p_holm"] <= 0.05).all()
    assert "(Holm-Bonferroni)" in repr(found)
    rows = [line.split() for line in repr(found).split("\n\n")[1].splitlines()[1:4]]
    marked = {row[0]: sum(text.endswith("*") for text in row[1:]) for row in rows}
    assert marked == {"sequence": 2, "ai-1": 1, "random": 1}
    assert len(found.plot().axes) == 2
    assert found.games == 3_000
    assert "1 table, 1 of 3 seats each" in repr(found)
    assert "<table>" in found._repr_html_()


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("the-game", {}, "the-game has no tournaments"),
        (GAME, {"strategies": "random"}, "at least two are needed"),
        (GAME, {"strategies": "random,random"}, "one is given twice"),
        (GAME, {"strategies": "random,sequense"}, "did you mean 'sequence'"),
        (GAME, {"strategies": THREE, "players": 2, "games": 2}, "make 3 tables"),
        (GAME, {"strategies": THREE, "games": 0}, "games = 0"),
        (GAME, {"strategies": None}, "strategies = None"),
        (GAME, {"strategies": THREE, "players": 1}, "players = 1: allowed are 2 to 8"),
        (GAME, {"strategies": THREE, "tiles": 50}, "that needs 200 tiles"),
        ("mexican-trane", {}, "there is no game"),
    ],
)
def test_tournaments_that_cannot_be_are_refused(
    game: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(PlayoutError) as caught:
        make_tournament(game, **options)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
