"""What Playout offers to Python programs about small games: solved exactly, without simulation."""

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
    """Solve a small game exactly: its value and the best moves.

    >>> answer = playout.solve("pig", goal=10)
    >>> round(answer.value, 3)
    0.709

    Every position is visited, with all dice and deals.

    Args:
        strategy: "best" for best play (the default), a strategy, or one of these for each seat,
            such as "best+hold".
        position: The position to start from, as one line of text (default: the deal).
        measure: The measure that best play aims at (default: the game's first).
        states: Maximum number of positions.
        seconds: Time limit in seconds.

    The rule options of the game are keywords, too; ``progress`` is explained in :mod:`playout`.
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

    >>> answer = playout.policy("pig", goal=10)
    >>> answer.is_exact
    True

    Args:
        strategy: "best" for best play (the default), or the strategy whose moves are shown, which
            need not be best; or one of these for each seat.
        down: The field of a position for the rows, such as "scores.0" or "scores.0=0..90:10".
        across: The field for the columns, written in the same way.
        threshold: The field for the cells: each shows the value from which another move is best.
        where: Show only positions with these values: a text such as "player=0", a list or a dict.
        show: "move" for the best move, "value" for what it is worth.
        position: The position to start from, as one line of text (default: the deal).
        measure: The measure that best play aims at (default: the game's first).
        states: Maximum number of positions.
        seconds: Time limit in seconds.

    Without ``down``, ``across`` and ``threshold`` the game's own table is shown.  If the game has
    none, the fields that vary are used, if they are at most two.  The rule options of the game are
    keywords, too; ``progress`` is explained in :mod:`playout`.
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
