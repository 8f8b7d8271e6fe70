"""What the network sees: the rows of its first layer, and what each of them is made of.

The first layer is a table with a row of UNITS weights for every single thing that can be true of
the end of a turn, such as "the lower of the rising piles shows 37".  The rows of what is true are
added up; there is nothing to multiply.

A row is made of few parameters: a thing that can be counted has some knots, between which its row
is interpolated.  Seen in a mirror, The Game is the same game: cards c become 101 - c and the piles
change their directions.  So a row has a coefficient for each parameter as it is seen, and one as it
is seen in the mirror, and the mirror swaps the two halves of the units.  In that way the network
cannot but value a position as it values its mirror image.

Progress is how far a pile has come, 0..98: a card as its direction numbers it.  Of two piles of a
direction, A is the one with less progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

UNITS = 64
UNIT = 256  # a coefficient of 1

CARDS = 100  # numbers of cards, and of unseen cards, are below this
NONE = 32  # no such card; distances below it are cut to NONE - 1
DISTANCES = 33
TRICK = 33  # of LADDERS: the trick itself is in the hand
LADDERS = 34
LOW = 9  # the first ladder is at a distance of -LOW
BEHIND, BEYOND = 12, 8  # cards of a window behind the top of a pile, and ahead of it
PARTS, PART = 5, 16  # a window is cut into so many parts, of so many values
CLASSES = 8  # of how far an own card is from the nearest pile
OVERLAP = 40  # the least overlap is -OVERLAP
OVERLAPS = 138
OTHERS = 32
PHASES = 8

# Where the rows of each thing begin; those of four piles are in the order rising A, rising B,
# falling A, falling B.
NOTHING = 0
PROGRESS = 1  # + CARDS * pile + progress
AHEAD = PROGRESS + 4 * CARDS  # + CARDS * pile + unseen cards ahead
WINDOW = AHEAD + 4 * CARDS  # + PART * (PARTS * pile + part) + unseen cards in it, as bits
NEAREST = WINDOW + 4 * PARTS * PART  # + DISTANCES * pile + unseen cards before the next own one
SECOND = NEAREST + 4 * DISTANCES  # the same of the own card after that
LADDER = SECOND + 4 * DISTANCES  # + LADDERS * pile + where the nearest own ladder leads
OWN = LADDER + 4 * LADDERS  # + CLASSES * class by rising piles + class by falling ones
CARD = OWN + CLASSES * CLASSES  # + 4 * card + whether the cards ten below and above it are unseen
APART = CARD + 4 * CARDS  # + CARDS * direction + how far apart its piles are
OVER = APART + 2 * CARDS  # + OVERLAPS * (2 * rising pile + falling pile) + OVERLAP + overlap
KEPT = OVER + 4 * OVERLAPS  # + own cards
DRAW = KEPT + 9  # + cards to draw
HELD = DRAW + CARDS  # + cards of the others
HEARD = HELD + OTHERS  # + SAID * (2 * pile + 1 if it was laid on) + VOICES * word + who said it
VOICES = 5  # of the others who say a word of a pile 0..3 are counted, or 4 and more
WORDS = 3  # that matter: the trick (or to leave the pile), a close card, no card
SAID = VOICES * WORDS

ROWS = HEARD + 8 * SAID
MOST_ROWS = 80  # of one position

Knots = Sequence[int]
_PROGRESS: Knots = (0, 3, 7, 12, 18, 25, 33, 42, 52, 62, 72, 82, 90, 98)
_AHEAD: Knots = (0, 1, 2, 4, 7, 11, 16, 24, 34, 46, 60, 78, 97)
_DISTANCE: Knots = (0, 1, 2, 3, 4, 6, 8, 11, 15, 21, 31)
_LADDER: Knots = (0, 3, 6, 9, 11, 13, 16, 20, 31)
_OVERLAP: Knots = (0, 20, 30, 35, 38, 40, 42, 45, 50, 57, 65, 77, 92, 137)
_APART: Knots = (0, 2, 5, 9, 10, 11, 15, 20, 30, 45, 65, 98)
_DRAW: Knots = (0, 1, 2, 4, 7, 11, 16, 22, 30, 40, 52, 66, 80, 98)
_HELD: Knots = (0, 1, 2, 3, 5, 8, 12, 18, 24, 31)

_PHASE_ENDS = (1, 5, 11, 21, 36, 51, 66)
# The phase of the game for each number of cards to draw.
PHASE = np.array([sum(draw >= end for end in _PHASE_ENDS) for draw in range(CARDS)], np.int64)
# The class of an own card for each number of unseen cards between it and the nearest pile.
CLASS = np.array([0, 1, 2, 3, 3, *[4] * 3, *[5] * 5, *[6] * (CARDS - 13)], np.int64)
DEAD = 7  # the class of a card that fits on no pile of the direction


class _Rows:
    """The coefficients of the rows, written thing by thing."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int, int]] = []  # row, parameter, coefficient
        self.mirrored: list[tuple[int, int, int]] = []
        self.size = 0

    def hats(self, knots: Knots) -> tuple[int, list[dict[int, int]]]:
        """The first of new parameters, and for each count the parameters it lies between."""
        first, hats = self.size, []
        self.size += len(knots)
        for count in range(knots[-1] + 1):
            k = max(i for i, knot in enumerate(knots) if knot <= count)
            hat = {first + k: UNIT}
            if knots[k] < count:
                share = UNIT * (count - knots[k]) // (knots[k + 1] - knots[k])
                hat = {first + k: UNIT - share, first + k + 1: share}
            hats.append(hat)
        return first, hats

    def put(self, row: int, hat: dict[int, int], seen: bool, mirrored: bool) -> None:
        """Add coefficients to a row."""
        entries = [(row, parameter, share) for parameter, share in hat.items()]
        self.seen += entries if seen else []
        self.mirrored += entries if mirrored else []


