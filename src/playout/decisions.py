"""What Playout offers to Python programs about decisions: odds, reviews of games, mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from playout.engine.game.players import StrategyReference
from playout.questions import mistakes as _mistakes
from playout.questions import odds as _odds
from playout.questions import review as _review
from playout.questions.answers import answered, ask
from playout.questions.review import several as _several
from playout.report.progress import Progress

if TYPE_CHECKING:
    from playout.engine.match.match import Match
    from playout.keywords import OneEach

File = str | Path
Names = str | Iterable[str]


def odds(
    game: str,
    *,
    position: str | None = None,
    game_number: int | str | None = None,
    turn: int | str | None = None,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    measure: str | None = None,
    precision: float | str | None = None,
    games: int | str | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _odds.Answer:
    """Estimate the winning chance in a position, and after each legal move.

    >>> answer = playout.odds("pig", position="scores=80,90 turn_total=10", strategy="optimal")
    >>> answer.best
    'roll'

    The hidden cards are dealt anew many times, from what the seat to move can know.  In each of
    these simulated deals every legal move is tried, and the strategy plays on to the end.  In a
    game that hides nothing, the simulated continuations differ in the dice and cards to come.

    Args:
        position: The position, as one line of text: ``match.position``.
        game_number: Take the position from this game of the ``seed`` instead (from 0).
        turn: Number of moves to make first in that game.
        strategy: Used to reach the position and to finish the game (default: the game's default).
        measure: The measure that says what a move is worth (default: the game's first).
        precision: Play until the chance, and the values of the moves that may be best, are this
            precise: 0.01 or "1%" is ± one percentage point.  For other measures 0.01 is an absolute
            number, and "1%" a part of the value.
        games: Number of simulated deals; with a ``precision``, the maximum.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_odds.Answer, locals())


def review(
    game: str | Match | None = None,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    seats: str | Sequence[StrategyReference] | None = None,
    moves: File | Sequence[int | str] | None = None,
    position: str | None = None,
    run: File | None = None,
    trust: Names = (),
    row: int | str | None = None,
    game_number: int | str | None = None,
    reviewer: StrategyReference | None = None,
    measure: str | None = None,
    worlds: int | str | None = None,
    seat: int | str | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _review.Answer:
    """Find the moves of a game that mattered, and tell skill from luck.

    >>> answer = playout.review("pig", strategy="random", players=2, goal=20, worlds=200)
    >>> answer.complete
    True

    At each decision the hidden cards are dealt anew ``worlds`` times, from what the seat to move
    can know.  In each of these simulated deals every legal move is tried, and the reviewer plays on
    to the end on every seat.

    Args:
        game: The name of a game, or a :class:`Match` that is over.
        strategy: Who played: one strategy for all seats, or one for each seat.
        seats: The line-up of a run, whose strategies move on by one seat every game.
        moves: The moves of another game from the same deal: a list, or a file with one move per
            line or with the output of ``playout replay --json``.
        position: The position in which that game began, as one line of text (default: the deal).
        run: The file of a saved run; one of its games is reviewed.
        trust: Files and packages that this run may execute, as in :func:`resume`.
        row: The row of that run, from 1.
        game_number: The number of the game in its run, from 0.
        reviewer: The strategy that judges the moves (default: best play where it is known, else
            the base strategy of ``search``).
        measure: The measure that says what a move is worth (default: the game's first).
        worlds: Simulated deals per decision (default: 2000; none where the game knows the exact
            values).
        seat: Judge only the decisions of this seat, from 0.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_review.Answer, locals())


def reviews(
    games: Sequence[Match | File] | File,
    *,
    game: str | None = None,
    reviewer: StrategyReference | None = None,
    measure: str | None = None,
    worlds: int | str | None = None,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
) -> _several.Answer:
    """Find out who played better in several games of the same players, with luck taken out.

    >>> games = [playout.Match("pig", strategy="hold+random", seed=seed) for seed in range(3)]
    >>> for match in games:
    ...     _ = list(match.run())
    >>> [row["player"] for row in playout.reviews(games)]
    ['hold', 'random']

    Every game is reviewed as in :func:`review`.

    Args:
        games: Two games or more: each a :class:`Match` that is over, or a file with one game or a
            list of games, as ``playout replay --json`` prints them and the browser saves them.
        game: The game of the files, if it is not an installed one.
        reviewer: The strategy that judges the moves (default: best play where it is known, else
            the base strategy of ``search``).
        measure: The measure that says what a move is worth (default: the game's first).
        worlds: Simulated deals per decision (default: 200; none where the game knows the exact
            values).

    Players are known by the names in a file, else by their strategies, else by their seats.  Other
    keywords: ``workers``, ``save`` and ``progress`` (see :mod:`playout`).
    """
    asked = _several.ask(games, game=game, reviewer=reviewer, measure=measure, worlds=worlds)
    return answered(_several.Job(asked), _several.Answer, workers, save, progress)


def mistakes(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    reviewer: StrategyReference | None = None,
    measure: str | None = None,
    seat: int | str | None = None,
    games: int | str | None = 200,
    worlds: int | str | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _mistakes.Answer:
    """Find the decisions that cost a strategy its games, by phase of the game and by kind of move.

    >>> answer = playout.mistakes("pig", strategy="random", goal=20, games=20, worlds=50)
    >>> answer.complete
    True

    Every decision is judged as in :func:`review`.

    Args:
        strategy: The strategy whose games are judged; one for all seats, or one for each seat.
        reviewer: The strategy that judges the moves (default: best play where it is known, else the
            base strategy of ``search``).
        measure: The measure that says what a move is worth (default: the game's first).
        seat: Judge only the decisions of this seat, from 0.
        games: Number of games to judge, 2 to 40,000.
        worlds: Simulated deals per decision (default: 100; none where the game knows the exact
            values).  Then the answer also has the result without luck, in its table "luck".

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_mistakes.Answer, locals())
