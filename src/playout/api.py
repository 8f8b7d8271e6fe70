"""What Playout offers to Python programs and notebooks: one function for each question.

The arguments that all of them share are explained in the docstring of :mod:`playout`.  Questions
about decisions are in :mod:`playout.decisions`, questions about small games that are solved exactly
in :mod:`playout.solutions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from playout.engine.game.players import StrategyReference
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import (
    read_count,
    read_path,
    read_seed,
)
from playout.engine.words.spelling import as_typed
from playout.lists import find_study
from playout.questions import KINDS
from playout.questions import compare as _compare
from playout.questions import course as _course
from playout.questions import luck as _luck
from playout.questions import rare as _rare
from playout.questions import runs as _runs
from playout.questions import tournament as _tournament
from playout.questions.answers import ask, load_study
from playout.questions.forecast import Forecast
from playout.questions.forecast import forecast as _forecast
from playout.questions.parameter_tables import TABLES
from playout.questions.parameters import SEED
from playout.report.answer import Answer
from playout.report.progress import Progress, screen
from playout.runner.workers import workers_of

if TYPE_CHECKING:
    from playout.keywords import OneEach, Several

File = str | Path


def run(
    game: str,
    *,
    games: int | str | None = None,
    precision: float | str | None = None,
    max_games: int | str | None = None,
    measure: str | None = None,
    seats: str | Iterable[StrategyReference | Sequence[StrategyReference]] | None = None,
    knock_out: StrategyReference | Iterable[StrategyReference] | None = None,
    seed: int | None = 1,
    rotate: bool = True,
    by: str = "strategy",
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[Several],
) -> _runs.Answer:
    """Play many games and summarize the results.

    >>> answer = playout.run("pig", strategy=["hold", "random"], goal=50, games=1_000)
    >>> [row["strategy"] for row in answer]
    ['hold', 'random']

    Several values of ``strategy`` or of a rule option, in a list or as a text such as "1..3,5",
    give one row for each combination.  All rows play the same deals.

    Args:
        games: Games per row (default: 10,000).
        precision: Play instead until the interval of the ``measure`` is this narrow: 0.002 is ±
            0.002, "5%" is ± 5 % of the estimate.  The intervals are anytime-valid.
        max_games: Maximum number of games per row with a ``precision``.
        measure: The measure that ``precision`` refers to (default: the game's first).
        seats: A line-up, with one strategy per seat, instead of ``strategy``; or a list of
            line-ups, one row or more for each.
        rotate: Whether the strategies of ``seats`` move on by one seat every game.
        knock_out: Changes to try one at a time, such as ``["jump=0", "greedy"]``.  Each adds a row;
            ``answer.effects()`` shows what each change does.
        by: Rows per "strategy" or per "seat", where each seat has a result of its own.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_runs.Answer, locals())


def compare(
    game: str,
    *,
    a: StrategyReference | Sequence[StrategyReference] | None = None,
    b: StrategyReference | Sequence[StrategyReference] | None = None,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    a_rules: str | Mapping[str, object] | None = None,
    b_rules: str | Mapping[str, object] | None = None,
    measure: str | None = None,
    margin: float | str | None = None,
    error: float | str | None = 0.05,
    max_games: int | str | None = 1_000_000,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _compare.Answer:
    """Decide which of two strategies, or of two sets of rules, is better.

    >>> answer = playout.compare("pig", a="hold", b="random", goal=50)
    >>> answer.verdict
    'A better'

    Both sides play the same deals until the difference is clear.  Where every seat has its own
    result, both sides sit at one table: A on half of the seats, then on the other half of the same
    deal.

    Args:
        a: The strategy of side A.
        b: The strategy of side B.
        strategy: One strategy for both sides, to compare rules.
        a_rules: Rule options of side A only, as a dict or as "min_cards=1,hints=marks".
        b_rules: Rule options of side B only.
        measure: The measure to compare (default: the game's first).
        margin: A difference too small to matter (default: 0.005 for rates and shares, none for
            means).
        error: Maximum chance of a wrong verdict.
        max_games: Maximum number of deals, each played twice; the verdict is then "undecided".

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_compare.Answer, locals())


def tournament(
    game: str,
    *,
    strategies: StrategyReference | Iterable[StrategyReference] | None = "all",
    games: int | str | None = 10_000,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _tournament.Answer:
    """Rank strategies that play against each other at mixed tables.

    >>> answer = playout.tournament("pig", strategies=["random", "hold"], players=2, goal=50)
    >>> answer.names
    ['hold', 'random']

    The design is balanced: every set of different strategies plays together equally often, with
    every strategy on every seat.  With fewer strategies than seats, each gets the same number of
    seats.  In a game whose players are one team, each strategy plays with each, and with its own
    kind: who plays well with whom?

    Args:
        strategies: The names of the strategies, or "all".
        games: Total number of games at all tables.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_tournament.Answer, locals())


