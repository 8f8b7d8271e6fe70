"""What Playout offers to Python programs about small games, solved exactly: nothing is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Unpack

from playout.engine.game.players import StrategyReference
from playout.questions import policy as _policy
from playout.questions import solve as _solve
from playout.report.progress import Progress, screen

if TYPE_CHECKING:
    from playout.keywords import OneEach


def solve(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    position: str | None = None,
    measure: str | None = None,
    states: int | str | None = 5_000_000,
    seconds: float | str | None = 600,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _solve.Answer:
    """Solve a small game exactly: what it is worth, and which moves are best.

    ``solve("pig", goal=20)`` is about two players who play as well as can be, and
    ``solve("pig", strategy="hold")`` about two of a strategy, with what each gives away;
    ``strategy="best+hold"`` puts ``best`` on one seat.  Every position is gone through, with all
    dice and deals, from the deal on or from a ``position``: at most so many ``states`` in so many
    ``seconds``.  ``measure`` defaults to the game's first; every rule option is a keyword.
    """
    asked = _solve.ask(
        game,
        strategy=strategy,
        position=position,
        measure=measure,
        states=states,
        seconds=seconds,
        **options,
    )
    with screen(progress)():
        return _solve.Answer(_solve.find(asked))


def policy(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    down: str | None = None,
    across: str | None = None,
    threshold: str | None = None,
    where: str | Sequence[str] | Mapping[str, object] = (),
    show: str = "move",
    position: str | None = None,
    measure: str | None = None,
    states: int | str | None = 5_000_000,
    seconds: float | str | None = 600,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _policy.Answer:
    """Make a table of best play: the best move in each position of a small game.

    ``policy("pig", goal=20)`` says from which turn total on to hold, by both scores.  ``down`` and
    ``across`` name fields of positions, as ``scores.0`` or ``scores.0=0..90:10``; ``threshold`` is
    one of which each cell says from which value on another move is best; ``where``, a text, a list
    of them or a dict, fixes others.  A game that does not say what its table looks like has its
    fields found by themselves if no more than two differ.  ``show="value"`` has what the best move
    is worth in the cells.  The game is solved exactly, as by :func:`solve`; with a strategy for
    every seat the table says what these do, which need not be best.
    """
    asked = _policy.ask(
        game,
        strategy=strategy,
        down=down,
        across=across,
        threshold=threshold,
        where=where,
        show=show,
        position=position,
        measure=measure,
        states=states,
        seconds=seconds,
        **options,
    )
    with screen(progress)():
        return _policy.Answer(_policy.find(asked))
