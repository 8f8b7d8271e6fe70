"""What a run shows while it plays: each row with its interval, the speed, and the time left."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from rich.table import Table

    from playout.stats.tally import Tallies
    from playout.study.plan import Plan
    from playout.study.run import GameRun

PAUSE = 0.3  # seconds between two pictures; an interval takes a few milliseconds
MOST_ROWS = 24


class Live:
    """A table on the error stream that changes in place; silent when that is not a terminal.

    The intervals are anytime-valid, so that looking at them, and stopping, spoils nothing.
    """

    def __init__(self, job: GameRun) -> None:
        self._job, self._shown = job, 0.0
        self._live: Any = None
        self._started, self._before = time.perf_counter(), -1

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live as Picture

            console = Console(stderr=True)
            self._live = Picture(console=console, transient=True, auto_refresh=False)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def watch(self, plan: Plan[Tallies]) -> None:
        """Show how far a plan is, if it is time for a new picture."""
        now = time.perf_counter()
        if self._before < 0:
            self._started, self._before = now, plan.done
        if self._live is not None and now - self._shown >= PAUSE:
            self._shown = now
            self._live.update(self.picture(plan, now - self._started), refresh=True)

    def picture(self, plan: Plan[Tallies], seconds: float) -> Table:
        """The table of a plan that has been played for so many seconds."""
        from rich import box
        from rich.table import Table

        from playout.report.tables import head, shown
        from playout.study.estimates import interval_of
        from playout.study.spec import measured

        job, done = self._job, plan.done
        speed = (done - self._before) / seconds if seconds > 0 else 0.0
        measure = measured(job.spec, job.game)
        place = job.game.measures.index(measure)
        aim = job.spec.precision
        told = f"{done:,} games, {speed:,.0f} a second"
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title_justify="left")
        names = list(job.cells[0].factors)
        for name in [*map(head, names), "games", head(measure.name)]:
            table.add_column(name, justify="right")
        wanted, rows = 0.0, 0
        for k, cells in enumerate(job.tables):
            most = 0.0
            for cell, tally in zip(cells, plan.tallies[k].parts, strict=True):
                histogram = tally.histograms[place]
                found = interval_of(measure, cell.rules, histogram, "anytime", aim=aim)
                if aim is not None and tally.games:
                    # Four times the games halve an interval.
                    allowed = aim.at(found.estimate) or 1e-9
                    half = (found.high - found.low) / 2
                    most = max(most, tally.games * ((half / allowed) ** 2 - 1))
                rows += 1
                if rows <= MOST_ROWS:
                    values = [str(cell.factors[name]) for name in names]
                    table.add_row(*values, f"{tally.games:,}", shown(measure, found))
            if not plan.enough(k):
                left = plan.games - plan.begin - plan.tallies[k].games
                wanted += left if aim is None else min(left, most)
        if rows > MOST_ROWS:
            table.caption = f"and {rows - MOST_ROWS} more rows"
        left_text = f", about {_clock(wanted / speed)} left" if speed > 0 else ""
        table.title = told + left_text
        return table


def _clock(seconds: float) -> str:
    """A time in hours, minutes and seconds."""
    whole = round(seconds)
    if whole >= 86_400:
        return f"{whole / 86_400:.1f} days"
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
