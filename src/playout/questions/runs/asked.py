"""What a run asks: a game, rules, the factors that vary, how many games, which seed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Measure, Value
from playout.engine.who.naming import by_name
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import (
    read_count,
    read_each,
    read_flag,
    read_seed,
    read_values,
    real_or_nan,
    seed_or_fresh,
    shown,
)
from playout.questions.runs.knock_outs import KnockOuts, lay_all, read_knock_outs
from playout.questions.runs.seats import By, Row, lay, read_by, rows_of
from playout.stats.sequential import Aim

GAMES = 10_000  # per row, if nobody says how many
MOST_FOR_PRECISION = 100_000_000  # per row, if nobody says how many at most
MOST_SETUPS = 10_000  # combinations of all factors
WHO = ("strategy", "seats")  # factors that are no rule options

Factors = Mapping[str, Sequence[Value]]
Options = Mapping[str, Value]


@dataclass(frozen=True, eq=False)
class Asked:
    """A checked question; its rows are laid out."""

    game: Game
    rows: list[Row]
    factors: Factors  # rule option, "strategy" or "seats" -> its values
    rules: Options  # rule option -> its one value
    cases: Mapping[str, Options]  # a name -> rule options: rows beside each other
    knock_outs: KnockOuts  # changes, each made alone: rows after that of the baseline
    games: int  # per row
    precision: Aim | None  # half-width at which a row has enough games instead
    max_games: int  # per row, if that is never reached
    measure: Measure  # the one whose precision is meant
    seed: int
    rotate: bool  # the strategies of a line-up move on by a seat from game to game
    by: By  # what has a row of its own, where every seat has its own result

    @property
    def end(self) -> int:
        """The number after the last game of each row, at most."""
        return self.games if self.precision is None else self.max_games

    def canonical(self) -> dict[str, Any]:
        """All that decides what is counted, but not how many games: for JSON, always the same.

        Values are as the game reads them, so that "2" and 2 are the same.
        """

        def read(name: str, value: Value) -> Value:
            return str(value) if name in WHO else self.game.option(name).read(value)

        def options(given: Options) -> list[list[Value]]:
            return [[name, read(name, value)] for name, value in given.items()]

        aim, knock_outs = self.precision, [[n, read(n, value)] for n, value in self.knock_outs]
        return {
            "game": self.game.name,
            "seed": self.seed,
            "factors": [[n, [read(n, v) for v in values]] for n, values in self.factors.items()],
            "rules": options(self.rules),
            "cases": [[name, options(case)] for name, case in self.cases.items()],
            **({"knock_outs": knock_outs} if knock_outs else {}),
            "rotate": self.rotate,
            "by": self.by,
            "precision": None if aim is None else str(aim),
            "measure": "" if aim is None else self.measure.name,
        }

    @staticmethod
    def restored(canonical: Mapping[str, Any], end: int) -> Asked:
        """The question of this canonical form, with so many games of each row."""
        limit = "games" if canonical["precision"] is None else "max_games"
        return asked_of(
            canonical["game"],
            factors=dict(canonical["factors"]),
            rules=dict(canonical["rules"]),
            cases={name: dict(options) for name, options in canonical["cases"]},
            knock_outs=[(name, value) for name, value in canonical.get("knock_outs", [])],
            precision=canonical["precision"],
            measure=canonical["measure"],
            seed=canonical["seed"],
            rotate=canonical["rotate"],
            by=canonical["by"],
            **{limit: end},
        )


def ask(
    game: str,
    *,
    games: int | str | None = None,
    precision: float | str | None = None,
    max_games: int | str | None = None,
    measure: str = "",
    seed: int | None = 1,
    rotate: bool = True,
    by: str = "strategy",
    seats: object = None,
    knock_out: object = None,
    **options: object,
) -> Asked:
    """A checked question from keywords: several values make an option a factor, one fixes it.

    Several are a list, or text as on a command line, "1..3,5".  None says the default.
    ``knock_out`` are changes, as "jump=0", that are made alone (knock_outs.py).
    """
    if precision is not None and games is not None:
        raise PlayoutError(
            "games and precision: only one of the two can be given; max_games is a limit"
        )
    if precision is None and max_games is not None:
        raise PlayoutError(f"max_games = {shown(max_games)}: it goes with a precision")
    if rotate is False and seats is None:
        raise PlayoutError("rotate = False: it goes with seats, the strategies of which move on")
    factors: dict[str, list[Any]] = {}
    rules = {name: value for name, value in options.items() if name != "strategy"}
    if seats is not None:
        factors["seats"] = [_timed(game, one, rules) for one in line_ups(by_name(game, seats))]
    # The strategy is one of the options, so that factors stay in the order in which they are given.
    for name, value in options.items():
        if name == "strategy":
            if value is not None:
                factors[name] = _values(name, by_name(game, value, rules))
        elif value is None:
            find_game(game).option(name)  # there is one
        else:
            factors[name] = _values(name, value)
    asked = asked_of(
        game,
        factors=factors,
        knock_outs=read_knock_outs(game, knock_out),
        games=GAMES if games is None else games,
        precision=precision,
        max_games=MOST_FOR_PRECISION if max_games is None else max_games,
        measure=measure,
        seed=seed_or_fresh(seed),
        rotate=rotate,
        by=by,
    )
    check_precision(asked)
    known = asked.measure.kind == "share" and all(row.of_equals for row in asked.rows)
    if asked.precision is not None and known:
        raise PlayoutError(
            f"precision: {asked.measure.name} is an equal share by construction where all seats "
            "play the same strategy; another measure is needed, as points"
        )
    return asked


def asked_of(
    game: str,
    *,
    factors: Factors,
    rules: Options | None = None,
    cases: Mapping[str, Options] | None = None,
    knock_outs: KnockOuts = (),
    games: int | str = GAMES,
    precision: object = None,
    max_games: int | str = MOST_FOR_PRECISION,
    measure: str = "",
    seed: int = 1,
    rotate: bool = True,
    by: str = "strategy",
) -> Asked:
    """A checked question.  Raises PlayoutError, in one sentence, if any row cannot be played."""
    found, rules, cases = find_game(game), dict(rules or {}), dict(cases or {})
    rows_by = read_by(found, by)
    rotate = read_flag(rotate, "rotate")
    aim = None if precision is None else read_precision(precision)
    if aim is None and (not isinstance(measure, str) or measure):
        raise PlayoutError(f"measure = {shown(measure)}: it goes with a precision")
    _check_names(found, factors, rules, cases, knock_outs)
    # The texts of files now: the files may change.
    factors = {name: [_text_of(found, name, value) for value in v] for name, v in factors.items()}
    rules = {name: _text_of(found, name, value) for name, value in rules.items()}
    cases = {
        case: {name: _text_of(found, name, value) for name, value in options.items()}
        for case, options in cases.items()
    }
    knock_outs = [(name, _text_of(found, name, value)) for name, value in knock_outs]
    return Asked(
        found,
        _laid(found, factors, rules, cases, knock_outs, rotate, rows_by),
        factors,
        rules,
        cases,
        knock_outs,
        read_count(games),
        aim,
        read_count(max_games, "max_games"),
        found.quantity(measure) if aim is None else _bounded(found.quantity(measure), found),
        read_seed(seed),
        rotate,
        rows_by,
    )


def _text_of(game: Game, name: str, value: Value) -> Value:
    """The value of an option that is a text as the game reads it; any other as it is."""
    is_text = name not in WHO and game.option(name).text is not None
    return game.option(name).read(value) if is_text else value


def read_precision(given: object) -> Aim:
    """A half-width: 0.002 in the measure's own unit, or "5%" of the estimate."""
    if isinstance(given, Aim):
        return given
    text = str(given).strip()
    relative = text.endswith("%")
    number = real_or_nan(text.removesuffix("%")) / (100 if relative else 1)
    if isinstance(given, bool) or not 0 < number < (1 if relative else math.inf):
        raise PlayoutError(
            f"precision = {shown(given)}: a half-width above 0 is needed, as 0.002, or 5% of "
            "the estimate (below 100%)"
        )
    return Aim(number, relative)


