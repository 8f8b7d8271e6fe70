"""Which checks there are for a game and for a strategy, and how they are run, one by one."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any

from numba.core.event import install_listener

from playout.engine.find.declarations import load_file
from playout.engine.find.foreign_games import counter_references
from playout.engine.find.games import find_game, strategies
from playout.engine.find.strategy_files import after_file, file_of, path_and_time
from playout.engine.game.game import Game
from playout.engine.native.jit import COMPILING
from playout.engine.who.references import find_allowed_player, find_player
from playout.engine.words.errors import PlayoutError, error_text, file_name
from playout.testing import display as of_display
from playout.testing import environments
from playout.testing import games as of_games
from playout.testing import histories as of_histories
from playout.testing import learners as of_learners
from playout.testing import strategies as of_strategies
from playout.testing import worlds as of_worlds
from playout.testing.case import Case, Check, Watch
from playout.testing.environments import warm
from playout.testing.report import (
    FAILED,
    OK,
    UNCHECKED,
    WARNED,
    Checked,
    Endless,
    Fault,
    Finding,
    NoTime,
    Report,
    Unchecked,
    Warned,
)

POSITIONS = 1_000_000
SECONDS = 60.0
LIMIT = 1.0
LEAST = 0.1  # seconds for each check
GRACE = 0.15  # of the time, at least a second: so much later no check begins
LONGER = 4  # times the time, which is advised where it was too short
WEIGHTS = {"many games": 4, "worlds": 8, "games end": 2}  # when time is shared; of all others 1
Result = tuple[Checked, Finding | None]

# The stages, which need processes with other environments.
INDICES, FAST, PLAIN, AGAIN = "indices", "fast", "plain", "again"


@dataclass(frozen=True)
class Subject:
    """The subject of a check: a game, or a strategy for it."""

    game: str
    strategy: str = ""  # as a user names it; empty: the game itself

    def __str__(self) -> str:
        of = f"strategy '{self.strategy}' for {self.game}"
        return of if self.strategy else f"game '{self.game}'"


@dataclass(frozen=True)
class Asked:
    """The settings of a check."""

    options: Mapping[str, Any] = field(default_factory=dict)  # rules; none: several sets of them
    seed: int = 1
    positions: int = POSITIONS  # in which the moves of a strategy are looked at
    seconds: float = SECONDS  # for all checks together, besides compiling
    limit: float = LIMIT  # seconds that a move may take


def subjects(target: str, names: Sequence[str] = ()) -> list[Subject]:
    """Find the subjects that a user's word names: a game, a file or a part of it, strategies."""
    file = None if counter_references(target) else file_of(target)
    if file is None or (names and load_file(file, *path_and_time(file))[1]):
        game = find_game(target).name
        for name in names:
            find_player(game, name)  # PlayoutError if there is none
        return [Subject(game, name) for name in names] or [Subject(game)]
    wanted = after_file(target)
    declared, games, counters = load_file(file, *path_and_time(file))
    known = {game.name.rpartition(":")[2]: game for game in games}
    found = [Subject(game.name) for name, game in known.items() if wanted in ("", name)]
    name, _, settings = wanted.partition(":")
    for strategy in declared:
        if name.replace("_", "-") in ("", strategy.name.replace("_", "-")):
            is_here = strategy.game in known
            game = known[strategy.game].name if is_here else strategy.game
            reference = strategy.name if is_here else f"{file}:{strategy.name}"
            found.append(Subject(game, f"{reference}:{settings}" if settings else reference))
    if not found:
        has = ", ".join([*known, *(strategy.name for strategy in declared)])
        if not has and counters:
            raise PlayoutError(
                f"{file} declares counters alone: they are checked with a game, as the-game+{file}"
            )
        if not has:
            raise PlayoutError(
                f'{file} declares nothing to check: write @playout.strategy("..."), with the name '
                "of its game, above a function, or @playout.game() above a class"
            )
        raise PlayoutError(f"{file} has no '{wanted}': it has {has}")
    for subject in found:
        if subject.strategy:
            find_player(subject.game, subject.strategy)
    return found


