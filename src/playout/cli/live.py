"""What a run shows while it plays: each row with its interval, the speed, and the time left."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from playout.report.progress import Terminal, View, about

if TYPE_CHECKING:
    from rich.console import RenderableType

    from playout.questions.runs import Job
    from playout.runner.plan import Plan
    from playout.stats.tally import Tallies

AROUND = 4  # lines that are not rows: the words, an empty one, the heads, how many rows more
PLAYING, FINISHED = ">", "\N{CHECK MARK}"
GAP = "  "


class Live(Terminal):
    """A table that changes in place, if the job is a run of games; else a bar.

    The intervals are anytime-valid, so that looking at them, and stopping, spoils nothing.
    """

    def picture(self, view: View, width: int, height: int) -> RenderableType:
        """What is seen now, in so many columns and lines."""
        if view.plan is None or view.job is None or view.job.kind != "run":
            return super().picture(view, width, height)
        from rich.text import Text

        job: Any = view.job
        words, speed = f"{view.plan.done:,} games", view.speed()
        if speed > 0:
            words += f", {speed:,.0f} a second{view.left()}"
        return Text("\n".join([words, "", *table(job, view.plan, width, height - AROUND)]))


def table(job: Job, plan: Plan[Tallies], width: int, most: int) -> list[str]:
    """The rows of a plan as lines of this width, at most so many rows.

    Columns that do not fit are left out from the right: the ends of the interval, then all of it.
    If not even the names fit, the terminal breaks the lines; nothing is cut off.
    """
    from playout.report.words import head, shown

    asked = job.asked
    rows = list(chain.from_iterable(job.arms))
    names = [name for name in rows[0].factors if len({row.factors[name] for row in rows}) > 1]
    heads = ["", *map(head, names), "games", head(asked.measure.name)]
    lines, finished = [], []
    for arm, rows in enumerate(job.arms):
        mark, games = state(job, plan, arm)
        for row, tally in zip(rows, plan.tallies[arm].parts, strict=True):
            values = [str(row.factors[name]) for name in names]
            lines.append([mark, *values, games, shown(asked.measure, job.interval(row, tally))])
            finished.append(mark == FINISHED)
    # If there are too many rows, those that are finished are left out first.
    first = sorted(range(len(lines)), key=lambda k: (finished[k], k))[: max(most, 1)]
    numbers = [False] + [False] * len(names) + [True, True]
    chosen = [lines[k] for k in sorted(first)]
    for change in (lambda line: line, _without_ends, lambda line: line[:-1]):
        text = aligned([change(line) for line in [heads, *chosen]], numbers)
        if max(map(len, text)) <= width:
            break
    more = len(lines) - len(chosen)
    return [*text, *([f"and {more} more rows"] if more else [])]


def state(job: Job, plan: Plan[Tallies], arm: int) -> tuple[str, str]:
    """Whether a setup is being played or finished, and its games: ``4,624 of 60,000``."""
    done, left = plan.finished(arm), job.left(plan, arm)
    if plan.enough(arm) or done == plan.end - plan.begin:
        return FINISHED, f"{done:,}"
    if left is None:
        target = ""
    elif job.decide is None:
        target = f" of {done + left:,.0f}"
    else:
        target = f" of about {about(done + left):,}"
    return PLAYING if plan.playing(arm) else "", f"{done:,}{target}"


def _without_ends(line: list[str]) -> list[str]:
    """A line with its interval cut down to the estimate: ``8.83 % (8.65 to 9.01)``."""
    return [*line[:-1], line[-1].partition(" (")[0]]


def aligned(lines: list[list[str]], numbers: list[bool]) -> list[str]:
    """Lines of columns: words flush left, numbers flush right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        GAP.join(
            cell.rjust(wide) if is_number else cell.ljust(wide)
            for cell, wide, is_number in zip(line, widths, numbers, strict=False)
        ).rstrip()
        for line in lines
    ]
