"""The checks of every strategy: each raises Fault if it fails; see testing/games.py."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from playout.engine.chance.rng import SEAT
from playout.engine.find.games import strategies
from playout.engine.find.strategy_files import after_file, file_of
from playout.testing.case import Case, Check, counted, is_same
from playout.testing.report import NoTime, Unchecked
from playout.testing.worlds import hides

LOOKS = 2_000  # positions that a check looks at one by one, at most
PLAIN = (bool, int, float, str, bytes, list, dict, set, tuple, np.ndarray)


def tables(case: Case) -> Iterator[Case]:
    """The case, and the strategy on each seat in turn among players who move at random."""
    yield case
    players, names = int(case.rules["players"]), [one.name for one in strategies(case.game.name)]
    if players == 1 or "random" not in names or "+" in case.strategy:
        return
    for seat in range(players):
        who = ["random"] * players
        who[seat] = case.strategy
        yield replace(case, strategy="+".join(who))


def moves_are_legal(case: Case) -> None:
    """Its moves are whole numbers that the rules allow, in plain Python."""
    for table in tables(case):
        for _ in table.positions(case.watch.many(LOOKS // 4)):
            pass


def many_games(case: Case, positions: int = 1_000_000) -> str:
    """No move in so many positions is illegal, or as many as there is time for."""
    every_table = list(tables(case))
    moves, played = 0.0, 0
    for k, table in enumerate(every_table):
        lengths = [len(match.moves) for match in table.games(10, compiled=True)]
        length = max(1.0, float(np.mean(lengths)))
        first, count, wanted = 0, 16, positions / len(every_table) * (k + 1)
        while moves < wanted and not case.watch.is_late():
            count = max(1, min(count, round((wanted - moves) / length) + 1))
            began = time.perf_counter()
            count = len(table.outcomes(first, count))
            first, moves = first + count, moves + count * length
            count = round(count * min(4.0, 0.3 / max(time.perf_counter() - began, 1e-6))) + 1
        played += first
    if not played:
        raise NoTime("there was no time")
    return f"about {moves:,.0f} positions of {counted(played, 'game')}"


def is_repeated(case: Case, games: int = 8) -> str:
    """It makes the same moves in the same game, whatever it has played before and in what order."""
    values = _kept_values(case)
    played = [list(match.moves) for match in case.games(case.watch.many(games), part=0.5)]
    for number, moves in reversed(list(enumerate(played))):
        match = case.match(number)
        for before in moves:
            if (move := case.step(match)) != before:
                match.undo()
                changed = _changed(case, values)
                case.fault(
                    match,
                    f"strategy '{case.strategy}' chose '{match.format_move(before)}' and, when the "
                    f"same game was played again after others, '{match.format_move(move)}'"
                    f"{f'; it keeps {changed} between games' if changed else ''}",
                )
    changed = _changed(case, values)
    unmoved = f"; {changed} changed, the moves did not" if changed else ""
    return f"{counted(case.watch.games, 'game')}, forwards and backwards{unmoved}"


def _kept_values(case: Case) -> dict[str, Any]:
    """Copies of the values of a strategy's module, closure, defaults and own attributes."""
    function: Any = case.own.strategy.function
    code, cells = getattr(function, "__code__", None), getattr(function, "__closure__", None) or ()
    spaces: dict[str, Mapping[str, Any]] = {
        "": getattr(function, "__globals__", {}),
        f"{getattr(function, '__name__', 'its')}.": getattr(function, "__dict__", {}),
        "the outer ": dict(
            zip(getattr(code, "co_freevars", ()), map(_inside, cells), strict=False)
        ),
        "the default of argument ": dict(
            zip(map(str, range(99)), getattr(function, "__defaults__", None) or (), strict=False)
        ),
    }
    values = {}
    for prefix, space in spaces.items():
        for name, value in list(space.items()):
            if isinstance(value, PLAIN) and not name.startswith("__"):
                with suppress(Exception):
                    values[f"{prefix}{name}"] = copy.deepcopy(value)
    return values


def _inside(cell: Any) -> Any:
    with suppress(ValueError):  # nothing has been put into it yet
        return cell.cell_contents


def _changed(case: Case, old: dict[str, Any]) -> str:
    """The names of the values that have changed since they were copied."""
    values = _kept_values(case).items()
    return ", ".join(name for name, now in values if name not in old or not is_same(old[name], now))


def compiled_is_plain(case: Case, games: int = 3) -> str:
    """Compiled it plays as in plain Python, and a run counts what a single game gives."""
    if not case.game.compiled:
        raise Unchecked("the game is in plain Python")
    if not case.own.strategy.compiled:
        raise Unchecked("the strategy is in plain Python")
    games = case.watch.many(games)
    outcomes = case.outcomes(0, games)
    for number in range(games):
        plain, compiled = case.match(number), case.match(number, compiled=True)
        while not plain.is_over and not case.watch.is_late():
            moves = case.step(plain), case.step(compiled)
            if moves[0] != moves[1]:
                plain.undo()
                one, other = map(plain.format_move, moves)
                case.fault(plain, f"in plain Python it chooses '{one}', compiled '{other}'")
        case.watch.positions += len(plain.moves)
        if plain.state.tobytes() != compiled.state.tobytes():
            case.fault(plain, "compiled and in plain Python the same moves lead to other states")
        case.check_outcome(plain, outcomes[number])
        if case.watch.is_late():
            break
    return f"{case.watch.positions:,} positions of {counted(number + 1, 'game')}"


