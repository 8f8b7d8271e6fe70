"""Random games, 1,024 at once: those of `random` against itself, number for number, only faster.

Which stones are placed does not depend on who joins what.  So they are placed first, game by game,
and only when each cell is filled is written down.  Who has won, `flood` finds for all games
at once.  As the last free cells take long to draw, this goes in stages: after each, the games
that somebody has won are left.  Then bisection finds the stone that decided each game; the board of
64 games after any stone of each is one comparison of vectors for every cell.

Words are made 64 at a time.  A cell that the seat has drawn before, or that is taken, is left
out at once, and without a branch; of the others five in six are still free at their turn,
so a processor guesses right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from playout.engine.chance.rng import DEAL, REPEAT, SEAT, STREAM, start, start_sealed
from playout.engine.game.game import CHANCE_BITS, Player, Rules
from playout.engine.native.bits import wrapping_add
from playout.engine.native.jit import jit
from playout.engine.native.records import new_record
from playout.engine.vectors.philox import next_words
from playout.engine.vectors.vectors import BITS, GAMES, WORDS, aligned_rows, bits_of, load, store
from playout.games.hex.fill import Fields, make_fields
from playout.games.hex.flood import flood_from_top
from playout.games.hex.strategies import random as random_strategy

SEATS = 2
MADE = 4 * WORDS  # words that are made at a time
TAKEN = 4  # of a cell; bits 0 and 1: drawn by seat 0, by seat 1
FIRST_STAGE = 0.2  # of the cells are free after it; 0.2 to 0.3 is equally fast
STAGE = 0.6  # of the free cells are free after every other stage; so is 0.5 to 0.7

_ONE, _HALF = np.uint64(1), np.uint64(32)
_LOW, _ALL = np.uint64(0xFFFFFFFF), np.uint64(0xFFFFFFFFFFFFFFFF)
_DROPPED, _TOP = np.uint64(64 - CHANCE_BITS), np.uint64(63)


class Block(NamedTuple):
    """BITS games, each at a place of its own: bit `place % 64` of word `place // 64` of Lanes."""

    # What is drawn.
    coins: Any  # uint64[BITS * k, WORDS]
    turns: Any  # the same as uint16[BITS, 64 * k]: the seat that has turn 0, 1, 2 ...
    streams: Any  # STREAM[BITS * SEATS]: row 2 * place + seat, as in the next three
    waiting: Any  # uint16[BITS * SEATS, MADE + 1]: cells that the seat has drawn; the last is none
    next_one: Any  # int64[BITS * SEATS]: the one of them that comes next
    words: Any  # uint64[1, WORDS]: cells as they were drawn last, by any seat
    drawn: Any  # the same as uint16[MADE]
    # What is on the boards.
    known: Any  # uint8[BITS, cells + 1]: TAKEN or drawn; the last stands for no cell, and is TAKEN
    times: Any  # int16[WORDS * cells, GAMES]: row word * cells + cell: 0 free; k, -k: stone k
    # Who won when.
    going: Any  # int64[BITS]: places of games without a winner at the last stage
    lasted: Any  # int64[BITS]: as many stones without a winner
    until: Any  # int16[WORDS, GAMES]: a number of stones for each place
    signs: Any  # int16[WORDS, GAMES]: 1 or -1, player 1 or 2 has won; 1 if nobody has


def new_block(cells: int) -> Block:
    """Room for games on a board with this number of cells; nothing in it is set."""
    rows = cells // MADE + 1
    coins, words = aligned_rows(BITS * rows), aligned_rows(1)
    return Block(
        coins,
        coins.view(np.uint16).reshape(BITS, MADE * rows),
        new_record(STREAM, BITS * SEATS),
        np.empty((BITS * SEATS, MADE + 1), np.uint16),
        np.empty(BITS * SEATS, np.int64),
        words,
        words.view(np.uint16).reshape(MADE),
        np.empty((BITS, cells + 1), np.uint8),
        np.empty((WORDS * cells, GAMES), np.int16),
        np.empty(BITS, np.int64),
        np.empty(BITS, np.int64),
        np.empty((WORDS, GAMES), np.int16),
        np.empty((WORDS, GAMES), np.int16),
    )


def kernel(rules: Rules, player: Player) -> Callable[..., None] | None:
    """The kernel for games of this player on both seats; None if the player is not `random`."""
    return play_games if player.strategy.function is random_strategy else None


def play_games(record: Any, seed: int, repeat: int, first: int, outcomes: Any) -> None:
    """Write the outcomes of games first, first + 1, ...: int64[games, 3], as `rules.score` does.

    Not compiled: as one function, it took a third longer to compile than its parts, which are
    compiled even for no games.
    """
    size = int(record.rows), int(record.cols)
    block, fields = new_block(size[0] * size[1]), make_fields(*size)
    for done in range(0, max(len(outcomes), 1), BITS):
        some = outcomes[done : done + BITS]
        begin(block, record, (seed, repeat, first + done), len(some))
        most = play_stages(block, fields, size, len(some))
        find_ends(block, fields, size, most)
        signs = block.signs.reshape(BITS)[: len(some)]
        some[:, 0], some[:, 2] = signs > 0, signs < 0
        some[:, 1] = block.lasted[: len(some)] + 1


@jit
def begin(block: Any, rules: Any, numbers: Any, count: int) -> None:
    """Toss the coins of all turns, and clear the boards."""
    coins, _, streams, waiting, next_one, _, _, known, times, going, lasted, _, signs = block
    seed, repeat, first = numbers
    cells, p = rules.rows * rules.cols, np.uint64(rules.p)
    rows = cells // MADE + 1
    known[:] = 0
    times[:] = 0
    signs[:] = 1
    lasted[:] = 0
    for place in range(count):
        going[place], known[place, cells] = place, TAKEN
        stream = streams[2 * place]
        start(stream, seed, first + place, DEAL)
        for k in range(rows):
            a, b, c, d = next_words(stream)
            numbers_of = (seats_of(a, p), seats_of(b, p), seats_of(c, p), seats_of(d, p))
            store_numbers(coins, place * rows + k, numbers_of)
        for seat in range(SEATS):
            which = 2 * place + seat
            start_sealed(streams[which], seed, first + place, SEAT + seat + REPEAT * repeat)
            waiting[which, 0], next_one[which] = cells, 0


@jit(inline=True)
def store_numbers(rows: Any, row: int, lanes: Any) -> None:
    """Store four Lanes of numbers below 2**16 as 64 numbers, in the order of `next_words`."""
    a, b, c, d = lanes
    store(rows, row, a | b << np.uint64(16) | c << np.uint64(32) | d << np.uint64(48))


@jit(inline=True)
def seats_of(words: Any, p: Any) -> Any:
    """The seats that have turns, from their words: as `rules.deal` tosses coins."""
    return ((words >> _DROPPED) + wrapping_add(~p, _ONE) >> _TOP) ^ _ONE


@jit(inline=True)
def draws_of(words: Any, n: Any) -> Any:
    """The numbers that `randrange` makes of words, for n < 2**12; n for a word that it rejects."""
    reject = (~n + _ONE) % n  # 2**64 modulo n: where the low word of the product must not be below
    high = ((words >> _HALF) * n + ((words & _LOW) * n >> _HALF)) >> _HALF
    low = words * n
    rejected = (~low & low + wrapping_add(~reject, _ONE)) >> _TOP
    keep = rejected + _ALL
    return high & keep | ~keep & n


@jit
def place_stones(block: Any, cells: int, games: Any, stones: int, target: int) -> None:
    """Place stones in games that have ``stones`` of them, up to a ``target``.

    It is one function, as a call with so many arrays costs as much as a dozen stones.
    """
    _, turns, streams, waiting, next_one, words, drawn, known, times, _, _, _, _ = block
    n = np.uint64(cells)
    for place in games:
        top, column, turn = place // GAMES * cells, place % GAMES, stones
        while turn < target:
            seat = np.int64(turns[place, np.uint64(turn)])
            which = 2 * place + seat
            k = next_one[which]
            cell = np.int64(waiting[which, np.uint64(k)])
            if known[place, np.uint64(cell)] & TAKEN == 0:
                known[place, np.uint64(cell)] = TAKEN
                times[top + cell, column] = (turn + 1) * (1 - 2 * seat)
                turn += 1
                next_one[which] = k + 1
            elif cell != cells:
                next_one[which] = k + 1
            else:
                a, b, c, d = next_words(streams[which])
                cells_of = (draws_of(a, n), draws_of(b, n), draws_of(c, n), draws_of(d, n))
                store_numbers(words, 0, cells_of)
                own, end = 1 + seat, 0
                for k in range(MADE):
                    draw = drawn[k]
                    before = np.int64(known[place, draw])
                    known[place, draw] = before | own
                    waiting[which, np.uint64(end)] = draw
                    end += int(before & (own | TAKEN) == 0)
                waiting[which, end], next_one[which] = cells, 0


@jit
def play_stages(block: Any, fields: Any, size: Any, count: int) -> int:
    """Place stones until somebody has won each game; writes who, and `lasted`.

    Nobody had won a game after `lasted` stones, and somebody had so many stones later as this
    returns.
    """
    rows, cols = size
    cells = rows * cols
    joined = aligned_rows(2)
    left, stones, most, free = count, 0, 0, int(FIRST_STAGE * cells)
    while left > 0:
        place_stones(block, cells, block.going[:left], stones, cells - free)
        most = max(most, cells - free - stones)
        stones, free = cells - free, int(STAGE * free)
        for least in range(2):
            write_stones(block.times, fields, least)
            store(joined, least, flood_from_top(fields, size))
        still = 0
        for k in range(left):
            place = block.going[k]
            if is_set(joined, 1, place):
                continue
            if is_set(joined, 0, place):
                block.going[still], block.lasted[place] = place, stones
                still += 1
            else:
                block.signs[place // GAMES, place % GAMES] = -1
        left = still
    return most


@jit
def find_ends(block: Any, fields: Any, size: Any, most: int) -> None:
    """Raise `lasted` as far as nobody has won, which is by less than `most`."""
    joined = aligned_rows(1)
    until, signs = block.until.reshape(BITS), block.signs.reshape(BITS)
    hop = 1
    while 2 * hop < most:
        hop *= 2
    while hop > 0:
        for place in range(BITS):
            until[place] = block.lasted[place] + hop
        write_stones_until(block, fields)
        store(joined, 0, flood_from_top(fields, size))
        for place in range(BITS):
            block.lasted[place] += hop * (is_set(joined, 0, place) == (signs[place] < 0))
        hop //= 2


@jit(inline=True)
def is_set(lanes: Any, row: int, place: int) -> bool:
    """Whether the bit of a place is set."""
    return lanes[row, place // GAMES] >> np.uint64(place % GAMES) & _ONE != 0


@jit
def write_stones(times: Any, fields: Fields, least: int) -> None:
    """Write boards: with 1 of player 1's stones, with 0 also of the free cells.

    Player 2 has won where player 1 would not join top and bottom even with all free cells.
    """
    cells = len(fields.slots) - 1
    for word in range(WORDS):
        for cell in range(cells):
            bits = bits_of(load(times, word * cells + cell) >= least)
            fields.ones[fields.slots[cell], word] = bits


@jit
def write_stones_until(block: Any, fields: Fields) -> None:
    """Write boards of the first `until` stones: where player 1 won the game, of player 1's stones,
    elsewhere of all cells but player 2's stones.
    """
    cells = len(fields.slots) - 1
    for word in range(WORDS):
        until, signs = load(block.until, word), load(block.signs, word)
        flip = bits_of(signs < 0)
        for cell in range(cells):
            times = load(block.times, word * cells + cell) * signs
            bits = bits_of((times > 0) & (times <= until))
            fields.ones[fields.slots[cell], word] = bits ^ flip
