"""What the contract suite must know of Klondike: where its cards are, and which are hidden."""

from __future__ import annotations

from random import Random
from typing import Any

from playout.engine.native.jit import COMPILING
from playout.games.klondike.records import COLUMNS, MOVES, PLAYING
from playout.kits.cards import CARDS, low_rank_of, suit_of


def homes(strategy: str) -> list[dict[str, Any]]:
    """Rules in which a strategy is at home; short games where all runs as plain Python."""
    if not COMPILING:
        return [{"passes": 1, "patience": 20}]
    return [{}, {"draw": 1}, {"patience": 1}, {"draw": 2, "passes": 3, "back": "no"}]


def codes(rules: Any) -> list[int]:
    """All moves that may be legal in some position."""
    return list(range(MOVES))


def longest(rules: Any) -> int:
    """More moves than any game has: 24 cards come from the stock, 21 are turned up, 52 go up."""
    return int(98 * rules.patience) + 1


def everywhere(state: Any) -> list[int]:
    """Every card, in whatever place it is."""
    columns = [state.cards[k, : state.sizes[k]].tolist() for k in range(COLUMNS)]
    home = [card for card in range(CARDS) if low_rank_of(card) <= int(state.home[suit_of(card)])]
    return [*home, *state.talon[: state.left].tolist(), *(card for one in columns for card in one)]


def assert_conserved(state: Any, rules: Any) -> None:
    """Every card is in one place, and the counts are what they can be."""
    assert sorted(everywhere(state)) == list(range(CARDS))
    assert 0 <= state.waste <= state.left
    assert all(state.down < state.sizes) or all(state.down[state.sizes == 0] == 0)
    assert state.home.sum() <= state.highest <= CARDS
    assert state.idle <= min(state.moves, rules.patience)
    assert rules.passes == 0 or state.turned < rules.passes
    assert (state.home.sum() == CARDS) <= (state.over != PLAYING)


def hide(state: Any, rules: Any, seat: int, chance: Random) -> None:
    """Shuffle among themselves the cards face down and, in the first pass, the stock."""
    places = [(state.cards[k], place) for k in range(COLUMNS) for place in range(state.down[k])]
    if state.turned == 0:
        places += [(state.talon, place) for place in range(state.waste, state.left)]
    hidden = [int(row[place]) for row, place in places]
    chance.shuffle(hidden)
    for (row, place), card in zip(places, hidden, strict=True):
        row[place] = card
