"""What is asked: a game, rules, the factors that vary, how many games, which seed."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from playout.engine.errors import PlayoutError, suggest
from playout.engine.game import Game, Measure, Value, real, whole
from playout.engine.registry import find_game
from playout.stats.sequential import Aim
from playout.study.tables import By, Cell, check_by, lay, rows_of

_SUFFIXES = {"": 1, "k": 1_000, "M": 1_000_000, "G": 1_000_000_000}
MOST_GAMES = 10**18  # game numbers are 64-bit
MOST_FOR_PRECISION = 100_000_000  # games per cell, if nobody says how many


def read_count(text: object, what: str = "games") -> int:
    """A number of games, or of what else is counted: 100000, "100_000", "100k", "1.5M", "1e6"."""
    pattern = r"([0-9][0-9_]*(?:\.[0-9]+)?|\.[0-9]+)((?:e\+?[0-9]{1,2})?)([kMG]?)"
    found = re.fullmatch(pattern, str(text).strip())
    # Decimal, because a float would round 1000000000000000001.
    number = Decimal(found[1] + found[2]) * _SUFFIXES[found[3]] if found else Decimal(0)
    if not 1 <= number <= MOST_GAMES or number != int(number):
        raise PlayoutError(
            f"{what} = {text}: a whole number from 1 to 10**18 is needed, as 5000 or 100k"
        )
    return int(number)


def read_seed(given: object) -> int:
    """A seed, or the number of a game: 0 .. 2**63 - 1."""
    try:
        number = whole(given)
    except ValueError:
        number = -1
    if not 0 <= number < 2**63:
        raise PlayoutError(f"seed = {given}: a whole number from 0 to 2**63 - 1 is needed")
    return number


def read_precision(given: object) -> Aim:
    """A half-width: 0.002 in the measure's own unit, or "5%" of the estimate."""
    text = str(given).strip()
    relative = text.endswith("%")
    try:
        number = real(text.removesuffix("%")) / (100 if relative else 1)
    except ValueError:
        number = math.nan
    if isinstance(given, bool) or not 0 < number < (1 if relative else math.inf):
        raise PlayoutError(
            f"precision = {given}: a half-width above 0 is needed, as 0.002, or 5% of the estimate "
            "(below 100%)"
        )
    return Aim(number, relative)


def read_values(text: str) -> list[str]:
    """The values of a factor on the command line: "3", "1,2,5", "1..5" or "1..3,7"."""
    values: list[str] = []
    for part in (part.strip() for part in text.split(",") if part.strip()):
        found = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", part)
        low, high = (int(found[1]), int(found[2])) if found else (0, 0)
        if low > high or high - low >= 1000:
            raise PlayoutError(f"'{part}': a range goes up, as 1..5, by less than 1000")
        values += [str(value) for value in range(low, high + 1)] if found else [part]
    return values


def _level(value: Any) -> Any:
    if isinstance(value, list) and value and all(isinstance(name, str) for name in value):
        return ",".join(value)  # a line-up
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"{value!r} is neither a number nor a word")
    return value


def _levels(values: Any) -> Any:
    if not isinstance(values, list) or not values:
        raise ValueError("a list of values is needed, as [1, 2, 3]")
    return values


def _precision(value: Any) -> Any:
    return value if isinstance(value, Aim) else read_precision(value)


Count = Annotated[int, BeforeValidator(read_count)]
Precision = Annotated[Aim, BeforeValidator(_precision)]
Level = Annotated[Value, BeforeValidator(_level)]
Levels = Annotated[list[Level], BeforeValidator(_levels)]


Kind = Literal["lines", "bars", "distribution"]


