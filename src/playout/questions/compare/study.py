"""Studies that compare: pairs of sides, a verdict for each, all of them right at once.

kind = "compare" in a study's TOML file.  The chance that any verdict of a study is wrong is at most
its ``error``: each of n pairs has an n-th part of it (C. E. Bonferroni, 1936).
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from playout.engine.find.games import find_game
from playout.engine.words.errors import PlayoutError
from playout.engine.words.spelling import as_typed
from playout.questions.compare.answer import Answer
from playout.questions.compare.asked import Asked, asked_of
from playout.questions.compare.job import Job
from playout.questions.parameter_tables import COMPARE
from playout.report import answer, study
from playout.report.study import Count, Level, Steps, Together
from playout.report.tables import Figure, Table
from playout.report.templates import filled_in

MOST_PICTURES = 6


class Pair(BaseModel):
    """Two sides: strategies, or one for both, and rule options of each side alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    a: str = ""
    b: str = ""
    a_rules: dict[str, Level] = {}
    b_rules: dict[str, Level] = {}


class Study(study.Study):
    """Pairs to be compared, as data; every field can stand in a study's TOML file."""

    kind: Literal["compare"] = "compare"
    game: str
    pairs: dict[str, Pair]  # a name -> its sides
    rules: dict[str, Level] = {}  # rule options of all sides
    strategy: str = ""  # of a side that names none; default: the game's own
    measure: str = ""  # default: the game's first
    margin: float | None = None
    error: float = COMPARE["error"].default_value  # most chance of any wrong verdict
    max_games: Count = COMPARE["max_games"].default_value  # deals of each pair, at most

    def limited(self, games: int) -> dict[str, Any]:
        return {"max_games": games}

    def check(self) -> None:
        self.sides()

    def rehearse(self) -> None:
        study.rehearse(self.changed(games=3, seed=None))

    def sides(self) -> dict[str, Asked]:
        """The comparisons, checked; PlayoutError that names the pair if one cannot be made."""
        if not self.pairs:
            raise PlayoutError("pairs: add at least one pair")
        if self.strategy and all(pair.a and pair.b for pair in self.pairs.values()):
            raise PlayoutError(
                f"{as_typed('strategy', self.strategy)}: leave this out, because all sides have "
                "their own strategies"
            )
        usual = self.strategy or find_game(self.game).default_strategy
        part = self.model_copy(update={"error": self.error / len(self.pairs)})
        sides = {}
        for name, pair in self.pairs.items():
            try:
                rules = {**self.rules, **pair.a_rules}, {**self.rules, **pair.b_rules}
                names = pair.a or usual, pair.b or usual
                sides[name] = asked_of(self.game, names, rules, part)
            except PlayoutError as error:
                raise PlayoutError(f"pairs.{name}: {error}") from None
        return sides

    def steps(self) -> Steps:
        """Compare pair after pair; each has a run file of its own."""
        answers: dict[str, Answer] = {}
        sides = self.sides()
        for number, (name, asked) in enumerate(sides.items(), 1):
            found = yield f"-{number}", Job(asked)
            if found.games:
                answers[name] = Answer(found)
            if not found.complete:
                break
        complete = len(answers) == len(sides) and all(one.complete for one in answers.values())
        return Pairs(self, answers, complete)


class Pairs(answer.Answer):
    """The answers of all pairs together."""

    kind = "compare"
    keys = ("pair", "a", "b")
    bounds = Answer.bounds

    def __init__(self, study: Study, answers: dict[str, Answer], complete: bool) -> None:
        asked = next(iter(study.sides().values()))
        super().__init__(Together(asked, list(answers.values()), complete))
        self.study, self.answers = study, answers

    def sentence(self) -> str:
        label = "{{ name }}: " if len(self.study.pairs) > 1 else ""
        every = f"{{% for name, p in pairs.items() %}}{label}{{{{ p.sentence() }}}} {{% endfor %}}"
        found = {
            "pairs": {name: _words(one) for name, one in self.answers.items()},
            "verdicts": [one.verdict for one in self.answers.values()],
        }
        return filled_in(self.study.answer or every, found, self.complete)

    def caption(self) -> str:
        return (
            f"The chance that any of these verdicts is wrong is at most "
            f"{100 * self.study.error:.10g} %. Seed {self.seed}."
        )

    def tables(self) -> list[Table]:
        """A row a pair (see :meth:`Answer.row`); and for people a small table for each."""
        rows = [{"pair": name, **one.row()} for name, one in self.answers.items()]
        small = [one.sides(name) for name, one in self.answers.items()]
        return [Table(rows, [], is_shown=False), *small]

    def figures(self) -> list[Figure]:
        return [
            Figure(one.plot, name=f"{k}" if k > 1 else "")
            for k, one in enumerate(list(self.answers.values())[:MOST_PICTURES], 1)
        ]


def _words(one: Answer) -> dict[str, Any]:
    """The parts of a pair that a template may use: nothing that plays, draws or writes files."""
    return {
        **one.row(),
        "verdict": one.verdict,
        "interval": one.interval,
        "deals": one.deals,
        "games": one.games,
        "sentence": one.sentence,
        "does": one.does,
    }
