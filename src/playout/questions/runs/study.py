"""A study that is a run of games, as data."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, StrictBool

from playout.engine.game.game import Value
from playout.engine.words.errors import PlayoutError
from playout.questions.asked import read_precision
from playout.questions.knock_outs import read_knock_outs
from playout.questions.parameter_tables import RUN
from playout.questions.runs.answer import Answer, Report
from playout.questions.runs.asked import PLAIN, Asked, asked_of, check_precision
from playout.questions.runs.effects.grid import design
from playout.questions.runs.found import Found
from playout.questions.runs.job import Job
from playout.questions.runs.known_values import check_published
from playout.questions.runs.plots.plots import Plot, check_plot
from playout.questions.runs.seats import By
from playout.report import study
from playout.report.study import Count, Level, Steps
from playout.stats.sequential import Aim
from playout.stats.tally import GROUPS, Histogram, Tally


def _levels(values: Any) -> Any:
    if not isinstance(values, list) or not values:
        raise ValueError("must be a list of values, such as [1, 2, 3]")
    return values


Precision = Annotated[Aim, BeforeValidator(read_precision)]
Levels = Annotated[list[Level], BeforeValidator(_levels)]


class Study(study.Study):
    """A run as data; every field can stand in a study's TOML file."""

    kind: Literal["run"] = "run"
    game: str
    games: Count = RUN["games"].default_value  # per row
    precision: Precision | None = None  # half-width at which a row has enough games instead
    max_games: Count = RUN["max_games"].default_value  # per row, if that is never reached
    measure: str = ""  # the one whose precision is meant; default: the game's first
    factors: dict[str, Levels] = {}  # rule option, "strategy" or "seats" -> its values
    rules: dict[str, Level] = {}  # rule option -> its one value
    cases: dict[str, dict[str, Level]] = {}  # a name -> rule options: rows beside each other
    knock_out: list[str] = []  # changes, as "jump=0", each made alone, in rows after the baseline
    rotate: StrictBool = True  # the strategies of a line-up move on by a seat from game to game
    by: By = "strategy"  # what has a row of its own, where every seat has its own result
    # What a report says of it:
    plots: list[Plot] = [Plot()]
    published: list[dict[str, Value]] = []  # numbers that others have published, row by row
    effects: str = ""  # the measure whose factor effects are told
    raw: str = ""  # write every game's value of this measure too

    def limited(self, games: int) -> dict[str, Any]:
        """So many games of each row, whatever precision was asked for."""
        return {"games": games, "precision": None, "measure": ""}

    def asked(self) -> Asked:
        """The question, checked."""
        given = {name: getattr(self, name) for name in (*PLAIN, "factors", "rules", "cases")}
        changes = read_knock_outs(self.game, self.knock_out)
        return asked_of(self.game, knock_outs=changes, **given)

    def check(self) -> None:
        given = self.model_fields_set
        if self.precision is not None and "games" in given:
            raise PlayoutError("games: only possible without a precision; with one, use max_games")
        if self.precision is None and "max_games" in given:
            raise PlayoutError("max_games: only possible with a precision")
        if "rotate" in given and "seats" not in self.factors and "seats" not in self.rules:
            raise PlayoutError("rotate: only possible with seats, whose strategies change seats")
        asked = self.asked()
        check_precision(asked)
        game, factors = asked.game, asked.rows[0].factors
        for how in self.plots:
            check_plot(how, game, factors)
        if self.raw and game.measure(self.raw).per_seat:
            raise PlayoutError(
                f"raw: '{self.raw}' is counted for each seat and not once per game; use another "
                "measure"
            )
        check_published(self.published, game, factors)
        if self.effects:
            design(asked, game.quantity(self.effects))

    def rehearse(self) -> None:
        """Make the answer of invented numbers, so that a mistake in it is found before."""
        asked = self.asked()
        measures = len(asked.game.measures)
        ones = np.ones((1 + measures, GROUPS), np.int64)
        tally = Tally((Histogram(np.ones(2, np.int64)),) * measures, ones)
        count = len(asked.rows)
        found = Found(asked, asked.rows, [tally] * count, [0.0] * count, 0.0, True)
        Answer(found, self.report()).sentence()

    def steps(self) -> Steps:
        found = yield "", Job(self.asked())
        return Answer(found, self.report())

    def report(self) -> Report:
        """The parts of its report; for knock-outs the picture of their effects by default."""
        usual = bool(self.knock_out) and "plots" not in self.model_fields_set
        plots = [] if usual else self.plots
        return Report(self.answer, self.effects, plots, self.published, self.raw)
