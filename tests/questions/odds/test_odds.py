"""What each move is worth: exact chances, nothing that is hidden, and how sure it is."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.questions.odds import Answer, Asked, Found, Job, ask
from playout.questions.odds.found import ERROR, pairs
from playout.runner.plan import LOOKS
from playout.stats.products import Choices
from playout.stats.sequential import Aim, moments_log_wealth
from tests.playing import refused
from tests.questions.odds.counting import check, counted


@pytest.mark.slow
@pytest.mark.parametrize("turn", [pytest.param(1, marks=pytest.mark.thorough), 3])
def test_a_tiny_deck_has_the_mean_over_all_orders_of_its_cards(turn: int) -> None:
    deck: dict[str, Any] = {"players": 1, "low": 1, "high": 10, "hand": 3, "jump": 3}
    asked, found = counted(
        4_000, game="the-game", strategy="greedy", turn=turn, game_number=3, **deck
    )
    (hidden,) = re.findall(r"draw=(\S+)", asked.position)
    orders = list(permutations(hidden.split(",")))
    assert len(orders) > 1
    for k, move in enumerate(asked.judged):
        wins = 0
        for order in orders:
            position = asked.position.replace(f"draw={hidden}", f"draw={','.join(order)}")
            match = Match("the-game", strategy="greedy", position=position, **deck)
            match.play(move)
            list(match.run())
            wins += match.outcome()["win"]
        check(found, k, wins / len(orders))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("the-game", {"players": 3, "strategy": "quick"}),
        pytest.param("hex", {"rows": 5, "strategy": "shortest"}, marks=pytest.mark.slow),
    ],
)
def test_what_the_seat_to_move_does_not_know_changes_nothing(
    game: str, options: dict[str, Any]
) -> None:
    match = Match(game, seed=3, **options)
    for _ in range(7):
        match.step()
    positions = [match.position, *(match.world(seed=seed).position for seed in range(3))]
    here, *others = [counted(40, game=game, position=text, **options)[1] for text in positions]
    assert len(set(positions)) == 4
    for other in others:
        assert np.array_equal(other.products.sums, here.products.sums)
        assert np.array_equal(other.chosen, here.chosen)


def test_it_stops_as_soon_as_the_chance_and_the_best_moves_are_known() -> None:
    where: dict[str, Any] = {"players": 3, "position": "scores=80,95,20 turn_total=20"}
    answer = playout.odds("pig", strategy="hold", **where)
    assert answer.complete
    assert answer.games in LOOKS
    assert answer.best == "hold"
    assert answer.chance.high - answer.chance.low <= 0.02
    assert "more simulated" not in answer.caption()
    assert answer.sentence().startswith(
        "With the strategy hold, the winning chance of the player to move "
        "(scores 80, 95 and 20, turn total 20, seat 1 to move) is "
    )
    assert ". The best move is hold (the strategy's own choice), " in answer.sentence()
    assert answer["usual"] == [1.0, 0.0]
    lost = answer[1]
    assert lost["difference_high"] < 0 < answer.chance.low


@pytest.mark.slow
def test_a_move_that_is_the_only_one_is_told() -> None:
    tied = playout.odds("hex", rows=1, games=300)
    assert tied.games == 300
    assert "The only legal move is a1" in tied.sentence()


@pytest.mark.parametrize(
    ("asked", "aim", "worlds"),
    [
        ({}, 0.01, 40_000),
        ({"games": 300}, None, 300),
        ({"precision": "2.5%"}, 0.025, 100_000_000),
        ({"precision": 0.025, "games": "2k"}, 0.025, 2_000),
        pytest.param({"strategy": "search:worlds=2"}, 0.01, 2_000, marks=pytest.mark.slow),
    ],
)
def test_a_number_of_worlds_is_played_and_a_precision_ends_it(
    asked: dict[str, Any], aim: float | None, worlds: int
) -> None:
    question = ask("pig", players=3, **asked)
    assert question.precision == (None if aim is None else Aim(aim))
    assert question.worlds == worlds
    same = Asked.restored(question.canonical(), question.end)
    assert same == question
    assert (Job(question).decide is None) == (aim is None)
    mean = ask("pig", players=3, measure="turns", **{"precision": "1%", **asked} if asked else {})
    assert mean.precision == (Aim(0.01, relative=True) if aim in (None, 0.01) else mean.precision)


def test_a_precision_is_reached_or_what_is_missing_is_told() -> None:
    where: dict[str, Any] = {"players": 3, "position": "scores=80,90,20 turn_total=10"}
    answer = playout.odds("pig", **where, strategy="hold", precision="3%")
    assert answer.chance.high - answer.chance.low <= 0.06
    assert all(row["value_high"] - row["value_low"] <= 0.06 for row in answer)
    assert answer.games > 256  # which is enough to know the best move
    short = playout.odds("pig", **where, strategy="hold", precision="1%", games=1000)
    assert short.games == 1000
    assert (
        "more simulated continuations are expected until all is known to 1 percentage point"
        in short.caption()
    )


@pytest.mark.slow
def test_who_wants_little_of_a_measure_has_the_least_first() -> None:
    answer = playout.odds("the-game", measure="cards_left", strategy="quick", turn=3, games=300)
    assert answer["value"] == sorted(answer["value"])
    seats = set()
    for number in range(6):  # of Hex the measure is what player 1 wins
        asked: dict[str, Any] = {"rows": 3, "turn": 1, "game_number": number, "games": 300}
        other = playout.odds("hex", strategy="random", **asked)
        seats.add(seat := other.facts()["seat"])
        assert other["value"] == sorted(other["value"], reverse=seat == 0)
    assert seats == {0, 1}


@pytest.mark.slow
def test_all_that_is_told_is_plain_and_can_be_asked_again() -> None:
    answer = playout.odds("the-game", strategy="greedy+random", players=2, turn=4, games=64)
    assert isinstance(answer, Answer)
    data = json.loads(json.dumps(answer.data(), allow_nan=False))
    assert data["turn"] == 4
    assert data["worlds" if "worlds" in data else "games"] == 64
    match = Match("the-game", strategy="greedy+random", players=2)
    for _ in range(4):
        match.step()
    assert data["position"] == match.position
    assert {*answer["number"]} <= {*match.legal_moves()}
    assert answer.found.asked.moves == tuple(match.legal_moves())
    same = playout.odds(
        "the-game", strategy="greedy+random", players=2, position=match.position, games=64
    )
    assert same.to_pandas().equals(answer.to_pandas())  # neither of them keeps notes
    assert "<table" in answer._repr_html_()
    assert answer.figures()[0].svg().startswith("<svg")
    command = Job(answer.found.asked).command()
    assert command == (
        "playout odds the-game --strategy greedy+random --players 2 --measure win --game 0 "
        "--turn 4 --games 64 --seed 1"
    )


@pytest.mark.thorough
def test_search_may_go_on_too() -> None:
    answer = playout.odds("the-game", strategy="search:worlds=2", turn=12, games=2, high=30)
    assert answer.games == 2


BOLD = """
from playout import strategy
from playout.games.the_game.strategies import any_legal

