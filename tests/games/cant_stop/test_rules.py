"""The rules of Can't Stop: corners one by one, and whole games beside a slow, obvious model."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from playout.engine.match.match import Match
from playout.games.cant_stop.rules import LENGTHS, NOBODY, make_room
from tests.reference.cant_stop import LENGTHS as OBVIOUS
from tests.reference.cant_stop import Race, throws_of

pytestmark = pytest.mark.rules


def set_up(
    dice: list[int],
    runners: dict[int, int] | None = None,
    own: dict[int, int] | None = None,
    closed: tuple[int, ...] = (),
    **options: Any,
) -> Match:
    """A game in which seat 0 has this throw; columns are closed by the last seat."""
    match = Match("cant-stop", **options)
    state = match.state
    for column, stands in (own or {}).items():
        state.steps[0, column] = stands
    for column in closed:
        state.steps[int(match.rules["players"]) - 1, column] = LENGTHS[column]
        state.closed[column] = 1
    for column, stands in (runners or {}).items():
        state.runners[column] = stands
        state.free -= 1
    state.dice[:] = dice
    make_room(state)
    return match


def uses(match: Match) -> list[str]:
    """What can be done with the throw, without going on or stopping."""
    texts = [match.format_move(move) for move in match.legal_moves()]
    assert [move.replace("throw", "stop") for move in texts[::2]] == texts[1::2]
    return [move.removesuffix(" throw") for move in texts[::2]]


CORNERS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("a new turn", {"dice": [1, 2, 3, 5]}, ["3+8", "4+7", "5+6"]),
    ("equal sums are two steps", {"dice": [2, 2, 2, 2]}, ["4+4"]),
    ("equal pairings count once", {"dice": [1, 1, 2, 2]}, ["2+4", "3+3"]),
    (
        "one runner left for two new columns: the player chooses",
        {"dice": [1, 1, 1, 4], "runners": {6: 1, 8: 1}},
        ["2", "5"],
    ),
    (
        "one runner left, and a column that has one: both",
        {"dice": [1, 1, 1, 4], "runners": {6: 1, 5: 1}},
        ["2+5"],
    ),
    (
        "no runner left: only columns with one",
        {"dice": [1, 2, 3, 5], "runners": {3: 1, 7: 2, 12: 1}},
        ["3", "7"],
    ),
    (
        "one step below the top: two equal sums are one step",
        {"dice": [2, 2, 2, 2], "runners": {4: 6, 7: 1, 8: 1}},
        ["4"],
    ),
    (
        "one step below the top, with no runner there yet",
        {"dice": [1, 1, 1, 1], "own": {2: 2}},
        ["2"],
    ),
    (
        "a runner at the top moves no more",
        {"dice": [1, 1, 6, 6], "runners": {2: 3, 7: 1, 8: 1}},
        ["7+7"],
    ),
    ("a closed column cannot be used", {"dice": [1, 1, 1, 4], "closed": (5,)}, ["2"]),
    (
        "a closed column does not force a choice",
        {"dice": [1, 2, 3, 5], "closed": (3, 4, 6)},
        ["5", "7", "8"],
    ),
]


@pytest.mark.parametrize(
    ("position", "expected"),
    [pytest.param(position, expected, id=name) for name, position, expected in CORNERS],
)
def test_what_a_throw_can_be_used_for(position: dict[str, Any], expected: list[str]) -> None:
    match = set_up(**position)
    assert sorted(uses(match)) == sorted(expected)
    view = match.view()
    assert view.count == len(expected)
    listed = {match.format_move(int(move)) for move in view.choices[: view.count]}
    assert listed == {f"{use} throw" for use in expected}


def test_stopping_keeps_the_steps_and_passes_the_dice_on() -> None:
    match = set_up([1, 2, 3, 5], own={5: 2})
    match.play("5+6 stop")
    assert (match.state.steps[0, 5], match.state.steps[0, 6]) == (3, 1)
    assert (match.seat, match.state.turn, match.state.free) == (1, 1, 3)
    assert not match.state.runners.any()


def test_a_throw_that_moves_no_runner_loses_the_steps_of_the_turn() -> None:
    for number in range(40):
        match = Match("cant-stop", game_number=number)
        match.state.dice[:] = [1, 1, 6, 6]
        while match.seat == 0:
            match.play(match.legal_moves()[0])  # never stops
        assert match.state.busts[0] == 1
        assert not match.state.steps.any()
        assert sum(match.state.lost) > 0


def test_a_column_that_is_finished_is_closed_and_others_lose_their_steps_in_it() -> None:
    match = set_up([1, 1, 1, 1], own={2: 2})
    match.state.steps[1, 2] = 1
    match.play("2 stop")
    state = match.state
    assert (state.closed[2], state.columns[0], state.steps[0, 2], state.steps[1, 2]) == (1, 1, 3, 0)
    match.state.dice[:] = [1, 1, 5, 5]
    assert uses(match) == ["6+6", "10"]


def test_the_last_column_wins_at_once_without_a_word() -> None:
    match = set_up([1, 1, 6, 6], own={2: 2, 12: 2}, columns_to_win=2)
    match.play("2+12 throw")
    assert match.is_over
    assert match.outcome()["win"] == [1, 0]
    assert match.outcome()["turns"] == 1
    assert match.legal_moves() == []


def test_after_the_last_turn_the_most_columns_share_the_win() -> None:
    match = set_up([1, 1, 6, 6], own={2: 2}, players=3, most_turns=3)
    match.play("2+12 stop")
    while not match.is_over:
        match.play(match.legal_moves()[1])
    assert match.state.winner == NOBODY
    assert match.outcome()["win"] == [1, 0, 0]
    for column in (2, 12):
        match.state.steps[:, column] = 0
    match.state.columns[:] = 0
    assert match.outcome()["win"] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    "options",
    [{}, {"players": 1}, {"players": 4}, {"players": 3, "columns_to_win": 4, "most_turns": 40}],
    ids=str,
)
def test_games_are_those_of_the_obvious_model(options: dict[str, Any]) -> None:
    for number in range(4):
        chance = Random(number)
        match = Match("cant-stop", seed=7, game_number=number, **options)
        rules = match.rules
        race = Race(
            int(rules["players"]),
            int(rules["columns_to_win"]),
            int(rules["most_turns"]),
            throws_of(7, number),
        )
        while not race.is_over():
            assert not match.is_over
            assert match.state.dice.tolist() == race.dice
            listed = race.uses()
            assert sorted(uses(match)) == sorted("+".join(map(str, use)) for use in listed)
            use, stops = chance.choice(sorted(listed)), chance.random() < 0.3
            race.play(use, stops)
            match.play(f"{'+'.join(map(str, use))} {'stop' if stops else 'throw'}")
            assert match.state.runners.nonzero()[0].tolist() == sorted(race.runners)
        assert match.is_over
        outcome = match.outcome()
        assert outcome["columns"] == [len(won) for won in race.won]
        assert outcome["busts"] == race.busts
        assert (outcome["turns"], outcome["throws"]) == (race.turn, race.thrown)
        assert race.winner is None or outcome["win"][race.winner] == 1


def test_columns_have_the_lengths_of_the_board() -> None:
    assert {column: int(LENGTHS[column]) for column in range(2, 13)} == OBVIOUS
