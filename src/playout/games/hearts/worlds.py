"""Worlds: positions of Hearts that could be the true one, as far as a player knows."""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.native.bits import copy_run
from playout.engine.native.jit import jit
from playout.games.hearts.deck import PASSED, deck_of
from playout.kits.cards import CARDS, lowest, one
from playout.kits.trick_table import deal_others, key_of
from playout.kits.tricks import draw


@jit
def determinize(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Write a whole state that agrees with a view, as likely as the rules make it.

    Each deal of the unseen cards is equally likely in which no hand has a suit that its player has
    shown to lack, the receiver still has the cards that the viewer passed and that were not played,
    and the lowest club is with whoever is about to lead it.  What the others have chosen to pass is
    any choice from their hands.

    Not used: a heart thrown into the first trick, where that is forbidden, leaves of the spades
    only the queen.  That happens in one hand of a hundred billion.
    """
    players, seat, deck = rules.players, view.seat, deck_of(rules)
    copy_run(state, view, "played", "moons")
    state.hands[:] = 0
    state.chosen[:] = 0
    state.given[:] = 0
    state.over = 0
    state.key = key_of(stream, rules.points > 0)
    receiver = (seat + view.distance) % players
    giver = (seat + players - view.distance) % players
    scratch = np.zeros(CARDS + 8, np.int64)
    state.hands[receiver] |= view.given & ~view.played[receiver]
    if view.passing == 0 and view.trick_number == 0 and view.count == 0 and seat != view.player:
        state.hands[view.player] |= one(lowest(deck))
    deal_others(view, deck, players, stream, state.hands)
    if view.passing != 0:
        for other in range(players):
            if other < view.player:
                state.chosen[other] = draw(state.hands[other], PASSED, stream, scratch)
        state.chosen[view.player] = draw(state.hands[view.player], view.asked, stream, scratch)
        state.chosen[seat] = view.chosen
    elif view.distance != 0:
        for other in range(players):
            to = (other + view.distance) % players
            whole = state.hands[to] | view.played[to]
            state.given[other] = draw(whole, PASSED, stream, scratch)
        state.given[seat] = view.given
        state.given[giver] = view.received
