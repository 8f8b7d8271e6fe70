"""Progress while something is played: a bar with words, in a terminal or in a notebook.

It changes in place and goes away at the end.  The words say what is compiled, how much is done and
about how long the rest takes; nothing is said of the time left before it can be known.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from dataclasses import dataclass
from html import escape
from importlib import import_module
from inspect import signature
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from playout.engine.native.jit import now_compiling
from playout.engine.words.errors import PlayoutError
from playout.engine.words.resources import can_start_threads
from playout.report.words import rounded
from playout.runner import jobs
from playout.runner.jobs import Job
from playout.runner.pace import Pace
from playout.runner.plan import Plan
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    from rich.console import RenderableType

Progress = jobs.Progress | bool
"""What the keyword ``progress`` takes.  True: a bar, in a terminal too; False: none, in a notebook
neither; or a function that is called with how much is done and how much there is in all."""

SILENT = 0.5  # seconds for which nothing is said: what is over by then needs no words
PAUSE = 0.3  # seconds between two pictures
FIRST_LINE = 5.0  # seconds until a line is written where there is no terminal
QUIET = "PLAYOUT_QUIET"  # if this environment variable is set, none is written
BAR = 40  # characters, at most
LEAST_BAR = 8
MOST_MISSED = 2  # forecasts that came true too late, after which none is shown


@dataclass(frozen=True)
class Steps:
    """How far something is that is no job."""

    done: int
    total: int
    words: str


class View:
    """The words about a job at any moment, and about what is compiled before it begins."""

    def __init__(self, job: Job[Any] | None) -> None:
        self.job = job
        self.plan: Plan[Any] | None = None  # as soon as all is compiled
        self._steps: Steps | None = None
        self.remark = ""  # of the job, about what was found so far
        self._pace = None if job is None else Pace(job)
        self._waiting_since: float | None = None
        self._foretold, self._missed = math.inf, 0  # games, at most; how often there were more

    def watch(self, plan: Plan[Any] | Steps) -> None:
        """Take note of a plan that begins, or of which some batches have been finished just now."""
        if isinstance(plan, Steps):
            self._steps = plan
            return
        if self._pace is not None and any(plan.played):
            self._pace.mark(plan, time.perf_counter())
        if self.job is not None:
            self.remark = self.job.remark(plan)
        self.plan = plan
        if self.job is not None and self.job.decide is not None and (more := self._more()):
            if plan.done > self._foretold:
                self._missed += 1
            if plan.done > self._foretold or math.isinf(self._foretold):
                self._foretold = plan.done + more.high

    def speed(self) -> float:
        """Games per second lately."""
        return self._pace.speed() if self._pace else 0.0

    def left(self) -> str:
        """``, about 40 s left``; empty while unknown."""
        if self._pace is None or self.plan is None or self._missed >= MOST_MISSED:
            return ""
        seconds = self._pace.left(self.plan, time.perf_counter())
        return "" if seconds is None else f", about {duration(seconds)} left"

    def waits(self) -> str:
        """Return what is being compiled or loaded, if that has taken a while."""
        what, now = now_compiling(), time.perf_counter()
        if not what:
            self._waiting_since = None
            return ""
        self._waiting_since = self._waiting_since or now
        return what if now - self._waiting_since >= SILENT else ""

    def words(self) -> str:
        """Return all of that in a line; empty while there is nothing to say."""
        if self._steps is not None:
            return self._steps.words
        if self.plan is None or self.job is None:
            return self.waits()
        done, unit, needed = self.job.units(self.plan.done), self.job.unit_name, self._needed()
        if needed is None:
            return f"{done:,} {unit} of at most {self.job.units(self.plan.total):,}"
        if not self.job.chooses:
            return f"{done:,} of {self.job.units(round(needed)):,} {unit}{self.left()}"
        return f"{done:,} {unit}{self.expected()}{self.left()}"

    def expected(self) -> str:
        """``, about 12,000 more (5,000 to 40,000)``; empty while unknown.

        It stays empty when the end has been foretold too early again and again.
        """
        games = None if self._missed >= MOST_MISSED else self._more()
        if self.job is None or games is None:
            return ""
        more, low, high = (rounded(self.job.units(round(ends))) for ends in games)
        return f", about {more} more" + ("" if low == high else f" ({low} to {high})")

    def _more(self) -> Interval | None:
        """How many games are still needed; None if none, or while unknown.

        Of several arms the ends are added, too: a little wide, as not all are late at once.
        """
        if self.job is None or self.plan is None:
            return None
        each = [self.job.forecast_left(self.plan, arm) for arm in range(len(self.plan.tallies))]
        known = [more for more in each if more is not None]
        if len(known) < len(each) or not any(more.high for more in known):
            return None
        return Interval(*map(sum, zip(*known, strict=True)))

    def share(self) -> float | None:
        """How much is done, 0 .. 1; None if unknown."""
        if self._steps is not None:
            return self._steps.done / self._steps.total
        needed = self._needed()
        return self.plan.done / needed if self.plan and needed else None

    def _needed(self) -> float | None:
        """How many games will be played in all; None if unknown."""
        if self.job is None or self.plan is None or self._missed >= MOST_MISSED:
            return None
        left = [self.job.games_left(self.plan, arm) for arm in range(len(self.plan.tallies))]
        known = [games for games in left if games is not None]
        return self.plan.done + sum(known) if len(known) == len(left) else None


Watch = Callable[[Any], None]  # called with a Plan, or with Steps


class Screen:
    """A place that shows progress; this one shows nothing."""

    @contextmanager
    def __call__(self, job: Job[Any] | None = None) -> Iterator[Watch | None]:
        """Show the progress of a job within this context, or only what is compiled there.

        It gives what must be called with the job's plan at first, and whenever some batches are
        finished.
        """
        yield None


class _Function(Screen):
    """A user's own function."""

    def __init__(self, progress: jobs.Progress) -> None:
        self._progress = progress

    @contextmanager
    def __call__(self, job: Job[Any] | None = None) -> Iterator[Watch | None]:

        def watch(plan: Plan[Any] | Steps) -> None:
            if isinstance(plan, Steps):
                self._progress(plan.done, plan.total)
            elif job is not None and any(plan.played):
                self._progress(job.units(plan.done), job.units(plan.total))

        yield watch


