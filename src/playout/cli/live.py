"""What a run shows while it plays: each row with its interval, the speed, and the time left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table

    from playout.questions.runs import Job
    from playout.runner.plan import Plan
    from playout.stats.tally import Tallies

PAUSE = 0.3  # seconds between two pictures; an interval takes a few milliseconds
MOST_ROWS = 24


class Live:
    """A table on the error stream that changes in place; silent when that is not a terminal.

    The intervals are anytime-valid, so that looking at them, and stopping, spoils nothing.
    """

    def __init__(self, job: Job) -> None:
        self._job, self._shown = job, 0.0
        self._live: Any = None
        self._started, self._before = time.perf_counter(), -1

    def __enter__(self) -> tuple[None, Callable[[Plan[Tallies]], None]]:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live as Picture

            console = Console(stderr=True)
            self._live = Picture(console=console, transient=True, auto_refresh=False)
            self._live.start()
        return None, self.watch

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def watch(self, plan: Plan[Tallies]) -> None:
        """Show the progress of a plan, if it is time for a new picture."""
        now = time.perf_counter()
        if self._before < 0:
            self._started, self._before = now, plan.done
        if self._live is not None and now - self._shown >= PAUSE:
            self._shown = now
            self._live.update(self.picture(plan, now - self._started), refresh=True)

    def picture(self, plan: Plan[Tallies], seconds: float) -> Table:
        """The table of a plan that has been played for so many seconds."""
        from playout.report.estimates import interval_of
        from playout.report.markup import rich_table
        from playout.report.words import half_width, head, shown

        asked, done = self._job.asked, plan.done
        speed = (done - self._before) / seconds if seconds > 0 else 0.0
        measure, aim = asked.measure, asked.precision
        place = asked.game.place(measure)
        names = list(asked.rows[0].factors)
        lines, wanted = [], 0.0
        for arm, rows in enumerate(self._job.arms):
            most = 0.0
            for row, tally in zip(rows, plan.tallies[arm].parts, strict=True):
                interval = interval_of(
                    measure, row.rules, tally.histograms[place], "anytime", aim=aim
                )
                if aim is not None and tally.games:
                    # Four times the games halve an interval.
                    allowed = aim.at(interval.estimate) or 1e-9
                    most = max(most, tally.games * ((half_width(interval) / allowed) ** 2 - 1))
                values = [str(row.factors[name]) for name in names]
                lines.append([*values, f"{tally.games:,}", shown(measure, interval)])
            if not plan.enough(arm):
                left = plan.end - plan.begin - plan.tallies[arm].games
                wanted += left if aim is None else min(left, most)
        heads = [*map(head, names), "games", head(measure.name)]
        table = rich_table(heads, lines[:MOST_ROWS], [False] * len(heads))
        if len(lines) > MOST_ROWS:
            table.caption = f"and {len(lines) - MOST_ROWS} more rows"
        left_text = f", about {_clock(wanted / speed)} left" if speed > 0 else ""
        table.title = f"{done:,} games, {speed:,.0f} a second{left_text}"
        table.title_justify = "left"
        return table


def _clock(seconds: float) -> str:
    """A time in hours, minutes and seconds."""
    whole = round(seconds)
    if whole >= 86_400:
        return f"{whole / 86_400:.1f} days"
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
