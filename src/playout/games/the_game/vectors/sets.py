"""The cards that are not known to be laid in each of 64 games: sets of sixteen bytes."""

from __future__ import annotations

from typing import Any

from playout.engine.native.jit import jit
from playout.engine.vectors.vectors import load, one_bit, ones, where


@jit
def byte_of(low: int, high: int, k: int) -> int:
    """Eight of the 128 bits of a set."""
    return (high if k >= 8 else low) >> (k % 8 * 8) & 0xFF


@jit
def is_not_laid(block: Any, card: Any) -> Any:
    """Whether a number, 0..127, is a card that is not known to be laid."""
    return ~((chosen(block.not_laid, card) & one_bit(card)) == 0)


@jit
def rank_of(block: Any, card: Any) -> Any:
    """How many cards that are not known to be laid are below a number, 0..127."""
    below = chosen(block.not_laid, card) & (one_bit(card) - 1)
    return chosen(block.before, card) + ones(below)


@jit
def chosen(rows: Any, card: Any) -> Any:
    """Of sixteen rows the one with the byte in which a number 0..127 is: a tree of choices."""
    by_8, by_16 = (card & 8) == 8, (card & 16) == 16
    by_32, by_64 = (card & 32) == 32, (card & 64) == 64
    return where(
        by_64,
        where(by_32, of_four(rows, 12, by_8, by_16), of_four(rows, 8, by_8, by_16)),
        where(by_32, of_four(rows, 4, by_8, by_16), of_four(rows, 0, by_8, by_16)),
    )


@jit
def of_four(rows: Any, k: int, second: Any, later: Any) -> Any:
    """One of four rows from row k on."""
    return where(
        later,
        where(second, load(rows, k + 3), load(rows, k + 2)),
        where(second, load(rows, k + 1), load(rows, k)),
    )
