"""What the contract suite must know of Spades: where its cards are, and who sees them."""

from __future__ import annotations

from random import Random
from typing import Any

from playout.engine.native.jit import COMPILING
from playout.games.spades.rules import BID, MOST_HANDS, NO_BID
from playout.kits.cards import ALL, cards_of, hand_of, in_suit


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home."""
    if not COMPILING:
        return [{}]
    return [{}, {"points": 60, "nil": "no"}, {"points": 200, "bags": "no"}]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [*range(BID + 1 - rules.nil, BID + 14), *range(52)]


def longest(rules: Any) -> int:
    """The moves of the longest match."""
    return 56 * (MOST_HANDS if rules.points else 1)


def assert_conserved(state: Any, rules: Any) -> None:
    """Each card is in one hand or was played by one seat, and each trick was taken."""
    places = [cards_of(cards) for sets in (state.hands, state.played) for cards in sets]
    assert sorted(card for place in places for card in place) == cards_of(ALL)
    assert (state.tricks - state.before).sum() == state.trick_number
    for seat in range(4):
        for suit in range(4):
            assert not (state.empty[seat] >> suit & 1 and state.hands[seat] & in_suit(suit))
    have_bid = [bid != NO_BID for bid in state.bids]
    assert all(have_bid) or not state.played.any()
    assert state.over == (not state.hands.any())
    assert state.broken == bool(sum(map(int, state.played)) & in_suit(3))


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Change all cards that a seat cannot see, as far as what was shown allows."""
    players = [player for player in range(4) if player != seat]
    held = {player: cards_of(int(state.hands[player])) for player in players}
    for _ in range(60):  # exchanges of two cards that both players may hold
        one, other = chance.sample(players, 2)
        if not held[one] or not held[other]:
            continue
        i, k = chance.randrange(len(held[one])), chance.randrange(len(held[other]))
        a, b = held[one][i], held[other][k]
        if not (state.empty[other] >> a // 13 & 1 or state.empty[one] >> b // 13 & 1):
            held[one][i], held[other][k] = b, a
    for player in players:
        state.hands[player] = hand_of(held[player])
    state.key = chance.getrandbits(60) if rules.points else 0
