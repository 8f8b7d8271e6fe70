"""The display of a run while it plays: rows with their intervals, the speed, and the time left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playout.report.progress import Terminal, View
from playout.report.text_tables import aligned
from playout.report.words import between, head, rounded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from playout.engine.game.game import Measure
    from playout.questions.runs import Job
    from playout.questions.runs.found import Found
    from playout.runner.plan import Plan
    from playout.stats.tally import Tallies

AROUND = 4  # lines that are not rows: the words, an empty one, the heads, how many rows more
PLAYING, FINISHED = ">", "\N{CHECK MARK}"


class Live(Terminal):
    """A table that changes in place, if the job is a run of games; else a bar.

    The intervals are anytime-valid, so that looking at them, and stopping, spoils nothing.
    """

    def __init__(self, measures: Sequence[str] = ()) -> None:
        """``measures`` are those that the table shows, by name; without any it is the main one."""
        self._measures = measures

    def picture(self, view: View, width: int, height: int) -> RenderableType:
        """The picture now, in this many columns and lines."""
        if view.plan is None or view.job is None or view.job.kind != "run":
            return super().picture(view, width, height)
        from rich.text import Text

        job: Any = view.job
        words, speed = f"{view.plan.done:,} games", view.speed()
        if speed > 0:
            words += f", {speed:,.0f} per second{view.left()}"
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

    rows = job.asked.rows
    tallies = [tally for counted in plan.tallies for tally in counted.parts]
    found = Found(job.asked, rows, tallies, [], 0.0, complete=False)
    shown = _chosen(found, measures)
    names = [name for name in rows[0].factors if len({row.factors[name] for row in rows}) > 1]
    states = [state(job, plan, arm) for arm, rows in enumerate(job.arms) for _ in rows]
    # If there are too many rows, those that are finished are left out first.
    first = sorted(range(len(rows)), key=lambda k: (states[k][0] == FINISHED, k))[: max(most, 1)]
    lines = [["", *map(head, names), "games", *(head(measure.name) for measure in shown)]]
    for k in sorted(first):
        mark, games = states[k]
        values = [str(rows[k].factors[name]) for name in names]
        intervals = [between(found.interval(k, measure), measure.is_rate) for measure in shown]
        lines.append([mark, *values, games, *intervals])
    is_text = [True] * (1 + len(names)) + [False] * (1 + len(shown))
    text = aligned(lines, is_text)
    for columns in range(len(lines[0]), len(names) + 1, -1):
        if max(map(len, text)) <= width:
            break
        text = aligned([_without_ends(line, len(shown))[:columns] for line in lines], is_text)
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
    done, left = plan.finished(arm), job.games_left(plan, arm)
    if plan.enough(arm) or done == plan.end - plan.begin:
        return FINISHED, f"{done:,}"
    if left is None:
        target = ""
    elif not job.chooses:
        target = f" of {done + left:,.0f}"
    else:
        target = f" of about {rounded(done + left)}"
    return PLAYING if plan.playing(arm) else "", f"{done:,}{target}"


def _without_ends(line: list[str], measures: int) -> list[str]:
    """A line with its last intervals cut down to the estimates: ``8.83 % (8.65 to 9.01)``."""
    return [*line[:-measures], *(one.partition(" (")[0] for one in line[-measures:])]
