"""What other processes compile ahead of time, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Event, Lock


class Task:
    """A function that another process calls with some words."""

    def __init__(self, function: Callable[..., None], *words: object) -> None:
        self.function, self.words = function, words
        self.ended = Event()


class Ahead:
    """Tasks in their order, of which those come first that somebody waits for."""

    def __init__(
        self,
        call: Callable[..., Future[None]] | None = None,
        games: Sequence[Task] = (),
        questions: Mapping[str, Task] | None = None,
        others: Sequence[Task] = (),
        at_once: int = 1,
    ) -> None:
        """``call`` calls a function in one of ``at_once`` other processes; None if there is none.

        ``games`` are the tasks that the first page counts, ``questions`` those by which the odds
        and the review of a game are compiled, by its name.
        """
        self._call, self._games, self._questions = call, games, dict(questions or {})
        self._waiting = [*games, *self._questions.values(), *others] if call else []
        self._lock = Lock()
        for _ in range(at_once):
            self._begin()

    def _begin(self) -> None:
        """Let another process do the next task."""
        with self._lock:
            task = self._waiting.pop(0) if self._waiting else None
        if task is None or self._call is None:
            return

        def ended(future: Future[None]) -> None:
            task.ended.set()
            self._begin()

        with suppress(RuntimeError):  # the server is being stopped
            self._call(task.function, *task.words).add_done_callback(ended)

    def words(self) -> str:
        """How many games are ready: "3 of 9", and "" when all are."""
        ready = sum(task.ended.is_set() for task in self._games)
        is_over = self._call is None or ready == len(self._games)
        return "" if is_over else f"{ready} of {len(self._games)}"

    def question(self, game: str) -> Event | None:
        """Compile the questions about a game next; None if that is not done in another process."""
        task = self._questions.get(game)
        if task is None or self._call is None:
            return None
        with self._lock:
            if task in self._waiting:
                self._waiting.remove(task)
                self._waiting.insert(0, task)
        return task.ended
