"""Rule options: what a user may change, and how a value is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from types import NoneType

from playout.engine.words.errors import PlayoutError, suggest
from playout.engine.words.reading import (
    FLAG,
    NUMBER,
    WHOLE,
    brief,
    check_declared,
    check_words,
    real,
    whole,
    word,
)

Value = int | float | str

# What an option of a game cannot be called, because its name would have two meanings:
_COMMANDS = """
    a a_rules against b b_rules by checked cross csv deals effects effects_of effects_plot error
    game games help html json knock_out limit margin max_games measure measures moves no_rotate part
    particles plot position positions precision redraw repeat repeats reviewer rotate row run save
    seats seconds seed strategies strategy svg turn workers worlds
"""  # options that commands have besides those of a game
_CALLS = "compiled game_number progress"  # besides: arguments of functions of Python
_VIEWS = "copy legal_moves lookup notes parameters seat"  # what every view has
RESERVED = frozenset(f"{_COMMANDS} {_CALLS} {_VIEWS}".split())

CHANCE_BITS = 53  # in compiled code a chance p is the whole number round(p * 2**CHANCE_BITS)


@dataclass(frozen=True)
class Text:
    """How a game reads an option whose value is a text of its own, as a whole board.

    The text itself is the value, wherever it was read from: it stands in saved runs and commands,
    and goes to other processes.  So it has no comma, which separates values on a command line.
    """

    allowed: str  # what a user may write, for lists: "official|FILE"
    read: Callable[[str], str]  # of what a user wrote, the one form that it has; or PlayoutError
    label: Callable[[str], str]  # of that form a short name, for tables and sentences
    numbers: Callable[[str], Sequence[int]]  # of that form what compiled code sees
    length: int  # how many numbers at most; the others are 0


@dataclass(frozen=True)
class Option:
    """One rule that a user may change: a whole number, a word from a list, a chance or a text."""

    name: str
    default: Value | None  # None: it follows from other options, as `help` says
    help: str
    low: int = 0
    high: int = 2**31 - 1
    choices: tuple[str, ...] = ()
    is_chance: bool = False  # a real number from low = 0 to high = 1
    each: str = ""  # of a number: what adding 1 adds, as "card in a full hand"
    text: Text | None = None  # how it is read, if its value is a text
    yes: str = ""  # which of several words besides `no` or `none` True says

    def __post_init__(self) -> None:
        if self.is_chance and isinstance(self.high, int | float):
            object.__setattr__(self, "high", min(self.high, 1))

    @property
    def allowed(self) -> str:
        """The values that it can have: ``1..5``, ``no|yes``, ``official|FILE``."""
        if self.text is not None:
            return self.text.allowed
        return "|".join(self.choices) or f"{self.low}..{self.high}"

    def read(self, value: object) -> Value:
        """The option's value from what a user wrote: a number, text, yes and no as True and False.

        None says the default, if there is one whatever the other options are.
        """
        if value is None:
            if self.default is None:
                raise PlayoutError(
                    f"{self.name} = None: its default depends on other options, so it cannot be "
                    "one of several values"
                )
            return self.default
        if self.text is not None:
            return self.text.read(str(value).strip())
        if self.choices:
            meant = word(value, self.choices, self.yes)
            if meant is None:
                raise PlayoutError(
                    f"{self.name} = {brief(repr(value))}: {suggest(value, self.choices)}"
                )
            return meant
        try:
            number = real(value) if self.is_chance else whole(value)
        except ValueError:
            kind = "a number" if self.is_chance else "a whole number"
            raise PlayoutError(f"{self.name} = {brief(repr(value))}: {kind} is needed") from None
        if not self.low <= number <= self.high:
            allowed = f"allowed are {self.low} to {self.high}"
            if self.low == self.high:
                allowed = f"only {self.low} is allowed"
            raise PlayoutError(f"{self.name} = {brief(number)}: {allowed} ({self.help})")
        return number


def check_options(game: str, options: Sequence[Option]) -> None:
    """Raise PlayoutError if options of a game cannot be given, read or told."""
    for option in options:
        end = NUMBER if getattr(option, "is_chance", False) else WHOLE
        text = (Text, NoneType), "an object of playout.engine.game.Text"
        others = {"is_chance": FLAG, "low": end, "high": end, "text": text}
        where = check_declared(game, option, Option, ("name", "help", "each"), others)
        name = option.name
        if not name.isidentifier() or iskeyword(name) or name[0] == "_":
            raise PlayoutError(f"{where}: a name of Python is needed, as 'most_turns'")
        if name in RESERVED:
            raise PlayoutError(f"{where}: every game has this name already, for something else")
        words = option.choices
        check_words(f"{where}: choices", words)
        if len({*words}) < len(words) or any(
            not word.strip() or "," in word or ".." in word for word in words
        ):
            raise PlayoutError(
                f"{where}: choices = {brief(words)}: words that differ are needed, without a "
                "comma or '..', which separate values on a command line"
            )
        if option.default is not None and option.text is None:
            try:
                option.read(option.default)
            except PlayoutError as error:
                raise PlayoutError(f"game '{game}', the default of an option: {error}") from None
