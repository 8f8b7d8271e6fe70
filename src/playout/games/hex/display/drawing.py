"""Hex for people: boards, moves and whole games as text and SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from textwrap import wrap
from typing import Any

import numpy as np

from playout.engine.game.drawings import (
    ONLOOKER,
    NamedSeat,
    disc,
    does,
    element,
    is_you,
    part,
    place,
    player_name,
    rectangle,
    seat_name,
)
from playout.engine.game.drawn_pieces import portrait as portrait_of
from playout.engine.words.numbering import nth
from playout.games.hex.board import FREE, NOBODY, SIDES, Stones
from playout.games.hex.display.labels import LEAST, LETTER, ends, labels
from playout.games.hex.display.marks import last_stone, second_mark, winning_chain
from playout.games.hex.display.notation import (
    SIGNS,
    cell_name,
    column_name,
    parse_cell,
    parse_stones,
)
from playout.games.hex.display.notation import elsewhere as elsewhere
from playout.games.hex.display.notation import format_position as format_position
from playout.games.hex.display.notation import known_position as known_position
from playout.games.hex.display.notation import parse_position as parse_position
from playout.games.hex.display.picture import (
    COLOUR_NAMES,
    LINE,
    PAPER,
    PATH_COLOURS,
    PLAYER_COLOURS,
    PLAYER_INKS,
    Edges,
    Heat,
    Layout,
    heat_colour,
    heat_ink,
    largest,
    line,
    words,
)
from playout.games.hex.display.sentences import events as events
from playout.games.hex.display.sentences import to_do as to_do
from playout.games.hex.rules import (
    ENGINE_ROWS,
    UNORDERED,
    actor,
    cell_move,
    cell_of,
    col_of,
    row_of,
)

SEAT_COLOURS = tuple(PLAYER_COLOURS.values())
OPEN = True  # only the coins to come are hidden, from both players

IN_WORDS = {
    "stones": lambda stones: f"board {stones}" if stones.strip("./") else "",
    "coins": "",
}

_BOLD = ' font-weight="bold"'
_BROAD = 736.0  # pixels; a board is drawn no broader
_SIDE = 26.0  # pixels; the largest side of a cell
_ROOM = 16.0  # pixels; sides from which on a value can be read in its cell
_TITLE = 16.0  # pixels
_PHONE = 400.0  # pixels; narrower pictures are for phones
_PLANS = 8  # boards whose parts that never change are kept


def board_svg(
    stones: Stones,
    *,
    heat: Heat | None = None,
    paths: Iterable[Edges] = (),
    numbers: Mapping[int, int] | None = None,
    title: str | None = None,
    width: float = _BROAD,
) -> str:
    """A position int8[rows, cols] as an SVG string, at most ``width`` pixels wide.

    ``heat`` colours the cells by a rate in 0..1, float[rows, cols] (NaN: not coloured), from 0 to
    its largest value, with a legend.  ``paths`` are walks, each given by its first edges, two or
    more, as `gale.walk` wrote them.  ``numbers`` are written on stones: cell -> number.  What is
    too small to be read at this width is left out: colours and their scale say the same.
    """
    plan = _plan(stones, width)
    parts = [*_borders(plan), *_heated_cells(plan, heat), *_stones(plan, stones, numbers or {})]
    if heat is not None and plan.side >= _ROOM:
        parts += _values(plan, stones, heat)
    for k, edges in enumerate(paths):
        parts += _path(plan, edges, PATH_COLOURS[k % len(PATH_COLOURS)])
    parts += labels(plan)
    return _framed(plan, parts, title, width, heat=heat)


def _plan(stones: Stones, width: float) -> Layout:
    rows, cols = stones.shape
    plan = Layout(rows, cols, min(width / math.sqrt(3) / (cols + rows / 2 + 2), _SIDE))
    left, right = ends(plan)
    beyond = max(right - left - width, 0.0)  # what the numbers of rows need beside small cells
    return Layout(rows, cols, plan.side * (1 - 1.1 * beyond / width))


@lru_cache(maxsize=_PLANS)
def _borders(plan: Layout) -> list[str]:
    """The sides of the board in the colour of the player who joins them."""
    strips, drawn = list(plan.border(0.35 * plan.side)), []
    for player, colour in PLAYER_COLOURS.items():
        path = "".join(f"M{line(strip)}z" for joiner, strip in strips if joiner == player)
        look = {"fill": colour, "stroke": colour, "stroke_width": 0.5}
        drawn.append(element("path", d=path, **look, stroke_linejoin="round"))
    return drawn


def _cells(plan: Layout, draw: Callable[[int, str], str]) -> Iterator[str]:
    """The cells; ``draw`` makes one from its number and its path."""
    hexagon = plan.hexagon()
    yield f'<g stroke="{LINE}" stroke-width="{0.04 * plan.side:.2f}">'
    for cell in range(plan.rows * plan.cols):
        x, y = plan.corner(*divmod(cell, plan.cols), 0)
        yield draw(cell, f"M{x:.1f} {y:.1f}{hexagon}")
    yield "</g>"


def _heated_cells(plan: Layout, heat: Heat | None) -> Iterator[str]:
    """The cells, coloured, with names and values that are shown under the mouse."""
    rates = np.full((plan.rows, plan.cols), np.nan) if heat is None else heat
    most = largest(rates)

    def draw(cell: int, path: str) -> str:
        fill, label, rate = PAPER, cell_name(cell, plan.cols), rates.flat[cell]
        if not math.isnan(rate):
            fill, label = heat_colour(rate / most), f"{label}: {_percent(rate)} %"
        return element("path", element("title", label), d=path, fill=fill)

    return _cells(plan, draw)


def _touchable_cells(plan: Layout, stones: Stones) -> Iterator[str]:
    """The cells, of which those that are free can be touched."""
    start, *cells, end = _plain_cells(plan)
    yield start
    for cell, (drawn, stone) in enumerate(zip(cells, stones.flat, strict=True)):
        name = cell_name(cell, plan.cols)
        yield place(name, name, [drawn]) if stone == FREE else drawn
    yield end


@lru_cache(maxsize=_PLANS)
def _plain_cells(plan: Layout) -> list[str]:
    return list(_cells(plan, lambda cell, path: element("path", d=path, fill=PAPER)))


def _stones(plan: Layout, stones: Stones, numbers: Mapping[int, int]) -> Iterator[str]:
    for row, col in np.argwhere(stones != FREE).tolist():
        player = int(stones[row, col])
        x, y = plan.centre(row, col)
        edge = {"stroke": "#222", "stroke_width": round(0.05 * plan.side, 1)}
        drawn = [disc(x, y, 0.68 * plan.side, fill=PLAYER_COLOURS[player], **edge)]
        if player == 2:
            drawn.append(second_mark(plan, (x, y)))
        number = numbers.get(row * plan.cols + col)
        if number is not None:
            digits = len(str(number))
            size = max(LEAST, plan.side * min(0.68, 1.6 / digits))
            if size * LETTER * digits < 1.3 * plan.side:
                drawn.append(words((x, y), number, size, PLAYER_INKS[player], _BOLD))
        yield part(cell_name(row * plan.cols + col, plan.cols), drawn)


def _values(plan: Layout, stones: Stones, heat: Heat) -> Iterator[str]:
    most = largest(heat)
    for row, col in np.argwhere((stones == FREE) & ~np.isnan(heat)).tolist():
        value = heat[row, col]
        ink = heat_ink(value / most)
        size = max(LEAST, 0.52 * plan.side)
        yield words(plan.centre(row, col), _percent(value), size, ink)


def _path(plan: Layout, edges: Edges, colour: str) -> Iterator[str]:
    """A walk: a line with a light seam, and a dot where it starts."""
    points = plan.path(edges)
    for stroke, thickness in (("#fff", 0.3), (colour, 0.16)):
        look = {"fill": "none", "stroke": stroke, "stroke_width": round(thickness * plan.side, 1)}
        yield element("polyline", points=line(points), **look, stroke_linejoin="round")
    yield disc(*points[0], 0.2 * plan.side, fill=colour)


def _framed(
    plan: Layout,
    parts: list[str],
    title: str | None,
    width: float,
    *,
    heat: Heat | None = None,
    ink: str = "#111",
    description: str = "",
) -> str:
    """The whole picture: title above, legend below, as broad as the broadest part.

    ``description`` says in words what the picture shows, if that is more than the title.
    """
    left, right = ends(plan)
    top = -max(2.4 * plan.side, 1.6 * plan.side + 18)
    bottom = plan.centre(plan.rows - 1, 0)[1] + max(2.4 * plan.side, 1.4 * plan.side + 12)
    letters = max(int(width / _TITLE / LETTER), 1)
    lines = wrap(title or "", letters, break_long_words=False)
    longest = max(map(len, lines), default=0)
    broad = max(right - left, 260.0 if heat is not None else 0.0, _TITLE * LETTER * longest)
    middle = (left + right) / 2
    for k, text in enumerate(reversed(lines)):
        parts.append(words((middle, top - 8 - 20 * k), escape(text), _TITLE, ink, _BOLD))
    top -= 20.0 * len(lines) + (6 if lines else 0)
    if heat is not None:
        parts += _legend(middle, bottom + 8, heat)
        bottom += 50
    box = f"{middle - broad / 2:.1f} {top:.1f} {broad:.1f} {bottom - top:.1f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{broad:.0f}" '
        f'height="{bottom - top:.0f}" font-family="sans-serif" text-anchor="middle" role="img">'
        f"<title>{escape(description or title or _named(plan))}</title>"
        f'<rect x="{middle - broad / 2:.1f}" y="{top:.1f}" width="100%" height="100%" '
        f'fill="#fff"/>{"".join(parts)}</svg>'
    )


def _named(plan: Layout) -> str:
    return f"Hex board, {plan.rows} rows, {plan.cols} columns"


def _legend(middle: float, top: float, heat: Heat) -> Iterator[str]:
    """The scale of the heat: a bar of its colours, with the values at its ends."""
    wide = 160.0
    left = middle - wide / 2
    stops = (element("stop", offset=k / 4, stop_color=heat_colour(k / 4)) for k in range(5))
    yield element("linearGradient", *stops, id="heat")
    yield rectangle(left, top, wide, 12, fill="url(#heat)", stroke=LINE)
    yield words((left - 14, top + 6), "0", 12)
    yield words((left + wide + 26, top + 6), f"{_percent(float(np.nanmax(heat)))} %", 12)
    yield words((middle, top + 24), "decides who wins (%)", 12)


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def board_text(stones: Stones) -> str:
    """A position in characters, with the names of rows and columns."""
    names = [column_name(col).rjust(2) for col in range(stones.shape[1])]
    lines = [("   " + " ".join(name[k] for name in names)).rstrip() for k in range(2)]
    for number, row in enumerate(stones.tolist(), 1):
        signs = " ".join(SIGNS[stone] for stone in row)
        lines.append(f"{' ' * number}{number:>2} {signs}")
    return "\n".join(line for line in lines if line)


def format_move(move: int) -> str:
    """A move as people write it, such as ``c4``."""
    if 0 <= row_of(move) < ENGINE_ROWS and col_of(move) < ENGINE_ROWS:
        return cell_name(cell_of(move, ENGINE_ROWS), ENGINE_ROWS)
    return f"no cell ({move})"


def parse_move(text: str) -> int:
    """The move of a text that :func:`format_move` wrote."""
    return int(cell_move(parse_cell(text, ENGINE_ROWS, ENGINE_ROWS), ENGINE_ROWS))


def stones_on(state: Any, rules: Any) -> Stones:
    """The position of a game, int8[rows, cols]."""
    stones: Stones = np.array(state.stones[: rules.rows * rules.cols])
    return stones.reshape(rules.rows, rules.cols)


def text(state: Any, rules: Any, seat: int) -> str:
    """A position: the board, and whose turn it is or who has won."""
    return f"{board_text(stones_on(state, rules))}\n{_status(state, seat)}"


def svg(state: Any, rules: Any, seat: int) -> str:
    """A position as an SVG string, the stones numbered in the order they were placed."""
    return board_svg(stones_on(state, rules), numbers=_numbers(state), title=_status(state, seat))


def _numbers(state: Any) -> dict[int, int]:
    order = state.order[: state.turn].tolist()
    return {cell: number for number, cell in enumerate(order, 1) if cell != UNORDERED}


def seen(state: Any, rules: Any, seat: int, width: float) -> str:
    """A position as a seat sees it: every free cell can be touched, and is called as ``c5``."""
    stones = stones_on(state, rules)
    plan, to_move = _plan(stones, width), 0 if state.winner else int(actor(state, rules))
    colour, sides = COLOUR_NAMES[nth(seat)], SIDES[nth(seat)]
    name = player_name(seat, seat)
    you = "You" if name == "you" else f"You, {name},"
    own = f" {you} are {colour} and join {sides}." if is_you(seat, seat) else ""
    title = f"{_status(state, to_move, seat)}.{own}"
    drawn = _stones(plan, stones, _numbers(state))
    parts = [*_borders(plan), *_touchable_cells(plan, stones)]
    if state.winner != NOBODY:
        parts += winning_chain(plan, stones, int(state.winner))
    parts += [*drawn, *_labels(plan)]
    if state.turn and (last := int(state.order[state.turn - 1])) != UNORDERED:
        parts += last_stone(plan, last)
    description = f"{_named(plan)}.\n{title}\n{_stones_in_words(stones)}"
    shown = None if width < _PHONE else title  # there the page says it above
    svg = _framed(plan, parts, shown, width, ink="", description=description)
    return svg.replace("<svg ", f'<svg data-cell="{plan.width:.1f}" ', 1)  # a page can enlarge it


@lru_cache(maxsize=_PLANS)
def _labels(plan: Layout) -> list[str]:
    return list(labels(plan, ""))


def portrait() -> str:
    """A small board in the middle of a game."""
    stones = parse_stones("..O..\n.XOX.\n.OXO.\n.XX..\n..O..")
    plan = Layout(5, 5, 17.0)
    parts = [*_borders(plan), *_heated_cells(plan, None), *_stones(plan, stones, {})]
    drawn = element("g", *parts, *last_stone(plan, 17), transform="translate(74 39)")
    return portrait_of("A board of Hex: one player joins top and bottom", [drawn])


def places(move: int) -> Sequence[str]:
    """The place to touch for a move: its cell."""
    return (format_move(move),)


def _status(state: Any, seat: int, own: int = ONLOOKER) -> str:
    if isinstance(own, NamedSeat) and own.names:
        if state.winner == NOBODY:
            colour = COLOUR_NAMES[nth(seat)]
            return f"stone {state.turn + 1}, {colour}: {seat_name(seat, own)}"
        winner, sides = does(int(state.winner) - 1, own, "has"), SIDES[state.winner]
        return f"{winner} joined {sides} and won with stone {state.turn}"
    if state.winner == NOBODY:
        return f"turn {state.turn + 1}: player {nth(seat)} ({SIGNS[nth(seat)]}) places a stone"
    return (
        f"player {state.winner} ({SIGNS[state.winner]}) has joined {SIDES[state.winner]} "
        f"and won with stone {state.turn}"
    )


def transcript(match: Any) -> str:
    """A whole game: one line per stone, then the board at its end."""
    lines = []
    while not match.is_over:
        player, turn = nth(match.seat), match.state.turn + 1
        cell = match.format_move(match.step())
        lines.append(f"turn {turn:<4d} player {player} ({SIGNS[player]})  {cell}")
    return "\n".join([*lines, str(match)])


def _stones_in_words(stones: Stones) -> str:
    """Where the stones are, in words."""
    lines, cols = [], stones.shape[1]
    for player, colour in COLOUR_NAMES.items():
        cells = np.flatnonzero(stones == player).tolist()
        names = " ".join(cell_name(cell, cols) for cell in cells) or "none"
        lines.append(f"Stones of player {player}, {colour}: {names}.")
    return "\n".join(lines)
