"""Scripted chance: every way in which random numbers can fall is gone through, with its chance.

A script is a stream whose numbers are prescribed.  Rules and strategies draw from it as from any
other; what they draw is noted, and :func:`advance` writes down the next way: the last number is
counted up, as on an odometer, and whatever came after it is drawn anew.  So a step is repeated
until all its ways have been seen; the chance of a way is the product of those of its numbers.

Only whole numbers of a range can be listed (`randrange`, `shuffle`, `happens` of rng.py): a word or
a fraction has far too many values, so they raise :class:`NotListed`.

The compiler takes these functions for scripts alone: for ordinary streams ``is_scripted`` is the
constant False, and what depends on it is gone.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from playout.engine.native.instructions import instruction
from playout.engine.native.jit import jit

MOST_DRAWS = 128  # random numbers of one step

# The fields of an ordinary stream (rng.py), so that the same functions are compiled for a script.
ORDINARY = (
    ("key", np.uint64, (2,)),
    ("counter", np.uint64, (4,)),
    ("words", np.uint64, (4,)),
    ("used", np.int64),
)
SCRIPT = np.dtype(
    [
        *ORDINARY,
        ("choices", np.int64, (MOST_DRAWS,)),  # the numbers that are drawn, one after another,
        ("bounds", np.int64, (MOST_DRAWS,)),  # each below its bound,
        ("chances", np.float64, (MOST_DRAWS,)),  # and with this chance
        ("known", np.int64),  # how many are written down
        ("drawn", np.int64),  # how many of these have been drawn
    ],
    align=True,
)


class NotListed(Exception):
    """A random number with too many values, or too many random numbers in one step."""


WORDS = "a random word or fraction"
MANY = "more than 128 random numbers in one step"


def is_scripted(stream: Any) -> bool:
    """Whether a stream is a script."""
    return "choices" in stream.dtype.names


def is_script(kind: Any) -> bool:
    """Whether a type of the compiler is that of scripts."""
    return isinstance(kind, types.Record) and "choices" in kind.fields


@jit
def _listed(script: Any, n: int) -> int:
    """The next number of a script, below n."""
    if n <= 1:
        return 0
    k = script.drawn
    if k == MOST_DRAWS:
        raise NotListed(MANY)
    if k == script.known:
        script.known = k + 1
        script.choices[k] = 0
        script.bounds[k] = n
    script.chances[k] = 1.0 / n
    script.drawn = k + 1
    return int(script.choices[k])


@jit
def _tossed(script: Any, chance: float) -> bool:
    """Whether something of this chance happens in a script."""
    if chance <= 0.0 or chance >= 1.0:
        return chance >= 1.0
    happens = _listed(script, 2) == 0
    script.chances[script.drawn - 1] = chance if happens else 1.0 - chance
    return happens


@jit
def _showing(script: Any, dice: int, sides: int) -> int:
    """Return how many of some dice show one of their sides, in a script: a binomial number."""
    if sides <= 1:
        return dice
    shown = _listed(script, dice + 1)
    if dice > 0:
        chance = 1.0
        for k in range(dice):
            if k < shown:
                chance *= (dice - k) / (k + 1) / sides
            else:
                chance *= 1.0 - 1.0 / sides
        script.chances[script.drawn - 1] = chance
    return shown


def listed(stream: Any, n: int) -> int:
    """The next number of a script, 0 .. n - 1; 0 if the stream is none."""
    return _listed(stream, n)


def tossed(stream: Any, chance: float) -> bool:
    """Whether something of this chance happens in a script; False if the stream is none."""
    return _tossed(stream, chance)


def showing(stream: Any, dice: int, sides: int) -> int:
    """Return how many of some dice show one of their sides, in a script; 0 for other streams."""
    return _showing(stream, dice, sides)


# In compiled code.  (Lambdas, because Numba requires both levels to have exactly the same
# arguments, annotations included; an overload that returns None leaves it to the instruction.)
_inline = {"jit_options": {"nogil": True, "error_model": "numpy"}, "inline": "always"}
overload(listed, **_inline)(
    lambda stream, n: (lambda stream, n: _listed(stream, n)) if is_script(stream) else None
)
overload(tossed, **_inline)(
    lambda stream, chance: (
        (lambda stream, chance: _tossed(stream, chance)) if is_script(stream) else None
    )
)
overload(showing, **_inline)(
    lambda stream, dice, sides: (
        (lambda stream, dice, sides: _showing(stream, dice, sides)) if is_script(stream) else None
    )
)


@instruction(is_scripted)
def _is_scripted(typingctx: Any, stream: Any) -> Any:
    return types.boolean(stream), _constant(is_script(stream))


@instruction(listed)
def _none_listed(typingctx: Any, stream: Any, n: Any) -> Any:
    return None if is_script(stream) else (types.int64(stream, n), _constant(0))


@instruction(tossed)
def _none_tossed(typingctx: Any, stream: Any, chance: Any) -> Any:
    return None if is_script(stream) else (types.boolean(stream, chance), _constant(0))


@instruction(showing)
def _none_showing(typingctx: Any, stream: Any, dice: Any, sides: Any) -> Any:
    return None if is_script(stream) else (types.int64(stream, dice, sides), _constant(0))


def _constant(value: int) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_constant(signature.return_type, value)

    return codegen


@jit
def open_script(script: Any) -> None:
    """Write a script of nothing: the first way is that in which every number is 0."""
    script.known = 0
    script.drawn = 0


@jit
def chance_of(script: Any) -> float:
    """The chance of the way that has just been gone."""
    chance = 1.0
    for k in range(script.drawn):
        chance *= script.chances[k]
    return chance


@jit
def advance(script: Any) -> bool:
    """Write down the next way; False if there is none."""
    k = script.drawn - 1
    while k >= 0 and script.choices[k] + 1 == script.bounds[k]:
        k -= 1
    script.drawn = 0
    script.known = k + 1
    if k < 0:
        return False
    script.choices[k] += 1
    return True
