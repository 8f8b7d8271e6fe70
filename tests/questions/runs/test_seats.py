"""Line-ups: who plays, whose results make a row, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.chance.seating import rotating
from playout.engine.game.game import SHARE
from playout.engine.play.batch import play_batch
from playout.engine.words.errors import PlayoutError
from playout.questions.runs import Answer, Job, Study, ask
from playout.questions.runs.seats import count
from playout.report.estimates import How, interval_of
from tests.playing import played, refused

GAME = "mexican-train"
LINE_UP = "sequence,random,random"
QUICK: dict[str, Any] = {"rounds": 1, "games": 600, "seed": 3}


def one_by_one(rotate: bool = True) -> list[tuple[list[str], np.ndarray[Any, Any]]]:
    """Each game played alone: who sat where, and the outcome."""
    row = ask(GAME, seats=LINE_UP, rotate=rotate, **QUICK).rows[0]
    found = []
    for game in range(QUICK["games"]):
        names = LINE_UP.split(",")
        if rotate:
            names = names[-(game % 3) :] + names[: -(game % 3)]
        players = [next(p for p in row.players if p.reference == name) for name in names]
        found.append((names, play_batch(row.rules, players, 3, game, 1)[0]))
    return found


def wins(outcome: np.ndarray[Any, Any], seats: list[int]) -> float:
    return sum(int(outcome[seat]) for seat in seats) / SHARE / len(seats)


@pytest.mark.slow
@pytest.mark.parametrize("rotate", [True, False])
def test_each_strategy_of_a_line_up_has_a_row_with_the_mean_of_its_seats(rotate: bool) -> None:
    table = playout.run(GAME, seats=LINE_UP, rotate=rotate, **QUICK).to_pandas()
    assert list(table.columns[:5]) == ["players", "seats", "strategy", "rounds", "games"]
    assert table["strategy"].tolist() == ["sequence", "random"]
    assert (table["games"] == 600).all()
    games = one_by_one(rotate)
    for name, row in zip(table["strategy"], table.to_dict("records"), strict=True):
        seats = [[s for s in range(3) if names[s] == name] for names, _ in games]
        values = [wins(out, here) for (_, out), here in zip(games, seats, strict=True)]
        points = [out[8:][here].mean() for (_, out), here in zip(games, seats, strict=True)]
        assert row["win"] == pytest.approx(np.mean(values), rel=1e-12)
        assert row["points"] == pytest.approx(np.mean(points), rel=1e-12)
        assert row["win_low"] < row["win"] < row["win_high"]
        error = 1.96 * np.std(points, ddof=1) / len(points) ** 0.5
        assert 0.99 * error < row["points_high"] - row["points"] < 1.25 * error
    assert table["win"][0] + 2 * table["win"][1] == pytest.approx(1)
    assert table["turns"].nunique() == 1


@pytest.mark.slow
def test_each_seat_of_a_strategy_has_a_row_if_asked() -> None:
    result = playout.run(GAME, seats=LINE_UP, by="seat", **QUICK)
    table = result.to_pandas()
    assert table[["strategy", "seat"]].values.tolist() == [
        *[["sequence", seat] for seat in range(3)],
        *[["random", seat] for seat in range(3)],
    ]
    assert table["games"].tolist() == [200] * 3 + [400] * 3
    assert result.games == 600
    games = one_by_one()
    for row in table.to_dict("records"):
        seat = row["seat"]
        here = [out for names, out in games if names[seat] == row["strategy"]]
        assert row["win"] == pytest.approx(np.mean([wins(out, [seat]) for out in here]))
        assert row["points"] == pytest.approx(np.mean([out[8 + seat] for out in here]))


def test_rows_do_not_depend_on_batches_or_threads() -> None:
    asked = ask(GAME, seats=[LINE_UP, "random,sequence"], by="seat", **QUICK)
    rows = [row for row in asked.rows if len(row.players) == 3]
    setup = rows[0].setup
    whole = play_batch(setup.rules, setup.players, 3, 0, 100, rotating(3))
    parts = [count(rows, whole[a:b], a) for a, b in ((0, 1), (1, 17), (17, 100))]
    together, at_once = parts[0] + parts[1] + parts[2], count(rows, whole, 0)
    assert together.games == at_once.games == 100
    for one, other in zip(together.parts, at_once.parts, strict=True):
        for a, b in zip(one.histograms, other.histograms, strict=True):
            assert (a.total, a.variance, a.n, a.unit) == (b.total, b.variance, b.n, b.unit)
        assert np.array_equal(one.groups, other.groups)
        sums = [one.games, *(a.total * a.unit for a in one.histograms)]
        assert one.groups.sum(axis=1).tolist() == sums
    frames = [Answer(played(Job(asked), n)).to_pandas() for n in (1, 3)]
    assert frames[0].equals(frames[1])


def test_players_follow_from_the_line_up_and_the_same_strategies_share_a_row() -> None:
    table = playout.run(GAME, seats=["random,random", ["random"] * 4], **QUICK).to_pandas()
    assert table["players"].tolist() == [2, 4]
    assert table["seats"].tolist() == ["random,random", "random,random,random,random"]
    assert table["win"].tolist() == [0.5, 0.25]
    assert (table["win_high"] - table["win_low"]).max() < 0.004  # nothing is left to chance


def test_a_plus_seats_strategies_where_they_stay() -> None:
    plus = playout.run(GAME, strategy="sequence+random", players=2, **QUICK).to_pandas()
    line_up = playout.run(GAME, seats="sequence,random", rotate=False, **QUICK).to_pandas()
    assert plus.equals(line_up)


def test_a_co_operative_game_has_a_row_for_the_whole_table() -> None:
    result = playout.run("the-game", seats="greedy,random", games=50)
    table = result.to_pandas()
    assert table["strategy"].tolist() == ["greedy,random"]
    assert result.games == 50


def test_a_study_has_line_ups_as_lists_or_texts() -> None:
    given: Any = {"seats": [["sequence", "random"], "random,random"], "rounds": [1]}
    rows = Study(game=GAME, factors=given, games=10).asked().rows
    assert [row.factors["seats"] for row in rows] == [*["sequence,random"] * 2, "random,random"]


def test_cases_are_rules_beside_each_other() -> None:
    cases: Any = {"small": {"set": 6}, "short": {"tiles": 3, "gate": "no"}}
    seats: Any = {"seats": ["sequence,random"]}
    found = Study(game=GAME, factors=seats, cases=cases).asked().rows
    assert [(row.factors["case"], row.factors["strategy"]) for row in found] == [
        *[("small", "sequence"), ("small", "random")],
        *[("short", "sequence"), ("short", "random")],
    ]
    assert [row.rules["set"] for row in found] == [6, 6, 12, 12]
    assert [row.rules["gate"] for row in found] == ["yes", "yes", "no", "no"]
    assert "set" not in found[0].factors
    mistakes: list[tuple[Any, str]] = [
        ({"a": {"sett": 6}}, "did you mean 'set'"),
        ({"a": {"seats": "random,random"}}, "seats is in a case and also outside of"),
        ({"a": {"set": 40}}, "set=40: must be from 2 to 18"),
    ]
    for wrong, said in mistakes:
        with pytest.raises(PlayoutError, match=said):
            Study(game=GAME, factors=seats, cases=wrong).asked()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seats": "random,random", "players": 3}, "2 strategies for 3 players"),
        ({"seats": "random"}, "names 1, but mexican-train is for 2 to 8"),
        ({"seats": 5}, "seats=5: name one strategy for each seat"),
        ({"seats": [["random", 5]]}, "name one strategy for each seat"),
        ({"seats": "random,random", "by": True}, "by=True: choose from"),
        ({"seats": ["random"] * 9}, "names 9, but mexican-train is for 2 to 8"),
        ({"seats": "random,randon"}, "no strategy 'randon': did you mean 'random'"),
        ({"seats": "random,"}, "no strategy ''"),
        ({"seats": []}, "name one strategy for each seat"),
        ({"seats": "random,random", "strategy": "random"}, "only one of them"),
        ({"seats": ["random,random", "random,random"]}, "seats: a value is given twice"),
        ({"by": "player"}, "by='player': choose from seat, strategy"),
        ({"rotate": "no"}, "rotate='no': must be True or False"),
    ],
)
def test_line_ups_that_cannot_sit_down_are_refused(options: dict[str, Any], said: str) -> None:
    refused(said, ask, GAME, **options)


def test_a_study_has_line_ups_or_a_strategy() -> None:
    rules: Any = {"strategy": "random"}
    with pytest.raises(PlayoutError, match="only one of them"):
        Study(game=GAME, rules=rules, factors={"seats": ["sequence,random"]}).asked()


def test_a_game_that_counts_nothing_for_each_seat_has_no_rows_for_them() -> None:
    refused("the-game has no measure that is counted for each seat", ask, "the-game", by="seat")


def test_the_interval_of_a_share_is_that_of_the_win_of_all_its_seats() -> None:
    row, other = ask(GAME, seats=LINE_UP, **QUICK).rows
    outcomes = play_batch(row.rules, row.players, 3, 0, 600, rotating(3))
    one, two = (count([r], outcomes, 0).parts[0].histograms[0] for r in (row, other))
    measure = row.rules.game.measures[0]
    hows: list[How] = ["fixed", "anytime"]
    for how in hows:
        a, b = (interval_of(measure, row.rules, found, how) for found in (one, two))
        assert (a.low, a.high) == pytest.approx((1 - 2 * b.high, 1 - 2 * b.low))