def check_precision(asked: Asked) -> None:
    """Raise PlayoutError for a half-width that any interval of the measure has."""
    aim, measure = asked.precision, asked.measure
    if aim is not None and not aim.relative and measure.is_rate and aim.half_width >= 1:
        raise PlayoutError(
            f"precision = {aim}: {measure.name} is from 0 to 1, so its half-width must be below 1, "
            "as 0.002"
        )


def line_ups(given: object) -> list[str]:
    """Line-ups "a,b,b" from one or several, each a list or a text with commas."""
    if isinstance(given, str):
        return [given]
    each = read_each("seats", given)
    if all(isinstance(name, str) and "," not in name for name in each):
        each = [each]  # one line-up, a name for each seat
    joined = [one if isinstance(one, str) else _joined(one) for one in each]
    if not joined or not all(joined):
        raise PlayoutError(f"seats = {shown(repr(given))}: a strategy for each seat is needed")
    return joined


def _joined(names: object) -> str:
    """A list of names as "a,b,b"; "" if it is none."""
    here = read_each("seats", names)
    texts = [name for name in here if isinstance(name, str)]
    return ",".join(texts) if len(texts) == len(here) else ""


def _timed(game: str, line_up: str, options: Mapping[str, object]) -> str:
    """A line-up, with worlds in the place of a search's milliseconds."""
    return str(by_name(game, line_up, {"players": len(line_up.split(",")), **options}))


