"""The blog's loop for people: positions, moves and whole games as text and SVG."""

from __future__ import annotations

import re
from typing import Any

from playout.engine.errors import PlayoutError
from playout.games.numbered_cards import drawing as shared
from playout.games.numbered_cards.sets import listed
from playout.games.the_game_blog.rules import ASCENDING, PILES, card_move, card_of, pile_of

RISES = tuple(pile < ASCENDING for pile in range(PILES))


def format_move(move: int) -> str:
    """A move as people write it: ``61 on pile 1``."""
    return f"{card_of(move)} on pile {pile_of(move)}"


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote."""
    found = re.fullmatch(r"(\d+) on pile ([0-3])", text.strip())
    if not found or not 1 <= int(found[1]) <= 126:
        raise PlayoutError(f"'{text}' is no move: write '61 on pile 1'; the piles are 0 to 3")
    return card_move(int(found[1]), int(found[2]))


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: piles, draw pile and every hand; an arrow marks the seat to move."""
    return shared.text(state, RISES, int(rules.players), seat)


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string: the piles with their direction, then every hand."""
    return shared.svg(state, RISES, int(rules.players), seat)


def transcript(match: Any) -> str:
    """A whole game, turn by turn: hand, card proposed and on which top, card drawn, piles."""
    state = match.state
    lines = [f"start           {shared.piles_text(state, RISES)}"]
    while not match.is_over:
        turn, seat, left, tops = len(match.moves) + 1, match.seat, state.left, state.piles.copy()
        hand = listed(state.hands[seat])
        lines.append(f"turn {turn:<3d} seat {seat}  hand {shared.hand_text(state, seat)}")
        move = match.step()
        verb, why = "proposes", ": it does not fit"
        if state.left < left:
            verb, why = "lays", shared.drawn_text(hand, [card_of(move)], listed(state.hands[seat]))
        lines.append(f"                {verb} {card_of(move)} on {tops[pile_of(move)]}{why}")
        lines.append(f"                {shared.piles_text(state, RISES)}")
    return "\n".join([*lines, shared.ending(state, int(match.rules["players"]))])
