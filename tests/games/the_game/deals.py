"""Positions of The Game for tests, and all moves that the compiled rules allow in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from playout.engine.chance.rng import DEAL
from playout.engine.match.match import Match
from playout.engine.native.jit import jit
from playout.games.numbered_cards.sets import listed, write_fitting
from playout.games.the_game import rules
from playout.games.the_game_blog import rules as blog

Move = tuple[int, int]  # card, pile
LOOP: dict[str, Any] = {"ascending": 2, "jump": 0}  # what the blog's loop has no options for


def dealt(deck: Sequence[int], game: str = "the-game", /, **options: Any) -> Match:
    """A match dealt from a deck in this order, of this game or of the blog's loop."""
    match = Match(game, **options)
    assert sorted(deck) == sorted(match.state.deck[: match.state.cards].tolist())
    match.state.deck[: len(deck)] = deck
    if game == "the-game":
        rules.set_up(match.state, match.rules.record(), match.streams[DEAL])
    else:
        blog.set_up(match.state, match.rules.record())
    return match


def table(
    *hands: Sequence[int],
    draw_pile: Sequence[int] = (),
    piles: Sequence[int] = (),
    game: str = "the-game",
    **options: Any,
) -> Match:
    """A match with these hands, one per player; then these cards, then the others, are drawn."""
    options = {"players": len(hands), "hand": len(hands[0]), **options}
    start = Match(game, **options)
    rest = sorted(start.state.deck[: start.state.cards].tolist())
    deck = [hand[i] for i in range(len(hands[0])) for hand in hands] + list(draw_pile)
    for card in deck:
        rest.remove(card)
    match = dealt(deck + rest, game, **options)
    match.state.piles[: len(piles)] = piles
    ascending, jump = (match.rules.values.get(name, other) for name, other in LOOP.items())
    for pile, top in enumerate(piles):
        write_fitting(match.state.fitting[pile], top, pile < ascending, jump)
    return match


@jit
def _legal_moves(state: Any, record: Any, moves: Any) -> int:
    count = 0
    for move in range(len(moves)):
        if rules.is_legal(state, record, move):
            moves[count] = move
            count += 1
    return count


def legal_moves(match: Match) -> set[int]:
    """Every number below 2048 that is a legal move."""
    moves = np.zeros(2048, np.int64)
    count = _legal_moves(match.state, match.rules.record(), moves)
    return {int(move) for move in moves[:count]}


def legal_cards(match: Match) -> set[Move]:
    """Every (card, pile) that may be laid now."""
    return {(move >> 4, move >> 1 & 7) for move in legal_moves(match) if move > 1}


def hands(match: Match) -> list[list[int]]:
    """The hands of all players in rising order."""
    return [listed(match.state.hands[player]) for player in range(int(match.rules["players"]))]
