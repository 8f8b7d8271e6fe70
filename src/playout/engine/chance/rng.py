"""Counter-based random streams: Philox4x64-10.

A stream has no history.  Block b of the stream of game g for purpose q under run seed s is

    philox4x64(counter=(b + 1, g, q, 0), key=(s, 0)),   b = 0, 1, 2, ...

four 64-bit words each, so any game can be played alone, on any machine, in any order.  It is
the generator of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3"
(SC 2011), and bit for bit NumPy's: ``np.random.Philox(counter=[0, g, q, 0], key=[s, 0])``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playout.engine.chance.script import WORDS, NotListed, listed, tossed
from playout.engine.chance.script import is_scripted as is_scripted  # rules look for it here
from playout.engine.native.bits import multiply, wrapping_add
from playout.engine.native.jit import jit

STREAM = np.dtype(  # the type of a random stream, a NumPy record
    [
        ("key", np.uint64, (2,)),  # run seed, 0; if sealed, two random words
        ("counter", np.uint64, (4,)),  # last block, game, purpose, 0; if sealed, block, 0, 0, 0
        ("words", np.uint64, (4,)),  # the last block
        ("used", np.int64),  # how many of its words are spent, 0..4
    ],
    align=True,
)

# Purposes.  A new purpose gets a new number, below REPEAT; a number never changes its meaning.
DEAL = 0  # the stream of the deal, and of dice and cards that come later
SEAT = 1  # the stream of the strategy on seat 0; seat k has SEAT + k
MOST_SEATS = 60  # at a table: in a world, too, all their purposes are below REPEAT
SAMPLE = 64  # boards sampled to choose a move of the compound game of Hex
WORLD = 65  # the deal of a world (Match.world); its own streams: WORLD + 1 + their purposes
REVIEW = 75  # the seed of the worlds of decision k of a game: word k
BELIEF = 76  # a search's belief about the others, at one decision
REPEAT = 128  # a deal replayed for the r-th time: seat k has purpose SEAT + k + r * REPEAT
MOST_REPEATS = 8_191  # the last number of a repeat: all its purposes are below SPLIT
# Games as particles (splitting.py) have all purposes from SPLIT on: in stage n they are
# SPLIT + SPLIT_PURPOSES * n plus DEAL, SEAT + k, or RESAMPLE.
SPLIT = 2**20
SPLIT_PURPOSES = 64
RESAMPLE = 63  # which particles of a stage are copied

_M0 = np.uint64(0xD2E7470EE14C6C93)
_M1 = np.uint64(0xCA5A826395121157)
_W0 = np.uint64(0x9E3779B97F4A7C15)
_W1 = np.uint64(0xBB67AE8584CAA73B)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@jit
def start(stream: Any, seed: Any, game: Any, purpose: Any) -> None:
    """Set a stream to its beginning; seed, game and purpose are 0 .. 2**63 - 1."""
    stream.key[0] = np.uint64(seed)
    stream.key[1] = _ZERO
    stream.counter[0] = _ZERO
    stream.counter[1] = np.uint64(game)
    stream.counter[2] = np.uint64(purpose)
    stream.counter[3] = _ZERO
    stream.used = 4


def used_of(stream: Any) -> int:
    """Return how many words of a stream have been used."""
    return int(stream.counter[0]) * 4 - 4 + int(stream.used)


def skip_to(stream: Any, used: int) -> None:
    """Move a stream, forward or back, to where ``used`` words have been used."""
    stream.counter[0] = np.uint64(used // 4)
    stream.used = 4
    for _ in range(used % 4):
        next_word(stream)


@jit
def start_sealed(stream: Any, seed: Any, game: Any, purpose: Any) -> None:
    """Set a stream to its beginning, without its seed and game in the record.

    Its key is half of a block that no other stream uses, the one of counter (1, game, purpose, 1)
    and key (seed, 0); its counter starts at zero.  So a strategy cannot learn the deal from it by
    accident: it would have to try seeds and games on purpose until the key is right.
    """
    start(stream, seed, game, purpose)
    stream.counter[3] = _ONE
    _next_block(stream)
    stream.key[0], stream.key[1] = stream.words[0], stream.words[1]
    for k in range(4):
        stream.counter[k] = _ZERO
        stream.words[k] = _ZERO
    stream.used = 4


@jit
def _next_block(stream: Any) -> None:
    stream.counter[0] = wrapping_add(stream.counter[0], _ONE)
    c0, c1, c2, c3 = stream.counter[0], stream.counter[1], stream.counter[2], stream.counter[3]
    k0, k1 = stream.key[0], stream.key[1]
    for _ in range(10):
        high0, low0 = multiply(_M0, c0)
        high1, low1 = multiply(_M1, c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0, k1 = wrapping_add(k0, _W0), wrapping_add(k1, _W1)
    stream.words[0] = c0
    stream.words[1] = c1
    stream.words[2] = c2
    stream.words[3] = c3
    stream.used = 0


@jit(inline=True)
def next_word(stream: Any) -> Any:
    """The next 64 random bits, as uint64.  A script has none (script.py): NotListed."""
    if is_scripted(stream):
        raise NotListed(WORDS)
    if stream.used == 4:
        _next_block(stream)
    word = stream.words[stream.used & 3]  # the mask says that it is not negative
    stream.used += 1
    return word


@jit(inline=True)
def randrange(stream: Any, n: int) -> int:
    """A whole number, uniform on 0 .. n - 1, without any bias.  n must be at least 1.

    Multiply and reject: Lemire, "Fast random integer generation in an interval",
    ACM Trans. Model. Comput. Simul. 29 (2019).
    """
    if is_scripted(stream):
        return listed(stream, n)
    bound = np.uint64(n)
    high, low = multiply(next_word(stream), bound)
    if low < bound:  # out of line: it happens n times in 2**64
        high = _unbiased(stream, bound, high, low)
    return np.int64(high)  # type: ignore[return-value]


@jit
def _unbiased(stream: Any, bound: Any, high: Any, low: Any) -> Any:
    """The upper half of the first product whose lower half is not among those to be rejected."""
    reject = (~bound + _ONE) % bound  # 2**64 modulo n
    while low < reject:
        high, low = multiply(next_word(stream), bound)
    return high


@jit(inline=True)
def skip_word(stream: Any) -> None:
    """Pass over a word, so that those after it have the same places in all games."""
    if not is_scripted(stream):
        next_word(stream)


@jit(inline=True)
def happens(stream: Any, parts: int, bits: int) -> bool:
    """Whether something of the chance ``parts / 2**bits`` happens: the top bits of one word."""
    if is_scripted(stream):
        return tossed(stream, parts * 2.0**-bits)
    return np.int64(next_word(stream) >> np.uint64(64 - bits)) < parts  # type: ignore[return-value]


@jit
def uniform(stream: Any) -> float:
    """A float, uniform on [0, 1): the top 53 bits of the next word."""
    return np.float64(np.int64(next_word(stream) >> np.uint64(11))) * 2.0**-53


@jit
def _six_draws(word: Any, n: int) -> Any:
    """Numbers below n, n - 1, ... n - 5 (at least 1) from one word, and what is left of it."""
    a, word = multiply(word, np.uint64(n))
    b, word = multiply(word, np.uint64(max(n - 1, 1)))
    c, word = multiply(word, np.uint64(max(n - 2, 1)))
    d, word = multiply(word, np.uint64(max(n - 3, 1)))
    e, word = multiply(word, np.uint64(max(n - 4, 1)))
    f, word = multiply(word, np.uint64(max(n - 5, 1)))
    return a, b, c, d, e, f, word


_RARE = np.uint64(512**6)  # 2**54: no product of six bounds is larger


@jit
def _is_biased(rest: Any, n: int) -> bool:
    """Whether a word that left this rest must be rejected (at most once in 1,000 words)."""
    product = _ONE
    for k in range(6):
        product *= np.uint64(max(n - k, 1))
    return rest < (~product + _ONE) % product  # 2**64 modulo the product


@jit
def _swap(items: Any, i: Any, ahead: Any) -> None:
    items[i], items[i + ahead] = items[i + ahead], items[i]


@jit
def shuffle(stream: Any, items: Any, n: int) -> None:
    """Shuffle the first n items (n <= 512) in place; all orders are equally likely.

    It is Fisher-Yates from the front, with six draws from each random word: Brackett-Rozinsky and
    Lemire, "Batched ranged random integer generation", Software: Practice and Experience 55 (2025).
    ``items`` must have room for n + 5 items, because the last draws may swap items behind the end
    with themselves.
    """
    if is_scripted(stream):
        for k in range(n - 1):
            _swap(items, np.uint64(k), np.uint64(listed(stream, n - k)))
        return
    for done in range(0, n, 6):
        a, b, c, d, e, f, rest = _six_draws(next_word(stream), n - done)
        while rest < _RARE and _is_biased(rest, n - done):
            a, b, c, d, e, f, rest = _six_draws(next_word(stream), n - done)
        place = np.uint64(done)  # a place without a sign needs no test for one
        _swap(items, place, a)
        _swap(items, place + _ONE, b)
        _swap(items, place + np.uint64(2), c)
        _swap(items, place + np.uint64(3), d)
        _swap(items, place + np.uint64(4), e)
        _swap(items, place + np.uint64(5), f)
