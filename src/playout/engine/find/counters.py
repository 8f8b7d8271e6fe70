"""Counters by name: ``the-game+mine.py:tricks_laid`` is The Game with a counter of a file."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, TypeVar, overload

from playout.engine.find.declarations import (
    COUNTERS,
    DECLARATIONS,
    check_name,
    declare_once,
    is_same,
    load_file,
)
from playout.engine.find.foreign_games import counter_references
from playout.engine.find.strategy_files import after_file, file_of, path_and_time
from playout.engine.game.counters import ARGUMENTS, Counter, counting_rules
from playout.engine.game.game import Game, Rules
from playout.engine.game.plain_counters import Counting
from playout.engine.game.protocols import plain
from playout.engine.words.errors import PlayoutError, file_name, suggest
from playout.engine.words.reading import brief, check_text, read_flag

F = TypeVar("F", bound=Callable[..., Any])
Better = Literal["", "lowest", "highest"]


@overload
def counter(function: F, /) -> F: ...
@overload
def counter(
    *,
    name: str | None = None,
    per_seat: bool = False,
    most: int | Callable[[Rules], int] | None = None,
    better: Better = "",
) -> Callable[[F], F]: ...
def counter(
    function: F | None = None,
    /,
    *,
    name: str | None = None,
    per_seat: bool = False,
    most: int | Callable[[Rules], int] | None = None,
    better: Better = "",
) -> F | Callable[[F], F]:
    """Declare a function as a counter: your own measure of an existing game.

    The function is called after every move and returns what this move adds: a whole number, or True
    for one.  The sum over a game is the measure.  Its description is the first line of the
    docstring.

    Args:
        function: A function of any of these arguments, in any order: ``before`` and ``after``, the
            state before and after the move; ``move``; the ``seat`` that made it; ``rules``; and
            ``notes``, the memory of that seat's strategy.
        name: The name of the measure (default: the name of the function).
        per_seat: Whether each seat has its own sum.
        most: The most that a game can give, a number or a function of the rules.  Comparisons,
            precision and odds need it.
        better: "lowest" or "highest", if players want one of them.

    To count it, add its file or name to the name of a game: ``the-game+mine.py:tricks_laid``, or
    ``the-game+tricks_laid`` in the program that declares it.
    """

    def declare(function: F) -> F:
        made = _made(function, name, per_seat, most, better)
        declare_once(("counter", made.name), f"counter '{made.name}'")
        before = COUNTERS.get(made.name)
        if before is not None and not is_same(before.function, function):
            raise PlayoutError(f"there is already a {before.words}; choose another name")
        COUNTERS[made.name] = made
        return function

    return declare if function is None else declare(function)


DECLARATIONS["counter"] = counter


def _made(function: Any, name: Any, per_seat: Any, most: Any, better: Any) -> Counter:
    """Return a checked counter."""
    code = getattr(plain(function), "__code__", None)
    if isinstance(function, str):
        raise PlayoutError(
            f"@playout.counter names no game; use its counter as {brief(function)}+FILE.py:NAME"
        )
    if code is None:
        raise PlayoutError(
            f"@playout.counter belongs above a plain function, not {brief(repr(function))}"
        )
    own = function.__name__ if name is None else name
    check_name("counter", own)
    where = f"counter '{own}' (line {_line(function)} of {file_name(code.co_filename)})"
    parameters = inspect.signature(plain(function)).parameters.values()
    takes = tuple(one.name for one in parameters)
    kinds = {one.kind for one in parameters} - {inspect.Parameter.POSITIONAL_OR_KEYWORD}
    unknown = next((one for one in takes if one not in ARGUMENTS), "")
    if unknown or kinds or not takes:
        wrong = f"there is no '{unknown}' that it could get" if unknown else "it names nothing"
        raise PlayoutError(f"{where}: {wrong}; its arguments must be among {', '.join(ARGUMENTS)}")
    if better not in ("", "lowest", "highest"):
        raise PlayoutError(f"{where}: better = {brief(repr(better))}: must be lowest or highest")
    is_number = isinstance(most, int) and not isinstance(most, bool) and most > 0
    if not (most is None or callable(most) or is_number):
        raise PlayoutError(
            f"{where}: most = {brief(repr(most))}: must be a whole number from 1 on, or a function "
            "of the rules"
        )
    help = (inspect.getdoc(function) or own.replace("_", " ")).split("\n", 1)[0]
    check_text(f"{where}: the first line of its docstring", help)
    flag = read_flag(per_seat, "per_seat")
    help = help[:1].lower() + help[1:].rstrip(".")
    return Counter(
        own, function, help, flag, most, better, takes, code.co_filename, _line(function)
    )


def _line(function: Any) -> int:
    """Return the line of a function's def, below its decorators."""
    code = plain(function).__code__
    try:
        lines, first = inspect.getsourcelines(code)
    except OSError:
        return int(code.co_firstlineno)
    below = next((k for k, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    return int(first) + below


def counting_game(game: Game, name: str) -> Game:
    """Return a game with the counters that its name ends with: ``+mine.py:tricks_laid``."""
    home = file_of(game.name)  # of a game in a file, whose counters need no file in their names
    found = [one for part in counter_references(name) for one in _counters(part, home)]
    whole = game.name + "".join(f"+{reference}" for reference, _ in found)
    return _counting(game, tuple(counter for _, counter in found), whole)


@cache
def _counting(game: Game, counters: tuple[Counter, ...], name: str) -> Game:
    """Return a game that also counts.

    PlayoutError for a counter with the name of a measure, or one that no table can show.
    """
    own = dict[str, Counter]()
    for one in counters:
        if one.name in own or any(one.name == measure.name for measure in game.measures):
            raise PlayoutError(
                f"{one.words}: {game.name} already has a measure with this name; choose another "
                "one with @playout.counter(name=...)"
            )
        own[one.name] = one

    def exact_moves(view: Any, rules: Any, players: Any, measure: Any) -> Any:
        """The game's own, of its own measures."""
        known = None if measure.name in own else game.exact_moves
        return known and known(view, rules, players, measure)

    make: Any = counting_rules if game.compiled else Counting
    rules = make(game, counters, name)
    names = ", ".join(own).replace("_", " ")
    try:
        return replace(
            game,
            name=name,
            summary=f"{game.summary.rstrip('.')}; counts {names}.",
            measures=(*game.measures, *(one.measure for one in counters)),
            rules=rules,
            vectors=None,  # they know nothing of counters
            exact_moves=game.exact_moves and exact_moves,
            forget_keeps=(),  # only counts are forgotten: a counter may look at everything else
            built_on=(*game.built_on, *dict.fromkeys(map(_code, counters))),
            uncounted=game,
            counters=counters,
        )
    except PlayoutError as error:
        places = ", ".join(one.words for one in counters)
        raise PlayoutError(f"{error}; its counter is in {places}") from None


def _counters(reference: str, home: str | None) -> list[tuple[str, Counter]]:
    """Return counters with their references: all of a file, or one."""
    file = file_of(reference)
    if (
        file is None
        and home is not None
        and (reference in _of_file(home) or reference not in COUNTERS)
    ):
        file = home
    if file is None:
        if reference not in COUNTERS:
            here = f"known: {', '.join(sorted(COUNTERS))}" if COUNTERS else "none is declared here"
            raise PlayoutError(
                f"there is no counter '{brief(reference)}': {here}; for a counter in a file, write "
                f"the-game+mine.py:{brief(reference)}"
            )
        return [(reference, COUNTERS[reference])]
    wanted = after_file(reference) if file_of(reference) else reference
    known = _of_file(file)
    if not known:
        raise PlayoutError(f"{file} declares no counter: write @playout.counter above a function")
    if wanted and wanted not in known:
        raise PlayoutError(f"{file} has no counter '{brief(wanted)}': {suggest(wanted, known)}")
    names = [wanted] if wanted else list(known)
    return [(f"{file}:{one}", known[one]) for one in names]


def _of_file(file: str) -> dict[str, Counter]:
    """Return the counters of a file by their names."""
    return {one.name: one for one in load_file(file, *path_and_time(file)).counters}


def _code(counter: Counter) -> str:
    """Return a digest of the code of a counter: its file, or itself if it has none."""
    path, code = Path(counter.file), plain(counter.function).__code__
    text = path.read_bytes() if path.is_file() else code.co_code + repr(code.co_consts).encode()
    return f"{file_name(counter.file)} {blake2b(text, digest_size=16).hexdigest()}"
