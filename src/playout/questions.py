"""What Playout offers to Python programs and notebooks: other questions than runs.

Tournaments, comparisons, what is skill and what luck, and chances too small to be seen.  Who plays
(``threads``, ``processes``, ``cluster``, ``executor``) and ``save`` are as of ``playout.run``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from playout.engine.errors import PlayoutError
from playout.engine.registry import find_game, split_seats
from playout.report.compared import ComparisonResult
from playout.report.luck import Luck
from playout.report.rare import Rare
from playout.report.standings import Standings
from playout.study.compare import ComparisonRun
from playout.study.comparison import (
    ERROR,
    MOST_DEALS,
    Comparison,
    plan_comparison,
    read_rules,
)
from playout.study.durable import play_saved
from playout.study.executors import workers_of
from playout.study.jobs import Progress
from playout.study.luck import LuckRun, Replays, plan_luck
from playout.study.spec import (
    read_count,
    read_seed,
)
from playout.study.splitting import Question, ask, split
from playout.study.tournament import Tournament, TournamentRun, plan_tournament


def _path(save: str | Path | None) -> Path | None:
    return None if save is None else Path(save)


def make_tournament(
    game: str,
    *,
    strategies: str | Iterable[str] = "all",
    games: int | str = 10_000,
    seed: int = 1,
    **options: Any,
) -> Tournament:
    """A checked tournament from keywords."""
    if not isinstance(strategies, Iterable):
        raise PlayoutError(f"strategies = {strategies!r}: names, or all, are needed")
    names = split_seats(strategies if isinstance(strategies, str) else list(strategies))
    return plan_tournament(game, names, read_count(games), read_seed(seed), options)


def tournament(
    game: str,
    *,
    strategies: str | Iterable[str] = "all",
    games: int | str = 10_000,
    seed: int = 1,
    threads: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Standings:
    """Let strategies play each other at mixed tables.

    ``tournament("mexican-train", strategies=["sequence", "random"], players=4, games="20k")``:
    ``strategies`` are names, or "all"; ``games`` are those of all tables together; every rule
    option is a keyword.  The design is balanced (study/tournament.py): every set of different
    strategies sits together equally often, everybody on every seat; with fewer strategies than
    seats, each has as many seats as the others.  Raises PlayoutError for what cannot be played.
    """
    asked = make_tournament(game, strategies=strategies, games=games, seed=seed, **options)
    with workers_of(threads, processes, cluster, executor) as workers:
        return Standings(play_saved(TournamentRun(asked), workers, _path(save), progress=progress))


def make_luck(
    game: str,
    *,
    strategies: str | Iterable[str],
    games: int | str = 10_000,
    repeats: int = 2,
    measure: str | None = None,
    against: str | None = None,
    seed: int = 1,
    **options: Any,
) -> Replays:
    """Checked replays of the same deals by several strategies, from keywords."""
    if not isinstance(strategies, Iterable):
        raise PlayoutError(f"strategies = {strategies!r}: names, or all, are needed")
    for name, value in (("measure", measure), ("against", against)):
        if not (value is None or isinstance(value, str)):
            raise PlayoutError(f"{name} = {value!r}: a name is needed")
    return plan_luck(
        game,
        split_seats(strategies if isinstance(strategies, str) else list(strategies)),
        deals=read_count(games),
        repeats=repeats,
        measure=measure,
        against=against,
        seed=read_seed(seed),
        options=options,
    )


def luck(
    game: str,
    *,
    strategies: str | Iterable[str],
    games: int | str = 10_000,
    repeats: int = 2,
    measure: str | None = None,
    against: str | None = None,
    seed: int = 1,
    threads: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Luck:
    """Say how much of an outcome is the deal, the strategy, both together, and the rest.

    ``luck("the-game", strategies=["greedy", "careful"], players=2, measure="cards_left")`` plays
    ``games`` deals; every strategy plays each of them ``repeats`` times (at least 2), with random
    streams of its own.  Where players are rivals, a strategy has one seat, moving from deal to
    deal, and ``against`` (default: the game's default strategy) all others.  ``measure`` defaults
    to the game's first.  Every rule option is a keyword.  The parts and their estimators are those
    of stats/components.py.  Raises PlayoutError for what cannot be played.
    """
    asked = make_luck(
        game,
        strategies=strategies,
        games=games,
        repeats=repeats,
        measure=measure,
        against=against,
        seed=seed,
        **options,
    )
    with workers_of(threads, processes, cluster, executor) as workers:
        return Luck(play_saved(LuckRun(asked), workers, _path(save), progress=progress))


def make_comparison(
    game: str,
    *,
    a: str | None = None,
    b: str | None = None,
    a_rules: str | Mapping[str, object] | None = None,
    b_rules: str | Mapping[str, object] | None = None,
    measure: str = "",
    margin: float | str | None = None,
    error: float | str = ERROR,
    max_games: int | str = MOST_DEALS,
    seed: int = 1,
    strategy: str | None = None,
    **options: Any,
) -> Comparison:
    """A checked comparison from keywords; ``strategy`` is that of a side that has none."""
    usual = strategy or find_game(game).default_strategy
    if strategy is None and (a is None) != (b is None):
        raise PlayoutError(
            f"{'b' if b is None else 'a'}: the other side has a strategy, so this one needs one too"
        )
    sides = {"a_rules": read_rules(a_rules), "b_rules": read_rules(b_rules)}
    for name, rules in sides.items():
        for option in rules:
            if option in options:
                raise PlayoutError(f"{option} is in {name}, and given for both; it can be only one")
    for_a, for_b = ({**options, **rules} for rules in sides.values())
    return plan_comparison(
        game,
        (a or usual, b or usual),
        (for_a, for_b),
        measure=measure,
        margin=margin,
        error=error,
        max_games=read_count(max_games, "max_games"),
        seed=read_seed(seed),
    )


def compare(
    game: str,
    *,
    a: str | None = None,
    b: str | None = None,
    threads: int | None = None,
    processes: int | None = None,
    cluster: str | None = None,
    executor: Executor | None = None,
    save: str | Path | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> ComparisonResult:
    """Play the same deals with two sides until it is known which is better.

    ``compare("the-game", a="careful", b="chains:extra=3", players=3)`` compares strategies, and
    ``compare("the-game", strategy="careful", a_rules="min_cards=1", b_rules="min_cards=2")`` rules;
    other rule options are keywords and hold for both.  ``measure`` is the game's first if nothing
    is said; ``margin`` is a difference that does not matter (rates and shares: 0.005; means: none);
    ``error`` bounds the chance of a wrong verdict; after ``max_games`` deals, each played twice,
    the verdict is "undecided".  Measures that every seat has are compared at one table, A on half
    of the seats and then on the other half with the same deal.  Raises PlayoutError for what
    cannot be compared.
    """
    asked = make_comparison(game, a=a, b=b, **options)
    with workers_of(threads, processes, cluster, executor) as workers:
        found = play_saved(ComparisonRun(asked), workers, _path(save), progress=progress)
    return ComparisonResult(found)


def make_question(
    game: str,
    *,
    strategy: str | None = None,
    measure: str = "win",
    particles: int | str = 10_000,
    repeats: int | str = 30,
    seed: int = 1,
    **options: Any,
) -> Question:
    """A checked question about a rare event from keywords."""
    effort = (read_count(particles, "particles"), read_count(repeats, "repeats"))
    return ask(game, strategy, measure, effort, read_seed(seed), options)


def rare(
    game: str,
    *,
    strategy: str | None = None,
    measure: str = "win",
    particles: int | str = 10_000,
    repeats: int | str = 30,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Rare:
    """Find a chance that is too small to be seen in the games one can play.

    ``rare("the-game", strategy="random", players=1)``: multilevel splitting
    (study/splitting.py).  ``measure`` is a rate of the game; ``particles`` (10 to 100,000) games
    are played at once in each of ``repeats`` (10 to 1,000,000) independent replications; every rule
    option is a keyword.  Time grows with particles times repeats; a replication needs enough
    particles for some of them to get there, and the interval enough replications to compare.  The
    numbers depend on ``seed``, not on ``threads``.  Raises PlayoutError for what cannot be played.
    """
    asked = make_question(
        game,
        strategy=strategy,
        measure=measure,
        particles=particles,
        repeats=repeats,
        seed=seed,
        **options,
    )
    return Rare(split(asked, threads=threads, progress=progress))
