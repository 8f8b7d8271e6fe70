"""The answer of a gate: which expectations hold, for people and for continuous integration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playout.questions.gate import files, plots, words
from playout.questions.gate.found import ERROR, FAILED, OPEN, PASSED, Found, Result
from playout.questions.targets.words import fields, written
from playout.report import answer
from playout.report.figures import PAGE
from playout.report.tables import Column, Fields, Figure, Table, count_column, text_column
from playout.report.text_tables import ALWAYS, WITH_ROOM
from playout.report.words import more_games

if TYPE_CHECKING:
    from playout.report.picture import Picture


class Answer(answer.Answer):
    """The result of `gate`: passed, failed, undecided, or an error that stopped it.

    ``answer.result`` is that of all expectations together, ``answer.results`` has that of each by
    its name, and ``answer.passed`` is whether all have passed.
    """

    kind = "gate"
    keys = ("expectation",)
    found: Found

    @property
    def result(self) -> Result:
        """ "passed" if all expectations have; else "error", "failed" or "undecided".

        It is the first of these that an expectation has: "error" if it cannot be played to the end.
        """
        return self.found.result

    @property
    def results(self) -> dict[str, Result]:
        """The result of each expectation, by its name."""
        names = (one.name for one in self.found.asked.expectations)
        return dict(zip(names, self.found.results, strict=True))

    @property
    def passed(self) -> bool:
        """Whether all expectations have passed."""
        return self.result == PASSED

    @property
    def exit_code(self) -> int:
        """The exit code of the command: 0 passed, 1 failed, 2 undecided or an error."""
        if self.found.asked.record:
            return 0
        return {PASSED: 0, FAILED: 1, OPEN: 2, ERROR: 2}[self.result]

    @property
    def is_empty(self) -> bool:
        return self.found.stopped is None and super().is_empty

    @property
    def enough(self) -> int:
        asked = self.found.asked
        if asked.record or self.result != OPEN or any(one.recorded for one in asked.expectations):
            return 0  # no more games than were recorded
        return more_games(max(played.games for played in self.found.counted))

    def junit(self, title: str = "") -> str:
        """Return the results as JUnit XML, a test case for each expectation.

        ``title`` names the test suite (default: that of the game).
        """
        return files.junit(self.found, title or self.game.title)

    def markdown(self, title: str = "") -> str:
        """Return the results as Markdown, such as for a summary of GitHub Actions.

        ``title`` stands in the heading (default: that of the game).
        """
        return files.markdown(self.found, title or self.game.title)

    def sentence(self) -> str:
        return words.sentence(self.found)

    def caption(self) -> str:
        return words.caption(self.found)

    def facts(self) -> dict[str, Any]:
        asked = self.found.asked
        return {
            "rules": dict(asked.rules.values),
            "strategy": asked.strategy,
            "result": None if asked.record else self.result,
            "exit_code": self.exit_code,
            "recorded": asked.record,
            "stopped_by": self.found.stopped and self.found.stopped[1],
            "interval": "anytime-valid",
        }

    def common_settings(self) -> dict[str, Any]:
        return dict(self.found.asked.rules.values)

    def tables(self) -> list[Table]:
        """A row for each expectation."""
        found = self.found
        rows = []
        for k, one in enumerate(found.asked.expectations):
            each = found.intervals[k]
            rows.append(
                {
                    "expectation": one.name,
                    "result": "" if found.asked.record else found.results[k],
                    "measured": words.what(one).removeprefix("the "),
                    "expected": one.wanted,
                    "least": one.target.low,
                    "most": one.target.high,
                    **fields("value", one.target.goal, each, one.setting.rules),
                    "games": found.counted[k].games,
                    "error": one.error,
                    "unit": words.unit(one),
                }
            )
        shown = [
            text_column("result", role="plain"),
            text_column("expected", role="plain", rank=WITH_ROOM),
        ]
        measured = text_column("measured", role="plain", rank=WITH_ROOM)
        columns = [
            text_column("expectation"),
            *([] if found.asked.record else shown),
            Column("value", "found", _found, rank=ALWAYS),
            count_column("games"),
            *([] if found.asked.record else [measured]),
        ]
        return [Table(rows, columns)]

    def figures(self) -> list[Figure]:
        return [] if self.found.asked.record else [Figure(self.plot, in_notebook=True)]

    def plot(self, width: float = PAGE) -> Picture:
        """Return what was found against what is expected as a matplotlib figure.

        ``width`` is in inches.
        """
        return plots.draw(self.found, width)


def _found(row: Fields) -> str:
    return written(row, "value", bool(row["unit"]), row["unit"])
