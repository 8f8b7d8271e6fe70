"""Computations: answers that grow while somebody looks at them, each in a thread of its own.

A page that is closed stops its computation.  Somebody who opens the page of a run again continues
with the games in its file.
"""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio

from playout.engine.game.game import Game
from playout.engine.native.jit import now_compiling
from playout.engine.words.errors import PlayoutError
from playout.engine.words.resources import ran_out
from playout.questions import odds, review
from playout.questions.answers import answer_type, answered, continued
from playout.report.answer import Answer
from playout.report.progress import Screen, View, Watch
from playout.report.study import Study, answer_of, play_study
from playout.runner.jobs import Job
from playout.runner.ledger import Ledger
from playout.runner.plan import Plan
from playout.runner.saved_runs import saved_result
from playout.web.fragments import answer_html
from playout.web.store.ahead import Ahead
from playout.web.store.priority import Behind, after_requests, stay_behind, turn

PAUSE = 0.5  # seconds between two pictures of an answer that grows, at least
SHARE = 5  # times as long as making one takes: meanwhile nothing is played
LOOK = 0.1  # seconds between two looks at whether there is a new one
GRACE = 5.0  # seconds without anybody who looks: a page that is loaded again is back by then
MOST_RUNNING = 32  # computations at once

CLOSING = threading.Event()
"""Set when the server is being stopped: what is sent bit by bit comes to its end."""

Shown = dict[str, Any]  # what a page shows of an answer


class Computation(Screen):
    """The answer to a question that is not saved, computed while somebody looks at the page."""

    def __init__(self, ask: Callable[[], Job[Any]] | None, show: Callable[[Answer], Shown]) -> None:
        """``ask`` makes the question, in the thread that computes: much may have to be compiled.

        ``show`` makes what the page shows of an answer.
        """
        self._ask, self._show = ask, show
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._lookers, self._left = 0, time.monotonic()
        self.ahead = Ahead()  # what another process compiles
        self._waits = ""  # for what of that
        self._view: View | None = None
        self._fixed = True
        self._next = 0.0  # when another picture is made
        self.shown: Shown = {}
        self.version = 0
        self.latest: Answer | None = None  # as far as it has been shown
        self.answer: Answer | None = None  # as soon as it is complete
        self.error = ""

    @property
    def is_over(self) -> bool:
        """Whether it is complete or has failed."""
        return self.answer is not None or bool(self.error)

    @property
    def is_running(self) -> bool:
        """Whether it is computed now."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self) -> None:
        """Start or continue the computation in a thread, unless it is running or over."""
        with self._lock:
            self._stop.clear()
            if not self.is_over and not self.is_running:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop the computation; games in a file are kept."""
        self._stop.set()

    def wait(self, seconds: float) -> None:
        """Wait until the computation has stopped, at most this long."""
        if (thread := self._thread) is not None:
            thread.join(seconds)

    @contextmanager
    def looked_at(self) -> Iterator[None]:
        """Within this context somebody looks at the page, so it is computed."""
        with self._lock:
            self._lookers += 1
        self.begin()
        try:
            yield
        finally:
            with self._lock:
                self._lookers -= 1
                self._left = time.monotonic()

    def glance(self) -> None:
        """Note that a page was loaded: it is computed for a while."""
        with self._lock:
            self._left = time.monotonic()
        self.begin()

    @property
    def is_left(self) -> bool:
        """Whether nobody has looked at it for a while."""
        return self._lookers == 0 and time.monotonic() - self._left > GRACE

    def words(self) -> str:
        """How much is done, or what it waits for, as compiling."""
        if self.is_over or not self.is_running:
            return ""
        words = self._view.words() if self._view is not None else ""
        return self._waits or words or now_compiling()

    def progress(self) -> Any:
        """What it waits for, as the page shows it in the place of an answer."""
        return "" if self.shown else self.words()

    @contextmanager
    def __call__(self, job: Job[Any] | None = None) -> Iterator[Watch | None]:
        """Watch the batches of a job: this object is the screen that shows its progress."""
        self._view = view = View(job)
        if job is not None and isinstance(job, odds.Job | review.Job):
            self._wait_for(job.game)

        def watch(plan: Plan[Any]) -> None:
            self._check_wanted()
            view.watch(plan)
            after_requests()
            begun = time.monotonic()
            if job is not None and any(plan.played) and begun >= self._next:
                found = job.result(plan.outcome(self._fixed, False))
                self._publish(answer_type(job)(found))
                now = time.monotonic()
                self._next = now + max(PAUSE, SHARE * (now - begun))

        yield watch

    def _wait_for(self, game: Game) -> None:
        """Wait until another process has compiled the questions about a game, if there is one."""
        if (ended := self.ahead.question(game.name)) is None:
            return
        try:
            while not ended.wait(LOOK):
                self._waits = f"compiling questions about {game.title}, once on this machine"
                self._check_wanted()
        finally:
            self._waits = ""

    def _check_wanted(self) -> None:
        if self._stop.is_set() or self.is_left:
            raise KeyboardInterrupt

    def _publish(self, answer: Answer) -> None:
        if answer.games or answer.complete:  # what was played may not begin with the first one yet
            self.shown, self.latest = self._show(answer), answer
            self.version += 1

    def _run(self) -> None:
        """Compute it; an error becomes a sentence."""
        stay_behind()
        try:
            answer = self._answered()
            self._publish(answer)
            if answer.complete:
                self.answer = answer
        except PlayoutError as error:
            if error.partial is not None and error.partial.games:
                self._publish(error.partial)
            self.error = str(error)
        except KeyboardInterrupt:  # it was stopped
            return
        except BaseException as error:  # shown on the page, and raised for the log
            failed = f"this failed: {type(error).__name__}: {error}"
            self.error = ran_out(error) or failed
            raise
        finally:
            self._ended()

    def _ended(self) -> None:
        """Called in its thread when it stops, for now or for good."""

    def _answered(self) -> Answer:
        assert self._ask is not None
        with turn():
            job = self._ask()
        return answered(job, answer_type(job), Behind(1), None, self)


