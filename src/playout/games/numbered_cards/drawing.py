"""Positions of games of numbered cards for people: piles, draw pile and hands as text and SVG.

Of a state it reads `piles` (their tops), `hands` (stacks of sets), `cards`, `drawn`, `left` and
`over`.  `rises` says of each pile whether it rises; `notes` has a remark for each player, or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from playout.engine.game.drawings import picture, words
from playout.games.numbered_cards.sets import listed

RISING, FALLING, PAPER = "#fde9d0", "#d6e6f5", "#fffdf5"  # cards of piles, and of hands
RISING_INK, FALLING_INK = "#c2571a", "#1f5f99"  # of the arrows


def card_svg(
    x: float,
    y: float,
    card: object,
    fill: str = PAPER,
    ink: str = "#222",
    size: tuple[float, float, int] = (46, 64, 20),
) -> str:
    """A card with its upper left corner at x, y; ``size``: how wide, high, and its letters."""
    wide, high, letters = size
    return (
        f'<g transform="translate({x:g},{y:g})"><rect width="{wide:g}" height="{high:g}" rx="6" '
        f'fill="{fill}" stroke="#333" stroke-width="1.5"/><text x="{wide / 2:g}" '
        f'y="{high / 2 + 0.4 * letters:g}" text-anchor="middle" font-size="{letters}" '
        f'fill="{ink}">{card}</text></g>'
    )


def piles_text(state: Any, rises: Sequence[bool]) -> str:
    """The piles in a line: an arrow up or down and the top card of each."""
    tops = (f"{'↑' if up else '↓'}{top:<3d}" for up, top in zip(rises, state.piles, strict=False))
    return "  ".join(tops).rstrip()


def hand_text(state: Any, seat: int) -> str:
    """The cards of a hand in rising order."""
    return " ".join(str(card) for card in listed(state.hands[seat])) or "empty"


def drawn_text(before: Sequence[int], laid: Sequence[int], after: Sequence[int]) -> str:
    """What a player drew at the end of a turn, from the hand before and after it; or ""."""
    drawn = Counter(after) - (Counter(before) - Counter(laid))
    return "; draws " + " ".join(map(str, sorted(drawn.elements()))) if drawn else ""


def text(
    state: Any, rises: Sequence[bool], players: int, seat: int, notes: Sequence[str] = ()
) -> str:
    """Piles, draw pile and every hand with its remark below; an arrow marks the seat to move."""
    lines = [
        f"piles      {piles_text(state, rises)}   (pile 0 is the first)",
        f"draw pile  {state.cards - state.drawn} cards; {state.left} cards not laid yet",
    ]
    for player in range(players):
        arrow = "->" if player == seat and not state.over else "  "
        lines.append(f"{arrow} seat {player}  {hand_text(state, player)}")
        lines.extend(f"           {note}" for note in notes[player : player + 1])
    return "\n".join(lines)


def ending(state: Any, players: int, why: str = "") -> str:
    """The last lines of a transcript: the cards left in every hand, how it ended, and why."""
    left = int(state.left)
    if left == 0:
        return "won: all cards are laid"
    lines = [
        f"                seat {player} is left with {hand_text(state, player)}"
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
    title = "the game is over" if state.over else f"seat {seat} is to move"
    parts = []
    for pile, up in enumerate(rises):
        x = 20 + 62 * pile
        parts.append(card_svg(x, 40, int(state.piles[pile]), RISING if up else FALLING))
        ink, sign = (RISING_INK, "▲") if up else (FALLING_INK, "▼")
        parts.append(words(x + 23, 28, sign, f'text-anchor="middle" font-size="16" fill="{ink}"'))
    x = 20 + 62 * len(rises) + 20
    parts.append(card_svg(x, 40, state.cards - state.drawn, "#444", "#fff"))
    parts.append(words(x + 23, 28, "draw pile", 'text-anchor="middle" font-size="12"'))
    width = x + 80
    for player in range(players):
        y = 130 + 84 * player
        mark = "▶ " if player == seat and not state.over else ""
        parts.append(words(20, y + 38, f"{mark}seat {player}", 'font-size="13"'))
        parts += [words(90, y + 78, note, 'font-size="12"') for note in notes[player : player + 1]]
        for k, card in enumerate(listed(state.hands[player])):
            parts.append(card_svg(90 + 52 * k, y, card))
            width = max(width, 90 + 52 * (k + 1) + 14)
    return picture(width, 130 + 84 * players, title, parts)