def writes_notes_alone(case: Case) -> None:
    """It writes into the notes of its view, and nowhere else in it."""
    game = case.game
    match = case.match(compiled=case.is_compiled)
    while not match.is_over and not case.watch.is_late():
        seat, before = match.seat, match.view().copy()
        if game.compiled:
            case.step(match)
            after = match.table.views[seat]
        else:  # it gets a copy, of which its notes alone are taken over
            after = before.copy()
            with suppress(Exception):  # what it raises is found by the next step
                case.own.strategy.function(after, match.streams[SEAT + seat].copy())
            case.step(match)
        case.watch.positions += 1
        names = before.dtype.names if game.compiled else {**vars(before), **vars(after)}
        for name in names:
            if name != "notes" and not is_same(_part(before, name), _part(after, name)):
                match.undo()
                case.fault(
                    match,
                    f"strategy '{case.strategy}' writes into view.{name}; only view.notes is its "
                    "own",
                )


def _part(view: Any, name: str) -> Any:
    """A field of a view; None if there is none."""
    return view[name] if isinstance(view, np.void) else getattr(view, name, None)


def draws_as_promised(case: Case, games: int = 10) -> str:
    """Who is declared to use no chance draws no random number."""
    if case.own.strategy.uses_chance:
        raise Unchecked("it does not promise uses_chance=False")
    for number in range(case.watch.many(games)):
        match = case.match(number, compiled=case.is_compiled)
        before = match.streams[SEAT:].tobytes()
        while not match.is_over:
            case.step(match)
            if match.streams[SEAT:].tobytes() != before:
                case.fault(match, "it is declared with uses_chance=False, but draws")
        if case.watch.is_late():
            break
    return counted(case.watch.games, "game")


def takes_its_parameters(case: Case) -> str:
    """It plays on at both ends of every range that is declared for a parameter."""
    strategy = case.own.strategy
    if not strategy.parameters:
        raise Unchecked("it has no parameters")
    file, parts = file_of(case.strategy), after_file(case.strategy).split(":")
    bare = ":".join([*filter(None, [file]), *(part for part in parts if "=" not in part)])
    free = [name for name in strategy.parameters if name not in strategy.allowed]
    if not strategy.allowed:
        raise Unchecked(f"no range is declared (allowed=) for {', '.join(free)}")
    for name, ends in strategy.allowed.items():
        for value in dict.fromkeys(ends):
            table = replace(case, strategy=f"{bare}:{name}={value:.15g}")
            for _ in table.positions(LOOKS // 20):
                pass
            table.outcomes(0, 20)
    left = f"; {', '.join(free)}: no range is declared (allowed=), so not tried" if free else ""
    return f"{case.watch.amount()}{left}"


def sees_its_view_alone(case: Case) -> str:
    """Check that hidden information changes no move: the strategy gets its view, nothing else."""
    try:
        return hides(case)
    except Unchecked as why:
        raise Unchecked(f"{why}; it gets its view alone, where nothing hidden is") from None


def costs(case: Case, limit: float) -> str:
    """No move takes longer than a limit in seconds; what a move takes on the average."""
    taken: list[float] = []
    for match in case.turns(LOOKS, compiled=case.is_compiled):
        seat = match.seat
        choose: Callable[[Any, Any], int] = match.strategies[seat]
        view, stream = match.view(seat).copy(), match.streams[SEAT + seat].copy()
        if not taken:
            choose(view.copy(), stream.copy())  # the first call loads code
        began = time.perf_counter()
        choose(view, stream)
        taken.append(time.perf_counter() - began)
        if taken[-1] > limit:
            case.fault(match, f"a move took {taken[-1]:.3g} seconds; the limit is {limit:g}")
    if not taken:
        raise Unchecked("there was no move")
    mean, worst = float(np.mean(taken)) * 1e6, max(taken) * 1e6
    case.watch.facts["microseconds of a move"] = {"mean": mean, "worst": worst}
    how = "compiled" if case.is_compiled else "in plain Python"
    return (
        f"a move takes {mean:,.0f} microseconds {how}, at worst {worst:,.0f}; "
        f"{counted(case.watch.games, 'game')}"
    )


CHECKS: dict[str, Check] = {
    "legal moves": moves_are_legal,
    "the same again": is_repeated,
    "compiled is plain": compiled_is_plain,
    "writes notes alone": writes_notes_alone,
    "chance as declared": draws_as_promised,
    "parameters": takes_its_parameters,
    "hidden information": sees_its_view_alone,
}
"""The checks of a strategy, by their names, in their order."""
