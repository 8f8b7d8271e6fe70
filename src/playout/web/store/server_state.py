"""The state of a server: its settings, tables and runs, and what it computes at the moment."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from threading import BoundedSemaphore, Lock, Thread
from typing import Annotated

from fastapi import Depends, Request

from playout.engine.words.errors import PlayoutError
from playout.web.settings import Settings
from playout.web.store.ahead import Ahead
from playout.web.store.computations import MOST_RUNNING, Computation
from playout.web.store.presence import Presence
from playout.web.store.runs import Run, Runs
from playout.web.store.setting import Setting
from playout.web.store.table_files import Tables
from playout.web.store.tables import Table

LAST = 2.0  # seconds that computations may take to end when the server is stopped
MOST_THINKING = 12  # requests at once in which strategies think; others are answered meanwhile


class ServerState:
    """The state of a server between requests."""

    def __init__(
        self,
        settings: Settings,
        ahead: Ahead | None = None,
        rehearse: Callable[[Setting], None] = lambda setting: None,
    ) -> None:
        self.settings, self.ahead = settings, ahead or Ahead()
        self.tables = Tables(settings, rehearse)
        self.present = Presence()
        self._going_on: Thread | None = None
        self._is_closed = False
        self._watched: list[Computation] = []
        self._lock = Lock()
        self._thinking = BoundedSemaphore(MOST_THINKING)
        self.runs = Runs(settings, self.watched)

    def watched(self, computation: Computation) -> Computation:
        """Register a computation and return it; PlayoutError if too many are running."""
        computation.ahead = self.ahead
        with self._lock:
            self._watched = [one for one in self._watched if one.is_running or not one.is_left]
            if computation in self._watched:
                return computation
            if len(self._watched) >= MOST_RUNNING:
                raise PlayoutError(
                    f"{MOST_RUNNING} results are computed already: close a page that shows one"
                )
            self._watched.append(computation)
        return computation

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Within this context a strategy may think; PlayoutError if too many do at once."""
        if not self._thinking.acquire(blocking=False):
            raise PlayoutError("too many strategies are thinking: try again in a moment")
        try:
            yield
        finally:
            self._thinking.release()

    @contextmanager
    def acted(
        self, key: str, action: str, turn: int | None = None, move: str = ""
    ) -> Iterator[tuple[Table, bool]]:
        """A table at which something was done (`Table.act`), and whether it was.

        It is another table if a move is taken back of a game that is over: all of that was shown.
        """
        thinks = action in ("step", "goto")
        with self.thinking() if thinks else nullcontext(), self.tables.at(key) as table:
            table.check_guest(action)
            if action in ("undo", "goto") and table.match.is_over and table.setting.persons:
                table = self.tables.lay(replace(table.written(), seen=True), table.marks)
            done = table.act(action, turn, move)
            if done:
                self.tables.save(table)
            yield table, done

    def go_on(self, runs: Sequence[Run]) -> None:
        """Play runs to their end, one after another, though nobody looks at them."""
        with self._lock:
            if self._going_on is None or not self._going_on.is_alive():
                self._going_on = Thread(target=self._play, args=(runs,), daemon=True)
                self._going_on.start()

    def _play(self, runs: Sequence[Run]) -> None:
        for run in runs:
            with suppress(PlayoutError):  # it is deleted, or too many are played
                if self._is_closed:
                    return
                playing = self.runs.playing(run)
                with playing.looked_at():
                    while playing.is_running:
                        playing.wait(LAST)

    def close(self) -> None:
        """Stop all computations."""
        self._is_closed = True
        for one in self._watched:
            one.stop()
        end = time.monotonic() + LAST
        for one in self._watched:
            one.wait(max(0.0, end - time.monotonic()))


async def _of(request: Request) -> ServerState:
    state: ServerState = request.app.state.server
    return state


Server = Annotated[ServerState, Depends(_of)]
"""Annotates the argument of a route that gets the state of the server."""


def _run_at(server: Server, key: str) -> Run:
    return server.runs.at(key)


RunAt = Annotated[Run, Depends(_run_at)]
"""Annotates the argument of a route that gets the run with the ``key`` in its path."""
