"""What the contract suite must know of The Game: where its cards are, and which are hidden."""

from __future__ import annotations

from random import Random
from typing import Any

from playout.engine.native.jit import COMPILING
from playout.games.numbered_cards.sets import listed, put
from playout.games.the_game.rules import MOVES

SMALL = {"low": 1, "high": 30, "hand": 4}


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; with few cards where all runs as plain Python."""
    if not COMPILING:
        return [{"players": players, **SMALL} for players in (1, 3)]
    return [
        {"players": 1},
        {"players": 4, "deck": "double", "first_player": "random"},
        {"players": 2, "min_cards": 3, "first_player": "best"},
        {"players": 3, "jump": 0, "ascending": 1, "descending": 3},
        {"players": 7, **SMALL, "copies": 3, "jump": 5},
        {"players": 3, "hints": "marks"},
    ]


def cards_of_the_deck(rules: Any) -> list[int]:
    """Every card, as often as it is in the deck."""
    return sorted(list(range(rules.low + 1, rules.high)) * rules.copies)


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return list(range(MOVES))


def longest(rules: Any) -> int:
    """More moves than any game has: each card once, and at most one STOP after each."""
    return 2 * len(cards_of_the_deck(rules)) + 1


def assert_conserved(state: Any, rules: Any) -> None:
    """Every card of the deck is in a hand, on a pile or in the draw pile, as often as it should."""
    hands = [listed(state.hands[player]) for player in range(rules.players)]
    on_piles = listed(state.played)
    draw_pile = state.deck[state.drawn : state.cards].tolist()
    everywhere = sorted([*on_piles, *draw_pile, *(card for hand in hands for card in hand)])
    assert everywhere == cards_of_the_deck(rules)
    assert [len(hand) for hand in hands] == state.sizes[: rules.players].tolist()
    assert state.left == len(everywhere) - len(on_piles)
    for pile in range(rules.ascending + rules.descending):
        base = rules.low if pile < rules.ascending else rules.high
        assert state.piles[pile] == base or state.piles[pile] in on_piles


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Shuffle among themselves all cards that the seat cannot see; nobody's number changes.

    Marks tell of the hands they are made from: with the option hints only the deck is shuffled.
    """
    others = [player for player in range(rules.players) if player != seat and rules.hints == 0]
    hidden = [card for player in others for card in listed(state.hands[player])]
    hidden += state.deck[state.drawn : state.cards].tolist()
    chance.shuffle(hidden)
    for player in others:
        state.hands[player] = 0
        for _ in range(state.sizes[player]):
            put(state.hands[player], rules.copies, hidden.pop())
    state.deck[state.drawn : state.cards] = hidden
