"""The strategy `careful` plays what a slow search plays that leaves nothing out."""

from __future__ import annotations

from typing import Any

import pytest

from playout import Match
from playout.engine.find.games import find_game
from playout.engine.play.batch import play_batch
from playout.engine.who.references import find_player
from playout.games.the_game.careful import unseen_numbers
from playout.games.the_game.careful_weights import UNIT, WEIGHTS, phase
from playout.games.the_game.rules import card_of, pile_of
from tests.reference.the_game import Rules
from tests.reference.the_game_careful import Turn, best_plan

Move = tuple[int, int]  # card, pile

GAME = find_game("the-game")
RULES: list[dict[str, Any]] = [
    *({"players": players} for players in (1, 2, 3, 5)),
    *({"players": players, "hand": 10, "min_cards": 3} for players in (1, 3)),
    *({"players": players, "ascending": 3, "descending": 2, "jump": 7} for players in (1, 3)),
    *({"players": players, "ascending": 1, "descending": 0, "high": 40} for players in (1, 2)),
    *({"players": players, "copies": 3, "high": 40, "hand": 7} for players in (1, 2)),
    {"players": 1, "jump": 0, "low": 0, "high": 127},
    {"players": 2, "jump": 1, "low": 20, "high": 70},
]


def numbers(low: int, high: int) -> frozenset[int]:
    """The members of a set of two words."""
    words = (int(low) & (1 << 64) - 1) | (int(high) & (1 << 64) - 1) << 64
    return frozenset(number for number in range(128) if words >> number & 1)


def slow_plan(match: Match, margin: int) -> list[Move]:
    """What the player to move is going to lay, at the beginning of a turn."""
    view = match.view()
    names = ("players", "low", "high", "copies", "ascending", "descending", "jump")
    turn = Turn(
        Rules(**{name: match.rules.number(name) for name in names}),
        WEIGHTS[phase(view)].tolist(),
        tuple(view.piles[: view.pile_count].tolist()),
        numbers(*view.hand[0]),
        numbers(*unseen_numbers(view)),
    )
    return best_plan(turn, int(view.needed), margin * UNIT)


@pytest.mark.slow
@pytest.mark.rules
@pytest.mark.parametrize(
    ("options", "margin"),
    [
        *((options, 20) for options in RULES[:3]),
        (RULES[0], 3),
        *(pytest.param(options, 20, marks=pytest.mark.thorough) for options in RULES[3:]),
        *(pytest.param(options, 3, marks=pytest.mark.thorough) for options in RULES[1:3]),
    ],
    ids=str,
)
def test_careful_plays_as_the_slow_search_that_leaves_nothing_out(
    options: dict[str, Any], margin: int
) -> None:
    match = Match("the-game", strategy=f"careful:margin={margin}", seed=5, **options)
    while not match.is_over:
        for play in slow_plan(match, margin):
            move = match.step()
            assert (card_of(move), pile_of(move)) == play
        if not match.is_over and match.view().turn_cards > 0:
            match.step()


@pytest.mark.slow
def test_long_hands_are_played_as_by_the_search_without_bounds() -> None:
    # The cards left were seen before there were bounds.
    rules = GAME.with_options({"hand": 20, "copies": 2, "low": 0, "high": 127})
    outcomes = play_batch(rules, [find_player("the-game", "careful")], 1, 0, 10)
    assert outcomes[:, 2].tolist() == [25, 30, 4, 2, 16, 85, 32, 1, 2, 7]


@pytest.mark.slow
def test_the_longest_hands_are_played_the_same_in_plain_python() -> None:
    rules = GAME.with_options({"hand": 64, "ascending": 1, "descending": 0})
    players = [find_player("the-game", "careful")]
    compiled = play_batch(rules, players, 3, 0, 2)
    assert (play_batch(rules, players, 3, 0, 2, compiled=False) == compiled).all()
