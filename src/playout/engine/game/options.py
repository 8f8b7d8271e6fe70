"""Rule options: the values that a user may change, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from types import NoneType

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import (
    NUMBER,
    brief,
    check_declared,
    real,
    whole,
    word,
)
from playout.engine.words.spelling import as_typed

Value = int | float | str

# Names that no option of a game can have, because they have another meaning:
_COMMANDS = """
    a a_rules across against b b_rules by chance checked count cross csv deals down dry_run
    effects effects_of effects_plot error game games help histogram html json knock_out levels
    limit margin max_games maximize measure measures minimize moves no_rotate part particles plot
    position positions precision quantiles redraw repeat repeats reviewer rotate row run save seats
    seconds seed show states steps strategies strategy svg targets threshold trust turn vary where
    workers worlds xlsx
"""  # other options of commands
_CALLS = "compiled expect game_number progress record"  # other arguments of functions of Python
_VIEWS = "copy legal_moves lookup notes parameters seat"  # fields of every view
RESERVED = frozenset(f"{_COMMANDS} {_CALLS} {_VIEWS}".split())

LARGEST = 2**63 - 1  # compiled code has numbers of 64 bits
CHANCE_BITS = 53  # in compiled code a chance p is the whole number round(p * 2**CHANCE_BITS)


@dataclass(frozen=True)
class Text:
    """How a game reads an option whose value is a text, such as a whole board.

    The text itself is the value, wherever it was read from: saved runs and commands have it, and it
    is sent to other processes.  It has no comma, because commas separate values on a command line.
    """

    allowed: str  # the values that a user may write, for lists: "official|FILE"
    read: Callable[[str], str]  # returns the standard form of a user's text, or raises PlayoutError
    label: Callable[[str], str]  # returns a short name of that form, for tables and sentences
    numbers: Callable[[str], Sequence[int]]  # returns that form for compiled code
    length: int  # the largest number of these numbers; missing ones are 0


@dataclass(frozen=True)
class Option:
    """A rule that users can change: a whole number, a word from a list, a chance or a text."""

    name: str  # the name as a keyword, and with dashes as an option
    default: Value | None  # None: it follows from other options, as `help` explains
    help: str  # the option in one line
    low: int = 0  # the lowest number
    high: int = 2**31 - 1  # the highest number
    choices: tuple[str, ...] = ()  # the words to choose from, if it is no number
    is_chance: bool = False  # whether it is a real number from low = 0 to high = 1
    each: str = ""  # what one more of a number adds: "card in a full hand"
    text: Text | None = None  # how it is read, if the value is a text
    yes: str = ""  # the choice that True means, if there are several besides `no` or `none`
    is_told: bool = False  # whether sentences about the game name it even with its default value

    def __post_init__(self) -> None:
        if self.is_chance and isinstance(self.high, int | float):
            object.__setattr__(self, "high", min(self.high, 1))

    @property
    def allowed(self) -> str:
        """The allowed values: ``1..5``, ``no|yes``, ``official|FILE``."""
        if self.text is not None:
            return self.text.allowed
        return "|".join(self.choices) or f"{self.low}..{self.high}"

    def read(self, value: object) -> Value:
        """Return the value for what a user wrote: a number, a text, or True or False.

        None means the default, unless it depends on other options.  PlayoutError for other values.
        """
        if value is None:
            if self.default is None:
                raise PlayoutError(
                    f"{as_typed(self.name, None)}: the default depends on other options, so it "
                    "cannot be one of several values; write the value"
                )
            return self.default
        if self.text is not None:
            return self.text.read(str(value).strip())
        if self.choices:
            choice = word(value, self.choices, self.yes)
            if choice is None:
                raise PlayoutError(f"{as_typed(self.name, value)}: {suggest(value, self.choices)}")
            return choice
        try:
            number = real(value) if self.is_chance else whole(value)
        except ValueError:
            kind = "a number" if self.is_chance else "a whole number"
            raise PlayoutError(
                f"{as_typed(self.name, value)}: must be {kind}{self._meant(value)}"
            ) from None
        if not self.low <= number <= self.high:
            allowed = f"must be from {self.low} to {self.high}"
            if self.low == self.high:
                allowed = f"must be {self.low}"
            raise PlayoutError(f"{as_typed(self.name, value)}: {allowed} ({self.help})")
        return number

    def _meant(self, value: object) -> str:
        """The end of a sentence: the range that a user probably meant; or ""."""
        ends = re.fullmatch(r"([0-9]+)(?:-|:|\.{3}| to )([0-9]+)", str(value).strip())
        return f"; did you mean {ends[1]}..{ends[2]}?" if ends and not self.is_chance else ""


def check_options(game: str, options: Sequence[Option]) -> None:
    """Raise PlayoutError if options of a game cannot be written, read or shown."""
    for option in options:
        where = f"game '{game}', option {brief(ascii(getattr(option, 'name', option)))}"
        ends = {"low": NUMBER, "high": NUMBER} if getattr(option, "is_chance", False) else {}
        text = (Text, NoneType), "an object of playout.engine.game.Text"
        check_declared(where, option, Option, text=text, **ends)
        name = option.name
        if not name.isidentifier() or iskeyword(name) or name[0] == "_":
            raise PlayoutError(f"{where}: must be a Python name, such as 'most_turns'")
        if name in RESERVED:
            raise PlayoutError(
                f"{where}: this name already has another meaning in every game; choose another one"
            )
        words = option.choices
        if len({*words}) < len(words) or any(
            not word.strip() or "," in word or ".." in word for word in words
        ):
            raise PlayoutError(
                f"{where}: choices = {brief(words)}: must be different words, without a "
                "comma or '..', which separate values on a command line"
            )
        if option.yes and option.yes not in words:
            raise PlayoutError(
                f"{where}: yes = {brief(repr(option.yes))}: must be one of its choices"
            )
        if (bool(words), option.is_chance, option.text is not None).count(True) > 1:
            raise PlayoutError(f"{where}: only one of choices, is_chance and text can be given")
        if not words and option.text is None:
            _check_range(where, option)
        elif name == "players":
            raise PlayoutError(f"{where}: must be a whole number, without choices or text")
        _check_default(game, where, option)


def _check_range(where: str, option: Option) -> None:
    """Raise PlayoutError if no number lies in the range of an option, or too large ones do."""
    least, most, needed = -LARGEST, LARGEST, "numbers of 64 bits"
    if option.is_chance:
        least, most, needed = 0, 1, "chances from 0 to 1"
    if not least <= option.low <= option.high <= most:  # nor is NaN
        raise PlayoutError(
            f"{where}: low = {brief(option.low)}, high = {brief(option.high)}: {needed} are "
            "needed, and low is not above high"
        )


def _check_default(game: str, where: str, option: Option) -> None:
    """Raise PlayoutError if the default of an option is none of its values, as they are kept."""
    default = option.default
    if default is None or (option.text is not None and isinstance(default, str)):
        return
    if option.text is not None:
        raise PlayoutError(f"{where}: default = {brief(repr(default))}: must be a text")
    try:
        value = option.read(default)
    except PlayoutError as error:
        raise PlayoutError(f"game '{game}', the default of an option: {error}") from None
    if type(value) is not type(default) or value != default:
        raise PlayoutError(f"{where}: default = {brief(repr(default))}: write {value!r}")