def _values(name: str, given: Any) -> list[Any]:
    """The values of a factor; a single one is a factor with one level, shown as a column."""
    values: list[Any] = []
    for one in read_each(name, given):
        values += read_values(one) if isinstance(one, str) else [one]
    if not values:
        raise PlayoutError(f"{name} = {shown(repr(given))}: at least one value is needed")
    return values


def _laid(
    game: Game,
    factors: Factors,
    rules: Options,
    cases: Mapping[str, Options],
    knock_outs: KnockOuts,
    rotate: bool,
    by: By,
) -> list[Row]:
    """All combinations of the factors, the first factor varying slowest.

    Of a game in which every seat has its own result, a combination has a row for each strategy at
    the table, or for each seat.
    """
    choices: dict[str, Sequence[Value]] = {name: [value] for name, value in rules.items()}
    choices |= factors
    if "seats" not in choices:
        # Columns of every table, in this order, and before all others.
        usual: dict[str, Sequence[Value]] = {"players": [game.with_options()["players"]]}
        choices = {**usual, "strategy": [game.default_strategy], **choices}
    count = math.prod(map(len, choices.values())) * max(1, len(cases))
    if count > MOST_SETUPS:
        raise PlayoutError(
            f"{count:,} combinations of {', '.join(choices)}: at most {MOST_SETUPS:,} are allowed"
        )
    if knock_outs:
        if cases:
            raise PlayoutError("knock_out: the changes are of one baseline, so there are no cases")
        return rows_of(game, lay_all(game, choices, knock_outs, rotate), by)
    setups = []
    for case, options in (cases or {"": {}}).items():
        for combination in itertools.product(*choices.values()):
            chosen = dict(zip(choices, combination, strict=True))
            setup = lay(game, chosen, options, rotate)
            if cases:
                setup.factors["case"] = case
            setups.append(setup)
    for name, values in choices.items():
        if len({setup.factors[name] for setup in setups}) < len(values):
            told = shown(", ".join(map(str, values)))
            raise PlayoutError(f"{name}: a value is given twice in {told}")
    return rows_of(game, setups, by)


def _bounded(measure: Measure, game: Game) -> Measure:
    """A measure whose precision can be asked for; PlayoutError if it cannot be known."""
    if not measure.is_rate and measure.most is None:
        raise PlayoutError(
            f"measure = {measure.name}: its precision cannot be asked for, because "
            f"{game.name} does not say how large it can be"
        )
    return measure


def _check_names(
    game: Game,
    factors: Factors,
    rules: Options,
    cases: Mapping[str, Options],
    knock_outs: KnockOuts,
) -> None:
    """Whether all names are known, and each is in one place."""
    for name in rules:
        if name in factors:
            raise PlayoutError(f"{name} is both a factor and a fixed rule; it can be only one")
    in_cases = list(dict.fromkeys(name for case in cases.values() for name in case))
    for name in in_cases:
        if name in (*rules, *factors, *WHO):
            raise PlayoutError(f"{name} is in a case, and elsewhere too; it can be only in one")
    if set(WHO) <= {*rules, *factors}:
        raise PlayoutError("strategy and seats: only one of the two can be given")
    allowed = [*WHO, *(option.name for option in game.options)]
    for name in [*rules, *factors, *in_cases, *(name for name, _ in knock_outs)]:
        if name not in allowed:
            raise PlayoutError(f"{game.name} has no rule option '{name}': {suggest(name, allowed)}")
