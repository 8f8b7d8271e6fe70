"""Games are compiled in another process from the moment the server starts.

A game takes ten seconds to compile when that is done for the first time on a machine.  So a process
does it for all games, in the order of the first page, while people read that page; what is compiled
is in the cache on disk, from which the server loads it in a moment.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager, suppress

from playout.engine.find.games import find_game
from playout.engine.native import jit
from playout.engine.words.errors import PlayoutError
from playout.questions.review import Job, ask
from playout.runner.processes import Processes, processors
from playout.web.forms import can_be_judged
from playout.web.opponents import STRENGTHS, opponents, table_players
from playout.web.pages.table_view import table_values
from playout.web.settings import Settings
from playout.web.store.setting import Setting, seats_against
from playout.web.store.tables import Table, seated

GOOD, REVIEW = STRENGTHS[1], "review"
KIND = 10  # the "nice" of the process: it takes no time from those who answer


def play_once(name: str, strength: str = "good") -> None:
    """Sit down at a table of a game, and make the first moves: all that is needed is compiled."""
    game = find_game(name)
    options = game.with_options({"players": table_players(game)})
    seats = seats_against(game, int(options["players"]), strength)
    setting = Setting(name, dict(options.needed_options()), tuple(seats), 1)
    table = Table("", setting, seated(setting))
    for order in getattr(game.drawing, "ARRANGEMENTS", ()):
        table_values(table, order)
    while not table.match.is_over and table.turn < 2 * len(seats):
        moves = table_values(table)["moves"]
        if table.waits:
            table.play(moves[0][0])
        else:
            table.step()


def review_once(name: str) -> None:
    """Begin the review of a game, so that one comes at once when people have played."""
    game = find_game(name)
    if can_be_judged(game):
        Job(ask(name, worlds=2, players=table_players(game))).warm()


def _compile(name: str, strength: str) -> None:
    if hasattr(os, "nice"):
        os.nice(max(0, KIND - os.nice(0)))
    if strength == REVIEW:
        review_once(name)
    else:
        play_once(name, strength)


@contextmanager
def warmed(settings: Settings, wanted: bool) -> Iterator[Callable[[], str]]:
    """Within this context another process compiles Playout's games, one after another.

    First each with good opponents, and when all those are ready, reviews, and the others.
    Yields what says how far it is: "3 of 9", and "" when nothing is left.  A user's game is not
    compiled: its file would be run twice.
    """
    names = [name for name, game in settings.games.items() if game.is_ours]
    with ExitStack() as started:
        futures: list[Future[None]] = []
        if wanted and jit.COMPILING and processors() > 1:
            with suppress(PlayoutError):  # no process can be started here
                process = started.enter_context(closing(Processes(1)))
                futures = [process.call(_compile, name, GOOD) for name in names]
                for name in names:
                    process.call(_compile, name, REVIEW)
                for name in names:
                    for strength in opponents(settings.games[name]):
                        if strength != GOOD:
                            process.call(_compile, name, strength)

        def words() -> str:
            ready = sum(one.done() for one in futures)
            return f"{ready} of {len(futures)}" if ready < len(futures) else ""

        yield words
