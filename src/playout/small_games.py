"""Small games, solved exactly: ``playout.solve``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from playout.engine.game.players import StrategyReference
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
