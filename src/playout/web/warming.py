"""Games are compiled in other processes from the moment the server starts.

A game takes seconds to compile when that is done for the first time on a machine.  So a process for
each core does it for all games, in the order of the first page, while people read that page; what
is compiled is in the cache on disk, from which the server loads it in a moment.  A table that
somebody waits for is compiled at once, the rules by the server itself and the strategies by one
more process.  The first odds, or the first review, of a game wait for those processes, in which
they are then the next: a process compiles one thing at a time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace

from playout.engine.find.games import find_game
from playout.engine.game.players import Player
from playout.engine.native import jit
from playout.engine.native.code_cache import is_marked
from playout.engine.play.batch import compile_strategy, strategy_signature
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.engine.words.resources import processors
from playout.preparation.parts import Part, compile_part, question_parts, table_parts
from playout.runner.processes import Processes
from playout.web.rehearsal import rehearse
from playout.web.settings import PEOPLE, PERSON, Settings
from playout.web.store.ahead import Ahead, Task
from playout.web.store.setting import Setting

KIND = 10  # the "nice" of the process: it takes no time from those who answer


def prepare(setting: Setting) -> None:
    """Compile all that a table needs: its strategies in another process, if they are new."""
    with ExitStack() as started:
        if processors() > 1 and jit.COMPILING and any(map(_is_new, _players(setting))):
            with suppress(PlayoutError):  # no process can be started here
                process = started.enter_context(closing(Processes(1)))
                process.call(compile_players, setting)
            rehearse(replace(setting, seats=(PERSON,) * len(setting.seats)))
        rehearse(setting)


def compile_players(setting: Setting) -> None:
    """Compile the strategies of a table."""
    for player in _players(setting):
        if player.strategy.compiled:
            compile_strategy(find_game(setting.game), player.strategy)


def _players(setting: Setting) -> list[Player]:
    """Those at a table who are not people."""
    names = dict.fromkeys(who for who in setting.seats if who not in PEOPLE)
    return [find_player(setting.game, name) for name in names]


def _is_new(player: Player) -> bool:
    wanted = strategy_signature(find_game(player.strategy.game)).args
    return player.strategy.compiled and not jit.is_cached(player.strategy.function, wanted)


def _behind(*parts: Part) -> None:
    """Compile parts of a game with a low priority."""
    if hasattr(os, "nice"):
        os.nice(max(0, KIND - os.nice(0)))
    for part in parts:
        compile_part(part)


@contextmanager
def warmed(settings: Settings, wanted: bool) -> Iterator[Ahead]:
    """Within this context other processes compile Playout's games, one after another.

    First each with good opponents, and when all those are ready, its odds and its review, and the
    other opponents.  Games that ``playout warm`` has compiled need nothing.  A user's game is not
    compiled: its file would be run twice.
    """
    names = [name for name, game in settings.games.items() if game.is_ours]
    pool = None
    if wanted and jit.COMPILING and processors() > 1:
        with suppress(PlayoutError):  # no process can be started here
            pool = Processes(processors())
    if pool is None:
        yield Ahead()
        return
    new = [name for name in names if not is_marked(name)]
    tables = {name: table_parts(name) for name in new}
    with closing(pool):
        yield Ahead(
            pool.call,
            [Task(_behind, tables[name][0]) for name in new],
            {name: Task(_behind, *question_parts(name)) for name in new},
            [Task(_behind, part) for name in new for part in tables[name][1:]],
            at_once=processors(),
        )