class Plot(BaseModel):
    """How a study's results are drawn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Kind = "lines"
    measure: str = "win"
    x: str = "players"
    lines: str = "strategy"


class Spec(BaseModel):
    """A question as data; every field can stand in a study's TOML file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    games: Count = 10_000  # per cell
    precision: Precision | None = None  # half-width at which a cell has enough games instead
    max_games: Count = MOST_FOR_PRECISION  # per cell, if that is never reached
    measure: str = ""  # whose precision; default: the game's first
    seed: int = Field(default=1, ge=0, lt=2**63)
    factors: dict[str, Levels] = {}  # rule option, "strategy" or "seats" -> its values
    rules: dict[str, Level] = {}  # rule option -> its one value
    cases: dict[str, dict[str, Level]] = {}  # a name -> rule options: rows beside each other
    rotate: bool = True  # the strategies of a line-up move on by a seat from game to game
    by: By = "strategy"  # what has a row of its own, where every seat has its own result
    # What a report says of it:
    order: int = 100  # its place among the studies that run when none is named
    title: str = ""
    question: str = ""
    answer: str = ""  # a Jinja template over the results
    notes: str = ""
    plots: list[Plot] = [Plot()]
    published: list[dict[str, Value]] = []  # somebody else's numbers, cell by cell
    effects: str = ""  # the measure whose factor effects are told
    raw: str = ""  # write every game's value of this measure too

    def changed(self, games: int | None, seed: int | None) -> Self:
        """The same with a number of games per cell, or another seed."""
        changes: dict[str, Any] = (
            {} if games is None else {"games": games, "precision": None, "measure": ""}
        )
        changes |= {} if seed is None else {"seed": seed}
        return self.model_copy(update=changes)

    def asked(self) -> dict[str, Any]:
        """All that decides what is counted, but not how many games: for JSON, always the same.

        Values are as the game reads them, so that "2" and 2 are the same.
        """
        game = find_game(self.game)

        def read(name: str, value: Value) -> Value:
            known = name not in ("strategy", "seats")
            return game.option(name).read(value) if known else str(value)

        def options(given: Mapping[str, Value]) -> list[list[Value]]:
            return [[name, read(name, value)] for name, value in given.items()]

        aim = self.precision
        return {
            "game": self.game,
            "seed": self.seed,
            "factors": [[n, [read(n, v) for v in values]] for n, values in self.factors.items()],
            "rules": options(self.rules),
            "cases": [[name, options(case)] for name, case in self.cases.items()],
            "rotate": self.rotate,
            "by": self.by,
            "precision": None if aim is None else str(aim),
            "measure": "" if aim is None else measured(self, game).name,
        }

    @staticmethod
    def restored(asked: Mapping[str, Any]) -> Spec:
        """The spec that was asked in these words."""
        pairs = {name: dict(asked[name]) for name in ("factors", "rules")}
        cases = {name: dict(options) for name, options in asked["cases"]}
        return Spec(**{**asked, **pairs, "cases": cases})


def cells(spec: Spec) -> list[Cell]:
    """All combinations of the factors, the first factor varying slowest.

    Of a game in which every seat has its own result, a combination has a cell for each strategy at
    the table, or for each seat.  Raises PlayoutError if any of them cannot be played.
    """
    game = find_game(spec.game)
    _check(spec, game)
    choices: dict[str, Sequence[Value]] = {name: [value] for name, value in spec.rules.items()}
    choices |= spec.factors
    if "seats" not in choices:
        # Columns of every table, in this order, and before all others.
        usual: dict[str, Sequence[Value]] = {"players": [game.rules()["players"]]}
        choices = {**usual, "strategy": [game.default_strategy], **choices}
    tables = []
    for case, options in (spec.cases or {"": {}}).items():
        for combination in itertools.product(*choices.values()):
            chosen = dict(zip(choices, combination, strict=True))
            table = lay(game, chosen, options, spec.rotate)
            if spec.cases:
                table.factors["case"] = case
            tables.append(table)
    for name, values in choices.items():
        if len({table.factors[name] for table in tables}) < len(values):
            raise PlayoutError(f"{name}: a value is given twice in {', '.join(map(str, values))}")
    return rows_of(game, tables, spec.by)


def measured(spec: Spec, game: Game) -> Measure:
    """The measure whose precision is asked for; PlayoutError if it cannot be known."""
    names = [measure.name for measure in game.measures]
    name = spec.measure or names[0]
    if name not in names:
        raise PlayoutError(f"there is no measure '{name}': {suggest(name, names)}")
    found = game.measures[names.index(name)]
    if spec.precision is not None and found.kind == "mean" and found.most is None:
        raise PlayoutError(
            f"measure = {name}: its precision cannot be asked for, because "
            f"{game.name} does not say how large it can be"
        )
    return found


def _check(spec: Spec, game: Game) -> None:
    """Whether all names are known, and each is in one place."""
    check_by(game, spec.by)
    if spec.precision is not None:
        measured(spec, game)
    elif spec.measure:
        raise PlayoutError(f"measure = {spec.measure}: it goes with a precision")
    for name in spec.rules:
        if name in spec.factors:
            raise PlayoutError(f"{name} is both a factor and a fixed rule; it can be only one")
    in_cases = list(dict.fromkeys(name for case in spec.cases.values() for name in case))
    for name in in_cases:
        if name in (*spec.rules, *spec.factors, "strategy", "seats"):
            raise PlayoutError(f"{name} is in a case, and elsewhere too; it can be only in one")
    if {"seats", "strategy"} <= {*spec.rules, *spec.factors}:
        raise PlayoutError("strategy and seats: only one of the two can be given")
    _check_names(game, ["players", "strategy", *spec.rules, *spec.factors, *in_cases])


def _check_names(game: Game, names: list[str]) -> None:
    allowed = ["strategy", "seats", *(option.name for option in game.options)]
    for name in names:
        if name not in allowed:
            raise PlayoutError(f"{game.name} has no rule option '{name}': {suggest(name, allowed)}")


def check_plot(how: Plot, game: Game, factors: Collection[str]) -> None:
    """Whether a plot can be drawn of this game and these factors; one sentence if not."""
    measures = [measure.name for measure in game.measures]
    if how.measure not in measures:
        raise PlayoutError(f"there is no measure '{how.measure}': {suggest(how.measure, measures)}")
    for name in (how.x, how.lines):
        if name not in factors:
            raise PlayoutError(f"there is no factor '{name}': {suggest(name, factors)}")
