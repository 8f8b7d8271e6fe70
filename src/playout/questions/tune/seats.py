"""The table of all seats: each one's share by today's rules and by the chosen setting."""

from __future__ import annotations

from typing import Any

from playout.questions.targets.targets import Goal
from playout.questions.targets.words import seats
from playout.questions.tune import words
from playout.questions.tune.found import Found
from playout.report.estimates import LEVEL
from playout.report.tables import Column, Fields, Table, text_column
from playout.report.text_tables import ALWAYS
from playout.report.words import between, ends, interval_in, quantity, unit_of
from playout.stats.intervals import Interval


def tables(found: Found) -> list[Table]:
    """Every seat in fresh games, if a target is about equal seats: a row for each."""
    asked, k, today = found.asked, found.chosen, found.asked.today_place
    goals = [number for number, one in enumerate(asked.goals) if one.terms[0].equal]
    if k is None or k not in found.fresh or not goals:
        return []
    heads, settings = {"chosen": "chosen setting"}, {"chosen": k}
    if k == today:
        heads = {"chosen": "today's rules"}
    elif today in found.fresh:
        heads = {"today": "today's rules", **heads}
        settings = {"today": today, **settings}
    rows: list[dict[str, Any]] = []
    for number in goals:
        each = {name: _values(found, one, number) for name, one in settings.items()}
        for seat in range(max(map(len, each.values()))):
            who = seats(asked.goals[number], seat, asked.settings[k].rules)
            row: dict[str, Any] = {"target": str(asked.goals[number]), "seat": seat, "who": who}
            for name, values in each.items():
                row |= ends(name, values[seat] if seat < len(values) else None)
            rows.append(row)
    of_goal = {str(asked.goals[number]): asked.goals[number] for number in goals}
    columns = [
        *([text_column("target")] if len(of_goal) > 1 else []),
        text_column("seat", write=lambda row: row["who"].split(" ", 1)[1], is_text=False),
        *(_column(name, head, of_goal) for name, head in heads.items()),
    ]
    first = asked.goals[goals[0]]
    title = "Each seat in fresh games"
    if len(of_goal) == 1:
        each_one = "side" if rows[0]["who"].startswith("seats") else "seat"
        what = quantity(first.measure).removeprefix("the ")
        title = f"The {what} of each {each_one} in fresh games"
    caption = _caption(found, list(settings.values()), list(of_goal.values()))
    return [Table(rows, columns, "seats", title, caption=caption)]


def _is_share(goal: Goal) -> bool:
    """Whether the values of all sides add up to 1, so that an equal share is known."""
    return goal.measure.kind == "share" and goal.measure.condition is None


def _values(found: Found, k: int, goal: int) -> list[Interval]:
    """The value of each seat: its share of the wins, else how far it is from the mean of all."""
    far = found.fresh_intervals(k, goal)
    equal = 1 / found.asked.settings[k].rules.sides if _is_share(found.asked.goals[goal]) else 0.0
    return [Interval(*(number + equal for number in one)) for one in far]


def _column(name: str, head: str, goals: dict[str, Goal]) -> Column:
    """The values of all seats by some rules; of several goals each has its unit."""
    signs = {text: _sign(goal) for text, goal in goals.items()}
    only = "" if len(goals) > 1 else next(iter(signs.values()))

    def write(row: Fields) -> str:
        sign = "" if only else signs[row["target"]]
        return between(interval_in(row, name), goals[row["target"]].measure.is_rate, sign)

    return Column(name, f"{head} ({only.strip()})" if only else head, write, rank=ALWAYS)


def _sign(goal: Goal) -> str:
    """What stands behind a value: `` %``, `` % points``, or nothing."""
    unit = unit_of(goal.measure)
    return unit.sign if _is_share(goal) else unit.points


def _caption(found: Found, settings: list[int], goals: list[Goal]) -> str:
    """Which settings these are, and what an equal share would be."""
    asked = found.asked
    named = [words.label(asked, k) + found.mark(k) for k in settings]
    lines = [f"{'; '.join(named)}; {100 * LEVEL:g} % intervals."]
    if asked.today_place is None:
        today = words.values_text(asked.today)
        lines.append(f"Today's rules ({today}) are none of the settings, so they did not play.")
    counts = {asked.settings[k].rules.sides for k in settings}
    if any(map(_is_share, goals)) and len(counts) == 1:
        lines.append(f"An equal share is {100 / counts.pop():.3g} %.")
    if not all(map(_is_share, goals)):
        lines.append("Differences are those from the mean of all seats.")
    return " ".join(lines)
