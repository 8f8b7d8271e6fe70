"""The rows that are true of a position at the end of a turn, found one by one.

`weigh` (network/weighing.py) adds up the same rows with what it has written down for the whole
turn.
"""

from __future__ import annotations

from typing import Any

from playout.engine.native.bits import count_bits, has_bit
from playout.engine.native.jit import jit
from playout.games.the_game.network.rows import (
    AHEAD,
    APART,
    BEHIND,
    BEYOND,
    CARD,
    CARDS,
    CLASS,
    CLASSES,
    DEAD,
    DISTANCES,
    DRAW,
    HEARD,
    HELD,
    KEPT,
    LADDER,
    LADDERS,
    LOW,
    NEAREST,
    NONE,
    OTHERS,
    OVER,
    OVERLAP,
    OVERLAPS,
    OWN,
    PART,
    PARTS,
    PROGRESS,
    SAID,
    SECOND,
    TRICK,
    VOICES,
    WINDOW,
    WORDS,
)


@jit
def list_rows(piles: Any, own: Any, unseen: Any, draw: int, heard: Any, rows: Any) -> int:
    """Write the numbers of the rows; returns how many they are, MOST_ROWS at most.

    `piles`: the four tops; `own` and `unseen`: sets of cards, two words each; `draw`: cards in the
    draw pile; `heard`: int64[4, 1 + WORDS], of each pile whether it was laid on, and how many of
    the others said each word of it before; of no pile in silence.
    """
    total = count(unseen, 1, 100)
    count_rows = 0
    rows[count_rows] = DRAW + draw
    rows[count_rows + 1] = HELD + max(min(total - draw, OTHERS - 1), 0)
    rows[count_rows + 2] = KEPT + count(own, 1, 100)
    count_rows += 3
    a, b = min(piles[0], piles[1]), max(piles[0], piles[1])
    c, d = max(piles[2], piles[3]), min(piles[2], piles[3])
    tops = (a, b, c, d)
    for pile in range(len(heard)):
        other = pile ^ 1
        lead = piles[other] - piles[pile] if pile >= 2 else piles[pile] - piles[other]
        ahead = int(lead > 0 or (lead == 0 and pile > other))  # 1 if it has more progress
        first = HEARD + SAID * (2 * ((pile & 2) + ahead) + heard[pile, 0])
        for word in range(WORDS):
            rows[count_rows] = first + VOICES * word + heard[pile, 1 + word]
            count_rows += 1
    rows[count_rows], rows[count_rows + 1] = APART + b - a, APART + CARDS + c - d
    count_rows += 2
    for pile in range(4):
        top, falls = tops[pile], pile >= 2
        rows[count_rows] = PROGRESS + CARDS * pile + (100 - top if falls else top - 1)
        ahead = count(unseen, 1, top) if falls else count(unseen, top, 100)
        rows[count_rows + 1] = AHEAD + CARDS * pile + ahead
        one, two, ladder = near(own, unseen, top, falls)
        rows[count_rows + 2] = NEAREST + DISTANCES * pile + one
        rows[count_rows + 3] = SECOND + DISTANCES * pile + two
        rows[count_rows + 4] = LADDER + LADDERS * pile + ladder
        count_rows += 5
        first = top - BEYOND if falls else top - BEHIND
        place, cards = 0, 0
        for card in range(first, first + BEHIND + BEYOND + 1):
            if card != top:
                cards |= int(has_bit(unseen[0], unseen[1], card)) << place
                place += 1
        for part in range(PARTS):
            value = cards >> 4 * part & PART - 1
            rows[count_rows] = WINDOW + PART * (PARTS * pile + part) + value
            count_rows += 1
    for rising in range(2):
        for falling in range(2):
            low, high = tops[rising], tops[2 + falling]
            behind = count(unseen, 1, low) + count(unseen, high, 100)
            row = OVER + OVERLAPS * (2 * rising + falling) + OVERLAP
            rows[count_rows] = row + max(total - behind, -OVERLAP)
            count_rows += 1
    for card in range(2, 100):
        if has_bit(own[0], own[1], card):
            below = int(has_bit(unseen[0], unseen[1], card - 10))
            above = int(has_bit(unseen[0], unseen[1], card + 10))
            rows[count_rows] = CARD + 4 * card + below + 2 * above
            up = down = DEAD
            if card > b:
                up = CLASS[count(unseen, b, card)]
            elif card > a:
                up = CLASS[count(unseen, a, card)]
            if card < d:
                down = CLASS[count(unseen, card, d)]
            elif card < c:
                down = CLASS[count(unseen, card, c)]
            rows[count_rows + 1] = OWN + CLASSES * up + down
            count_rows += 2
    return count_rows


@jit
def near(own: Any, unseen: Any, top: int, falls: bool) -> Any:
    """How far the nearest own card is, the one after it, and where the nearest ladder leads."""
    step = -1 if falls else 1
    one = two = ladder = NONE
    card = top + step
    while 1 < card < 100:
        if has_bit(own[0], own[1], card):
            distance = min(between(unseen, top, card), NONE - 1)
            if one == NONE:
                one = distance
            elif two == NONE:
                two = distance
            back = card - 10 * step
            if ladder == NONE and has_bit(own[0], own[1], back):
                is_ahead = (back - top) * step > 0
                steps = between(unseen, top, back)
                ladder = max(min(LOW + (steps if is_ahead else -steps), NONE - 1), 0)
        card += step
    if has_bit(own[0], own[1], top - 10 * step):
        ladder = TRICK
    return one, two, ladder


@jit
def between(cards: Any, one: int, other: int) -> int:
    """How many cards of a set are between two numbers."""
    return count(cards, min(one, other), max(one, other))


@jit
def count(cards: Any, low: int, high: int) -> int:
    """How many cards of a set are above one number and below another."""
    return count_bits(cards[0], cards[1], low + 1, max(high, low + 1))