class Terminal(Screen):
    """The error stream: a bar if that is a terminal, else a line now and then."""

    @contextmanager
    def __call__(self, job: Job[Any] | None = None) -> Iterator[Watch | None]:
        if not can_start_threads():
            yield None
            return
        if not sys.stderr.isatty():
            with _lines(job) as watch:
                yield watch
            return
        from rich.console import Console
        from rich.live import Live

        console, view = Console(stderr=True), View(job)
        with Live(
            console=console,
            transient=True,
            redirect_stdout=False,  # or what is printed meanwhile would come on the error stream
            refresh_per_second=1 / PAUSE,
            get_renderable=lambda: _with_remark(
                self.picture(view, console.width, console.height), view.remark
            ),
        ):
            yield view.watch

    def picture(self, view: View, width: int, height: int) -> RenderableType:
        """Return the picture now, for a terminal of this size."""
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        # Not rich.progress: in a narrow terminal it would cut the words off, and not the bar.
        words, share = Text(view.words()), view.share()
        room = min(BAR, width - len(words) - 2)
        if share is None or room < LEAST_BAR:
            return words
        line = Table.grid(padding=(0, 2, 0, 0))
        line.add_row(ProgressBar(1.0, share, room), words)
        return line


def _with_remark(picture: RenderableType, remark: str) -> RenderableType:
    """A picture with a sentence below."""
    from rich.console import Group

    return Group(picture, remark) if remark else picture


