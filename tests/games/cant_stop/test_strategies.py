"""Strategies of Can't Stop decide as their descriptions say, which are written here once more."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import playout
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.games.cant_stop.chances import chance
from playout.games.cant_stop.game import GAME
from tests.chance import FALSE_ALARM, p_same_mean, standard_error
from tests.games.cant_stop.test_rules import set_up
from tests.reference.cant_stop import LENGTHS

pytestmark = pytest.mark.slow

Runners = dict[int, int]
Stops = Callable[[Runners, Runners, Any], bool]


def after(match: Match, move: str) -> tuple[Runners, Runners]:
    """Where the runners stand after a move, and where they have started in this turn."""
    state = match.state
    runners = {column: int(state.runners[column]) for column in LENGTHS if state.runners[column]}
    kept = {column: int(state.steps[state.player, column]) for column in LENGTHS}
    for column in map(int, move.split()[0].split("+")):
        runners[column] = runners.get(column, kept[column]) + 1
    return runners, {column: kept[column] for column in runners}


def value_of(column: int) -> int:
    return abs(7 - column) + 1


def difficulty(runners: Runners) -> int:
    """Of three columns, as Keller counts it."""
    if len(runners) < 3:
        return 0
    odd = [column for column in runners if column % 2]
    points = {3: 2, 0: -2}.get(len(odd), 0)
    return points + 4 * (max(runners) <= 7 or min(runners) >= 7)


def keller(runners: Runners, kept: Runners, state: Any) -> bool:
    points = sum((runners[one] - kept[one] + 1) * value_of(one) for one in runners)
    return len(runners) == 3 and points + difficulty(runners) >= 28


def moves_again(runners: Runners) -> float:
    return float(chance(one for one, stands in runners.items() if stands < LENGTHS[one]))


def steps_of(runners: Runners, kept: Runners) -> int:
    return sum(runners.values()) - sum(kept.values())


def steps_in(runners: Runners, throw: tuple[int, ...]) -> int:
    """The most steps that a throw gives to runners below their tops, if each had room for two."""
    a, b, c, d = throw
    able = {one for one, stands in runners.items() if stands < LENGTHS[one]}
    pairings = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
    return max(sum(one in able for one in pairing) for pairing in pairings)


STOPS: dict[str, Stops] = {
    "rule-of-28": keller,
    "steps:at=5": lambda on, kept, state: len(on) == 3 and steps_of(on, kept) >= 5,
    "steps:at=1:chance=5": lambda on, kept, state: (
        len(on) == 3 and steps_of(on, kept) >= 1 + int(5 * moves_again(on))
    ),
    "survival:at=0.5": lambda on, kept, state: (
        len(on) == 3 and moves_again(on) ** int(state.thrown) <= 0.5
    ),
    "milestone": lambda on, kept, state: any(on[one] == LENGTHS[one] for one in on),
    "milestone:part=0.5:pairs=0": lambda on, kept, state: any(
        kept[one] < goal <= on[one] for one in on for goal in (LENGTHS[one] // 2, LENGTHS[one])
    ),
}


@pytest.mark.rules
@pytest.mark.parametrize("strategy", STOPS)
def test_a_strategy_stops_when_it_says(strategy: str) -> None:
    stopped = 0
    for number in range(3):
        match = Match("cant-stop", strategy=strategy, seed=3, game_number=number, compiled=True)
        while not match.is_over:
            move = match.format_move(match.choose())
            runners, kept = after(match, move)
            assert move.endswith("stop") == STOPS[strategy](runners, kept, match.state)
            stopped += move.endswith("stop")
            match.play(move)
    assert stopped > 3


@pytest.mark.rules
def test_gain_weighs_what_the_next_throw_brings_against_what_it_may_cost() -> None:
    match = Match("cant-stop", strategy="gain:alpha=1.3", seed=5, compiled=True)
    for _ in range(40):
        move = match.format_move(match.choose())
        runners, kept = after(match, move)
        throws = [*product(range(1, 7), repeat=4)]
        bringing = sum(steps_in(runners, throw) for throw in throws) / len(throws)
        losing = (1 - moves_again(runners)) * steps_of(runners, kept)
        assert move.endswith("stop") == (len(runners) == 3 and 1.3 * losing > bringing)
        match.play(move)


@pytest.mark.rules
def test_the_rule_of_28_uses_a_throw_for_the_most_points_less_six_for_each_runner() -> None:
    match = Match("cant-stop", strategy="rule-of-28", seed=11, compiled=True)
    while not match.is_over:
        values = {}
        for code in match.legal_moves()[::2]:
            runners, kept = after(match, match.format_move(code))
            welcome = sum((runners[one] - kept[one]) * (7 - value_of(one)) for one in runners)
            values[match.format_move(code)] = welcome - 6 * len(runners) - difficulty(runners)
        chosen = match.format_move(match.choose()).replace("stop", "throw")
        assert values[chosen] == max(values.values())
        match.step()


PREFERRED: list[tuple[int, dict[str, Any], str]] = [
    (0, {"dice": [1, 2, 3, 5], "runners": {8: 1, 3: 1}}, "3+8"),  # runners already placed
    (0, {"dice": [3, 3, 4, 4]}, "7+7"),  # two steps in 5 to 9
    (0, {"dice": [1, 1, 2, 2], "runners": {3: 1}}, "3+3"),  # two steps of a runner
    (1, {"dice": [1, 2, 3, 5], "runners": {7: 1}}, "4+7"),
    (2, {"dice": [1, 1, 1, 6]}, "2+7"),
    (2, {"dice": [1, 2, 5, 6]}, "3+11"),
    (3, {"dice": [1, 2, 5, 6]}, "6+8"),
    (4, {"dice": [2, 2, 4, 4]}, "6+6"),
    (5, {"dice": [2, 2, 4, 4]}, "4+8"),
    (6, {"dice": [1, 2, 3, 5], "runners": {3: 1, 8: 1}}, "3+8"),
    (7, {"dice": [1, 1, 3, 3]}, "4+4"),
    (8, {"dice": [2, 2, 4, 4]}, "6+6"),
    (8, {"dice": [2, 2, 3, 5]}, "5+7"),
    (9, {"dice": [1, 2, 5, 5]}, "6+7"),
    (10, {"dice": [1, 1, 5, 6]}, "6+7"),
    (11, {"dice": [1, 2, 3, 5], "own": {4: 6}, "runners": {4: 6}}, "4+7"),
]


@pytest.mark.rules
@pytest.mark.parametrize(("pairs", "position", "expected"), PREFERRED)
def test_each_preference_uses_a_throw_as_it_is_described(
    pairs: int, position: dict[str, Any], expected: str
) -> None:
    match = set_up(**position, strategy=f"steps:at=1000:pairs={pairs}")
    assert match.format_move(match.choose()) == f"{expected} throw"


@pytest.mark.rules
def test_of_two_columns_for_one_runner_the_nearer_to_7_is_taken() -> None:
    match = set_up([1, 1, 1, 4], {6: 1, 8: 1}, strategy="steps:at=1000:pairs=1")
    assert match.format_move(match.choose()) == "5 throw"


def test_alone_it_takes_as_many_turns_as_was_published() -> None:
    """GreedyUntil1Col: 10.5 turns, standard deviation 5.73, 1,000 games; 7.50 turns lost."""
    rules = GAME.with_options({"players": 1})
    outcomes = play_batch(rules, [find_player("cant-stop", "milestone")], 6, 0, 3000)
    for measure, mean, deviation in (("turns", 10.5, 5.73), ("busts", 7.5, 5.7)):
        found = outcomes[:, GAME.column(GAME.measure(measure))]
        error = deviation / 1000**0.5 + 0.05  # the mean is rounded
        assert p_same_mean(float(found.mean()), standard_error(found), mean, error) > FALSE_ALARM


@pytest.mark.parametrize(
    ("reference", "sentence"),
    [
        ("steps:pairs=12", "pairs=12: must be from 0 to 11"),
        ("survival:at=2", "at=2: must be from 0 to 1"),
        ("rule-of-82", "cant-stop has no strategy 'rule-of-82': did you mean 'rule-of-28'?"),
    ],
)
def test_what_no_strategy_can_be_is_refused_in_one_sentence(reference: str, sentence: str) -> None:
    with pytest.raises(PlayoutError, match=sentence):
        playout.run("cant-stop", strategy=reference, games=2)
