"""The answer of a search among settings: a sentence, the settings, what fresh games say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playout.engine.game.game import Value
from playout.questions.targets.targets import Goal
from playout.questions.targets.words import fields, sign, wanted, written
from playout.questions.tune import front, plots, seats, words
from playout.questions.tune.found import OPEN, Found
from playout.report import answer
from playout.report.estimates import LEVEL
from playout.report.figures import PAGE
from playout.report.tables import (
    Column,
    Fields,
    Figure,
    Table,
    count_column,
    difference_column,
    interval_column,
    text_column,
)
from playout.report.text_tables import ALWAYS
from playout.report.words import ends, more_games, several
from playout.stats.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

    from playout.report.picture import Picture

MOST_ROWS = 12  # settings that people see


class Answer(answer.Answer):
    """The result of `tune`: which settings meet the targets.

    ``answer.met`` are their values; ``answer.chosen`` are those of the one that is chosen.
    """

    kind = "tune"
    found: Found

    @property
    def met(self) -> list[dict[str, Value]]:
        """The settings that meet all targets, those closest to today's rules first."""
        settings = self.found.asked.settings
        return [dict(settings[k].values) for k in self.found.search.met]

    @property
    def chosen(self) -> dict[str, Value]:
        """The values of the setting that is chosen; {} without games."""
        k = self.found.chosen
        return {} if k is None else dict(self.found.asked.settings[k].values)

    @property
    def enough(self) -> int:
        search = self.found.search
        open_ones = [k for k in search.played if search.status(k) == OPEN]
        if not open_ones and not (self.found.asked.best and self.found.together):
            return 0
        most = max((one.games for one in search.played.values()), default=0)
        return more_games(most) if most else 0

    def fresh(self) -> pd.DataFrame:
        """Return the chosen setting and its neighbours in fresh games, a row for each."""
        return self.table("fresh")

    def sentence(self) -> str:
        return words.sentence(self.found)

    def caption(self) -> str:
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        asked, search = self.found.asked, self.found.search
        return {
            "rules": dict(asked.rules.values),
            "strategy": asked.strategy,
            "today": asked.today,
            "targets": [one.text for one in asked.targets],
            "best": None if asked.best is None else f"{asked.wanted} {asked.best}",
            "met": self.met,
            "chosen": self.chosen,
            "front": [dict(asked.settings[k].values) for k in search.front()],
            "error": asked.error,
            "level": search.level,
            "interval": "anytime-valid",
        }

    def common_settings(self) -> dict[str, Any]:
        asked = self.found.asked
        varied = {name for name, _ in asked.vary}
        return {name: one for name, one in asked.rules.values.items() if name not in varied}

    def tables(self) -> list[Table]:
        """All settings; the targets, and each seat, in fresh games; the settings one step away."""
        return [self._settings(), *self._again(), *seats.tables(self.found), *self._steps()]

    def _order(self) -> list[int]:
        """The settings, those that meet the targets first, then those that come close."""
        found, search = self.found, self.found.search
        first = search.met if found.asked.best is None else search.leaders
        rest = [k for k in search.played if k not in first]
        rest.sort(key=lambda k: (sum(search.misses(k)), found.asked.distance(k)))
        return [*first, *rest]

    def _settings(self) -> Table:
        asked, search, order = self.found.asked, self.found.search, self._order()
        rows = [
            {
                **asked.settings[k].values,
                **_goals(self.found, k, [search.intervals(k, g) for g in range(len(asked.goals))]),
                "targets": search.status(k) if asked.targets else "",
                "games": search.played[k].games,
            }
            for k in order
        ]
        hidden = len(rows) - MOST_ROWS
        caption = f"{several(hidden, 'setting')} more: see --csv or --json" if hidden > 0 else ""
        return _Settings(
            rows,
            [
                *(
                    text_column(name, is_text=isinstance(rows[0][name] if rows else "", str))
                    for name, _ in asked.vary
                ),
                *self._columns(),
                *([text_column("targets", role="plain")] if asked.targets else []),
                count_column("games"),
            ],
            caption=caption,
        )

    def _columns(self) -> list[Column]:
        return [
            _seats_column(goal)
            if goal.terms[0].equal
            else difference_column(str(goal), goal.measure, str(goal))
            if goal.is_difference
            else interval_column(
                str(goal), goal.measure.is_rate, words.column_head(goal), "", rank=ALWAYS
            )
            for goal in self.found.asked.goals
        ]

    def _again(self) -> list[Table]:
        """The targets of the chosen setting: what is wanted, the search, and fresh games."""
        found, asked, k = self.found, self.found.asked, self.found.chosen
        if k is None or k not in found.fresh:
            return []
        rows, rules = [], asked.settings[k].rules
        for number, goal in enumerate(asked.goals):
            again = found.fresh_intervals(k, number)
            is_target = number < len(asked.targets)
            confirmed = found.is_confirmed(number) if is_target else None
            rows.append(
                {
                    "goal": asked.targets[number].text if is_target else f"{asked.wanted} {goal}",
                    "wanted": wanted(asked.targets[number]) if is_target else asked.wanted,
                    **fields("search", goal, found.search.intervals(k, number), rules),
                    **fields("fresh", goal, again, rules),
                    "confirmed": {
                        True: "yes",
                        False: "no",
                        None: "" if not is_target else "not clear",
                    }[confirmed],
                    "unit": sign(goal),
                }
            )

        def write(name: str) -> Column:
            return Column(
                name,
                {"search": "in the search", "fresh": "in fresh games"}[name],
                lambda row: written(row, name, bool(row["unit"]), row["unit"]),
                rank=ALWAYS,
            )

        columns = [
            text_column("goal", "target"),
            write("search"),
            write("fresh"),
            text_column("confirmed", "met there", role="plain"),
        ]
        games = several(found.fresh[k].games, "game")
        title = f"{words.label(asked, k)} in {games} that no setting had played before"
        return [Table(rows, columns, "fresh_targets", title)]

    def _steps(self) -> list[Table]:
        """The neighbours of the chosen setting in fresh games, and what each changes."""
        found, asked, base = self.found, self.found.asked, self.found.chosen
        if base is None or len(found.fresh) < 2 or base not in found.fresh:
            return []
        rows = []
        for k in sorted(found.fresh, key=lambda k: (k != base, k)):
            again = [found.fresh_intervals(k, g) for g in range(len(asked.goals))]
            changes = {
                f"{goal} change": found.change(k, g) if k != base else Interval(0.0, 0.0, 0.0)
                for g, goal in enumerate(asked.goals)
            }
            rows.append(
                {
                    "setting": words.label(asked, k) + found.mark(k),
                    **_goals(found, k, again),
                    **{n: v for name, one in changes.items() for n, v in ends(name, one).items()},
                }
            )
        columns = [text_column("setting"), *self._columns()]
        one = len(asked.goals) == 1
        steps = [
            difference_column(
                f"{goal} change",
                goal.measure,
                "change" if one else f"{goal}: change",
                zero="0",
            )
            for g, goal in enumerate(asked.goals)
            if any(found.change(k, g) is not None for k in found.fresh if k != base)
        ]
        caption = f"Fresh games, the same deals for all; {100 * LEVEL:g} % intervals."
        if steps:
            caption += " A change is the difference from the chosen setting."
        title = "The chosen setting and those one step away"
        return [Table(rows, [*columns, *steps], "fresh", title, caption=caption)]

    def figures(self) -> list[Figure]:
        search = self.found.search
        if not search.played:
            return []
        return [
            Figure(self.plot),
            *([Figure(self.plot_front, "front")] * bool(words.exclusive(search))),
        ]

    def plot(self, width: float = PAGE) -> Picture:
        """Return the intervals of the settings and what is wanted as a matplotlib figure.

        ``width`` is in inches.
        """
        return plots.draw(self.found, width)

    def plot_front(self, width: float = PAGE) -> Picture:
        """Return the settings against two targets that exclude each other, as `plot` does."""
        return front.draw(self.found, width)


class _Settings(Table):
    """All settings for programs; for people the first ones."""

    @property
    def grid(self) -> Any:
        """The columns of the settings that people see."""
        return Table(self.rows[:MOST_ROWS], self.columns).grid


def _seats_column(goal: Goal) -> Column:
    """A column of the seat that is farthest from an equal share, and how far it is."""

    def write(row: Fields) -> str:
        return written(row, str(goal), goal.measure.is_rate, "")

    return Column(str(goal), words.column_head(goal), write, rank=ALWAYS)


def _goals(found: Found, k: int, intervals: list[list[Interval]]) -> dict[str, Any]:
    """The fields of all goals: of seats the one farthest from the mean, and then each."""
    row: dict[str, Any] = {}
    for goal, each in zip(found.asked.goals, intervals, strict=True):
        if not goal.terms[0].equal:
            row |= ends(str(goal), each[0])
            continue
        row |= fields(str(goal), goal, each, found.asked.settings[k].rules)
        for seat, one in enumerate(each):
            row |= ends(f"{goal}_{seat}", one)
    return row
