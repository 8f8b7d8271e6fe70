"""Replays: what is counted is what was played, and what cannot be is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.chance.rng import randrange
from playout.engine.game.game import SHARE, Measure
from playout.engine.match.match import Match
from playout.questions.luck import Job, ask
from playout.stats.components import PARTS, Sums, components
from tests.playing import played, refused

QUICK: dict[str, Any] = {"rounds": 1, "set": 6, "seed": 3, "players": 3}
TRAIN = "mexican-train"
REST = PARTS.index("rest")


def same(one: Sums, other: Sums) -> bool:
    """Whether all sums are equal."""
    fields = ("deals", "totals", "squares", "cells", "together")
    return all((getattr(one, name) == getattr(other, name)).all() for name in fields)


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["win", "cards_left"])
def test_all_seats_play_the_strategy_where_players_play_together(measure: str) -> None:
    names = ["random", "greedy"]
    asked = ask(
        "the-game", strategies=names, games=12, repeats=3, measure=measure, players=2, seed=3
    )
    found = played(Job(asked))
    outcomes = np.zeros((2, 12, 3), np.int64)
    for s, g, r in np.ndindex(outcomes.shape):
        match = Match(
            "the-game",
            strategy=names[s],
            players=2,
            seed=3,
            game_number=g,
            repeat=3 * s + r,
            compiled=True,
        )
        list(match.run())
        outcomes[s, g, r] = match.outcome()[measure]
    assert same(found.counted, Sums.of(outcomes, 0))
    assert found.complete
    assert found.games == 72


@cache
def ends_of(name: str, g: int, repeat: int) -> tuple[int, dict[str, Any]]:
    """The seat of a strategy in a game of trains, and how that ends."""
    match = Match(
        TRAIN,
        seats=[name, "path", "path"],
        game_number=g,
        repeat=repeat,
        compiled=True,
        rounds=1,
        set=6,
        seed=3,
    )
    assert match.players[g % 3].reference == name
    list(match.run())
    return g % 3, match.outcome()


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["win", "points", "turns"])
def test_one_seat_plays_the_strategy_where_players_are_rivals(measure: str) -> None:
    names = ["random", "greedy"]
    asked = ask(TRAIN, strategies=names, games=40, measure=measure, against="path", **QUICK)
    found = played(Job(asked))
    outcomes = np.zeros((2, 42, 2), np.int64)  # as often on each of three seats
    for s, g, r in np.ndindex(outcomes.shape):
        seat, ends = ends_of(names[s], g, 2 * s + r)
        value = ends[measure]
        outcomes[s, g, r] = (
            value if measure == "turns" else round(value[seat] * (SHARE if measure == "win" else 1))
        )
    assert same(found.counted, Sums.of(outcomes, 0))


def test_no_two_strategies_have_the_streams_of_a_seat_in_common() -> None:
    asked = ask("pig", strategies=["hold", "random"], repeats=3, against="random")
    every = [asked.number_of(s, d, r) for s in range(2) for d in range(2) for r in range(3)]
    assert every == list(range(12))


def test_what_is_asked_has_one_form_in_files() -> None:
    options: dict[str, Any] = {"strategies": "greedy,quick", "players": 2, "games": 500}
    job = Job(ask("the-game", measure="cards_left", **options))
    assert json.dumps(job.asked.canonical()) == (
        '{"game": "the-game", "strategies": ["greedy", "quick"], "against": null, '
        '"measure": "cards_left", "repeats": 2, "rules": [["players", 2]], "seed": 1}'
    )
    assert job.command() == (
        "playout luck the-game --strategies greedy,quick --measure cards_left --repeats 2 "
        "--players 2 --games 500 --seed 1"
    )


def test_who_uses_no_chance_has_no_rest_and_who_is_alone_no_skill() -> None:
    asked = ask("the-game", strategies="greedy,quick", games=200, measure="cards_left", players=2)
    found = components(played(Job(asked)).counted, steady=asked.steady)
    assert found.variances[REST] == (0, 0, 0)
    assert found.variances[0].low > 0
    asked = ask("the-game", strategies="random,greedy", games=200, measure="cards_left")
    alone = replace(asked, players=asked.players[:1])
    found = components(played(Job(alone)).counted)
    assert found.variances[0] == found.variances[2] == (0, 0, 0)
    assert found.variances[REST].low > 0


def test_the_usual_measure_and_rival_are_the_games_own() -> None:
    asked = ask(TRAIN, strategies="greedy,random")
    assert (asked.measure.name, asked.unit) == ("win", SHARE)
    assert asked.against is not None
    assert asked.against.reference == "careful"
    assert (asked.deals, asked.repeats) == (10_000, 2)
    # Tests of their own may have declared more.
    assert len(ask(TRAIN, strategies="all").players) >= 9
    asked = ask("the-game", strategies="greedy,random", measure="cards-left")
    assert asked.measure.name == "cards_left"
    assert ask("the-game", strategies="greedy,random", repeats="1,000").repeats == 1_000


def test_one_strategy_is_refused() -> None:
    sentence = (
        "strategies='greedy': to tell skill from luck, name at least two strategies, or all; "
    )
    sentence += "for one strategy: playout run the-game --strategy greedy"
    refused(sentence, ask, "the-game", strategies=["greedy"])


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        (
            "hex",
            {"strategies": "random"},
            "this command cannot tell luck from skill in hex: the game records results for "
            "player 1 only; ",
        ),
        ("the-gmae", {}, "there is no game 'the-gmae'"),
        ("the-game", {"strategies": "gredy"}, "did you mean 'greedy'"),
        ("the-game", {"strategies": "greedy,greedy"}, "one strategy is given twice"),
        ("the-game", {"strategies": 3}, "strategies=3: must be names of strategies, or all"),
        ("the-game", {"games": 1}, "games=1: must be at least 2 deals"),
        ("the-game", {"games": "x"}, "games='x': must be a whole number"),
        ("the-game", {"repeats": 1}, "repeats=1: must be from 2 to 8,192"),
        ("the-game", {"repeats": True}, "repeats=True: must be from 2 to 8,192"),
        (
            "the-game",
            {"strategies": "greedy,random", "repeats": 4_097},
            "repeats=4097: must be from 2 to 4,096",
        ),
        ("the-game", {"measure": "cards"}, "there is no measure 'cards'"),
        ("the-game", {"measure": 3}, "there is no measure '3'"),
        ("the-game", {"against": "greedy"}, "the players of the-game are one team"),
        ("the-game", {"players": 9}, "players=9: must be from 1 to 7"),
        ("the-game", {"seed": -1}, "seed=-1: must be a whole"),
        (TRAIN, {"against": 3}, "against=3: must be the name of one strategy"),
        (TRAIN, {"against": "sequense"}, "did you mean 'sequence'"),
        (TRAIN, {"tiles": 50}, "this needs 200 tiles,"),
        (TRAIN, {"games": 10**18, "players": 3}, "at most 10**18"),
    ],
)
def test_replays_that_cannot_be_are_refused(game: str, options: dict[str, Any], said: str) -> None:
    refused(said, ask, game, **{"strategies": "greedy", **options})


def test_dice_are_told_from_the_deal(forgets: None) -> None:
    """In Pig nothing is dealt; in this one a deal of the same weight is added to the dice."""

    @playout.game(measures=[Measure("sum", "mean", "all points")], chance_in_play=True)
    class Sum:
        def deal(self, rules: Any, stream: Any) -> None:
            self.sum, self.left = int(randrange(stream, 50)), 2

        def is_over(self, rules: Any) -> bool:
            return self.left == 0

        def legal_moves(self, rules: Any) -> list[int]:
            return [0, 1]

        def play(self, rules: Any, move: int, stream: Any) -> None:
            self.sum += int(randrange(stream, 50)) + 20 * move
            self.left -= 1

        def score(self, rules: Any) -> dict[str, int]:
            return {"sum": self.sum}

    @playout.strategy("sum")
    def bold(view: Any, rng: Any) -> int:
        return 1

    answer = playout.luck("sum", strategies=["bold", "random"], games=1_000)
    parts = answer.to_pandas().set_index("part")
    assert list(parts.index) == ["strategy", "deal", "dice", "interaction", "rest", "total"]
    one = (50**2 - 1) / 12  # the variance of one throw
    truth = {"strategy": 100, "deal": one, "dice": 2 * one, "interaction": 0, "rest": 100}
    for part, variance in truth.items():
        low, high = parts["variance_low"][part], parts["variance_high"][part]
        assert low - 15 <= variance <= high + 15, part
        assert high - low < 400, part
    assert answer.games == 8_000
    assert "2 times with each of 2 sequences of dice or cards by each" in answer.caption()
    rolled = [Match("sum", strategy="bold", redraw=k, repeat=j) for k in (0, 1) for j in (0, 1)]
    sums = [list(one.run()) and one.outcome()["sum"] for one in rolled]
    assert sums[0] == sums[1] != sums[2] == sums[3]
