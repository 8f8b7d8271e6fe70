"""The course of a game is what its measures were, move by move, in a match played by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game, game_names
from playout.engine.game.game import Game, Measure, Option, Player, Strategy
from playout.engine.match.match import Match
from playout.engine.play.batch import play_batch
from playout.engine.play.courses import (
    MOST_PLACED,
    MOVE,
    ROUND,
    TENTHS,
    TURN,
    check_course,
    play_courses,
)
from playout.engine.who.references import find_players
from playout.engine.words.errors import PlayoutError
from tests.games.test_contract import of

SEED, GAMES, STEPS = 11, 6, 60
OFTEN = ("pig",)  # of others, thorough runs compile the loop


def by_hand(rules: Any, strategy: str, number: int, by: int) -> list[list[int]]:
    """The measures after each step of a game that is played move by move."""
    players = len(find_players(rules, strategy))
    given: dict[str, Any] = dict(rules.needed_options())
    match = Match(rules.game.name, strategy=strategy, seed=SEED, game_number=number, **given)
    functions = rules.game.rules

    def now() -> list[int]:
        outcome = np.zeros(rules.game.width, np.int64)
        functions.score(match.state, match.rules.record(), outcome)
        return [int(value) for value in outcome]

    course, turns = [now()], 0
    while not match.is_over:
        seat = match.seat
        match.step()
        if hasattr(functions, "ends_turn"):
            ended = functions.ends_turn(match.state, match.rules.record())
        else:
            ended = players == 1 or match.seat != seat
        turns += bool(match.is_over or ended)
        if by >= 0:
            count = max(len(course) - 1, now()[by])
        else:
            count = {MOVE: len(course), TURN: turns, ROUND: turns // players}[by]
            count += by == ROUND and match.is_over and turns % players > 0
        course += [now()] * (count + 1 - len(course))
    return course


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in OFTEN else pytest.mark.thorough)
        for name in game_names()
    ],
)
@pytest.mark.parametrize("by", [TURN, pytest.param(MOVE, marks=pytest.mark.thorough)])
def test_a_course_is_what_the_measures_were(name: str, by: int) -> None:
    found = find_game(name)
    rules = found.with_options(of(name).homes("random")[0])
    players = find_players(rules, "random")
    course, lengths, outcomes = play_courses(rules, players, SEED, 3, GAMES, by, STEPS)
    assert np.array_equal(outcomes, play_batch(rules, players, SEED, 3, GAMES))
    for k in range(GAMES):
        slow = by_hand(rules, "random", 3 + k, by)
        assert lengths[k] == len(slow) - 1
        assert course[k, : len(slow)].tolist() == slow[: STEPS + 1]
        assert not course[k, len(slow) :].any()
        if len(slow) <= STEPS + 1:
            assert course[k, len(slow) - 1].tolist() == outcomes[k].tolist()


@pytest.mark.parametrize(("players", "by"), [(1, TURN), (2, ROUND), (3, ROUND), (2, "throws")])
def test_rounds_and_counted_steps_are_those_of_a_match(players: int, by: Any) -> None:
    rules = find_game("pig").with_options({"players": players, "goal": 40})
    column = rules.game.column(rules.game.measure(by)) if isinstance(by, str) else by
    table = find_players(rules, "hold")
    course, lengths, _ = play_courses(rules, table, SEED, 0, 20, column, 100)
    for k in range(20):
        slow = by_hand(rules, "hold", k, column)
        assert course[k, : lengths[k] + 1].tolist() == slow


def test_a_course_does_not_depend_on_how_games_are_split() -> None:
    rules = find_game("pig").with_options({"players": 2})
    players = find_players(rules, "random+hold")
    whole = play_courses(rules, players, SEED, 0, 30, steps=STEPS)
    parts = [play_courses(rules, players, SEED, k, 10, steps=STEPS) for k in (0, 10, 20)]
    for together, *some in zip(whole, *parts, strict=True):
        assert np.array_equal(together, np.concatenate(some))


def race(**more: Any) -> Game:
    """Two tokens on one path of ten squares, in plain Python."""

    class Race:
        """A race: each in turn goes on by one or two squares."""

        def deal(self, rules: Any, stream: Any) -> None:
            self.places, self.seat = [0, 0], 0

        def is_over(self, rules: Any) -> bool:
            return max(self.places) >= 10

        def actor(self, rules: Any) -> int:
            return self.seat

        def legal_moves(self, rules: Any) -> list[int]:
            return [1, 2]

        def play(self, rules: Any, move: int, stream: Any) -> None:
            self.places[self.seat] += move
            self.seat = 1 - self.seat

        def score(self, rules: Any) -> dict[str, Any]:
            return {"win": [place >= 10 for place in self.places], "place": self.places}

    for name, function in more.items():
        setattr(Race, name, function)
    playout.game(
        options=[Option("players", 2, "players", 2, 2)],
        measures=[
            Measure("win", "share", "is first", per_seat=True),
            Measure("place", "mean", "its square", per_seat=True, first="highest"),
        ],
    )(Race)
    return find_game("race")


def course_of(game: Game, by: int = TURN, games: int = 8) -> tuple[Any, Any, Any]:
    rules = game.with_options({})
    return play_courses(rules, find_players(rules, "random"), SEED, 0, games, by, STEPS)


@pytest.mark.usefixtures("forgets")
def test_a_plain_game_needs_nothing_more_and_nobody_has_won_before_the_end() -> None:
    course, lengths, outcomes = course_of(race())
    for k, length in enumerate(lengths):
        assert course[k, 0].tolist() == [0, 0, 0, 0]
        assert not course[k, :length, :2].any()
        assert course[k, length].tolist() == outcomes[k].tolist()
        moves = np.diff(course[k, : length + 1, 2:], axis=0)
        assert ((moves > 0).sum(axis=1) == 1).all()


@pytest.mark.usefixtures("forgets")
def test_a_plain_game_may_say_how_things_stand_and_when_turns_end() -> None:
    game = race(
        standing=lambda self, rules: {"win": [0, 0], "place": [7, 8]},
        ends_turn=lambda self, rules: self.seat == 0,
    )
    course, lengths, _ = course_of(game)
    _, moves, _ = course_of(game, MOVE)
    assert course[0, : lengths[0] + 1, 2:].tolist() == [[7, 8]] * (lengths[0] + 1)
    assert lengths.tolist() == [-(-number // 2) for number in moves]


@pytest.mark.usefixtures("forgets")
@pytest.mark.parametrize(
    ("places", "wrong", "top"), [([0, -3], "-3", None), ([5, 12], "12", 10.0), ([0, 0], "", 10.0)]
)
def test_values_that_a_measure_cannot_have_are_refused(
    places: list[int], wrong: str, top: float | None
) -> None:
    game = find_game("pig")
    rules, course = game.with_options({}), np.zeros((1, 2, game.width), np.int64)
    column = game.column(game.measure("points"))
    course[0, :, column] = places
    if not wrong:
        check_course(rules, course, column, top, "points")
        return
    with pytest.raises(PlayoutError, match=f"game 'pig': points is {wrong} in a game that is not"):
        check_course(rules, course, column, top, "points")


@pytest.mark.usefixtures("forgets")
def test_an_error_of_a_score_before_the_end_names_the_place() -> None:
    def score(self: Any, rules: Any) -> Any:
        return {"win": [0, 1], "place": [1 // (max(self.places) // 10), 0]}

    with pytest.raises(PlayoutError, match=r"by zero \(line .* of test_courses\.py, in score\)"):
        course_of(race(score=score))


def test_counting_legal_moves_changes_no_course() -> None:
    rules = find_game("pig").with_options({"goal": 30})
    players = find_players(rules, "hold")
    counts = np.zeros((GAMES, TENTHS, 3), np.int64)
    counted = play_courses(rules, players, SEED, 0, GAMES, choices=counts)
    plain = play_courses(rules, players, SEED, 0, GAMES)
    assert all((one == other).all() for one, other in zip(counted, plain, strict=True))
    for number in range(GAMES):
        match = Match("pig", strategy="hold", seed=SEED, game_number=number, goal=30)
        legal = []
        while not match.is_over:
            legal.append(len(match.legal_moves()))
            match.step()
        due = np.zeros((TENTHS, 3), int)
        for place, moves in enumerate(legal):
            due[place * TENTHS // len(legal)] += [1, moves == 1, moves]
        assert counts[number].tolist() == due.tolist()


class Endless:
    """Two legal moves at every second move, for longer than decisions are put into tenths."""

    def deal(self, rules: Any, stream: Any) -> None:
        self.moves = 0

    def is_over(self, rules: Any) -> bool:
        return self.moves == MOST_PLACED + 7

    def legal_moves(self, rules: Any) -> list[int]:
        return [0, 1][: 1 + self.moves % 2]

    def play(self, rules: Any, move: int, stream: Any) -> None:
        self.moves += 1

    def score(self, rules: Any) -> dict[str, Any]:
        return {"length": self.moves}


def test_all_decisions_of_a_very_long_game_are_counted() -> None:
    game = Game(
        "endless", "Endless", 1, "", (), (Measure("length", "mean", ""),), Endless, compiled=False
    )
    rules = game.with_options()
    counts = np.zeros((1, TENTHS, 3), np.int64)
    player = Player(Strategy("endless", "first", lambda view, rng: 0, {}, False, ""), (), "first")
    play_courses(rules, [player], SEED, 0, 1, steps=1, choices=counts)
    moves = MOST_PLACED + 7
    assert counts[0].sum(axis=0).tolist() == [moves, moves - moves // 2, moves + moves // 2]