def cases(subject: Subject, asked: Asked, watch: Watch, hooks: Any = None) -> list[Case]:
    """The rules by which a subject is checked, and who plays."""
    game = find_game(subject.game)
    names = [strategy.name for strategy in strategies(game.name)]
    who = subject.strategy or ("random" if "random" in names else game.default_strategy)
    found, refused = [], None
    for options in [dict(asked.options)] if asked.options else _several(game):
        try:
            find_allowed_player(game.with_options(options), who)
        except PlayoutError as error:
            refused = refused or error
            continue
        found.append(Case(game, who, options, asked.seed, hooks, watch))
    if not found and refused:
        raise refused
    return found


def _several(game: Game) -> list[dict[str, Any]]:
    """The usual rules, and those for the fewest and for the most players."""
    players = game.option("players")
    usual = game.with_options({})["players"]
    others = [number for number in (players.low, players.high) if number != usual]
    return [{}, *({"players": number} for number in dict.fromkeys(others))]


def stages(subject: Subject) -> list[tuple[str, ...]]:
    """The stages of a subject, in the processes that run them; the first one is always there."""
    game = find_game(subject.game)
    strategy = find_player(game.name, subject.strategy).strategy if subject.strategy else None
    if not (COMPILING and game.compiled and (strategy is None or strategy.compiled)):
        return [(INDICES, FAST), (AGAIN,)]
    if strategy is None:
        return [(INDICES,), (FAST,), (PLAIN,)]
    return [(INDICES,), (FAST,), *([(AGAIN,)] if strategy.lookup else [])]


def checks(subject: Subject, asked: Asked, stages: Sequence[str]) -> dict[str, Check]:
    """The checks of some stages, by name."""
    every: dict[str, Check] = {}
    if INDICES in stages and subject.strategy:
        every |= of_strategies.CHECKS
    elif INDICES in stages:
        every |= of_games.CHECKS | of_display.CHECKS
        every |= of_worlds.CHECKS | of_histories.CHECKS | of_learners.CHECKS
        if hasattr(find_game(subject.game).rules, "forget"):
            every["forgetting"] = of_games.forgets
    if INDICES in stages:
        every["indices"] = environments.indices
    if FAST in stages and subject.strategy:
        every["cost of a move"] = partial(of_strategies.costs, limit=asked.limit)
        every["many games"] = partial(of_strategies.many_games, positions=asked.positions)
    elif FAST in stages:
        every["speed"] = environments.speed
    if PLAIN in stages:
        every["rules in plain Python"] = environments.plain_rules
    if AGAIN in stages:
        every["another process"] = environments.another_process
    return every


def check_here(subject: Subject, asked: Asked, hooks: Any = None) -> Report:
    """Check a subject in this process."""
    watch = Watch(asked.seconds / SECONDS)
    settings = cases(subject, asked, watch, hooks)
    results = run_checks(checks(subject, asked, (INDICES, FAST)), settings, asked.seconds)
    return collected(subject, results, watch.facts)


def collected(
    subject: Subject,
    results: Iterable[Result],
    facts: dict[str, Any],
    show: Callable[[Checked], None] = lambda checked: None,
) -> Report:
    """The report on what comes of the checks; ``show`` is called with each that is done."""
    began = time.monotonic()
    done: list[Checked] = []
    findings: dict[str, Finding] = {}
    for checked, finding in results:
        if finding is not None:
            findings.setdefault(_kind(finding.sentence), finding)
        if checked not in done:  # as warnings that another process has had, too
            done.append(checked)
            show(checked)
    facts.pop("played", None)
    facts.pop("compiling", None)
    seconds = time.monotonic() - began
    return Report(str(subject), tuple(done), tuple(findings.values()), seconds, facts)


