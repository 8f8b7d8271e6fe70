"""The question of a run: a game, rules, the factors that vary, how many games, which seed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any

from playout.engine.find.games import find_game
from playout.engine.find.strategy_files import check_separators
from playout.engine.game.game import Game, Measure, Value
from playout.engine.who.naming import by_name
from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import (
    brief,
    read_count,
    read_each,
    read_flag,
    read_seed,
    read_values,
)
from playout.engine.words.spelling import as_typed, named
from playout.questions import asked
from playout.questions.asked import read_precision
from playout.questions.knock_outs import KnockOuts, read_knock_outs
from playout.questions.parameter_tables import RUN
from playout.questions.runs.knock_outs import lay_all
from playout.questions.runs.seats import By, Row, aimed_at, lay, line_ups, read_by, rows_of
from playout.report.figures import readable_name
from playout.report.words import head
from playout.stats.sequential import Aim

MOST_SETUPS = 10_000  # combinations of all factors
WHO = ("strategy", "seats")  # factors that are no rule options
PLAIN = ("games", "precision", "max_games", "measure", "seed", "rotate", "by")
"""The parameters that are asked for alike in Python, in commands and in studies."""
ELSEWHERE = {
    **dict.fromkeys(
        ("histogram", "quantiles", "chance"),
        "in Python the answer shows it: playout.run(...).showing({name}=...)",
    ),
    "dry_run": "in Python that is a function of its own: playout.forecast('run', ...)",
    "csv": "in Python the answer writes it: playout.run(...).to_csv('table.csv')",
    "xlsx": "in Python the answer writes it: playout.run(...).to_excel('table.xlsx')",
}
"""Options of the command that are no keywords in Python, and where they are there."""

Factors = Mapping[str, Sequence[Value]]
Options = Mapping[str, Value]


@dataclass(frozen=True, eq=False)
class Asked(asked.Asked):
    """A checked question; its rows are laid out."""

    question = RUN
    rows: list[Row]
    factors: Factors  # rule option, "strategy" or "seats" -> its values
    rules: Options  # rule option -> its one value
    cases: Mapping[str, Options]  # a name -> rule options: rows beside each other
    knock_outs: KnockOuts  # changes, each made alone: rows after that of the baseline
    games: int  # per row
    precision: Aim | None  # half-width at which a row has enough games instead
    max_games: int  # per row, if that is never reached
    measure: Measure  # the one whose precision is meant, or that it is about
    named: bool  # whether it is about that one
    seed: int
    rotate: bool  # the strategies of a line-up move on by a seat from game to game
    by: By  # what has a row of its own, where every seat has its own result

    @property
    def game(self) -> Game:
        return self.rows[0].rules.game

    @property
    def title(self) -> str:
        factors = self.rows[0].factors
        key = "seats" if "seats" in factors else "strategy"
        who = list(dict.fromkeys(readable_name(str(row.factors[key])) for row in self.rows))
        names = ", ".join(who[:3]) + (f" and {len(who) - 3} more" if len(who) > 3 else "")
        varied = [
            head(name)
            for name in factors
            if name not in (*WHO, "seat") and len({row.factors[name] for row in self.rows}) > 1
        ]
        return names + (f" by {', '.join(varied)}" if varied else "")

    def command_value(self, name: str) -> Any:
        """The value of a parameter; None if it does not go with the number of games."""
        if name == "knock_out":
            return [f"{name}={value}" for name, value in self.knock_outs] or None
        if name == "measure":
            return self.measure.name if self.named else None
        with_precision = name in ("precision", "max_games")
        if (name == "games" or with_precision) and with_precision != (self.precision is not None):
            return None
        return str(self.precision) if name == "precision" else super().command_value(name)

    @property
    def aim(self) -> str:
        """When a row has enough games, if a precision was asked for."""
        return f"until {head(self.measure.name)} is as precise as asked"

    @property
    def end(self) -> int:
        """The number after the last game of each row, at most."""
        return self.games if self.precision is None else self.max_games

    def canonical(self) -> dict[str, Any]:
        """Return what decides the counts, without the number of games, in a standard form.

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
            "measure": self.measure.name if self.named else "",
        }

    @classmethod
    def restored(cls, canonical: Mapping[str, Any], end: int) -> Asked:
        given = dict(canonical)
        given[cls.question.limit if given["precision"] is None else "max_games"] = end
        return asked_of(
            given.pop("game"),
            factors=dict(given.pop("factors")),
            rules=dict(given.pop("rules")),
            cases={name: dict(options) for name, options in given.pop("cases")},
            knock_outs=[(name, value) for name, value in given.pop("knock_outs", [])],
            **given,
        )

    def command(self, end: int, part: str = "") -> str:
        """The command that asks for it, or for a part; "" if it has cases, which no command has."""
        asked = self.canonical()
        if asked["cases"]:
            return ""
        words = ["playout run", quote(asked["game"])]
        for name, values in [*asked["factors"], *asked["rules"]]:
            several = values if isinstance(values, list) else [values]
            option = f"--{name.replace('_', '-')}"
            if name == "seats":
                words += [f"{option} {quote(str(one))}" for one in several]
            else:
                words.append(f"{option} {quote(','.join(map(str, several)))}")
        for name, value in self.knock_outs:
            words.append(f"{self.question['knock_out'].option} {quote(f'{name}={value}')}")
        words += [] if self.rotate else ["--no-rotate"]
        words += [] if self.by == self.question["by"].default else [f"--by {self.by}"]
        if self.precision is not None:
            words.append(f"--precision {self.precision}")
        words += [f"--measure {quote(self.measure.name)}"] if self.named else []
        limit = f"--games {self.end}{part}" if self.precision is None else f"--max-games {end}"
        words.append(limit)
        return " ".join([*words, f"--seed {self.seed}"])

    @classmethod
    def ask(cls, /, game: str, **given: Any) -> Asked:
        """A checked question: several values make an option a factor, one fixes it.

        Several are a list, or text as on a command line, "1..3,5".  None says the default.
        ``knock_out`` are changes, as "jump=0", that are made alone (knock_outs.py).
        """
        words, options = cls.question.read(given)
        if words.precision is not None and given.get("games") is not None:
            raise PlayoutError(
                f"{named('games')} and {named('precision')} exclude each other: use only one of "
                f"them; {named('max_games')} limits the games of a precision"
            )
        if words.precision is None and given.get("max_games") is not None:
            raise PlayoutError(
                f"{as_typed('max_games', given['max_games'])}: only possible with "
                f"{named('precision')}"
            )
        if words.rotate is False and words.seats is None:
            raise PlayoutError(
                f"{as_typed('rotate', False)}: only possible with {named('seats')}, whose "
                "strategies change seats otherwise"
            )
        factors: dict[str, list[Any]] = {}
        if words.seats is not None:
            at_table = by_name(game, words.seats)
            factors["seats"] = [
                # With worlds in the place of a search's milliseconds.
                str(by_name(game, one, {"players": len(one.split(",")), **options}))
                for one in line_ups(at_table)
            ]
        # The strategy is among the options, so that factors stay in the order in which all of them
        # are given.
        for name, value in given.items():
            if name == "strategy" and value is not None:
                factors[name] = _values(name, by_name(game, value, options))
            elif name in options and value is None:
                find_game(game).option(name)  # there is one
            elif name in options:
                factors[name] = _values(name, value)
        plain = {name: getattr(words, name) for name in PLAIN}
        knock_outs = read_knock_outs(game, words.knock_out)
        asked = asked_of(game, factors=factors, knock_outs=knock_outs, **plain)
        check_precision(asked)
        known = asked.measure.kind == "share" and all(row.of_equals for row in asked.rows)
        if asked.precision is not None and known:
            raise PlayoutError(
                f"{named('precision')}: {asked.measure.name} is always an equal share if all seats "
                "play the same strategy; use another measure, such as points"
            )
        return asked