def _piles(rows: _Rows) -> None:
    """The rows of single piles."""
    for pile in range(2):
        progress, ahead = rows.hats(_PROGRESS)[1], rows.hats(_AHEAD)[1]
        near = [rows.hats(_DISTANCE)[1] for _ in range(2)]
        ladder = rows.hats(_LADDER)[1]
        alone = [{rows.size + k: UNIT} for k in range(4)]
        window = rows.size + 4
        rows.size += 4 + BEHIND + BEYOND
        for falls in range(2):
            sides, at = (not falls, bool(falls)), 2 * falls + pile
            for count in range(99):
                rows.put(PROGRESS + CARDS * at + count, progress[count], *sides)
                rows.put(AHEAD + CARDS * at + count, ahead[min(count, 97)], *sides)
            for count in range(NONE):
                rows.put(NEAREST + DISTANCES * at + count, near[0][count], *sides)
                rows.put(SECOND + DISTANCES * at + count, near[1][count], *sides)
                rows.put(LADDER + LADDERS * at + count, ladder[count], *sides)
            rows.put(NEAREST + DISTANCES * at + NONE, alone[0], *sides)
            rows.put(SECOND + DISTANCES * at + NONE, alone[1], *sides)
            rows.put(LADDER + LADDERS * at + NONE, alone[2], *sides)
            rows.put(LADDER + LADDERS * at + TRICK, alone[3], *sides)
            for part in range(PARTS):
                for value in range(PART):
                    for bit in range(4):
                        # Bits are in the order of the cards; a falling pile meets them backwards.
                        place = 4 * part + bit
                        place = BEHIND + BEYOND - 1 - place if falls else place
                        if value >> bit & 1:
                            row = WINDOW + PART * (PARTS * at + part) + value
                            rows.put(row, {window + place: UNIT}, *sides)


@cache
def coefficients() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What the rows are made of, in units of 1 / UNIT: as seen, and in the mirror.

    Two arrays int64[ROWS, parameters].
    """
    rows = _Rows()
    _piles(rows)
    pair = rows.size
    rows.size += CLASSES * CLASSES
    for rising in range(CLASSES):
        for falling in range(CLASSES):
            row = OWN + CLASSES * rising + falling
            rows.put(row, {pair + CLASSES * rising + falling: UNIT}, True, False)
            rows.put(row, {pair + CLASSES * falling + rising: UNIT}, False, True)
    place, spare = rows.hats(_PROGRESS)[1], rows.size
    rows.size += 2
    for card in range(2, 100):
        for flags in range(4):
            row = CARD + 4 * card + flags
            rows.put(row, place[card - 1], True, False)
            rows.put(row, place[100 - card], False, True)
            for side in range(2):
                if flags >> side & 1:
                    rows.put(row, {spare + side: UNIT}, True, False)
                    rows.put(row, {spare + 1 - side: UNIT}, False, True)
    apart = rows.hats(_APART)[1]
    for falls in range(2):
        for count in range(99):
            rows.put(APART + CARDS * falls + count, apart[count], not falls, bool(falls))
    over = [rows.hats(_OVERLAP)[1] for _ in range(3)]
    for rising in range(2):
        for falling in range(2):
            first = OVER + OVERLAPS * (2 * rising + falling)
            for count in range(OVERLAPS):
                if rising == falling:
                    rows.put(first + count, over[rising][count], True, True)
                else:
                    rows.put(first + count, over[2][count], rising == 0, rising == 1)
    for first, hats in (
        (KEPT, rows.hats(tuple(range(9)))[1]),
        (DRAW, rows.hats(_DRAW)[1]),
        (HELD, rows.hats(_HELD)[1]),
    ):
        for count, hat in enumerate(hats):
            rows.put(first + count, hat, True, True)
    for pile in range(2):
        for said in range(2 * WORDS):
            voices = rows.hats(tuple(range(VOICES)))[1]
            for falls in range(2):
                begin = HEARD + SAID * 2 * (2 * falls + pile) + VOICES * said
                for count, hat in enumerate(voices):
                    rows.put(begin + count, hat, not falls, bool(falls))
    arrays = np.zeros((2, ROWS, rows.size), np.int64)
    for array, entries in zip(arrays, (rows.seen, rows.mirrored), strict=True):
        for row, parameter, share in entries:
            array[row, parameter] += share
    return arrays[0], arrays[1]
