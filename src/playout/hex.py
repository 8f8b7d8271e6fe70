"""Random-turn Hex: which cells decide, and how an optimally played game goes.

>>> import playout
>>> answer = playout.hex.criticality(3, 3, boards=100_000, seed=1)
>>> answer.best
'b2'
>>> round(answer.expected_pivotals, 1)
1.9
"""

from __future__ import annotations

from pathlib import Path

from playout.engine.words.errors import PlayoutError
from playout.games.hex.compound import CompoundGame
from playout.games.hex.display.notation import Position, format_stones, parse_stones
from playout.games.hex.maps import METHODS
from playout.questions.answers import answered
from playout.questions.hex import compound as _compound
from playout.questions.hex import maps as _maps
from playout.questions.hex.compound import Answer as Compound
from playout.questions.hex.maps import Answer as CriticalityMap
from playout.questions.hex.maps.asked import EXACT
from playout.questions.hex.maps.found import exact
from playout.questions.hex.positions import Walk, load_stones, save_stones, walk
from playout.report.progress import Progress

__all__ = [
    "Compound",
    "CompoundGame",
    "CriticalityMap",
    "Walk",
    "compound",
    "criticality",
    "format_stones",
    "load_stones",
    "parse_stones",
    "save_stones",
    "walk",
]


def __dir__() -> list[str]:
    return __all__


def criticality(
    rows: int | None = None,
    cols: int | None = None,
    *,
    boards: int | str | None = None,
    p: float | str = 0.5,
    method: str = METHODS[0],
    confidence: float | str | None = None,
    stones: Position | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> CriticalityMap:
    """On how many random fillings each free cell is pivotal.

    ``rows`` and ``cols`` (default: 11 rows, as many columns) may be left out if there are
    ``stones``: int8[rows, cols] with 0 free, 1 and 2, or the text of a position.  ``p`` is the
    chance that a free cell is player 1's.  ``method``: ``flood`` (many boards at once), ``gale``
    (two walks a board), ``flip`` (one walk more than there are cells): the same counts, at very
    different speeds; or ``exact``, all fillings of at most 25 free cells, which takes no ``boards``
    and no ``seed``.  ``boards`` (default: 10 million) may be written "10M".  With a ``confidence``
    (0.5 to below 1, as 0.99) these are the most, and the map ends as soon as one cell, or cells
    equal by symmetry, are clearly the most pivotal, which is wrong with a chance of 1 - confidence
    at most (`playout.games.hex.race`).  The counts depend on
    ``seed`` (None draws a fresh one), not on ``workers``: a number of threads (default: all
    processors), "processes:4", a cluster, and so on as of `playout.run`.  ``save`` names a file
    that keeps the counts; if it is there, the map goes on.
    Raises PlayoutError with one sentence for whatever cannot be done.
    """
    asked = _maps.ask(
        rows,
        cols,
        boards=boards,
        p=p,
        method=method,
        confidence=confidence,
        stones=stones,
        seed=seed,
    )
    if asked.method != EXACT:
        return answered(_maps.Job(asked), CriticalityMap, workers, save, progress)
    for name, given in (("workers", workers), ("save", save)):
        if given is not None:
            raise PlayoutError(
                f"{name} = {given}: method {EXACT} counts everything at once, so there is nothing "
                "to share out or to keep; only the other methods take it"
            )
    return CriticalityMap(exact(asked))


def compound(
    rows: int | None = None,
    cols: int | None = None,
    *,
    games: int | str | None = 1_000,
    boards: int | str | None = 10_000,
    p: float | str = 0.5,
    confidence: float | str | None = None,
    stones: Position | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
) -> Compound:
    """Play compound games, which is optimal random-turn Hex as far as samples of ``boards`` tell.

    Sizes, ``stones``, ``p``, ``seed``, ``workers`` and ``save`` as for :func:`criticality`; ``p``
    is also the chance that the coin gives a stone to player 1.  With a ``confidence`` (0.5 .. 1,
    as 0.99) sampling for a move stops as soon as one cell is clearly the most pivotal, which is
    wrong with a chance of 1 - confidence at most: see `playout.games.hex.race`.  Raises
    PlayoutError for whatever cannot be done.
    """
    asked = _compound.ask(
        rows,
        cols,
        games=games,
        boards=boards,
        p=p,
        confidence=confidence,
        stones=stones,
        seed=seed,
    )
    return answered(_compound.Job(asked), Compound, workers, save, progress)
