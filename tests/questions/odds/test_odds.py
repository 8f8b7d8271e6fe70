"""What each move is worth: exact chances, nothing that is hidden, and how sure it is."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.words.errors import IllegalMove, PlayoutError
from playout.games.hex.exact import count_fillings
from playout.games.hex.rules import col_of, row_of
from playout.games.pig.rules import HOLD, ROLL
from playout.questions.odds import Answer, Asked, Found, Job, ask
from playout.questions.odds.found import ERROR, pairs
from playout.runner.plan import LOOKS, Batch
from playout.stats.multiple import rate_p_value
from playout.stats.products import Choices
from playout.stats.sequential import moments_log_wealth
from tests.chance import FALSE_ALARM
from tests.playing import refused
from tests.reference import pig as pig_reference


def counted(worlds: int, **asked: Any) -> tuple[Asked, Choices]:
    """What is counted in so many worlds, whether or not fewer are enough."""
    question = ask(games=worlds, **asked)
    return question, Job(question).play(Batch(0, 0, worlds))


def check(found: Choices, k: int, chance: float) -> None:
    wins, games = found.products.total(k), found.games
    if chance in (0, 1):
        assert wins == chance * games
    else:
        assert rate_p_value(wins, games, chance) > FALSE_ALARM


def test_random_turn_hex_has_the_chances_of_all_fillings() -> None:
    asked, found = counted(20_000, game="hex", rows=3, strategy="random")
    rates = []
    for k, move in enumerate(asked.moves):
        stones = np.zeros((3, 3), np.int8)
        stones[row_of(move), col_of(move)] = 1 + asked.seat
        rates.append(count_fillings(stones).win_rate(0.5))
        check(found, k, rates[-1])
    check(found, len(asked.moves), float(np.mean(rates)))
    assert found.chosen.min() > 0


def test_pig_has_the_chances_of_its_equations() -> None:
    hold = pig_reference.hold_at(20, 100)
    win = pig_reference.chances((hold, hold), 100)

    def held(own: int, other: int, total: int) -> Fraction:
        return Fraction(1) if own + total >= 100 else 1 - win(1, other, own + total)

    def rolled(own: int, other: int, total: int) -> Fraction:
        lost = 1 - win(1, other, own)
        after = [
            (held if hold(own, other, t) else rolled)(own, other, t)
            for t in range(total + 2, total + 7)
        ]
        return (lost + sum(after)) / 6

    for own, other, total in ((60, 70, 18), (30, 85, 22), (0, 0, 12)):
        scores = f"scores={own},{other}" if own or other else ""
        asked, found = counted(
            8_000, game="pig", strategy="hold", position=f"{scores} turn_total={total}".strip()
        )
        assert asked.moves == tuple(sorted((ROLL, HOLD)))
        for k, move in enumerate(asked.moves):
            check(found, k, float((rolled if move == ROLL else held)(own, other, total)))


@pytest.mark.slow
@pytest.mark.parametrize("turn", [1, 3])
def test_a_tiny_deck_has_the_mean_over_all_orders_of_its_cards(turn: int) -> None:
    deck: dict[str, Any] = {"players": 1, "low": 1, "high": 10, "hand": 3, "jump": 3}
    asked, found = counted(
        4_000, game="the-game", strategy="greedy", turn=turn, game_number=3, **deck
    )
    (hidden,) = re.findall(r"draw=(\S+)", asked.position)
    orders = list(permutations(hidden.split(",")))
    assert len(orders) > 1
    for k, move in enumerate(asked.moves):
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


def test_the_best_move_is_told_as_soon_as_it_is_clear() -> None:
    answer = playout.odds("pig", position="scores=80,95 turn_total=20", strategy="hold")
    assert answer.complete
    assert answer.games in LOOKS
    assert answer.best == "hold"
    assert answer.sentence().startswith("From here hold wins ")
    assert "; best is its own move, hold, " in answer.sentence()
    assert answer["usual"] == [1.0, 0.0]
    lost = answer[1]
    assert lost["difference_high"] < 0 < answer.chance.low
    tied = playout.odds("hex", rows=1, games=300)  # there is one move alone
    assert tied.games == 300
    assert "the only move is a1" in tied.sentence()


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
    assert [match.format_move(k) for k in match.legal_moves()] == sorted(
        answer["move"], key=[match.format_move(k) for k in match.legal_moves()].index
    )
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
        ({"game": "pig", "turn": 10_000}, "turn = 10000: game 0 of seed 1 is over after"),
        ({"game": "pig", "turn": -1}, "turn = -1: allowed are 0 to"),
        ({"game": "pig", "turn": 2, "position": "x"}, "position and turn: only one of the two"),
        ({"game": "pig", "game_number": 2, "position": ""}, "position and the number of a game"),
        ({"game": "hex", "measure": "ending"}, "measure = ending: its values are words"),
        ({"game": "hex", "rows": 40}, "there are 1,600 legal moves: at most 1,000"),
        ({"game": "the-game", "position": "piles=1"}, "position: "),
        ({"game": "snakes-and-ladders"}, "measure = throws: it has no odds, because"),
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
    sentence = "the game is over there, so nobody has a move to choose"
    refused(sentence, ask, "pig", position=match.position)


def test_a_game_that_deals_no_worlds_is_refused_with_what_to_write(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    file.write_text("""
import playout

@playout.game(measures=[playout.Measure("win", "rate", "has won")])
class Coin:
    def deal(self, rules, stream):
        self.left = 1
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


@pytest.mark.slow
def test_intervals_hold_for_all_moves_and_looks_at_once() -> None:
    asked = ask("hex", rows=2, games=1_200)
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
    asked = ask("pig", strategy="hold")
    answer = Answer(Found(asked, Job(asked).nothing()[0], 0.0, False))
    assert answer.sentence() == "Pig with 2 players: no world was played."
