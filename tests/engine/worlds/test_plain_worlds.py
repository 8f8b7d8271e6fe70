"""Worlds of games in plain Python: copies where nothing is hidden, dealt where something is."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.chance.rng import STREAM, start
from playout.engine.find.games import find_game
from playout.engine.game.game import Measure, Option
from playout.engine.match.match import Match
from playout.engine.native.records import new_record
from playout.engine.words.errors import PlayoutError

pytestmark = pytest.mark.usefixtures("forgets")

WIN = Measure("win", "share", "rolled more", per_seat=True, first="highest")


def dice(**changed: Any) -> None:
    """Two seats roll as often as they want to, up to three times; the higher sum wins."""

    class Dice:
        def deal(self, rules: Any, stream: Any) -> None:
            self.sums, self.player = [0, 0], 0
            self.rolls: list[int] = []
            self.goal = 99  # hides the option of that name in views

        def is_over(self, rules: Any) -> bool:
            return len(self.rolls) == 6

        def actor(self, rules: Any) -> int:
            return self.player

        def legal_moves(self, rules: Any) -> list[int]:
            return [0, 1]

        def play(self, rules: Any, move: int, stream: Any) -> None:
            roll = playout.randrange(stream, 6) + 1 if move else 3
            self.sums[self.player] += roll
            self.rolls.append(roll)
            self.player = 1 - self.player

        def score(self, rules: Any) -> Any:
            mine, other = self.sums
            return {
                "win": [(mine > other) + (mine == other) / 2, (other > mine) + (mine == other) / 2]
            }

    for name, function in changed.items():
        setattr(Dice, name, function)
    playout.game(
        "dice",
        options=[Option("players", 2, "players", 2, 2), Option("goal", 5, "a goal", 1, 50)],
        measures=[WIN],
        chance_in_play=True,
    )(Dice)


def keeps_chance(self: Any, rules: Any, stream: Any) -> None:
    """A new game whose state holds what it draws from."""
    self.sums, self.player, self.rolls = [0, 0], 0, []
    self.own, self.dice, self.numbers = stream, random.Random(1), np.random.default_rng(1)


def test_a_world_of_an_open_game_is_a_copy_of_its_state_and_of_nothing_else() -> None:
    dice()
    match = Match("dice", strategy="random", seed=2)
    for _ in range(3):
        match.step()
    world = match.world()
    known = ("sums", "player", "rolls", "goal")
    assert {name: getattr(world.state, name) for name in known} == {
        name: getattr(match.state, name) for name in known
    }
    assert list(vars(world.state)) == list(vars(match.state))
    assert world.state.sums is not match.state.sums
    assert not {"legal_moves", "notes", "parameters", "lookup", "seat"} & {*vars(world.state)}
    list(world.run())
    assert world.is_over
    assert not match.is_over


def test_chance_to_come_is_another_one_in_each_world() -> None:
    dice(deal=keeps_chance)
    match = Match("dice", seed=2)
    match.play(1)
    futures, others = set(), set()
    for seed in range(20):
        world = match.world(seed=seed)
        others |= {world.state.dice.random(), world.state.numbers.random()}
        for _ in range(3):
            world.play(1)
        futures.add(tuple(world.state.rolls[1:]))
    for _ in range(3):
        match.play(1)
    assert len(futures) > 10
    assert len(others) == 40
    assert match.state.dice.random() not in others


def test_a_stream_that_a_state_keeps_is_that_of_the_world() -> None:
    dice(deal=keeps_chance)
    match = Match("dice", seed=2)
    stream, state = new_record(STREAM), find_game("dice").rules.new_state()
    start(stream, 1, 2, 3)
    find_game("dice").rules.determinize(match.view(), match.record, stream, state)
    assert state.own is stream


def test_an_open_game_has_all_questions_without_determinize() -> None:
    dice()
    odds = playout.odds("dice", games=20, seed=1, workers=1)
    assert len(odds.to_pandas()) == 2
    review = playout.review("dice", strategy="random", worlds=10, seed=1, workers=1)
    assert len(review.to_pandas()) > 0
    mistakes = playout.mistakes("dice", strategy="random", games=2, worlds=4, seed=1, workers=1)
    assert len(mistakes.to_pandas()) > 0
    answer = playout.run("dice", seats=["search:worlds=4", "random"], games=2, workers=1)
    assert answer.complete


def observe(self: Any, rules: Any, seat: int, view: Any) -> None:
    """A view without the rolls."""
    view.sums, view.player = list(self.sums), self.player


def as_method(self: Any, view: Any, rules: Any, stream: Any) -> None:
    """The state first, as in all methods."""
    self.sums, self.player = list(view.sums), view.player
    self.rolls = [0] * playout.randrange(stream, 5)


def as_in_compiled_rules(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """The state last."""
    as_method(state, view, rules, stream)


@pytest.mark.parametrize(
    "determinize", [as_method, as_in_compiled_rules, staticmethod(as_in_compiled_rules)]
)
def test_a_method_that_deals_worlds_may_have_the_state_first_or_last(determinize: Any) -> None:
    dice(observe=observe, determinize=determinize)
    match = Match("dice", strategy="random", seed=2)
    match.step()
    assert match.world().state.sums == match.state.sums
    assert len({len(match.world(seed=seed).state.rolls) for seed in range(40)}) == 5


@pytest.mark.parametrize("question", [playout.odds, playout.review, playout.mistakes])
def test_a_game_that_may_hide_something_says_what_it_needs(question: Any) -> None:
    dice(observe=observe)
    expected = r"Because observe may hide something, the game needs a method determinize\(self,"
    with pytest.raises(PlayoutError, match=expected):
        question("dice", strategy="random")
    with pytest.raises(PlayoutError, match=f"dice deals no worlds: .*{expected}"):
        Match("dice").world()


def test_other_arguments_of_determinize_are_refused() -> None:
    with pytest.raises(PlayoutError, match=r"determinize\(state, view, rules, stream\) is needed"):
        dice(determinize=lambda self, rules, view, stream: None)
