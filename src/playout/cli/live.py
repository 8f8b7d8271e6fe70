"""What a run shows while it plays: each row with its interval, the speed, and the time left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playout.report.progress import Terminal, View
from playout.report.words import rounded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from playout.engine.game.game import Measure
    from playout.questions.runs import Job
    from playout.questions.runs.found import Found
    from playout.runner.plan import Plan
    from playout.stats.tally import Tallies

AROUND = 4  # lines that are not rows: the words, an empty one, the heads, how many rows more
PLAYING, FINISHED = ">", "\N{CHECK MARK}"
GAP = "  "


class Live(Terminal):
    """A table that changes in place, if the job is a run of games; else a bar.

    The intervals are anytime-valid, so that looking at them, and stopping, spoils nothing.
    """

    def __init__(self, measures: Sequence[str] = ()) -> None:
        """``measures`` are those that the table shows, by name; without any it is the main one."""
        self._measures = measures

    def picture(self, view: View, width: int, height: int) -> RenderableType:
        """What is seen now, in so many columns and lines."""
        if view.plan is None or view.job is None or view.job.kind != "run":
            return super().picture(view, width, height)
        from rich.text import Text

        job: Any = view.job
        words, speed = f"{view.plan.done:,} games", view.speed()
        if speed > 0:
            words += f", {speed:,.0f} a second{view.left()}"
        expected = [f"{more.removeprefix(', ')} expected" for more in [view.expected()] if more]
        rows = table(job, view.plan, width, height - AROUND - len(expected), self._measures)
        return Text("\n".join([words, *expected, "", *rows]))


def table(
    job: Job, plan: Plan[Tallies], width: int, most: int, measures: Sequence[str] = ()
) -> list[str]:
    """The rows of a plan as lines of this width, at most so many rows.

    Columns that do not fit are left out: the ends of the intervals, then measures from the right.
    If not even the names fit, the terminal breaks the lines; nothing is cut off.
    """
    from playout.questions.runs.found import Found
    from playout.report.words import between, head

    rows = job.asked.rows
    tallies = [tally for counted in plan.tallies for tally in counted.parts]
    found = Found(job.asked, rows, tallies, [], 0.0, complete=False)
    told = _chosen(found, measures)
    names = [name for name in rows[0].factors if len({row.factors[name] for row in rows}) > 1]
    states = [state(job, plan, arm) for arm, rows in enumerate(job.arms) for _ in rows]
    # If there are too many rows, those that are finished are left out first.
    first = sorted(range(len(rows)), key=lambda k: (states[k][0] == FINISHED, k))[: max(most, 1)]
    lines = [["", *map(head, names), "games", *(head(one.name) for one in told)]]
    for k in sorted(first):
        mark, games = states[k]
        values = [str(rows[k].factors[name]) for name in names]
        intervals = [between(found.interval(k, one), one.is_rate) for one in told]
        lines.append([mark, *values, games, *intervals])
    numbers = [False] + [False] * len(names) + [True] * (1 + len(told))
    text = aligned(lines, numbers)
    for columns in range(len(lines[0]), len(names) + 1, -1):
        if max(map(len, text)) <= width:
            break
        text = aligned([_without_ends(line, len(told))[:columns] for line in lines], numbers)
    more = len(rows) - len(first)
    return [*text, *([f"and {more} more rows"] if more else [])]


def _chosen(found: Found, names: Sequence[str]) -> list[Measure]:
    """The one whose precision was asked for, and those that were named; else the main one."""
    named = [one for one in found.estimated if {one.name, found.game.counted(one).name} & {*names}]
    if found.asked.precision is not None:
        named = [found.asked.measure, *(one for one in named if one != found.asked.measure)]
    return named or [found.main]


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
        target = f" of about {rounded(done + left)}"
    return PLAYING if plan.playing(arm) else "", f"{done:,}{target}"


def _without_ends(line: list[str], measures: int) -> list[str]:
    """A line with its last intervals cut down to the estimates: ``8.83 % (8.65 to 9.01)``."""
    return [*line[:-measures], *(one.partition(" (")[0] for one in line[-measures:])]


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
