"""Games are compiled before somebody waits for them, in as many processes as there are cores."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import chain, zip_longest

from playout.engine.find.games import find_game, game_names
from playout.engine.native import code_cache, jit
from playout.engine.words.errors import PlayoutError
from playout.engine.words.resources import processors
from playout.engine.words.spelling import joined
from playout.preparation.parts import Part, compile_part, parts_of
from playout.report.progress import Progress, Screen, Steps, duration, screen
from playout.runner.processes import Processes


@dataclass(frozen=True)
class Warmed:
    """What :func:`warm` has compiled, and how long that took."""

    games: tuple[str, ...]  # the names of the games that were not compiled yet
    known: tuple[str, ...]  # of those that were
    seconds: float

    def __str__(self) -> str:
        if not self.games:
            return f"There was nothing to compile: {_named(self.known)} already compiled."
        before = f"; {_named(self.known)} already compiled" if self.known else ""
        titles = _titles(self.games)
        return f"Compiled {titles} in {duration(self.seconds)}{before}."

    __repr__ = __str__


def warm(*games: str, progress: Progress | Screen | None = None) -> Warmed:
    """Compile all that people commonly ask about games, so that no first answer waits for it.

    >>> warmed = playout.warm("pig")
    >>> "pig" in (*warmed.games, *warmed.known)
    True

    Args:
        games: Names of games of Playout (default: all of them).  A game of yours is compiled when
            it is first used.
        progress: As everywhere: True shows progress, False hides it.

    As many processes as there are cores compile.  What they have compiled is kept if you stop them.
    A second call has nothing to do, until Playout, Numba or the processor changes.  PlayoutError if
    a game is unknown or not Playout's, or if a process ends before its work is done.
    """
    names = tuple(dict.fromkeys(games or (name for name in game_names() if _is_ours(name))))
    for name in names:
        if not _is_ours(name):
            raise PlayoutError(
                f"{name}: only games of Playout are compiled ahead; this one is compiled when you "
                "first use it"
            )
    new = tuple(name for name in names if not code_cache.is_marked(name))
    known, began = tuple(name for name in names if name not in new), time.perf_counter()
    if new and not jit.COMPILING:
        raise PlayoutError("NUMBA_DISABLE_JIT is set, so nothing is compiled: unset it first")
    if new:
        parts = _in_turns([parts_of(name) for name in new])
        with screen(progress)() as watch:
            left = {name: sum(part.game == name for part in parts) for name in new}
            for done, part in enumerate(_compiled(parts), 1):
                left[part.game] -= 1
                if not left[part.game]:
                    code_cache.mark(part.game)
                if watch is not None:
                    watch(Steps(done, len(parts), f"compiled {done} of {len(parts)} parts"))
    return Warmed(new, known, time.perf_counter() - began)


def _compiled(parts: Sequence[Part]) -> Iterator[Part]:
    """Compile parts in other processes, if there can be any; yield each when it is ready."""
    pool = None
    if processors() > 1:
        with suppress(PlayoutError):  # no process can be started here
            pool = Processes(min(processors(), len(parts)))
    if pool is None:
        for part in parts:
            compile_part(part)
            yield part
        return
    with closing(pool), _ended_early():
        waiting: dict[Future[None], Part] = {pool.call(compile_part, part): part for part in parts}
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                future.result()
                yield waiting.pop(future)


@contextmanager
def _ended_early() -> Iterator[None]:
    try:
        yield
    except BrokenExecutor as error:
        raise PlayoutError(
            "a process that compiles ended before its work was done, perhaps because memory ran "
            "out; what is compiled is kept, so ask again"
        ) from error


def _in_turns(games: Sequence[Sequence[Part]]) -> list[Part]:
    """Return the first part of each game, then the second, ...: processes seldom meet in a game."""
    return [part for part in chain.from_iterable(zip_longest(*games)) if part is not None]


def _is_ours(name: str) -> bool:
    return find_game(name).is_ours


def _titles(names: Sequence[str]) -> str:
    titles = [find_game(name).title for name in names]
    return joined(titles, "and") if len(titles) < 4 else f"{len(titles)} games"


def _named(names: Sequence[str]) -> str:
    return f"{_titles(names)} {'is' if len(names) == 1 else 'are'}"
