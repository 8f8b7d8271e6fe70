"""What the contract suite must know of Yahtzee: what a card must add up to; nothing is hidden."""

from __future__ import annotations

from itertools import product
from typing import Any

from playout.games.yahtzee.boxes import BONUS, BOXES, FACES, ORDER, YAHTZEE
from playout.games.yahtzee.rules import card_of, keep_move


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; one table for the optimal one."""
    if strategy == "optimal":
        return [{}]
    return [{}, {"players": 3, "joker": "free"}, {"players": 2, "variant": "yatzy"}]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    counts = [kept for kept in product(range(5), repeat=6) if sum(kept) < 5]
    return [*range(BOXES), *(int(keep_move(*kept)) for kept in counts)]


def longest(rules: Any) -> int:
    """More moves than any game has: three in each turn."""
    return int(3 * len(ORDER[card_of(rules)]) * rules.players)


def assert_conserved(state: Any, rules: Any) -> None:
    """Dice are dice, and every card adds up to its score."""
    dice = state.dice.tolist()
    assert dice == sorted(dice)
    assert {*dice} <= {1, 2, 3, 4, 5, 6}
    assert 1 <= state.throws <= 3
    filled, card = 0, card_of(rules)
    for player in range(rules.players):
        points = state.points[player].tolist()
        used = [box for box in range(BOXES) if state.used[player] >> box & 1]
        assert {*used} <= {*ORDER[card]}
        upper = sum(points[box] for box in used if box < FACES)
        assert sum(points) == sum(points[box] for box in used)
        assert state.upper[player] == upper
        more = state.scores[player] - sum(points[box] for box in used) - BONUS[card] * (upper >= 63)
        assert more >= 0
        assert more % 100 == 0
        assert more == 0 or points[YAHTZEE] == 50
        filled += len(used)
    assert state.turn == filled
    assert state.player == filled % rules.players