def luck(
    game: str,
    *,
    strategies: StrategyReference | Iterable[StrategyReference],
    games: int | str | None = 10_000,
    repeats: int | str | None = 2,
    measure: str | None = None,
    against: StrategyReference | None = None,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _luck.Answer:
    """Split the variance of a result into deal, strategy, their interaction, and the rest.

    >>> answer = playout.luck("pig", strategies=["random", "hold"], players=1, measure="turns")
    >>> 0 < answer.skill.estimate < 1
    True

    Every strategy plays every deal ``repeats`` times, with its own random choices.  If players are
    rivals, the strategy has one seat, which moves from deal to deal.

    Args:
        strategies: Two or more strategies.
        games: Number of deals.
        repeats: Times that each strategy plays each deal; at least 2.
        measure: The measure whose variance is split (default: the game's first).
        against: The strategy on all other seats, if players are rivals (default: the game's
            default).

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_luck.Answer, locals())


def rare(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    measure: str | None = None,
    particles: int | str | None = 10_000,
    repeats: int | str | None = 30,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _rare.Answer:
    """Estimate a chance that is too small to be found by playing single games.

    >>> answer = playout.rare("the-game", strategy="random", players=1, high=20, particles=500)
    >>> 0 < answer.low < answer.estimate < answer.high
    True

    It uses multilevel splitting: games that come closer to the event are copied and played on.  The
    time grows with ``particles`` times ``repeats``.

    Args:
        measure: The rare event: one of the game's rates (default: the first).
        particles: Games played side by side in each replication, 10 to 100,000.  Use more if no
            game reaches the event.
        repeats: Number of independent replications, 10 to 1,000,000.  They give the interval.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_rare.Answer, locals())


def course(
    game: str,
    *,
    strategy: StrategyReference | Sequence[StrategyReference] | None = None,
    measure: str | None = None,
    by: str = "turn",
    steps: int | str | None = 100,
    games: int | str | None = 10_000,
    seed: int | None = 1,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
    **options: Unpack[OneEach],
) -> _course.Answer:
    """Show how a measure develops during a game.

    >>> answer = playout.course("pig", measure="points", goal=50, games=500)
    >>> answer.kind
    'course'

    After each step the answer has the mean over all games, with its interval, and the number of
    games that are still running.  Where each seat has a value, it also has ``lead``, how far the
    leader is ahead, and ``lead_changes``.

    Args:
        measure: The measure to follow (default: the game's first one that is a mean).
        by: The unit of a step: "turn", "round", "move", or a measure that counts something.
        steps: Maximum number of steps to show, 1 to 1,000.  Games are still played to the end.
        games: Number of games.

    Other keywords: the rule options of the game, and ``seed``, ``workers``, ``save`` and
    ``progress`` (see :mod:`playout`).
    """
    return ask(_course.Answer, locals())


# ------------------------------------------------------------------ studies


def run_study(
    name_or_file: File,
    *,
    games: int | str | None = None,
    seed: int | None = None,
    workers: object = None,
    save: File | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Run a study: one that comes with Playout, by name, or one of your own, by its TOML file.

    Args:
        name_or_file: A name that :func:`list_studies` shows, or the path of a file.
        games: Games per row, instead of the number in the study; random boards of a map of Hex.
        seed: Seed, instead of the one in the study.
        save: FOLDER/NAME.run.  Each run of the study is saved in a file that begins with this name.

    ``workers`` and ``progress`` are explained in :mod:`playout`.
    """
    from playout.report.study import play_study

    shown, kept = screen(progress), None if save is None else read_path(save, "save")
    with shown():
        study = load_study(find_study(name_or_file)).changed(
            None if games is None else read_count(games), None if seed is None else read_seed(seed)
        )
    with workers_of(workers) as pool:
        return play_study(study, pool, kept, shown)


def forecast(question: str, game: str, *, workers: object = None, **asked: Any) -> Forecast:
    """Estimate how many games a question needs, and how long it takes.

    >>> expected = playout.forecast("run", "pig", games=500, goal=50)
    >>> expected.games
    500

    A trial of about two seconds is played, and nothing of it is saved.

    Args:
        question: "run", "compare", "tournament", "luck", "rare", "odds", "review" or "mistakes".
        game: The name of the game.
        workers: As in :mod:`playout`.
        **asked: The keywords of the function of that name.
    """
    plays = [one for one in TABLES.values() if one.of_a_game and SEED in one.parameters]
    known = [table.kind for table in plays]
    if question not in known:
        raise PlayoutError(f"{as_typed('question', question)}: {suggest(question, known)}")
    module: Any = import_module(KINDS[question])
    return _forecast(module.Job(module.ask(game, **asked)), workers)