def run_checks(
    named: Mapping[str, Check], settings: Sequence[Case], seconds: float
) -> Iterator[Result]:
    """The results of checks on all settings, each in its share of the time."""
    with (
        install_listener("numba:compile", settings[0].watch.compiling),
        warnings.catch_warnings(record=True) as caught,
    ):
        warnings.simplefilter("default", RuntimeWarning)
        yield from _run_checks(named, settings, seconds)
    if warned := {f"{w.message} (line {w.lineno} of {file_name(w.filename)})" for w in caught}:
        yield Checked("warnings", WARNED, "; ".join(sorted(warned))), None


def _run_checks(
    named: Mapping[str, Check], settings: Sequence[Case], seconds: float
) -> Iterator[Result]:
    watch, known = settings[0].watch, dict[str, str]()
    _warm_up(settings[0])
    end, weights = watch.clock() + seconds, [WEIGHTS.get(name, 1) for name in named]
    is_endless = False
    for done, (name, check) in enumerate(named.items()):
        if is_endless:
            yield Checked(name, UNCHECKED, "games do not end"), None
            continue
        if watch.clock() > end + max(GRACE * seconds, 1.0):
            yield (
                Checked(
                    name, UNCHECKED, f"no time was left; --seconds {LONGER * seconds:.0f}", True
                ),
                None,
            )
            continue
        watch.begin(name)
        left = max(end - watch.clock(), 0.0)
        share = max(left * weights[done] / sum(weights[done:]), LEAST)
        amount, finding = "", None
        try:
            for k, case in enumerate(settings):
                if k and watch.clock() > end:
                    amount = f"{amount}; no time for {_rules_of(case)}"
                    break
                watch.limit(share / (len(settings) - k))
                amount = check(case) or watch.amount()
                share -= min(share, watch.clock() - watch.began)
        except Warned as told:
            yield Checked(name, WARNED, str(told)), None
            continue
        except NoTime as why:
            longer = 10 * ceil(why.times * SECONDS * watch.times / 10)
            advice = f"; --seconds {longer}" if longer else ""
            yield Checked(name, UNCHECKED, f"{why}{advice}", True), None
            continue
        except Unchecked as why:
            yield Checked(name, UNCHECKED, str(why)), None
            continue
        except Exception as error:
            finding, is_endless = _finding(name, case, error), isinstance(error, Endless)
        if finding is None:
            yield Checked(name, OK, amount), None
        elif (same := _kind(finding.sentence)) in known:
            yield Checked(name, FAILED, f"because of the fault in '{known[same]}'"), None
        else:
            known[same] = name
            yield Checked(name, FAILED, ""), finding


def _rules_of(case: Case) -> str:
    """The rules of a case, in a few words."""
    return ", ".join(f"{name} {value}" for name, value in case.options.items()) or "usual rules"


def _kind(sentence: str) -> str:
    """Return the part that two findings of one fault share in different positions."""
    if found := re.match(
        r"strategy '[^']*' (?=(on seat \d+ )?(raised \w+|returned an illegal|chose))", sentence
    ):
        return f"{found[0]}{found[2]}"
    return re.split(r" \(in game |, in game \d", sentence)[0]


def _warm_up(case: Case) -> None:
    """Play a game, so that what is compiled or loaded once is no part of any check."""
    case.watch.begin("first game")
    case.watch.limit(warm(case))
    with suppress(Exception):  # the checks say what is wrong
        for compiled in (False, True):
            *_, match = case.positions(of_games.LOOKS, games=1, compiled=compiled)
        if match.is_over:
            case.outcomes(0, 1)


def _finding(check: str, case: Case, error: Exception) -> Finding:
    """Return the finding of an error that ended a check."""
    if not isinstance(error, Fault) and case.watch.match is not None:
        try:
            case.stopped(case.watch.match, error)
        except Fault as fault:
            error = fault
    if isinstance(error, Fault):
        return Finding(check, error.sentence, error.position, error.command)
    sentence = str(error) if isinstance(error, PlayoutError) else f"raised {error_text(error)}"
    return Finding(check, sentence)
