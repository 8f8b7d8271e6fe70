"""A race of cells: boards are sampled until the most pivotal cell is clear, or there are enough.

What runs.  Cells that a symmetry of the position exchanges are pivotal equally often, so they run
as one *class*, with the mean of their counts.  A position may look the same turned by 180 degrees,
whatever p is; and, at p = 1/2 on a square board, mirrored at a diagonal with the colours exchanged.

When a class is dropped.  Let D be, on a board, the mean over the leader's cells of 1 for a pivotal
cell and 0 for another, less the same of a rival; S the sum of D over the boards, V that of its
square.  If the rival is as good as the leader or better, the product of 1 + b D over the boards is
1 at most on average, for every stake b from 0 to 1, and exp(b S + (log(1 - b) + b) V) is no larger
(X. Fan, I. Grama and Q. Liu, "Exponential inequalities for martingales with applications",
Electron. J. Probab. 20, 2015).  The same holds for a mean over all stakes; with the weights
((1 - b) exp(b))^r / (1 - b) it is an incomplete gamma function (S. Howard, A. Ramdas, J. McAuliffe
and J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Ann. Statist. 49,
2021).  The chance that it ever reaches 1 / a, at whatever boards one looks, is at most a (Ville).

How often that is wrong.  The race is wrong only if a truly best class is dropped.  Suppose that all
entrants bet against it, each with the same part of the money; what they have together reaches
1 / a with a chance of a at most.  The leader's part is less than all, so it may drop a rival if it
alone reaches 1 / a: no sum over rivals is needed.  Entrants are the classes that lead after the
first blocks, whose boards then count no more.

The last cells.  When two or three are left, they all get the same colour on every board, by one
coin.  This changes how often each is pivotal, but not the differences.  Take two cells i and j, all
others fixed.  If one of them alone decides who wins, it is pivotal and the other is not, whatever
their colours.  If both are needed, or either will do, both are pivotal equally often, but on boards
on which their colours differ just one of them is: noise, a third of the variance, which now is
gone.  A third cell k is one of the others: if all three are player 2's, i is pivotal and j is not
where i alone decides with k as player 2's; if all are player 1's, where it does with k as player
1's; and k is as often either as with a coin of its own.

Measured at 11 x 11, empty, p = 1/2, the centre (6.714 %) against its best neighbours (6.654 %): V
is 0.100 a board for two cells, 0.070 for the two neighbours as a class, 0.045 with one colour.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from playout.engine.native.bits import copy_items
from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import BITS, WORDS
from playout.games.hex.board import FREE, NOWHERE
from playout.games.hex.fill import EVEN
from playout.games.hex.flood import count_into, new_tallies

OUT = -1  # the class of cells that do not run, or no more
MOST_WATCHED = 16  # cells of all entrants together
PILOT = 16  # blocks at most that choose the entrants; a PILOT-th of all boards if these are few
LAST = 3  # cells that get one colour
GROWTH = 16  # a look comes when a round has a 1 / GROWTH more boards than at the one before
FIRST_PART = 0.2  # of the chance of error, for the first round, in which all cells run
BEST_AT = 4000.0  # the most that r is; bets are best where V is about ten times r
PER_BOARD = 1 / 64  # r for every board that there may be: V is hardly more than a tenth of them


class Sampling(NamedTuple):
    """How many boards are sampled for a move."""

    boards: int  # at most
    error: float  # stop when the best cell is clear, wrong with this chance at most; 0: never stop


def sampling(boards: int, confidence: float | None) -> Sampling:
    """A fixed number of boards, or fewer once the best cell is clear with this confidence."""
    return Sampling(boards, 0.0 if confidence is None else 1.0 - confidence)


@jit
def most_pivotal(filling: Any, fields: Any, how: Any) -> Any:
    """(cell, boards sampled): the free cell that is pivotal most often, the lowest of equals.

    The cell is NOWHERE if none was pivotal on any board.
    """
    # Each of the long functions is called in one place: the compiler copies them into this one.
    races, cells = how.error > 0.0, filling.stones.size
    tallies = new_tallies(cells, 0, False, False)
    counts = tallies.counts
    sampled = min(how.boards, BITS * pilot_blocks(how.boards)) if races else how.boards
    count_into(filling, fields, 0, sampled, tallies)
    classes = classes_of(filling) if races else np.arange(cells)
    for is_last in (False, True):
        if races and is_last == (_running(classes) <= LAST):
            watched = np.flatnonzero(classes != OUT) if is_last else entrants(classes, counts)
            sampled = _round(filling, fields, (classes, watched, sampled, is_last), counts, how)
    return _first(classes, counts), sampled


@jit
def _round(filling: Any, fields: Any, state: Any, counts: Any, how: Any) -> int:
    """Race until one class is left or, but in the last round, few cells; return all boards so far.

    ``state`` are the classes, of which those that fall behind are dropped, the cells that may win,
    the boards before, and whether it is the last round.  What is counted is added to ``counts``.
    """
    classes, watched, before, is_last = state
    tallies = new_tallies(len(classes), len(watched), is_last, False)
    copy_items(tallies.watched, watched)
    error = how.error * ((1.0 - FIRST_PART) if is_last else FIRST_PART)
    stakes = (number_of_classes(classes, watched), error, tuned(how.boards))
    every, sampled = np.arange(len(classes)), before
    while sampled < how.boards and number_of_classes(classes, every) > 1:
        if not is_last and _running(classes) <= LAST:
            break
        blocks = max(1, (sampled - before) // (GROWTH * BITS))
        more = min(blocks * BITS, how.boards - sampled)
        count_into(filling, fields, sampled // BITS, more, tallies)
        sampled += more
        both = pair_counts(tallies.pairs)
        drop_behind(classes, tallies.counts, watched, both, stakes)
    counts += tallies.counts
    return sampled


@jit
def pilot_blocks(boards: int) -> int:
    """How many blocks choose the entrants of a race of at most ``boards`` boards."""
    return max(1, min(PILOT, boards // (PILOT * BITS)))


@jit
def tuned(boards: int) -> float:
    """The r of the bets in a race of at most ``boards`` boards."""
    return min(max(boards * PER_BOARD, 16.0), BEST_AT)


@jit
def classes_of(filling: Any) -> Any:
    """int64[cells]: the lowest cell that is equal to this one by symmetry; OUT for stones."""
    stones = filling.stones
    rows, cols = stones.shape
    turned, mirrored = True, rows == cols and filling.chance == EVEN
    other = mirrored  # at the other diagonal
    for row in range(rows):
        for col in range(cols):
            stone = stones[row, col]
            turned = turned and stone == stones[rows - 1 - row, cols - 1 - col]
            if mirrored or other:
                exchanged = 3 - stone if stone != FREE else FREE
                mirrored = mirrored and exchanged == stones[col, row]
                other = other and exchanged == stones[cols - 1 - col, rows - 1 - row]
    classes = np.full(rows * cols, OUT, np.int64)
    for row in range(rows):
        for col in range(cols):
            if stones[row, col] == FREE:
                least = row * cols + col
                if turned:
                    least = min(least, (rows - 1 - row) * cols + cols - 1 - col)
                if mirrored:
                    least = min(least, col * cols + row)
                if other:
                    least = min(least, (cols - 1 - col) * cols + rows - 1 - row)
                classes[row * cols + col] = least
    return classes


@jit
def means_of(classes: Any, counts: Any) -> Any:
    """float64[cells]: the mean count of a class, at its lowest cell; elsewhere OUT."""
    cells = len(classes)
    sizes, sums = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    for cell in range(cells):
        if classes[cell] != OUT:
            sizes[classes[cell]] += 1
            sums[classes[cell]] += counts[cell]
    means = np.full(cells, float(OUT))
    for cell in range(cells):
        if sizes[cell] != 0:
            means[cell] = sums[cell] / sizes[cell]
    return means


@jit
def _first(classes: Any, counts: Any) -> int:
    """The lowest cell of the class that leads; NOWHERE if none was pivotal on any board."""
    means = means_of(classes, counts)
    best = int(np.argmax(means))
    return best if means[best] > 0.0 else NOWHERE


@jit
def _running(classes: Any) -> int:
    return int((classes != OUT).sum())


@jit
def number_of_classes(classes: Any, cells: Any) -> int:
    """How many classes in the race have their lowest cell among these."""
    number = 0
    for cell in cells:
        number += classes[cell] == cell
    return number


@jit
def entrants(classes: Any, counts: Any) -> Any:
    """int64[up to MOST_WATCHED]: the cells of the leading classes, as many as there is room for."""
    means = means_of(classes, counts)
    entered = np.zeros(len(classes), np.bool_)
    room = MOST_WATCHED
    while True:
        best = int(np.argmax(means))
        members = classes == best
        size = int(members.sum())
        if means[best] <= 0.0 or size > room:
            return np.flatnonzero(entered)
        entered |= members
        means[best] = float(OUT)
        room -= size


@jit
def pair_counts(pairs: Any) -> Any:
    """int64[k, k]: boards on which two watched cells are both pivotal, from `Tallies.pairs`."""
    k = round(math.sqrt(len(pairs)))
    both = np.zeros((k, k), np.int64)
    for i in range(k):
        for j in range(i, k):
            for word in range(WORDS):
                both[i, j] += np.int64(pairs[i * k + j, word])
            both[j, i] = both[i, j]
    return both


@jit
def drop_behind(classes: Any, counts: Any, watched: Any, both: Any, stakes: Any) -> None:
    """Set the class of all cells that have fallen behind to OUT.

    Counted were ``counts``, and ``both`` of the ``watched`` cells, which are those that may win.
    ``stakes`` are the number of their classes, the chance of error, and the r of the bets.
    """
    entered, error, r = stakes
    means = means_of(classes, counts)
    leader = OUT
    is_watched = np.zeros(len(classes), np.bool_)
    for cell in watched:
        is_watched[cell] = True
        if classes[cell] == cell and (leader == OUT or means[cell] > means[leader]):
            leader = cell
    if leader == OUT:
        return
    running = classes[watched]
    for rival in range(len(classes)):
        if classes[rival] == rival and rival != leader:
            lead, rivals = means[leader] - means[rival], float(entered)
            if is_watched[rival]:
                squares = _sum_of_squares(running, both, leader, rival)
                rivals -= 1.0
            else:
                squares = means[leader] + means[rival]  # no less
            if log_wealth(lead, squares, r, math.log(rivals / error)) >= 0.0:
                for cell in range(len(classes)):
                    if classes[cell] == rival:
                        classes[cell] = OUT


@jit
def _sum_of_squares(classes: Any, both: Any, leader: int, rival: int) -> float:
    """V for two classes, from the boards on which pairs of watched cells are both pivotal."""
    ours, theirs = classes == leader, classes == rival
    weights = ours / max(ours.sum(), 1) - theirs / max(theirs.sum(), 1)
    total = 0.0
    for i in range(len(classes)):
        for j in range(len(classes)):
            total += weights[i] * weights[j] * both[i, j]
    return total


@jit
def log_wealth(lead: float, squares: float, r: float, needed: float) -> float:
    """The logarithm of what 1 has become by bets of all stakes, less what is ``needed``, or nearly.

    ``lead`` is S and ``squares`` is V, or more.  It is never above the true value; where no stake
    at all could have made as much as needed, it is minus infinity.
    """
    if lead <= 0.0 or lead**2 < 2.0 * squares * needed:
        return -math.inf
    shape = squares + r
    end = shape + lead
    # P(shape, end) from below: it is above the median, and by Chernoff's bound not far below 1.
    beyond = shape - end + shape * math.log(end / shape)
    half = math.log(0.5)
    part = math.log1p(-math.exp(beyond)) if beyond < half else half
    # P(r, r) from above: from the series of NIST's Digital Library of Mathematical Functions,
    # 8.11.12, whose second term is 1 / (540 r).
    whole = math.log(0.5 + (1.0 / 3.0 + 1.0 / (500.0 * r)) / math.sqrt(2.0 * math.pi * r))
    after = lead + squares + math.lgamma(shape) + part - shape * math.log(end)
    return after - (math.lgamma(r) + whole - r * math.log(r)) - needed