class Playing(Computation):
    """A run, played on all processors; its games are in its file, those of a study in several."""

    def __init__(
        self,
        file: Path,
        study: Study | None = None,
        ended: Callable[[Playing], None] = lambda playing: None,
        check: Callable[[Ledger], None] = lambda ledger: None,
    ) -> None:
        """``ended`` is called, in another thread, when it stops; ``check`` before it plays."""
        super().__init__(None, lambda answer: {"html": answer_html(answer)})
        self._file, self._study, self._when_ended = file, study, ended
        self._check = check

    def _answered(self) -> Answer:
        if self._study is not None:
            with Behind() as pool:
                return play_study(self._study, pool, self._file, self)
        with Ledger.open(self._file, write=True) as ledger:
            self._check(ledger)
            self._fixed = ledger.fixed
            return continued(ledger, None, Behind(), self)

    def _ended(self) -> None:
        self._when_ended(self)

    def words(self) -> str:
        """How much is done, the speed, and the time left; or what it waits for."""
        words, view = super().words(), self._view
        if view is None or view.plan is None or view.job is None or not words:
            return words
        speed = view.job.units(1) * view.speed()
        return f"{words}, {speed:,.0f} {view.job.unit_name} per second" if speed >= 1 else words

    def progress(self) -> dict[str, Any]:
        """The words, and how much is done, 0 .. 1; None if that is not known."""
        share = None if self._view is None else self._view.share()
        return {"text": self.words(), "share": share}


def answer_in_files(study: Study, file: Path) -> Answer:
    """The answer of a study as far as it is in its files; nothing is played."""

    def found(name: str, job: Job[Any]) -> Any:
        path = file.with_name(f"{file.stem}{name}{file.suffix}")
        if not path.exists():
            return job.result(job.plan().outcome(True, False))
        with Ledger.open(path) as ledger:
            return saved_result(ledger, job)

    return answer_of(study, found)


async def news(computation: Computation) -> AsyncIterator[tuple[str, Any]]:
    """The events for a page: ("answer", shown), ("words", progress); at the end ("over", error)."""
    version, words, later = -1, None, 0.0
    with computation.looked_at():
        while not CLOSING.is_set():
            over = not computation.is_running  # how it has ended is kept by then
            if computation.version != version and computation.shown:
                version = computation.version
                yield "answer", computation.shown
            if over:
                yield "over", computation.error
                return
            if time.monotonic() >= later:
                # In a thread: to foresee how long it takes, takes a moment itself.
                now = await anyio.to_thread.run_sync(computation.progress)
                later = time.monotonic() + PAUSE
                if now != words:
                    words = now
                    yield "words", now
            await anyio.sleep(LOOK)
