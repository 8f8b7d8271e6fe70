"""A checked question, and what follows from the table of its parameters."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from shlex import quote
from typing import Any, ClassVar, Self

from playout.engine.find.games import find_game
from playout.engine.game.game import Game, Measure, Player, Rules
from playout.engine.game.players import line_up
from playout.engine.words.errors import PlayoutError
from playout.engine.words.numbering import nth
from playout.engine.words.reading import real_or_nan
from playout.engine.words.spelling import as_typed, within
from playout.questions.parameters import Parameter, Question
from playout.stats.sequential import Aim

KEYS = {
    "players": "strategies",
    "names": "strategies",
    "both_rules": "rules",
    "table_games": "games",
}
"""Fields that have another name in files."""


class Asked(ABC):
    """A checked question: a frozen dataclass, whose fields are the parameters of its table."""

    question: ClassVar[Question]  # its table
    least: ClassVar[int] = 1  # of what limits it, that can be asked for
    rules: Any
    seed: int

    @property
    def game(self) -> Game:
        """The game."""
        game: Game = self.rules.game
        return game

    @classmethod
    @abstractmethod
    def ask(cls, /, *args: Any, **kwargs: Any) -> Self:
        """A checked question about a game, from keywords: its parameters, and rule options.

        PlayoutError, in one sentence, if it cannot be asked.
        """

    @property
    def title(self) -> str:
        """The heading of its page: the strategies and what they play."""
        return ""

    @property
    def end(self) -> int:
        """How many games are played at most, or of whatever else it consists."""
        return int(getattr(self, self.question[self.question.limit].field_name))

    def canonical(self) -> dict[str, Any]:
        """Return what decides the counts, without the number of games, in a standard form."""
        fields = {
            KEYS.get(name, name): _plain(getattr(self, name))
            for name in self.question.file_fields.split()
        }
        return {"game": self.game.name, **fields}

    @classmethod
    def restored(cls, canonical: Mapping[str, Any], end: int) -> Self:
        """The question of this canonical form, with so many games."""
        limit = cls.question[cls.question.limit]
        given = {**cls.keywords(canonical), limit.name: max(cls.least, end)}
        return replace(cls.ask(canonical["game"], **given), **{limit.field_name: end})  # type: ignore[type-var]

    @classmethod
    def keywords(cls, canonical: Mapping[str, Any]) -> dict[str, Any]:
        """The keywords that ask for what a canonical form says."""
        known = {KEYS.get(one.field_name, one.field_name): one.name for one in cls.question.asked}
        given = {known[key]: value for key, value in canonical.items() if key in known}
        return {**given, **dict(canonical["rules"])}

    def command(self, end: int) -> str:
        """The command that asks for it, with so many games; "" if there is none."""
        words = [f"playout {self.question.name or self.question.kind}"]
        words += [self.game.word] if self.question.of_a_game else []
        for name in self.question.command_parameters.split():
            value = end if name == self.question.limit else self.command_value(name)
            if isinstance(value, Rules):
                words += value.command_options()
            elif isinstance(value, tuple | list) and self.question[name].kind == "texts":
                words += [f"{self.question[name].option} {quote(str(one))}" for one in value]
            elif value is not None:
                words.append(
                    f"{self.question[name].option} {quote(_word(self.question[name], value))}"
                )
        return " ".join(words)

    def command_value(self, name: str) -> Any:
        """The value of a parameter, or the rules, as the command says it; None: it does not."""
        return getattr(self, name if name == "rules" else self.question[name].field_name)


def read_precision(given: object) -> Aim:
    """A half-width: 0.002 in the measure's own unit, or "5%" of the estimate."""
    if isinstance(given, Aim):
        return given
    number, is_part = _half_width(given)
    if not 0 < number < (1 if is_part else math.inf):
        raise PlayoutError(
            f"{as_typed('precision', given)}: must be half the width of an interval, above 0: "
            "0.002, or 5% of the estimate (below 100%)"
        )
    return Aim(number, is_part)


def read_error(given: object) -> float:
    """The largest chance of a wrong verdict that is allowed."""
    number = real_or_nan(given)
    if not 1e-9 <= number <= 0.5:
        raise PlayoutError(
            f"{as_typed('error', given)}: the chance of a wrong verdict must be from 1e-9 to 0.5, "
            "such as 0.05"
        )
    return number


def read_points(given: object) -> Aim:
    """A half-width of a chance: "0.5%" or 0.005 is half a percentage point."""
    number = given.half_width if isinstance(given, Aim) else _half_width(given)[0]
    if not 0 < number < 1:
        raise PlayoutError(
            f"{as_typed('precision', given)}: must be half the width of an interval, between 0 and "
            "1: 0.5% or 0.005 is half a percentage point"
        )
    return Aim(number)


def _half_width(given: object) -> tuple[float, bool]:
    """The number of a precision, NaN if it is none, and whether it has the sign %."""
    text = str(given).strip()
    is_part = text.endswith("%")
    number = real_or_nan(text.removesuffix("%").rstrip()) / (100 if is_part else 1)
    return math.nan if isinstance(given, bool) else number, is_part


def plain(value: Any) -> Any:
    """A parameter as a study says it: a number, a text, or yes or no."""
    if isinstance(value, tuple) and value and isinstance(value[0], Player):
        return line_up(value)
    return _plain(value)


def _plain(value: Any) -> Any:
    """A field of a question for JSON."""
    if isinstance(value, Player):
        return value.reference
    if isinstance(value, Measure):
        return value.name
    if isinstance(value, Aim):
        return str(value)
    if isinstance(value, Rules):
        return [list(pair) for pair in value.needed_options().items()]
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _word(parameter: Parameter, value: Any) -> str:
    """A value as the text of an option."""
    if parameter.name == "strategies":
        return ",".join(player.reference for player in value)
    return str(nth(value) if parameter.from_one else plain(value))


def given_by(study: Any, question: Question) -> dict[str, Any]:
    """What a study's file gives to its question: parameters, and the options of ``rules``.

    PlayoutError if the game has no such option.
    """
    with within("rules"):
        for name in study.rules:
            find_game(study.game).option(name)
    words = {one.name: getattr(study, one.name) for one in question.asked if one.study}
    given = {name: value for name, value in words.items() if value not in ("", [])}
    return {**given, **study.rules}
