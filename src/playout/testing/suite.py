"""Which checks there are for a game and for a strategy, and how they are run, one by one."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import count
from typing import Any

from numba.core import event

from playout.engine.find.declarations import load_file
from playout.engine.find.games import find_game, strategies
from playout.engine.find.strategy_files import file_of, path_and_time
from playout.engine.game.game import Game
from playout.engine.match.match import Match
from playout.engine.native.code_cache import CHECKED
from playout.engine.native.jit import COMPILING
from playout.engine.play.batch import play_batch
from playout.engine.play.lookup import looked_up
from playout.engine.who.references import find_checked, find_player
from playout.engine.words.errors import PlayoutError, error_text, file_name
from playout.testing import display as of_display
from playout.testing import games as of_games
from playout.testing import strategies as of_strategies
from playout.testing import worlds as of_worlds
from playout.testing.case import Case, Watch, counted
from playout.testing.report import (
    FAILED,
    OK,
    UNCHECKED,
    Checked,
    Endless,
    Fault,
    Finding,
    Unchecked,
)

POSITIONS = 1_000_000
SECONDS = 60.0
LIMIT = 1.0
LEAST = 0.1  # seconds for each check
WARM = 5.0  # seconds for what comes before the checks
WEIGHTS = {"many games": 4, "worlds": 3, "games end": 2}  # when time is shared; of all others 1
Check = Callable[[Case], str]

# The processes in which checks run, one after the other.
INDICES, FAST, PLAIN, AGAIN = "indices", "fast", "plain", "again"
RECORDED = 3  # games that one process plays for others to play again


@dataclass(frozen=True)
class Subject:
    """What is checked: a game, or a strategy for it."""

    game: str
    strategy: str = ""  # as a user names it; empty: the game itself

    def __str__(self) -> str:
        return (
            f"strategy '{self.strategy}' for {self.game}"
            if self.strategy
            else f"game '{self.game}'"
        )


@dataclass(frozen=True)
class Asked:
    """How a check is asked for."""

    options: Mapping[str, Any] = field(default_factory=dict)  # rules; none: several sets of them
    seed: int = 1
    positions: int = POSITIONS  # in which the moves of a strategy are looked at
    seconds: float = SECONDS  # for all checks together, besides compiling
    limit: float = LIMIT  # seconds that a move may take


def subjects(target: str, names: Sequence[str] = ()) -> list[Subject]:
    """What a word of a user names: a game; a file, or one thing in it; strategies of a game."""
    file = file_of(target)
    if file is None or (names and load_file(file, *path_and_time(file))[1]):
        game = find_game(target).name
        return [Subject(game, name) for name in names] or [Subject(game)]
    wanted = target.strip().partition(":")[2]
    declared, games = load_file(file, *path_and_time(file))
    known = {game.name.rpartition(":")[2]: game for game in games}
    found = [Subject(game.name) for name, game in known.items() if wanted in ("", name)]
    for one in declared:
        if wanted.split(":")[0].replace("_", "-") in ("", one.name.replace("_", "-")):
            game = known[one.game].name if one.game in known else one.game
            own = one.name if one.game in known else f"{file}:{one.name}"
            settings = wanted.partition(":")[2]
            found.append(Subject(game, f"{own}:{settings}" if settings else own))
    if not found:
        has = ", ".join([*known, *(one.name for one in declared)])
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
    names = [one.name for one in strategies(game.name)]
    who = subject.strategy or ("random" if "random" in names else game.default_strategy)
    found, refused = [], None
    for options in [dict(asked.options)] if asked.options else _several(game):
        try:
            find_checked(game.with_options(options), who)
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


def is_compiled(subject: Subject) -> bool:
    """Whether anything of a subject is compiled."""
    game = find_game(subject.game)
    own = not subject.strategy or find_player(game.name, subject.strategy).strategy.compiled
    return COMPILING and game.compiled and own


def checks(subject: Subject, asked: Asked, stage: str | None = None) -> dict[str, Check]:
    """The checks of a stage, by name; without one, all that can run in one process."""
    of_indices = (
        of_strategies.CHECKS
        if subject.strategy
        else {**of_games.CHECKS, **of_display.CHECKS, **of_worlds.CHECKS}
    )
    fast: dict[str, Check] = {"speed": speed}
    if subject.strategy:
        many = partial(of_strategies.many_games, positions=asked.positions)
        fast = {
            "cost of a move": partial(of_strategies.costs, limit=asked.limit),
            "many games": many,
        }
    every: dict[str, Check] = {}
    if stage in (None, INDICES):
        every |= {**of_indices, "indices": indices}
    if stage in (None, FAST):
        every |= fast
    if stage == PLAIN:
        every |= {"rules in plain Python": plain_rules}
    if stage == AGAIN:
        every |= {"another process": another_process}
    return every


def following(subject: Subject) -> list[str]:
    """The stages that follow the first one, which is enough for most of what is not compiled."""
    game, every = find_game(subject.game), [FAST] if is_compiled(subject) else []
    if is_compiled(subject) and not subject.strategy:
        return [*every, PLAIN]
    has_table = subject.strategy and find_player(game.name, subject.strategy).strategy.lookup
    return [*every, AGAIN] if has_table or not every else every


def indices(case: Case) -> str:
    """Compiled code reads and writes within its arrays."""
    if not case.is_compiled:
        raise Unchecked("plain Python checks every index itself")
    if not CHECKED:
        raise Unchecked("this process does not check indices (NUMBA_BOUNDSCHECK=1)")
    each, number = list(of_strategies.tables(case)), 50
    for first in count(0, number):
        for table in each:
            table.outcomes(first, number)
            case.watch.games += number
            if case.watch.is_late():
                return f"{counted(case.watch.games, 'game')} with every index checked"
        if case.watch.games >= 10_000:
            break
    return f"{counted(case.watch.games, 'game')} with every index checked"


def speed(case: Case) -> str:
    """How many games a second one processor plays."""
    rate, moves = _rate(case)
    lines = case.watch.facts.setdefault("games a second", {})
    lines[_told(case)] = rate
    first = next(iter(lines.values()))
    return f"{first:,.0f} games a second, {first * moves:,.0f} moves, on one processor"


def _told(case: Case) -> str:
    return f"{case.rules['players']} players"


def _rate(case: Case, seconds: float = 0.5) -> tuple[float, float]:
    """Games a second, and moves of a game."""
    match = case.match(0, compiled=True)
    while not match.is_over:
        case.step(match)
        if len(match.moves) > of_games.LONGEST:
            raise Unchecked("a game does not end")
    number, taken, rate = 1, 0.0, 0.0
    while taken < seconds and not (taken and case.watch.is_late()):
        began = time.perf_counter()
        case.outcomes(0, number)
        taken = max(time.perf_counter() - began, 1e-9)
        rate = number / taken
        number = min(number * 4, round(rate * seconds) + 1)
    return rate, len(match.moves)


def plain_rules(case: Case) -> str:
    """Compiled rules play as in plain Python: for a process in which nothing is compiled."""
    for options, number, moves, columns, _ in case.watch.facts.get("played", []):
        if options != dict(case.options):
            continue
        match = case.match(number)
        for move in moves:
            if match.is_over or not match.is_legal(move):
                case.fault(match, f"compiled rules allow move {move}, in plain Python they do not")
            match.play(move)
            case.watch.positions += 1
            if case.watch.is_late():
                return case.watch.seen()
        if not match.is_over or match.columns() != columns:
            told = f"compiled a game gives {columns}, in plain Python {match.columns()}"
            case.fault(match, told)
    if not case.watch.games:
        raise Unchecked("there was no time")
    began, number = time.perf_counter(), 0
    while time.perf_counter() - began < 0.3 and not case.watch.is_late():
        play_batch(case.rules, case.players, case.seed, number, 1, compiled=False)
        number += 1
    rate = number / (time.perf_counter() - began)
    return f"{case.watch.seen()}; {rate:,.0f} games a second"


def record(settings: Sequence[Case]) -> None:
    """Play some games for other processes to play again."""
    for case in settings:
        case.watch.limit(WARM)
        for number, match in enumerate(case.games(RECORDED, compiled=True)):
            if not match.is_over:
                break
            tables = [digest_of_table(match, seat) for seat in range(len(match.players))]
            case.watch.facts.setdefault("played", []).append(
                [dict(case.options), number, match.moves, match.columns(), tables]
            )


def digest_of_table(match: Match, seat: int) -> str:
    """A digest of the lookup table of who sits on a seat."""
    return sha256(looked_up(match.view(seat)).tobytes()).hexdigest()


def another_process(case: Case) -> str:
    """The same games are played in another process, where hash() gives other numbers."""
    for options, number, moves, columns, tables in case.watch.facts.get("played", []):
        if options != dict(case.options):
            continue
        match = case.match(number, compiled=True)
        for seat, table in enumerate(tables):
            if digest_of_table(match, seat) != table:
                who = match.players[seat].reference
                case.fault(match, f"the lookup table of strategy '{who}' {ANOTHER}")
        for move in moves:
            if match.is_over or case.step(match) != move:
                case.fault(match, f"the game {ANOTHER}")
        if match.columns() != columns:
            case.fault(match, f"the outcome {ANOTHER}")
        case.watch.positions += len(moves)
    if not case.watch.games:
        raise Unchecked("there was no time")
    return case.watch.seen()


ANOTHER = (
    "is another one in another process: so is the order of a set of texts, what hash() gives, "
    "a clock, and chance that no seed reaches"
)


def run_checks(
    each: Mapping[str, Check], settings: Sequence[Case], seconds: float
) -> Iterator[tuple[Checked, Finding | None]]:
    """Run checks on all settings, each in its share of the time; what came of each."""
    event.register("numba:compile", settings[0].watch.compiling)
    with warnings_kept() as warned:
        yield from _run_checks(each, settings, seconds)
    event.unregister("numba:compile", settings[0].watch.compiling)
    if warned:
        yield Checked("warnings", OK, "; ".join(sorted(warned))), None


@contextmanager
def warnings_kept() -> Iterator[set[str]]:
    """The warnings of code that runs within this context, as of a division by zero."""
    warned = set[str]()

    def keep(message: object, category: object, filename: str, lineno: int, *rest: object) -> None:
        warned.add(f"{message} (line {lineno} of {file_name(filename)})")

    with warnings.catch_warnings():
        warnings.simplefilter("default", RuntimeWarning)
        warnings.showwarning = keep  # type: ignore[assignment]  # the rest says where to write
        yield warned


def _run_checks(
    each: Mapping[str, Check], settings: Sequence[Case], seconds: float
) -> Iterator[tuple[Checked, Finding | None]]:
    watch, known = settings[0].watch, dict[str, str]()
    _warm_up(settings[0])
    end, weights = watch.clock() + seconds, [WEIGHTS.get(name, 1) for name in each]
    is_endless = False
    for done, (name, check) in enumerate(each.items()):
        if is_endless:
            yield Checked(name, UNCHECKED, "games do not end"), None
            continue
        watch.begin(name)
        left = max(end - watch.clock(), 0.0)
        share = max(left * weights[done] / sum(weights[done:]), LEAST)
        told, finding = "", None
        try:
            for k, case in enumerate(settings):
                watch.limit(share / (len(settings) - k))
                told = check(case)
                share -= min(share, watch.clock() - watch.began)
        except Unchecked as why:
            yield Checked(name, UNCHECKED, str(why)), None
            continue
        except (Exception, Endless) as error:
            finding, is_endless = _finding(name, case, error), isinstance(error, Endless)
        if finding is None:
            yield Checked(name, OK, told), None
        elif (same := _kind(finding.sentence)) in known:
            yield Checked(name, FAILED, f"for what '{known[same]}' found"), None
        else:
            known[same] = name
            yield Checked(name, FAILED, ""), finding


def _kind(sentence: str) -> str:
    """What is the same in two findings of one fault in different positions."""
    if found := re.match(
        r"strategy '[^']*' (?=(on seat \d+ )?(raised \w+|returned an illegal|chose))", sentence
    ):
        return f"{found[0]}{found[2]}"
    return sentence.partition(" (in game ")[0]


def _warm_up(case: Case) -> None:
    """Play a game, so that what is compiled or loaded once is no part of any check."""
    case.watch.begin("first game")
    case.watch.limit(WARM)
    with suppress(Exception):  # the checks say what is wrong
        for compiled in (False, True):
            *_, match = case.positions(of_games.LOOKS, games=1, compiled=compiled)
        if match.is_over:
            case.outcomes(0, 1)


def _finding(check: str, case: Case, error: BaseException) -> Finding:
    """What is found by an error that ended a check."""
    fault = error
    if (
        not isinstance(fault, Fault)
        and case.watch.match is not None
        and isinstance(error, Exception)
    ):
        try:
            case.stopped(case.watch.match, error)
        except Fault as told:
            fault = told
    if not isinstance(fault, Fault):
        fault = Fault(
            str(error) if isinstance(error, PlayoutError) else f"raised {error_text(error)}"
        )
    return Finding(check, fault.sentence, fault.position, fault.command)
