"""What the contract suite must know of the loop: where its cards are, and which are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from playout.engine.match.match import Match
from playout.engine.native.jit import COMPILING
from playout.games.numbered_cards.sets import listed, put
from playout.games.the_game_blog.rules import ASCENDING, PILES, card_move
from tests.games.the_game import deals

SMALL = {"low": 1, "high": 30, "hand": 4}


def table(*hands: Sequence[int], **options: Any) -> Match:
    """A match with these hands; see `tests.games.the_game.deals`."""
    return deals.table(*hands, game="the-game-blog", **options)


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; with few cards where all runs as plain Python."""
    if not COMPILING:
        return [{"players": players, **SMALL} for players in (1, 3)]
    return [{"players": 1}, {"players": 4}, {"players": 7}, {"players": 3, **SMALL}]


def cards_of_the_deck(rules: Any) -> list[int]:
    """Every card."""
    return list(range(rules.low + 1, rules.high))


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return [card_move(card, pile) for card in range(128) for pile in range(PILES)]


def longest(rules: Any) -> int:
    """More moves than any game has: each card once, and one that does not fit."""
    return len(cards_of_the_deck(rules)) + 1


def assert_conserved(state: Any, rules: Any) -> None:
    """Every card of the deck is in a hand, on a pile or in the draw pile, once."""
    hands = [card for player in range(rules.players) for card in listed(state.hands[player])]
    bases = [rules.low if pile < ASCENDING else rules.high for pile in range(PILES)]
    on_piles = [card for pile in range(PILES) for card in listed(state.laid[pile])]
    for base in bases:
        on_piles.remove(base)
    draw_pile = state.deck[state.drawn : state.cards].tolist()
    assert sorted([*hands, *on_piles, *draw_pile]) == cards_of_the_deck(rules)
    assert state.left == state.cards - len(on_piles)
    for pile in range(PILES):
        assert state.piles[pile] in listed(state.laid[pile])


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Shuffle among themselves all cards that the seat cannot see; nobody's number changes."""
    others = [player for player in range(rules.players) if player != seat]
    sizes = {player: len(listed(state.hands[player])) for player in others}
    hidden = [card for player in others for card in listed(state.hands[player])]
    times = sorted(int(state.drawn_at[card]) for card in hidden)
    hidden += state.deck[state.drawn : state.cards].tolist()
    chance.shuffle(hidden)
    for player in others:
        state.hands[player] = 0
        for _ in range(sizes[player]):
            card = hidden.pop()
            put(state.hands[player], 1, card)
            state.drawn_at[card] = times.pop()
    state.deck[state.drawn : state.cards] = hidden
