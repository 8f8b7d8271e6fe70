"""Games of numbered cards for people: piles, draw pile and hands as text and SVG.

Of a state it reads `piles` (their tops), `hands` (stacks of sets), `cards`, `drawn`, `left` and
`over`.  `rises` says of each pile whether it rises; `notes` has a remark for each player, or none.
seat_picture.py has the picture that a seat sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from playout.engine.game import drawn_pieces
from playout.engine.game.drawings import picture, words
from playout.engine.words.numbering import nth
from playout.games.numbered_cards.card_faces import Size, card, draw_pile, top_card
from playout.games.numbered_cards.sets import listed

_CARD: Size = (46, 64)


def piles_text(state: Any, rises: Sequence[bool]) -> str:
    """The piles in a line: an arrow up or down and the top card of each."""
    tops = (f"{'↑' if up else '↓'}{top:<3d}" for up, top in zip(rises, state.piles, strict=False))
    return "  ".join(tops).rstrip()


def hand_text(state: Any, seat: int) -> str:
    """The cards of a hand in rising order."""
    return " ".join(str(card) for card in listed(state.hands[seat])) or "empty"


def drawn_text(before: Sequence[int], laid: Sequence[int], after: Sequence[int]) -> str:
    """Return the cards drawn at the end of a turn, from the hand before and after it; or ""."""
    drawn = Counter(after) - (Counter(before) - Counter(laid))
    cards = sorted(drawn.elements())
    return f"; draws card{'s' if cards[1:] else ''} {' '.join(map(str, cards))}" if cards else ""


def text(
    state: Any, rises: Sequence[bool], players: int, seat: int, notes: Sequence[str] = ()
) -> str:
    """Piles, draw pile and every hand with its remark below; an arrow marks the seat to move."""
    lines = [
        f"piles      {piles_text(state, rises)}",
        f"draw pile  {state.cards - state.drawn} cards; {state.left} cards not laid yet",
    ]
    for player in range(players):
        arrow = "->" if player == seat and not state.over else "  "
        lines.append(f"{arrow} seat {nth(player)}  {hand_text(state, player)}")
        lines.extend(f"           {note}" for note in notes[player : player + 1])
    return "\n".join(lines)


def ending(state: Any, players: int, why: str = "") -> str:
    """The last lines of a transcript: the cards left in every hand, how it ended, and why."""
    left = int(state.left)
    if left == 0:
        return "won: all cards are laid"
    lines = [
        f"                seat {nth(player)} is left with {hand_text(state, player)}"
        for player in range(players)
        if listed(state.hands[player])
    ]
    excellent = ", excellent (fewer than ten)" if left < 10 else ""
    return "\n".join(
        [*lines, f"over: {left} {'card' if left == 1 else 'cards'} left{excellent}{why}"]
    )


def svg(
    state: Any, rises: Sequence[bool], players: int, seat: int, notes: Sequence[str] = ()
) -> str:
    """A position as an SVG string: the piles with their direction, then every hand."""
    title = "the game is over" if state.over else f"seat {nth(seat)} is to move"
    parts = []
    for pile, up in enumerate(rises):
        parts.append(top_card(20 + 62 * pile, 30, int(state.piles[pile]), up, _CARD))
    x = 20 + 62 * len(rises) + 20
    parts.append(draw_pile(x, 30, int(state.cards - state.drawn), _CARD))
    parts.append(words(x + 23, 20, "draw pile", 'text-anchor="middle" font-size="12"'))
    width = x + 80
    for player in range(players):
        y = 120 + 84 * player
        mark = "▶ " if player == seat and not state.over else ""
        parts.append(words(20, y + 38, f"{mark}seat {nth(player)}", 'font-size="13"'))
        parts += [words(90, y + 78, note, 'font-size="12"') for note in notes[player : player + 1]]
        for k, number in enumerate(listed(state.hands[player])):
            parts.append(card(90 + 52 * k, y, number, _CARD))
            width = max(width, 90 + 52 * (k + 1) + 14)
    return picture(width, 120 + 84 * players, title, parts)


def portrait(
    title: str, piles: Sequence[tuple[int, int, bool]], cards: Sequence[int], trick: int = 0
) -> str:
    """A small picture of a table: piles (top, base, whether it rises), and a hand.

    The card ``trick`` of the hand makes a trick.
    """
    apart, wide = 300 / len(piles), 54.0 * len(cards)
    parts = [
        top_card(10 + apart * (k + 0.5) - 24, 16, top, rises, (48, 66), base)
        for k, (top, base, rises) in enumerate(piles)
    ]
    parts.append(drawn_pieces.cloth(160 - wide / 2 - 10, 98, wide + 16, 90, drawn_pieces.RAIL))
    for k, number in enumerate(cards):
        left = 160 - wide / 2 + 54 * k
        parts.append(card(left, 100 if number == trick else 108, number, (46, 62)))
        if number == trick:
            parts.append(drawn_pieces.sign(left + 34, 101, "−10"))
    return drawn_pieces.portrait(title, parts)
