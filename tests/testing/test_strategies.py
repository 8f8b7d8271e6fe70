"""Every check of a strategy finds the mistake it is there for, and lets what is right pass."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import playout
from playout.engine.chance.rng import randrange
from playout.engine.find.games import find_game
from playout.engine.native.jit import COMPILING
from playout.testing import Case, Fault, check_strategy
from playout.testing import strategies as of_strategies
from playout.testing.case import Check
from tests.testing.heap import case, fails, game

pytestmark = pytest.mark.usefixtures("forgets")

LEFT: list[int] = []


def first(view: Any, rng: Any) -> int:
    """The first move."""
    return int(view.legal_moves[0])


def four(view: Any, rng: Any) -> int:
    return 4


def counting(view: Any, rng: Any) -> int:
    LEFT.append(1)
    return int(view.legal_moves[len(LEFT) % len(view.legal_moves)])


def remembering(view: Any, rng: Any) -> int:
    LEFT.append(1)
    return int(view.legal_moves[0])


def writing(view: Any, rng: Any) -> int:
    view.stones = 0
    return int(view.legal_moves[0])


def drawing(view: Any, rng: Any) -> int:
    return int(view.legal_moves[int(randrange(rng, len(view.legal_moves)))])


def tossing(view: Any, rng: Any) -> int:
    return int(random.choice(view.legal_moves))


def limited(view: Any, rng: Any) -> int:
    return 1 if view.parameters[0] < 3 else 7


@pytest.mark.parametrize(
    ("check", "function", "told"),
    [
        (of_strategies.moves_are_legal, four, "four.* returned an illegal move|may not play '4'"),
        (of_strategies.is_repeated, counting, "after others, .* it keeps LEFT between games"),
        (of_strategies.is_repeated, tossing, "strategy 'tossing' draws from Python's random"),
        (of_strategies.writes_notes_alone, writing, "writes into view.stones; only view.notes"),
        (of_strategies.draws_as_promised, drawing, "uses_chance=False, but draws"),
        (of_strategies.takes_its_parameters, limited, "limited:at=3"),
    ],
)
def test_a_wrong_strategy_is_found(check: Check, function: Any, told: str) -> None:
    game()
    playout.strategy(
        "heap", compiled=False, uses_chance=False, parameters={"at": 2}, allowed={"at": (0, 3)}
    )(function)
    said = fails(check, case("heap", function.__name__))
    assert re.search(told, said), said


LIMIT = 20  # the compiler reads it once


def frozen(view: Any, rng: Any) -> int:
    return 1 if view.turn_total >= LIMIT else 0


@pytest.mark.skipif(not COMPILING, reason="both are plain Python")
def test_what_is_compiled_must_play_as_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    playout.strategy("pig", uses_chance=False)(frozen)
    one = Case(find_game("pig"), "frozen", {}, 3)
    assert "positions of 3 games" in of_strategies.compiled_is_plain(one)
    monkeypatch.setitem(globals(), "LIMIT", 5)
    said = fails(of_strategies.compiled_is_plain, one)
    assert "in plain Python it chooses 'hold', compiled 'roll'" in said


def test_what_a_strategy_keeps_without_moving_otherwise_is_told() -> None:
    game()
    playout.strategy("heap", compiled=False)(remembering)
    assert "LEFT changed, the moves did not" in of_strategies.is_repeated(
        case("heap", "remembering")
    )


def test_what_a_strategy_keeps_in_itself_is_told() -> None:
    def keeping(view: Any, rng: Any, seen: list[int] = []) -> int:  # noqa: B006
        seen.append(1)
        return first(view, rng)

    game()
    playout.strategy("heap", compiled=False)(keeping)
    told = of_strategies.is_repeated(case("heap", "keeping"))
    assert "the default of argument 0 changed, the moves did not" in told


@pytest.mark.slow
def test_a_right_strategy_passes() -> None:
    game()
    playout.strategy("heap", compiled=False, uses_chance=False)(first)
    report = check_strategy(first, "heap", seconds=5.0, positions=200)
    assert report.ok, str(report)
    assert report.facts["microseconds of a move"]["mean"] > 0
    told = {one.name: one.told for one in report.checks}
    assert "positions" in told["many games"]


def test_a_move_has_a_limit() -> None:
    game()
    playout.strategy("heap", compiled=False)(first)
    one = case("heap", "first")
    with pytest.raises(Fault, match=r"a move took .* seconds; the limit is 1e-09"):
        of_strategies.costs(one, limit=1e-9)
