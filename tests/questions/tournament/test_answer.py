"""What a tournament tells follows from what was counted."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.seating import orders
from playout.engine.play.batch import play_batch
from playout.questions.tournament import Answer, Job, ask
from playout.questions.tournament.found import Found, Standing
from playout.questions.tournament.job import Counting
from playout.stats.intervals import rate_interval
from tests.playing import played

GAME = "mexican-train"
THREE = ["random", "greedy", "ai-1"]
QUICK: dict[str, Any] = {"rounds": 1, "set": 6, "seed": 3}


def answer(**options: Any) -> Answer:
    return Answer(played(Job(ask(GAME, **options))))


def counted(results: Any, strategies: str = "greedy,random,path", seats: int = 3) -> Answer:
    """What is told of rounds of so many points, [game, strategy]: the fewest win."""
    asked = ask(GAME, strategies=strategies, players=seats, games=seats)
    points = np.asarray(results, np.int64)
    outcomes = np.zeros((len(points), asked.game.width), np.int64)
    seating, table = orders(seats), np.array(asked.tables[0])
    for number, row in enumerate(points):
        here = row[table[seating[number % len(seating)]]]
        outcomes[number, :seats] = 840 * (here == here.min()) // (here == here.min()).sum()
        outcomes[number, 8 : 8 + seats] = here
    return Answer(Found(asked, Counting(asked, seating).count(0, 0, outcomes), 0.1, True))


def test_there_are_standings_a_cross_table_and_a_picture() -> None:
    found = answer(strategies=THREE, players=3, games="3k", **QUICK)
    table, cross = found.to_pandas(), found.cross()
    assert table["strategy"][0] == "greedy"
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
    first = cross[cross["strategy"] == "greedy"]
    assert first["differ"].all()
    assert (first["p_holm"] <= 0.05).all()
    assert "*: very likely not 50 % (if all strategies were equal, at most 5 % of " in repr(found)
    rows = [line.split() for line in repr(found).split("\n\n")[2].splitlines()[2:5]]
    marked = {row[0]: sum(text.endswith("*") for text in row[1:]) for row in rows}
    assert marked == {"greedy": 2, "ai-1": 1, "random": 1}
    assert len(found.plot().axes) == 2
    assert found.games == 3_000
    assert "1 table, with 1 seat for each strategy" in repr(found)
    assert "<table" in found._repr_html_()


def test_seats_of_one_strategy_win_once_in_a_game_and_the_interval_knows_it() -> None:
    """Their joint share is what is binomial, as in a run of the same line-up."""
    found = answer(strategies=THREE[:2], players=6, games=300, **QUICK)
    for row in found.to_pandas().to_dict("records"):
        together = rate_interval(3 * row["win"] * row["games"], row["games"])
        assert (3 * row["win_low"], 3 * row["win_high"]) == pytest.approx(together[1:])


def test_strategies_that_have_played_nothing_come_last() -> None:
    asked = ask(GAME, strategies=THREE, players=2, games=300, **QUICK)
    counting = Counting(asked, orders(2))
    here = [asked.players[place] for place in asked.tables[1]]  # all but the second of THREE
    first = asked.table_games
    outcomes = play_batch(asked.rules, here, asked.seed, first, 20, orders(2))
    told = Answer(Found(asked, counting.count(1, first, outcomes), 0.1, False))
    assert told.names[-1] == THREE[1]
    wins = told.to_pandas()["win"]
    assert wins[0] >= wins[1]


def test_who_is_ahead_of_all_others_wins_most() -> None:
    told = counted([[1, 2, 3], [1, 3, 2], [2, 1, 3]] * 40)
    assert told.names == ["greedy", "random", "path"]
    assert told.sentence() == (
        "Mexican Train with 3 players: greedy is the best of 3 strategies; it wins about 67 % of "
        "its games (equal players would win 33.3 %) and finishes ahead of each of the others more "
        "often than behind."
    )


def test_nobody_is_called_the_best_who_may_not_be() -> None:
    even = counted([[1, 2, 3], [2, 1, 3], [1, 2, 3]] * 3)
    assert even.sentence() == (
        "Mexican Train with 3 players: greedy won most often, 6 of its 9 games (equal "
        "players would win 33.3 %), but it is not clear yet whether it is better than random."
    )
    few = counted([[1, 2, 3]])
    assert few.sentence().endswith("it is not clear yet whether it is better than random or path.")
    # Most wins, but more often behind the others than ahead.
    daring = counted([[0, 2, 3]] * 40 + [[9, 3, 8], [9, 8, 3]] * 35)
    assert daring.names[0] == "greedy"
    assert daring.sentence() == (
        "Mexican Train with 3 players: greedy won most often, 36.4 % of its 110 games (equal "
        "players would win 33.3 %), but random and path finish ahead of it more often than behind; "
        "so no strategy is clearly the best."
    )


def test_the_same_strategy_by_two_names_is_never_the_better_one() -> None:
    same = answer(strategies=["random", "ai-1"], players=2, games=20, **QUICK)
    assert same.sentence().endswith("random and ai-1 are the same strategy; luck alone decides.")
    assert not same.enough
    pig = {"strategies": ["random", "hold", "hold:at=20"], "games": 3_000}
    three = Answer(played(Job(ask("pig", **pig))))
    assert three.sentence().endswith("; hold is the same strategy as hold:at=20.")
    assert three.sentence().startswith("Pig with 2 players: hold:at=20 is better than random; ")
    assert "; it wins about 90 % of their games (equal players" in three.sentence()
    assert not three.enough
    few = Answer(played(Job(ask("pig", **pig | {"games": 6})))).sentence()
    assert "won most often, all its 4 games (equal players would win 50 %)" in few


def test_strategies_that_have_not_played_yet_are_named() -> None:
    asked = ask(GAME, strategies=THREE, players=2, games=300, **QUICK)
    counting = Counting(asked, orders(2))
    here = [asked.players[place] for place in asked.tables[0]]
    outcomes = play_batch(asked.rules, here, asked.seed, 0, 20, orders(2))
    said = Answer(Found(asked, counting.count(0, 0, outcomes), 0.1, False)).sentence()
    assert ": after 20 games, " in said
    assert f"{THREE[2]} has not played yet" in said


def test_two_strategies_and_their_seats_are_told_in_the_singular() -> None:
    pair = answer(strategies=THREE[:2], players=2, games=300, **QUICK)
    assert "greedy is better than random; it wins about " in pair.sentence()
    assert pair.sentence().endswith(" of its games (equal players would win 50 %).")
    assert "1 table, with 1 seat for each strategy; " in pair.caption()
    assert "pairs" not in pair.caption()
    three = answer(strategies=THREE[:2], players=3, games=300, **QUICK)
    assert "2 tables, with 1 or 2 seats for each strategy; " in three.caption()
    assert (
        "; its 1 or 2 players win about 61 % of the games (a shared win counts in parts; equal "
        "players: 50 %), and they finish ahead of random more often than behind."
    ) in three.sentence()


def test_of_no_game_nothing_is_said() -> None:
    asked = ask(GAME, strategies=THREE, players=2, games=300, **QUICK)
    job = Job(asked)
    nothing: Standing = job.nothing()[0]
    told = Answer(Found(asked, nothing, 0.0, False))
    assert told.sentence() == "This tournament has no finished games yet."
    assert told.note.startswith("Stopped early. In brackets: 95 % intervals, which hold only if")


def test_machines_get_standings_and_cross_table() -> None:
    told = counted([[1, 2, 3], [1, 3, 2], [2, 1, 3]] * 40)
    data = json.loads(json.dumps(told.data(), allow_nan=False))
    assert (data["games"], data["tables"]) == (120, 1)
    assert [row["strategy"] for row in data["rows"]] == told.names
    assert list(data["rows"][0]) == [
        "strategy",
        "games",
        *("win", "win_low", "win_high"),
        *("points", "points_low", "points_high"),
        *("rating", "rating_low", "rating_high"),
    ]
    assert list(data["cross"][0]) == [
        "strategy",
        "other",
        "games",
        *("ahead", "ahead_low", "ahead_high"),
        "p_holm",
        "differ",
        "verdict",
    ]
    assert len(data["cross"]) == 6


@pytest.mark.parametrize(("games", "says"), [(2, True), (4, False)])
def test_a_rating_without_an_interval_says_why(games: int, says: bool) -> None:
    answer = Answer(played(Job(ask("pig", strategies=["hold", "hold:at=25"], games=games))))
    assert says == ("A rating without an interval comes from too few games." in answer.caption())


def test_who_won_every_game_is_said_to_have_won_them_all() -> None:
    told = counted([[1, 2, 3], [1, 3, 2]] * 20)
    assert told.sentence() == (
        "Mexican Train with 3 players: greedy is the best of 3 strategies; it won all 40 of its "
        "games (equal players would win 33.3 %)."
    )
    few = counted([[1, 2, 3]])
    assert few.sentence() == (
        "Mexican Train with 3 players: greedy won its only game (equal players would win "
        "33.3 %), but it is not clear yet whether it is better than random or path."
    )
    tied = counted([[1, 1, 3], *[[1, 2, 3]] * 40])
    assert "finishes ahead of each of the others more often than behind" in tied.sentence()


def test_who_won_every_game_with_all_its_seats_is_told() -> None:
    told = counted([[1, 2]] * 40, "greedy,random", seats=4)
    assert told.sentence() == (
        "Mexican Train with 4 players: greedy is better than random; in all 40 games each of its "
        "players finished ahead of all random players."
    )
