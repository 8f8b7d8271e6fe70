"""Tournaments: the design is balanced, and what is counted is what was played."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playout.engine.chance.seating import orders
from playout.engine.game.game import SHARE
from playout.engine.play.batch import play_batch
from playout.questions.tournament import Job, ask
from playout.questions.tournament.asked import all_line_ups
from tests.playing import played, refused

GAME = "mexican-train"
THREE = ["random", "greedy", "ai-1"]
QUICK: dict[str, Any] = {"rounds": 1, "set": 6, "seed": 3}


@pytest.mark.parametrize("strategies", range(2, 7))
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_strategy_and_every_two_meet_equally_often(strategies: int, seats: int) -> None:
    tables = all_line_ups(strategies, seats)
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
    asked = ask(GAME, strategies=names, players=players, games=90, **QUICK)
    found = played(Job(asked))
    wins: list[list[float]] = [[] for _ in names]
    points: list[list[float]] = [[] for _ in names]
    ahead: dict[tuple[int, int], list[float]] = {
        pair: [] for pair in itertools.permutations(range(3), 2)
    }
    rows = orders(players)
    for t, table in enumerate(asked.tables):
        for number in range(t * asked.table_games, (t + 1) * asked.table_games):
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
    standing = found.counted
    assert found.complete
    assert standing.games == asked.table_games * len(asked.tables) >= 90
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


def test_everybody_is_as_often_on_every_seat() -> None:
    asked = ask(GAME, strategies=THREE, players=2, games=3, **QUICK)
    assert (asked.table_games, len(asked.tables)) == (2, 3)


def test_what_is_asked_has_one_form_in_files_and_comes_back_from_it() -> None:
    asked = ask(GAME, strategies="greedy,random,path", players=4, games=600)
    words = json.dumps(asked.canonical())
    assert words == (
        '{"game": "mexican-train", "strategies": ["greedy", "random", "path"], '
        '"rules": [["players", 4]], "seed": 1, "games": 200}'
    )
    job = Job.restored(json.loads(words), 1)
    assert json.dumps(job.asked.canonical()) == words
    assert job.end == 200
    assert job.command() == (
        "playout tournament mexican-train --strategies greedy,random,path --players 4 "
        "--games 600 --seed 1"
    )


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("the-game", {}, "the-game is for one player by default, but a tournament needs at least"),
        (
            "hex",
            {},
            "the wins of player 1, not a result for each player; to let two strategies play each "
            "other: playout compare hex --a ",
        ),
        (
            "yahtzee",
            {},
            "yahtzee is for one player by default, but a tournament needs at least two",
        ),
        (GAME, {"strategies": "random"}, "at least two strategies"),
        (GAME, {"strategies": "random,random"}, "one strategy is given twice"),
        (GAME, {"strategies": "random,sequense"}, "did you mean 'sequence'"),
        (GAME, {"strategies": THREE, "players": 2, "games": 2}, "make 3 different tables of 2"),
        (GAME, {"strategies": THREE, "games": 0}, "games=0: must be a whole"),
        (GAME, {"strategies": THREE, "players": 1}, "players=1: must be from 2 to 8"),
        (GAME, {"strategies": THREE, "tiles": 50}, "this needs 200 tiles,"),
        ("mexican-trane", {}, "there is no game"),
    ],
)
def test_tournaments_that_cannot_be_are_refused(
    game: str, options: dict[str, Any], said: str
) -> None:
    refused(said, ask, game, **options)


def test_a_game_of_ones_own_that_ranks_no_seats_says_how_to(tmp_path: Path) -> None:
    pig = (Path(__file__).parents[3] / "examples" / "pig.py").read_text(encoding="utf-8")
    unranked = pig.replace(', first="highest"', "")
    assert unranked != pig
    (tmp_path / "pig.py").write_text(unranked, encoding="utf-8")
    refused('give its measure win first="highest"', ask, str(tmp_path / "pig.py"))
