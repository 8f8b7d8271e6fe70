"""What the contract suite must know of Blackjack: where its cards are, and which are hidden."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from playout.games.blackjack.rules import (
    BET,
    MOST_BET,
    is_natural,
)
from playout.games.blackjack.shoe import (
    BETTING,
    PLAYING,
    dealer_total,
)
from playout.kits.cards import CARDS


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home."""
    shoe = {"decks": 1, "rounds": 12, "most_bet": 4, "surrender": "yes", "soft_17": "hit",
            "insurance": "yes"}  # fmt: skip
    if strategy == "hi-lo":
        return [shoe, {**shoe, "decks": 6, "rounds": 60, "most_bet": 12}]
    return [
        {"decks": 2, "rounds": 4},
        {},
        shoe,
        {"peek": "no", "natural": "6:5", "double": "9-11", "double_after_split": "no"},
        {"double": "none", "most_hands": 1, "rounds": 3},
    ]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return list(range(BET + MOST_BET + 1))


def longest(rules: Any) -> int:
    """More moves than a game has: a hand of 20 cards at most, four of them."""
    return 80 * int(rules.rounds)


def table(state: Any) -> list[int]:
    """All cards on the table."""
    return [int(card) for card in [*state.hands.ravel(), *state.dealer] if card]


def assert_conserved(state: Any, rules: Any) -> None:
    """Every card is in the shoe, or has been seen, or lies face down; points are right."""
    assert all(0 < card <= CARDS for card in table(state))
    if rules.decks > 0:
        seen = Counter({card + 1: int(state.seen[card]) for card in range(CARDS)})
        hidden = [int(state.dealer[1])] if state.phase == PLAYING else []
        assert state.left == CARDS * rules.decks - seen.total() - len(hidden)
        assert max((seen + Counter(hidden)).values(), default=0) <= rules.decks
        open_cards = Counter(table(state)) - Counter(hidden)
        assert state.left == CARDS * rules.decks or open_cards <= seen
    else:
        assert not state.seen.any()
        assert state.left == 0
    for hand in range(state.count):
        values = [min((card - 1) % 13 + 2, 10) for card in state.hands[hand].tolist() if card]
        aces = sum((card - 1) % 13 == 12 for card in state.hands[hand].tolist() if card)
        hard = sum(values) - 9 * aces
        soft = aces > 0 and hard <= 11
        assert (state.points[hand], state.soft[hand]) == (hard + 10 * soft, soft)
    if state.phase == PLAYING:
        assert state.points[state.turn] < 21 + (state.insured == 1)
        assert state.dealer_size == 2
    elif state.dealer_size and not is_natural(state) and not state.gave_up:
        least = min(state.points[: state.count])
        points = dealer_total(state)[0]
        assert points >= 17 or least > 21
    assert abs(state.net) <= state.staked * 1.5


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Exchange the card that lies face down for another one that it could be."""
    if state.phase == BETTING:
        return
    for _ in range(100):
        hole = int(state.dealer[1])
        card = chance.randrange(CARDS) + 1
        if rules.decks > 0 and state.seen[card - 1] == rules.decks:
            continue
        state.dealer[1] = card
        if rules.peek == 0 or state.insured == 1 or dealer_total(state)[0] < 21:
            return
        state.dealer[1] = hole