@strategy("the-game")
def bold(view, rng):
    return -5 if view.left < 90 else any_legal(view, rng, view.needed == 1)
"""


@pytest.mark.slow
def test_a_strategy_that_breaks_the_rules_is_told_before_and_after(tmp_path: Path) -> None:
    file = tmp_path / "bold.py"
    file.write_text(BOLD)
    for turn in (0, 15):
        with pytest.raises(IllegalMove, match=r"(returned an illegal move|may not play)") as told:
            playout.odds("the-game", strategy=f"{file}:bold", games=50, turn=turn)
        assert "replay it: playout replay the-game" in str(told.value)
        assert "Traceback" not in str(told.value)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (
            {"game": "pig", "turn": 10_000},
            "turn=10000: this counts moves, and game 0 of seed 1 has only",
        ),
        ({"game": "pig", "turn": -1}, "turn=-1: must be from 0 to"),
        ({"game": "pig", "turn": 2, "position": "x"}, "position and turn exclude each other:"),
        ({"game": "pig", "game_number": 2, "position": ""}, "position and game_number exclude"),
        ({"game": "hex", "measure": "ending"}, "measure='ending': its values are words"),
        ({"game": "hex", "rows": 50}, "there are 1,250 different legal moves; at most 1,000"),
        (
            {"game": "pig", "precision": "0"},
            "precision='0': must be half the width of an interval, between 0 and 1: 0",
        ),
        (
            {"game": "pig", "precision": "100%"},
            "precision='100%': must be half the width of an interval, between 0 and 1",
        ),
        (
            {"game": "pig", "precision": True},
            "precision=True: must be half the width of an interval, between 0 and 1",
        ),
        (
            {"game": "pig", "measure": "turns", "precision": "x"},
            "precision='x': must be half the width of an interval, above 0: 0.002, or 5% of the",
        ),
        ({"game": "the-game", "position": "piles=1"}, "position: "),
        ({"game": "snakes-and-ladders", "games": 9}, "measure='throws': cannot be judged, because"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    asked: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(PlayoutError, match=f"^{re.escape(sentence)}") as told:
        ask(**asked)
    assert "\n" not in str(told.value)


def test_a_game_that_is_over_has_no_odds() -> None:
    match = Match("pig", strategy="hold")
    list(match.run())
    sentence = "the game is over in this position, so there is no move to choose"
    refused(sentence, ask, "pig", position=match.position)


def test_a_game_that_deals_no_worlds_is_refused_with_what_to_write(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    file.write_text("""
import playout

