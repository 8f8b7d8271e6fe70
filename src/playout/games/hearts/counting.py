"""A strategy for Hearts that counts cards."""

from __future__ import annotations

from typing import Any

from playout.engine.find.declarations import strategy
from playout.engine.native.jit import jit
from playout.games.hearts.deck import QUEEN_OF_SPADES, QUEEN_POINTS, points_of
from playout.games.hearts.strategies import queen_is_out, worst
from playout.kits.cards import (
    ALL,
    HEARTS,
    SPADES,
    holds,
    in_suit,
    lowest,
    one,
    size_of,
    suit_of,
)
from playout.kits.trick_table import all_played
from playout.kits.tricks import NOTHING, beats, winner_of


@strategy(
    "hearts",
    parameters={"lead": 0.3, "rid": 0.4},
    allowed={"lead": (0, 100), "rid": (0, 100)},
    uses_chance=False,
)
def counting(view: Any, rng: Any) -> int:
    """Counts the cards that are out: plays what is expected to cost the fewest points.

    It passes as `duck`.  The cost of a card is the chance that it takes the trick, times the points
    that would be in it, and `lead` for having to lead again; from it goes `rid` times how dangerous
    the card would be later.  The chance comes from the cards that are out above and below it in its
    suit, as if they were spread evenly and the others stayed below where they can; the points from
    the suits that the others have shown to lack.  It does not shoot the moon, nor see it coming.
    """
    if view.passing != 0:
        return worst(view.legal, view.hand, True)
    out = ALL & ~view.hand & ~all_played(view, view.players)
    best, least = lowest(view.legal), 1e9
    rest = view.legal
    while rest != 0:
        card = lowest(rest)
        rest &= rest - 1
        cost = expected_cost(view, card, out, view.parameters[0])
        cost -= view.parameters[1] * later_danger(view, card, out)
        if cost <= least:  # of equal ones the highest
            best, least = card, cost
    return best


@jit
def expected_cost(view: Any, card: int, out: int, lead: float) -> float:
    """The points that a card is expected to cost in this trick."""
    suit = suit_of(card) if view.count == 0 else suit_of(view.trick[0])
    points = points_of(one(card))
    best = card
    for k in range(view.count):
        points += points_of(one(view.trick[k]))
    if view.count > 0:
        best = view.trick[winner_of(view.trick, view.count, NOTHING)]
        if not beats(card, best, NOTHING):
            return 0.0
    same = out & in_suit(suit)
    higher = size_of(same & ~(one(card) - 1))
    total = size_of(same)
    others = view.players - 1
    forced = (higher / total) ** max(1.0, total / others) if total > 0 else 0.0
    queen = 0.0
    if queen_is_out(view) and not holds(view.hand, QUEEN_OF_SPADES):
        queen = QUEEN_POINTS / others
    hearts = 1.0 if out & in_suit(HEARTS) else 0.0
    wins, more = 1.0, 0.0
    for k in range(1, view.players - view.count):
        seat = (view.seat + k) % view.players
        lacks = 1.0 if view.empty[seat] >> suit & 1 else (1 - 1 / others) ** total
        wins *= 1 - (1 - lacks) * forced
        if view.trick_number > 0:
            more += lacks * (queen + 0.7 * hearts)
            if suit == HEARTS:
                more += 1 - lacks
            if suit == SPADES and card > QUEEN_OF_SPADES:
                more += (1 - lacks) * queen
    return wins * (points + more + lead)


@jit
def later_danger(view: Any, card: int, out: int) -> float:
    """The points that a card may cost later: more the more cards are out below it."""
    suit = suit_of(card)
    same = out & in_suit(suit)
    total = size_of(same)
    if card == QUEEN_OF_SPADES:
        return float(QUEEN_POINTS)
    if total == 0:
        return 0.0
    below = size_of(same & (one(card) - 1)) / total
    if suit == SPADES and queen_is_out(view) and not holds(view.hand, QUEEN_OF_SPADES):
        return 8.0 if card > QUEEN_OF_SPADES else 0.0
    return (3.0 if suit == HEARTS else 2.0) * below