ask = Asked.ask


def asked_of(
    game: str,
    *,
    factors: Factors,
    rules: Options | None = None,
    cases: Mapping[str, Options] | None = None,
    knock_outs: KnockOuts = (),
    games: object = RUN["games"].default,
    precision: object = None,
    max_games: object = RUN["max_games"].default,
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
    _check_names(found, factors, rules, cases, knock_outs)
    # The texts of files now: the files may change.
    factors = {name: [_text_of(found, name, value) for value in v] for name, v in factors.items()}
    rules = {name: _text_of(found, name, value) for name, value in rules.items()}
    cases = {
        case: {name: _text_of(found, name, value) for name, value in options.items()}
        for case, options in cases.items()
    }
    knock_outs = [(name, _text_of(found, name, value)) for name, value in knock_outs]
    rows = _laid(found, factors, rules, cases, knock_outs, rotate, rows_by)
    about = None if isinstance(measure, str) and not measure else measure
    is_named = aim is not None or about is not None
    players = max(len(row.players) for row in rows) if is_named else 0
    wanted = aimed_at(found, about, players, rows)
    return Asked(
        rows,
        factors,
        rules,
        cases,
        knock_outs,
        read_count(games),
        aim,
        read_count(max_games, "max_games"),
        wanted if aim is None else _bounded(wanted, found),
        is_named,
        read_seed(seed),
        rotate,
        rows_by,
    )


def _text_of(game: Game, name: str, value: Value) -> Value:
    """The value of an option that is a text as the game reads it; any other as it is."""
    is_text = name not in WHO and game.option(name).text is not None
    return game.option(name).read(value) if is_text else value


def check_precision(asked: Asked) -> None:
    """Raise PlayoutError for a half-width that any interval of the measure has."""
    aim, measure = asked.precision, asked.measure
    if aim is not None and not aim.relative and measure.is_rate and aim.half_width >= 1:
        width = aim.half_width if aim.half_width % 1 else int(aim.half_width)
        raise PlayoutError(
            f"{as_typed('precision', width)}: {measure.name} is between 0 and 1, so half the width "
            "of its interval must be below 1, such as 0.002"
        )


def _values(name: str, given: Any) -> list[Any]:
    """The values of a factor; a single one is a factor with one level, shown as a column."""
    values: list[Any] = []
    for one in read_each(name, given):
        if isinstance(one, str):
            check_separators(one)
        values += read_values(one, name) if isinstance(one, str) else [one]
    if not values:
        raise PlayoutError(f"{as_typed(name, given)}: give at least one value")
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
            f"{count:,} combinations of {', '.join(map(named, choices))}: at most {MOST_SETUPS:,} "
            "are allowed; give fewer values"
        )
    if knock_outs:
        if cases:
            raise PlayoutError(
                f"{named('knock_out')}: cases and single changes exclude each other: use only one "
                "of them"
            )
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
            raise PlayoutError(
                f"{named(name)}: a value is given twice in {brief(', '.join(map(str, values)))}"
            )
    return rows_of(game, setups, by)


def _bounded(measure: Measure, game: Game) -> Measure:
    """A measure whose precision can be asked for; PlayoutError if it cannot be known."""
    if not measure.is_rate and measure.most is None:
        raise PlayoutError(
            f"{as_typed('measure', measure.name)}: no precision is possible, because {game.name} "
            "does not say how large this measure can be; use another measure"
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
            raise PlayoutError(f"{name} is both a factor and a fixed rule; give it only once")
    in_cases = list(dict.fromkeys(name for case in cases.values() for name in case))
    for name in in_cases:
        if name in (*rules, *factors, *WHO):
            raise PlayoutError(
                f"{name} is in a case and also outside of it; give it only in one of them"
            )
    if set(WHO) <= {*rules, *factors}:
        raise PlayoutError(
            f"{named('strategy')} and {named('seats')} exclude each other: use only one of them"
        )
    allowed = [*WHO, *(option.name for option in game.options)]
    for name in [*rules, *factors, *in_cases, *(name for name, _ in knock_outs)]:
        if name not in allowed:
            known = ELSEWHERE.get(name, "").format(name=name) or suggest(name, allowed)
            raise PlayoutError(f"{game.name} has no rule option '{name}': {known}")
