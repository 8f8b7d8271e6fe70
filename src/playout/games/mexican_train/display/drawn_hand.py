"""The own hand of Mexican Train, in the order that its player likes.

By number, as dealt, or with a plan: the longest chain that the hand makes from the end of the own
train, as the strategies `sequence` and `careful` find it, its tiles end to end; then the others.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Any

from playout.engine.game.drawings import place, seat_name
from playout.engine.game.drawn_pieces import FAINT_ON_CLOTH, hand, new_sign, on_cloth, seat_disc
from playout.engine.native.memory import scratch
from playout.engine.native.records import new_record
from playout.games.mexican_train.chains.chains import LONGEST
from playout.games.mexican_train.chains.plan import LENGTH, write_plan
from playout.games.mexican_train.chains.trails import WORK
from playout.games.mexican_train.display.history import Pair, tile_name, tiles_counted
from playout.games.mexican_train.display.tile_faces import tile_svg
from playout.games.mexican_train.records import VIEW
from playout.games.mexican_train.tiles import listed, numbers_of

ARRANGEMENTS = ("by number", "as dealt", "longest train")
BY_NUMBER, AS_DEALT, PLANNED = range(3)
_MARGIN = 12.0
_HELD = (30.0, 34.0)  # half a tile, with little room and with much
_BOLD = 'font-size="13" font-weight="bold"'


def arranged(state: Any, seat: int, arrangement: int) -> tuple[list[Pair], list[Pair]]:
    """A chain of tiles, turned as they lie in it, and the other tiles of a hand."""
    tiles = listed(state.hands[seat])
    if arrangement == AS_DEALT:
        deck = [numbers_of(tile) for tile in state.deck[: state.tiles].tolist()]
        return [], sorted(tiles, key=deck.index)
    if arrangement == PLANNED:
        chain = longest_train(state, seat)
        return chain, sorted({*tiles} - {(min(tile), max(tile)) for tile in chain})
    return [], tiles


def longest_train(state: Any, seat: int) -> list[Pair]:
    """The longest chain of a hand from the end of the own train.

    By the view of the hand, of which `sequence` makes its plan as well: it is compiled once.
    """
    view, work = new_record(VIEW), scratch(WORK)
    view.hand[:], view.ends[:], view.seat = state.hands[seat], state.ends, int(seat)
    write_plan(view, LONGEST, work)
    numbers = work.chain[: view.notes[LENGTH] + 1].tolist()
    return list(pairwise(numbers))


def drawn_hand(
    state: Any,
    seat: int,
    room: tuple[float, float, bool],
    arrangement: int,
    *,
    fresh: Container[Pair],
    is_to_move: bool,
) -> tuple[str, float]:
    """The own hand, with signs above ``fresh`` tiles, and the height at which it ends.

    ``room`` is the width of the picture, the height at which the hand begins, and whether there is
    much room.
    """
    width, top, is_broad = room
    chain, others = arranged(state, seat, arrangement)
    name = f"{seat_name(seat, seat)}: {tiles_counted(len(chain) + len(others))}"
    drawn = [
        seat_disc(_MARGIN + 13, top + 20, seat, seat, is_to_move=is_to_move),
        on_cloth(_MARGIN + 31, top + 24.5, name, _BOLD),
    ]
    side, y = _HELD[is_broad], top + 44
    if arrangement == PLANNED:
        pips = sum(map(sum, others))
        text = f"Your longest train from {state.ends[seat]}: {tiles_counted(len(chain))}"
        drawn.append(on_cloth(_MARGIN, y + 10, text, 'font-size="13"', FAINT_ON_CLOTH))
        lines, y = _laid(chain, fresh, y + 22, width, side, gap=0.0)
        drawn += lines
        text = f"Left over: {tiles_counted(len(others))}, {pips} pips"
        drawn.append(on_cloth(_MARGIN, y + 10, text, 'font-size="13"', FAINT_ON_CLOTH))
        y += 22
    lines, y = _laid(others, fresh, y, width, side, gap=8.0 if is_broad else 6.0)
    y += 4
    return hand(width, top, y - top, name, [*drawn, *lines]), y


def _laid(
    tiles: Sequence[Pair],
    fresh: Container[Pair],
    top: float,
    width: float,
    side: float,
    gap: float,
) -> tuple[list[str], float]:
    """Tiles in rows, and the height at which they end; without a gap they are a chain."""
    columns = max(1, int((width - 2 * _MARGIN + gap) / (2 * side + gap)))
    if gap:  # rows of the same length
        columns = max(1, -(-len(tiles) // max(1, -(-len(tiles) // columns))))
    high = side + max(gap, 6.0)
    drawn = []
    for k, tile in enumerate(tiles):
        x, y = _MARGIN + (2 * side + gap) * (k % columns), top + high * (k // columns)
        low, up = sorted(tile)
        is_new = (low, up) in fresh
        shape = tile_svg(x, y, tile, side=side) + (new_sign(x + side, y) if is_new else "")
        title = f"tile {tile_name((low, up))}{', just drawn' if is_new else ''}"
        drawn.append(place(f"tile-{low}-{up}", title, [shape]))
    return drawn, top + high * -(-len(tiles) // columns)
