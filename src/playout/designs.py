"""Questions of those who design a game: what it is like, and which rules make it what they want.

The arguments that all questions share are explained in the docstring of :mod:`playout`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from playout.engine.game.players import StrategyReference
from playout.engine.words.reading import read_path
from playout.questions import describe as _describe
from playout.questions import gate as _gate
from playout.questions import tune as _tune
from playout.questions.answers import answered, ask
from playout.questions.forecast import read_budget, within
from playout.report.progress import Progress

if TYPE_CHECKING:
    from playout.keywords import OneEach

File = str | Path


def describe(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    levels: StrategyReference | Iterable[StrategyReference] | None = None,
    knock_out: StrategyReference | Iterable[StrategyReference] | None = None,
    games: int | str | None = None,
    seconds: float | str | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _describe.Answer:
    """Describe a game on one page: length, choices, skill and luck, and the effect of each rule.

    >>> answer = playout.describe("pig", goal=50, games=500)
    >>> 0 < answer.value("forced").estimate < 1
    True

    Args:
        levels: Strategies to compare, from weak to strong (default: the game's own list); "none"
            skips this part.
        knock_out: Rule changes to try one at a time, such as ``["goal=50"]`` (default: each option
            one step up and down); "none" skips this part.
        games: Games for each part (default: 10,000, or 500 for a game in plain Python).
        seconds: A time budget instead of ``games``; a short trial finds the number of games.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    given = locals()
    budget = read_budget(given.pop("seconds"), games)
    return ask(_describe.Answer, given, lambda asked: within(_describe.Job, asked, budget, workers))


def tune(
    game: str,
    *,
    vary: Mapping[str, object] | str | Iterable[str] | None = None,
    targets: str | Iterable[str] | None = None,
    maximize: str | None = None,
    minimize: str | None = None,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    error: float | str | None = 0.05,
    max_games: int | str | None = None,
    seconds: float | str | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _tune.Answer:
    """Find the rules that make a game what you want.

    >>> answer = playout.tune("pig", vary={"goal": [20, 100]}, targets="seats=equal±5")
    >>> answer.chosen
    {'goal': 100}

    Every combination of the values plays the same deals until it is clear whether it meets all
    targets.  The chosen one and its neighbours then play fresh games: the best of many looks better
    than it is.

    Args:
        vary: The rule options that may change, each with its values: ``{"hand": [5, 6, 7]}``,
            ``{"hand": "5..7"}`` or ``"hand=5..7"``.  The name "strategy" varies who plays.
        targets: What you want, one text or several: ``"win=50%±2"``, ``"win(careful)>=40%"``,
            ``"win(careful)-win(random)>=20%"``, ``"seats=equal±1"``, ``"turns(median)=20..30"`` or
            ``"chance(points>=100)<=10%"``.  "weight 2" at the end counts a miss twice.
        maximize: A measure that should be as high as possible, as before the sign of a target.
        minimize: A measure that should be as low as possible.
        strategy: Who plays where a target names nobody (default: the game's default strategy).
            "hold:at={15..30}" tries several values of a parameter.
        error: Maximum chance that anything said of any setting is wrong.
        max_games: Maximum number of games of each setting (default: 100,000; fewer for a game in
            plain Python).
        seconds: A time budget instead of ``max_games``; a short trial finds the number of games.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    given = locals()
    budget = read_budget(given.pop("seconds"), max_games, "max_games")
    return ask(_tune.Answer, given, lambda asked: within(_tune.Job, asked, budget, workers))


def gate(
    game: str | Path,
    *,
    expect: str | Mapping[str, object] | Iterable[str | Mapping[str, object]] | None = None,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    error: float | str | None = 0.01,
    max_games: int | str | None = 100_000,
    record: bool = False,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _gate.Answer:
    """Check that a game or a strategy still does what you expect.

    >>> answer = playout.gate("pig", expect=["turns=15..40", "seats=equal±8"])
    >>> answer.result, answer.passed
    ('passed', True)

    Each expectation is played until it has passed or failed, or until ``max_games``.

    Args:
        game: A game; or a file, such as "balance.toml", which names the game and says everything.
        expect: What you expect: targets such as ``"win(careful)=40..60%"``, or dicts such as
            ``{"measure": "win", "of": "new.py:mine", "not_worse_than": "old.py:mine"}``.
        strategy: Who plays where an expectation names nobody (default: the game's default
            strategy).
        error: Maximum chance that an expectation wrongly passes or fails.
        max_games: Maximum number of games of each expectation.
        record: Play all games of the expectations that name a file of recorded games, and keep
            them in ``save``, which is such a file.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    if expect is None and str(game).endswith(".toml"):
        asked = _gate.load(Path(game)).asked(record)
    else:
        words = {"expect": expect, "strategy": strategy, "error": error, "max_games": max_games}
        asked = _gate.ask(str(game), record=record, seed=seed, **words, **options)
    if record and save is not None:
        return _gate.record(_gate.Job(asked), read_path(save, "save"), workers, progress)
    return answered(_gate.Job(asked), _gate.Answer, workers, save, progress)
