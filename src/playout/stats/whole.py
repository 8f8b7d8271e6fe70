"""Arrays of whole numbers that may outgrow 64 bits: sums of large values, and of their squares.

As long as they are small they are int64; else they are Python's whole numbers, which have no
largest, in an array of objects.  Which of the two follows from the numbers alone, so the same sums
are always kept as the same bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]
Exact = npt.NDArray[Any]  # int64, or objects that are whole numbers of Python

BITS = 62  # numbers below 2**BITS are int64, and so is the sum of two of them


def small(numbers: Exact) -> Exact:
    """These numbers as int64 if all are below 2**BITS, or as Python's whole numbers."""
    if not numbers.size:
        return numbers.astype(np.int64)
    fits = numbers.min() > -(2**BITS) and numbers.max() < 2**BITS
    return numbers.astype(np.int64 if fits else object)


def added(one: Exact, other: Exact) -> Exact:
    """The sums of two arrays, of the same shape."""
    return small(one + other if one.dtype == other.dtype else one.astype(object) + other)


def products(values: Counts) -> Exact:
    """The exact sums of products ``values.T @ values``, of up to a million million numbers."""
    most = int(np.abs(values).max(initial=0))
    if most * most * max(1, len(values)) < 2**BITS:
        return values.T @ values
    bits = 20  # of a part: products of two have 40
    parts, rest = list[Counts](), values
    while np.abs(rest).max() >= 2**bits:
        parts.append(rest & (2**bits - 1))
        rest = rest >> bits
    parts.append(rest)
    total: Exact = np.zeros((values.shape[1], values.shape[1]), object)
    for i, one in enumerate(parts):
        for j, other in enumerate(parts):
            total = total + ((one.T @ other).astype(object) << bits * (i + j))
    return small(total)


def to_words(numbers: Exact) -> Counts:
    """The numbers as int64, flat: themselves, or of large ones the low BITS, then the next, ..."""
    flat = numbers.ravel()
    if flat.dtype != object:
        return flat
    planes = []
    while (flat >= 2**BITS).any() or (flat < -(2**BITS)).any():
        planes.append((flat & (2**BITS - 1)).astype(np.int64))
        flat = flat >> BITS
    return np.concatenate([*planes, flat.astype(np.int64)])


def from_words(words: Counts, shape: tuple[int, ...], most: int) -> Exact:
    """The numbers of these words, which may have lost trailing zeros.

    ValueError if there are more than ``most`` words for a number.
    """
    size = int(np.prod(shape))
    planes = max(1, -(-len(words) // max(1, size)))
    if planes > most:
        raise ValueError(f"{len(words)} numbers of {size}")
    whole = np.zeros(planes * size, np.int64)
    whole[: len(words)] = words
    if planes == 1:
        return whole.reshape(shape)
    total: Exact = np.zeros(size, object)
    for plane in whole.reshape(planes, size)[::-1]:
        total = (total << BITS) + plane
    return small(total.reshape(shape))
