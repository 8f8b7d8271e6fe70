"""The board of the Royal Game of Ur drawn: three rows, pieces, dice, and what waits or is home."""

from __future__ import annotations

from typing import Any

from playout.engine.game.drawings import (
    disc,
    element,
    paragraph,
    part,
    place,
    rectangle,
    seat_name,
    words,
)
from playout.engine.game.drawn_pieces import FAINT_ON_CLOTH, GLOW, ON_CLOTH, on_cloth, ring
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.games.ur.rules import HOME, PLAYERS, ROSETTES, is_over
from playout.games.ur.sentences import square_name, steps_to_move
from playout.kits.dice_pictures import throw_svg

SEAT_COLOURS = ("#fbf3df", "#3a2a22")  # the light and the dark pieces

ACROSS = 8  # squares of a row
_SQUARE, _EDGE, _PLAIN, _FLOWER = "#e8d3a2", "#7c5a3a", "#b98d4f", "#a3201d"
_MIDDLE = 'text-anchor="middle"'


def cell_of(player: int, step: int, near: int) -> tuple[int, int]:
    """The column and the row of a square; the row of the player ``near`` is the lowest."""
    own = 2 if player == near else 0
    if step <= 4:
        return 4 - step, own
    return (step - 5, 1) if step <= 12 else (20 - step, own)


def _middle(
    left: float, top: float, side: float, player: int, step: int, near: int
) -> tuple[float, float]:
    """The middle of a square; pieces to bring in are beside the first, those at home the last."""
    column, row = cell_of(player, step, near)
    return left + side * (column + 0.5), top + side * (row + 0.5)


def _square(left: float, top: float, side: float, player: int, step: int, near: int) -> str:
    x, y = _middle(left, top, side, player, step, near)
    how = {"fill": _SQUARE, "stroke": _EDGE, "stroke_width": 2}
    drawn = [rectangle(x - side / 2, y - side / 2, side, side, **how)]
    if step in ROSETTES:
        drawn += [
            disc(x + dx * side * 0.22, y + dy * side * 0.22, side * 0.17, fill=_FLOWER)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        ]
        drawn.append(disc(x, y, side * 0.12, fill=_SQUARE))
    else:
        drawn.append(disc(x, y, side * 0.09, fill=_PLAIN))
    return "".join(drawn)


def _piece(x: float, y: float, side: float, player: int, count: int = 0) -> str:
    """A piece; a pile of them has their number on it."""
    fill, ink = SEAT_COLOURS[player], SEAT_COLOURS[1 - player]
    radius = side * (0.36 if count == 0 else 0.29)
    drawn = [
        disc(x + dx * side * 0.12, y + dy * side * 0.12, side * 0.05, fill=ink)
        for dx, dy in ((0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
    ]
    if count:
        how = f'{_MIDDLE} font-size="{side * 0.38:.0f}" font-weight="bold" fill="{ink}"'
        drawn = [words(round(x, 1), round(y + side * 0.135, 1), count, how)]
    shadow = disc(x + 1, y + 2, radius, fill="#000", fill_opacity=0.3)
    return shadow + disc(x, y, radius, fill=fill, stroke=ink, stroke_width=1.5) + "".join(drawn)


def table(state: Any, rules: Any, width: float, seat: int, status: str) -> tuple[list[str], float]:
    """What lies on the table, and how high that is."""
    near = seat if seat in range(PLAYERS) else 0
    how = f'fill="{ON_CLOTH}" font-weight="bold"'
    parts, y = paragraph(14, 8, status, width - 28, 15, how)
    side = min((width - 20) / ACROSS, 56.0)
    left, top = (width - ACROSS * side) / 2, y + 30
    steps = [] if is_over(state, rules) or seat != state.player else steps_to_move(state, rules)
    drawn = dict[tuple[float, float], str]()
    for player in (1 - near, near):
        for step in range(1, HOME):
            drawn[_middle(left, top, side, player, step, near)] = _square(
                left, top, side, player, step, near
            )
    parts += drawn.values()
    for player in (1 - near, near):
        row = top if player != near else top + 2 * side
        name = seat_name(player, seat, 16)
        at = row - 10 if player != near else row + side + 20
        parts.append(on_cloth(left, at, name, 'font-size="14" font-weight="bold"'))
        for step in range(HOME + 1):
            x, y = _middle(left, top, side, player, step % HOME, near)
            x += side * (step == HOME)
            if step % HOME == 0:
                y -= side * 0.1
                how = f'{_MIDDLE} font-size="11"'
                slot = {"fill": "none", "stroke": FAINT_ON_CLOTH, "stroke_dasharray": "3 3"}
                parts.append(disc(x, y, side * 0.29, **slot))
                name = "home" if step else "start"
                parts.append(on_cloth(round(x, 1), round(y + side * 0.54, 1), name, how))
            if state.at[player, step]:
                can_move = player == seat and step in steps
                parts.append(_standing(state, player, step, (x, y), side, can_move))
    return [*parts, *_throw(state, rules, width, top + 3 * side + 34)], top + 3 * side + 80


def _standing(
    state: Any, player: int, step: int, middle: tuple[float, float], side: float, can_move: bool
) -> str:
    """The piece of a player on a step, or the pile at the start or at home."""
    x, y = middle
    piece = _piece(x, y, side, player, int(state.at[player, step]) if step % HOME == 0 else 0)
    if not can_move:
        return part(f"seat-{player}-{step}", [piece])
    to = step + int(state.throw)
    title = "Bring in a piece" if step == 0 else f"Move the piece on square {step}"
    half = side * 0.42
    glow = ring(x - half, y - half, 2 * half, 2 * half, half)
    return place(f"piece-{step}", f"{title} {square_name(to)}", [piece, glow])


def _throw(state: Any, rules: Any, width: float, y: float) -> list[str]:
    """The dice: pyramids, of which the marked corner shows or not."""
    if is_over(state, rules):
        return []
    dice, x = list[str](), 14.0
    for k in range(int(rules.dice)):
        fill = GLOW if k < state.throw else "#f5f0e1"
        dice.append(element("path", d=f"M{x:g} {y + 30:g}l16 -28l16 28z", fill=fill, stroke=_EDGE))
        if k < state.throw:
            dice.append(disc(x + 16, y + 10, 4, fill=_EDGE))
        x += 36
    number = on_cloth(x + 6, y + 26, int(state.throw), 'font-size="26" font-weight="bold"')
    return [throw_svg(int(state.throws), [*dice, number])]


def portrait() -> str:
    """The board in the middle of a game."""
    parts = list[str]()
    side = 36.0
    for player in range(PLAYERS):
        for step in range(1, HOME):
            parts.append(_square(16, 34, side, player, step, 0))
    for player, step in ((0, 3), (0, 8), (0, 14), (1, 4), (1, 10), (1, 11)):
        x, y = _middle(16, 34, side, player, step, 0)
        parts.append(_piece(x, y, side, player))
    return portrait_of("A game of Ur: three light and three dark pieces on the board", parts)