@contextmanager
def _lines(job: Job[Any] | None) -> Iterator[Watch | None]:
    """Write a line to the error stream after FIRST_LINE seconds, and whenever twice as much passed.

    So the log of an hour has ten lines.  One line more comes as soon as the time left is known.
    """
    if os.environ.get(QUIET):
        yield None
        return
    view, ended, began = View(job), Event(), time.perf_counter()
    what = "" if job is None else f"{job.kind} {job.game.name}: "

    def run() -> None:
        due, foretold, remark = FIRST_LINE, False, ""
        while not ended.wait(FIRST_LINE / 5):
            passed, left = time.perf_counter() - began, view.left()
            if passed >= due or (passed >= FIRST_LINE and left and not foretold):
                words = view.words() or f"still working after {duration(passed)}"
                print(f"playout: {what}{words}", file=sys.stderr, flush=True)
                due, foretold = 2 * passed, foretold or bool(left)
            if view.remark and not remark:
                remark = view.remark
                print(f"playout: {remark}", file=sys.stderr, flush=True)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield view.watch
    finally:
        ended.set()
        thread.join()


class Notebook(Screen):
    """The output of the cell that runs, in any front end of Jupyter."""

    def __init__(self) -> None:
        self._handle: Any = None  # one for all jobs of a call
        self._shown = {"text/plain": "", "text/html": ""}

    @contextmanager
    def __call__(self, job: Job[Any] | None = None) -> Iterator[Watch | None]:
        view, ended = View(job), Event()
        if not can_start_threads():
            yield None
            return

        def run() -> None:
            began = time.perf_counter()
            while not ended.wait(PAUSE):
                if time.perf_counter() - began >= SILENT:
                    self._show(view.words(), view.share())

        # In the context of the cell: by that the kernel knows whose output this is.
        thread = Thread(target=copy_context().run, args=(run,), daemon=True)
        thread.start()
        try:
            yield view.watch
        finally:
            ended.set()
            thread.join()
            self._show("", None)

    def _show(self, words: str, share: float | None) -> None:
        display: Any = import_module("IPython.display").display
        bar = "" if share is None else f'<progress max="1" value="{share:.3f}"></progress> '
        shown = {"text/plain": words, "text/html": f"{bar}{escape(words)}"}
        if shown == self._shown:
            return
        self._shown = shown
        if self._handle is None:
            self._handle = display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)


def screen(progress: Progress | Screen | None = None) -> Screen:
    """Return the screen for a user's choice; None shows progress in notebooks only."""
    if isinstance(progress, Screen):
        return progress
    if progress is None or progress is True:
        usual = Screen() if progress is None else Terminal()
        return Notebook() if _in_notebook() else usual
    if progress is False:
        return Screen()
    if callable(progress) and not isinstance(progress, type) and takes(progress, 2):
        return _Function(progress)
    raise PlayoutError(
        f"progress={progress!r}: must be True, False, or a function of two numbers: how much is "
        "done, and the total"
    )


def takes(function: Callable[..., Any], number: int) -> bool:
    """Whether a function can be called with so many arguments, as far as that is known."""
    with suppress(ValueError):  # of what is not written in Python
        try:
            signature(function).bind(*[None] * number)
        except TypeError:
            return False
    return True


def _in_notebook() -> bool:
    """Whether a Jupyter kernel runs this program."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


def duration(seconds: float) -> str:
    """A time for people, of two digits or so: ``40 s``, ``3 min 20 s``, ``12 min``, ``2 h``."""
    if seconds < 99.5:
        return f"{max(1, round(seconds))} s"
    if seconds < 595:
        minutes, rest = divmod(10 * round(seconds / 10), 60)
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    if minutes < 48 * 60:
        hours, rest = divmod(5 * round(minutes / 5), 60)
        return f"{hours} h {rest} min" if rest else f"{hours} h"
    return f"{round(minutes / 1440)} days"
