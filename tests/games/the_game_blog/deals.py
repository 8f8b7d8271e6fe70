"""Positions of the blog's loop for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playout.engine.match.match import Match
from playout.games.numbered_cards.sets import write_fitting
from playout.games.the_game_blog import rules
from tests.games.the_game.deals import listed


def dealt(deck: Sequence[int], /, **options: Any) -> Match:
    """A match dealt from a deck in this order."""
    match = Match("the-game-blog", **options)
    assert sorted(deck) == sorted(match.state.deck[: match.state.cards].tolist())
    match.state.deck[: len(deck)] = deck
    rules.set_up(match.state, match.rules.record())
    return match


def table(
    *hands: Sequence[int],
    draw_pile: Sequence[int] = (),
    piles: Sequence[int] = (),
    **options: Any,
) -> Match:
    """A match with these hands, one per player; then these cards, then the others, are drawn."""
    options = {"players": len(hands), "hand": len(hands[0]), **options}
    start = Match("the-game-blog", **options)
    rest = sorted(start.state.deck[: start.state.cards].tolist())
    deck = [hand[i] for i in range(len(hands[0])) for hand in hands] + list(draw_pile)
    for card in deck:
        rest.remove(card)
    match = dealt(deck + rest, **options)
    match.state.piles[: len(piles)] = piles
    for pile, top in enumerate(piles):
        write_fitting(match.state.fitting[pile], top, pile < rules.ASCENDING, 0)
    return match


def hands(match: Match) -> list[list[int]]:
    """The hands of all players in rising order."""
    return [listed(match.state.hands[player]) for player in range(int(match.rules["players"]))]
