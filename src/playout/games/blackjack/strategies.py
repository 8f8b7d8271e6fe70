"""Strategies for Blackjack."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.rng import randrange
from playout.engine.find.declarations import strategy
from playout.engine.game.game import Rules
from playout.engine.play.lookup import looked_up
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.games.blackjack.optimum import (
    COUNTS,
    HIGH,
    SIZE,
    best_table,
    careful_table,
    count_tables,
    dealer_table,
    move_by,
)
from playout.games.blackjack.rules import (
    ASKED,
    BET,
    DECLINE,
    DOUBLE,
    INSURE,
    SPLIT,
    may_double,
    may_split,
    may_surrender,
)
from playout.games.blackjack.shoe import BETTING, VALUES
from playout.kits.cards import CARDS

HIGH_CARDS = np.array([HIGH.get(int(value), 0) for value in VALUES[1:]])


@strategy("blackjack")
def random(view: Any, rng: Any) -> int:
    """Makes any legal move, all equally likely."""
    if view.phase == BETTING:
        return BET + 1 + randrange(rng, view.most_bet)
    if view.insured == ASKED:
        return INSURE + randrange(rng, 2)
    double, split, give_up = (
        may_double(view, view),
        may_split(view, view),
        may_surrender(view, view),
    )
    move = randrange(rng, 2 + double + split + give_up)
    if move >= DOUBLE and not double:
        move += 1
    if move >= SPLIT and not split:
        move += 1
    return move


@strategy("blackjack", lookup=best_table, uses_chance=False)
def basic(view: Any, rng: Any) -> int:
    """Makes the best move by the own hand and the dealer's open card: basic strategy.

    It is computed for the rules, as if each card were drawn from a full pack; Baldwin, Cantey,
    Maisel and McDermott, "The Optimum Strategy in Blackjack", Journal of the American Statistical
    Association 51 (1956), computed the first.  It does not see which cards are gone, and makes the
    lowest bet.
    """
    return move_by(looked_up(view), view, view)


@strategy("blackjack", lookup=careful_table, uses_chance=False)
def never_bust(view: Any, rng: Any) -> int:
    """Plays as `basic`, but draws no card that could take it above 21."""
    return move_by(looked_up(view), view, view)


@strategy("blackjack", lookup=dealer_table, uses_chance=False)
def mimic(view: Any, rng: Any) -> int:
    """Plays as the dealer must: hits up to 16, never doubles, splits or surrenders."""
    return move_by(looked_up(view), view, view)


def _needs_shoe(rules: Rules) -> None:
    if rules.number("decks") == 0:
        raise PlayoutError(
            f"{as_typed('decks', 0)}: strategy 'hi-lo' counts the cards of a shoe; it needs 1 to 8 "
            "packs"
        )


@strategy(
    "blackjack",
    "hi-lo",
    parameters={"per": 1, "deviates": 1},
    allowed={"per": (0, 50), "deviates": (0, 1)},
    lookup=count_tables,
    check=_needs_shoe,
    uses_chance=False,
)
def hi_lo(view: Any, rng: Any) -> int:
    """Counts cards, bets more when many high cards are left in the shoe, and plays accordingly.

    It counts 1 for each card from 2 to 6 and -1 for each of 10 points and each ace.  The true count
    is that for each pack that is left, rounded down: `per` bets for each point, at least 1.  With
    `deviates` above 0 its moves are the best ones for what is left on average at this count, else
    those of `basic`.  It insures from a count of 3 on.  Harvey Dubner presented it in 1963; Edward
    Thorp, Beat the Dealer (1966).
    """
    count = 0
    for card in range(CARDS):
        count -= HIGH_CARDS[card] * np.int64(view.seen[card])
    count = count * CARDS // max(view.left, 1)
    if view.phase == BETTING:
        return int(BET + max(1, min(view.most_bet, int(view.parameters[0] * count))))
    if view.insured == ASKED:
        return INSURE if count >= 3 else DECLINE
    place = max(COUNTS[0], min(COUNTS[-1], count)) if view.parameters[1] > 0 else 0
    first = (place - COUNTS[0]) * SIZE
    return move_by(looked_up(view)[first : first + SIZE], view, view)
