"""Mistakes in games and strategies of plain Python: each is told, and none is counted."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest

import playout
from playout.engine.find.games import find_game
from playout.engine.game.game import Measure, Option
from playout.engine.play import failures
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_players
from playout.engine.words.errors import IllegalMove, PlayoutError
from tests.command import playout as command
from tests.engine.game.nim import declared, nim

pytestmark = pytest.mark.usefixtures("forgets")


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        (
            [],
            r"returned \[\]: no legal move in a game that is not over, in game 0; to see",
        ),
        ([1.7, 2], r"returned \[1.7, 2\]: must be whole numbers, in"),
        (np.array([1.0]), "must be whole numbers"),
        (None, "returned None: must be a list of moves, in"),
        (3, "returned 3: must be a list of moves, in"),
        ([10**30], "numbers of 64 bits, in game 0"),
    ],
)
def test_moves_that_are_none_are_the_fault_of_the_rules(moves: Any, expected: str) -> None:
    declared(legal_moves=lambda self, rules: moves)
    with pytest.raises(PlayoutError, match=f"legal_moves of game 'nim' .*{expected}") as caught:
        playout.run("nim", games=2)
    assert not isinstance(caught.value, IllegalMove)


@pytest.mark.parametrize("function", ["is_over", "is_legal"])
@pytest.mark.parametrize("value", [None, np.array([True, False])])
def test_what_is_neither_true_nor_false_is_the_fault_of_the_rules(
    function: str, value: Any
) -> None:
    declared(**{function: lambda self, rules, move=0: value})
    expected = f"{function} of game 'nim' returned .*: must be True or False, in game 0"
    with pytest.raises(PlayoutError, match=expected) as caught:
        playout.run("nim", games=2)
    assert not isinstance(caught.value, IllegalMove)


@pytest.mark.parametrize(
    ("copied", "expected"),
    [
        (lambda self: None, "copy of game 'nim' returned None: must be another state"),
        (lambda self: self, "copy of game 'nim' returned the state itself: must be another state"),
    ],
)
def test_a_copy_that_is_no_other_state_is_refused(copied: Any, expected: str) -> None:
    declared(copy=copied)
    with pytest.raises(PlayoutError, match=expected):
        playout.Match("nim", strategy="random").step()


def _nested() -> list[Any]:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (Lock, "TypeError: cannot pickle '_thread.lock' object"),
        (_nested, "it is nested too deeply"),
    ],
)
@pytest.mark.parametrize("is_seen", [True, False])
def test_what_cannot_be_copied_is_the_fault_of_the_rules(
    made: Any, why: str, is_seen: bool
) -> None:
    def deal(self: Any, rules: Any, stream: Any) -> None:
        self.stones, self.seat, self.odd = rules.stones, 0, made()

    def observe(self: Any, rules: Any, seat: int, view: Any) -> None:
        view.stones = self.stones

    declared(deal=deal, **({} if is_seen else {"observe": observe}))
    message = f"cannot be copied ({why}); "
    if is_seen:
        with pytest.raises(PlayoutError, match=re.escape(f"'odd' of its view {message}")) as caught:
            playout.run("nim", games=2)
        assert not isinstance(caught.value, IllegalMove)
    else:
        playout.run("nim", games=2)
        match = playout.Match("nim", strategy="random")
        with pytest.raises(PlayoutError, match=re.escape(f"'odd' of its state {message}")):
            match.step()
        assert "odd: " in str(match)


def test_rules_that_refuse_a_move_that_they_list_contradict_themselves() -> None:
    declared(is_legal=lambda self, rules, move: False)
    expected = (
        r"the rules of nim contradict themselves: legal_moves lists '\d' \(\d\), which is_legal"
    )
    with pytest.raises(PlayoutError, match=f"{expected} does not allow, in game 0") as caught:
        playout.run("nim", games=2)
    assert not isinstance(caught.value, IllegalMove)
    with pytest.raises(PlayoutError, match=expected) as caught:
        playout.Match("nim", strategy="random").step()
    assert not isinstance(caught.value, IllegalMove)


@pytest.mark.parametrize("game", [0, 1], ids=["asked everything", "asked once"])
@pytest.mark.parametrize("own", [{}, {"is_legal": lambda self, rules, move: move < 4}])
def test_an_illegal_move_has_its_sentence_in_every_game(own: dict[str, Any], game: int) -> None:
    declared(**own)

    @playout.strategy("nim", compiled=False)
    def bold(view: Any, rng: Any) -> int:
        return 9

    rules = playout.Match("nim").rules
    expected = rf"bold' on seat 1 returned an illegal move: 9 .* in game {game}\n(.|\n)*replay it: "
    with pytest.raises(IllegalMove, match=expected):
        play_batch(rules, find_players(rules, ["bold", "bold"]), 1, game, 1)


def test_a_strategy_that_is_asked_where_the_game_ends_meanwhile_is_not_at_fault() -> None:
    def is_over(self: Any, rules: Any) -> bool:
        self.looks = getattr(self, "looks", 0) + 1
        return bool(self.looks > 1)

    declared(is_over=is_over)
    with pytest.raises(PlayoutError, match="seat 1 is to move, but then is_over says") as caught:
        playout.run("nim", games=2)
    assert not isinstance(caught.value, IllegalMove)


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({"most": lambda rules: 3}, "moves is 4, declared is 0 to 3, in game 0; to see it again"),
        ({"least": 5}, "moves is 4, declared is at least 5, in game 0"),
        ({"most": lambda rules: rules.stones}, "the most of its measure moves, .* AttributeError"),
    ],
)
def test_what_is_beyond_what_is_declared_is_refused(limits: dict[str, Any], expected: str) -> None:
    playout.game(
        options=[Option("players", 2, "players", 2, 2), Option("stones", 4, "stones", 1, 50)],
        measures=[Measure("moves", "mean", "moves of all players", **limits)],
    )(nim(score=lambda self, rules: {"moves": rules.stones}))
    with pytest.raises(PlayoutError, match=f"game 'nim': .*{expected}"):
        playout.run("nim", games=100)


def test_the_first_game_beyond_what_is_declared_is_named() -> None:
    def deal(self: Any, rules: Any, stream: Any) -> None:
        self.stones, self.seat = rules.stones, 0
        self.number = next(numbers)

    numbers = itertools.count()
    playout.game(
        options=[Option("players", 2, "players", 2, 2), Option("stones", 1, "stones", 1, 50)],
        measures=[Measure("number", "mean", "which game it is", most=lambda rules: 149)],
    )(nim(deal=deal, score=lambda self, rules: {"number": self.number}))
    with pytest.raises(PlayoutError, match="number is 150, declared is 0 to 149, in game 150"):
        playout.run("nim", games=200, workers=1)


def test_a_parameter_that_is_not_declared_is_none() -> None:
    declared()

    @playout.strategy("nim", parameters={"step": 1})
    def bold(view: Any, rng: Any) -> int:
        return int(view.parameters[0]) + int(view.parameters[1])

    with pytest.raises(IllegalMove, match="raised IndexError: index 1 is out of bounds"):
        playout.run("nim", strategy="bold", games=2)


def test_a_misspelt_field_is_told_with_the_nearest() -> None:
    declared(is_over=lambda self, rules: rules.stonse == 0)
    with pytest.raises(PlayoutError, match="no field 'stonse': did you mean 'stones'"):
        playout.run("nim", games=2)
    declared()

    @playout.strategy("nim")
    def bold(view: Any, rng: Any) -> int:
        return int(view.stonse)

    with pytest.raises(IllegalMove, match="no field 'stonse': did you mean 'stones'"):
        playout.run("nim", strategy="bold", games=2)


def test_a_game_without_an_end_is_told_with_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures, "LONG", 50)
    declared(is_over=lambda self, rules: False, legal_moves=lambda self, rules: [1])
    expected = []

    @playout.strategy("nim")
    def stops(view: Any, rng: Any) -> int:
        view.notes[0] += 1
        expected.append(failures.endless_game())
        return 1 if view.notes[0] < 30 else 0  # of two players, each with notes

    with pytest.raises(IllegalMove):
        playout.run("nim", strategy="stops", games=1, seed=3)
    assert expected[:50] == [""] * 50
    assert expected[50].startswith(
        "game 0 of nim, seed 3, was not over after 50 moves; a game must "
    )


@pytest.mark.parametrize("name", [3, b"nim"])
def test_the_name_of_a_game_is_a_text(name: Any) -> None:
    with pytest.raises(PlayoutError, match=f"the name of a game = {name}: must be a name"):
        playout.game(name, measures=[Measure("win", "rate", "won")])(nim())
    with pytest.raises(PlayoutError, match="there is no game 'nim'"):
        find_game("nim")


def test_a_match_that_cannot_be_dealt_is_the_fault_of_the_rules() -> None:
    declared(deal=lambda self, rules, stream: self.stonse)
    with pytest.raises(PlayoutError, match=r"the rules of nim raised AttributeError: .*stonse"):
        playout.Match("nim")


def test_a_position_that_cannot_be_drawn_hides_no_illegal_move() -> None:
    declared(text=lambda self, rules, seat: self.nothing)

    @playout.strategy("nim")
    def bold(view: Any, rng: Any) -> int:
        return 9

    with pytest.raises(
        IllegalMove, match=r"illegal move: 9 .*\nthe position cannot be drawn: the "
    ):
        playout.run("nim", strategy="bold", games=2)


@pytest.mark.parametrize(
    "function",
    [
        {"format_move": lambda move: {}[move]},
        {"why_illegal": lambda state, rules, move: {}[move]},
    ],
    ids=["format_move", "why_illegal"],
)
def test_a_move_that_cannot_be_told_hides_not_that_it_was_illegal(function: Any) -> None:
    declared(**function)

    @playout.strategy("nim")
    def bold(view: Any, rng: Any) -> int:
        return 9

    with pytest.raises(IllegalMove, match=r"returned an illegal move: 9 \(number 9\)"):
        playout.run("nim", strategy="bold", games=2)


@pytest.mark.parametrize("words", ["", "--json", "--svg FOLDER/nim.svg"])
def test_what_cannot_show_a_game_that_was_played_is_told_with_its_line(
    words: str, tmp_path: Path
) -> None:
    def shows(*_: Any) -> str:
        return dict[str, str]()["red"]

    declared(text=shows, svg=shows, format_position=shows, parse_position=shows)
    message = command("replay", "nim", *words.replace("FOLDER", str(tmp_path)).split())
    assert message.code == 2
    assert "nim" not in message.out
    assert message.err.startswith(
        "playout: a game cannot be shown: the rules of nim raised KeyError"
    )
    assert "of test_plain_mistakes.py, in shows)" in message.err
