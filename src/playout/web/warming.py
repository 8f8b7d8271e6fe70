"""Games are compiled in another process from the moment the server starts.

A game takes ten seconds to compile when that is done for the first time on a machine.  So a process
does it for all games, in the order of the first page, while people read that page; what is compiled
is in the cache on disk, from which the server loads it in a moment.  A table that somebody waits
for is compiled at once, the rules by the server itself and the strategies by one more process.  The
first odds, or the first review, of a game wait for that process, in which they are then the next: a
process compiles one thing at a time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace

from playout.engine.find.games import find_game
from playout.engine.game.players import Player
from playout.engine.native import jit
from playout.engine.play.batch import compile_strategy, strategy_signature
from playout.engine.who.opponents import STRENGTHS, opponents, table_players
from playout.engine.who.references import find_player
from playout.engine.words.errors import PlayoutError
from playout.questions.exact_moves import strongest
from playout.questions.review import Job, ask
from playout.runner.processes import Processes, processors
from playout.web.forms import can_be_judged
from playout.web.rehearsal import rehearse
from playout.web.settings import PEOPLE, PERSON, Settings
from playout.web.store.ahead import Ahead, Task
from playout.web.store.setting import Setting, seats_against

GOOD = STRENGTHS[1]
KIND = 10  # the "nice" of the process: it takes no time from those who answer


def play_once(name: str, strength: str) -> None:
    """Sit down at a table of a game, and make the first moves: all that is needed is compiled."""
    game = find_game(name)
    options = game.with_options({"players": table_players(game)})
    seats = seats_against(game, int(options["players"]), strength)
    rehearse(Setting(name, dict(options.needed_options()), tuple(seats), 1), whole=True)


def review_once(name: str) -> None:
    """Begin the review of a game, so that one comes at once when people have played."""
    game = find_game(name)
    if can_be_judged(game):
        players = table_players(game)
        reviewer = strongest(game.with_options({"players": players}))
        asked = ask(name, players=players, reviewer=reviewer)
        if asked.exact is None:
            Job(replace(asked, worlds=2, whole=True)).warm()


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


def _behind(task: Callable[..., None], *words: str) -> None:
    """Do a task with a low priority."""
    if hasattr(os, "nice"):
        os.nice(max(0, KIND - os.nice(0)))
    task(*words)


@contextmanager
def warmed(settings: Settings, wanted: bool) -> Iterator[Ahead]:
    """Within this context another process compiles Playout's games, one after another.

    First each with good opponents, and when all those are ready, reviews, and the others.  A user's
    game is not compiled: its file would be run twice.
    """
    names = [name for name, game in settings.games.items() if game.is_ours]
    process = None
    if wanted and jit.COMPILING and processors() > 1:
        with suppress(PlayoutError):  # no process can be started here
            process = Processes(1)
    if process is None:
        yield Ahead()
        return
    with closing(process):
        yield Ahead(
            process.call,
            [Task(_behind, play_once, name, GOOD) for name in names],
            {name: Task(_behind, review_once, name) for name in names},
            [
                Task(_behind, play_once, name, strength)
                for name in names
                for strength in opponents(settings.games[name])
                if strength != GOOD
            ],
        )