@playout.game(measures=[playout.Measure("win", "rate", "has won")])
class Coin:
    def deal(self, rules, stream):
        self.left = 1
    def observe(self, rules, seat, view):
        view.left = self.left
    def is_over(self, rules):
        return self.left == 0
    def legal_moves(self, rules):
        return [0, 1]
    def play(self, rules, move, stream):
        self.left = 0
    def score(self, rules):
        return {"win": 1}
""")
    with pytest.raises(PlayoutError, match="no odds: its rules have no function determinize"):
        playout.odds(str(file))


@pytest.mark.thorough
def test_intervals_hold_for_all_moves_and_looks_at_once() -> None:
    asked = ask("hex", rows=2, games=1_200)
    asked = replace(asked, equals=asked.moves)  # as if no cell were like another
    (low, top), rng = asked.ends, np.random.default_rng(1)
    looks = [look for look in LOOKS if look <= 1_200]
    means = np.array([0.45, 0.5, 0.5, 0.55])
    enough, wrong, missed, runs = np.log(pairs(4) / ERROR), 0, 0, 300
    for _ in range(runs):
        luck = rng.random((1_200, 1))  # that all moves share, in half of the worlds
        own = rng.random((1_200, 4))
        values = (np.where(rng.random((1_200, 1)) < 0.5, luck, own) < means).astype(np.int64)
        chosen = rng.integers(0, 4, 1_200)
        decided = outside = False
        for look in looks:
            counted = Choices.of(values[:look], chosen[:look])
            found = Found(asked, counted, 0.0, False)
            if not decided and found.is_decided:
                decided = True
                wrong += found.moves.best != (3 if found.moves.sign > 0 else 0)
            for k in range(4):
                for other in range(k):
                    wealth = moments_log_wealth(
                        counted.products.difference(k, other),
                        float(means[k] - means[other]),
                        low - top,
                        top - low,
                    )
                    outside = outside or wealth >= enough
        missed += outside
    # With a chance of 5 % at most, more than 37 of 300 are a chance below 1e-6.
    assert missed <= 37
    assert wrong <= 37


def test_the_answer_of_nothing_is_told() -> None:
    asked = ask("pig", strategy="hold", players=3)
    answer = Answer(Found(asked, Job(asked).nothing()[0], 0.0, False))
    assert answer.sentence() == "Pig with 3 players: nothing is simulated yet."
